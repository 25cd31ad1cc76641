"""Check the map files of the three region titles: shape, borders, counts, natives, entry regions, rounds.

    python tools/check_maps.py

prints one line per map, or every fault found, and then ends with 1.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

ROOT = Path(__file__).resolve().parent.parent
MAPS: Final = {
    "small-world": ROOT / "src/terrarium/smallworld/classic/maps",
    "underground": ROOT / "src/terrarium/smallworld/underground/maps",
    "warcraft": ROOT / "src/terrarium/smallworld/warcraft/maps",
}
ROUNDS: Final = {2: 10, 3: 10, 4: 9, 5: 8}
WATER: Final = ("sea", "lake")
LAND: Final = ("mountain", "hill", "forest", "swamp")
TERRAINS: Final = {
    "small-world": (*LAND, "farmland", *WATER),
    "underground": ("mountain", "mud", "mushroom", "crystal", "mine", "river", "chasm"),
    "warcraft": (*LAND, "field", *WATER),
}
SYMBOLS: Final = {
    "small-world": ("mine", "cavern", "magic"),
    "underground": ("volcano", "monster"),
    "warcraft": ("cavern", "magic", "murloc", "slot_S", "slot_M", "slot_L"),
}
PLACING: Final = ("edge", "entry", "coastal")
# The set-up tokens of a region: a lost tribe, the two monsters of a monster region, a murloc.
NATIVES: Final = {"small-world": (0, 1), "underground": (0, 2), "warcraft": (0, 1)}
NATIVE_SYMBOL: Final = {"underground": "monster", "warcraft": "murloc"}

# Per map: regions, borders, natives, then how often each terrain and each symbol occurs.
COUNTS: Final[dict[tuple[str, str], tuple[int, int, int, str]]] = {
    ("small-world", "2p"): (
        23, 51, 9,
        "mountain 4 hill 4 forest 4 swamp 4 farmland 4 sea 2 lake 1 mine 4 cavern 4 magic 4",
    ),
    ("small-world", "3p"): (
        30, 71, 10,
        "mountain 7 hill 5 forest 5 swamp 5 farmland 5 sea 2 lake 1 mine 5 cavern 5 magic 5",
    ),
    ("small-world", "4p"): (
        39, 95, 14,
        "mountain 8 hill 7 forest 7 swamp 7 farmland 7 sea 2 lake 1 mine 7 cavern 7 magic 7",
    ),
    ("small-world", "5p"): (
        48, 119, 18,
        "mountain 9 hill 9 forest 9 swamp 9 farmland 9 sea 2 lake 1 mine 9 cavern 9 magic 9",
    ),
    ("underground", "2p"): (
        28, 67, 8,
        "mountain 4 mud 4 mushroom 4 crystal 4 mine 4 river 3 chasm 5 volcano 2 monster 4",
    ),
    ("underground", "3p"): (
        33, 77, 10,
        "mountain 6 mud 5 mushroom 5 crystal 5 mine 5 river 3 chasm 4 volcano 2 monster 5",
    ),
    ("underground", "4p"): (
        44, 109, 12,
        "mountain 7 mud 7 mushroom 7 crystal 7 mine 7 river 5 chasm 4 volcano 4 monster 6",
    ),
    ("underground", "5p"): (
        55, 137, 14,
        "mountain 9 mud 9 mushroom 9 crystal 9 mine 9 river 5 chasm 5 volcano 5 monster 7",
    ),
}  # fmt: skip

# Small islands have 7 land regions, medium 9, large 11; with these numbers every legal set of boards stays in the box.
ISLANDS: Final = {
    "s": (7, "mountain 1 murloc 2 cavern 1 magic 1 entry 2 slot_S 1"),
    "m": (9, "mountain 2 murloc 3 cavern 2 magic 2 entry 3 slot_M 1"),
    "l": (11, "mountain 3 murloc 4 cavern 2 magic 2 entry 3 slot_L 1"),
}

MapData = dict[str, Any]


def load(title: str, name: str) -> MapData:
    """One map of a title, as its file says."""
    data: MapData = json.loads((MAPS[title] / f"{name}.json").read_text(encoding="utf-8"))
    return data


def names(title: str) -> list[str]:
    """The maps of a title, in alphabetical order."""
    return sorted(path.stem for path in MAPS[title].glob("*.json"))


def faults(data: MapData) -> list[str]:
    """Everything wrong with a map, one sentence each; empty when it is sound."""
    form = list(_form(data))
    if form:
        return form
    rest = (_borders(data), _features(data), _entries(data), _counts(data))
    return [sentence for part in rest for sentence in part]


def _form(data: MapData) -> Iterator[str]:
    title = data.get("title")
    if title not in MAPS:
        yield f"title {title!r} is unknown"
        return
    if not str(data.get("credits", "")).endswith("."):
        yield "credits is not a sentence"
    if not 0.5 <= data.get("aspect", 0) <= 2:
        yield "aspect is not a proportion of width to height"
    if title != "warcraft" and data.get("rounds") != ROUNDS.get(data.get("players", 0)):
        yield f"{data.get('players')} players with {data.get('rounds')} rounds"
    if title == "warcraft" and data["id"] != data["board"] + data["side"]:
        yield f"island {data['id']} is not side {data['side']} of board {data['board']}"
    for number, region in enumerate(data["regions"]):
        if region["id"] != number:
            yield f"region {region['id']} stands at place {number}"
        if not all(0 < c < 1 for c in region["at"]) or not 0 < region["size"] < 0.5:
            yield f"region {number} lies outside the board"
        if region["natives"] not in NATIVES[title]:
            yield f"region {number} has {region['natives']} natives"


def _borders(data: MapData) -> Iterator[str]:
    borders: list[list[int]] = [region["borders"] for region in data["regions"]]
    for a, around in enumerate(borders):
        if around != sorted(set(around)):
            yield f"the borders of region {a} are not sorted and distinct"
        for b in around:
            if not 0 <= b < len(borders):
                yield f"region {a} borders region {b}, which does not exist"
            elif a == b:
                yield f"region {a} borders itself"
            elif a not in borders[b]:
                yield f"region {a} borders region {b}, but not the other way round"
    reached = {0}
    stack = [0]
    while stack:
        for b in borders[stack.pop()]:
            if 0 <= b < len(borders) and b not in reached:
                reached.add(b)
                stack.append(b)
    if len(reached) < len(borders):
        yield f"regions {sorted(set(range(len(borders))) - reached)} cannot be reached from region 0"


def _features(data: MapData) -> Iterator[str]:
    title, regions = data["title"], data["regions"]
    known = {*TERRAINS[title], *SYMBOLS[title], *PLACING}
    symbol = NATIVE_SYMBOL.get(title)
    for number, region in enumerate(regions):
        features = region["features"]
        if len(set(features)) < len(features) or not known.issuperset(features):
            yield f"region {number} has unknown or repeated features"
        if features[0] not in TERRAINS[title] or len({*TERRAINS[title]}.intersection(features)) != 1:
            yield f"region {number} has not exactly one terrain, named first"
        if symbol and (symbol in features) != bool(region["natives"]):
            yield f"region {number} has natives without the symbol, or the symbol without natives"
        if title == "small-world" and region["natives"] and features[0] in (*WATER, "mountain"):
            yield f"region {number} has a lost tribe on {features[0]}"
        if "volcano" in features and features[0] != "chasm":
            yield f"region {number} has a volcano outside a chasm"
        shore = any(regions[b]["features"][0] in WATER for b in region["borders"] if b < len(regions))
        if ("coastal" in features) != (shore and features[0] not in WATER):
            yield f"region {number} is marked coastal wrongly"


def _entries(data: MapData) -> Iterator[str]:
    title, regions = data["title"], data["regions"]
    for number, region in enumerate(regions):
        features = region["features"]
        entry, edge = "entry" in features, "edge" in features
        if title == "small-world":
            coast = any({"sea", "edge"}.issubset(regions[b]["features"]) for b in region["borders"] if b < len(regions))
            if entry != (edge or coast):
                yield f"region {number} is an entry wrongly: edge {edge}, coast of an edge sea {coast}"
        elif title == "underground":
            if entry != (edge and features[0] != "chasm"):
                yield f"region {number} is an entry wrongly: edge {edge}, {features[0]}"
        elif entry and (not edge or features[0] in WATER):
            yield f"region {number} has an anchor away from the shore of its island"
    rim = sum("edge" in region["features"] for region in regions)
    if rim < 3:
        yield f"only {rim} regions touch the edge"


def _counts(data: MapData) -> Iterator[str]:
    regions = data["regions"]
    found: Counter[str] = Counter(feature for region in regions for feature in region["features"])
    borders = sum(len(region["borders"]) for region in regions) // 2
    natives = sum(region["natives"] for region in regions)
    if data["title"] == "warcraft":
        land, table = ISLANDS[data["island"]]
        wanted = {"land": land, **_table(table)}
        found["land"] = len(regions) - found["sea"] - found["lake"]
    else:
        key = (data["title"], data["id"])
        if key not in COUNTS:
            yield f"no counts are known for {key}"
            return
        size, edges, people, table = COUNTS[key]
        wanted = {"regions": size, "borders": edges, "natives": people, **_table(table)}
        found |= {"regions": len(regions), "borders": borders, "natives": natives}
    for what, number in wanted.items():
        if found[what] != number:
            yield f"{what}: {found[what]} instead of {number}"


def _table(text: str) -> dict[str, int]:
    words = text.split()
    return {name: int(number) for name, number in zip(words[::2], words[1::2], strict=True)}


def main() -> int:
    """Check every map file; 0 when all are sound."""
    bad = 0
    for title in MAPS:
        for name in names(title):
            data = load(title, name)
            found = faults(data)
            bad += bool(found)
            size = f"{len(data['regions'])} regions, {sum(len(r['borders']) for r in data['regions']) // 2} borders"
            print(f"{title} {name}: " + ("; ".join(found) if found else f"{size}, sound"))
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
