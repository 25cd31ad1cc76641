"""Set-up: tiles, cards, factions, first dwellings, first cards, income of round 1."""

from typing import Any

import pytest

from terrarium import catalog
from terrarium.kernel.contract import CHANCE
from terrarium.kernel.dealer import Dealer
from tests.support.cites import cites
from tests.support.mystic import ask, can, has, page, play, seat, why

TILES = ["tile score4", "tile score5", "tile score6", "tile score7", "tile score8", "tile score1"]


def fresh(players: int, *lines: str, **options: str) -> Any:
    state = catalog.game("terra-mystica", players, options=options).new()
    play(state, *lines)
    return state


def laid_out(*factions: str, **options: str) -> Any:
    out = [f"out bon{n}" for n in range(1, 10 - len(factions) - 3)]
    return fresh(len(factions), *TILES, *out, *[f"faction {f}" for f in factions], **options)


@cites("terra-mystica", "setup.tiles", "setup.spade_tile")
def test_rounds_six_and_five_are_drawn_first_and_without_the_spade_tile() -> None:
    state = fresh(2)
    assert state.current_player() == CHANCE
    assert why(state, "tile score1").code == "spade_tile_late"
    play(state, "tile score4", "tile score5")
    assert can(state, "tile score1")
    assert why(state, "tile score4").code == "tile_used"
    assert can(fresh(2, spade_tile_rounds="any"), "tile score1")


@cites("terra-mystica", "setup.temple_tile")
def test_the_temple_tile_is_an_option() -> None:
    assert why(fresh(2), "tile score9").code == "not_in_game"
    assert can(fresh(2, temple_tile="on"), "tile score9")


@cites("terra-mystica", "setup.cards", "setup.shipping_card")
def test_three_cards_more_than_players_are_in_the_game() -> None:
    for players in (2, 3, 4, 5):
        for option, cards in (("off", 9), ("on", 10)):
            state = fresh(players, *TILES, shipping_card=option)
            outs = 0
            while ask(state) == "card_out":
                state.apply(state.legal_actions()[0])
                outs += 1
            assert outs == cards - players - 3
    assert why(fresh(2, *TILES), "out bon10").code == "not_in_game"


@cites("terra-mystica", "setup.colours", "setup.factions", "setup.start", "setup.players")
def test_two_factions_of_one_colour_cannot_play_together() -> None:
    state = fresh(5, *TILES, "out bon1", "faction witches")
    assert why(state, "faction auren").code == "colour_taken"
    assert why(state, "faction witches").code == "colour_taken"
    play(state, "faction nomads")
    assert has(state, 0, vp=20, coins=15, workers=3, bowls=[5, 7, 0])
    assert seat(state, 0)["cults"] == {"fire": 0, "water": 0, "earth": 0, "air": 2}


START = {
    "alchemists": (3, 0, 15, [5, 7], "fire water"), "auren": (3, 0, 15, [5, 7], "water air"),
    "chaosmagicians": (4, 0, 15, [5, 7], "fire fire"), "cultists": (3, 0, 15, [5, 7], "fire earth"),
    "darklings": (1, 1, 15, [5, 7], "water earth"), "dwarves": (3, 0, 15, [5, 7], "earth earth"),
    "engineers": (2, 0, 10, [3, 9], ""), "fakirs": (3, 0, 15, [7, 5], "fire air"),
    "giants": (3, 0, 15, [5, 7], "fire air"), "halflings": (3, 0, 15, [3, 9], "earth air"),
    "mermaids": (3, 0, 15, [3, 9], "water water"), "nomads": (2, 0, 15, [5, 7], "fire earth"),
    "swarmlings": (8, 0, 20, [3, 9], "fire water earth air"), "witches": (3, 0, 15, [5, 7], "air air"),
}  # fmt: skip
"""Workers, priests and coins of the rulebook's table; tokens in bowls I and II and cult steps of the boards."""


