"""What there is only so much of: pieces, sites, tiles, keys, action spaces of a round."""

from itertools import permutations
from typing import Any

import pytest

from terrarium import catalog
from tests.support.cites import cites
from tests.support.mystic import Table, ask, can, end_turn, has, hexes, page, play, seat, why


def rich(*factions: str, **options: Any) -> Table:
    table = Table(*(factions or ("witches", "nomads")), **options)
    for i in range(len(table.factions)):
        table.goods(i, coins=30, workers=20, priests=5, bowls=[0, 0, 12])
    return table


@cites("terra-mystica", "upgrade.supply", "components.pieces")
@pytest.mark.parametrize(
    ("standing", "line"),
    [
        (["A1 tp", "A2 tp", "A3 tp", "A4 tp", "F4 d"], "upgrade f4 tp"),
        (["A1 te", "A2 te", "A3 te", "F4 tp"], "upgrade f4 te"),
        (["A1 sh", "F4 tp"], "upgrade f4 sh"),
        (["A1 sa", "F4 te"], "upgrade f4 sa"),
        (["A1 d", "A2 d", "A3 d", "A4 d", "A5 d", "A6 d", "A7 d", "F4 d"], "build g3"),
    ],
)
def test_the_last_piece_may_be_built_and_no_further_one(standing: list[str], line: str) -> None:
    full = rich().put(0, *standing).goods(0, shipping=1).main(0)
    assert why(full, line).code == "no_piece"
    last = rich().put(0, *standing[1:]).goods(0, shipping=1).main(0)
    assert can(last, line)


@cites("terra-mystica", "upgrade.supply")
def test_an_upgrade_gives_the_lower_piece_back() -> None:
    before = {"dwelling": 7, "trading_house": 3, "temple": 2, "stronghold": 1, "sanctuary": 1}
    for line, changed in (
        ("f4 tp", {"dwelling": 8, "trading_house": 2}),
        ("g3 te", {"trading_house": 4, "temple": 1}),
        ("g3 sh", {"trading_house": 4, "stronghold": 0}),
        ("a3 sa", {"temple": 3, "sanctuary": 0}),
    ):
        state = rich().put(0, "F4 d", "G3 tp", "A3 te").main(0)
        assert seat(state, 0)["left"] == before
        play(state, f"upgrade {line}")
        assert seat(state, 0)["left"] == {**before, **changed}


@cites("terra-mystica", "upgrade.path")
def test_every_building_and_what_it_may_become() -> None:
    ways = {"d": {"tp"}, "tp": {"te", "sh"}, "te": {"sa"}, "sh": set(), "sa": set()}
    for kind, goals in ways.items():
        state = rich().put(0, f"F4 {kind}").put(1, "E7 d").main(0)
        assert {goal for goal in ("tp", "te", "sh", "sa") if can(state, f"upgrade f4 {goal}")} == goals
        assert why(state, "upgrade e7 tp").code == "not_yours"


@cites("terra-mystica", "upgrade.favor", "upgrade.favor_kinds")
@pytest.mark.parametrize(("start", "line"), [("F4 tp", "upgrade f4 te"), ("F4 te", "upgrade f4 sa")])
def test_temple_and_sanctuary_bring_one_tile_and_others_none(start: str, line: str) -> None:
    state = rich().put(0, start).main(0)
    play(state, line)
    assert ask(state) == "favor"
    left = {favor["tile"]: favor["left"] for favor in page(state)["favors"]}
    play(state, "favor fav9")
    assert ask(state) == "post", "one tile"
    after = {favor["tile"]: favor["left"] for favor in page(state)["favors"]}
    assert after == {**left, "fav9": left["fav9"] - 1}
    for other, upgrade in (("F4 d", "upgrade f4 tp"), ("F4 tp", "upgrade f4 sh")):
        plain = rich().put(0, other).main(0)
        play(plain, upgrade)
        assert ask(plain) == "post"


@cites("terra-mystica", "faction.chaosmagicians.tiles")
@pytest.mark.parametrize(("start", "line"), [("E3 tp", "upgrade e3 te"), ("E3 te", "upgrade e3 sa")])
def test_chaos_magicians_take_two_tiles_and_no_third(start: str, line: str) -> None:
    state = rich("chaosmagicians", "nomads").put(0, start).main(0)
    play(state, line, "favor fav9")
    assert ask(state) == "favor"
    play(state, "favor fav11")
    assert ask(state) == "post"
    assert has(state, 0, favors=["fav9", "fav11"])


