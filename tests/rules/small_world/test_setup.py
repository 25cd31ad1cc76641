"""The chapter on setting up: maps, rounds, combos, Lost Tribes, coins and who begins."""

from typing import Any

import pytest

from terrarium import catalog
from terrarium.kernel.contract import CHANCE, NotationError, State
from tests.support.box import COUNTS, box_game
from tests.support.cites import cites
from tests.support.scene import asked, deal, find, map_rows, play, price, refused

FIRST_IN_ROW = (
    "? race orcs", "? badge hill",
    "? race elves", "? badge spirit",
    "? race trolls", "? badge stout",
    "? race giants", "? badge forest",
    "? race humans", "? badge swamp",
    "? race ratmen", "? badge flying",
)  # fmt: skip


def new(players: int, **options: str) -> State:
    return box_game("small-world", players, options=options).new()


def row(state: State) -> list[tuple[str, str, int]]:
    page: Any = state.view(0)
    return [(combo["race"], combo["power"], combo["coins"]) for combo in page["row"]]


@cites("small-world", "setup.players")
@pytest.mark.parametrize("players", [0, 1, 6])
def test_fewer_than_two_or_more_than_five_players_are_turned_away(players: int) -> None:
    with pytest.raises(NotationError) as wrong:
        catalog.game("small-world", players=players)
    assert wrong.value.code == "players"


@cites("small-world", "setup.players", "setup.map")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_two_to_five_players_sit_at_the_map_made_for_them(players: int) -> None:
    game = catalog.game("small-world", players=players)
    page: Any = game.new().view(0)
    assert game.map_name == f"{players}p"
    assert len(page["seats"]) == players
    assert len(page["regions"]) == {2: 23, 3: 30, 4: 39, 5: 48}[players]


@cites("small-world", "setup.map")
def test_a_map_for_another_number_of_players_is_refused() -> None:
    with pytest.raises(NotationError) as wrong:
        catalog.game("small-world", players=3, map_name="2p")
    assert wrong.value.code == "map_players"
    assert catalog.game("small-world", players=3, map_name="3p").map_name == "3p"


@cites("small-world", "setup.rounds", "setup.round_marker")
@pytest.mark.parametrize(("players", "rounds"), [(2, 10), (3, 10), (4, 9), (5, 8)])
def test_rounds_by_number_of_players_counted_from_one(players: int, rounds: int) -> None:
    state = deal(new(players))
    page: Any = state.view(0)
    assert page["rounds"] == rounds
    assert page["round"] == 1


@cites("small-world", "setup.first_player")
@pytest.mark.parametrize("players", [2, 5])
def test_the_starting_player_is_drawn_at_random(players: int) -> None:
    state = new(players)
    play(state, *FIRST_IN_ROW)
    assert asked(state) == "first"
    weights = {state.text(code): weight for code, weight in state.chance_outcomes()}
    assert weights == {f"first {seat}": 1 for seat in range(players)}
    play(state, f"? first {players - 1}")
    assert state.current_player() == players - 1


@cites("small-world", "setup.first_player")
def test_with_the_option_the_first_seat_starts_without_a_draw() -> None:
    state = new(3, random_first_player="no")
    play(state, *FIRST_IN_ROW)
    assert asked(state) == "pick"
    assert state.current_player() == 0


@cites("small-world", "setup.combos", "setup.stacks")
def test_five_pairs_and_the_pair_on_top_of_the_stacks_are_drawn_at_random() -> None:
    state = new(2, random_first_player="no")
    for line in FIRST_IN_ROW:
        assert state.current_player() == CHANCE
        assert {weight for _, weight in state.chance_outcomes()} == {1}
        play(state, line)
    assert row(state) == [
        ("orcs", "hill", 0), ("elves", "spirit", 0), ("trolls", "stout", 0), ("giants", "forest", 0),
        ("humans", "swamp", 0), ("ratmen", "flying", 0),
    ]  # fmt: skip


@cites("small-world", "setup.combos")
def test_banners_and_badges_are_shuffled_apart_and_none_comes_twice() -> None:
    state = new(2)
    banners, badges = COUNTS["small-world"]
    assert len(state.legal_actions()) == banners
    play(state, "? race orcs")
    assert len(state.legal_actions()) == badges
    play(state, "? badge hill")
    assert refused(state, "race orcs") == "not_this_outcome"
    assert len(state.legal_actions()) == banners - 1
    play(state, "? race elves")
    assert refused(state, "badge hill") == "not_this_outcome"
    assert len(state.legal_actions()) == badges - 1


@cites("small-world", "setup.stacks")
def test_the_other_banners_and_badges_stay_in_the_stacks() -> None:
    state = new(2, random_first_player="no")
    play(state, *FIRST_IN_ROW)
    page: Any = state.view(0)
    banners, badges = COUNTS["small-world"]
    assert (len(page["stacked_races"]), len(page["stacked_powers"])) == (banners - 6, badges - 6)
    assert not set(page["stacked_races"]) & {combo["race"] for combo in page["row"]}
    assert not set(page["stacked_powers"]) & {combo["power"] for combo in page["row"]}
    assert (page["returned_races"], page["discarded_powers"]) == ([], [])


@cites("small-world", "setup.lost_tribes")
@pytest.mark.parametrize(("players", "tribes"), [(2, 9), (3, 10), (4, 14), (5, 18)])
def test_one_lost_tribe_lies_on_each_region_with_the_symbol(players: int, tribes: int) -> None:
    page: Any = new(players).view(0)
    marked = [held["id"] for held in map_rows(f"{players}p") if held["natives"]]
    assert [held["id"] for held in page["regions"] if held["holder"] == "natives"] == marked
    assert [held["tokens"] for held in page["regions"] if held["tokens"]] == [1] * tribes


@cites("small-world", "setup.mountains", "conquest.mountain")
def test_a_mountain_lies_on_each_mountain_region() -> None:
    # An empty mountain at the border (5, 15 or 19) costs 2 + 1, an empty swamp, hill or forest there 2.
    state = new(2, random_first_player="no")
    play(state, *FIRST_IN_ROW, "pick 1")
    deal(state)
    assert find("2p", "mountain") == [5, 8, 15, 19]
    assert [price(state, r) for r in (5, 15, 19)] == [3, 3, 3]
    assert [price(state, r) for r in (2, 4, 20)] == [2, 2, 2]


@cites("small-world", "setup.coins")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_everybody_starts_with_five_coins_and_none_lie_on_combos(players: int) -> None:
    state = deal(new(players))
    assert state.scores() == [5] * players
    assert [coins for _, _, coins in row(state)] == [0] * 6
