"""Where tokens, coins and pieces go, counted at every step: nothing is lost and nothing comes from nowhere."""

from typing import Any

from terrarium.kernel.contract import State
from tests.support.box import COUNTS, box_game
from tests.support.cites import cites
from tests.support.scene import RACES, Scene, asked, deal, end_turn, play, price, refused, region, tribe


def out_of_tray(state: State, race: str) -> int:
    """Tokens of a race in hand, waiting to redeploy and on the map."""
    found = tribe(state, race)
    rows: Any = state.view(0)["regions"]
    return int(found["hand"] + found["retreat"] + sum(row["tokens"] for row in rows if row["holder"] == race))


@cites("small-world", "components.tray")
def test_a_token_that_is_lost_goes_to_the_tray() -> None:
    scene = Scene(natives=False).active(0, "ratmen", "flying", {5: 1}, hand=9)
    state = scene.active(1, "orcs", "hill", {4: 3, 17: 2}).declined(1, "giants", {9: 1, 15: 1}).conquest(0)
    before = tribe(state, "orcs")["tray"], tribe(state, "giants")["tray"]
    play(state, "conquer 4", "conquer 9")
    assert (tribe(state, "orcs")["tray"], tribe(state, "giants")["tray"]) == (before[0] + 1, before[1] + 1)
    assert out_of_tray(state, "orcs") + tribe(state, "orcs")["tray"] == RACES["orcs"][1]
    assert out_of_tray(state, "ratmen") + tribe(state, "ratmen")["tray"] == RACES["ratmen"][1]


@cites("small-world", "components.tray", "decline.one_token_each")
def test_what_does_not_stay_in_decline_goes_to_the_tray() -> None:
    scene = Scene(natives=False).active(0, "ratmen", "merchant", {4: 3, 9: 1, 15: 2}, hand=2)
    state = play(scene.active(1, "orcs", "hill", {17: 1}).turn(0), "decline")
    assert [region(state, r)["tokens"] for r in (4, 9, 15)] == [1, 1, 1]
    assert tribe(state, "ratmen")["tray"] == RACES["ratmen"][1] - 3


@cites("small-world", "components.tray", "race.amazons.leave")
def test_amazons_that_leave_go_to_the_tray() -> None:
    scene = Scene(natives=False).active(0, "amazons", "merchant", {4: 4, 9: 1}).active(1, "orcs", "hill", {17: 1})
    state = scene.conquest(0)
    assert tribe(state, "amazons")["tray"] == 15 - 5 - 4
    play(state, "stop")
    assert tribe(state, "amazons")["tray"] == 15 - 5


@cites("small-world", "setup.combos", "setup.stacks", "market.row")
def test_six_combos_lie_open_and_the_rest_in_two_stacks() -> None:
    state = box_game("small-world").new()
    for _ in range(6):
        assert asked(state) == "race"
        state.apply(state.legal_actions()[0])
        assert asked(state) == "badge"
        state.apply(state.legal_actions()[0])
    assert asked(state) == "first", "no seventh combo is drawn"
    page: Any = deal(state).view(0)
    assert len(page["row"]) == 6
    banners, badges = COUNTS["small-world"]
    assert (len(page["stacked_races"]), len(page["stacked_powers"])) == (banners - 6, badges - 6)
    shown = {combo["race"] for combo in page["row"]} | {combo["power"] for combo in page["row"]}
    assert not shown & {*page["stacked_races"], *page["stacked_powers"]}
    assert refused(state, "pick 6") in ("no_combo", "not_enough_coins")


@cites("small-world", "abandon.reconquer", "abandon.any")
def test_the_last_token_is_in_hand_and_serves_to_come_back() -> None:
    scene = Scene(natives=False).active(0, "orcs", "merchant", {4: 1, 3: 1}).active(1, "elves", "hill", {17: 1})
    state = scene.conquest(0)
    assert tribe(state, "orcs")["hand"] == 0
    play(state, "abandon 3", "abandon 4")
    assert tribe(state, "orcs")["hand"] == 2
    assert [region(state, r)["tokens"] for r in (3, 4)] == [0, 0]
    assert price(state, 3) == 2
    play(state, "conquer 3")
    assert (tribe(state, "orcs")["hand"], region(state, 3)["tokens"]) == (0, 2)


@cites("small-world", "race.halflings.removed", "race.halflings.holes")
def test_two_holes_are_dug_in_a_game_and_no_third_one_for_a_hole_that_was_left() -> None:
    scene = Scene(natives=False).active(0, "halflings", "merchant", {}, hand=11).active(1, "elves", "hill", {17: 1})
    state = play(scene.conquest(0), "conquer 9", "conquer 10", "conquer 4", "stop", "deploy 4:2 9:1")
    assert [region(state, r)["marks"] for r in (9, 10, 4)] == [{"hole": 1}, {"hole": 1}, {}]
    end_turn(state)
    play(state, "expand", "abandon 9", "conquer 9", "conquer 3")
    assert [region(state, r)["marks"] for r in (9, 10, 4, 3)] == [{}, {"hole": 1}, {}, {}]


@cites("small-world", "conquest.own_declined_cost", "conquest.own_declined_non_empty")
def test_without_options_the_own_token_in_decline_defends_and_counts() -> None:
    scene = Scene(natives=False).active(0, "orcs", "merchant", {4: 1}, hand=5).declined(0, "giants", {9: 1})
    state = scene.active(1, "elves", "hill", {17: 1}).conquest(0)
    assert price(state, 9) == 3
    assert price(state, 3) == 2
    play(state, "conquer 9", "stop")
    while asked(state) == "deploy":
        state.apply(state.legal_actions()[0])
    assert state.scores()[0] == 20 + 2 + 2 + 1, "two regions, two of the Merchants, one of the Orcs"


@cites("small-world", "power.spirit.stays", "power.spirit")
def test_spirits_that_declined_in_play_outlast_every_later_race() -> None:
    scene = Scene(natives=False).active(0, "ratmen", "spirit", {4: 1, 9: 1}).declined(0, "elves", {20: 1})
    scene.combos(("orcs", "hill", 0), ("giants", "forest", 0))
    state = play(scene.active(1, "trolls", "stout", {17: 1}).turn(0), "decline")
    assert (tribe(state, "ratmen")["mode"], tribe(state, "elves")["mode"]) == ("declined", "declined")
    for race, left in (("orcs", "elves"), ("giants", "orcs")):
        end_turn(state)
        deal(play(state, "pick 0"))
        play(state, "conquer 3" if race == "orcs" else "conquer 15", "stop")
        end_turn(state)
        play(state, "decline")
        assert tribe(state, left) == {}
        assert tribe(state, race)["mode"] == "declined"
        assert tribe(state, "ratmen")["regions"] == [4, 9]


@cites("small-world", "secret.open", "secret.coins")
def test_what_everybody_saw_gained_and_paid_is_what_a_stranger_can_count() -> None:
    # Coins the players had before cannot be seen; what changes from now on can.
    scene = (
        Scene(natives=False)
        .active(1, "elves", "merchant", {16: 3})
        .combos(("ratmen", "flying", 3), ("humans", "hill", 0))
    )
    state = scene.turn(0)
    deal(play(state, "pick 1"))
    play(state, "conquer 4", "stop")
    page: Any = state.dump()
    assert page["coins"] == page["ledger"]
    assert state.scores()[0] == 20 - 1 + 1 + 1
    blind = state.blind(1)
    assert blind.scores() == state.scores()
