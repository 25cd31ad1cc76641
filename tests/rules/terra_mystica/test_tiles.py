"""Favor tiles, bonus cards, scoring tiles, town tiles: every number, written down again from the rulebook's tables."""

import re
from typing import Any

import pytest

from terrarium import catalog
from terrarium.words import LANGUAGES, Words
from tests.support.cites import cites
from tests.support.mystic import Table, ask, can, end_turn, has, page, play, seat, why

CULTS = ("fire", "water", "earth", "air")
FAVORS = {
    "fav1": ("fire", 3, 1), "fav2": ("water", 3, 1), "fav3": ("earth", 3, 1), "fav4": ("air", 3, 1),
    "fav5": ("fire", 2, 3), "fav6": ("water", 2, 3), "fav7": ("earth", 2, 3), "fav8": ("air", 2, 3),
    "fav9": ("fire", 1, 3), "fav10": ("water", 1, 3), "fav11": ("earth", 1, 3), "fav12": ("air", 1, 3),
}  # fmt: skip
"""Cult, steps, how many there are."""
CARDS = {
    "bon1": {"coins": 2}, "bon2": {"coins": 4}, "bon3": {"coins": 6}, "bon4": {"power": 3},
    "bon5": {"power": 3, "workers": 1}, "bon6": {"workers": 2}, "bon7": {"workers": 1}, "bon8": {"priests": 1},
    "bon9": {"coins": 2}, "bon10": {"power": 3},
}  # fmt: skip
"""Income of a round."""
PASSING = {"bon6": 4 + 4, "bon7": 3 * 2, "bon9": 2 * 1, "bon10": 2 * 3}
"""Points for passing with two dwellings, three trading houses, a stronghold, a sanctuary and shipping 2."""
SCORING = {
    "score1": ({"spade": 2}, "earth", 1, {"coins": 1}),
    "score2": ({"town": 5}, "earth", 4, {"spades": 1}),
    "score3": ({"dwelling": 2}, "water", 4, {"priests": 1}),
    "score4": ({"stronghold": 5, "sanctuary": 5}, "fire", 2, {"workers": 1}),
    "score5": ({"dwelling": 2}, "fire", 4, {"power": 4}),
    "score6": ({"trading_house": 3}, "water", 4, {"spades": 1}),
    "score7": ({"stronghold": 5, "sanctuary": 5}, "air", 2, {"workers": 1}),
    "score8": ({"trading_house": 3}, "air", 4, {"spades": 1}),
    "score9": ({"temple": 4}, "priests", 1, {"coins": 2}),
}
"""Points in the action phase; cult, steps and reward at the end of the round."""
TOWNS: dict[str, dict[str, int]] = {
    "tw1": {"vp": 5, "keys": 1, "coins": 6}, "tw2": {"vp": 7, "keys": 1, "workers": 2},
    "tw3": {"vp": 9, "keys": 1, "priests": 1}, "tw4": {"vp": 6, "keys": 1, "power": 8},
    "tw5": {"vp": 8, "keys": 1, "steps": 1}, "tw6": {"vp": 2, "keys": 2, "steps": 2},
    "tw7": {"vp": 4, "keys": 1, "shipping": 1}, "tw8": {"vp": 11, "keys": 1},
}  # fmt: skip
NUMBERS: dict[str, set[int]] = {
    "fav1": {3}, "fav2": {3}, "fav3": {3}, "fav4": {3}, "fav5": {2, 6}, "fav6": {2, 1}, "fav7": {2, 1}, "fav8": {2, 4},
    "fav9": {1, 3}, "fav10": {1, 3}, "fav11": {1, 2}, "fav12": {1, 2, 3, 4},
    "bon1": {2, 1}, "bon2": {4, 1}, "bon3": {6}, "bon4": {3, 1}, "bon5": {3, 1}, "bon6": {2, 4}, "bon7": {1, 2},
    "bon8": {1}, "bon9": {2, 1}, "bon10": {3},
    "score1": {2, 1}, "score2": {5, 1, 4}, "score3": {2, 1, 4}, "score4": {5, 1, 2}, "score5": {2, 4},
    "score6": {3, 1, 4}, "score7": {5, 1, 2}, "score8": {3, 1, 4}, "score9": {4, 2},
    "tw1": {5, 1, 6}, "tw2": {7, 1, 2}, "tw3": {9, 1}, "tw4": {6, 1, 8}, "tw5": {8, 1}, "tw6": {2}, "tw7": {4, 1},
    "tw8": {11, 1},
}  # fmt: skip
"""The numbers a text about a tile tells; Chinese may count a thing once more ("1 座")."""
SECTIONS = {"fav": "favor", "bon": "card", "score": "tile", "tw": "town"}


