"""Screens of what people make: the workshop, its gallery of units and of maps, the map editor, studies, puzzles."""

import json

from playwright.sync_api import Page
from tests.server.harness import Client
from tests.server.test_accounts import SECRET
from tests.server.test_bringing import a_way_in
from tests.support.random_maps import shuffled_once
from tools.screens.mystica import Prepare, click

from terrarium.workshop.maps import map_text

TITLES = ("small-world", "underground", "warcraft", "terra-mystica")
UNITS = ("tidal", "tortoises", "beavers")


def made(person: Client) -> dict[str, str]:
    """Units and maps in the gallery, published by somebody with an account, and a study of each kind of board."""
    maker = Client(person.base, "Juniper")
    maker.post("/account", name="Juniper", password=SECRET)
    found: dict[str, str] = {}
    for example in maker.get("/workshop")["examples"]:
        if example["id"] in UNITS:
            text = json.dumps(example["data"])
            unit = maker.post("/workshop/units", 201, title="small-world", text=text)["id"]
            published(maker, f"/workshop/units/{unit}/publish")
            found["unit"] = unit
    for players, title in enumerate(TITLES, 2):
        chart = maker.post("/workshop/atlas", 201, text=map_text(shuffled_once(title, min(players, 5), 4)))["id"]
        published(maker, f"/workshop/atlas/{chart}/publish")
        found[f"map {title}"] = chart
    for title in ("warcraft", "terra-mystica"):
        study = person.post("/studies", 201, text=a_way_in(title, 60), name="What if?")["id"]
        found[f"study {title}"] = study
    found["puzzle"] = person.get("/puzzles")["puzzles"][0]["id"]
    return found


def published(maker: Client, path: str) -> None:
    """Its check is told line by line."""
    answer = maker.http.post(path, json={})
    assert answer.status_code == 200, answer.text


def edited(title: str) -> Prepare:
    """The map editor with a map of this title, and one of its regions chosen."""

    def prepare(page: Page) -> None:
        page.wait_for_selector("section[data-ok=true]")
        if title != "small-world":
            page.locator("select[data-title]").select_option(title)
        page.wait_for_selector(f"section[data-ok=true][data-of={title}]")
        if title != "terra-mystica":
            page.locator('[data-sheet] [data-region="3"]').dispatch_event("click")
            page.wait_for_selector("[data-chosen]")

    return prepare


def measured(page: Page) -> None:
    """A unit in the lab, with what it found."""
    page.locator("[data-drafts]").select_option("example beavers")
    page.locator("[data-measure]").click()
    page.wait_for_selector("[data-verdict]")
    page.locator("[data-verdict]").scroll_into_view_if_needed()


def written(page: Page) -> None:
    """A unit with sentences."""
    page.locator("[data-drafts]").select_option("example beavers")
    page.wait_for_selector("[data-card][data-ok=true]")
    page.locator('[data-sentence="0"]').scroll_into_view_if_needed()


def pictured(page: Page) -> None:
    page.wait_for_selector("[data-sketch], [data-whole] canvas")


def listed(page: Page) -> None:
    """What a phone has in its log."""
    click(page, '[data-open="log"]')


def screens(found: dict[str, str]) -> list[tuple[str, str, Prepare | None]]:
    """Name, address, and what is done before the picture."""
    return [
        ("workshop", "/workshop", None),
        ("workshop-sentences", "/workshop", written),
        ("lab", "/workshop", measured),
        ("gallery", "/workshop/gallery", None),
        ("unit", f"/workshop/u/{found['unit']}", None),
        ("atlas", "/workshop/atlas", pictured),
        *((f"chart-{title}", f"/workshop/m/{found[f'map {title}']}", pictured) for title in TITLES),
        *((f"map-editor-{title}", "/workshop/map", edited(title)) for title in TITLES),
        ("studies", "/study", None),
        *((f"study-{title}", f"/study/{found[f'study {title}']}", listed) for title in TITLES[2:]),
        *((f"embed-{title}", f"/embed/{found[f'study {title}']}", None) for title in TITLES[2:]),
        ("puzzles", "/puzzles", None),
        ("puzzle", f"/puzzles/{found['puzzle']}", None),
    ]
