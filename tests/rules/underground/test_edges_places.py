"""The edges of each place: whom it serves, when it asks, what it pays."""

from tests.rules.underground.below import bare, below, coins, finish
from tests.support.cites import cites
from tests.support.scene import (
    asked,
    can,
    coins_for,
    end_turn,
    happened,
    play,
    price,
    refused,
    region,
    stop,
    tribe,
)


@cites("underground", "place.altar_of_souls", "turn.end_order")
def test_the_altar_asks_only_for_tokens_in_decline() -> None:
    scene = bare().active(0, "drow", "stone", {3: 2}).thing(3, "altar_of_souls").active(1, "kraken", "wise", {25: 4})
    state = finish(scene.conquest(0))
    assert (asked(state), state.current_player()) == ("choice", 1), "no race in decline, no question"
    scene.declined(1, "gnomes", {10: 1})
    state = finish(scene.conquest(0))
    assert (asked(state), state.current_player()) == ("choice", 1), "not an opponent's"
    scene.declined(0, "ogres", {4: 1, 9: 1})
    state = finish(scene.conquest(0))
    assert (asked(state), coins(state, 0)) == ("unit.altar_of_souls", 20 + 3), "after scoring"
    assert [state.text(code) for code in state.legal_actions()] == [
        "empty altar_of_souls 4", "empty altar_of_souls 9", "no altar_of_souls",
    ]  # fmt: skip
    other = play(state.clone(), "no altar_of_souls")
    assert (coins(other, 0), tribe(other, "ogres")["regions"]) == (23, [4, 9])
    play(state, "empty altar_of_souls 9")
    assert (coins(state, 0), tribe(state, "ogres")["regions"], tribe(state, "ogres")["tray"]) == (26, [4], 10 - 1)
    assert (asked(state), state.current_player()) == ("choice", 1), "one token a turn"
    end_turn(state)
    play(finish(play(state, "expand")), "empty altar_of_souls 4")
    assert tribe(state, "ogres") == {}, "with its last token the race is gone"


@cites("underground", "place.altar_of_souls", "things.decline")
def test_the_altar_of_a_race_in_decline() -> None:
    scene = bare().active(0, "drow", "stone", {3: 2}).declined(0, "ogres", {4: 3, 9: 1}, power="tomb")
    scene.thing(4, "altar_of_souls").active(1, "kraken", "wise", {25: 4})
    state = finish(scene.conquest(0))
    assert asked(state) == "unit.altar_of_souls"
    play(state, "empty altar_of_souls 4")
    assert (region(state, 4)["tokens"], tribe(state, "ogres")["tray"]) == (2, 10 - 3), "one of three"
    assert asked(end_turn(state)) != "unit.altar_of_souls"
    foe = bare().active(0, "drow", "stone", {3: 2}).declined(0, "ogres", {4: 1}).active(1, "kraken", "wise", {25: 4})
    state = finish(foe.thing(25, "altar_of_souls").conquest(0))
    assert (asked(state), state.current_player()) == ("choice", 1), "an opponent's Altar does not ask"


@cites("underground", "place.crypt_of_the_tomb_raider", "place.crypt_of_the_tomb_raider.left", "conquest.immune")
def test_the_ghost_of_a_race_in_decline_stays() -> None:
    scene = bare().active(0, "drow", "stone", {3: 2, 4: 2}).thing(3, "crypt_of_the_tomb_raider")
    state = play(scene.active(1, "kraken", "wise", {9: 9}).mark(4, "tomb_raiders_ghost").turn(0), "decline")
    assert region(state, 4)["marks"] == {"tomb_raiders_ghost": 1}
    play(state, "expand")
    assert refused(state, "conquer 4") == "region_immune"
    play(state, "conquer 3")
    assert region(state, 4)["marks"] == {}
    assert asked(finish(state)) == "unit.crypt_of_the_tomb_raider", "the new holder places it at the end of the turn"
    play(state, "no crypt_of_the_tomb_raider")
    assert [region(state, r)["marks"].get("tomb_raiders_ghost", 0) for r in range(28)] == [0] * 28
    old = bare().active(0, "drow", "stone", {10: 2}).declined(0, "ogres", {3: 1, 4: 1}).mark(4, "tomb_raiders_ghost")
    state = finish(old.thing(3, "crypt_of_the_tomb_raider").active(1, "kraken", "wise", {25: 2}).conquest(0))
    assert (asked(state), state.current_player()) == ("choice", 1), "a race in decline does not move it"
    assert region(state, 4)["marks"] == {"tomb_raiders_ghost": 1}


