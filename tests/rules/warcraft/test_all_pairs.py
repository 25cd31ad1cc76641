"""Any race may meet any power: every one of the 320 combos is picked and played to the end of the game."""

from typing import Any

import pytest

from terrarium import catalog
from terrarium.kernel.contract import CHANCE, OVER
from terrarium.kernel.dealer import Dealer
from tests.property.test_warcraft import check_banners, check_pairs, check_pieces, check_tokens
from tests.support.cites import cites
from tests.support.scene import play, tribe
from tests.support.warcraft import RACES, Wow

DULL = ("stop", "decline", "abandon")


@cites("warcraft", "market.both_work", "market.tokens")
@pytest.mark.parametrize("race", list(RACES))
def test_every_power_with_this_race(race: str) -> None:
    scene = Wow("l2b+s2a", natives=True)
    natives = sum(row["natives"] for row in scene.rows)
    for number, power in enumerate(catalog.title("warcraft").powers):
        state = scene.combos((race, power, 0)).turn(0)
        play(state, "pick 0")
        dealer = Dealer(number)
        tokens = 0
        while state.current_player() != OVER:
            if state.current_player() == CHANCE:
                state.apply(dealer.choose(state))
                continue
            tokens = tokens or tribe(state, race)["hand"]
            actions = state.legal_actions()
            action = dealer.pick(actions)
            if state.text(action).split()[0] in DULL and dealer.below(3):
                action = dealer.pick(actions)
            state.apply(action)
            page: Any = state.dump()
            check_tokens(page, scene.game.kit, natives)
            check_pairs(page)
            check_pieces(page, scene.game.kit)
        check_banners(page, list(RACES))
        assert tokens >= RACES[race][0] + 2
