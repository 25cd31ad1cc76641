"""What Underground shares with Small World, and rivers and chasms."""

import re
from typing import Any

import pytest

from terrarium import catalog
from terrarium.cli.games import dealt
from terrarium.kernel.contract import OVER, NotationError
from terrarium.kernel.dealer import Dealer
from terrarium.smallworld.core.game import FamilyGame
from tests.rules.underground.below import bare, below, coins, finish
from tests.support.box import COUNTS, box_game
from tests.support.cites import cites
from tests.support.play import step
from tests.support.scene import (
    RACES_BELOW,
    STOCK_BELOW,
    THINGS,
    asked,
    can,
    coins_for,
    deal,
    end_turn,
    map_rows,
    play,
    price,
    refused,
    region,
    stop,
    tribe,
)


def game(players: int = 2, **options: str) -> FamilyGame:
    found = catalog.game("underground", players=players, options=options)
    assert isinstance(found, FamilyGame)
    return found


@cites("underground", "components.maps", "components.terrains", "setup.players", "setup.map", "setup.rounds")
def test_maps() -> None:
    terrains = {"mountain", "mud", "mushroom", "crystal", "mine", "river", "chasm"}
    for players, rounds, monsters in ((2, 10, 4), (3, 10, 5), (4, 9, 6), (5, 8, 7)):
        rows = map_rows(f"{players}p", "underground")
        assert {row["features"][0] for row in rows} == terrains
        assert len([row for row in rows if row["natives"] == 2]) == monsters
        assert game(players).new().view(0)["rounds"] == rounds
    with pytest.raises(NotationError):
        game(6)
    with pytest.raises(NotationError):
        catalog.game("underground", 3, "2p")


@cites("underground", "components.banner_values", "components.tokens", "components.pieces", "components.tray")
def test_components() -> None:
    kit = box_game("underground").kit
    assert {unit.name: (unit.tokens, unit.tray) for unit in kit.units[: kit.n_races]} == RACES_BELOW
    assert sum(tray for _, tray in RACES_BELOW.values()) == 165
    assert {mark.name: mark.stock for mark in kit.marks if mark.name in STOCK_BELOW} == STOCK_BELOW
    assert tuple(thing.name for thing in kit.things) == THINGS
    state = dealt(game(), 1)
    used = {unit.name: unit.tokens for unit in kit.units[kit.n_races : kit.n_races + kit.n_powers]}
    assert sorted(used.values()) == [3] * 3 + [4] * 10 + [5] * 8
    assert state.view(0)["stock"]["mushroom_armor"] == 8  # type: ignore[index]


def numbers_told(statement: str, language: str) -> list[int]:
    """The figures in a statement."""
    return [int(n) for n in re.findall(r"\d+", catalog.rulebook("underground").by_id[statement].texts[language])]


@cites("underground", "components.tokens", "components.pieces", "components.coins", "setup.mountains", "setup.monsters")
def test_the_counts_of_the_box() -> None:
    coins_by_value = {10: 30, 5: 24, 3: 18, 1: 34}
    assert sum(coins_by_value.values()) == 106
    for language in ("en", "zh-Hant", "zh-Hans"):
        told = numbers_told("components.coins", language)
        assert told[0] == 106
        assert sorted(told[1:]) == sorted([*coins_by_value.keys(), *coins_by_value.values()])
        assert numbers_told("components.tokens", language)[:3] == [179, 14, 165]
        assert numbers_told("components.pieces", language) == [9, 9, 6, 8, 7, 4, 1]
    maps = [map_rows(f"{players}p", "underground") for players in (2, 3, 4, 5)]
    assert max(sum("mountain" in row["features"] for row in rows) for rows in maps) == 9, "9 mountains serve every map"
    assert max(sum(row["natives"] for row in rows) for rows in maps) == 14, "and 14 monsters"
    for rows in maps:
        assert {(row["natives"], "monster" in row["features"]) for row in rows} == {(0, False), (2, True)}