@cites("underground", "place.crypt_of_the_tomb_raider", "conquest.immune", "place.crypt_of_the_tomb_raider.empty")
def test_where_the_ghost_haunts() -> None:
    scene = bare().active(0, "drow", "stone", {3: 9}).thing(3, "crypt_of_the_tomb_raider")
    scene.active(1, "kraken", "wise", {4: 2, 25: 1}).mark(9, "tomb_raiders_ghost")
    state = finish(scene.conquest(0))
    assert refused(state, "place crypt_of_the_tomb_raider 14") == "ghost_not_there"
    play(state, "place crypt_of_the_tomb_raider 4")
    assert (region(state, 9)["marks"], region(state, 4)["marks"]) == ({}, {"tomb_raiders_ghost": 1})
    play(end_turn(state), "expand")
    assert refused(state, "conquer 4") == "region_immune", "a foreign region is immune to its master too"
    assert can(state, "conquer 9"), "the Ghost is there no more"
    old = bare().declined(0, "drow", {3: 1}).thing(3, "crypt_of_the_tomb_raider").mark(9, "tomb_raiders_ghost")
    old.active(0, "ogres", "stone", {4: 5}).active(1, "kraken", "wise", {8: 8})
    assert can(old.conquest(0), "conquer 9"), "the player holds the Crypt, be it with the race in decline"
    assert refused(play(old.turn(1), "expand"), "conquer 9") == "region_immune"


@cites("underground", "place.diamond_fields", "place.keep_on_the_motherland", "place.mine_of_the_lost_dwarf")
def test_what_places_pay_and_to_whom() -> None:
    def paid(place: str, at: int, mode: str, regions: tuple[int, ...]) -> int:
        scene = bare().active(1, "kraken", "royal", {25: 2}).thing(at, place) if at not in regions else bare()
        scene.active(1, "kraken", "royal", {25: 2})
        if mode == "declined":
            scene.active(0, "gnomes", "stone", {26: 1}).declined(0, "ogres", dict.fromkeys(regions, 1))
        else:
            scene.active(0, "ogres", "wise", dict.fromkeys(regions, 1))
        if at in regions:
            scene.thing(at, place)
        return coins_for(end_turn(scene.turn(0)), place)

    for mode in ("active", "declined"):
        assert paid("keep_on_the_motherland", 3, mode, (3, 4)) == 1
        assert paid("mine_of_the_lost_dwarf", 3, mode, (3, 4)) == 2
        assert [paid("diamond_fields", 3, mode, held) for held in ((3,), (3, 10), (3, 10, 12, 4))] == [1, 2, 3]
        for place in ("keep_on_the_motherland", "mine_of_the_lost_dwarf", "diamond_fields"):
            assert paid(place, 10, mode, (3, 4)) == 0, "nobody holds it"


@cites("underground", "place.keep_on_the_motherland", "conquest.cost", "things.lone_token")
def test_only_the_keep_defends() -> None:
    for thing, more in (
        ("keep_on_the_motherland", 1),
        ("mine_of_the_lost_dwarf", 0),
        ("shiny_orb", 0),
        ("stonehedge", 0),
    ):
        for mode in ("empty", "active", "declined"):
            scene = bare().active(0, "drow", "wise", {3: 6})
            if mode == "active":
                scene.active(1, "kraken", "stone", {4: 1})
            elif mode == "declined":
                scene.declined(1, "kraken", {4: 1})
            assert price(scene.thing(4, thing).conquest(0), 4) == 2 + more + (mode != "empty")


