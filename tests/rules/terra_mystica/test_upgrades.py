"""Upgrades, tracks, favor tiles, cults, bridges, special actions."""

from typing import Any

import pytest

from tests.support.cites import cites
from tests.support.mystic import Table, ask, can, end_turn, has, hexes, play, seat, why


def rich(*factions: str, **options: Any) -> Table:
    table = Table(*(factions or ("witches", "nomads")), **options)
    for i in range(len(table.factions)):
        table.goods(i, coins=30, workers=20, priests=5, bowls=[0, 0, 12])
    return table


@cites("terra-mystica", "upgrade.path", "upgrade.cost", "upgrade.supply")
def test_upgrades_go_one_step_and_give_the_lower_piece_back() -> None:
    state = rich().put(0, "F4 d", "G3 tp", "A3 te").main(0)
    for line in ("f4 te", "f4 sh", "f4 sa", "g3 tp", "g3 sa", "a3 te", "a3 sh"):
        assert why(state, f"upgrade {line}").code == "wrong_building"
    assert why(state, "upgrade e6 tp").code == "not_yours"
    play(state, "upgrade g3 sh")
    assert has(state, 0, coins=24, workers=16)
    assert seat(state, 0)["buildings"]["trading_house"] == 0
    end_turn(state)
    second = rich().put(0, "F4 tp", "G3 sh").main(0)
    assert why(second, "upgrade f4 sh").code == "no_piece"


@cites("terra-mystica", "upgrade.discount", "upgrade.cost")
@pytest.mark.parametrize(("other", "coins"), [("E7 d", 27), ("A1 d", 24)])
def test_a_trading_house_beside_an_opponent_is_half_price(other: str, coins: int) -> None:
    state = rich().put(0, "F4 d", "E6 d").put(1, other).main(0)
    play(state, "upgrade f4 tp")
    assert has(state, 0, coins=coins, workers=18)


@cites("terra-mystica", "upgrade.favor", "upgrade.favor_kinds", "components.favors")
def test_temples_bring_a_favor_tile_of_a_new_kind() -> None:
    state = rich().put(0, "F4 tp").goods(0, favors=["fav9"]).set(favors_left={"fav1": 0, "fav9": 2}).main(0)
    play(state, "upgrade f4 te")
    assert why(state, "favor fav1").code == "none_left"
    assert why(state, "favor fav9").code == "same_tile"
    play(state, "favor fav7")
    assert seat(state, 0)["cults"]["earth"] == 2
    none_left = {f"fav{n}": 0 for n in range(1, 13)}
    bare = rich().put(0, "F4 tp").set(favors_left=none_left).main(0)
    play(bare, "upgrade f4 te")
    assert ask(bare) == "post"


@cites("terra-mystica", "components.favors", "round.tile")
def test_favor_tiles_and_round_tile_score_buildings() -> None:
    state = rich().put(0, "F4 d", "E6 tp").goods(0, favors=["fav10", "fav11"], shipping=1).set(round=3).main(0)
    play(state, "build g3")
    assert has(state, 0, vp=24)
    trading = rich().put(0, "F4 d").goods(0, favors=["fav10"]).set(round=6).main(0)
    play(trading, "upgrade f4 tp")
    assert has(trading, 0, vp=26)
    great = rich().put(0, "F4 tp").set(round=4).main(0)
    play(great, "upgrade f4 sh")
    assert has(great, 0, vp=25)


@cites("terra-mystica", "setup.temple_tile")
def test_the_temple_tile_scores_temples() -> None:
    state = rich("witches", "nomads", temple_tile="on").put(0, "F4 tp").set(tiles=["score9"] * 6).main(0)
    play(state, "upgrade f4 te")
    assert has(state, 0, vp=24)


@cites("terra-mystica", "shipping.action", "shipping.none", "digging.none")
def test_tracks_have_ends() -> None:
    state = rich().put(0, "F4 d").main(0)
    play(state, "advance shipping")
    assert has(state, 0, coins=26, priests=4, vp=22)
    assert why(rich().put(0, "F4 d").goods(0, shipping=3).main(0), "advance shipping").code == "track_end"
    sea = rich("mermaids", "witches").put(0, "E4 d").goods(0, shipping=4).main(0)
    play(sea, "advance shipping")
    assert has(sea, 0, vp=25)
    assert why(rich("dwarves", "witches").put(0, "E7 d").main(0), "advance shipping").code == "no_track"
    assert why(rich("darklings", "witches").put(0, "E5 d").main(0), "advance digging").code == "no_track"
    assert (
        why(rich("fakirs", "witches").put(0, "F3 d").goods(0, digging=1).main(0), "advance digging").code == "track_end"
    )
    poor = Table("witches", "nomads").put(0, "F4 d").goods(0, coins=4, bowls=[12, 0, 0]).main(0)
    assert why(poor, "advance shipping").code == "cannot_pay"


@cites("terra-mystica", "shipping.levels", "shipping.action", "faction.mermaids")
@pytest.mark.parametrize(
    ("faction", "levels", "points"), [("witches", [1, 2, 3], [2, 3, 4]), ("mermaids", [2, 3, 4, 5], [2, 3, 4, 5])]
)
def test_levels_of_shipping_and_their_points(faction: str, levels: list[int], points: list[int]) -> None:
    state = rich(faction, "nomads").put(0, "F4 d").put(1, "A5 d").set(passed=[1]).main(0)
    total = 20
    for level, vp in zip(levels, points, strict=True):
        play(state, "advance shipping", "done")
        total += vp
        assert seat(state, 0)["shipping"]["level"] == level
        assert has(state, 0, vp=total)
    assert why(state, "advance shipping").code == "track_end"


