"""My next turn as a draft while others move: kept through their moves and a reload, named where it no longer holds."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.server.harness import Client
from tests.web.browser import DESKTOP, PHONE, play_until
from tests.web.conftest import OpenPage
from tests.web.test_draft import SIDEWAYS, Drafter


def waiting(
    base: str, person: Drafter, title: str, ask: str, round: int, mover: int | None = 1
) -> tuple[Client, Client, str]:
    """Somebody looks on while the other, the `mover` or whoever comes first, is asked this: that person, the other,
    the game."""
    people = [Client(base, "Ada"), Client(base, "Ben")]
    game: str = people[0].new_game(["me", "open"], title=title)["table"]["id"]
    people[1].post(f"/games/{game}/seats/1/sit")

    def there(place: int, at: dict[str, Any]) -> bool:
        return mover in (place, None) and at["view"]["ask"]["code"] == ask and at["view"]["round"] >= round

    mover = play_until(people, game, there)["view"]["player"]
    person.sit_as(people[1 - mover], game)
    expect(person.page.locator('[data-plan="begin"]:visible')).to_be_enabled()
    return people[1 - mover], people[mover], game


def let_pass(mover: Client, game: str) -> None:
    """Whoever moves ends the turn without another conquest."""
    while (now := mover.view(game))["choices"]:
        texts = [choice["text"] for choice in now["choices"]]
        mover.play(game, "stop" if "stop" in texts else texts[0], seq=now["seq"])


@pytest.mark.parametrize(("size", "lang"), [(DESKTOP, "en"), (PHONE, "zh-Hant"), (SIDEWAYS, "zh-Hans")])
def test_a_turn_is_drafted_while_another_moves(base: str, open_page: OpenPage, size: dict[str, int], lang: str) -> None:
    page = open_page(size=size, lang=lang)
    person = Drafter(page, base, "Ada")
    ada, ben, game = waiting(base, person, "small-world", "conquest", 2)
    seq = ada.view(game)["seq"]
    person.begin()
    person.do("expand")
    person.steps(1)
    person.take(person.sure_region())
    person.steps(2)
    expect(page.locator('[data-plan="leave"]:visible')).to_be_enabled()
    expect(page.locator('[data-plan="keep"]')).to_have_count(0)
    assert person.hidden_overflow() == []
    assert ada.view(game)["seq"] == seq, "nothing is played"
    # Ben goes on; the draft is tried again on the new board, and outlives a reload of the page.
    play_until([ada, ben], game, lambda place, at: at["view"]["ask"]["code"] == "deploy")
    person.wait(lambda s: s["seq"] > seq and not s["pending"])
    person.steps(2)
    page.reload()
    person.wait(lambda s: s["drawn"] and not s["pending"])
    person.steps(2)
    # My turn has come: it can be played.
    play_until([ada, ben], game, lambda place, at: place == 0 and at["view"]["ask"]["code"] == "choice")
    person.steps(2)
    expect(page.locator('[data-plan="keep"]:visible')).to_be_enabled()
    seq = ada.view(game)["seq"]
    person.plan("keep")
    person.over()
    person.wait(lambda s: s["seq"] > seq and not s["pending"])
    assert ada.view(game)["view"]["ask"]["code"] == "conquest"
    assert person.errors == []


@pytest.mark.parametrize(("size", "lang"), [(DESKTOP, "zh-Hant"), (PHONE, "en"), (SIDEWAYS, "zh-Hans")])
def test_a_plan_goes_on_after_a_draw(base: str, open_page: OpenPage, size: dict[str, int], lang: str) -> None:
    """Whoever picks a combo has another one drawn; what is to be conquered with it can be planned all the same."""
    page = open_page(size=size, lang=lang)
    person = Drafter(page, base, "Ben")
    ben, ada, game = waiting(base, person, "small-world", "conquest", 1, mover=None)
    person.begin()
    person.answer(person.wait(lambda s: s["mine"] and (s["sheet"] or bool(s["picks"]))))
    person.steps(1)
    expect(page.locator(".table")).to_have_attribute("data-mine", "false")
    assert person.hidden_overflow() == []
    page.locator('[data-plan="on"]:visible').press("Enter")
    person.wait(lambda s: s["mine"] and bool(s["regions"]))
    expect(page.locator('[data-plan="on"]')).to_have_count(0)
    held = ben.view(game)["view"]["regions"]
    free = [one["id"] for one in person.look()["regions"] if held[one["id"]]["seat"] is None and not one["die"]]
    person.take(free[0])
    person.steps(2)
    assert person.hidden_overflow() == []
    # It outlives a reload, is left with the wish to go on, and goes on.
    page.reload()
    person.wait(lambda s: s["drawn"] and not s["pending"])
    person.steps(2)
    person.plan("leave")
    person.over()
    left = ben.get(f"/games/{game}/private")["plan"]
    assert (len(left["moves"]), left["chance"]) == (2, True)
    let_pass(ada, game)
    told = [row for row in ben.get(f"/games/{game}/events")["rows"] if row.get("planned")]
    assert len(told) == 2
    assert person.errors == []


def test_a_step_that_no_longer_holds_is_named_and_kept_aside(base: str, open_page: OpenPage) -> None:
    page = open_page()
    person = Drafter(page, base, "Ben")
    ben, ada, game = waiting(base, person, "terra-mystica", "main", 1, mover=0)
    person.begin()
    first = ben.post(f"/games/{game}/plan", moves=[], ahead=True)
    card = next(c["text"] for c in first["choices"] if c["verb"] == "pass")
    page.locator('[data-group="pass"]').click()
    page.locator(f'[data-do="{card}"]').click()
    person.sure()
    person.steps(1)
    ada.play(game, card)
    expect(page.locator('.table[data-plan="0"][data-aside="1"]')).to_be_attached()
    expect(page.locator(".bar .hint")).to_contain_text("Move 1 no longer holds")
    # Kept through a reload as well, until something else is tried.
    page.reload()
    expect(page.locator('.table[data-plan="0"][data-aside="1"]')).to_be_attached()
    page.keyboard.press("Escape")
    person.over()
    page.reload()
    expect(page.locator(".table[data-line=open]")).to_be_attached()
    person.over()
    assert person.errors == []


@pytest.mark.parametrize(("size", "lang"), [(DESKTOP, "en"), (PHONE, "zh-Hans")])
def test_a_draft_is_left_as_a_plan_and_played_when_its_turn_comes(
    base: str, open_page: OpenPage, size: dict[str, int], lang: str
) -> None:
    page = open_page(size=size, lang=lang)
    person = Drafter(page, base, "Ada")
    ada, ben, game = waiting(base, person, "small-world", "conquest", 2)
    person.begin()
    person.do("expand")
    person.steps(1)
    person.plan("leave")
    person.over()
    expect(page.locator('[data-plan="withdraw"]:visible')).to_be_enabled()
    # It is still there for a page that is opened anew, and taken up again for changes and for another way.
    page.reload()
    expect(page.locator('[data-plan="withdraw"]:visible')).to_be_enabled()
    person.plan("begin")
    person.steps(1)
    page.locator("[data-undo]").click()
    person.steps(0)
    person.do("decline")
    person.sure()
    person.steps(1)
    assert person.hidden_overflow() == []
    page.locator('[data-plan="else"]:visible').press("Enter")
    person.over()
    assert ada.get(f"/games/{game}/private")["plan"]["otherwise"] == ["decline"]
    person.plan("withdraw")
    expect(page.locator('[data-plan="withdraw"]')).to_have_count(0)
    assert ada.get(f"/games/{game}/private")["plan"] is None
    person.begin()
    person.do("decline")
    person.sure()
    person.steps(1)
    person.plan("leave")
    person.over()
    let_pass(ben, game)
    told = [row for row in ada.get(f"/games/{game}/events")["rows"] if row.get("planned")]
    assert len(told) == 1
    if size == DESKTOP:
        expect(page.locator("[data-planned]").first).to_be_visible()
    expect(page.locator('[data-plan="withdraw"]')).to_have_count(0)
    assert person.errors == []
