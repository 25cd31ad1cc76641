"""What somebody meant who wrote a word that nobody knows."""

from difflib import get_close_matches
from typing import Any

from terrarium.kernel.handmade import Problem
from terrarium.smallworld.core import vocabulary
from terrarium.smallworld.core.opcodes import EFFECTS

ALIKE = 0.8
"""How much of a word must be right."""
KNOWN: dict[str, list[str]] = {
    "mask": [*vocabulary.MASKS, *vocabulary.MASKS_OF, *vocabulary.TERRAINS],
    "amount": [*vocabulary.NUMBERS, *vocabulary.NUMBERS_OF, *vocabulary.SUMS],
    "condition": [*vocabulary.CONDITIONS, *vocabulary.CONDITIONS_OF, *vocabulary.COMPARED],
}
KEYS = {"one_kind": [*vocabulary.KINDS, "if", "in_decline"], "one_effect": [*EFFECTS, "if"]}
"""What a table without anything to tell could hold."""


def meant(problem: Problem) -> str:
    """The known word that is nearest to the unknown one; empty where none is near."""
    names = KNOWN.get(problem.code) or str(problem.details.get("names", "")).split(", ")
    text = str(problem.details.get("text", "")).lower()
    found = get_close_matches(text, names, 1, ALIKE) or [name for name in names if sorted(name) == sorted(text)]
    return found[0] if found else ""


def strays(data: dict[str, Any], problems: list[Problem]) -> list[Problem]:
    """The same problems; where a table tells nothing, because what it tells is misspelt, the misspelt key is named."""
    return [stray(data, problem) or problem for problem in problems]


def stray(data: dict[str, Any], problem: Problem) -> Problem | None:
    known = KEYS.get(problem.code)
    page = at(data, problem.where) if known else None
    if known is None or not isinstance(page, dict) or any(key in known[:-1] for key in page):
        return None
    for key in page:
        found = Problem(f"{problem.where}.{key}", "key", {"text": key[:40], "names": ", ".join(known)})
        if meant(found):
            return found
    return None


def at(data: Any, where: str) -> Any:
    """What stands at a place; None where nothing does."""
    for part in where.split("."):
        if isinstance(data, list) and part.isdecimal() and int(part) < len(data):
            data = data[int(part)]
        else:
            data = data.get(part) if isinstance(data, dict) else None
    return data
