"""What the pages about the architecture name is there, and every module has its place in them."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "terrarium"
PAGES = [*sorted((ROOT / "docs").glob("*.md")), ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
SPAN = re.compile(r"`([^`\n]+)`")
FILE = re.compile(r"[\w-][\w.-]*(?:/[\w.-]+)*\.(?:py|ts|mjs|svelte|css|toml|json|md|yaml|yml)")
ELSEWHERE = {"map.json", "unit.json"}
NO_MODULE = {"__init__", "__main__"}


def kept() -> set[str]:
    """Every file of the checkout that somebody wrote, below its root."""
    made = {"node_modules", "generated", "web_dist", "__pycache__", "build", "dist", "site", "out", "data"}
    folders = [ROOT / name for name in ("src", "tests", "tools", "web", "docs", "deploy", "examples", ".github", ".ci")]
    found = {path.name for path in ROOT.iterdir() if path.is_file()}
    for folder in folders:
        for path in folder.rglob("*") if folder.is_dir() else ():
            parts = path.relative_to(ROOT).parts
            if path.is_file() and not made & set(parts):
                found.add("/".join(parts))
    return found


KEPT = kept()


def is_there(named: str) -> bool:
    return any(path == named or path.endswith("/" + named) for path in KEPT)


def modules(folder: Path) -> set[str]:
    return {path.stem for path in folder.glob("*.py")} - NO_MODULE


def rows(page: str, heading: str) -> list[list[str]]:
    """The cells of the tables of one chapter, without the heads."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    chapter = text.split(f"\n{heading}\n", 1)[1].split("\n## ", 1)[0]
    lines = [line for line in chapter.splitlines() if line.startswith("| ") and not set(line) <= set("|-: ")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


@pytest.mark.parametrize("page", PAGES, ids=[page.name for page in PAGES])
def test_a_file_that_is_named_is_there(page: Path) -> None:
    spans = SPAN.findall(page.read_text(encoding="utf-8"))
    named = {found for span in spans if (found := span.split("::")[0]) and FILE.fullmatch(found)}
    assert sorted(found for found in named - ELSEWHERE if not is_there(found)) == []


@pytest.mark.parametrize("room", ["store", "room", "people", "bots", "wire", "api", "ops"])
def test_the_rooms_of_the_server_hold_what_the_page_says(room: str) -> None:
    told = {cells[0]: cells[2] for cells in rows("architecture-server.md", "## The rooms of the house")}
    named = {name for name in SPAN.findall(told[f"`{room}/`"]) if not name.endswith("/")}
    assert named == modules(SOURCE / "server" / room)


def test_every_module_of_the_small_world_core_is_told() -> None:
    core = SOURCE / "smallworld" / "core"
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    named = {name.removeprefix("core/").removesuffix(".py") for name in SPAN.findall(text)}
    assert sorted(modules(core) - named) == []
    (phases,) = (cells[1] for cells in rows("architecture.md", "## The Small World core") if cells[0] == "`phases/`")
    assert set(re.findall(r"\w+", phases.split(":")[0])) == modules(core / "phases")


def test_the_rooms_of_terra_mystica_hold_what_the_page_says() -> None:
    home = SOURCE / "terramystica"
    for place, what in rows("architecture.md", "## Terra Mystica")[1:]:
        for name in SPAN.findall(place):
            if not name.endswith("/"):
                assert (home / name).is_file(), name
                continue
            room = home / name
            for module in SPAN.findall(what):
                assert (room / f"{module}.py").is_file(), f"{name}{module}"
    told = " ".join(SPAN.findall(" ".join(cells[0] for cells in rows("architecture.md", "## Terra Mystica"))))
    text = (ROOT / "docs" / "architecture-terra-mystica.md").read_text(encoding="utf-8")
    assert sorted(name for name in modules(home) if name not in told and f"`{name}" not in text) == []