@cites("underground", "setup.coins", "setup.combos", "setup.stacks", "setup.round_marker", "market.row")
@cites("underground", "setup.first_player")
def test_set_up() -> None:
    state = dealt(game(), 1)
    view: Any = state.view(0)
    assert state.scores() == [5, 5]
    assert (view["round"], len(view["row"])) == (1, 6)
    banners, badges = COUNTS["underground"]
    assert (len(view["stacked_races"]), len(view["stacked_powers"])) == (banners - 6, badges - 6)
    assert refused(state, "pick 6") == "no_combo"
    firsts = {dealt(game(), seed).view(0)["first"] for seed in range(12)}
    assert firsts == {0, 1}
    assert {dealt(game(random_first_player="no"), seed).view(0)["first"] for seed in range(6)} == {0}
    scene = bare().active(0, "drow", "wise", {4: 4}).active(1, "kraken", "stone", {25: 1})
    assert price(scene.conquest(0), 5) == 3, "a mountain lies on each mountain region"


@cites(
    "underground",
    "turn.order",
    "turn.round",
    "turn.sequence",
    "market.pick_duty",
    "market.refill",
    "decline.not_on_pick_turn",
)
def test_the_first_round() -> None:
    state = dealt(game(random_first_player="no"), 3)
    assert (asked(state), state.current_player()) == ("pick", 0)
    assert refused(state, "decline") == "not_asked"
    view: Any = state.view(0)
    second = view["row"][1]
    deal(play(state, "pick 0"))
    while asked(state).startswith("unit."):
        state.apply(state.legal_actions()[-1])
        deal(state)
    view = state.view(0)
    assert view["row"][0] == second | {"price": 0}
    assert len(view["row"]) == 6
    assert asked(state) == "conquest"
    end_turn(state)
    assert (asked(state), state.current_player(), state.view(0)["round"]) == ("pick", 1, 1)
    end_turn(state)
    assert (state.view(0)["turn"], state.view(0)["round"]) == (0, 2)


@cites("underground", "turn.expand_or_decline", "turn.ready", "turn.no_duty_to_conquer")
@cites("underground", "decline.instead_of_conquest", "decline.no_pick", "decline.ability_ends")
def test_expanding_and_declining() -> None:
    scene = bare().active(0, "shrooms", "wise", {4: 4, 3: 1}).active(1, "kraken", "stone", {25: 1})
    state = scene.turn(0)
    assert asked(state) == "choice"
    play(state, "expand")
    assert tribe(state, "shrooms")["hand"] == 3
    assert refused(state, "decline") == "not_asked"
    stop(state)
    assert all(region(state, r)["tokens"] >= 1 for r in (3, 4))
    state = play(scene.turn(0), "decline")
    assert state.current_player() == 1
    assert coins_for(state, "shrooms") == 0
    end_turn(state)
    assert asked(state) == "pick"


@cites("underground", "market.own_coins", "market.tokens_final", "market.both_work", "market.power_scope")
def test_paying_and_what_a_combo_brings() -> None:
    scene = bare().declined(0, "kraken", {9: 1}).active(1, "gnomes", "stone", {25: 1})
    scene.combos(("drow", "mystic", 0), ("shrooms", "mining", 3)).coins[0] = 0
    state = scene.turn(0)
    assert refused(state, "pick 1") == "not_enough_coins", "coins on the combo do not pay for it"
    scene.coins[0] = 1
    state = deal(play(scene.turn(0), "pick 1"))
    assert coins(state, 0) == 3
    assert tribe(state, "shrooms")["hand"] == 9
    play(state, "conquer 4")
    finish(state)
    assert coins_for(state, "shrooms") == 1
    assert coins_for(state, "mining") == 0, "the mine is held by the race in decline"
    assert tribe(state, "shrooms")["tokens"] == 9


