"""Every faction before and after its stronghold, each ability with its twin that is refused."""

import pytest

from tests.support.cites import cites
from tests.support.mystic import Table, ask, can, end_turn, has, hexes, play, seat, why


def rich(*factions: str, **options: str) -> Table:
    table = Table(*factions, round=5, **options)
    for i in range(len(table.factions)):
        table.goods(i, coins=30, workers=20, priests=3, bowls=[0, 0, 12])
    return table


@cites("terra-mystica", "faction.alchemists.trade", "faction.alchemists")
def test_alchemists_trade_points_and_coins() -> None:
    state = rich("alchemists", "witches").put(0, "E5 d").main(0)
    play(state, "convert vp coin", "convert coins vp 2")
    assert has(state, 0, vp=21, coins=27)
    broke = rich("alchemists", "witches").put(0, "E5 d").goods(0, vp=0, coins=1).main(0)
    assert why(broke, "convert vp coin").code == "too_few_points"
    assert why(broke, "convert coins vp").code == "too_few_coins"


@cites("terra-mystica", "faction.alchemists", "faction.alchemists.stronghold")
def test_alchemists_stronghold_power() -> None:
    state = rich("alchemists", "witches").put(0, "E5 tp").goods(0, bowls=[12, 0, 0]).main(0)
    play(state, "upgrade e5 sh")
    assert has(state, 0, bowls=[0, 12, 0])
    dig = rich("alchemists", "witches").put(0, "E5 sh").goods(0, bowls=[12, 0, 0]).main(0)
    play(dig, "transform e6 swamp")
    assert has(dig, 0, bowls=[10, 2, 0])
    before = rich("alchemists", "witches").put(0, "E5 d").goods(0, bowls=[12, 0, 0]).main(0)
    play(before, "transform e6 swamp")
    assert has(before, 0, bowls=[12, 0, 0])


@cites("terra-mystica", "faction.alchemists", "spades.one_way")
def test_alchemists_dig_on_with_the_power_of_the_first_spade() -> None:
    # one worker buys the first of two spades; its power becomes the worker for the second
    table = rich("alchemists", "witches").put(0, "E5 sh").goods(0, workers=1, priests=0, digging=2, bowls=[0, 4, 1])
    state = table.terrain("F3", "desert").main(0)
    assert can(state, "transform f3 swamp")
    play(state, "transform f3 plains", "convert power worker")
    assert ask(state) == "build"
    play(state, "transform f3 swamp")
    assert hexes(state)["F3"]["terrain"] == "swamp"


@cites("terra-mystica", "faction.auren", "faction.auren.tile", "special.once")
def test_auren() -> None:
    state = rich("auren", "nomads").put(0, "F4 tp").set(passed=[1]).main(0)
    play(state, "upgrade f4 sh")
    assert ask(state) == "favor"
    play(state, "favor fav9", "done", "action stronghold", "cult air", "done")
    assert seat(state, 0)["cults"]["air"] == 2
    assert why(state, "action stronghold").code == "used_this_round"


@cites("terra-mystica", "faction.chaosmagicians.tiles", "faction.chaosmagicians")
def test_chaos_magicians_take_two_different_tiles() -> None:
    state = rich("chaosmagicians", "nomads").put(0, "E3 tp").main(0)
    play(state, "upgrade e3 te", "favor fav9")
    assert why(state, "favor fav9").code == "same_tile"
    play(state, "favor fav10")
    assert has(state, 0, favors=["fav9", "fav10"])


@cites("terra-mystica", "faction.chaosmagicians.double", "leech.order")
def test_chaos_magicians_double_turn() -> None:
    table = rich("chaosmagicians", "nomads").put(0, "E3 sh", "D4 d").put(1, "E6 d").goods(1, bowls=[5, 7, 0])
    state = table.main(0)
    play(state, "action stronghold", "upgrade d4 tp", "done")
    assert ask(state) == "leech"
    play(state, "leech decline")
    assert ask(state) == "main"
    assert state.current_player() == 0
    assert why(state, "action stronghold").code == "used_this_round"
    play(state, "transform e2 wasteland")
    end_turn(state)
    assert state.current_player() == 1
    out = rich("chaosmagicians", "nomads").put(0, "E3 sh").put(1, "A1 d").main(0)
    play(out, "action stronghold", "pass bon1")
    assert out.current_player() == 1


