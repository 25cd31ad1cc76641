"""A faction is one file: nothing else compares with a faction, and its file speaks in words."""

import ast
import re
from pathlib import Path

import pytest

from terrarium.terramystica.factions.all import ALL
from terrarium.terramystica.factions.boards import HOME_OF
from terrarium.terramystica.factions.faction import FACTION_HOOKS
from terrarium.terramystica.names import FACTIONS, TERRAINS
from tests.meta.test_units import FORBIDDEN

SOURCE = Path(__file__).resolve().parent.parent.parent / "src" / "terrarium"
FAMILY = SOURCE / "terramystica"
ROOM = FAMILY / "factions"
FACTION_FILES = [ROOM / f"{name}.py" for name in FACTIONS]
VECTOR = re.compile(r"\bv\[|\.v\b|\bat\(")
ELSEWHERE = [
    path
    for folder in (FAMILY, SOURCE / "search" / "terramystica", SOURCE / "batch")
    for path in sorted(folder.rglob("*.py"))
    if path.parent != ROOM
]


def is_faction(node: ast.expr) -> bool:
    """Does an expression name one faction: by a constant, or by its name as a text?"""
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name.isupper() and name.lower().replace("_", "") in FACTIONS
        case ast.Constant(value=str(text)):
            return text in FACTIONS
        case ast.Call(func=ast.Attribute(attr="index"), args=[name]):
            return is_faction(name)
        case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts):
            return any(is_faction(part) for part in parts)
    return False


def comparisons(text: str) -> list[int]:
    """Lines that compare something with one faction."""
    found: list[int] = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Compare) and any(is_faction(side) for side in [node.left, *node.comparators]):
            found.append(node.lineno)
        elif isinstance(node, ast.MatchValue) and is_faction(node.value):
            found.append(node.value.lineno)
    return found


@pytest.mark.parametrize("path", ELSEWHERE, ids=[str(path.relative_to(SOURCE)) for path in ELSEWHERE])
def test_nothing_else_compares_with_a_faction(path: Path) -> None:
    assert comparisons(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("path", FACTION_FILES, ids=[path.stem for path in FACTION_FILES])
def test_a_faction_file_speaks_in_words(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for what, pattern in {**FORBIDDEN, "the vector of the position": VECTOR}.items():
        found = pattern.search(text)
        assert found is None, f"{what}: line {text[: found.start()].count(chr(10)) + 1}"
    assert len(text.splitlines()) <= 60


def test_every_faction_sits_at_the_place_of_its_name() -> None:
    assert sorted(faction.name for faction in ALL) == sorted(FACTIONS)
    assert [faction.name for faction in FACTION_HOOKS] == FACTIONS
    assert [TERRAINS[HOME_OF[f]] for f in range(len(FACTIONS))] == [faction.home for faction in FACTION_HOOKS]
    for terrain in TERRAINS:
        assert len([faction for faction in ALL if faction.home == terrain]) == 2


@pytest.mark.parametrize(
    "line",
    [
        "found = f == MERMAIDS",
        "found = tables.CHAOS_MAGICIANS != f",
        "found = name in ('giants', 'dwarves')",
        "found = FACTIONS[f] == 'witches'",
        "found = f == FACTIONS.index('engineers')",
    ],
)
def test_a_comparison_would_be_found(line: str) -> None:
    assert comparisons(line) == [1]
    assert comparisons("found = FACTIONS[f] == name or kind == TEMPLE") == []
    assert VECTOR.search("        gain_vp(s, seat, s.v[at(seat) + COINS], 3)")
