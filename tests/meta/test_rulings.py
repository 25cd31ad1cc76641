"""The rulings written down in `docs/` are complete, and each names a test that exists."""

import ast
import re
from pathlib import Path

import pytest

from terrarium import catalog

ROOT = Path(__file__).parents[2]
PAGES = {
    "small-world": "rulings.md",
    "underground": "rulings-underground.md",
    "warcraft": "rulings-warcraft.md",
    "terra-mystica": "rulings-terra-mystica.md",
}


def page(name: str) -> str:
    return (ROOT / "docs" / name).read_text()


def names_of_tests(folder: str) -> set[str]:
    found: set[str] = set()
    for path in (ROOT / "tests" / "rules" / folder).glob("test_*.py"):
        found |= set(re.findall(r"^def (test_\w+)", path.read_text(), re.MULTILINE))
    return found


def checks(test: ast.FunctionDef) -> bool:
    """Whether a test can fail by more than an answer that is refused."""
    return any(
        isinstance(node, ast.Assert) or (isinstance(node, ast.Attribute) and node.attr == "raises")
        for node in ast.walk(test)
    )


def rows(text: str) -> dict[str, str]:
    """The rows of all tables by what stands in their first column."""
    return {line.split("|")[1].strip(" `"): line for line in text.splitlines() if line.startswith("| ")}


@pytest.mark.parametrize("name", PAGES.values())
def test_every_test_a_ruling_names_exists(name: str) -> None:
    known = set().union(*(names_of_tests(part) for part in ("small_world", "underground", "warcraft", "terra_mystica")))
    named = set(re.findall(r"`(test_\w+)`", page(name)))
    assert named - known == set()
    assert named


def test_every_test_a_ruling_names_asserts_something() -> None:
    named = set().union(*(re.findall(r"`(test_\w+)`", page(name)) for name in PAGES.values()))
    idle = {
        node.name
        for path in (ROOT / "tests" / "rules").rglob("test_*.py")
        for node in ast.parse(path.read_text("utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name in named and not checks(node)
    }
    assert idle == set()


def test_no_ruling_of_underground_is_missing() -> None:
    found = rows(page("rulings-underground.md"))
    numbers = [*(f"A{k}" for k in range(1, 42)), *map(str, range(1, 26)), *(f"E{k}" for k in range(1, 9))]
    numbers += [f"M{k}" for k in range(1, 20)]
    assert [number for number in numbers if "`test_" not in found.get(number, "")] == []


def test_no_ruling_of_warcraft_is_without_a_test() -> None:
    text = page("rulings-warcraft.md")
    found = rows(text)
    numbers = [number for number in found if re.fullmatch(r"R\d+", number)]
    assert numbers == [f"R{k}" for k in range(1, len(numbers) + 1)]
    numbers += [f"W{k}" for k in range(1, 26)]
    options = catalog.title("warcraft").options
    assert [row for row in [*numbers, *(option.name for option in options)] if "`test_" not in found.get(row, "")] == []
    assert [option.name for option in options if f"| `{option.name}` | `{option.default}` |" not in text] == []


def test_every_ruling_of_terra_mystica_names_a_test() -> None:
    text = page("rulings-terra-mystica.md")
    part = text[text.index("## Rulings without a switch") : text.index("## Two listings")]
    rulings = part.split("\n- ")[1:]
    assert len(rulings) > 20
    assert [ruling for ruling in rulings if "`test_" not in ruling] == []


@pytest.mark.parametrize("title", PAGES)
def test_every_option_is_written_down(title: str) -> None:
    text = page(PAGES[title])
    for option in catalog.title(title).options:
        if title == "small-world" and option.name == "mixed":
            text += page("rulings-underground.md")
        assert f"`{option.name}`" in text, option.name


def test_no_interaction_or_example_is_without_a_test() -> None:
    classic = names_of_tests("small_world")
    for kind, most in (("interaction_11", 25), ("example", 8)):
        for number in range(1, most + 1):
            assert any(name.startswith(f"test_{kind}_{number}_") for name in classic), (kind, number)
