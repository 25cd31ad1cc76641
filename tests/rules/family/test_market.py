"""What the three titles say alike of the first set-up, of turns, and of the combo row."""

from typing import Any

from terrarium import catalog
from terrarium.kernel.contract import CHANCE
from tests.support.cites import cites
from tests.support.ground import Ground, each, row
from tests.support.scene import asked, can, coins_for, deal, end_turn, play, refused, region, tribe


def picking(ground: Ground, coins: list[int] | None = None) -> Any:
    """Seat 0 has no race and picks from a row of six with these coins on it."""
    scene = ground.scene().active(1, ground.yours, ground.your_power, {ground.far: 1})
    laid = coins or [0, 3, 0, 1, 4, 0]
    return scene.combos(*[(race, power, n) for (race, power), n in zip(ground.next, laid, strict=True)])


def texts(state: Any) -> list[str]:
    return [state.text(code) for code in state.legal_actions()]


@each
@cites("small-world", "setup.combos", "setup.stacks", "secret.stacks")
@cites("underground", "setup.combos", "setup.stacks", "secret.stacks", "components.badge_values")
def test_six_pairs_are_drawn_one_after_the_other(ground: Ground) -> None:
    state = catalog.game(ground.title, 2, "", {}).new()
    title = catalog.title(ground.title)
    banners, badges = len(title.races), len(title.powers)
    for place in range(6):
        for word, left in (("race", banners - place), ("badge", badges - place)):
            assert (asked(state), state.current_player()) == (word, CHANCE)
            assert [weight for _, weight in state.chance_outcomes()] == [1] * left
            state.apply(state.legal_actions()[-1])
    assert asked(state) not in ("race", "badge")
    page: Any = deal(state).view(0)
    assert [combo["coins"] for combo in page["row"]] == [0] * 6
    assert (len(page["stacked_races"]), len(page["stacked_powers"])) == (banners - 6, badges - 6)
    assert not {combo["race"] for combo in page["row"]} & set(page["stacked_races"])
    assert not {combo["power"] for combo in page["row"]} & set(page["stacked_powers"])


@each
@cites("small-world", "setup.first_player")
@cites("underground", "setup.first_player")
@cites("warcraft", "setup.first_player")
def test_chance_or_the_option_says_who_begins(ground: Ground) -> None:
    def first_asked(**options: str) -> list[tuple[str, int]]:
        state = catalog.game(ground.title, 3, "", options).new()
        while asked(state) != "first" and state.current_player() == CHANCE:
            state.apply(state.legal_actions()[0])
        if asked(state) != "first":
            return []
        return [(state.text(code), weight) for code, weight in state.chance_outcomes()]

    assert first_asked() == [("first 0", 1), ("first 1", 1), ("first 2", 1)]
    assert first_asked(random_first_player="no") == []
    state = deal(catalog.game(ground.title, 3, "", {"random_first_player": "no"}).new())
    assert (state.current_player(), state.view(0)["first"]) == (0, 0)


@each
@cites("small-world", "setup.coins", "setup.round_marker")
@cites("underground", "setup.coins", "setup.round_marker")
@cites("warcraft", "setup.coins", "setup.round_marker")
def test_five_coins_each_and_round_one(ground: Ground) -> None:
    for players in (2, 5):
        state = deal(catalog.game(ground.title, players, "", {}).new())
        assert state.scores() == [5] * players
        assert state.view(0)["round"] == 1


@each
@cites("small-world", "components.change")
@cites("underground", "components.change")
@cites("warcraft", "components.change")
def test_the_supply_of_coins_never_runs_out(ground: Ground) -> None:
    # All coins of a box together are worth about five hundred; two players may own more than that.
    scene = ground.guarded({ground.far: 1}, {ground.home: 1, ground.near: 1})
    scene.coins = [515, 515]
    state = play(scene.conquest(0), "stop")
    assert state.scores() == [517, 515]