@cites("underground", "place.great_brass_pipe", "things.decline")
def test_what_the_pipe_joins() -> None:
    def reach(regions: tuple[int, ...], pipe: int) -> set[int]:
        scene = (
            bare().active(0, "drow", "wise", dict.fromkeys(regions, 1), hand=3).active(1, "kraken", "stone", {25: 2})
        )
        state = scene.thing(pipe, "great_brass_pipe").conquest(0)
        texts = [state.text(code) for code in state.legal_actions()]
        return {int(text.split()[1]) for text in texts if text.startswith("conquer")}

    assert reach((3,), 3) == {2, 4, 8, 9, 10, 12, 21}, "neighbours, and the other crystals"
    assert reach((3,), 4) == {2, 4, 8, 9}, "not held: neighbours alone"
    assert reach((4,), 4) == {3, 5, 9, 6, 7, 8}, "mushroom forests"
    old = bare().active(0, "drow", "wise", {4: 6}).declined(0, "ogres", {3: 1}).thing(3, "great_brass_pipe")
    assert refused(old.active(1, "kraken", "stone", {25: 2}).conquest(0), "conquer 10") == "not_adjacent"


@cites("underground", "place.fountain_of_youth", "market.tray_limit", "things.decline")
def test_the_fountain_gives_one_token_when_a_turn_begins() -> None:
    scene = bare().active(0, "drow", "wise", {3: 2, 4: 1}).thing(3, "fountain_of_youth")
    state = scene.active(1, "kraken", "stone", {9: 6}).turn(0)
    assert (tribe(state, "drow")["hand"], tribe(state, "drow")["tray"]) == (1, 9 - 4)
    end_turn(state)
    assert tribe(state, "drow")["tray"] == 9 - 4, "not in the other player's turn"
    end_turn(state)
    assert tribe(state, "drow")["tray"] == 9 - 5
    taken = bare().active(0, "drow", "wise", {4: 5}).thing(3, "fountain_of_youth").active(1, "kraken", "stone", {25: 6})
    state = stop(play(taken.conquest(0), "conquer 3"))
    assert tribe(state, "drow")["tray"] == 9 - 5, "not yet in the turn it is taken"


@cites("underground", "place.stonehedge", "conquest.monsters", "market.badge_discard")
def test_stonehedge_draws_from_the_stack() -> None:
    scene = below().active(0, "ogres", "wise", {1: 9}).active(1, "kraken", "stone", {25: 1})
    page = scene.dump([["find", "ogres", "", 6, 0]])
    page["regions"]["6"] = ["ogres", 2, {"hidden": 1}]
    page["regions"]["1"] = ["ogres", 7, {}]
    page["stacked_powers"], page["discarded_powers"] = page["stacked_powers"][:2], page["stacked_powers"][2:]
    state = scene.game.load(page)
    state.watch()
    play(state, "? find stonehedge")
    assert [state.text(code) for code in state.legal_actions()] == [f"badge {name}" for name in page["stacked_powers"]]
    assert happened(state, "reshuffled") == []
    first = page["stacked_powers"][0]
    play(state, f"? badge {first}")
    assert first not in state.view(0)["stacked_powers"]  # type: ignore[operator]
    none = scene.game.load({**page, "stacked_powers": [], "discarded_powers": []})
    none.watch()
    none.apply(none.parse("find stonehedge"))
    assert happened(none, "reshuffled") == [], "nothing to shuffle"
    assert asked(none) != "unit.stonehedge", "and nothing to draw"


