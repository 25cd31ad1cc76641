"""The strongest bot of a tab at a table of each title: it answers, says why, and its hints can be played."""

import pytest

from tests.server.two_houses import TITLES, TabHouse, begin

HINTS = 12


@pytest.mark.parametrize("title", TITLES)
def test_a_strong_bot_plays_and_says_why(title: str) -> None:
    """The person does what they are advised to."""
    house = TabHouse()
    game = begin(house, title, "strong")
    house.heard()
    searched = 0
    for number in range(HINTS):
        hint = house.get(f"/games/{game}/hint")
        searched += hint["simulations"]
        wish = {"id": f"m{number}", "expected_seq": hint["seq"], "moves": [hint["move"]["text"]]}
        status, answered = house.ask("POST", f"/games/{game}/moves", **wish)
        assert status == 200, answered
        house.heard()
    assert searched > 0
    rows = house.get(f"/games/{game}/events")["rows"]
    asked = [house.ask("GET", f"/games/{game}/reasons/{row['seq']}") for row in rows if row["who"] == 1]
    reasons = [why for status, why in asked if status == 200]
    assert len(reasons) >= 3, "what was forced has no reason"
    assert {why["seat"] for why in reasons} == {1}
    assert any(why["reasons"] for why in reasons)
    assert max(why["simulations"] for why in reasons) > 0, "it searched, and did not only look one move ahead"
