"""Rounds: turns, passing, order, cult bonuses, income, leaving, final scoring."""

from typing import Any

import pytest

from terrarium.kernel.contract import OVER
from terrarium.terramystica.phases.scoring import shares
from tests.support.cites import cites
from tests.support.mystic import Table, ask, has, play, seat, why


def table(*factions: str, **options: Any) -> Table:
    found = Table(*(factions or ("witches", "nomads", "giants")), **options)
    for i, start in enumerate(("F4 d", "E8 d", "I5 d", "A4 d", "B2 d")[: len(found.factions)]):
        found.put(i, start)
    return found


@cites("terra-mystica", "turn.one_action", "turn.question")
def test_turns_go_round_until_all_have_passed() -> None:
    state = table().goods(0, priests=1).main(0)
    play(state, "send fire 1", "done")
    assert state.current_player() == 1
    assert why(state, "favor fav1").code == "other_question"
    play(state, "pass bon1", "pass bon4", "pass bon5")
    assert state.view(0)["round"] == 3


@cites("terra-mystica", "pass.card", "round.cleanup")
def test_passing_swaps_cards_and_takes_the_coins() -> None:
    built = table()
    built.cards["bon1"] = ["free", 2]
    state = built.main(0)
    assert why(state, "pass bon3").code == "card_taken"
    assert why(state, "pass bon5").code == "card_taken"
    assert why(state, "pass").code == "card_needed"
    play(state, "pass bon1")
    assert has(state, 0, coins=2, card="bon1")
    play(state, "pass bon3", "pass bon5")
    cards = {c["card"]: c["coins"] for c in state.view(0)["cards"] if c["seat"] < 0}
    assert cards == {"bon4": 1, "bon7": 1, "bon8": 1}


@cites("terra-mystica", "pass.last")
def test_no_card_in_the_last_round() -> None:
    state = table().set(round=6).main(0)
    assert why(state, "pass bon1").code == "no_card_now"
    play(state, "pass")
    assert has(state, 0, card="")


@cites("terra-mystica", "pass.points", "components.cards")
@pytest.mark.parametrize(("card", "points"), [("bon6", 8), ("bon7", 4), ("bon9", 3), ("bon10", 6), ("bon3", 0)])
def test_points_for_passing(card: str, points: int) -> None:
    built = Table("witches", "nomads", shipping_card="on").put(
        0, "A1 sh", "A2 sa", "A3 tp", "A4 tp", "A5 d", "A6 d", "A7 d"
    )
    state = built.goods(0, card=card, shipping=2).main(0)
    play(state, "pass bon1")
    assert has(state, 0, vp=20 + points)


@cites("terra-mystica", "pass.points", "components.favors")
@pytest.mark.parametrize(("houses", "points"), [(0, 0), (1, 2), (2, 3), (3, 3), (4, 4)])
def test_the_favor_tile_for_passing(houses: int, points: int) -> None:
    state = Table("witches", "nomads").put(0, "F4 d", *[f"A{n} tp" for n in range(1, houses + 1)])
    played = state.goods(0, favors=["fav12"]).main(0)
    play(played, "pass bon1")
    assert has(played, 0, vp=20 + points)


@cites("terra-mystica", "pass.order")
@pytest.mark.parametrize(("option", "order"), [("clockwise", [1, 2, 0]), ("passing", [1, 0, 2])])
def test_the_next_order(option: str, order: list[int]) -> None:
    state = table("witches", "nomads", "giants", turn_order=option).set(order=[1, 0, 2]).main(1)
    play(state, "pass bon1", "pass bon4", "pass bon7")
    assert state.view(0)["order"] == order


@cites("terra-mystica", "round.cult_reward", "round.phases")
def test_cult_bonus_of_the_round() -> None:
    # round 4: one worker for every 2 steps of fire
    state = table().goods(0, cults=[7, 0, 0, 0]).set(round=4).main(0)
    before = seat(state, 0)["income"]["workers"]
    play(state, "pass bon1", "pass bon4", "pass bon7")
    assert has(state, 0, workers=3 + before)


@cites("terra-mystica", "round.cult_spades", "round.cult_reward")
def test_cult_spades_come_in_the_next_order_before_income() -> None:
    state = table().goods(0, cults=[0, 0, 8, 0]).goods(2, cults=[0, 0, 4, 0]).set(order=[2, 0, 1]).main(2)
    play(state, "pass bon1", "pass bon4", "pass bon7")
    assert ask(state) == "cult_spades"
    # giants can do nothing with one spade, so the witches are asked first
    assert state.current_player() == 0
    play(state, "transform e6 swamp", "transform g2 desert")
    assert state.view(0)["round"] == 3


@cites("terra-mystica", "setup.temple_tile")
def test_the_temple_tile_pays_for_priests_on_the_cult_board() -> None:
    built = table("witches", "nomads", "giants", temple_tile="on").set(tiles=["score9"] * 6)
    state = built.set(spots={"fire": [0, -1, -1, -1], "air": [0, 0, -1, -1]}).main(0)
    coins = seat(state, 0)["income"].get("coins", 0)
    play(state, "pass bon1", "pass bon4", "pass bon7")
    # bon3 with its 6 coins has gone, bon1 brings 2
    assert has(state, 0, coins=6 + coins - 6 + 2)


