"""Every page in every language and width: nothing overflows, axe finds nothing serious, the shell opens offline."""

import json
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Page, expect

from terrarium.words import Words
from tests.server.harness import Client, wait_for
from tests.web.browser import PHONE, ROOT, Person, kept_from_installing, settle
from tests.web.conftest import OpenPage

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
WIDTHS = [1440, 1024, 390]
LANGUAGES = ["en", "zh-Hant", "zh-Hans"]


@pytest.fixture(scope="module")
def finished(base: str) -> str:
    """A game between bots that is over."""
    client = Client(base)
    game: str = client.new_game(["greedy", "greedy", "random"], title="small-world")["table"]["id"]
    client.ended(game)
    # Statistics are written beside the game: a page that comes too early shows none, and does not ask again.
    wait_for(lambda: client.get("/titles/small-world/statistics")["figures"])
    return game


@pytest.fixture(scope="module")
def addresses(base: str, finished: str) -> list[str]:
    return [
        base,
        f"{base}/g/{finished}",
        f"{base}/g/{finished}/review",
        f"{base}/rules/small-world",
        f"{base}/statistics/small-world",
        f"{base}/ratings/small-world",
        f"{base}/account",
        f"{base}/credits",
        f"{base}/accessibility",
        f"{base}/workshop",
        f"{base}/workshop/map",
    ]


def ready(page: Page, address: str) -> None:
    page.goto(address)
    page.wait_for_selector("h1")
    page.wait_for_load_state("networkidle")
    if address.endswith("/review"):
        page.wait_for_selector(".analysis[data-ready=true]")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_text_overflows_in(lang: str, open_page: OpenPage, base: str, addresses: list[str]) -> None:
    page = open_page(lang=lang)
    person = Person(page, base)
    found: dict[str, list[str]] = {}
    for address in addresses:
        ready(page, address)
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 844 if width == 390 else 900})
            found[f"{address} {width}"] = person.hidden_overflow()
    page.goto(base)
    page.locator('[data-title="small-world"]').click()
    found["new game"] = person.hidden_overflow()
    assert not any(found.values()), told(found)
    assert person.errors == []


def told(found: dict[str, list[str]]) -> str:
    return "\n".join(f"{key}: {text}" for key, bad in found.items() for text in bad)


def serious(page: Page) -> list[str]:
    """What axe calls serious or critical."""
    settle(page)
    result: dict[str, Any] = page.evaluate("async () => await axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{found['id']}: {node['target']} {node.get('failureSummary', '')[:160]}"
        for found in result["violations"]
        if found["impact"] in ("serious", "critical")
        for node in found["nodes"][:3]
    ]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious(theme: str, open_page: OpenPage, base: str, addresses: list[str]) -> None:
    if not AXE.is_file():
        pytest.skip("axe-core is not installed: run `npm ci` in web/")
    page = open_page(theme=theme)
    source = AXE.read_text(encoding="utf-8")
    found: dict[str, list[str]] = {}
    for address in addresses:
        ready(page, address)
        page.evaluate(source)
        found[address] = serious(page)
    person = Person(page, base)
    person.new_game(3)
    person.wait(lambda seen: seen["mine"])
    for name in ("picking", "conquering"):
        page.evaluate(source)
        found[name] = serious(page)
        person.step()
    page.get_by_role("button", name="Rules").click()
    page.wait_for_selector("dialog li")
    page.evaluate(source)
    found["rules"] = serious(page)
    assert not any(found.values()), told(found)


@pytest.fixture
def phone(open_page: OpenPage) -> Page:
    return open_page(size=PHONE, worker=True)


def test_the_shell_opens_without_a_network(phone: Page, base: str) -> None:
    phone.goto(base)
    phone.wait_for_selector("[data-title]")
    phone.evaluate("navigator.serviceWorker.ready.then(() => true)")
    phone.reload()
    phone.wait_for_selector("[data-title]")
    phone.wait_for_load_state("networkidle")
    phone.context.set_offline(True)
    phone.reload()
    expect(phone.locator(".away")).to_contain_text("offline")
    phone.context.set_offline(False)
    phone.wait_for_selector("[data-title]")


