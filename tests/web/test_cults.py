"""Whoever stands on a step of a cult is seen, however many stand there."""

import pytest
from tools.screens.mystica import play_to

from tests.server.harness import Client
from tests.web.browser import DESKTOP, PHONE, Person, settle
from tests.web.conftest import OpenPage
from tests.web.test_in_sight import apart, box


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desk", "phone"])
def test_four_markers_on_a_step_lie_side_by_side(base: str, open_page: OpenPage, size: dict[str, int]) -> None:
    client = Client(base, "Ada")
    game = client.new_game(["me", *["greedy"] * 4], title="terra-mystica")["table"]["id"]
    play_to(client, game, 1, "main")
    person = Person(open_page(size=size), base)
    page = person.page
    person.sit_as(client, game)
    person.wait(lambda s: s["mine"])
    if size is PHONE:
        page.locator("[data-open=tracks]").click()
    settle(page)
    most = 0
    for step in page.locator(".cults .step").all():
        markers = step.locator(".who > *").all()
        most = max(most, len(markers))
        boxes = [box(marker) for marker in markers]
        bounds = box(step)
        for n, one in enumerate(boxes):
            assert all(apart(one, other) for other in boxes[n + 1 :])
            assert one["x"] + one["width"] <= bounds["x"] + bounds["width"] + 1
    assert most >= 3, "a crowd stands somewhere"
