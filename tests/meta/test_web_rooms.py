"""The browser client in rooms: what may import what, no circles, no title by name, and files that can be read at one
sitting."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from terrarium.titles import records

SOURCES = Path(__file__).resolve().parents[2] / "web" / "src"
MADE = "generated"
# A room may import what stands after it; the two families never each other.
BELOW = {
    "tab": {"app", "lib"},
    "app": {"regions", "hexes", "table", "parts", "lib"},
    "regions": {"table", "parts", "lib"},
    "hexes": {"table", "parts", "lib"},
    "table": {"parts", "lib"},
    "parts": {"lib"},
    "lib": set[str](),
}
IMPORT = re.compile(r"""(?:\bfrom|\bimport)\s*\(?\s*['"](\.{1,2}/[^'"]+)['"]""")
LONGEST_LINE = 120
LONGEST_COMPONENT = 250


def files() -> list[Path]:
    """Every source file but what is made before a build."""
    found = [path for path in SOURCES.rglob("*") if path.suffix in (".ts", ".svelte", ".css")]
    return sorted(path for path in found if MADE not in path.relative_to(SOURCES).parts)


def target(path: Path, named: str) -> Path:
    """The file that an import names."""
    place = Path(os.path.normpath(path.parent / named))
    for end in ("", ".ts", ".svelte"):
        if (found := place.with_name(place.name + end)).is_file():
            return found
    return place


def imports(path: Path) -> Iterator[Path]:
    """What a file imports from this client, also types and what it loads later."""
    for named in IMPORT.findall(path.read_text(encoding="utf-8")):
        found = target(path, named)
        if found.is_relative_to(SOURCES) and MADE not in found.relative_to(SOURCES).parts:
            yield found


def room(path: Path) -> str:
    parts = path.relative_to(SOURCES).parts
    return parts[0] if len(parts) > 1 else ""


def test_rooms_import_one_way() -> None:
    assert {room(path) for path in files()} == {"", *BELOW}
    wrong = [
        f"{path.relative_to(SOURCES)} imports {found.relative_to(SOURCES)}"
        for path in files()
        if room(path)
        for found in imports(path)
        if room(found) != room(path) and room(found) not in BELOW[room(path)]
    ]
    assert not wrong, "\n".join(wrong)


def test_every_import_names_a_file() -> None:
    missing = [
        f"{path.relative_to(SOURCES)}: {found}" for path in files() for found in imports(path) if not found.is_file()
    ]
    assert not missing, "\n".join(missing)


def test_no_files_import_each_other_in_a_circle() -> None:
    graph = {path: list(imports(path)) for path in files()}
    done: set[Path] = set()

    def visit(path: Path, way: list[Path]) -> None:
        if path in way:
            circle = [*way[way.index(path) :], path]
            pytest.fail(" -> ".join(str(step.relative_to(SOURCES)) for step in circle))
        if path not in done:
            for found in graph.get(path, []):
                visit(found, [*way, path])
            done.add(path)

    for path in graph:
        visit(path, [])


def test_lib_holds_no_component() -> None:
    assert not list((SOURCES / "lib").rglob("*.svelte"))


def around() -> list[Path]:
    """What builds and checks the client: its scripts and settings."""
    web = SOURCES.parent
    return sorted([*web.glob("*.[jt]s"), *(web / "scripts").glob("*.*js"), *(web / "scripts").glob("*.ts")])


@pytest.mark.parametrize("path", [*files(), *around()], ids=lambda path: str(path.relative_to(SOURCES.parent)))
def test_files_are_short(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    long = [f"{n}: {len(line)} characters" for n, line in enumerate(lines, 1) if len(line) > LONGEST_LINE]
    assert not long, "\n".join(long)
    if path.suffix == ".svelte":
        assert len(lines) <= LONGEST_COMPONENT, f"{len(lines)} lines: cut it by subject"


def test_titles_are_known_by_their_records_alone() -> None:
    """A title's name stands in its own look folder and nowhere else; everything else reads the records."""
    looks = SOURCES / "regions" / "look"
    named = re.compile("|".join(rf"(?<![\w-]){re.escape(title)}(?![\w-])" for title in records()))
    sources = [path for path in files() if path.suffix != ".css" and not path.name.endswith(".test.ts")]
    shared = [path for path in sources if path.parent == looks or not path.is_relative_to(looks)]
    read = {path.relative_to(SOURCES.parent): path.read_text(encoding="utf-8") for path in [*shared, *around()]}
    found = [str(path) for path, text in read.items() if named.search(text)]
    assert not found, f"read src/terrarium/titles/*.toml (lib/titles.ts) instead: {found}"
    assert {path.name for path in looks.iterdir() if path.is_dir()} <= set(records())