@cites("underground", "market.short_row", "market.banner_gap")
def test_with_five_players_five_combos_may_be_left() -> None:
    scene = below(5)
    names = list(RACES_BELOW)
    spots = [r for r, row in enumerate(map_rows("5p", "underground")) if row["features"][0] not in ("river", "chasm")]
    powers = ["mining", "mystic", "stone", "fisher", "martyr"]
    for seat in range(5):
        scene.active(seat, names[seat], powers[seat], {spots[seat]: 2}).declined(
            seat, names[5 + seat], {spots[-1 - seat]: 1}
        )
    view: Any = scene.turn(0).view(0)
    assert len(view["row"]) == 5
    state = deal(play(scene.turn(0), "decline"))
    view = state.view(0)
    assert len(view["row"]) == 6, "the banner that came back fills the gap"
    assert view["row"][5]["race"] == names[5]


@cites("underground", "conquest.chasm", "conquest.adjacent", "conquest.own_region", "conquest.one_token")
@cites("underground", "conquest.declined_no_reach")
def test_where_one_may_conquer() -> None:
    scene = bare().active(0, "drow", "wise", {9: 5}).declined(0, "ogres", {25: 1}).active(1, "kraken", "stone", {10: 1})
    state = scene.conquest(0)
    assert refused(state, "conquer 14") == "chasm_closed"
    assert refused(state, "conquer 9") == "own_region"
    assert refused(state, "conquer 26") == "not_adjacent"
    play(state, "conquer 4", "conquer 3")
    assert (region(state, 4)["tokens"], region(state, 3)["tokens"]) == (2, 2)
    assert refused(state, "conquer 8") == "no_token_in_hand"


@cites("underground", "conquest.first_again", "conquest.first_anywhere_on_border", "abandon.any", "abandon.not_yours")
@cites("underground", "abandon.reconquer", "conquest.first")
def test_abandoning_everything() -> None:
    scene = bare().active(0, "drow", "wise", {9: 5}).declined(0, "ogres", {25: 1}).active(1, "kraken", "stone", {10: 1})
    state = play(scene.conquest(0), "abandon 9")
    assert tribe(state, "drow")["hand"] == 5
    assert refused(state, "conquer 9") == "not_border"
    assert can(state, "conquer 24"), "an end of the river"
    assert refused(state, "conquer 20") == "not_border", "not its middle"
    play(state, "conquer 3", "conquer 9")
    assert region(state, 9)["holder"] == "drow"


@pytest.mark.parametrize("option", ["no", "yes"])
@cites("underground", "abandon.before_conquest")
def test_when_to_abandon(option: str) -> None:
    scene = bare(abandon_between_conquests=option).active(0, "drow", "wise", {9: 5, 10: 1})
    state = play(scene.active(1, "kraken", "stone", {25: 1}).conquest(0), "conquer 4")
    assert can(state, "abandon 10") == (option == "yes")


@pytest.mark.parametrize(("option", "cost"), [("one_more", 3), ("two_more", 4), ("flat", 1)])
@cites("underground", "conquest.river_occupied", "conquest.river")
def test_the_price_of_a_river(option: str, cost: int) -> None:
    scene = bare(occupied_river=option).active(0, "drow", "wise", {3: 5}).active(1, "kraken", "stone", {2: 2})
    assert price(scene.conquest(0), 2) == cost
    scene = bare(occupied_river=option).active(0, "drow", "wise", {3: 5}).active(1, "kraken", "stone", {25: 2})
    assert price(scene.conquest(0), 2) == 1


@cites("underground", "conquest.river_stranded")
def test_stranded_in_the_river() -> None:
    scene = bare().active(0, "drow", "wise", {}, hand=4).active(1, "kraken", "stone", {25: 2})
    state = play(scene.conquest(0), "conquer 2", "stop")
    assert tribe(state, "drow")["hand"] == 4
    assert tribe(state, "drow")["regions"] == []
    end_turn(state)
    play(state, "expand")
    assert refused(state, "conquer 7") == "not_border"


@pytest.mark.parametrize(("option", "cost"), [("yes", 3), ("no", 2)])
@cites("underground", "conquest.own_declined", "conquest.own_declined_cost")
def test_the_own_declined_token(option: str, cost: int) -> None:
    scene = bare(own_declined_token_defends=option).active(0, "drow", "wise", {3: 5}).declined(0, "ogres", {4: 1})
    state = scene.active(1, "kraken", "stone", {25: 2}).conquest(0)
    assert price(state, 4) == cost
    play(state, "conquer 4")
    assert tribe(state, "ogres") == {}


