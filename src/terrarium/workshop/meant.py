"""What somebody meant who wrote a word that nobody knows."""

from difflib import get_close_matches
from typing import Any

from terrarium.kernel.handmade import Problem
from terrarium.smallworld.core import vocabulary
from terrarium.smallworld.core.opcodes import EFFECTS
from terrarium.workshop.icons import palette

ALIKE = 0.8
"""How much of a word must be right."""
SHORT = 4
"""Letters of a word of which one may be wrong, though that is more than the share above."""
KNOWN: dict[str, list[str]] = {
    "mask": [*vocabulary.MASKS, *vocabulary.MASKS_OF, *vocabulary.TERRAINS],
    "amount": [*vocabulary.NUMBERS, *vocabulary.NUMBERS_OF, *vocabulary.SUMS],
    "palette": palette(),
    "condition": [*vocabulary.CONDITIONS, *vocabulary.CONDITIONS_OF, *vocabulary.COMPARED],
}
TELLS = {"one_kind": [*vocabulary.KINDS], "one_effect": EFFECTS}
"""What a table without anything to tell could tell."""
BESIDE = {"one_kind": ["if", "in_decline"], "one_effect": ["if"]}
"""What it could hold beside that."""


def meant(problem: Problem) -> str:
    """The known word that is nearest to the unknown one; empty where none is near."""
    names = KNOWN.get(problem.code) or str(problem.details.get("names", "")).split(", ")
    text = str(problem.details.get("text", "")).lower()
    found = get_close_matches(text, names, 1, ALIKE) or [name for name in names if slipped(name, text)]
    found = found or [name for name in names if text in name.split("-")]
    return found[0] if found else ""


def slipped(name: str, text: str) -> bool:
    """Are two words the same but for the order of their letters, or for one letter of four or more?"""
    wrong = sum(a != b for a, b in zip(name, text, strict=False))
    return sorted(name) == sorted(text) or (len(name) == len(text) >= SHORT and wrong == 1)


def strays(data: dict[str, Any], problems: list[Problem]) -> list[Problem]:
    """The same problems; where a table tells nothing, because what it tells is misspelt, the misspelt key is named."""
    return [stray(data, problem) or problem for problem in problems]


def stray(data: dict[str, Any], problem: Problem) -> Problem | None:
    tells = TELLS.get(problem.code)
    page = at(data, problem.where) if tells else None
    if tells is None or not isinstance(page, dict) or any(key in tells for key in page):
        return None
    known = [*tells, *BESIDE[problem.code]]
    for key in page:
        if key in known:
            continue
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