@each
@cites("small-world", "components.tray")
@cites("underground", "components.tray")
@cites("warcraft", "components.tray")
def test_what_nobody_has_in_hand_or_on_the_map_lies_in_the_tray(ground: Ground) -> None:
    scene = ground.guarded({ground.near: 3, ground.far: 1}, hand=7).declined(1, ground.your_old, {ground.hill: 1})
    scene.combos(*[(race, power, 0) for race, power in ground.next])
    state = scene.conquest(0)
    assert tribe(state, ground.mine)["tray"] == ground.tokens[ground.mine][1] - 8
    play(state, f"conquer {ground.near}")
    assert tribe(state, ground.mine)["tray"] == ground.tokens[ground.mine][1] - 8
    assert tribe(state, ground.yours)["tray"] == ground.tokens[ground.yours][1] - 3, "one of four is lost"
    play(state, "stop")
    end_turn(state)
    end_turn(state)
    play(state, "decline")
    assert tribe(state, ground.mine)["tray"] == ground.tokens[ground.mine][1] - 2
    end_turn(state)
    race, power = ground.next[1]
    deal(play(state, "pick 1"))
    while asked(state).startswith("unit."):
        state.apply(state.legal_actions()[-1])
    picked = tribe(state, race)
    assert picked["tray"] + picked["hand"] == ground.tokens[race][1]
    assert picked["hand"] > ground.tokens[race][0], f"the banner's number and that of {power}"


@each
@cites("small-world", "turn.order", "turn.round", "turn.sequence")
@cites("underground", "turn.order", "turn.round", "turn.sequence")
@cites("warcraft", "turn.order", "turn.round", "turn.sequence")
def test_turns_go_round_and_a_round_ends_before_the_first_player(ground: Ground) -> None:
    state = catalog.game(ground.title, 3, "", {}).new()
    while asked(state) != "first":
        state.apply(state.legal_actions()[0])
    play(state, "? first 1")
    deal(state)
    seen = []
    for _ in range(4):
        view: Any = state.view(0)
        seen.append((view["round"], view["turn"], asked(state)))
        end_turn(state)
    assert [turn[:2] for turn in seen] == [(1, 1), (1, 2), (1, 0), (2, 1)]
    assert [turn[2] for turn in seen[:3]] == ["pick", "pick", "pick"], "everybody picks in round 1"


@each
@cites("small-world", "market.row", "market.price", "market.coins_on_combo")
@cites("underground", "market.row", "market.price", "market.coins_on_combo")
def test_every_place_in_the_row_has_its_price(ground: Ground) -> None:
    laid = [0, 3, 0, 1, 4, 0]
    assert texts(picking(ground).turn(0)) == [f"pick {place}" for place in range(6)]
    assert refused(picking(ground).turn(0), "pick 6") == "no_combo"
    for place in range(6):
        state = play(picking(ground).turn(0), f"pick {place}")
        assert state.scores()[0] == 20 - place + laid[place]
        assert [coins for _, _, coins in row(state)[:place]] == [coins + 1 for coins in laid[:place]]
        assert [coins for _, _, coins in row(state)[place:5]] == laid[place + 1 :]


@each
@cites("small-world", "market.own_coins")
@cites("underground", "market.own_coins")
def test_only_coins_one_has_pay(ground: Ground) -> None:
    for coins in (0, 1, 3):
        scene = picking(ground)
        scene.coins = [coins, 20]
        state = scene.turn(0)
        assert texts(state) == [f"pick {place}" for place in range(coins + 1)]
        assert refused(state, f"pick {coins + 1}") == "not_enough_coins"
    scene = picking(ground)
    scene.coins = [4, 20]
    assert play(scene.turn(0), "pick 4").scores()[0] == 4, "paid first, then the four coins on it are taken"


@each
@cites("small-world", "market.refill")
@cites("underground", "market.refill")
def test_combos_below_move_up_and_one_more_shows(ground: Ground) -> None:
    state = play(picking(ground).turn(0), "pick 2")
    pairs = [pair for place, pair in enumerate(ground.next) if place != 2]
    assert [(race, power) for race, power, _ in row(state)] == pairs
    assert [coins for _, _, coins in row(state)] == [1, 4, 1, 4, 0]
    assert asked(state) == "race"
    deal(state)
    assert len(row(state)) == 6
    assert [(race, power) for race, power, _ in row(state)[:5]] == pairs
    assert row(state)[5][2] == 0


