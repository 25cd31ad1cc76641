"""The JSON Schema of a map file, made from what the rules take; `map.schema.json` is what it gives.

python -m terrarium.workshop.map_schema      writes the file anew
"""

import json
from pathlib import Path

from terrarium import catalog
from terrarium.kernel.handmade import MOST_NAME
from terrarium.smallworld.core.house_map import FORMAT, MOST_OPEN, MOST_REGIONS, MOST_SITES
from terrarium.smallworld.core.title import FamilyTitle
from terrarium.terramystica.map.board import LETTERS, ROWS
from terrarium.workshop.maps import rules_of
from terrarium.workshop.schema import Schema, names, table, whole, words

FILE = Path(__file__).with_name("map.schema.json")
SPOT: Schema = {"type": "array", "items": whole(0, 1000), "minItems": 2, "maxItems": 2}
IDENTIFIER: Schema = {"type": "string", "pattern": f"^[a-z][a-z0-9_]{{1,{MOST_NAME - 1}}}$"}


def list_of(inner: Schema, least: int, most: int) -> Schema:
    return {"type": "array", "items": inner, "minItems": least, "maxItems": most}


def region_map(title: str) -> Schema:
    """A map of regions of this title."""
    rules = rules_of(title)
    flag: Schema = {"type": "boolean"}
    region = table(
        {
            "terrain": words(rules.terrains), "symbols": list_of(words(rules.symbols), 0, len(rules.symbols)),
            "natives": words_or_numbers([0, rules.natives]), "at": list_of(SPOT, 1, MOST_SITES), "entry": flag,
            "edge": flag, "borders": list_of(whole(0, MOST_REGIONS - 1), 0, MOST_REGIONS),
        },
        ["terrain", "at"],
    )  # fmt: skip
    # Beside boards of the box an island alone is a map.
    least = 1 if rules.boards else min(low for low, _ in rules.sizes.values())
    page: dict[str, Schema] = {
        "id": IDENTIFIER, "title": {"const": title}, "name": names(), "players": whole(2, 5), "aspect": whole(80, 220),
        "region": list_of(region, least, MOST_REGIONS),
    }  # fmt: skip
    if rules.islands > 1:
        page["open"] = list_of(SPOT, 0, MOST_OPEN)
        page["beside"] = list_of(words(list(rules.boards)), 0, 4)
    return table(page, ["id", "title", "name", "players", "region"])


def words_or_numbers(values: list[int]) -> Schema:
    return {"enum": values}


def hex_map(title: str) -> Schema:
    """The board of a title of hexes, painted."""
    row: Schema = {"type": "string", "pattern": f"^[{LETTERS}.]+$"}
    page: dict[str, Schema] = {
        "id": IDENTIFIER, "title": {"const": title}, "name": names(),
        "rows": list_of(row, len(ROWS), len(ROWS)),
    }  # fmt: skip
    return table(page, ["id", "title", "name", "rows"])


def schema() -> Schema:
    titles = catalog.titles().values()
    kinds = [region_map(title.id) for title in titles if isinstance(title, FamilyTitle)]
    kinds += [hex_map(title.id) for title in titles if title.house_maps == "hexes"]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A map of the workshop",
        **table({"format": {"const": FORMAT}, "map": {"oneOf": kinds}}, ["format", "map"]),
    }


def text() -> str:
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