def plain(*factions: str, **options: Any) -> Table:
    """Seats without goods whose cards bring nothing that is counted here."""
    table = Table(*(factions or ("witches", "nomads")), **options)
    for i in range(len(table.factions)):
        table.goods(i, bowls=[12, 0, 0])
    return table


# --- favor tiles -----------------------------------------------------------------------------------------------------


@cites("terra-mystica", "favor.fav1", "favor.fav2", "favor.fav3", "favor.fav4", "favor.fav5", "favor.fav6")
@cites("terra-mystica", "favor.fav7", "favor.fav8", "favor.fav9", "favor.fav10", "favor.fav11", "favor.fav12")
@pytest.mark.parametrize("tile", list(FAVORS))
def test_a_favor_tile_lifts_its_owner_at_once(tile: str) -> None:
    cult, steps, count = FAVORS[tile]
    state = plain().put(0, "F4 te").state(0, ["favor", 0, 1, 0])
    assert {favor["tile"]: favor["left"] for favor in page(state)["favors"]}[tile] == count
    play(state, f"favor {tile}")
    assert seat(state, 0)["cults"] == {other: steps if other == cult else 0 for other in CULTS}
    assert has(state, 0, favors=[tile], vp=20)


@cites("terra-mystica", "components.favor_count")
def test_there_are_28_favor_tiles() -> None:
    left = {favor["tile"]: favor["left"] for favor in page(catalog.game("terra-mystica", 2).new())["favors"]}
    assert left == {tile: count for tile, (_, _, count) in FAVORS.items()}
    assert sum(left.values()) == 28
    state = plain().put(0, "F4 te").goods(1, favors=["fav1", "fav9"]).set(favors_left={"fav1": 0, "fav9": 2})
    asked = state.state(0, ["favor", 0, 1, 0])
    assert why(asked, "favor fav1").code == "none_left"
    assert can(asked, "favor fav9")


@cites("terra-mystica", "favor.fav5")
def test_fav5_lowers_the_value_of_towns_to_six() -> None:
    for favors, asked in (([], "post"), (["fav4", "fav6"], "post"), (["fav5"], "town")):
        table = plain().put(0, "E6 d", "E7 d", "F4 d", "F3 tp").goods(0, coins=9, workers=9, favors=favors)
        state = table.main(0)
        play(state, "upgrade e6 tp")
        assert ask(state) == asked
    five = plain().put(0, "E6 d", "E7 d", "F4 d", "F3 d").goods(0, coins=9, workers=9, favors=["fav5"]).main(0)
    play(five, "upgrade e6 tp")
    assert ask(five) == "post"


@cites("terra-mystica", "favor.fav6", "special.favor")
def test_fav6_is_an_action_for_one_step_a_round() -> None:
    state = plain().put(0, "F4 d").goods(0, favors=["fav6"]).set(passed=[1]).main(0)
    play(state, "action fav6", "cult earth")
    end_turn(state)
    assert seat(state, 0)["cults"]["earth"] == 1
    assert why(state, "action fav6").code == "used_this_round"


@cites("terra-mystica", "favor.fav7", "favor.fav8", "favor.fav9", "round.income")
@pytest.mark.parametrize(
    ("tile", "income"), [("fav7", {"workers": 1, "power": 1}), ("fav8", {"power": 4}), ("fav9", {"coins": 3})]
)
def test_favor_tiles_with_income(tile: str, income: dict[str, int]) -> None:
    def total(favors: list[str]) -> dict[str, int]:
        return dict(seat(plain().put(0, "F4 d").goods(0, favors=favors, card="bon3").main(0), 0)["income"])

    without, found = total([]), total([tile])
    assert {k: found[k] - without.get(k, 0) for k in found if found[k] != without.get(k, 0)} == income


@cites("terra-mystica", "favor.fav10", "favor.fav11")
def test_favor_tiles_that_score_buildings() -> None:
    table = plain().put(0, "F4 d").goods(0, coins=20, workers=20, favors=["fav10", "fav11"], shipping=1)
    house = table.main(0)
    play(house, "build g3")
    assert has(house, 0, vp=20 + 2)
    trade = table.main(0)
    play(trade, "upgrade f4 tp")
    assert has(trade, 0, vp=20 + 3)
    for line in ("build g3", "upgrade f4 tp"):
        other = table.goods(0, favors=["fav9", "fav12"]).main(0)
        play(other, line)
        assert has(other, 0, vp=20)


@cites("terra-mystica", "favor.fav12", "pass.points")
@pytest.mark.parametrize(("houses", "points"), [(0, 0), (1, 2), (2, 3), (3, 3), (4, 4)])
@pytest.mark.parametrize("round", [3, 6])
def test_fav12_scores_trading_houses_when_passing(houses: int, points: int, round: int) -> None:
    table = plain(round=round).put(0, "F4 d", *[f"A{n} tp" for n in range(1, houses + 1)]).goods(0, favors=["fav12"])
    state = table.main(0)
    play(state, "pass" if round == 6 else "pass bon1")
    assert has(state, 0, vp=20 + points)
    other = table.goods(0, favors=["fav9", "fav11"]).main(0)
    play(other, "pass" if round == 6 else "pass bon1")
    assert has(other, 0, vp=20)