@cites("terra-mystica", "faction.cultists.step", "faction.cultists")
def test_cultists_climb_once_when_somebody_takes_power() -> None:
    table = rich("cultists", "witches", "nomads").put(0, "E6 d").put(1, "E7 d").put(2, "F3 d")
    state = table.goods(1, bowls=[5, 7, 0]).goods(2, bowls=[5, 7, 0]).main(0)
    play(state, "upgrade e6 tp", "done", "leech take", "leech take")
    assert ask(state) == "cultist_step"
    assert why(state, "convert worker coin").code == "not_your_turn"
    play(state, "cult water")
    assert seat(state, 0)["cults"]["water"] == 1
    assert state.current_player() == 1
    assert ask(state) == "main"


@cites("terra-mystica", "faction.cultists.step")
def test_cultists_step_for_each_taker_as_an_option() -> None:
    table = rich("cultists", "witches", "nomads", cultist_step="each").put(0, "E6 d").put(1, "E7 d").put(2, "F3 d")
    state = table.goods(1, bowls=[5, 7, 0]).goods(2, bowls=[5, 7, 0]).main(0)
    play(state, "upgrade e6 tp", "done", "leech take", "leech take", "cult water", "cult air")
    assert seat(state, 0)["cults"] == {"fire": 0, "water": 1, "earth": 0, "air": 1}


@cites("terra-mystica", "faction.cultists.declined")
@pytest.mark.parametrize(("option", "power"), [("on", 1), ("off", 0)])
def test_cultists_gain_power_when_all_decline(option: str, power: int) -> None:
    table = rich("cultists", "witches", cultist_errata=option).put(0, "E6 d").put(1, "E7 d")
    state = table.goods(0, bowls=[5, 7, 0]).goods(1, bowls=[5, 7, 0]).main(0)
    play(state, "upgrade e6 tp", "done", "leech decline")
    assert has(state, 0, bowls=[5 - power, 7 + power, 0])


@cites("terra-mystica", "faction.cultists.declined", "leech.room")
def test_full_bowls_are_no_decline() -> None:
    table = rich("cultists", "witches").put(0, "E6 d").put(1, "E7 d").goods(0, bowls=[5, 7, 0])
    state = table.goods(1, bowls=[0, 0, 12]).main(0)
    play(state, "upgrade e6 tp", "done")
    assert has(state, 0, bowls=[5, 7, 0])


@cites("terra-mystica", "faction.cultists")
def test_cultists_stronghold_points() -> None:
    state = rich("cultists", "witches").put(0, "E6 tp").main(0)
    play(state, "upgrade e6 sh")
    assert has(state, 0, vp=27)


@cites("terra-mystica", "faction.darklings", "digging.none")
def test_darklings_dig_with_priests() -> None:
    state = rich("darklings", "witches").put(0, "E5 d").main(0)
    play(state, "transform f3 swamp")
    assert has(state, 0, priests=1, workers=20, vp=24)
    free = rich("darklings", "witches").put(0, "E5 d").goods(0, priests=0, bowls=[0, 0, 4]).main(0)
    assert why(free, "transform e6 swamp").code == "cannot_pay"
    play(free, "action act5", "transform e6 swamp")
    assert has(free, 0, vp=20)


@cites("terra-mystica", "faction.darklings.ordain", "goods.priests")
def test_darklings_ordain_up_to_three() -> None:
    state = rich("darklings", "witches").put(0, "E5 tp").goods(0, workers=6, priests=3).main(0)
    play(state, "upgrade e5 sh")
    assert ask(state) == "ordain"
    assert why(state, "ordain 3").code == "too_few_workers"
    play(state, "ordain 2")
    assert has(state, 0, workers=0, priests=5)
    full = rich("darklings", "witches").put(0, "E5 tp").goods(0, priests=6).main(0)
    play(full, "upgrade e5 sh")
    assert why(full, "ordain 2").code == "no_priest"
    assert can(full, "ordain 1")
    play(full, "done")
    assert has(full, 0, workers=20 - 4, priests=6)
    three = rich("darklings", "witches").put(0, "E5 tp").goods(0, priests=0).main(0)
    play(three, "upgrade e5 sh", "ordain 3")
    assert has(three, 0, workers=20 - 4 - 3, priests=3)
    assert ask(three) == "post"


