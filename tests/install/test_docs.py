"""The documentation: it builds strictly, fetches nothing from elsewhere, and the made pages tell all there is."""

import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
import typer
from tools.site import tab

from terrarium import catalog
from terrarium.cli.main import app
from terrarium.server.app import create_app
from terrarium.server.ops.settings import Settings
from terrarium.words import LANGUAGES

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole site, built strictly: a warning is an error."""
    folder = tmp_path_factory.mktemp("site")
    game = tmp_path_factory.mktemp("tab")  # as `make tab` leaves it, in small
    (game / "assets").mkdir()
    (game / "assets" / "worker.js").write_text("")
    (game / "index.html").write_text('<script src="assets/worker.js"></script>')
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)], cwd=ROOT,
        env={**os.environ, "TERRARIUM_TAB": str(game)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


class Assets(HTMLParser):
    """Everything a page loads by itself."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        loads = tag in ("script", "img", "source", "iframe") or (tag == "link" and named.get("rel") == "stylesheet")
        if loads:
            self.found.append(named.get("src") or named.get("href") or "")


def test_no_page_loads_anything_from_elsewhere(site: Path) -> None:
    pages = list(site.rglob("*.html"))
    assert len(pages) > 30
    for page in pages:
        assets = Assets()
        assets.feed(page.read_text(encoding="utf-8"))
        assert assets.found
        assert not [address for address in assets.found if re.match(r"(https?:)?//", address)], page


def test_every_request_of_the_server_is_told(site: Path) -> None:
    page = (site / "http-api.html").read_text(encoding="utf-8")
    paths = create_app(Settings(database="sqlite://")).openapi()["paths"]
    for path, ways in paths.items():
        for method in ways:
            assert f"<code>{method.upper()} {path.removeprefix('/api/v1')}</code>" in page


def commands_of(group: Any, before: str = "") -> list[str]:
    """Every command and every command of a group."""
    inside = getattr(group, "commands", {})
    return [name for one, its in inside.items() for name in (before + one, *commands_of(its, f"{before}{one} "))]


def test_every_command_is_told(site: Path) -> None:
    page = (site / "command-line.html").read_text(encoding="utf-8")
    known = commands_of(typer.main.get_command(app))
    assert {"play", "new race", "admin close-table", "workshop check"} <= set(known)
    for name in known:
        assert f"<code>terrarium {name}</code>" in page
    assert "--version" in page


def test_the_reference_holds_the_contract(site: Path) -> None:
    page = (site / "reference" / "library.html").read_text(encoding="utf-8")
    for name in ("State.legal_actions", "State.why_illegal", "Game.new", "Title.variants"):
        assert f'id="terrarium.kernel.contract.{name}"' in page


def test_the_reference_holds_terra_mystica(site: Path) -> None:
    page = (site / "reference" / "terra-mystica.html").read_text(encoding="utf-8")
    for name in ("actions.action.Action.fault", "factions.faction.Faction.on_town", "game.TerraMysticaGame"):
        assert f'id="terrarium.terramystica.{name}"' in page


def test_the_tables_of_what_agents_observe_are_made(site: Path) -> None:
    page = (site / "environments.html").read_text(encoding="utf-8")
    for title in catalog.titles():
        assert f'<h3 id="{title}' in page
    assert "<!-- tables -->" not in page


def test_every_title_has_its_five_minutes_in_every_language(site: Path) -> None:
    for title in catalog.titles():
        for language in LANGUAGES:
            folder = site / "players" if language == "en" else site / "players" / language
            page = (folder / f"{title}.html").read_text(encoding="utf-8")
            assert f'<html lang="{language}"' in page
            assert f"terrarium rules {title}" in page


def test_the_game_is_in_the_documentation_where_it_is_built(site: Path) -> None:
    assert 'src="tab/index.html"' in (site / "play-here.html").read_text(encoding="utf-8")
    assert (site / "tab" / "assets" / "worker.js").is_file()


def test_the_documentation_is_whole_without_the_game(tmp_path: Path) -> None:
    page = tab.page(tmp_path / "missing")
    assert "make tab" in page
    assert "<iframe" not in page
    tab.lay(tmp_path / "missing", tmp_path / "site")
    assert not (tmp_path / "site").exists()


def test_the_readme_leads_somewhere_and_nowhere_twice() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    links = re.findall(r"\]\(([^)#]+)", text)
    assert len(links) == len(set(links))
    assert not [link for link in links if not (ROOT / link).exists()]
    assert len(re.findall(r"!\[", text)) == 1
