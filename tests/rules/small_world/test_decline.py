"""Going into decline: what it takes, what stays, what leaves, and players who have lost everything."""

from typing import Any

import pytest

from terrarium.kernel.contract import State
from tests.support.cites import cites
from tests.support.scene import (
    RACES,
    Scene,
    asked,
    can,
    coins_for,
    deal,
    happened,
    play,
    price,
    refused,
    region,
    tribe,
)


def page(state: State) -> Any:
    return state.view(0)


def trays(state: State) -> dict[str, int]:
    """Tokens in the tray by race; a dump leaves out races whose tokens all lie there."""
    tribes: Any = state.dump()["tribes"]
    return {race: tribes[race][5] if race in tribes else tokens for race, (_, tokens) in RACES.items()}


@cites("small-world", "decline.instead_of_conquest")
def test_decline_is_chosen_before_anything_else_and_takes_the_turn() -> None:
    scene = Scene().active(0, "ratmen", "merchant", {4: 6, 3: 2}).active(1, "orcs", "hill", {16: 1})
    state = scene.conquest(0)
    assert refused(state, "decline") == "not_asked", "not once the troops are readied"
    play(state, "abandon 3")
    assert refused(state, "decline") == "not_asked"
    state = scene.turn(0)
    play(state, "decline")
    assert state.scores()[0] == 20 + 2, "scored"
    assert not happened(state, "conquered")
    assert (page(state)["turn"], asked(state)) == (1, "choice"), "and over"


@cites("small-world", "decline.instead_of_conquest")
def test_after_declined_ghouls_have_acted_it_is_too_late_to_decline() -> None:
    state = Scene().active(0, "ratmen", "merchant", {4: 6}).declined(0, "ghouls", {16: 3}).conquest(0)
    assert page(state)["ask"]["tribe"] == "ghouls"
    assert refused(state, "decline") == "not_asked"
    play(state, "stop")
    assert page(state)["ask"]["tribe"] == "ratmen"
    assert refused(state, "decline") == "not_asked"


@cites("small-world", "decline.one_token_each", "components.token_sides")
def test_one_token_stays_in_each_region_and_the_others_go_to_the_tray() -> None:
    state = Scene().active(0, "ratmen", "merchant", {4: 5, 3: 2, 16: 1}).turn(0)
    assert tribe(state, "ratmen")["tray"] == 5
    play(state, "decline")
    assert [region(state, r)["tokens"] for r in (4, 3, 16)] == [1, 1, 1]
    assert {region(state, r)["mode"] for r in (4, 3, 16)} == {"declined"}
    assert (tribe(state, "ratmen")["mode"], tribe(state, "ratmen")["tray"]) == ("declined", 13 - 3)


@cites("small-world", "decline.one_token_each")
def test_tokens_in_hand_go_to_the_tray_too() -> None:
    state = Scene().active(0, "ratmen", "merchant", {4: 2}, hand=4).turn(0)
    play(state, "decline")
    assert (tribe(state, "ratmen")["hand"], tribe(state, "ratmen")["tray"]) == (0, 12)


@cites("small-world", "decline.old_race_leaves", "market.banner_return")
def test_the_older_race_in_decline_leaves_the_map_first() -> None:
    state = Scene().active(0, "ratmen", "merchant", {4: 5}).declined(0, "giants", {16: 1, 17: 1}).turn(0)
    play(state, "decline")
    assert tribe(state, "giants") == {}
    assert [region(state, r)["holder"] for r in (16, 17, 4)] == [None, None, "ratmen"]
    assert page(state)["returned_races"] == ["giants"]
    assert coins_for(state, "regions") == 1, "it left before the coins were counted"


@cites("small-world", "decline.old_race_leaves")
def test_tokens_of_the_older_race_go_to_the_tray() -> None:
    scene = Scene().active(0, "ratmen", "merchant", {4: 5}).declined(0, "giants", {16: 1, 17: 1})
    state = scene.turn(0)
    play(state, "decline")
    assert trays(state)["giants"] == 11


@cites("small-world", "decline.old_race_leaves")
def test_only_the_own_older_race_leaves() -> None:
    scene = Scene().active(0, "ratmen", "merchant", {4: 5}).declined(1, "giants", {16: 1})
    state = scene.turn(0)
    play(state, "decline")
    assert region(state, 16)["holder"] == "giants"


@cites("small-world", "decline.old_race_leaves")
def test_a_race_that_left_has_all_its_tokens_when_it_is_picked_again() -> None:
    scene = Scene().active(0, "ratmen", "merchant", {4: 5}).declined(0, "giants", {16: 1, 17: 1})
    state = scene.turn(0)
    play(state, "decline")
    told = state.dump()
    assert isinstance(told["row"], list)
    told["row"][0] = ["giants", told["row"][0][1], 0]
    told["returned_races"] = []
    state = scene.game.load(told)
    deal(play(state, "pick 0"))
    giants = tribe(state, "giants")
    assert giants["hand"] + giants["tray"] == 11