def test_the_client_can_be_installed(base: str) -> None:
    client = Client(base)
    manifest = json.loads(client.http.get(base + "/manifest.webmanifest").text)
    assert {icon["sizes"] for icon in manifest["icons"]} >= {"192x192", "512x512"}
    for icon in manifest["icons"]:
        assert client.http.get(urljoin(base, icon["src"])).status_code == 200


def test_the_browser_would_install_the_client(phone: Page, base: str) -> None:
    phone.goto(base + "/api/v1/titles")
    assert "no-manifest" in kept_from_installing(phone)
    phone.goto(base)
    phone.wait_for_selector("[data-title]")
    assert kept_from_installing(phone) == set()


def test_a_replay_runs_from_the_first_moment_to_the_last(phone: Page, base: str, finished: str) -> None:
    phone.set_viewport_size({"width": 1440, "height": 900})
    phone.goto(f"{base}/g/{finished}")
    phone.get_by_role("button", name="Replay").click()
    slider = phone.get_by_role("slider")
    slider.focus()
    expect(phone.locator(".replay .count")).to_contain_text("1/")
    phone.keyboard.press("End")
    last = slider.get_attribute("max")
    assert last is not None
    expect(phone.locator(".replay .count")).to_have_text(f"{int(last) + 1}/{int(last) + 1}")
    expect(phone.locator(".player")).to_have_count(3)


def test_words_and_pages_name_nothing_of_the_machine() -> None:
    """The lock file names no registry and the bundle no path of the machine that built it."""
    lock = (ROOT / "web" / "package-lock.json").read_text(encoding="utf-8")
    assert '"resolved"' not in lock
    assets = ROOT / "src" / "terrarium" / "web_dist" / "assets"
    for path in assets.glob("*.js"):
        assert str(Path(ROOT)) not in path.read_text(encoding="utf-8"), path.name


def test_statistics_of_what_was_played(open_page: OpenPage, base: str, finished: str) -> None:
    """Seats, races and powers of the finished game, by number of players; a guest has no games of their own there."""
    page = open_page(lang="zh-Hant")
    page.goto(f"{base}/statistics/small-world")
    expect(page.locator("table[data-kind=seat] tbody tr").first).to_be_visible()
    expect(page.locator("table[data-kind=race] tbody tr").nth(2)).to_be_attached()
    expect(page.locator("table[data-kind=power] tbody tr").nth(2)).to_be_attached()
    page.locator("[data-field=players]").select_option("3")
    expect(page.locator("table[data-kind=seat] tbody tr")).to_have_count(3)
    page.locator("[data-field=players]").select_option("5")
    expect(page.locator("[data-empty]")).to_be_visible()


def test_guests_go_by_the_names_of_creatures_in_the_readers_language(base: str, open_page: OpenPage) -> None:
    folder = ROOT / "src" / "terrarium" / "words"
    words = {lang: json.loads((folder / lang / "table.json").read_text(encoding="utf-8")) for lang in ("en", "zh-Hant")}
    page = open_page(lang="en")
    page.goto(base)
    name = page.locator(".who").first
    expect(name).not_to_be_empty()
    creature = f"creature.{name.inner_text().lower()}"
    assert words["en"][creature] == name.inner_text()
    page.evaluate("localStorage.setItem('terrarium.lang', 'zh-Hant')")
    page.reload()
    expect(page.locator(".who").first).to_have_text(words["zh-Hant"][creature])


CHAPTERS = {
    "small-world": ["setup", "start", "pick", "conquest"],
    "underground": ["setup", "start", "pick", "conquest"],
    "warcraft": ["setup", "start", "pick", "conquest"],
    "terra-mystica": ["setup", "rounds", "spades", "tracks"],
}


@pytest.mark.parametrize("title", CHAPTERS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_rulebook_opens_with_how_to_play(base: str, open_page: OpenPage, title: str, lang: str) -> None:
    page = open_page(lang=lang)
    page.goto(f"{base}/rules/{title}")
    page.wait_for_selector("[data-rule]")
    words = Words(lang, title)
    expect(page.locator("[data-howto]")).to_contain_text(words.say(f"howto.{title}"))
    heads = page.locator("main h3").all_inner_texts()
    assert heads[0] == words.say("howto")
    assert heads[1:5] == [words.say(f"chapter.{name}") for name in CHAPTERS[title]]
    assert heads[-1] == words.say("chapter.components")
    page.locator('input[type="search"]').fill("2")
    expect(page.locator("[data-howto]")).to_have_count(0)
