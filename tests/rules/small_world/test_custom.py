"""The blank banner and badge: races and powers of one's own, as files, among those of the box."""

from typing import Any

import pytest

from terrarium import catalog
from terrarium.kernel.contract import NotationError, State, checked_options
from terrarium.smallworld.classic.kit import classic_kit, classic_options
from terrarium.smallworld.core.board import board_from
from terrarium.workshop.examples import example_texts, examples
from terrarium.workshop.files import option_of, read_unit
from tests.support.box import box_kit
from tests.support.cites import cites
from tests.support.scene import RACES, deal, play, region, tribe

OPTIONS = checked_options("small-world", classic_options(), {"random_first_player": "no"})
MOST_BANNER, MOST_BADGE = 10, 5
OWN_RACES = [name for name, file in examples().items() if file.unit.rule == "custom.banner"]
OWN_POWERS = [name for name, file in examples().items() if file.unit.rule == "custom.badge"]


def numbered(name: str, tokens: int) -> str:
    """One of our own units with another number on its banner or badge."""
    text = example_texts()[name]
    line = next(line for line in text.splitlines() if line.startswith("tokens = "))
    return text.replace(line, f"tokens = {tokens}")


def game_with(*texts: str) -> Any:
    units = dict(option_of(read_unit(text)) for text in texts)
    return catalog.game("small-world", 2, "", {"random_first_player": "no", **units})


def opening(race: str, power: str, *texts: str) -> State:
    """The start of a game in which this pair is drawn first; the rest of the row as it comes."""
    state: State = game_with(*texts).new()
    play(state, f"? race {race}", f"? badge {power}")
    return deal(state)


def badge_values() -> dict[str, int]:
    board = board_from(catalog.map_files("terrarium.smallworld.classic")["2p"], False)
    kit = box_kit(classic_kit(board, 2, OPTIONS))
    return {unit.name: int(unit.tokens) for unit in kit.units[kit.n_races :]}


def test_three_races_and_three_powers_of_our_own_come_along() -> None:
    assert (len(OWN_RACES), len(OWN_POWERS)) == (3, 3)
    assert not {*OWN_RACES, *OWN_POWERS} & {*RACES, *badge_values()}


@cites("small-world", "custom.badge")
@pytest.mark.parametrize("race", RACES)
def test_a_badge_of_five_leaves_every_race_enough_tokens(race: str) -> None:
    state = opening(race, "tidal", numbered("tidal", MOST_BADGE))
    play(state, "pick 0")
    assert tribe(deal(state), race)["tray"] >= 0


@cites("small-world", "custom.badge")
def test_a_badge_of_six_is_refused() -> None:
    assert read_unit(numbered("tidal", MOST_BADGE)).problems == []
    assert [problem.code for problem in read_unit(numbered("tidal", MOST_BADGE + 1)).problems] == ["range"]
    spare = {race: tray - banner - (4 if race == "amazons" else 0) for race, (banner, tray) in RACES.items()}
    assert min(spare.values()) == MOST_BADGE, "some race could not bring a sixth"


@cites("small-world", "custom.banner", "custom.tokens")
def test_a_banner_of_ten_borrows_from_a_race_with_fifteen() -> None:
    assert max(badge_values().values()) == MOST_BADGE
    state = opening("beavers", "flying", numbered("beavers", MOST_BANNER))
    play(state, "pick 0")
    assert tribe(deal(state), "beavers")["hand"] == MOST_BANNER + badge_values()["flying"]
    assert tribe(state, "beavers")["tray"] == 0, "Amazons lent their fifteen: the fewest that suffice"
    assert [problem.code for problem in read_unit(numbered("beavers", MOST_BANNER + 1)).problems] == ["range"]


@cites("small-world", "custom.tokens")
@pytest.mark.parametrize(("tokens", "lender"), [(10, "amazons"), (8, "ratmen"), (6, "elves"), (3, "dwarves")])
def test_the_banner_of_the_lending_race_is_out_of_the_game(tokens: int, lender: str) -> None:
    state = game_with(numbered("beavers", tokens)).new()
    drawn = {state.text(code) for code in state.legal_actions()}
    assert "race beavers" in drawn
    assert f"race {lender}" not in drawn
    assert len(drawn) == len(game_with().new().legal_actions())


@cites("small-world", "custom.tokens")
def test_the_inventor_names_the_lender_but_it_must_have_enough() -> None:
    named = numbered("beavers", 6).replace("[unit.piece]", 'lender = "skeletons"\n[unit.piece]')
    drawn = {game_with(named).new().text(code) for code in game_with(named).new().legal_actions()}
    assert "race skeletons" not in drawn
    state = opening("beavers", "flying", named)
    play(state, "pick 0")
    assert tribe(deal(state), "beavers")["tray"] == RACES["skeletons"][1] - 6 - badge_values()["flying"]
    with pytest.raises(NotationError) as caught:
        game_with(named.replace("skeletons", "orcs"))
    assert caught.value.code == "unit_lender", "Orcs have ten tokens, one fewer than six and five"


@cites("small-world", "custom.tokens")
def test_two_races_of_ones_own_have_two_lenders() -> None:
    state = game_with(numbered("beavers", 10), numbered("tortoises", 10)).new()
    drawn = {state.text(code) for code in state.legal_actions()}
    assert {"race beavers", "race tortoises"} <= drawn
    assert not {"race amazons", "race sorcerers"} & drawn


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
@pytest.mark.parametrize("race", OWN_RACES)
@pytest.mark.parametrize("power", [*badge_values(), *OWN_POWERS])
def test_an_own_race_plays_a_turn_with_every_power(race: str, power: str) -> None:
    values = {**badge_values(), **{name: int(examples()[name].unit.tokens) for name in OWN_POWERS}}
    texts = [example_texts()[race], *([example_texts()[power]] if power in OWN_POWERS else [])]
    state = opening(race, power, *texts)
    play(state, "pick 0")
    deal(state)
    assert tribe(state, race)["hand"] == examples()[race].unit.tokens + values[power]
    play(state, "conquer 17")  # an empty hill with a cavern at the border
    assert region(state, 17)["holder"] == race
    finish_turn(state)
    assert state.scores()[0] >= 5 + 1


@cites("small-world", "custom.any_pair")
@pytest.mark.parametrize("power", OWN_POWERS)
@pytest.mark.parametrize("race", RACES)
def test_an_own_power_plays_a_turn_with_every_race(race: str, power: str) -> None:
    banner = RACES[race][0]
    state = opening(race, power, example_texts()[power])
    play(state, "pick 0")
    deal(state)
    badge = int(examples()[power].unit.tokens)
    assert tribe(state, race)["hand"] == banner + badge + (4 if race == "amazons" else 0)
    play(state, "conquer 17")
    finish_turn(state)
    assert state.scores()[0] >= 5 + 1
