"""The edges of Small World's races and powers: the last piece, somebody else's race, one region more or less."""

from itertools import combinations
from typing import Any

import pytest

from terrarium import catalog
from tests.rules.underground.below import coins, finish
from tests.support.box import box_game
from tests.support.cites import cites
from tests.support.scene import (
    Scene,
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

# Map for two. Water: seas 0 and 22, lake 7. Mountains 5, 8, 15, 19; caverns 3, 5, 14, 17; magic 1, 10, 13, 16;
# mines 2, 5, 15, 18; hills 4, 6, 14, 17; farmland 1, 9, 11, 13; forests 2, 10, 12, 21; swamps 3, 16, 18, 20.


def bare(players: int = 2, **options: Any) -> Scene:
    return Scene(players, natives=False, **options)


@pytest.mark.parametrize(("built", "more"), [(0, True), (4, True), (5, True), (6, False)])
@cites("small-world", "power.fortified.limit", "power.fortified")
def test_the_sixth_fortress_is_the_last(built: int, more: bool) -> None:
    spots = (3, 4, 9, 10, 14, 15)[:built]
    scene = (
        bare().active(0, "ratmen", "fortified", {2: 1, **dict.fromkeys(spots, 1)}).active(1, "elves", "hill", {16: 2})
    )
    for r in spots:
        scene.mark(r, "fortress")
    state = stop(scene.conquest(0))
    stock: Any = catalog.game("small-world", players=2).new().view(0)["stock"]
    assert stock["fortress"] == 6
    assert (asked(state) == "unit.fortified") == more
    if more:
        assert [r for r in spots if can(state, f"place fortified {r}")] == [], "one to a region"
        play(state, "place fortified 2")
        assert region(state, 2)["marks"] == {"fortress": 1}
        assert (asked(state), state.current_player()) == ("choice", 1), "one a turn"


@pytest.mark.parametrize("regions", [1, 2, 3, 4])
@cites("small-world", "power.heroic")
def test_every_hero_that_can_be_placed_is(regions: int) -> None:
    spots = (3, 4, 9, 14)[:regions]
    scene = bare().active(0, "ratmen", "heroic", dict.fromkeys(spots, 1)).active(1, "elves", "hill", {16: 2})
    state = stop(scene.conquest(0))
    assert asked(state) == "unit.heroic"
    first = [state.text(code) for code in state.legal_actions()]
    assert first == [f"place heroic {r}" for r in (spots if regions == 1 else spots[:-1])]
    play(state, f"place heroic {spots[0]}")
    if regions > 1:
        assert [state.text(code) for code in state.legal_actions()] == [f"place heroic {r}" for r in spots[1:]]
        play(state, f"place heroic {spots[1]}")
    assert (asked(state), state.current_player()) == ("choice", 1)
    assert [region(state, r)["marks"].get("hero", 0) for r in spots] == [1, 1, 0, 0][:regions]


@cites("small-world", "power.diplomat", "power.diplomat.not_attacked", "power.diplomat.choice")
def test_whom_a_diplomat_may_name() -> None:
    # Map for three: swamp 4 borders farmland 3, forest 5, mountain 10, farmland 11.
    scene = (
        bare(3)
        .active(0, "ratmen", "diplomat", {4: 9})
        .active(1, "elves", "hill", {3: 1})
        .active(2, "orcs", "swamp", {28: 1})
    )
    state = stop(play(scene.conquest(0), "conquer 5"))
    assert [state.text(code) for code in state.legal_actions()] == [
        "name diplomat 1", "name diplomat 2", "no diplomat",
    ]  # fmt: skip
    assert refused(state, "name diplomat 0") == "not_offered", "not oneself"
    state = stop(play(scene.conquest(0), "conquer 3"))
    assert refused(state, "name diplomat 1") == "was_attacked"
    assert can(state, "name diplomat 2"), "an empty region or another player's is no attack on this one"
    play(state, "name diplomat 2")
    notes: Any = state.dump()["notes"]
    assert notes["diplomat"] == 2 + 1


@cites("small-world", "power.diplomat", "power.diplomat.peace", "mixing.peace")
def test_a_diplomat_in_the_second_seat() -> None:
    scene = Scene(natives=False, mixed="relics").active(0, "elves", "hill", {12: 8, 11: 1})
    scene.active(1, "orcs", "diplomat", {6: 2}).thing(6, "wickedest_pentacle")
    state = play(scene.turn(1), "expand")
    finish(state, "name diplomat 0", "no wickedest_pentacle")
    assert refused(play(state.clone(), "expand"), "conquer 6") == "at_peace"
    struck = finish(play(scene.turn(1), "expand"), "name diplomat 0", "place wickedest_pentacle 12")
    assert can(play(struck, "expand"), "conquer 6"), "the ally was struck"
    thief = Scene(natives=False, mixed="relics").active(0, "elves", "thieving", {12: 8})
    thief.active(1, "orcs", "diplomat", {6: 2}).note("diplomat", 1)
    assert coins_for(stop(thief.conquest(0)), "thieving") == 1, "coins may still be taken"


@cites("small-world", "race.sorcerers", "race.sorcerers.single_active")
def test_whom_sorcerers_never_replace() -> None:
    for option in ("yes", "no"):
        scene = Scene(sorcerers_active_targets_only=option).active(0, "sorcerers", "hill", {9: 5})
        scene.declined(0, "giants", {4: 1}).declined(1, "wizards", {8: 1}).active(1, "elves", "swamp", {3: 1, 20: 1})
        state = play(scene.conquest(0), "use sorcerers")
        assert refused(state, "conquer 4") == "not_an_opponent", "one's own race in decline"
        assert refused(state, "conquer 10") == "not_an_opponent", "a Lost Tribe"
        assert can(state, "conquer 8") == (option == "no"), "an opponent's in decline, if the option says so"
        assert can(state, "conquer 3")


@cites("small-world", "race.sorcerers.token_in_hand", "race.sorcerers")
def test_a_replacement_takes_no_token_from_hand() -> None:
    plain = bare().active(0, "sorcerers", "hill", {9: 5}).active(1, "elves", "swamp", {3: 1, 20: 1})
    state = play(plain.conquest(0), "conquer 3")
    assert (region(state, 3)["tokens"], tribe(state, "sorcerers")["tray"]) == (3, 18 - 5), "a plain conquest takes none"
    scene = bare().active(0, "sorcerers", "hill", {9: 1}).active(1, "elves", "swamp", {3: 1, 20: 1})
    state = play(scene.conquest(0), "use sorcerers", "conquer 3")
    assert (region(state, 3)["tokens"], tribe(state, "sorcerers")["tray"]) == (1, 18 - 2)
    needy = bare(sorcerers_need_token_in_hand="yes").active(0, "sorcerers", "hill", {9: 1})
    state = needy.active(1, "elves", "swamp", {3: 1, 20: 1}).conquest(0)
    assert refused(state, "use sorcerers") == "no_token_in_hand"
    one = bare(sorcerers_need_token_in_hand="yes").active(0, "sorcerers", "hill", {9: 2})
    state = play(one.active(1, "elves", "swamp", {3: 1, 20: 1}).conquest(0), "use sorcerers", "conquer 3")
    assert (region(state, 3)["tokens"], tribe(state, "sorcerers")["hand"]) == (1, 1)


@cites("small-world", "race.trolls", "race.trolls.removed")
def test_who_takes_a_region_from_trolls_gets_no_lair() -> None:
    scene = bare().active(0, "ratmen", "hill", {9: 9}).active(1, "trolls", "swamp", {4: 1, 16: 1}).mark(4, "lair")
    state = play(scene.conquest(0), "conquer 4")
    assert region(state, 4)["marks"] == {}
    stock: Any = state.view(0)["stock"]
    assert stock["lair"] == 10
    back = bare().active(0, "trolls", "hill", {9: 6}).active(1, "elves", "swamp", {16: 1}).mark(9, "lair")
    state = play(back.conquest(0), "conquer 4")
    assert (region(state, 4)["marks"], region(state, 9)["marks"]) == ({"lair": 1}, {"lair": 1})


@cites("small-world", "power.flying.limits", "power.flying", "conquest.water")
def test_flying_never_lands_on_water() -> None:
    state = bare().active(0, "ratmen", "flying", {1: 9, 2: 1}).active(1, "elves", "hill", {16: 2}).conquest(0)
    texts = [state.text(code) for code in state.legal_actions()]
    land = {r for r in range(23) if r not in (0, 7, 22)} - {1, 2}
    assert {int(text.split()[1]) for text in texts if text.startswith("conquer")} == land
    for water in (0, 7, 22):
        assert refused(state, f"conquer {water}") == "water_closed", "beside them or far away"
    kraken = Scene(natives=False, mixed="races").active(0, "kraken", "flying", {1: 9})
    state = kraken.active(1, "elves", "hill", {16: 2}).conquest(0)
    assert can(state, "conquer 0"), "a swimming race beside the sea"
    assert refused(state, "conquer 22") == "not_adjacent", "but it does not fly there"


@pytest.mark.parametrize("option", ["yes", "no"])
@cites("small-world", "power.seafaring.attackable", "power.seafaring")
def test_water_held_by_an_active_race_is_always_open_to_seafarers(option: str) -> None:
    scene = bare(declined_seas_attackable=option, mixed="races").active(0, "ratmen", "seafaring", {1: 9})
    state = scene.active(1, "kraken", "wise", {0: 2, 16: 1}).conquest(0)
    assert (price(state, 0), can(state, "conquer 0")) == (4, True)
    old = bare(declined_seas_attackable=option, mixed="races").active(0, "ratmen", "seafaring", {1: 9})
    state = old.declined(1, "kraken", {0: 1, 2: 1}).active(1, "elves", "hill", {16: 1}).conquest(0)
    assert can(state, "conquer 0") == (option == "yes")
    assert can(state, "conquer 2"), "land in decline is open anyway"


@cites("small-world", "power.spirit", "power.spirit.stays", "power.spirit.badge", "decline.badge")
def test_spirits_one_other_race_and_the_opponents() -> None:
    scene = (
        bare()
        .active(0, "ratmen", "spirit", {4: 2})
        .declined(0, "giants", {9: 1})
        .declined(1, "wizards", {17: 1, 18: 1})
    )
    state = play(scene.active(1, "elves", "hill", {20: 1}).turn(0), "decline")
    assert (coins(state, 0), coins_for(state, "regions")) == (22, 2), "both score, and nobody else's"
    assert (tribe(state, "ratmen")["power"], state.view(0)["discarded_powers"]) == ("spirit", [])
    play(state, "decline")
    assert (tribe(state, "wizards"), state.view(0)["discarded_powers"]) == ({}, ["hill"]), "another badge is discarded"
    deal(play(state, "pick 0"))
    end_turn(state)
    end_turn(state)
    while asked(state) != "choice":
        end_turn(state)
    play(state, "decline")
    assert tribe(state, "giants") == {}, "of two races in decline that are no Spirits one leaves"
    assert tribe(state, "ratmen")["regions"] == [4], "the Spirits stay"


@cites("small-world", "race.ghouls.replaced", "decline.old_race_leaves")
def test_only_ones_own_ghouls_leave() -> None:
    for power, left in (("", True), ("spirit", False)):
        scene = bare().active(0, "ratmen", "hill", {4: 2}).declined(0, "ghouls", {9: 3}, power=power)
        scene.declined(1, "wizards", {17: 1})
        state = play(scene.active(1, "elves", "swamp", {20: 1}).turn(0), "decline")
        assert (tribe(state, "ghouls") == {}) == left
        assert tribe(state, "wizards")["regions"] == [17], "an opponent's race in decline stays"
        assert coins(state, 0) == 20 + 1 + (0 if left else 1)


@cites("small-world", "race.ghouls.declining_turn", "decline.instead_of_conquest")
def test_a_turn_of_decline_beside_ghouls_is_one() -> None:
    scene = bare().active(0, "ratmen", "spirit", {4: 3}).declined(0, "ghouls", {9: 4})
    state = play(scene.active(1, "elves", "swamp", {20: 1}).turn(0), "decline")
    assert (asked(state), state.current_player()) == ("choice", 1)
    assert (tribe(state, "ratmen")["mode"], region(state, 4)["tokens"], region(state, 9)["tokens"]) == (
        "declined",
        1,
        4,
    )
    assert coins(state, 0) == 22


@cites("small-world", "race.ghouls.own_race", "race.ghouls.separate")
def test_ghouls_and_their_owners_active_race() -> None:
    scene = bare().active(0, "orcs", "hill", {4: 3, 20: 1}).declined(0, "ghouls", {9: 8})
    state = play(scene.active(1, "elves", "swamp", {14: 1}).turn(0), "expand")
    assert refused(state, "conquer 9") == "own_region"
    assert refused(state, "conquer 20") == "not_adjacent"
    assert price(state, 4) == 2 + 3
    play(state, "conquer 4")
    assert (tribe(state, "orcs")["tray"], tribe(state, "orcs")["retreat"]) == (10 - 4 + 1, 2)
    play(state, "conquer 3", "stop")
    state = end_turn(state)
    assert coins_for(state, "orcs") == 0, "what Ghouls conquer is no credit to the Orcs"


@cites("small-world", "mixing.stonehedge_lost", "power.dragon_master", "power.bivouacking", "power.diplomat")
def test_what_stonehedge_lent_on_the_surface() -> None:
    for power, piece, kept in (
        ("heroic", "hero", {}), ("dragon_master", "dragon", {}), ("bivouacking", "encampment", {}),
        ("fortified", "fortress", {"fortress": 1}),
    ):  # fmt: skip
        scene = Scene(natives=False, mixed="relics").active(0, "ogres", "hill", {6: 9})
        scene.active(1, "elves", "swamp", {12: 1, 20: 1, 2: 1}).lend(12, power).mark(20, piece)
        state = play(scene.conquest(0), "conquer 2")
        assert region(state, 20)["marks"] == {piece: 1}, "while it is held they stay"
        play(state, "conquer 12")
        assert (region(state, 20)["marks"], asked(state)) == (kept, "conquest")
    peace = (
        Scene(3, natives=False, mixed="relics")
        .active(0, "ogres", "hill", {4: 9})
        .active(1, "elves", "swamp", {3: 1, 28: 1})
    )
    peace.active(2, "orcs", "stout", {10: 4}).lend(3, "diplomat").note("diplomat", 2 + 1)
    state = play(peace.conquest(0), "conquer 3")
    notes: Any = state.dump()["notes"]
    assert notes.get("diplomat", 0) == 0


@cites("small-world", "mixing.declined", "power.spirit", "power.stout")
def test_two_races_in_decline_of_two_boxes() -> None:
    scene = (
        Scene(natives=False, mixed="races")
        .active(0, "ogres", "hill", {6: 2})
        .declined(0, "orcs", {4: 1}, power="spirit")
    )
    scene.declined(0, "drow", {3: 1}, power="wise").active(1, "elves", "swamp", {20: 1})
    state = play(scene.turn(0), "decline")
    assert (tribe(state, "drow"), tribe(state, "orcs")["power"]) == ({}, "spirit"), "Spirits protect themselves alone"
    assert coins(state, 0) == 22
    stay = (
        Scene(natives=False, mixed="races")
        .active(0, "orcs", "spirit", {6: 2})
        .declined(0, "drow", {3: 1}, power="wise")
    )
    state = play(stay.active(1, "elves", "swamp", {20: 1}).turn(0), "decline")
    end_turn(state)
    play(state, "pick 0")
    deal(state)
    while asked(state) != "choice":
        end_turn(state)
    end_turn(state)
    while asked(state) != "choice" or state.current_player() != 0:
        end_turn(state)
    play(state, "decline")
    assert (tribe(state, "drow"), tribe(state, "orcs")["mode"]) == ({}, "declined")


@cites("small-world", "mixing.monsters", "mixing.races")
def test_monsters_come_only_with_relics() -> None:
    for players in (2, 3, 4, 5):
        for mixed in ("no", "races"):
            page: Any = deal(catalog.game("small-world", players=players, options={"mixed": mixed}).new()).view(0)
            assert sum(row["marks"].get("hidden", 0) for row in page["regions"]) == 0
            assert {row["tokens"] for row in page["regions"]} == {0, 1}


@cites("small-world", "mixing.immune", "conquest.immune", "race.halflings.immune", "power.heroic.immune")
@cites("small-world", "power.dragon_master.immune")
def test_what_makes_a_region_immune_and_what_does_not() -> None:
    open_to = {"hole": False, "hero": False, "dragon": False, "lair": True, "fortress": True, "encampment": True}
    owners = {
        "hole": ("halflings", "hill"), "hero": ("ratmen", "heroic"), "dragon": ("ratmen", "dragon_master"),
        "lair": ("trolls", "hill"), "fortress": ("ratmen", "fortified"), "encampment": ("ratmen", "bivouacking"),
    }  # fmt: skip
    for piece, (race, power) in owners.items():
        scene = (
            Scene(natives=False, mixed="relics")
            .active(0, "ogres", "thieving", {6: 9})
            .active(1, race, power, {11: 1, 12: 1})
        )
        scene.mark(11, piece).thing(6, "wickedest_pentacle").thing(6, "stinky_trolls_socks")
        state = scene.conquest(0)
        assert can(state, "conquer 11") == can(state, "place wickedest_pentacle 11") == open_to[piece]
        assert can(state, "conquer 12")
        assert can(state, "place wickedest_pentacle 12")
        assert can(play(state, "use stinky_trolls_socks"), "conquer 11") == open_to[piece]
        one = (
            Scene(natives=False, mixed="relics").active(0, "ogres", "thieving", {6: 1}).active(1, race, power, {11: 1})
        )
        assert coins_for(stop(one.mark(11, piece).conquest(0)), "thieving") == (1 if open_to[piece] else 0)
    empty = Scene(natives=False, mixed="relics").active(0, "ogres", "thieving", {6: 5}).thing(5, "fountain_of_youth")
    state = empty.active(1, "ratmen", "heroic", {20: 1, 9: 1}).mark(20, "hero").conquest(0)
    assert can(state, "conquer 5"), "a place makes nothing immune"
    assert coins_for(stop(state), "thieving") == 0, "and who is far away is not robbed"
    own = bare().active(0, "ratmen", "heroic", {4: 1, 9: 1}).mark(4, "hero").declined(0, "ghouls", {10: 6})
    state = play(own.active(1, "elves", "swamp", {20: 1}).turn(0), "expand")
    assert can(state, "conquer 4"), "not to one's own Ghouls"


@cites("small-world", "race.giants", "race.giants.held", "race.giants.reach")
def test_what_a_mountain_of_the_giants_cheapens() -> None:
    scene = bare().active(0, "giants", "flying", {8: 5, 4: 1}).active(1, "elves", "hill", {13: 2, 16: 1})
    state = scene.conquest(0)
    prices = {2: 1, 3: 1, 9: 1, 14: 1, 13: 3, 10: 2, 17: 2, 5: 3, 16: 3}
    assert {r: price(state, r) for r in prices} == prices, "what borders mountain 8, and nothing else"
    none = (
        bare()
        .active(0, "giants", "flying", {9: 5, 4: 1})
        .declined(0, "ratmen", {8: 1})
        .active(1, "elves", "hill", {19: 1})
    )
    state = none.conquest(0)
    assert [price(state, r) for r in (3, 14, 18, 13)] == [2, 2, 2, 2], "mountains of others"
    deep = bare().active(0, "giants", "underworld", {5: 5}).active(1, "elves", "hill", {20: 1}).conquest(0)
    assert [price(deep, r) for r in (3, 14, 17, 6, 1)] == [1, 1, 1, 1, 1]
    far = bare().active(0, "giants", "underworld", {8: 5, 3: 1}).active(1, "elves", "hill", {20: 1}).conquest(0)
    assert [price(far, r) for r in (17, 14, 5)] == [1, 1, 2], "cavern 3 is no mountain, mountain 8 no cavern"


@cites("small-world", "deploy.free", "turn.ready", "race.ghouls")
def test_active_ghouls_move_like_any_other_race() -> None:
    state = bare().active(0, "ghouls", "hill", {4: 4, 9: 1}).active(1, "elves", "swamp", {20: 1}).conquest(0)
    assert (tribe(state, "ghouls")["hand"], region(state, 4)["tokens"]) == (3, 1)
    play(state, "stop", "deploy 4:0 9:3")
    assert [region(state, r)["tokens"] for r in (4, 9)] == [1, 4]


@pytest.mark.parametrize(
    ("race", "power", "cheap"),
    [
        ("ratmen", "underworld", {3, 5, 14, 17}), ("ratmen", "mounted", {1, 9, 11, 13, 4, 6, 14, 17}),
        ("tritons", "hill", {1, 2, 5, 6, 8, 12, 13, 15, 20, 21}), ("ratmen", "hill", set()),
    ],
)  # fmt: skip
@cites("small-world", "power.underworld", "power.mounted", "race.tritons", "components.symbols", "conquest.cost")
def test_every_region_at_its_price(race: str, power: str, cheap: set[int]) -> None:
    state = bare().active(0, race, power, {10: 6}).active(1, "elves", "swamp", {16: 1}).conquest(0)
    for r in set(range(23)) - {0, 7, 22, 10, 16}:
        assert price(state, r) == (3 if r in (5, 8, 15, 19) else 2) - (r in cheap), r


@pytest.mark.parametrize("option", ["yes", "no"])
@cites("small-world", "power.stout", "race.ghouls", "decline.one_token_each")
def test_stout_ghouls_that_decline_after_scoring(option: str) -> None:
    scene = bare(ghouls_may_be_trimmed=option).active(0, "ghouls", "stout", {4: 3, 9: 1})
    state = stop(scene.active(1, "elves", "swamp", {20: 1}).conquest(0))
    assert asked(state) == "unit.stout"
    total = sum(region(state, r)["tokens"] for r in (4, 9))
    play(state, "yes stout")
    assert asked(state) == ("unit.ghouls" if option == "yes" else "choice")
    assert sum(region(state, r)["tokens"] for r in (4, 9)) == total == 4, "all Ghouls stay"
    others = bare().active(0, "ratmen", "stout", {4: 3, 9: 1}).active(1, "elves", "swamp", {20: 1})
    state = play(stop(others.conquest(0)), "yes stout")
    assert (asked(state), [region(state, r)["tokens"] for r in (4, 9)]) == ("choice", [1, 1])


@cites("small-world", "mixing.stonehedge", "mixing.ghouls")
def test_other_places_lend_nothing_and_hide_nothing() -> None:
    scene = Scene(natives=False, mixed="relics").active(0, "ogres", "hill", {12: 2}).thing(12, "keep_on_the_motherland")
    scene.active(1, "elves", "swamp", {20: 2}).lend(20, "wealthy")
    state = end_turn(scene.turn(0))
    assert coins_for(state, "wealthy") == 0, "another place is not Stonehedge"
    assert coins_for(end_turn(state), "wealthy") == 7
    ghouls = Scene(natives=False, mixed="relics").active(0, "orcs", "hill", {20: 2}).declined(0, "ghouls", {11: 9})
    state = ghouls.thing(12, "shiny_orb").active(1, "elves", "swamp", {3: 1}).turn(0)
    play(state, "expand", "conquer 12")
    assert (asked(state), region(state, 12)["marks"]) == ("conquest", {"shiny_orb": 1}), "found long ago"


@pytest.mark.parametrize("players", [2, 3])
@cites("small-world", "mixing.monsters")
def test_every_choice_of_hiding_places_that_fits_and_no_other(players: int) -> None:
    # As many Lost Tribe regions as there are players and one more, no two adjacent: counted here by trying all.
    rows = map_rows(f"{players}p")
    tribes = [row["id"] for row in rows if row["natives"]]
    apart = [
        set(chosen)
        for chosen in combinations(tribes, players + 1)
        if not any(b in rows[a]["borders"] for a, b in combinations(chosen, 2))
    ]

    def walk(state: Any, hidden: set[int]) -> None:
        if asked(state) != "hide":
            assert hidden in apart
            for row in state.view(0)["regions"]:
                expected = (2, 1) if row["id"] in hidden else (1 if row["id"] in tribes else 0, 0)
                assert (row["tokens"], row["marks"].get("hidden", 0)) == expected
            return
        offered = {int(state.text(code).split()[1]) for code in state.legal_actions()}
        assert offered == {r for chosen in apart if hidden < chosen for r in chosen - hidden}
        for code in (state.legal_actions()[0], state.legal_actions()[-1]):
            other = state.clone()
            other.apply(code)
            walk(other, hidden | {int(state.text(code).split()[1])})

    state = box_game("small-world", players, options={"mixed": "relics"}).new()
    while asked(state) != "hide":
        state.apply(state.legal_actions()[0])
    walk(state, set())


@cites("small-world", "power.fortified.limit")
def test_no_fortress_where_every_region_has_one() -> None:
    scene = bare().active(0, "ratmen", "fortified", {3: 1, 4: 1}).mark(3, "fortress").mark(4, "fortress")
    state = stop(scene.active(1, "elves", "hill", {16: 2}).conquest(0))
    assert (asked(state), state.current_player()) == ("choice", 1)


@cites("small-world", "abandon.before_conquest", "power.berserk.one_roll")
def test_nothing_is_abandoned_between_a_roll_and_its_conquest() -> None:
    for option in ("no", "yes"):
        scene = bare(abandon_between_conquests=option).active(0, "ratmen", "berserk", {4: 6, 20: 1})
        state = scene.active(1, "elves", "hill", {16: 2}).conquest(0)
        assert can(state, "abandon 20")
        play(state, "use berserk", "? die 1")
        assert refused(state, "abandon 20") == "die_already_rolled"
        play(state, "conquer 9")
        assert can(state, "abandon 20") == (option == "yes")


@pytest.mark.parametrize("option", ["no", "yes"])
@cites("small-world", "race.ghouls", "race.ghouls.losses")
def test_ghouls_that_end_without_a_region_have_left(option: str) -> None:
    scene = bare(ghouls_may_be_trimmed=option).active(0, "ratmen", "hill", {4: 2}).declined(0, "ghouls", {9: 3})
    state = play(scene.active(1, "elves", "swamp", {20: 1}).turn(0), "expand", "abandon 9", "stop")
    assert tribe(state, "ghouls") == {}
    state = play(scene.turn(0), "expand", "stop")
    assert region(state, 9)["tokens"] == 3


@cites("small-world", "mixing.as_if_empty")
def test_as_if_empty_with_and_without_pieces() -> None:
    scene = Scene(natives=False, mixed="relics").active(0, "ogres", "hill", {6: 9}).thing(6, "stinky_trolls_socks")
    scene.active(1, "trolls", "fortified", {5: 2, 12: 3, 20: 1}).mark(5, "lair").mark(5, "fortress")
    state = scene.thing(11, "keep_on_the_motherland").conquest(0)
    assert [price(state, r) for r in (5, 12, 11, 2)] == [3 + 2 + 2 - 1, 2 + 3 - 1, 2 + 1 - 1, 1]
    play(state, "use stinky_trolls_socks")
    assert [price(state, r) for r in (5, 12, 11, 2)] == [3 - 1, 1, 2 + 1 - 1, 1], "mountain and Keep count"