@pytest.mark.parametrize("option", ["yes", "no"])
@cites("underground", "conquest.own_declined_non_empty")
def test_is_the_own_declined_region_empty(option: str) -> None:
    scene = bare(own_declined_token_is_non_empty=option, mixed="yes").active(0, "orcs", "wise", {3: 5})
    state = play(scene.declined(0, "ogres", {4: 1}).active(1, "kraken", "stone", {25: 2}).conquest(0), "conquer 4")
    assert coins_for(finish(state), "orcs") == (1 if option == "yes" else 0)


@cites(
    "underground",
    "losses.one_token",
    "losses.lone_token",
    "losses.anywhere",
    "losses.order",
    "turn.end_order",
    "deploy.only_own",
)
def test_losses() -> None:
    # Map for three: crystal 2 borders mountain 1, mine 3, mushroom forests 9 and 10.
    scene = bare(3).active(0, "ogres", "stone", {2: 10}).active(1, "drow", "wise", {3: 3, 30: 1, 31: 1})
    scene.active(2, "kraken", "muddy", {9: 3, 26: 1, 19: 1})
    state = play(scene.conquest(0), "conquer 3", "conquer 9", "stop")
    while asked(state) == "deploy":
        state.apply(state.legal_actions()[0])
    assert (asked(state), state.current_player()) == ("retreat", 1)
    assert coins(state, 0) == 23, "the attacker has scored"
    assert refused(state, "deploy 3 1") == "not_your_region"
    play(state, "deploy 30:2")
    assert (region(state, 30)["tokens"], region(state, 31)["tokens"]) == (3, 1)
    assert (asked(state), state.current_player()) == ("retreat", 2)
    scene = bare().active(0, "ogres", "stone", {3: 9}).active(1, "drow", "wise", {4: 1, 25: 1})
    assert tribe(play(scene.conquest(0), "conquer 4"), "drow")["retreat"] == 0


@cites("underground", "losses.no_region_left", "decline.driven_off", "decline.wiped_out", "decline.nothing_left")
def test_when_no_region_is_left() -> None:
    scene = bare().active(0, "ogres", "stone", {3: 9}).active(1, "drow", "wise", {4: 3}).declined(1, "kraken", {25: 1})
    state = end_turn(play(scene.conquest(0), "conquer 4"))
    assert tribe(state, "drow")["hand"] == 2
    other = state.clone()
    other.watch()
    play(other, "decline")
    assert tribe(other, "drow") == {}
    assert tribe(other, "kraken") == {}
    play(state, "expand")
    assert refused(state, "conquer 9") == "not_border"
    scene = bare().active(0, "ogres", "stone", {3: 9}).active(1, "drow", "wise", {4: 1}).declined(1, "kraken", {25: 1})
    state = end_turn(play(scene.conquest(0), "conquer 4"))
    assert asked(state) == "choice", "no new combo"
    end_turn(play(state, "expand"))
    assert coins(state, 1) == 21


@cites("underground", "die.token", "die.target_first", "die.any_target", "die.failed_entry")
def test_the_last_attempt() -> None:
    scene = bare().active(0, "drow", "wise", {}, hand=1).active(1, "kraken", "stone", {25: 2})
    state = scene.conquest(0)
    assert can(state, "conquer 2"), "an empty river for one token"
    play(state, "conquer 25")
    assert asked(state) == "die"
    play(state, "? die 2")
    assert tribe(state, "drow")["hand"] == 1
    scene = bare().active(0, "drow", "wise", {3: 1}).active(1, "kraken", "stone", {25: 2})
    assert refused(scene.conquest(0), "conquer 4") == "no_token_in_hand"


