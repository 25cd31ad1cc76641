"""What a hand does on the map: tokens dragged from region to region, two fingers that zoom."""

import re
from typing import Any

import pytest
from playwright.sync_api import CDPSession, expect

from tests.server.harness import Client
from tests.web.browser import DESKTOP, PHONE, Person, play_until, until
from tests.web.conftest import OpenPage

SCALE = "() => new DOMMatrix(getComputedStyle(document.querySelector('.sheet')).transform).a"


def held(at: dict[str, Any]) -> list[int]:
    """Regions of the people that is asked."""
    view = at["view"]
    return [r["id"] for r in view["regions"] if r["seat"] == view["player"] and r["holder"] == view["ask"].get("tribe")]


def deploying(person: Person, client: Client) -> list[int]:
    """Somebody who lays out tokens over at least two regions, in a new game."""
    game = client.new_game(["me", "random"], title="small-world")["table"]["id"]
    at = play_until(
        [client], game, lambda _, now: now["view"]["ask"]["code"] == "deploy" and len(held(now)) > 1 and tokens(now) > 1
    )
    person.sit_as(client, game)
    person.wait(lambda s: s["mine"] and s["ask"] == "deploy" and "confirm" in s["buttons"])
    return held(at)


def tokens(at: dict[str, Any]) -> int:
    return int(at["view"]["ask"].get("hand", 0))


def shown(person: Person, region: int) -> int:
    """How many tokens the map shows in a region, as its list tells it."""
    found = re.search(r"(\d+) tokens?", person.page.locator(f"#region-{region}").inner_text())
    assert found is not None
    return int(found[1])


def touches(session: CDPSession, kind: str, *points: tuple[float, float]) -> None:
    session.send(
        "Input.dispatchTouchEvent",
        {"type": kind, "touchPoints": [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(points)]},
    )


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["mouse", "finger"])
def test_a_token_is_dragged_to_another_region(base: str, open_page: OpenPage, size: dict[str, int]) -> None:
    ada = Person(open_page(size=size), base, "Ada")
    mine = deploying(ada, Client(base))
    before = {region: shown(ada, region) for region in mine}
    source = max(mine, key=lambda region: before[region])
    target = next(region for region in mine if region != source)
    (ax, ay), (bx, by) = ada.point(source), ada.point(target)
    seq = ada.look()["seq"]
    if size is PHONE:
        session = ada.page.context.new_cdp_session(ada.page)
        touches(session, "touchStart", (ax, ay))
        for part in (0.2, 0.6, 1.0):
            touches(session, "touchMove", (ax + (bx - ax) * part, ay + (by - ay) * part))
        touches(session, "touchEnd")
    else:
        ada.page.mouse.move(ax, ay)
        ada.page.mouse.down()
        ada.page.mouse.move(bx, by, steps=4)
        ada.page.mouse.up()
    expect(ada.page.locator(f"#region-{target}")).to_contain_text(f"{before[target] + 1} token")
    after = {region: shown(ada, region) for region in mine}
    assert after == {**before, source: before[source] - 1, target: before[target] + 1}
    assert ada.look()["seq"] == seq, "nothing is played before it is confirmed"
    ada.do("confirm")
    ada.wait(lambda s: s["seq"] > seq and not s["pending"])
    assert ada.errors == []


def test_the_last_token_of_a_region_cannot_be_dragged_away(base: str, open_page: OpenPage) -> None:
    ada = Person(open_page(), base, "Ada")
    client = Client(base)
    for _ in range(8):
        mine = deploying(ada, client)
        before = {region: shown(ada, region) for region in mine}
        source = min(mine, key=lambda region: before[region])
        if before[source] == 1:
            break
    assert before[source] == 1
    target = next(region for region in mine if region != source)
    (ax, ay), (bx, by) = ada.point(source), ada.point(target)
    ada.page.mouse.move(ax, ay)
    ada.page.mouse.down()
    ada.page.mouse.move(bx, by, steps=4)
    ada.page.mouse.up()
    assert {region: shown(ada, region) for region in mine} == before


def test_two_fingers_zoom_and_the_overview_shows_where(base: str, open_page: OpenPage) -> None:
    client = Client(base)
    game = client.new_game(["me", "random", "random", "random", "random"], title="small-world")["table"]["id"]
    play_until([client], game, lambda _, at: at["view"]["ask"]["code"] == "conquest")
    ada = Person(open_page(size=PHONE), base, "Ada")
    ada.sit_as(client, game)
    page = ada.page
    expect(page.locator(".overview .window")).to_be_visible()
    before = ada.look()
    near = page.evaluate(SCALE)
    assert near > 1.5, "a large board opens near enough for a thumb"
    narrow = page.locator(".overview .window").bounding_box()
    session = page.context.new_cdp_session(page)
    pinch(session, 60, 130)
    until(page, f"({SCALE})() > {near * 1.4}")
    closer = page.locator(".overview .window").bounding_box()
    assert narrow is not None
    assert closer is not None
    assert closer["width"] < narrow["width"] * 0.8
    for _ in range(4):
        pinch(session, 150, 40)
    until(page, f"({SCALE})() < 1.05")
    expect(page.locator(".overview")).to_have_count(0)
    assert ada.look()["seq"] == before["seq"], "two fingers play nothing"
    expect(page.locator(".pressed")).to_have_count(0)
    assert ada.errors == []


def pinch(session: CDPSession, start: float, end: float) -> None:
    """Two fingers about the middle of the map, from this far apart to that far."""
    x, y = 195.0, 400.0
    touches(session, "touchStart", (x - start, y), (x + start, y))
    for part in (0.25, 0.5, 0.75, 1.0):
        apart = start + (end - start) * part
        touches(session, "touchMove", (x - apart, y), (x + apart, y))
    touches(session, "touchEnd")
