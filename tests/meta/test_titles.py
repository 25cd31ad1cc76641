"""One record a title (`titles/<id>.toml`): nothing else of the package names a title, but for the title's own rules."""

import ast
from pathlib import Path

import pytest

from terrarium.titles import records

SOURCE = Path(__file__).resolve().parents[2] / "src" / "terrarium"
FITTED = {
    "search/chances.py": "how far what is expected may be from what comes, for each title and number of players",
    "search/smallworld/digest.py": "the place of each title among the inputs of the network that was trained",
    "search/smallworld/units.py": "what units are worth that were fitted apart",
    "search/smallworld/worth.py": "weights of titles that play differently",
}
"""Modules of the search with numbers that were fitted title by title: rules and search read no file."""
SEARCHED = {"search/terramystica/learned.py", "search/terramystica/mind.py"}
"""What a family of one title knows of it: which of the fitted spreads are its own."""


def owners(place: str) -> set[str]:
    """The titles whose rules a module belongs to: it lies in their package, or makes them."""
    found = set()
    for record in records().values():
        package, maker = (
            name.removeprefix("terrarium.").replace(".", "/") for name in (record.package, record.maker.split(":")[0])
        )
        if place.startswith(package + "/") or place == f"{maker}.py":
            found.add(record.id)
    return found


def texts_of(tree: ast.Module) -> list[ast.Constant]:
    """Every text of a module that is not there for readers alone."""
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    return [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told
    ]


def named_in(text: str) -> list[str]:
    """The titles that the texts of a module name, with the line of each: `warcraft`, `warcraft/3`, but no sentence."""
    return [
        f"{node.lineno}: {node.value!s}"
        for node in texts_of(ast.parse(text))
        if str(node.value).split("/")[0] in records()
    ]


def modules() -> list[Path]:
    return sorted(SOURCE.rglob("*.py"))


@pytest.mark.parametrize("path", modules(), ids=lambda path: path.relative_to(SOURCE).as_posix())
def test_a_module_names_no_title_but_its_own(path: Path) -> None:
    place = path.relative_to(SOURCE).as_posix()
    found = named_in(path.read_text(encoding="utf-8"))
    if place in {*FITTED, *SEARCHED}:
        assert found, f"{place} names no title any more: take it from the list"
        return
    strange = [name for name in found if name.split(": ")[1].split("/")[0] not in owners(place)]
    assert not strange, f"{place} names titles: let it read titles/<id>.toml ({strange})"


def test_a_name_would_be_found() -> None:
    assert named_in('SLOW = {"terra-mystica": 3}\n"small-world"\nx = "warcraft/3", "small worlds"\n') == [
        "1: terra-mystica",
        "3: warcraft/3",
    ]
    assert named_in('def f():\n    """warcraft"""\n') == []


def test_the_guide_tells_what_is_left() -> None:
    guide = (SOURCE.parents[1] / "CONTRIBUTING.md").read_text(encoding="utf-8")
    for place in FITTED:
        assert Path(place).name in guide, place
