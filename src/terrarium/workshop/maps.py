"""Map files: TOML in, data and problems out, each with its line and a sentence. The drawing tells the borders."""

import json
from copy import deepcopy
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from terrarium import catalog
from terrarium.cartography import outline, plan_of
from terrarium.kernel.contract import NotationError, Title
from terrarium.kernel.handmade import MAP, Problem, canonical, fingerprint, unwrapped
from terrarium.smallworld.core.house_map import MOST_DATA, MapRules, surveyed
from terrarium.smallworld.core.title import FamilyTitle
from terrarium.terramystica.map.board import LETTERS, ROWS
from terrarium.terramystica.map.painted import painted
from terrarium.terramystica.names import TERRAINS
from terrarium.words import Words
from terrarium.workshop.files import heaps, parsed, told_problem
from terrarium.workshop.lines import lines_of


@dataclass
class MapFile:
    """A map file that was read: its data, complete, and what is wrong with it."""

    data: dict[str, Any]
    problems: list[Problem]
    lines: dict[str, int] = field(default_factory=dict)
    """The line of each key."""

    @property
    def ok(self) -> bool:
        return not self.problems

    @property
    def id(self) -> str:
        return str(self.page.get("id", ""))

    @property
    def title(self) -> str:
        return str(self.page.get("title", ""))

    @property
    def players(self) -> int:
        """For how many it is; 0 where any number may play."""
        found = self.page.get("players", 0)
        return found if isinstance(found, int) else 0

    @property
    def beside(self) -> list[str]:
        """Boards of the box that lie beside it."""
        found = self.page.get("beside")
        return found if isinstance(found, list) else []

    @property
    def page(self) -> dict[str, Any]:
        found = self.data.get("map")
        return found if isinstance(found, dict) else {}

    def line_of(self, where: str) -> int:
        """The line that a place stands in: that of the nearest key that is told in a line of its own."""
        parts = where.split(".")
        for end in range(len(parts), 0, -1):
            found = self.lines.get(".".join(parts[:end]))
            if found:
                return found
        return self.lines.get("", 1)

    def told(self, words: Words) -> list[dict[str, object]]:
        """Every problem as people read it: where, in which line, and a sentence."""
        found: list[dict[str, object]] = []
        for problem in sorted(self.problems, key=lambda problem: self.line_of(problem.where)):
            line = self.line_of(problem.where)
            why = told_problem(problem, words)
            sentence = words.say("workshop.at_line", {"line": line, "why": why})
            found.append({"where": problem.where, "line": line, "code": problem.code, "why": why, "sentence": sentence})
        return found

    def name(self, words: Words) -> str:
        """Its name in the reader's language, or in any."""
        names = self.page.get("name")
        if not isinstance(names, dict) or not names:
            return self.id
        return str(names.get(words.language, next(iter(names.values()))))


def read_map(text: str) -> MapFile:
    """The map file with this text, TOML or JSON; whatever is wrong is among its problems."""
    data, problem, line = parsed(text, "map_long", "no_map")
    if problem is not None:
        return broken(problem, line)
    return read_data(data, lines_of(text))


def read_data(data: dict[str, Any], lines: dict[str, int] | None = None) -> MapFile:
    """A map that was parsed already: its borders are read off its drawing, and everything is looked at."""
    file = MapFile(data, [], lines or {})
    file.problems += heaps(file.page, "map")
    title = catalog.titles().get(file.title)
    if title is None or not title.house_maps:
        names = ", ".join(found.id for found in catalog.titles().values() if found.house_maps)
        file.problems.append(Problem("map.title", "word", {"text": file.title[:40], "names": names}))
        return file
    if not isinstance(title, FamilyTitle):
        file.problems += painted(data).problems
    else:
        file.data, faults = completed(data)
        found = surveyed(file.data, title.map_rules).problems
        found = [problem for problem in found if not undrawn(file.data, problem.where)] or found
        # What the drawing cannot show comes first; what follows from a wrong drawing would only confuse.
        file.problems += faults or found
    if file.id in title.maps:
        file.problems.append(Problem("map.id", "map_taken", {"map": file.id}))
    return file


def undrawn(data: dict[str, Any], where: str) -> bool:
    """Does a place speak of a border or edge that nobody wrote? It is read off the drawing, once there is one."""
    page: Any = data
    *path, last = where.split(".")
    for key in path:
        if isinstance(page, list):
            page = page[int(key)] if key.isdigit() and int(key) < len(page) else None
        else:
            page = page.get(key) if isinstance(page, dict) else None
    return last in ("borders", "edge") and isinstance(page, dict) and last not in page


def broken(problem: Problem, line: int = 1) -> MapFile:
    return MapFile({}, [problem], {"": line})


