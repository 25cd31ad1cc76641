"""Unit files: TOML in, data and problems out; each problem with its line and a sentence."""

import json
import re
import tomllib
import unicodedata
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path
from typing import Any

from terrarium.kernel.contract import NotationError
from terrarium.kernel.handmade import Problem, canonical, fingerprint
from terrarium.smallworld.core.brew import brew
from terrarium.smallworld.core.composed import Composed
from terrarium.smallworld.core.vocabulary import CHECKER_ONLY
from terrarium.words import Words
from terrarium.workshop.icons import palette
from terrarium.workshop.lines import lines_of
from terrarium.workshop.meant import meant, strays

MOST_TEXT = 40_000
"""Characters of a unit file, comments and all."""
MOST_LEVELS = 30
"""Tables within tables of a file; what a unit may nest is far less."""
ENDLESS = re.compile(r"\d{400,}")
"""More digits than any number of a file has; parsers give up on them in words of their own."""
MOST_MARKS = 3
"""Marks on one letter of a name: no script needs more."""


@dataclass
class UnitFile:
    """A unit file that was read: its data, the unit, and what is wrong with it."""

    data: dict[str, object]
    unit: Composed
    problems: list[Problem]
    lines: dict[str, int] = field(default_factory=dict)
    """The line of each key."""

    @property
    def ok(self) -> bool:
        return not self.problems

    @property
    def plays(self) -> bool:
        """Can games be played with it? What only the checker has against it stops none."""
        return all(problem.code in CHECKER_ONLY for problem in self.problems)

    def line_of(self, where: str) -> int:
        """The line that a place stands in: that of the nearest key that is told in a line of its own."""
        parts = where.split(".")
        for end in range(len(parts), 0, -1):
            found = self.lines.get(".".join(parts[:end]))
            if found:
                return found
        return 1

    def told(self, words: Words) -> list[dict[str, object]]:
        """Every problem as people read it: where, in which line, and a sentence."""
        found: list[dict[str, object]] = []
        for problem in sorted(self.problems, key=lambda problem: self.line_of(problem.where)):
            line = self.line_of(problem.where)
            why = told_problem(problem, words)
            sentence = words.say("workshop.at_line", {"line": line, "why": why})
            found.append({"where": problem.where, "line": line, "code": problem.code, "sentence": sentence})
        return found


def told_problem(problem: Problem, words: Words) -> str:
    """What is wrong, and the word that was perhaps meant."""
    why = words.say(f"workshop.problem.{problem.code}", problem.details)
    word = meant(problem)
    return words.say("workshop.meant", {"why": why, "word": word}) if word else why


def read_unit(text: str) -> UnitFile:
    """The unit file with this text, TOML or JSON; whatever is wrong is among its problems."""
    data, problem, line = parsed(text, "long", "no_unit")
    if problem is not None:
        return broken(problem, line)
    unit, problems = brew(data)
    page = data.get("unit")
    if isinstance(page, dict):
        piece = page.get("piece")
        problems += undrawn(page, problems)
        problems += heaps(page, "unit") + (heaps(piece, "unit.piece") if isinstance(piece, dict) else [])
    return UnitFile(data, unit, strays(data, problems), lines_of(text))


def undrawn(page: dict[str, Any], problems: list[Problem]) -> list[Problem]:
    """An icon that no browser can draw, though it is called as icons are."""
    if "icon" not in page or page["icon"] in palette() or "icon" in [problem.code for problem in problems]:
        return []
    return [Problem("unit.icon", "palette", {"text": page["icon"]})]


def heaps(page: dict[str, Any], where: str) -> list[Problem]:
    """Names of a page with too many marks on a letter."""
    found = [(key, tag) for key in ("name", "one") if isinstance(page.get(key), dict) for tag in page[key]]
    return [Problem(f"{where}.{key}.{tag}", "letters", {}) for key, tag in found if heaped(page[key][tag])]