@each
@cites("small-world", "market.tokens", "market.tokens_final")
@cites("underground", "market.tokens", "market.tokens_final")
def test_banner_and_badge_give_the_tokens_and_later_turns_no_more(ground: Ground) -> None:
    scene = ground.scene().active(1, ground.yours, ground.your_power, {ground.far: 1})
    state = deal(play(scene.combos((ground.mine, ground.power, 0)).turn(0), "pick 0"))
    banner, tray = ground.tokens[ground.mine]
    badge = tribe(state, ground.mine)["hand"] - banner
    assert badge == {"forest": 4, "mystic": 4, "sailing": 5}[ground.power]
    assert tribe(state, ground.mine)["tray"] == tray - banner - badge
    play(state, f"conquer {ground.home}", "stop")
    end_turn(state)
    play(state, "expand")
    held = region(state, ground.home)["tokens"] + tribe(state, ground.mine)["hand"]
    assert held == banner + badge
    assert tribe(state, ground.mine)["tray"] == tray - banner - badge


@each
@cites("small-world", "market.both_work", "market.power_scope")
@cites("underground", "market.both_work", "market.power_scope")
def test_a_power_serves_its_own_race_alone(ground: Ground) -> None:
    # A power that pays for a terrain: of the active race's region it pays, of the same terrain in decline it does not.
    power, paid, unpaid = {
        "small-world": ("hill", 4, 17),
        "underground": ("mining", 9, 25),
        "warcraft": ("herbalist", 2, 11),
    }[ground.title]
    scene = ground.scene().active(0, ground.mine, power, {paid: 1}).declined(0, ground.old, {unpaid: 1})
    state = play(scene.active(1, ground.yours, ground.your_power, {ground.beyond: 1}).conquest(0), "stop")
    assert coins_for(state, power) == 1
    assert coins_for(state, "regions") == 2


@each
@cites("small-world", "market.short_row", "market.banner_gap")
@cites("underground", "market.short_row", "market.banner_gap")
def test_a_gap_in_the_row_is_filled_by_the_first_banner_that_comes_back(ground: Ground) -> None:
    scene = ground.guarded({ground.far: 1}, {ground.home: 2}).declined(0, ground.old, {ground.near: 1})
    page: Any = scene.combos(*[(race, power, 1) for race, power in ground.next[:4]]).dump(
        [["turn", ground.mine, "", 0, 0]]
    )
    page["row"], page["stacked_races"] = page["row"][:4], []
    state = scene.game.load(page)
    assert len(row(state)) == 4, "no banner is left"
    play(state, "decline")
    assert asked(state) == "badge", "the race that left comes back at once"
    state.apply(state.legal_actions()[0])
    assert [race for race, _, _ in row(state)] == [race for race, _ in ground.next[:4]] + [ground.old]
    assert [coins for _, _, coins in row(state)] == [1, 1, 1, 1, 0]
    assert asked(state) != "badge"


@each
@cites("small-world", "market.short_row")
@cites("underground", "market.short_row")
def test_a_short_row_is_priced_by_place(ground: Ground) -> None:
    scene = picking(ground)
    page: Any = scene.dump([["turn", ground.mine, "", 0, 0]])
    page["row"], page["stacked_races"] = page["row"][:3], []
    state = scene.game.load(page)
    assert texts(state) == ["pick 0", "pick 1", "pick 2"]
    assert refused(state, "pick 3") == "no_combo"
    play(state, "pick 2")
    assert state.scores()[0] == 18
    assert len(row(state)) == 2


@each
@cites("small-world", "turn.expand", "turn.ready")
@cites("underground", "turn.expand", "turn.ready")
@cites("warcraft", "turn.expand", "turn.ready")
def test_an_expanding_turn_from_beginning_to_end(ground: Ground) -> None:
    state = ground.guarded({ground.far: 1}, {ground.home: 4, ground.near: 2}).turn(0)
    assert asked(state) == "choice"
    play(state, "expand")
    assert asked(state) == "conquest"
    assert [region(state, r)["tokens"] for r in (ground.home, ground.near)] == [1, 1]
    assert tribe(state, ground.mine)["hand"] == 4
    assert can(state, f"abandon {ground.home}")
    play(state, f"conquer {ground.beyond}", "stop")
    assert asked(state) == "deploy"
    assert state.scores()[0] == 20, "scored after redeploying"
    while asked(state) == "deploy":
        state.apply(state.legal_actions()[0])
    assert state.scores()[0] == 23
    assert (asked(state), state.current_player()) == ("choice", 1)