@cites("terra-mystica", "faction.engineers.bridge", "bridges.supply", "bridges.sources")
def test_engineers_build_bridges_for_workers() -> None:
    state = rich("engineers", "witches").put(0, "C2 d", "E5 d").set(passed=[1]).main(0)
    play(state, "action bridge", "bridge c2:e5", "done", "action bridge", "bridge c2:d4", "done")
    assert has(state, 0, workers=16, bridges_left=1)
    assert why(rich("witches", "nomads").put(0, "C2 d").main(0), "action bridge").code == "only_faction"
    poor = rich("engineers", "witches").put(0, "C2 d").goods(0, workers=1, priests=0, bowls=[12, 0, 0]).main(0)
    assert why(poor, "action bridge").code == "cannot_pay"


@cites("terra-mystica", "faction.engineers", "pass.points")
def test_engineers_score_own_bridges_between_own_buildings_only() -> None:
    table = rich("engineers", "witches").put(0, "C2 sh", "E5 d").put(1, "D4 d").goods(0, bridges=["C2:E5", "C2:D4"])
    state = table.main(0)
    play(state, "pass bon1")
    assert has(state, 0, vp=23)
    foreign = rich("engineers", "witches").put(0, "C2 sh", "E5 d").put(1, "D4 d").goods(1, bridges=["C2:E5"]).main(0)
    play(foreign, "pass bon1")
    assert has(foreign, 0, vp=20)
    before = rich("engineers", "witches").put(0, "C2 d", "E5 d").goods(0, bridges=["C2:E5"]).main(0)
    play(before, "pass bon1")
    assert has(before, 0, vp=20)


@cites("terra-mystica", "faction.giants.spades", "faction.giants")
def test_giants_need_two_spades_and_only_make_wasteland() -> None:
    state = rich("giants", "witches").put(0, "D4 d").main(0)
    assert why(state, "transform e6 desert").code == "giants_home"
    play(state, "transform e7 wasteland")
    assert has(state, 0, workers=14)
    act = rich("giants", "witches").put(0, "D4 sh").main(0)
    play(act, "action stronghold", "transform e6 wasteland", "build e6")
    assert has(act, 0, workers=19)
    top_up = rich("giants", "witches").put(0, "D4 d").main(0)
    play(top_up, "action act5", "transform e6 wasteland")
    assert has(top_up, 0, workers=17)
    card = rich("giants", "witches").put(0, "D4 d").goods(0, card="bon1").main(0)
    play(card, "action card", "transform e6 wasteland")
    assert has(card, 0, workers=17)
    cult = rich("giants", "witches").put(0, "D4 d").state(-1, ["spades", 0, 1, 1])
    assert why(cult, "transform e6 wasteland").code == "too_few_spades"
    assert can(rich("giants", "witches").put(0, "D4 d").state(-1, ["spades", 0, 2, 1]), "transform e6 wasteland")


@cites("terra-mystica", "faction.giants.spades", "round.cult_spades", "spades.drop")
def test_a_lone_cult_spade_of_the_giants_is_lost() -> None:
    # the tile of round 6 pays a spade for every 4 steps on water; round 2 lies on that tile here
    table = Table("giants", "witches", tiles="1 6 3 4 5 2").put(0, "D4 d").put(1, "F4 d")
    for steps, asked in ((4, "main"), (8, "cult_spades")):
        state = table.goods(0, cults=[0, steps, 0, 0], workers=20).main(0)
        play(state, "pass bon1", "pass bon4")
        assert ask(state) == asked