def parsed(text: str, long: str, nothing: str) -> tuple[dict[str, Any], Problem | None, int]:
    """The data of a file, TOML or JSON; or why there is none, and in which line. Two codes differ by what is made."""
    if len(text) > MOST_TEXT:
        return {}, Problem("", long, {"most": MOST_TEXT}), 1
    text = text.removeprefix("\ufeff")  # some editors begin a file with it
    if endless := ENDLESS.search(text):
        return {}, Problem("", "amount", {"text": endless[0][:20]}), line_at(text, endless.start())
    try:
        if text.lstrip().startswith("{"):
            data = json.loads(text, parse_float=finite, parse_constant=finite, object_pairs_hook=once)
        else:
            data = tomllib.loads(text, parse_float=finite)
    except Unfit as error:
        return {}, Problem("", error.code, {"text": error.text[:20]}), line_at(text, text.rfind(error.text))
    except RecursionError:
        return {}, Problem("", "deep", {"most": MOST_LEVELS}), 1
    except ValueError as error:
        return {}, Problem("", "syntax", {"reason": str(error)[:120]}), syntax_line(str(error))
    if not isinstance(data, dict):
        return {}, Problem("", nothing, {}), 1
    if levels(data) > MOST_LEVELS:
        return {}, Problem("", "deep", {"most": MOST_LEVELS}), 1
    data = plain(data)
    if not isinstance(data.get("format"), int) or isinstance(data.get("format"), bool):
        data["format"] = str(data.get("format"))  # true and 1.0 equal 1, but are not how it is written
    return data, None, 1


class Unfit(ValueError):
    """Something that the parsers would take and no file may hold: a code, and how it is written."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(code)
        self.code = code
        self.text = text


def finite(text: str) -> float:
    """A number with a point; Unfit for what is no number, or too large to be one."""
    found = float(text)
    if not isfinite(found):
        raise Unfit("amount", text)
    return found


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A table of JSON; Unfit where a key stands twice, as TOML refuses it too: nobody could tell which one holds."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise Unfit("key_twice", key)
        found[key] = value
    return found


def line_at(text: str, place: int) -> int:
    """The line that a place of a text lies in."""
    return text.count("\n", 0, max(place, 0)) + 1


def plain(data: Any) -> Any:
    """The same in what JSON knows too: TOML's dates and times become text, which belongs nowhere."""
    if isinstance(data, dict):
        return {key: plain(value) for key, value in data.items()}
    if isinstance(data, list):
        return [plain(value) for value in data]
    return data if data is None or isinstance(data, str | int | float) else str(data)


def heaped(name: object) -> bool:
    """Do so many marks stand on one letter that they would run over what is above and below?"""
    run = 0
    for letter in name if isinstance(name, str) else "":
        run = run + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        if run > MOST_MARKS:
            return True
    return False


def levels(data: object) -> int:
    """How deep tables and lists stand in each other. A dotted key nests as deep as it is long, so nothing recurses."""
    depth, row = 0, [data]
    while row:
        depth += 1
        row = [inner for outer in row if isinstance(outer, dict) for inner in outer.values()] + [
            inner for outer in row if isinstance(outer, list) for inner in outer
        ]
    return depth


def broken(problem: Problem, line: int = 1) -> UnitFile:
    return UnitFile({}, Composed(), [problem], {"": line})


def syntax_line(reason: str) -> int:
    """The line that a parser complains of."""
    found = re.search(r"line (\d+)", reason)
    return int(found[1]) if found else 1


def read_file(path: Path) -> UnitFile:
    """The unit file at a place; NotationError where there is none."""
    try:
        return read_unit(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError as error:
        return broken(Problem("", "utf8", {}), error.object.count(b"\n", 0, error.start) + 1)
    except OSError as error:
        raise NotationError("no_file", {"file": str(path)}) from error


def option_of(file: UnitFile) -> tuple[str, str]:
    """How a unit travels with a game: the name of its option, and its fingerprint with its data."""
    line = canonical(file.data)
    return f"unit.{file.unit.name}", f"{fingerprint(line)} {line}"