@cites("terra-mystica", "bridges.site", "bridges.supply")
def test_a_site_carries_one_bridge() -> None:
    table = rich("witches", "nomads").put(0, "C2 d").put(1, "E5 d").set(passed=[1])
    state = table.main(0)
    assert len(page(state)["bridges"]) == 29
    play(state, "action act1", "bridge c2:e5", "done")
    assert has(state, 0, bridges_left=2)
    shown = {bridge["site"]: bridge["seat"] for bridge in page(state)["bridges"] if bridge.get("seat", -1) >= 0}
    assert shown == {"C2:E5": 0}
    for turn in (0, 1):
        again = rich("witches", "nomads").put(0, "C2 d").put(1, "E5 d").goods(0, bridges=["C2:E5"])
        asked = again.state(turn, ["bridge", turn, 0, 0])
        assert why(asked, "bridge c2:e5").code == "site_taken"
    fresh = rich("witches", "nomads").put(0, "C2 d").put(1, "E5 d").state(0, ["bridge", 0, 0, 0])
    open_sites = [text for text in map(fresh.text, fresh.legal_actions()) if text.startswith("bridge")]
    assert sorted(open_sites) == ["bridge c2:d3", "bridge c2:d4", "bridge c2:e5"], "an own building at one end"


@cites("terra-mystica", "bridges.site", "faction.engineers.bridge")
def test_a_bridge_that_was_just_built_closes_its_site() -> None:
    state = rich("engineers", "witches").put(0, "C2 d").put(1, "I1 d").set(passed=[1]).main(0)
    play(state, "action bridge", "bridge c2:e5", "done", "action bridge")
    assert why(state, "bridge c2:e5").code == "site_taken"
    play(state, "bridge c2:d4", "done", "action bridge", "bridge c2:d3", "done")
    assert why(state, "action bridge").code == "no_bridge"
    inland = rich("engineers", "witches").put(0, "E2 d").put(1, "I1 d").main(0)
    assert why(inland, "action bridge").code == "no_site"


@cites("terra-mystica", "bridges.supply")
@pytest.mark.parametrize("built", [[], ["C2:D3"], ["C2:D3", "C2:D4"], ["C2:D3", "C2:D4", "F4:G3"]])
def test_three_bridges_and_no_fourth(built: list[str]) -> None:
    state = rich().put(0, "C2 d", "F4 d").goods(0, bridges=built).main(0)
    assert seat(state, 0)["bridges_left"] == 3 - len(built)
    if len(built) < 3:
        assert can(state, "action act1")
    else:
        assert why(state, "action act1").code == "no_bridge"


@cites("terra-mystica", "special.once", "round.cleanup", "magic.actions")
@pytest.mark.parametrize("lines", list(permutations(("action card", "action fav6", "action stronghold"))))
def test_spaces_are_used_once_and_are_free_again_in_the_next_round(lines: tuple[str, ...]) -> None:
    table = rich("auren", "nomads").put(0, "F4 sh").put(1, "E8 d").set(passed=[1]).goods(0, card="bon2")
    state = table.goods(0, favors=["fav6"], bowls=[0, 0, 12]).main(0)
    for used, line in enumerate(lines):
        for other in lines[used:]:
            assert can(state, other), "one space says nothing about another"
        play(state, line, "cult air", "done")
        assert why(state, line).code == "used_this_round"
    play(state, "action act3", "done", "action act4", "done")
    assert why(state, "action act3").code == "used_this_round"
    assert why(state, "action act4").code == "used_this_round"
    assert can(state, "action act2")
    play(state, "pass bon1")
    end_turn(state)
    while state.current_player() != 0:
        play(state, "pass bon4")
    assert page(state)["round"] == 3
    assert can(state, "action fav6")
    assert can(state, "action stronghold")
    assert can(state, "action act3")


@cites("terra-mystica", "magic.actions")
@pytest.mark.parametrize(
    ("action", "power", "gained"),
    [
        ("act2", 3, {"priests": 6}),
        ("act3", 4, {"workers": 22}),
        ("act4", 4, {"coins": 37}),
    ],
)
def test_what_a_power_action_costs_and_brings(action: str, power: int, gained: dict[str, int]) -> None:
    state = rich().put(0, "F4 d").goods(0, bowls=[0, 0, power]).main(0)
    play(state, f"action {action}")
    assert has(state, 0, bowls=[power, 0, 0], **gained)
    short = rich().put(0, "F4 d").goods(0, bowls=[0, 1, power - 1]).main(0)
    assert why(short, f"action {action}").code == "not_enough_power"


@cites("terra-mystica", "magic.actions", "spades.sources")
@pytest.mark.parametrize(("action", "power", "spades"), [("act5", 4, 1), ("act6", 6, 2)])
def test_power_actions_with_spades(action: str, power: int, spades: int) -> None:
    # G2 is wasteland: desert is one step away, plains two, swamp three
    table = rich().put(0, "F4 d").goods(0, bowls=[0, 0, power], workers=0, priests=0, coins=0)
    state = table.main(0)
    play(state, f"action {action}")
    assert has(state, 0, bowls=[power, 0, 0])
    assert can(state, "transform g2 desert")
    assert can(state, "transform g2 plains") == (spades == 2)
    assert not can(state, "transform g2 swamp")
    short = rich().put(0, "F4 d").goods(0, bowls=[0, 0, power - 1]).main(0)
    assert why(short, f"action {action}").code == "not_enough_power"