@cites(
    "underground",
    "end.last_round",
    "end.most_coins",
    "end.tie",
    "end.shared",
    "secret.coins",
)
def test_the_end_of_the_game() -> None:
    scene = bare().active(0, "drow", "wise", {3: 2, 4: 1}).active(1, "kraken", "stone", {25: 2, 26: 2})
    scene.round, scene.coins = 10, [19, 20]
    page = scene.dump([["turn", "drow", "", 0, 1]])
    state = end_turn(scene.game.load(page))
    assert state.current_player() == OVER
    assert state.scores() == [19, 22]
    assert state.winners() == [1]
    for mine, winners in ((22, [1]), (23, [0])):
        state = end_turn(scene.game.load({**page, "coins": [mine, 20], "ledger": [mine, 20]}))
        assert state.winners() == winners, "with equal coins the 4 tokens of seat 1 beat 3"
    equal = bare().active(0, "drow", "wise", {3: 2, 4: 2}).active(1, "kraken", "stone", {25: 2, 26: 2})
    equal.round, equal.coins = 10, [22, 20]
    assert end_turn(equal.game.load(equal.dump([["turn", "drow", "", 0, 1]]))).winners() == [0, 1]
    seats: Any = equal.turn(0).view(0)["seats"]
    assert (seats[0]["coins"], seats[1]["coins"]) == (22, None)
    assert seats[1]["tribes"][0]["tokens"] == 4


@pytest.mark.parametrize(("driven", "winners"), [(4, [0]), (3, [0, 1]), (2, [1])])
@cites("underground", "end.tie_count", "losses.rest_redeploys")
def test_driven_off_tokens_of_the_last_turn_are_redeployed_before_the_count(driven: int, winners: list[int]) -> None:
    # The Drow take region 4, score 2 regions and 2 that border nobody, and have 8 tokens on the map. The Ogres have 6
    # elsewhere, and of those in region 4 all but one come back: 9, 8 or 7.
    scene = bare().active(0, "ogres", "stone", {4: driven, 25: 5, 26: 1}).active(1, "drow", "wise", {3: 8})
    scene.round, scene.coins = 10, [24, 20]
    state = play(scene.game.load(scene.dump([["turn", "ogres", "", 0, 1]])), "expand", "conquer 4", "stop")
    while asked(state) == "deploy":
        state.apply(state.legal_actions()[-1])
    assert (asked(state), state.current_player(), state.winners()) == ("retreat", 0, []), "not over before that"
    play(state, f"deploy 25:{driven - 1}")
    assert (state.current_player(), state.scores()) == (OVER, [24, 24])
    assert state.winners() == winners


@pytest.mark.parametrize(("tokens", "winners"), [(3, [0]), (2, [0, 1]), (1, [1])])
@cites("underground", "end.tie_count")
def test_only_race_tokens_on_the_map_break_a_tie(tokens: int, winners: list[int]) -> None:
    # Armors, hammers, the Queen and tokens in hand or tray count for nobody: seat 1 has 2 race tokens, one of them in
    # decline.
    scene = bare().active(0, "mudmen", "stone", {4: tokens}).active(1, "iron_dwarves", "royal", {25: 1})
    scene.declined(1, "ogres", {26: 1}, power="shield").mark(26, "mushroom_armor", 3).note("iron_dwarves", 5)
    scene.round, scene.coins = 10, [22, 20]
    state = end_turn(scene.game.load(scene.dump([["turn", "mudmen", "", 0, 1]])))
    assert state.current_player() == OVER
    assert (state.scores(), state.winners()) == ([22, 22], winners)
    stranded = bare().active(0, "mudmen", "stone", {}, hand=6).declined(0, "kraken", {3: tokens}, power="tomb")
    stranded.active(1, "drow", "wise", {25: 2})
    stranded.round, stranded.coins = 10, [22, 20]
    state = end_turn(stranded.game.load(stranded.dump([["turn", "mudmen", "", 0, 1]])))
    assert (state.scores()[0] == state.scores()[1], state.winners()) == (True, winners)