@cites("terra-mystica", "upgrade.stronghold")
def test_a_stronghold_opens_the_second_ability() -> None:
    for building, paid in (("tp", 2), ("sh", 1)):
        tunnel = rich("dwarves", "witches").put(0, f"F4 {building}").main(0)
        play(tunnel, "transform e5 lakes")
        assert has(tunnel, 0, workers=20 - 3 - paid)
    ride = rich("witches", "nomads").put(0, "F4 tp").set(passed=[1]).main(0)
    assert why(ride, "action stronghold").code == "no_stronghold"
    play(ride, "upgrade f4 sh", "done")
    assert can(ride, "action stronghold")


@cites("terra-mystica", "faction.halflings", "digging.action")
def test_halflings_score_spades_and_improve_cheaply() -> None:
    state = rich("halflings", "witches").put(0, "E6 d").main(0)
    play(state, "transform f3 plains")
    assert has(state, 0, vp=21)
    track = rich("halflings", "witches").put(0, "E6 d").main(0)
    play(track, "advance digging")
    assert has(track, 0, coins=29, vp=26)


@cites("terra-mystica", "faction.halflings.stronghold", "spades.split")
def test_halflings_stronghold_spades_and_two_offers() -> None:
    table = rich("halflings", "witches").put(0, "E6 tp").put(1, "E7 d").goods(1, bowls=[5, 7, 0])
    state = table.terrain("F3", "desert").terrain("D4", "swamp").main(0)
    play(state, "upgrade e6 sh")
    assert has(state, 0, vp=23)
    play(state, "transform f3 plains", "transform d4 plains", "done", "build d4", "done")
    assert ask(state) == "leech"
    play(state, "leech take")
    assert ask(state) == "leech"


@cites("terra-mystica", "faction.mermaids")
def test_mermaids_stronghold_raises_shipping() -> None:
    state = rich("mermaids", "witches").put(0, "E4 tp").main(0)
    play(state, "upgrade e4 sh")
    assert has(state, 0, vp=22)
    assert seat(state, 0)["shipping"]["level"] == 2
    end = rich("mermaids", "witches").put(0, "E4 tp").goods(0, shipping=5).main(0)
    play(end, "upgrade e4 sh")
    assert has(end, 0, vp=20)


@cites("terra-mystica", "faction.nomads.sandstorm")
def test_sandstorm_crosses_edges_only() -> None:
    table = rich("nomads", "witches").put(0, "C2 sh").goods(0, shipping=3, bridges=["C2:E5"]).put(0, "F3 d")
    state = table.set(round=1).main(0)
    play(state, "action stronghold")
    assert why(state, "transform d4 desert").code == "no_shared_edge"
    assert why(state, "transform g2 forest").code == "only_desert"
    assert why(state, "transform f3 desert").code == "occupied"
    play(state, "transform g2 desert", "build g2")
    assert has(state, 0, vp=20, workers=19)


@cites("terra-mystica", "faction.swarmlings.upgrade", "leech.offer")
def test_swarmlings_upgrade_for_free() -> None:
    table = rich("swarmlings", "witches").put(0, "E4 sh", "E6 d").put(1, "E7 d").goods(1, bowls=[5, 7, 0])
    state = table.set(round=6).main(0)
    play(state, "action stronghold")
    assert why(state, "upgrade e4 tp").code == "no_dwelling"
    assert why(state, "upgrade e7 tp").code == "no_dwelling"
    play(state, "upgrade e6 tp")
    assert has(state, 0, vp=23, coins=30, workers=20)
    play(state, "done")
    assert ask(state) == "leech"
    none = rich("swarmlings", "witches").put(0, "E4 sh").main(0)
    assert why(none, "action stronghold").code == "no_object"


@cites("terra-mystica", "faction.witches.ride", "leech.offer")
def test_witches_ride_to_any_free_forest() -> None:
    table = rich("witches", "nomads").put(0, "A3 sh").put(1, "E7 d").goods(1, bowls=[5, 7, 0])
    state = table.goods(0, favors=["fav11"]).main(0)
    play(state, "action stronghold")
    assert why(state, "build e6").code == "only_forest"
    assert why(state, "build e7").code == "occupied"
    play(state, "build f4", "done")
    assert has(state, 0, vp=24, coins=30, workers=20)
    assert ask(state) == "leech"