@cites("terra-mystica", "magic.actions", "bridges.own_end")
def test_the_bridge_of_the_power_action_costs_three() -> None:
    state = rich().put(0, "C2 d").goods(0, bowls=[0, 0, 3]).main(0)
    play(state, "action act1")
    assert has(state, 0, bowls=[3, 0, 0])
    assert ask(state) == "bridge"
    assert why(state, "bridge f4:g3").code == "no_end"
    assert why(rich().put(0, "C2 d").goods(0, bowls=[0, 1, 2]).main(0), "action act1").code == "not_enough_power"


@cites("terra-mystica", "special.card", "spades.sources")
def test_the_card_with_a_spade_gives_exactly_one() -> None:
    table = rich().put(0, "F4 d").goods(0, card="bon1", workers=0, priests=0, coins=0, bowls=[12, 0, 0])
    state = table.main(0)
    play(state, "action card")
    assert can(state, "transform g2 desert")
    assert why(state, "transform g2 plains").code in ("too_few_spades", "cannot_pay")
    play(state, "transform g2 desert")
    assert hexes(state)["G2"]["terrain"] == "desert"
    assert ask(state) != "spades"


@cites("terra-mystica", "towns.supply", "towns.tile")
def test_town_tiles_are_taken_from_the_supply() -> None:
    table = rich(round=5).put(0, "E6 d", "E7 d", "F4 tp", "F3 tp")
    state = table.main(0)
    left = {tile["tile"]: tile["left"] for tile in page(state)["towns"]}
    assert left["tw1"] == 2
    play(state, "upgrade e6 tp", "town tw1")
    after = {tile["tile"]: tile["left"] for tile in page(state)["towns"]}
    assert after == {**left, "tw1": 1}
    one_left = {f"tw{n}": 0 for n in range(1, 5)} | {"tw5": 1}
    # two groups become towns at once by FAV5, but one tile is left
    table = rich(round=5).put(0, "E6 d", "E7 d", "F4 tp", "F3 tp").put(0, "H7 d", "H6 d", "G5 tp", "G6 d", "A1 tp")
    state = table.put(0, "I11 d").set(towns_left=one_left).main(0)
    play(state, "upgrade a1 te", "favor fav5", "town tw5")
    assert ask(state) == "post"
    assert has(state, 0, towns=["tw5"], keys=1)


@cites("terra-mystica", "upgrade.favor_kinds")
def test_a_tile_taken_in_play_cannot_be_taken_again() -> None:
    state = rich().put(0, "F4 tp", "G3 tp").set(passed=[1]).main(0)
    play(state, "upgrade f4 te", "favor fav9", "done", "upgrade g3 te")
    assert ask(state) == "favor"
    assert why(state, "favor fav9").code == "same_tile"
    assert can(state, "favor fav10")


@cites("terra-mystica", "favor.fav10", "favor.fav11", "favor.fav12", "pass.points", "components.favors")
def test_points_come_from_the_tile_that_names_them_and_no_other() -> None:
    for favors, house, trade, passing in (
        ([], 0, 0, 0),
        (["fav10"], 0, 3, 0),
        (["fav11"], 2, 0, 0),
        (["fav12"], 0, 0, 2),
        (["fav1", "fav9"], 0, 0, 0),
    ):
        table = rich(tiles="1 2 4 5 6 7", round=1).put(0, "F4 d", "A3 tp").put(1, "I1 d")
        built = table.goods(0, favors=favors, shipping=1).main(0)
        play(built, "build g3")
        assert has(built, 0, vp=20 + house)
        upgraded = rich(tiles="1 2 4 5 6 7", round=1).put(0, "F4 d").put(1, "I1 d").goods(0, favors=favors).main(0)
        play(upgraded, "upgrade f4 tp")
        assert has(upgraded, 0, vp=20 + trade)
        passed = rich(tiles="1 2 4 5 6 7", round=1).put(0, "F4 d", "A3 tp").put(1, "I1 d").goods(0, favors=favors)
        state = passed.main(0)
        play(state, "pass bon1")
        assert has(state, 0, vp=20 + passing)