@cites("terra-mystica", "cults.send", "cults.spaces", "cults.power")
def test_priests_climb_cults() -> None:
    state = rich().put(0, "F4 d").goods(0, bowls=[5, 0, 0], cults=[4, 0, 0, 0]).main(0)
    play(state, "send fire 3")
    assert has(state, 0, priests=4, priests_sent=1, bowls=[1, 4, 0])
    assert seat(state, 0)["cults"]["fire"] == 7
    end_turn(state)
    assert why(state, "send fire 3").code == "spot_taken"
    assert can(state, "send fire 2")
    full = rich().put(0, "F4 d").set(spots={"air": [0, 0, 1, 1]}).main(0)
    assert why(full, "send air 2").code == "spot_taken"
    play(full, "send air 1")
    assert has(full, 0, priests=4, priests_sent=2)


@cites("terra-mystica", "cults.ten")
def test_step_ten_takes_a_key_and_holds_one_player() -> None:
    without = rich().put(0, "F4 d").goods(0, cults=[8, 0, 0, 0]).main(0)
    play(without, "send fire 3")
    assert seat(without, 0)["cults"]["fire"] == 9
    key = rich().put(0, "F4 d").goods(0, cults=[8, 0, 0, 0], keys=1).main(0)
    play(key, "send fire 3")
    assert has(key, 0, keys=0)
    assert seat(key, 0)["cults"]["fire"] == 10
    taken = rich().put(0, "F4 d").goods(0, cults=[8, 0, 0, 0], keys=1).goods(1, cults=[10, 0, 0, 0]).main(0)
    play(taken, "send fire 3")
    assert has(taken, 0, keys=1)
    assert seat(taken, 0)["cults"]["fire"] == 9


@cites("terra-mystica", "bridges.site", "bridges.own_end", "bridges.supply")
def test_bridges() -> None:
    state = rich("witches", "nomads", "giants").put(0, "C2 d").put(1, "D4 d").goods(1, bridges=["C2:D4"]).main(0)
    play(state, "action act1")
    assert why(state, "bridge c2:d4").code == "site_taken"
    assert why(state, "bridge g2:h4").code == "no_end"
    play(state, "bridge c2:e5")
    assert has(state, 0, bridges_left=2, bowls=[3, 0, 9])
    three = rich().put(0, "C2 d").goods(0, bridges=["C2:D4", "C2:E5", "C2:D3"]).main(0)
    assert why(three, "action act1").code == "no_bridge"
    inland = rich().put(0, "E2 d").main(0)
    assert why(inland, "action act1").code == "no_site"


@cites("terra-mystica", "bridges.sources", "faction.engineers.bridge")
def test_bridges_come_from_power_and_from_engineers_alone() -> None:
    state = rich().put(0, "C2 d").main(0)
    assert why(state, "action bridge").code == "only_faction"
    assert why(state, "bridge c2:d4").code == "other_question"
    play(state, "action act1", "bridge c2:d4")
    engineers = rich("engineers", "nomads").put(0, "C2 d").main(0)
    play(engineers, "action bridge", "bridge c2:d4")
    assert has(engineers, 0, bridges_left=2, bowls=[0, 0, 12])
    bare = {"coins": 0, "priests": 0, "bowls": [12, 0, 0]}
    assert can(rich("engineers", "nomads").put(0, "C2 d").goods(0, workers=2, **bare).main(0), "action bridge")
    poor = rich("engineers", "nomads").put(0, "C2 d").goods(0, workers=1, **bare).main(0)
    assert why(poor, "action bridge").code == "cannot_pay"
    assert why(rich("engineers", "nomads").put(0, "E2 d").main(0), "action bridge").code == "no_site"


@cites("terra-mystica", "special.once", "special.card", "special.favor", "favor.fav6", "card.bon1", "card.bon2")
def test_actions_of_card_and_tile_once_a_round() -> None:
    state = rich().put(0, "F4 d").goods(0, card="bon2", favors=["fav6"]).set(passed=[1]).main(0)
    play(state, "action card", "cult air", "done")
    assert why(state, "action card").code == "used_this_round"
    play(state, "action fav6", "cult air", "done")
    assert why(state, "action fav6").code == "used_this_round"
    assert seat(state, 0)["cults"]["air"] == 2
    plain = rich().put(0, "F4 d").main(0)
    assert why(plain, "action card").code == "no_action"
    assert why(plain, "action fav6").code == "no_tile"
    spade = rich().put(0, "F4 d").goods(0, card="bon1").main(0)
    play(spade, "action card", "transform g2 mountains")
    assert hexes(spade)["G2"]["terrain"] == "mountains"


@cites("terra-mystica", "special.stronghold")
def test_a_stronghold_action_needs_the_stronghold() -> None:
    assert why(rich().put(0, "F4 d").main(0), "action stronghold").code == "no_stronghold"
    assert why(rich("dwarves", "nomads").put(0, "F4 sh").main(0), "action stronghold").code == "no_stronghold_action"
    houses = [f"A{n} d" for n in range(1, 9)]
    assert why(rich().put(0, "F4 sh", *houses).main(0), "action stronghold").code == "no_object"