@cites("underground", "place.stonehedge.lost")
def test_what_stonehedge_lent_goes_back_when_it_is_lost() -> None:
    bag = bare().active(0, "ogres", "mining", {9: 9}).active(1, "kraken", "stone", {3: 1, 10: 2}).lend(3, "magic")
    state = bag.mark(10, "bag_o_many_things").conquest(0)
    assert region(play(state, "conquer 4"), 10)["marks"] == {"bag_o_many_things": 1}
    assert region(play(state, "conquer 3"), 10)["marks"] == {}, "the bag"
    # Map for three: crystal 2 borders mountain 1, mine 3, mushroom forests 9 and 10.
    for lost in (False, True):
        scene = bare(3).active(0, "gnomes", "mining", {2: 9}).active(1, "kraken", "stone", {1: 1, 31: 1})
        scene.active(2, "drow", "wise", {9: 2}).lend(1, "vengeful").note("vengeful", 1 << 2)
        state = scene.turn(0) if lost else scene.turn(1)
        play(state, "expand")
        if lost:
            play(state, "conquer 1")
            assert price(state, 9) == 2 + 2, "whom the Kraken were after is no concern of the new holder"
        else:
            assert price(state, 9) == 2 + 2 - 1 or refused(state, "conquer 9")
    left = bare().active(0, "ogres", "mining", {3: 3, 10: 2}).lend(3, "royal").mark(10, "queen")
    state = play(left.active(1, "kraken", "stone", {25: 1}).conquest(0), "abandon 3")
    assert region(state, 10)["marks"] == {}, "the Queen, when it is left as well"
    state = play(left.conquest(0), "abandon 10")
    assert region(state, 3)["marks"] == {"stonehedge": 1}


@cites("underground", "place.stonehedge", "place.stonehedge.decline")
def test_whom_a_lent_power_serves() -> None:
    def paid(power: str, mode: str) -> int:
        scene = bare().active(1, "kraken", "royal", {25: 2})
        if mode == "active":
            scene.active(0, "ogres", "mystic", {3: 1, 9: 1, 1: 1})
        else:
            scene.active(0, "gnomes", "mystic", {17: 1}).declined(0, "ogres", {3: 1, 9: 1, 1: 1})
        return coins_for(end_turn(scene.lend(3, power).turn(0)), power)

    assert [paid("mining", mode) for mode in ("active", "declined")] == [1, 0]
    assert [paid("muddy", mode) for mode in ("active", "declined")] == [1, 1]
    assert [paid("wise", mode) for mode in ("active", "declined")] == [0, 2]
    reborn = bare().active(0, "gnomes", "mystic", {17: 1}).declined(0, "ogres", {3: 1, 9: 1}).lend(3, "reborn")
    assert asked(reborn.active(1, "kraken", "royal", {25: 2}).turn(0)) == "unit.reborn"
    active = bare().active(0, "ogres", "mystic", {3: 1, 9: 1}).lend(3, "reborn")
    assert asked(active.active(1, "kraken", "royal", {25: 2}).turn(0)) == "choice"
    other = bare().active(0, "gnomes", "mystic", {9: 1}).thing(9, "keep_on_the_motherland")
    state = end_turn(other.active(1, "kraken", "royal", {3: 2, 25: 1}).lend(3, "mining").turn(0))
    assert coins_for(state, "mining") == 0, "an opponent's Stonehedge serves the opponent"
    assert coins_for(end_turn(state), "mining") == 1
    kept = bare().active(0, "gnomes", "mystic", {9: 5}).thing(9, "keep_on_the_motherland")
    state = play(kept.active(1, "kraken", "royal", {3: 2, 25: 1}).lend(3, "mining").conquest(0), "conquer 4")
    assert region(state, 4)["marks"] == {}, "nobody else's ability comes with another place"


@cites("underground", "place.wickedest_pentacle", "place.wickedest_pentacle.move", "conquest.immune")
def test_the_balrog_takes_two_tokens_and_the_region() -> None:
    for tokens, lost in ((1, 1), (2, 2), (3, 2), (5, 2)):
        scene = bare().active(0, "drow", "wise", {3: 9}).thing(3, "wickedest_pentacle")
        state = scene.active(1, "kraken", "stone", {4: tokens, 25: 1}).conquest(0)
        play(state, "place wickedest_pentacle 4")
        assert (tribe(state, "kraken")["retreat"], tribe(state, "kraken")["tray"]) == (
            tokens - lost,
            10 - 1 - tokens + lost,
        )
        assert (region(state, 4)["holder"], region(state, 4)["marks"]) == (None, {"balrog": 1})
        assert refused(state, "conquer 4") == "region_immune", "to its master too"
        assert refused(state, "place wickedest_pentacle 5") == "already_used"
    empty = (
        bare().active(0, "drow", "wise", {3: 2}).thing(3, "wickedest_pentacle").active(1, "kraken", "stone", {25: 1})
    )
    state = play(empty.conquest(0), "place wickedest_pentacle 2")
    assert region(state, 2)["marks"] == {"balrog": 1}, "a River is allowed"
    end_turn(state)
    assert asked(play(state, "expand")) == "conquest"
    end_turn(state)
    play(state, "expand")
    assert refused(state, "place wickedest_pentacle 4") == "balrog_too_far"
    play(state, "place wickedest_pentacle 12")
    assert (region(state, 2)["marks"], region(state, 12)["marks"]) == ({}, {"balrog": 1})


