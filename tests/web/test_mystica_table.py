"""The table of Terra Mystica beyond playing: guide, cult tracks, wishes, warnings, motion, pictures, every width."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from terrarium import catalog
from terrarium.server.people.sessions import COOKIE
from terrarium.words import LANGUAGES, Words
from tests.server.harness import Client
from tests.web.browser import DESKTOP, PHONE, ROOT, Person, settle
from tests.web.conftest import OpenPage
from tests.web.mystic import TITLE, Mystic, against_somebody, seated
from tests.web.test_terra_mystica import serious


def test_a_priest_is_sent_by_a_click_on_its_space(open_page: OpenPage, base: str) -> None:
    person = against_somebody(open_page, base, seed=1)
    page = person.page
    for _ in range(12):
        person.to_main()
        if page.locator(".spaces [data-cult]").count():
            break
        person.step()
    space = page.locator(".spaces [data-cult]").first
    sent = space.get_attribute("data-cult") or ""
    had, before = person.purse(), person.look()["seq"]
    space.click()
    person.sure()
    person.wait(lambda s: s["seq"] > before and not s["pending"])
    assert person.purse()["priests"] == had["priests"] - 1
    assert sent.startswith("send ")
    expect(page.locator(f'.log [data-log="{before + 1}"]').first).to_contain_text("sent a priest")


FAVOR_STEPS = {
    "fav1": "fire 3", "fav2": "water 3", "fav3": "earth 3", "fav4": "air 3", "fav5": "fire 2", "fav6": "water 2",
    "fav7": "earth 2", "fav8": "air 2", "fav9": "fire 1", "fav10": "water 1", "fav11": "earth 1", "fav12": "air 1",
}  # fmt: skip
"""Cult and steps of the rulebook's table."""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_tiles_and_cards_say_what_they_do_and_the_rulebook_has_its_tables(
    open_page: OpenPage, base: str, lang: str
) -> None:
    person = seated(open_page, base, 1, 1, "main", lang=lang, size=PHONE if lang == "zh-Hant" else DESKTOP)
    page = person.page
    words = Words(lang, TITLE)
    page.locator('[data-open="supply"]').click()
    for tile, line in FAVOR_STEPS.items():
        text = page.locator(f'.supply [data-tile="{tile}"]').inner_text()
        cult, steps = line.split()
        assert words.say(f"about.{tile}") in text
        assert words.name(cult) in text
        assert steps in text
    for entry in page.locator('.supply [data-tile^="bon"]').all():
        expect(entry).to_contain_text(words.say(f"about.{entry.get_attribute('data-tile')}"))
    assert person.hidden_overflow() == []
    page.keyboard.press("Escape")
    # every card that passing offers
    page.locator('[data-group="pass"]').click()
    offered = page.locator('[data-do^="pass bon"]')
    expect(offered).to_have_count(3)
    for button in offered.all():
        card = (button.get_attribute("data-do") or "").split()[1]
        expect(button).to_contain_text(words.say(f"about.{card}"))
    assert person.hidden_overflow() == []
    page.locator('[data-open="rules"]').click()
    for sheet in catalog.title(TITLE).sheets():
        table = page.locator(f'[data-sheet="{sheet.id}"]')
        expect(table.locator("tbody tr")).to_have_count(14)
        told = sheet.told(words.say)
        assert isinstance(told["columns"], list)
        assert table.locator("thead th").all_inner_texts() == told["columns"]
    assert person.hidden_overflow() == []
    assert not serious(page)
    page.locator('input[type="search"]').fill(words.name("swarmlings"))
    expect(page.locator("[data-sheet]")).to_have_count(3)
    page.locator('input[type="search"]').fill("zzz")
    expect(page.locator("[data-sheet]")).to_have_count(0)


