"""How deep a level searches: usual numbers, and those of titles that have others in their records."""

import pytest

from terrarium import bots
from terrarium.arena.ladder import names_of
from terrarium.bots.searching import ENDLESS, SearchBot
from terrarium.server.bots.advice import review_simulations
from terrarium.titles import records


@pytest.mark.parametrize(
    ("title", "level", "handmade", "learned"),
    [
        ("small-world", "skilled", 40, 0),
        ("small-world", "strong", 300, 60),
        ("warcraft", "strong", 300, 60),
        ("terra-mystica", "skilled", 3, 0),
        ("terra-mystica", "strong", 12, 24),
        ("terra-mystica", "handmade", ENDLESS, 0),
        ("terra-mystica", "master", ENDLESS, ENDLESS),
    ],
)
def test_a_level_searches_as_deep_as_its_title_says(title: str, level: str, handmade: int, learned: int) -> None:
    bot = bots.make(level, title, 1)
    assert isinstance(bot, SearchBot)
    assert (bot.handmade, bot.learned) == (handmade, learned)


def test_reviews_and_ladders_ask_the_record_too() -> None:
    assert [review_simulations(title) for title in ("small-world", "terra-mystica", "nobody's")] == [200, 30, 200]
    assert {"handmade@1000", "master@1000", "strong"} <= set(names_of("underground"))
    assert {"handmade@60", "master@300", "strong"} <= set(names_of("terra-mystica"))


def test_a_record_names_nothing_that_nobody_asks_for() -> None:
    for record in records().values():
        levels = bots.known(record.id)
        asked = {"chances", "review"} | {level + kind for level in levels for kind in ("", "_learned")}
        assert set(record.simulations) <= asked | {f"ladder_{level}" for level in levels}, record.id