@cites("underground", "place.wickedest_pentacle", "things.decline")
def test_when_the_pentacle_asks() -> None:
    shut = (
        bare()
        .active(0, "drow", "royal", {4: 5})
        .thing(4, "wickedest_pentacle")
        .active(1, "gnomes", "wise", {3: 1, 5: 1})
    )
    shut.declined(1, "liches", {9: 1}).coins = [0, 5]
    state = finish(shut.conquest(0), "place royal 4")
    assert (asked(state), state.current_player()) == ("choice", 1), "nowhere to go, nothing to ask"
    ghouls = below(mixed="yes").active(0, "drow", "mining", {25: 5}).declined(0, "ghouls", {1: 6})
    state = play(
        ghouls.active(1, "kraken", "stone", {10: 1}).turn(0), "expand", "conquer 6", "? find wickedest_pentacle"
    )
    assert asked(state) == "conquest", "a race in decline cannot use it"
    old = bare().active(0, "drow", "mining", {25: 5}).declined(0, "ogres", {3: 1}).thing(3, "wickedest_pentacle")
    state = old.active(1, "kraken", "stone", {10: 1}).conquest(0)
    assert refused(state, "place wickedest_pentacle 4") == "not_asked"
    assert (asked(finish(state)), state.current_player()) == ("choice", 1)
    found = below().active(0, "ogres", "wise", {1: 9}).active(1, "kraken", "stone", {25: 1})
    state = play(found.conquest(0), "conquer 6", "? find wickedest_pentacle")
    assert asked(state) == "unit.wickedest_pentacle", "whoever finds it may at once"
    play(state, "no wickedest_pentacle")
    assert refused(state, "place wickedest_pentacle 11") == "already_used"


@cites("underground", "place.wickedest_pentacle.monsters", "conquest.monsters")
def test_the_balrog_draws_a_marker_only_where_one_is_hidden() -> None:
    scene = (
        below().active(0, "ogres", "wise", {1: 9}).thing(1, "wickedest_pentacle").active(1, "kraken", "stone", {7: 2})
    )
    state = play(scene.thing(7, "shiny_orb").conquest(0), "place wickedest_pentacle 7")
    assert (asked(state), set(region(state, 7)["marks"])) == ("conquest", {"balrog", "shiny_orb"})
    state = play(scene.conquest(0), "place wickedest_pentacle 6", "? find great_brass_pipe")
    assert (region(state, 6)["tokens"], region(state, 6)["holder"]) == (0, None)
    assert set(region(state, 6)["marks"]) == {"balrog", "great_brass_pipe"}
    assert refused(state, "conquer 6") == "region_immune", "there without an owner"


@cites("underground", "mixing.stonehedge", "place.stonehedge")
def test_a_badge_of_small_world_serves_who_holds_stonehedge() -> None:
    scene = bare(mixed="yes").active(0, "orcs", "wise", {9: 2}).thing(9, "keep_on_the_motherland")
    scene.active(1, "kraken", "stone", {3: 2}).lend(3, "wealthy")
    state = play(scene.conquest(0), "stop")
    assert coins_for(state, "wealthy") == 0, "another place is not Stonehedge"
    scene.active(0, "orcs", "wise", {9: 5}).regions[9][2]["keep_on_the_motherland"] = 1
    assert region(play(scene.conquest(0), "conquer 4"), 4)["marks"] == {}
    end_turn(state)
    assert (coins_for(state, "wealthy"), coins(state, 1)) == (7, 20 + 1 + 7)
    end_turn(end_turn(state))
    assert coins_for(state, "wealthy") == 7, "once"