def test_a_pause_and_a_move_taken_back_are_asked_for(open_page: OpenPage, base: str) -> None:
    person = seated(open_page, base, 1, 1, "main")
    page = person.page
    page.locator("[data-ask=pause]").click()
    person.wait(lambda s: s["status"] == "paused")
    page.locator(".banner .btn").click()
    person.wait(lambda s: s["status"] == "live")
    person.to_main()
    person.step()
    person.to_main()
    expect(page.locator(".log").get_by_text("took a move back")).to_have_count(0)
    page.locator("[data-ask=takeback]").click()
    page.locator(".log").get_by_text("took a move back").first.wait_for()
    assert person.errors == []


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desk", "phone"])
def test_against_bots_a_move_is_taken_back_by_a_button(open_page: OpenPage, base: str, size: dict[str, int]) -> None:
    person = seated(open_page, base, 1, 1, "main", size=size, lang="zh-Hant")
    page = person.page
    settle(page)
    before = person.look()
    person.step()
    person.wait(lambda s: s["mine"] and not s["pending"])
    undo = page.locator("[data-undo]")
    expect(undo).to_be_in_viewport(ratio=1)
    undo.click()
    after = person.wait(lambda s: sorted(s["hexes"]) == sorted(before["hexes"]) and not s["pending"])
    assert after["mine"]
    assert after["ask"] == "main"
    expect(page.locator(".refusal")).to_have_count(0)
    assert person.errors == []


def test_wasteful_moves_are_warned_of_until_that_is_switched_off(open_page: OpenPage, base: str) -> None:
    person = seated(open_page, base, 1, 1, "main")
    page = person.page
    wasteful = page.locator(".tray [data-do]:has(.warned)")
    for _ in range(20):
        person.to_main()
        for group in sorted({*person.look()["groups"]} - {"land", "upgrade", "bridge", "connect"}):
            page.locator(f"[data-group={group}]").click()
            settle(page)
            if wasteful.count():
                break
        if wasteful.count():
            break
        page.keyboard.press("Escape")
        person.step()
    before = person.look()["seq"]
    wasteful.first.click()
    page.wait_for_selector("[data-warned]")
    assert person.look()["seq"] == before, "nothing is played before the answer"
    page.locator("dialog input[type=checkbox]").check()
    page.locator("[data-warned]").click()
    person.wait(lambda s: s["seq"] > before and not s["pending"])
    for _ in range(6):
        person.to_main()
        expect(page.locator("[data-do] .warned")).to_have_count(0)
        seen = person.look()
        person.answer(seen)
        assert not person.look()["warned"]
        person.wait(lambda s, before=seen["seq"]: s["seq"] > before and not s["pending"])  # type: ignore[misc]


@pytest.mark.parametrize("lang", ["en", "zh-Hant", "zh-Hans"])
def test_the_chronicle_says_why_a_bot_moved(open_page: OpenPage, base: str, lang: str) -> None:
    """The first thing that a bot's decision brought carries its reason, in the words of this title."""
    page = seated(open_page, base, 1, 1, "main", lang=lang).page
    page.locator(".log [data-why]").first.click()
    page.wait_for_selector("[data-coach=why] [data-coach-move]")
    told = page.locator("[data-coach=why]").inner_text()
    assert told.strip()
    assert "choice." not in told
    assert "bots." not in told
    expect(page.locator("dialog")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator("[data-coach]")).to_have_count(0)


def landings(page: Page) -> Any:
    page.add_init_script(
        "window.landed = 0; new MutationObserver(() => { if (document.querySelector('.landing')) window.landed += 1 })"
        ".observe(document, {subtree: true, attributes: true, childList: true})"
    )
    return lambda: page.evaluate("window.landed")


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_pieces_land_unless_motion_is_reduced(open_page: OpenPage, base: str, motion: str) -> None:
    page = open_page()
    page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
    landed = landings(page)
    person = Mystic(page, base, seed=7)
    person.new_mystic_game()
    person.to_main()
    assert (landed() > 0) == (motion == "no-preference")
    if motion == "no-preference":
        # A click anywhere ends what is still moving.
        page.locator("h1").click()
        expect(page.locator(".landing")).to_have_count(0)
    assert person.errors == []


