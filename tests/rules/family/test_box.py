"""How many banners and badges the boxes hold: the one place that says so, and that the frozen kits have these."""

import pytest

from tests.support.box import COUNTS, POWERS, RACES, box_game
from tests.support.cites import cites


@pytest.mark.parametrize(
    ("title", "banners", "badges"), [("small-world", 14, 20), ("underground", 15, 21), ("warcraft", 16, 20)]
)
@cites("small-world", "components.banners", "components.badges")
@cites("underground", "components.banner_values", "components.badge_values")
@cites("warcraft", "components.banners", "components.badges")
def test_the_box_holds_so_many_banners_and_badges(title: str, banners: int, badges: int) -> None:
    kit = box_game(title).kit
    assert COUNTS[title] == (kit.n_races, kit.n_powers) == (banners, badges)
    assert {unit.name for unit in kit.units[:banners]} == set(RACES[title])
    assert {unit.name for unit in kit.units[banners : banners + badges]} == set(POWERS[title])
