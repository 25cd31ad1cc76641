"""The blank banner and badge: a race and a power of one's own among those of the box."""

from typing import Any

import pytest

from terrarium import catalog
from terrarium.kernel.contract import State
from terrarium.smallworld.classic.kit import (
    RULES_VERSION,
    classic_kit,
    classic_options,
    classic_powers,
    classic_races,
)
from terrarium.smallworld.classic.pieces import classic_marks
from terrarium.smallworld.core.ability import Ability
from terrarium.smallworld.core.board import board_from
from terrarium.smallworld.core.game import FamilyGame
from terrarium.smallworld.core.kit import Kit
from terrarium.smallworld.core.title import checked_options
from tests.support.box import box_kit
from tests.support.cites import cites
from tests.support.scene import RACES, deal, play, region, tribe

OPTIONS = checked_options("small-world", classic_options(), {"random_first_player": "no"})
MOST_BANNER, MOST_BADGE = 10, 5


def game_with_own_units(banner: int = MOST_BANNER, badge: int = MOST_BADGE) -> FamilyGame:
    """Foxes play with the 20 tokens of Skeletons, whose banner is out; Brave is one badge more."""
    on = {name: value == "yes" for name, value in OPTIONS.items()}
    foxes, brave = Ability(), Ability()
    foxes.name, foxes.tokens, foxes.tray = "foxes", banner, RACES["skeletons"][1]
    brave.name, brave.tokens = "brave", badge
    races = [race for race in classic_races(on) if race.name != "skeletons"]
    board = board_from(catalog.map_files("terrarium.smallworld.classic")["2p"], False)
    kit = Kit(
        "small-world", board, 2, [*races, foxes], [*classic_powers(on, "owner"), brave], classic_marks(True),
        on,
    )  # fmt: skip
    return FamilyGame(kit, RULES_VERSION, OPTIONS)


def opening(game: FamilyGame, race: str, power: str) -> State:
    """The start of a game in which this pair is drawn first; the rest of the row as it comes."""
    state = game.new()
    play(state, f"? race {race}", f"? badge {power}")
    return deal(state)


def badge_values() -> dict[str, int]:
    board = board_from(catalog.map_files("terrarium.smallworld.classic")["2p"], False)
    kit = box_kit(classic_kit(board, 2, OPTIONS))
    return {unit.name: int(unit.tokens) for unit in kit.units[kit.n_races :]}


@cites("small-world", "custom.badge")
def test_a_badge_of_five_leaves_every_race_enough_tokens_and_six_would_not() -> None:
    # Amazons also need their 4 tokens for conquest.
    spare = {race: tray - banner - (4 if race == "amazons" else 0) for race, (banner, tray) in RACES.items()}
    assert min(spare.values()) == MOST_BADGE
    for race in RACES:
        if race != "skeletons":
            state = opening(game_with_own_units(), race, "brave")
            play(state, "pick 0")
            assert tribe(deal(state), race)["tray"] >= 0, race


@cites("small-world", "custom.banner", "custom.tokens")
def test_a_banner_of_ten_needs_fifteen_tokens_at_most() -> None:
    assert max(badge_values().values()) == MOST_BADGE
    lenders = [race for race, (_, tray) in RACES.items() if tray >= MOST_BANNER + MOST_BADGE]
    assert lenders == ["amazons", "skeletons", "sorcerers"]
    state = opening(game_with_own_units(), "foxes", "flying")
    play(state, "pick 0")
    assert tribe(deal(state), "foxes")["hand"] == 15
    assert tribe(state, "foxes")["tray"] == 5


@cites("small-world", "custom.tokens")
def test_the_banner_of_the_lending_race_is_out_of_the_game() -> None:
    state = game_with_own_units().new()
    drawn = {state.text(code) for code in state.legal_actions()}
    assert "race foxes" in drawn
    assert "race skeletons" not in drawn
    assert len(drawn) == 14


@cites("small-world", "custom.any_pair")
@pytest.mark.parametrize("power", [*badge_values(), "brave"])
def test_an_own_race_plays_a_turn_with_every_power(power: str) -> None:
    values = {**badge_values(), "brave": MOST_BADGE}
    state = opening(game_with_own_units(), "foxes", power)
    play(state, "pick 0")
    deal(state)
    assert tribe(state, "foxes")["hand"] == MOST_BANNER + values[power]
    play(state, "conquer 17")  # an empty hill with a cavern at the border
    tokens = {"commando": 1, "mounted": 1, "underworld": 1}.get(power, 2)
    assert region(state, 17)["tokens"] == tokens
    finish_turn(state)
    bonus = {"alchemist": 2, "hill": 1, "merchant": 1, "wealthy": 7}.get(power, 0)
    assert state.scores()[0] == 5 + 1 + bonus


def finish_turn(state: State) -> None:
    """The plainest way to the next player's turn; every question must have an answer."""
    for _ in range(40):
        page: Any = state.view(0)
        if page["turn"] == 1:
            return
        texts = [state.text(code) for code in state.legal_actions()]
        plain = [text for text in texts if text.split()[0] in ("stop", "no")]
        play(state, (plain or texts)[0])
    raise AssertionError("the turn does not end")


@cites("small-world", "custom.any_pair")
@pytest.mark.parametrize("race", [race for race in RACES if race != "skeletons"] + ["foxes"])
def test_an_own_power_plays_a_turn_with_every_race(race: str) -> None:
    banner = {**{name: value for name, (value, _) in RACES.items()}, "foxes": MOST_BANNER}[race]
    state = opening(game_with_own_units(), race, "brave")
    play(state, "pick 0")
    deal(state)
    assert tribe(state, race)["hand"] == banner + MOST_BADGE + (4 if race == "amazons" else 0)
    play(state, "conquer 17")
    finish_turn(state)
    assert state.scores()[0] == 5 + 1, "a single hill earns nobody but its coin"