@cites("small-world", "decline.badge", "scoring.declined_no_bonus")
def test_the_badge_is_discarded_and_its_power_ends() -> None:
    state = Scene().active(0, "ratmen", "commando", {4: 5}).active(1, "orcs", "hill", {16: 1}).turn(0)
    play(state, "decline")
    assert tribe(state, "ratmen")["power"] is None
    assert page(state)["discarded_powers"] == ["commando"]


@cites("small-world", "decline.badge")
def test_a_merchant_race_in_decline_earns_one_coin_a_region() -> None:
    state = Scene().active(0, "ratmen", "merchant", {4: 5, 3: 1}).active(1, "orcs", "hill", {16: 1}).turn(0)
    play(state, "decline")
    assert state.scores()[0] == 20 + 2


@cites("small-world", "decline.badge")
def test_only_the_spirit_badge_stays() -> None:
    state = Scene().active(0, "ratmen", "spirit", {4: 5}).turn(0)
    play(state, "decline")
    assert tribe(state, "ratmen")["power"] == "spirit"
    assert page(state)["discarded_powers"] == []


@cites("small-world", "decline.ability_ends")
def test_the_ability_of_the_race_ends() -> None:
    # Humans on farmland 9 earn nothing more; Elves in decline lose their token; only Dwarves keep their mine.
    state = Scene().active(0, "humans", "hill", {9: 3}).turn(0)
    play(state, "decline")
    assert state.scores()[0] == 20 + 1
    state = Scene().active(0, "dwarves", "hill", {2: 3}).turn(0)
    play(state, "decline")
    assert state.scores()[0] == 20 + 1 + 1
    state = Scene().active(0, "elves", "hill", {9: 1, 16: 1}).active(1, "orcs", "swamp", {4: 5}).turn(0)
    play(state, "decline", "expand", "conquer 9")
    assert (tribe(state, "elves")["retreat"], tribe(state, "elves")["tray"]) == (0, 10)


@cites("small-world", "decline.pieces")
@pytest.mark.parametrize(
    ("race", "power", "piece", "n"),
    [
        ("halflings", "hill", "hole", 1),
        ("ratmen", "bivouacking", "encampment", 4),
        ("ratmen", "heroic", "hero", 1),
        ("ratmen", "dragon_master", "dragon", 1),
    ],
)
def test_holes_encampments_heroes_and_dragon_vanish(race: str, power: str, piece: str, n: int) -> None:
    scene = Scene().active(0, race, power, {9: 3}).active(1, "orcs", "swamp", {4: 5}).mark(9, piece, n)
    state = scene.turn(0)
    before = page(state)["stock"][piece]
    play(state, "decline", "expand")
    assert region(state, 9)["marks"] == {}
    assert page(state)["stock"][piece] == before + n
    assert price(state, 9) == 3
    assert can(state, "conquer 9"), "neither immune nor strengthened any more"


@cites("small-world", "decline.pieces")
@pytest.mark.parametrize(("race", "power", "piece"), [("trolls", "hill", "lair"), ("ratmen", "fortified", "fortress")])
def test_lairs_and_fortresses_stay_and_defend(race: str, power: str, piece: str) -> None:
    scene = Scene().active(0, race, power, {9: 3}).active(1, "orcs", "swamp", {4: 5}).mark(9, piece)
    state = scene.turn(0)
    play(state, "decline", "expand")
    assert region(state, 9)["marks"] == {piece: 1}
    assert price(state, 9) == 2 + 1 + 1


@cites("small-world", "decline.vanished_pieces")
@pytest.mark.parametrize(("race", "piece", "stock"), [("trolls", "lair", 10), ("humans", "fortress", 6)])
def test_lairs_and_fortresses_leave_with_a_race_that_leaves(race: str, piece: str, stock: int) -> None:
    scene = Scene().active(0, "ratmen", "merchant", {4: 5}).declined(0, race, {16: 1, 17: 1})
    state = scene.mark(16, piece).mark(17, piece).turn(0)
    play(state, "decline")
    assert (region(state, 16)["marks"], region(state, 17)["marks"]) == ({}, {})
    assert page(state)["stock"][piece] == stock


@cites("small-world", "decline.no_pick", "turn.sequence")
def test_the_next_combo_is_picked_at_the_start_of_the_next_turn() -> None:
    scene = Scene(natives=False).active(0, "giants", "merchant", {9: 5}).active(1, "orcs", "hill", {16: 1})
    state = scene.combos(("ratmen", "swamp", 0)).turn(0)
    play(state, "decline")
    assert page(state)["seats"][0]["active"] is None
    assert state.current_player() == 1, "no combo is offered in the turn of the decline"
    play(state, "expand", "stop")
    assert (state.current_player(), asked(state)) == (0, "pick")
    deal(play(state, "pick 0"))
    assert tribe(state, "ratmen")["hand"] == 12
    assert refused(state, "conquer 14") == "not_border", "as in round 1, although it lies beside the declined Giants"
    assert can(state, "conquer 4")