@pytest.fixture(scope="module")
def finished(base: str) -> tuple[Client, str]:
    """A recorded game of five, so that the pages are the same each time."""
    client = Client(base, "Mara")
    record = (ROOT / "tests" / "fixtures" / TITLE / "5p-03.txt").read_text(encoding="utf-8")
    return client, client.post("/games/import", 201, record=record)["table"]["id"]


def test_the_picture_of_a_finished_game(open_page: OpenPage, base: str, finished: tuple[Client, str]) -> None:
    page = open_page()
    page.context.add_cookies([{"name": COOKIE, "value": finished[0].token, "url": base}])
    page.goto(f"{base}/g/{finished[1]}/review")
    page.wait_for_selector("tr.sum")
    with page.expect_download() as waiting:
        page.locator("[data-do=share]").click()
    data = waiting.value.path().read_bytes()
    assert data.startswith(b"\x89PNG")
    assert int.from_bytes(data[16:20], "big") == 1200
    assert len(data) > 60_000, "a map with stones and buildings, not an empty sheet"


@pytest.mark.parametrize("width", [721, 900, 1024, 1180])
def test_five_players_fit_at_every_width(
    open_page: OpenPage, base: str, finished: tuple[Client, str], width: int
) -> None:
    page = open_page(size={"width": width, "height": 900}, theme="dark" if width == 900 else "light")
    page.context.add_cookies([{"name": COOKIE, "value": finished[0].token, "url": base}])
    for address in (f"/g/{finished[1]}?at=150", f"/g/{finished[1]}/review"):
        page.goto(base + address)
        page.wait_for_selector(".seats" if "at=" in address else "tr.sum")
        assert Person(page, base).hidden_overflow() == []
        expect(page.locator(".seats tbody tr, .rank")).to_have_count(5)
        assert serious(page) == [], address


NEIGHBOURS = ("faction witches", "faction mermaids", "build a3", "build a4", "upgrade a3")
"""Two peoples side by side from the start: whatever one of them improves there brings the other power."""
LATER = ("upgrade a4",)
"""Beside a dwelling an offer is free; beside what is larger it costs points."""


def side_by_side(base: str, order: dict[str, Any]) -> tuple[Client, str, list[int]]:
    """Mara, whose order stands, beside Nils; her game, and what the offers cost she was asked about all the same."""
    people = [Client(base, "Mara"), Client(base, "Nils")]
    game = people[0].new_game(["me", "open"], title=TITLE)["table"]["id"]
    people[1].post(f"/games/{game}/seats/1/sit")
    people[0].call("PUT", f"/games/{game}/orders", orders=[order])
    asked = []
    for number in range(50):
        seat = people[0].view(game)["view"]["player"]
        at = people[seat].view(game)
        texts = [choice["text"] for choice in at["choices"]]
        wishes = NEIGHBOURS if at["view"]["round"] < 2 else NEIGHBOURS + LATER
        wished = [text for text in texts if text.startswith(wishes)]
        if at["view"]["ask"]["code"] == "leech":
            wished = ["leech decline"]
            asked += [at["view"]["ask"]["vp"]] if seat == 0 else []
        people[seat].play(game, (wished or texts)[0], id=f"m{number}")
    return people[0], game, asked


@pytest.mark.parametrize(
    ("order", "told", "never"),
    [
        ({"ask": "leech", "play": "leech take"}, "leech", "turn_down"),
        ({"ask": "leech", "play": "leech decline"}, "turn_down", "leech"),
        ({"ask": "leech", "play": "leech take", "facts": {"vp": {"max": 0}}}, "leech", ""),
    ],
)
def test_standing_orders_answer_offers_of_power(base: str, order: dict[str, Any], told: str, never: str) -> None:
    """As the settings write them: everything is answered for the seat, or only what costs no points."""
    client, game, asked = side_by_side(base, order)
    rows = client.get(f"/games/{game}/events?after=0&lang=en")["rows"]
    seen = {event["code"] for row in rows for event in row["events"] if event["seat"] == 0}
    assert told in seen
    assert never not in seen
    if "facts" in order:
        assert asked, "what costs points is asked"
        assert min(asked) > 0, "what is free is never asked"
    else:
        assert not asked, "nothing is asked"
