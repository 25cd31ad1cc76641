"""Any race may meet any power: every one of the 280 combos is picked and played to the end of the game."""

from typing import Any

import pytest

from terrarium.kernel.contract import CHANCE, OVER, State
from terrarium.kernel.dealer import Dealer
from tests.support.box import POWERS as BOX_POWERS
from tests.support.cites import cites
from tests.support.scene import RACES, STOCK, Scene, asked, deal, play, tribe

POWERS = {
    "alchemist": 4, "berserk": 4, "bivouacking": 5, "commando": 4, "diplomat": 5, "dragon_master": 5, "flying": 5,
    "forest": 4, "fortified": 3, "heroic": 5, "hill": 4, "merchant": 2, "mounted": 5, "pillaging": 5, "seafaring": 5,
    "spirit": 5, "stout": 4, "swamp": 4, "underworld": 5, "wealthy": 4,
}  # fmt: skip


DULL = ("stop", "decline", "abandon")
SCENES = {players: Scene(players=players) for players in (2, 3, 4, 5)}


def offered(race: str, power: str, players: int = 2) -> State:
    """The first player is to pick, at the beginning of round 2, and this combo is free."""
    return SCENES[players].combos((race, power, 0)).turn(0)


def check(state: State) -> None:
    """Nothing appears from nowhere or gets lost: tokens of every race, pieces of every kind, banners and badges."""
    dump: Any = state.dump()
    on_map = dict.fromkeys(RACES, 0)
    pieces = {name: dump["stock"].get(name, STOCK[name]) for name in STOCK}
    for holder, tokens, marks in dump["regions"].values():
        assert tokens > 0
        if holder in on_map:
            on_map[holder] += tokens
        for name, n in marks.items():
            pieces[name] += n
    assert pieces == STOCK
    banners = [race for race, _, _ in dump["row"]] + dump["stacked_races"] + dump["returned_races"]
    badges = [power for _, power, _ in dump["row"]] + dump["stacked_powers"] + dump["discarded_powers"]
    for race, (_, total) in RACES.items():
        mode, _, power, hand, retreat, tray = dump["tribes"].get(race, ("out", -1, "", 0, 0, total))
        assert min(hand, retreat, tray) >= 0
        assert on_map[race] + hand + retreat + tray == total, race
        banners += [race] if mode != "out" else []
        badges += [power] if power else []
    assert sorted(banners) == sorted(RACES)
    assert sorted(badges) == sorted(POWERS)
    assert min(state.scores()) >= 0


def play_on(state: State, dealer: Dealer) -> None:
    """Play at random to the end of the game; seldom decline or stop early, so that races get to act."""
    while state.current_player() != OVER:
        if state.current_player() == CHANCE:
            state.apply(dealer.choose(state))
            continue
        actions = state.legal_actions()
        verbs = [state.text(action).split()[0] for action in actions]
        if verbs[0] in ("pick", "expand"):
            check(state)  # a turn begins
        if dealer.below(4):
            lively = [action for action, verb in zip(actions, verbs, strict=True) if verb not in DULL]
            actions = lively or actions
        state.apply(dealer.pick(actions))
    check(state)
    assert state.winners()


@cites("small-world", "components.badge_values", "market.tokens", "race.amazons")
def test_every_combo_gets_the_tokens_of_banner_and_badge() -> None:
    assert tuple(POWERS) == BOX_POWERS["small-world"]
    for race, (banner, tray) in RACES.items():
        for power, badge in POWERS.items():
            state = play(offered(race, power), "pick 0")
            assert tribe(state, race)["hand"] == banner + badge, (race, power)
            assert tribe(state, race)["tray"] == tray - banner - badge
            deal(state)  # conquests begin
            assert asked(state) == "conquest"
            more = 4 if race == "amazons" else 0
            assert tribe(state, race)["hand"] == banner + badge + more, (race, power)


@pytest.mark.parametrize("race", RACES)
@cites("small-world", "market.both_work")
def test_every_power_with_this_race_plays_to_the_end_of_the_game(race: str) -> None:
    for n, power in enumerate(POWERS):
        players = (2, 2, 3, 2, 4, 2, 5)[n % 7]
        state = deal(play(offered(race, power, players), "pick 0"))
        play_on(state, Dealer(1000 * list(RACES).index(race) + n))
        assert state.view(0)["over"]