@cites("small-world", "decline.not_on_pick_turn")
def test_a_race_cannot_decline_in_the_turn_it_was_picked() -> None:
    state = Scene(natives=False).combos(("ratmen", "swamp", 0)).turn(0)
    deal(play(state, "pick 0"))
    assert refused(state, "decline") == "not_asked"
    play(state, "conquer 4", "stop")
    assert state.view(0)["turn"] == 1, "and no decline after scoring"
    assert tribe(state, "ratmen")["mode"] == "active"


@cites("small-world", "decline.not_on_pick_turn")
def test_only_a_stout_race_can() -> None:
    state = Scene(natives=False).combos(("ratmen", "stout", 0)).turn(0)
    deal(play(state, "pick 0"))
    play(state, "conquer 4", "stop")
    assert asked(state) == "unit.stout"
    play(state, "yes stout")
    assert tribe(state, "ratmen")["mode"] == "declined"


@cites("small-world", "decline.driven_off")
def test_a_race_with_tokens_in_hand_and_no_region_may_decline() -> None:
    scene = Scene().active(0, "ratmen", "merchant", {}, hand=6).active(1, "orcs", "hill", {16: 1})
    state = scene.turn(0)
    play(state, "decline")
    assert tribe(state, "ratmen") == {}, "nothing of it stays"
    assert trays(state)["ratmen"] == 13
    assert state.scores()[0] == 20
    play(state, "expand", "stop")
    assert asked(state) == "pick"


@cites("small-world", "decline.driven_off", "losses.no_region_left")
def test_it_may_also_enter_again_instead() -> None:
    state = Scene().active(0, "ratmen", "merchant", {}, hand=6).turn(0)
    assert can(state, "decline")
    play(state, "expand", "conquer 4")
    assert region(state, 4)["holder"] == "ratmen"


@cites("small-world", "decline.wiped_out", "market.pick_duty")
def test_mistake_10_a_wiped_out_race_is_still_active_and_bars_a_pick() -> None:
    scene = Scene().active(0, "ratmen", "merchant", {9: 1}).declined(0, "giants", {16: 1, 17: 1})
    state = scene.active(1, "orcs", "hill", {4: 9}).turn(1)
    play(state, "expand", "conquer 9", "stop", "deploy 4:0")
    assert page(state)["seats"][0]["active"] == "ratmen"
    assert tribe(state, "ratmen")["hand"] == 0
    assert page(state)["returned_races"] == [], "an active race keeps its banner"
    assert refused(state, "pick 0") == "not_asked"
    assert [state.text(code) for code in state.legal_actions()] == ["expand", "decline"]


@cites("small-world", "decline.wiped_out")
def test_a_wiped_out_player_may_just_score_the_race_in_decline() -> None:
    scene = Scene().active(0, "ratmen", "merchant", {}).declined(0, "giants", {16: 1, 17: 1})
    state = scene.active(1, "orcs", "hill", {4: 9}).turn(0)
    play(state, "expand")
    assert [state.text(code) for code in state.legal_actions()] == ["stop"]
    assert refused(state, "conquer 4") == "no_token_in_hand"
    play(state, "stop")
    assert state.scores()[0] == 20 + 2
    assert page(state)["seats"][0]["active"] == "ratmen"


@cites("small-world", "decline.nothing_left", "decline.wiped_out")
def test_mistake_10_declining_with_nothing_left_removes_the_older_race_all_the_same() -> None:
    scene = Scene().active(0, "ratmen", "merchant", {}).declined(0, "giants", {16: 1, 17: 1})
    state = scene.active(1, "orcs", "hill", {4: 9}).turn(0)
    play(state, "decline")
    assert (tribe(state, "giants"), tribe(state, "ratmen")) == ({}, {})
    assert page(state)["returned_races"] == ["giants", "ratmen"]
    assert page(state)["discarded_powers"] == ["merchant"]
    assert state.scores()[0] == 20, "no coin at all"
    play(state, "expand", "stop")
    assert asked(state) == "pick"


@cites("small-world", "decline.nothing_left")
def test_a_declined_spirit_race_stays_even_then() -> None:
    scene = Scene().active(0, "ratmen", "merchant", {}).declined(0, "giants", {16: 1}, power="spirit")
    state = scene.active(1, "orcs", "hill", {4: 9}).turn(0)
    play(state, "decline")
    assert tribe(state, "giants")["regions"] == [16]
    assert state.scores()[0] == 20 + 1