@cites("terra-mystica", "setup.tiles", "setup.cards", "setup.shipping_card", "setup.temple_tile")
@pytest.mark.parametrize(("temple", "shipping"), [("off", "off"), ("on", "off"), ("off", "on"), ("on", "on")])
def test_what_chance_draws_at_the_set_up(temple: str, shipping: str) -> None:
    state = catalog.game("terra-mystica", 3, options={"temple_tile": temple, "shipping_card": shipping}).new()
    tiles = 9 if temple == "on" else 8
    for drawn in range(6):
        assert ask(state) == "round_tile"
        late = 1 if drawn < 2 else 0  # the tile for spades is not put into the last two rounds
        texts = [state.text(code) for code in state.legal_actions()]
        assert len(texts) == tiles - drawn - late
        assert ("tile score9" in texts) == (temple == "on")
        state.apply(state.parse(next(text for text in texts if text not in ("tile score1", "tile score9"))))
    cards = 10 if shipping == "on" else 9
    for drawn in range(cards - 3 - 3):
        assert ask(state) == "card_out"
        texts = [state.text(code) for code in state.legal_actions()]
        assert len(texts) == cards - drawn
        assert ("out bon10" in texts) == (shipping == "on")
        state.apply(state.legal_actions()[0])
    assert ask(state) == "faction"


@cites("terra-mystica", "towns.expansion")
def test_tiles_of_the_expansion_come_with_their_option_alone() -> None:
    for options, kinds in (
        ({}, 5),
        ({"temple_tile": "on", "shipping_card": "on"}, 5),
        ({"town_tiles": "expansion"}, 8),
    ):
        state = catalog.game("terra-mystica", 2, options=options).new()
        left = {tile["tile"]: tile["left"] for tile in page(state)["towns"] if tile["left"]}
        assert list(left.values()) == [2, 2, 2, 2, 2, 1, 2, 1][:kinds]


@cites("terra-mystica", "goods.priests")
def test_the_seventh_priest_may_be_bought_and_no_eighth() -> None:
    for spots, allowed in (
        ({"water": [1, 0, 0, 0], "fire": [1, 0, 0, 0]}, True),
        ({"water": [0, 0, 0, 0], "fire": [1, 0, 0, 0]}, False),
    ):
        sent = sum(spot == 0 for row in spots.values() for spot in row)
        table = Table("witches", "nomads").put(0, "F4 d").put(1, "I1 d").goods(0, bowls=[0, 0, 12], coins=20)
        state = table.set(spots=spots).main(0)
        assert seat(state, 0)["priests_left"] == 7 - sent
        assert can(state, "send air 3") == allowed


@cites("terra-mystica", "shipping.action", "digging.action")
@pytest.mark.parametrize(
    ("line", "goods"),
    [
        ("advance shipping", {"coins": 4, "priests": 1, "workers": 0}),
        ("advance digging", {"coins": 5, "priests": 1, "workers": 2}),
    ],
)
def test_a_track_costs_exactly_its_price(line: str, goods: dict[str, int]) -> None:
    def left(**less: int) -> Any:
        table = Table("witches", "nomads").put(0, "F4 d").put(1, "I1 d")
        return table.goods(0, bowls=[12, 0, 0], **{**goods, **less}).main(0)

    state = left()
    play(state, line)
    assert has(state, 0, coins=0, priests=0, workers=0)
    for name, n in goods.items():
        if n:
            assert why(left(**{name: n - 1}), line).code == "cannot_pay"


@cites("terra-mystica", "special.idle")
def test_swarmlings_need_a_dwelling_and_a_trading_house_left() -> None:
    four = [f"A{n} tp" for n in (1, 3, 5, 7)]
    assert (
        why(rich("swarmlings", "witches").put(0, "E4 sh", "E6 d", *four).main(0), "action stronghold").code
        == "no_object"
    )
    assert why(rich("swarmlings", "witches").put(0, "E4 sh").main(0), "action stronghold").code == "no_object"
    assert can(rich("swarmlings", "witches").put(0, "E4 sh", "E6 d", *four[1:]).main(0), "action stronghold")


@cites("terra-mystica", "upgrade.stronghold")
@pytest.mark.parametrize(
    ("faction", "home", "gained"),
    [("cultists", "E6", {"vp": 27}), ("mermaids", "E4", {"vp": 22}), ("alchemists", "E5", {"bowls": [0, 12, 0]})],
)
def test_a_stronghold_opens_the_ability_when_it_is_built(faction: str, home: str, gained: dict[str, Any]) -> None:
    table = rich(faction, "witches", tiles="1 2 3 5 6 8").put(0, f"{home} tp").put(1, "I1 d").goods(0, bowls=[12, 0, 0])
    state = table.main(0)
    play(state, f"upgrade {home.lower()} sh")
    assert has(state, 0, **gained)
    plain = rich("witches", "nomads").put(0, "F4 d").put(1, "I1 d").main(0)
    assert why(plain, "action stronghold").code == "no_stronghold"
    assert can(rich("witches", "nomads").put(0, "F4 sh").put(1, "I1 d").main(0), "action stronghold")