# --- bonus cards -----------------------------------------------------------------------------------------------------


@cites("terra-mystica", "card.bon1", "card.bon2", "card.bon3", "card.bon4", "card.bon5")
@cites("terra-mystica", "card.bon6", "card.bon7", "card.bon8", "card.bon9", "card.bon10", "components.cards")
@cites("terra-mystica", "round.income")
@pytest.mark.parametrize("card", list(CARDS))
def test_income_of_a_bonus_card(card: str) -> None:
    table = plain("witches", "nomads", shipping_card="on").put(0, "F4 tp", "A3 te").goods(0, card=card)
    found = dict(seat(table.main(0), 0)["income"])
    # board: 1 worker, a trading house with 2 coins and 1 power, a temple with 1 priest
    own = {"workers": 1, "coins": 2, "power": 1, "priests": 1}
    assert {k: found[k] - own[k] for k in own if found[k] != own[k]} == CARDS[card]


@cites("terra-mystica", "card.bon6", "card.bon7", "card.bon9", "card.bon10", "pass.points")
@pytest.mark.parametrize("card", list(CARDS))
def test_points_of_a_bonus_card_for_passing(card: str) -> None:
    buildings = ["A1 d", "A2 d", "A3 tp", "A4 tp", "A5 tp", "A6 sh", "A7 sa"]
    table = plain("witches", "nomads", shipping_card="on").put(0, *buildings).goods(0, card=card, shipping=2)
    free = next(c for c in ("bon1", "bon4") if c != card)
    state = table.main(0)
    play(state, f"pass {free}")
    assert has(state, 0, vp=20 + PASSING.get(card, 0))


@cites("terra-mystica", "card.bon1", "card.bon2", "card.bon4", "special.card", "reach.card")
def test_actions_and_shipping_of_bonus_cards() -> None:
    spade = plain().put(0, "F4 d").goods(0, card="bon1").main(0)
    play(spade, "action card")
    assert page(spade)["ask"]["spades"] == 1
    cult = plain().put(0, "F4 d").goods(0, card="bon2").main(0)
    play(cult, "action card", "cult fire")
    assert seat(cult, 0)["cults"]["fire"] == 1
    # G3 lies one river space from F4
    sea = plain().put(0, "F4 d").goods(0, card="bon4", coins=9, workers=9).main(0)
    assert can(sea, "build g3")
    none = plain().put(0, "F4 d").goods(0, card="bon3", coins=9, workers=9).main(0)
    assert why(none, "build g3").code == "out_of_reach"
    assert why(none, "action card").code == "no_action"


# --- scoring tiles ---------------------------------------------------------------------------------------------------


def points_for(tile: str, what: str) -> int:
    """Points of one deed while this tile lies in the round; the opponent is far away."""
    table = plain(tiles=" ".join([tile.removeprefix("score")] * 6), temple_tile="on").put(0, "F4 d", "F3 tp", "A3 te")
    table.goods(0, coins=30, workers=30, shipping=1).put(1, "I7 d")
    if what == "town":
        table.put(0, "E6 d", "E7 tp")
    state = table.main(0)
    before = 20
    lines = {
        "spade": ["transform g2 mountains"], "dwelling": ["build g3"], "trading_house": ["upgrade f4 tp"],
        "temple": ["upgrade f3 te"], "stronghold": ["upgrade f3 sh"], "sanctuary": ["upgrade a3 sa"],
        "town": ["upgrade f4 tp", "town tw1"],
    }[what]  # fmt: skip
    play(state, *lines)
    if what == "town":
        # 5 of its tile, 5 of the Witches, and the trading house where the tile of the round pays for it
        before += 5 + 5 + SCORING[tile][0].get("trading_house", 0)
    return int(seat(state, 0)["vp"]) - before


@cites("terra-mystica", "tile.score1", "tile.score2", "tile.score3", "tile.score4", "tile.score5", "round.tile")
@cites("terra-mystica", "tile.score6", "tile.score7", "tile.score8", "tile.score9")
@pytest.mark.parametrize("tile", list(SCORING))
def test_points_of_a_scoring_tile(tile: str) -> None:
    deeds = ("spade", "dwelling", "trading_house", "temple", "stronghold", "sanctuary", "town")
    assert {what: n for what in deeds if (n := points_for(tile, what))} == SCORING[tile][0]