@cites("terra-mystica", "setup.start", "setup.tokens", "setup.tracks", "setup.players")
@pytest.mark.parametrize("faction", list(START))
def test_what_a_faction_begins_with(faction: str) -> None:
    workers, priests, coins, bowls, steps = START[faction]
    state = fresh(5, *TILES, "out bon1", f"faction {faction}")
    assert sum(bowls) == 12
    assert has(state, 0, vp=20, workers=workers, priests=priests, coins=coins, bowls=[*bowls, 0], keys=0)
    assert seat(state, 0)["cults"] == {cult: steps.split().count(cult) for cult in ("fire", "water", "earth", "air")}
    assert seat(state, 0)["shipping"]["level"] == (1 if faction == "mermaids" else 0)
    digging = seat(state, 0)["digging"]
    assert (digging["workers"], digging["priests"]) == ((0, 1) if faction == "darklings" else (3, 0))


@cites("terra-mystica", "turn.first", "setup.factions")
def test_the_first_seat_picks_and_begins_and_turns_go_clockwise() -> None:
    state = fresh(3, *TILES)
    assert ask(state) == "card_out"
    play(state, "out bon1", "out bon2", "out bon3")
    assert (ask(state), state.current_player()) == ("faction", 0)
    play(state, "faction witches", "faction nomads", "faction giants")
    while ask(state) in ("place", "first_card"):
        state.apply(state.legal_actions()[0])
    begun = []
    for card in ("bon4", "bon5", "bon6"):
        assert (ask(state), page(state)["round"]) == ("main", 1)
        begun.append(state.current_player())
        free = [c["card"] for c in page(state)["cards"] if c["seat"] < 0]
        play(state, f"pass {card if card in free else free[0]}")
    assert begun == [0, 1, 2]


@cites("terra-mystica", "setup.factions")
def test_factions_may_be_drawn() -> None:
    state = fresh(2, *TILES, "out bon1", "out bon2", "out bon3", "out bon4", factions="draw")
    assert ask(state) == "faction"
    assert state.current_player() == CHANCE


@cites("terra-mystica", "setup.dwellings", "setup.odd_dwellings", "faction.nomads", "faction.chaosmagicians")
def test_dwellings_go_round_and_back_then_nomads_then_chaos_magicians() -> None:
    state = laid_out("chaosmagicians", "nomads", "witches")
    placed = []
    while ask(state) == "place":
        placed.append(state.current_player())
        state.apply(state.legal_actions()[0])
    assert placed == [1, 2, 2, 1, 1, 0]
    assert has(state, 0, vp=20, coins=15)


@cites("terra-mystica", "setup.dwellings")
def test_first_dwellings_need_free_home_terrain() -> None:
    state = laid_out("witches", "nomads")
    assert why(state, "build e5").code == "not_home"
    play(state, "build f4")
    assert why(state, "build f4").code == "occupied"


@cites("terra-mystica", "setup.first_cards", "round.income")
def test_first_cards_are_taken_from_the_last_seat_back_and_the_rest_get_a_coin() -> None:
    state = laid_out("witches", "nomads")
    dealer = Dealer(3)
    while ask(state) == "place":
        state.apply(dealer.pick(state.legal_actions()))
    assert state.current_player() == 1
    play(state, "card bon6")
    assert why(state, "card bon6").code == "card_taken"
    play(state, "card bon9")
    cards = {c["card"]: c for c in state.view(0)["cards"]}
    assert [cards[c]["coins"] for c in sorted(cards) if cards[c]["seat"] < 0] == [1, 1, 1]
    # income of round 1: witches 1 + 2 workers and 2 coins, nomads 1 + 3 workers and 2 more
    assert has(state, 0, coins=17, workers=6)
    assert has(state, 1, coins=15, workers=2 + 4 + 2)


@cites("terra-mystica", "components.board", "components.circle", "components.pieces")
def test_the_board_is_complete() -> None:
    view = fresh(2).view(0)
    assert len(view["hexes"]) == 77
    assert len(view["rivers"]) == 36
    assert len(view["bridges"]) == 29
    terrains = [h["terrain"] for h in view["hexes"]]
    assert all(terrains.count(t) == 11 for t in set(terrains))
    left = seat(laid_out("witches", "nomads"), 0)
    assert left["left"] == {"dwelling": 8, "trading_house": 4, "temple": 3, "stronghold": 1, "sanctuary": 1}
    assert left["priests_left"] == 7
    assert left["bridges_left"] == 3