@cites("terra-mystica", "round.income", "round.income_slots")
def test_income_depends_on_the_number_of_buildings() -> None:
    built = Table("engineers", "witches").put(0, "A1 d", "A2 d", "A3 d", "A5 te", "A6 te", "A7 tp").put(1, "F4 d")
    income = seat(built.goods(0, card="bon8", favors=["fav7", "fav8", "fav9"]).main(0), 0)["income"]
    assert income == {"coins": 2 + 3, "workers": 2 + 1, "priests": 1 + 1, "power": 1 + 5 + 1 + 4}


@cites("terra-mystica", "leaving.leave")
def test_leaving() -> None:
    assert why(table().main(0), "leave").code == "not_in_game"
    state = table(leaving="on").goods(1, workers=20, coins=20).main(0)
    play(state, "leave")
    cards = {c["card"]: c["seat"] for c in state.view(0)["cards"]}
    assert cards["bon3"] == -1
    play(state, "pass bon3", "pass bon1")
    assert state.view(0)["round"] == 3
    assert seat(state, 0)["gone"]
    assert state.current_player() == 1
    assert seat(state, 0)["workers"] == 2


@cites("terra-mystica", "end.cults", "end.ties")
def test_places_are_shared_and_rounded_down() -> None:
    assert shares([5, 5, 2, 0], [8, 4, 2]) == [6, 6, 2, 0]
    assert shares([9, 4, 4, 4], [18, 12, 6]) == [18, 6, 6, 6]
    assert shares([9, 8, 3, 3], [8, 4, 2]) == [8, 4, 1, 1]
    assert shares([0, 0, 7], [8, 4, 2]) == [0, 0, 8]
    assert shares([3, 3], [18, 12, 6]) == [15, 15]


def finished(state: Any) -> Any:
    while state.current_player() != OVER:
        play(state, "pass")
    return state


@cites("terra-mystica", "end.goods", "end.area", "end.cults", "end.winner")
def test_final_scoring() -> None:
    built = Table("witches", "nomads", round=6).put(0, "F4 d", "E6 d").put(1, "E8 d")
    built.goods(0, coins=1, workers=1, priests=1, bowls=[0, 5, 2], cults=[3, 0, 0, 0]).goods(1, bowls=[12, 0, 0])
    state = finished(built.main(0))
    # 1 + 1 + 1 + 2 + 2 coins: 2 points; fire 8; area 18
    assert has(state, 0, vp=20 + 2 + 8 + 18, coins=1, bowls=[4, 1, 0])
    assert has(state, 1, vp=20 + 12)
    assert state.winners() == [0]
    tied = Table("witches", "nomads", round=6).put(0, "F4 d").put(1, "E8 d")
    tied.goods(0, bowls=[12, 0, 0]).goods(1, bowls=[12, 0, 0])
    assert finished(tied.main(0)).winners() == [0, 1]


@cites("terra-mystica", "end.area")
def test_every_player_takes_one_place_for_the_largest_network() -> None:
    # four and three buildings of the Witches far apart, two of the Nomads, one of the Giants
    built = Table("witches", "nomads", "giants", round=6).put(0, "E6 d", "E7 d", "F4 d", "F3 d", "A1 d", "A2 d", "A3 d")
    built.put(1, "I6 d", "I7 d").put(2, "I12 d")
    for i in range(3):
        built.goods(i, bowls=[12, 0, 0])
    state = finished(built.main(0))
    assert [seat(state, i)["vp"] for i in range(3)] == [20 + 18, 20 + 12, 20 + 6]


@cites("terra-mystica", "faction.alchemists.trade", "end.goods")
def test_alchemists_sell_two_for_one() -> None:
    built = Table("alchemists", "nomads", round=6).put(0, "E5 d").put(1, "E8 d").goods(0, coins=5, bowls=[12, 0, 0])
    assert has(finished(built.main(0)), 0, vp=20 + 2 + 15, coins=1)


@cites("terra-mystica", "end.area", "reach.card")
def test_networks_use_shipping_tunnels_and_carpets_but_not_the_card() -> None:
    def network(faction: str, *buildings: str, **goods: Any) -> int:
        state = Table(faction, "halflings", round=6).put(0, *buildings).put(1, "A1 d").goods(0, **goods).main(0)
        return int(seat(state, 0)["final"]["network"])

    assert network("witches", "F4 d", "G3 sa") == 1
    assert network("witches", "F4 d", "G3 sa", shipping=1) == 2
    assert network("witches", "F4 d", "G3 sa", card="bon4") == 1
    assert network("witches", "F4 d", "G3 sa", bridges=["F4:G3"]) == 2
    assert network("dwarves", "F4 d", "E5 d") == 2
    assert network("fakirs", "F4 d", "E4 d") == 1
    assert network("fakirs", "F4 sh", "E4 d") == 2