@cites("terra-mystica", "tile.score1", "tile.score2", "tile.score3", "tile.score4", "tile.score5")
@cites("terra-mystica", "tile.score6", "tile.score7", "tile.score8", "tile.score9", "round.cult_reward")
@pytest.mark.parametrize("tile", list(SCORING))
def test_cult_bonus_of_a_scoring_tile(tile: str) -> None:
    _, cult, per, reward = SCORING[tile]
    table = plain(tiles=" ".join([tile.removeprefix("score")] * 6), temple_tile="on").put(0, "F4 d").put(1, "I7 d")
    if cult == "priests":
        table.set(spots={"fire": [0, -1, -1, -1], "air": [0, 0, -1, -1]})
        times = 3
    else:
        # 9 steps are 9, 4 or 2 full shares; the other cults must not pay
        table.goods(0, cults=[9 if other == cult else 0 for other in CULTS])
        times = 9 // per
    found = seat(table.main(0), 0)["reward"]
    assert found == {what: n * times for what, n in reward.items()}
    one_short = table.goods(0, cults=[per - 1 if other == cult else 0 for other in CULTS])
    if cult != "priests":
        assert seat(one_short.main(0), 0)["reward"] == {}


# --- town tiles ------------------------------------------------------------------------------------------------------


@cites("terra-mystica", "town.tw1", "town.tw2", "town.tw3", "town.tw4", "town.tw5", "towns.tile")
@cites("terra-mystica", "town.tw6", "town.tw7", "town.tw8", "towns.expansion")
@pytest.mark.parametrize("tile", list(TOWNS))
def test_what_a_town_tile_brings(tile: str) -> None:
    worth = TOWNS[tile]
    table = plain("auren", "nomads", round=5, town_tiles="expansion").put(0, "F4 d").state(0, ["town", 0, 0, 0])
    play(table, f"town {tile}")
    found = seat(table, 0)
    level = found["shipping"]["level"]
    assert level == worth.get("shipping", 0)
    # a new level of shipping scores its 2 points
    assert found["vp"] == 20 + worth["vp"] + (2 if level else 0)
    assert found["keys"] == worth["keys"]
    assert (found["coins"], found["workers"], found["priests"]) == tuple(
        worth.get(what, 0) for what in ("coins", "workers", "priests")
    )
    assert found["bowls"] == [12 - worth.get("power", 0), worth.get("power", 0), 0]
    assert set(found["cults"].values()) == {worth.get("steps", 0)}


@cites("terra-mystica", "towns.expansion", "towns.supply")
def test_there_are_two_town_tiles_of_each_kind() -> None:
    left = {town["tile"]: town["left"] for town in page(catalog.game("terra-mystica", 2).new())["towns"]}
    assert left == {"tw1": 2, "tw2": 2, "tw3": 2, "tw4": 2, "tw5": 2, "tw6": 0, "tw7": 0, "tw8": 0}


@cites("terra-mystica", "towns.expansion")
def test_the_statement_counts_the_town_tiles_that_the_option_adds() -> None:
    numbers = {1: "one", 2: "two", 4: "four"}
    counts = []
    for options in ({}, {"town_tiles": "expansion"}):
        state = catalog.game("terra-mystica", 2, options=options).new()
        counts.append({town["tile"]: town["left"] for town in page(state)["towns"]})
    added = {tile: n - counts[0][tile] for tile, n in counts[1].items() if n > counts[0][tile]}
    assert added == {"tw6": 1, "tw7": 2, "tw8": 1}
    texts = catalog.rulebook("terra-mystica").by_id["towns.expansion"].texts
    assert f"Option: {numbers[sum(added.values())]} more tiles" in texts["en"]
    for tile, n in added.items():
        points = TOWNS[tile]["vp"]
        assert f"{numbers[n]} with {points} points" in texts["en"]
        assert f"{n} 塊 {points} 分" in texts["zh-Hant"]
        assert f"{n} 块 {points} 分" in texts["zh-Hans"]


# --- the texts -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("tile", list(NUMBERS))
def test_the_texts_about_a_tile_tell_its_numbers_and_its_cult(tile: str, language: str) -> None:
    words = Words(language, "terra-mystica")
    section = SECTIONS[re.sub(r"\d", "", tile)]
    cult = FAVORS[tile][0] if tile in FAVORS else SCORING[tile][1] if tile in SCORING else ""
    for text in (
        catalog.rulebook("terra-mystica").by_id[f"{section}.{tile}"].texts[language],
        words.say(f"about.{tile}"),
    ):
        told = {int(n) for n in re.findall(r"\d+", text)}
        assert NUMBERS[tile] <= told, text
        assert told - NUMBERS[tile] <= {1}, text
        if cult in CULTS:
            assert words.name(cult) in text
            assert not [other for other in CULTS if other != cult and words.name(other) in text], text