@cites("underground", "end.tie_count")
def test_every_region_of_the_largest_map_counts_in_a_tie() -> None:
    for held, winners in (({0: 3}, [0]), ({0: 1, 1: 1}, [0, 4]), ({0: 1}, [4])):
        scene = bare(5).active(0, "mudmen", "stone", held).active(4, "ogres", "wise", {12: 2})
        scene.round, scene.coins = 8, [21, 0, 0, 0, 20]
        state = end_turn(scene.game.load(scene.dump([["turn", "mudmen", "", 0, 4]])))
        assert (state.scores()[0], state.scores()[4], state.winners()) == (21, 21, winners)


@pytest.mark.parametrize(("defenders", "legal"), [(1, True), (2, True), (3, True), (4, False)])
@cites("underground", "die.shortfall")
def test_one_to_three_tokens_short_may_be_tried(defenders: int, legal: bool) -> None:
    # 2 tokens in hand against 2 and the defenders: 1 to 4 short.
    scene = bare().active(0, "mudmen", "wise", {3: 3}).active(1, "kraken", "stone", {4: defenders})
    state = scene.conquest(0)
    assert price(state, 4) == 2 + defenders
    if not legal:
        assert refused(state, "conquer 4") == "not_enough_tokens"
        return
    play(state, "conquer 4")
    ask: Any = state.view(0)["ask"]
    assert (ask["code"], ask["need"]) == ("die", defenders)
    armed = bare().active(0, "mudmen", "wise", {3: 3}).thing(3, "sword_of_the_killer_rabbit")
    state = armed.active(1, "kraken", "stone", {4: defenders + 2}).conquest(0)
    assert can(state, "conquer 4") == (defenders + 2 <= 3)
    assert can(play(state, "use sword_of_the_killer_rabbit"), "conquer 4"), "a relic's discount counts first"


@cites("underground", "die.shortfall", "things.several")
def test_an_aid_does_not_widen_what_the_die_may_bring() -> None:
    for defenders in (6, 7):
        scene = bare().active(0, "mudmen", "wise", {3: 3}).thing(3, "sword_of_the_killer_rabbit")
        state = scene.thing(3, "flying_doormat").active(1, "kraken", "stone", {4: defenders, 9: 1}).conquest(0)
        play(state, "use sword_of_the_killer_rabbit")
        assert refused(state, "conquer 4") == "not_enough_tokens", "4 or 5 short in spite of the Sword"
        assert can(state, "conquer 9")
    scene = bare().active(0, "mummies", "vampire", {3: 2}).active(1, "kraken", "stone", {4: 1})
    assert can(play(scene.conquest(0), "use vampire"), "conquer 4"), "just enough for what no die may help"
    # All 15 Mummies are out, 1 of them in hand: the replacement takes 2 from there, and no die may help.
    spread = dict.fromkeys((1, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 17, 18), 1)
    few = bare().active(0, "mummies", "vampire", {3: 2, **spread}).active(1, "kraken", "stone", {4: 1})
    assert refused(few.conquest(0), "use vampire") == "no_target"


@cites("underground", "die.shortfall", "die.last_attempt")
def test_the_target_of_the_die_must_be_open_to_attack() -> None:
    scene = bare().active(0, "mudmen", "wise", {3: 3}).active(1, "kraken", "royal", {4: 1, 25: 1, 8: 1})
    state = scene.mark(8, "queen").conquest(0)
    assert can(state, "conquer 4"), "1 short"
    assert refused(state, "conquer 25") == "not_adjacent"
    assert refused(state, "conquer 8") == "region_immune"
    play(state, "conquer 9")
    assert (asked(state), region(state, 9)["tokens"]) == ("conquest", 2), "not short: no die is rolled"


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@cites("underground", "setup.markers", "conquest.monsters")
def test_as_many_markers_as_monster_regions(players: int) -> None:
    state = game(players).new()
    dealer = Dealer(players)
    while state.current_player() != OVER:
        step(state, dealer)
        view: Any = state.view(0)
        hidden = sum(row["marks"].get("hidden", 0) for row in view["regions"])
        waiting = 1 if asked(state) == "find" else 0
        assert len(view["things"]) + hidden == players + 2, waiting