def completed(data: dict[str, Any]) -> tuple[dict[str, Any], list[Problem]]:
    """A region map with its borders and edges as its drawing shows them; what a file says of them must agree."""
    plan = plan_of(data)
    if plan is None:
        return data, []  # the surveyor tells what is wrong with the places
    faults = [
        Problem(f"map.region.{max(a, 0)}.at", code, {"a": a, "b": b} if b >= 0 else {"a": a})
        for code, a, b in plan.faults
    ]
    found = deepcopy(data)
    for number, row in enumerate(found["map"]["region"]):
        row["symbols"], row["natives"] = row.get("symbols", []), row.get("natives", 0)
        for key, drawn in (("borders", plan.borders[number]), ("edge", plan.edge[number])):
            if key in row and row[key] != drawn and not plan.faults:
                faults.append(Problem(f"map.region.{number}.{key}", f"{key}_drawn", {"a": number}))
            row[key] = drawn
    return found, faults[:40]


def rules_of(title: str) -> MapRules:
    """What a region map of a title may hold."""
    found = catalog.title(title)
    assert isinstance(found, FamilyTitle)
    return found.map_rules


def read_map_file(path: Path) -> MapFile:
    """The map file at a place; NotationError where there is none."""
    try:
        return read_map(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError as error:
        raise NotationError("not_text", {"file": str(path)}) from error
    except OSError as error:
        raise NotationError("no_file", {"file": str(path)}) from error


def map_option(file: MapFile) -> tuple[str, str]:
    """How a map travels with a game: the name of its option, and its fingerprint with its data."""
    line = canonical(file.data)
    return MAP + file.id, f"{fingerprint(line)} {line}"


def map_text(file: MapFile) -> str:
    """A map as a file, a region a table; what follows from the drawing is left out."""
    page = file.page
    lines = [f"format = {file.data['format']}", "", "[map]"]
    for key in ("id", "title", "name", "players", "aspect"):
        if key in page:
            lines.append(f"{key} = {toml(page[key])}")
    if page.get("beside"):
        lines.append(f"beside = {toml(page['beside'])}")
    if page.get("open"):
        lines.append(f"open = {toml(page['open'])}")
    if "rows" in page:
        lines += ["rows = [", *[f"  {toml(row)}," for row in page["rows"]], "]"]
    for number, row in enumerate(page.get("region", [])):
        lines += ["", f"[[map.region]] # {number}", f"terrain = {toml(row['terrain'])}"]
        if row.get("symbols"):
            lines.append(f"symbols = {toml(row['symbols'])}")
        if row.get("natives"):
            lines.append(f"natives = {toml(row['natives'])}")
        if "entry" in row:
            lines.append(f"entry = {toml(row['entry'])}")
        lines.append(f"at = {toml(row['at'])}")
    return "\n".join(lines) + "\n"


def toml(value: object) -> str:
    """A value as TOML writes it; what maps hold needs no escapes but JSON's."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {toml(inner)}" for key, inner in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(toml(inner) for inner in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def outline_of(data: dict[str, Any]) -> dict[str, object] | None:
    """The outlines of a region map; None where it cannot be drawn, and for a map of hexes, which needs none. Borders
    that are too short to be sure of can be drawn all the same: whoever sees them can mend them."""
    plan = plan_of(data)
    return outline(plan) if plan is not None and plan.drawable else None


def map_in_option(line: str) -> MapFile:
    """The map in an option that a game was made with."""
    return MapFile(unwrapped(line, "map"), [])


def kind_of(title: Title) -> dict[str, object]:
    """What a map of a title may hold: words for regions, letters and rows for hexes."""
    page: dict[str, object] = {"kind": title.house_maps, "players": list(title.players)}
    if isinstance(title, FamilyTitle):
        rules = title.map_rules
        return {
            **page, "terrains": rules.terrains, "symbols": rules.symbols, "closed": rules.closed,
            "natives": rules.natives, "sign": rules.sign, "islands": rules.islands > 1, "anchored": rules.anchored,
            "cellar": rules.cellar, "letters": "", "rows": [], "boards": list(rules.boards),
            "tables": {str(players): room for players, room in rules.tables.items()},
        }  # fmt: skip
    return {
        **page, "terrains": TERRAINS, "symbols": [], "closed": [], "natives": 0, "sign": "", "islands": False,
        "anchored": False, "cellar": "", "letters": LETTERS, "rows": ROWS, "boards": [], "tables": {},
    }  # fmt: skip


@lru_cache(maxsize=64)
def outline_in(line: str) -> dict[str, object] | None:
    """The outlines of the map in an option; None where its borders are not those of its drawing, for what would be
    shown is not what is played."""
    data = unwrapped(line, "map")
    return outline_of(data) if drawn_as_told(data) else None


def drawn_as_told(data: dict[str, Any]) -> bool:
    """Does the drawing of a map show the borders that its data states? Hexes state none, nor does what is no map."""
    page = data.get("map")
    return not isinstance(page, dict) or "region" not in page or not completed(data)[1]


def drawn_in(line: str) -> bool:
    """The same of the map in an option; NotationError where it is longer than any map, or cannot be read."""
    data = unwrapped(line, "map")
    if len(canonical(data)) > MOST_DATA:
        raise NotationError("map_data", {"where": "", "reason": "map_long"})
    return drawn_as_told(data)
