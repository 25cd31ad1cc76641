"""Rows of the public server's language, one by one: what they mean, in the replay and as a game of our own."""

from typing import Any

from terrarium.terramystica.snellman.log import read_log
from terrarium.terramystica.snellman.ordered.importing import import_log
from tests.support.log_rows import HEAD, both, refusal, replayed
from tests.support.mystic import Table, has, hexes, seat

# --- spades ----------------------------------------------------------------------------------------------------------


def dwarves(**goods: Any) -> Table:
    return (
        Table("dwarves", "witches", round=1, server_moves="on")
        .put(0, "F6 d")
        .put(1, "A3 d")
        .goods(0, workers=12, **goods)
    )


def test_dig_means_so_many_spades() -> None:
    """Black to gray is three steps one way and four the other: 2 points for each spade of this round's tile."""
    state = both(dwarves(), 0, "dwarves: dig 4. transform G5 to gray")
    assert has(state, 0, vp=28, workers=0)
    state = both(dwarves(), 0, "dwarves: dig 3. transform G5 to gray")
    assert has(state, 0, vp=26, workers=3)
    assert hexes(state)["G5"]["terrain"] == "mountains"


def test_too_few_or_too_many_spades_are_refused() -> None:
    assert refusal(dwarves(), 0, "dwarves: dig 1. transform G5 to gray") == "log_spades"
    assert refusal(dwarves(), 0, "dwarves: dig 3. transform G5 to green") == "log_spades_left"
    assert refusal(dwarves(coins=9), 0, "dwarves: dig 2. transform F7 to gray. build F7") == "log_spades"
    assert refusal(dwarves(coins=9), 0, "dwarves: build G5") == "log_spades"
    assert refusal(dwarves(), 0, "dwarves: dig 5. transform G5 to gray") == "log_goods"


def test_a_hex_is_dug_in_several_goes() -> None:
    """The power that an Alchemist's first spade brings pays for the second."""
    table = Table("alchemists", "nomads", server_moves="on").put(0, "G5 sh").put(1, "A5 d")
    table.goods(0, workers=3, coins=4, bowls=[0, 2, 3])
    rows = "alchemists: dig 1. convert 3pw to 1w. convert 1vp to 1c. dig 0. transform F6 to green"
    assert has(both(table, 0, rows), 0, workers=1, vp=19)
    table.goods(0, workers=3, bowls=[0, 0, 9])
    both(table, 0, "alchemists: dig 1. convert 9pw to 3w. dig 1. transform F6 to blue")
    both(table, 0, "alchemists: dig 1. convert 9pw to 3w. dig 1. transform F6")


def test_free_spades_are_used_or_dropped() -> None:
    table = dwarves(coins=9, bowls=[0, 0, 6])
    state = both(table, 0, "dwarves: action ACT6. -SPADE. transform F7 to yellow")
    assert has(state, 0, vp=24)
    state = both(table, 0, "dwarves: action ACT6. transform G6 to green. transform G6 to gray. build G6")
    assert hexes(state)["G6"]["building"] == "dwelling"
    assert refusal(table, 0, "dwarves: action ACT6. transform F5 to yellow. build E7") == "log_spades_left"
    assert refusal(table, 0, "dwarves: action ACT6. transform G5 to blue", "witches: pass BON1") == "log_turn"
    assert refusal(table, 0, "dwarves: action ACT6. dig 1. -SPADE") == "log_bought"


def test_an_action_is_written_over_several_rows() -> None:
    """What one row buys another uses; a hex is turned in two goes; the tiles come after an answer."""
    whole = both(dwarves(), 0, "dwarves: dig 3. transform G5 to gray")
    assert list(both(dwarves(), 0, "dwarves: dig 3", "dwarves: transform G5 to gray").v) == list(whole.v)
    table = dwarves(coins=20, bowls=[0, 0, 6])
    rows = ("dwarves: action ACT6. transform G6 to green", "dwarves: transform G6 to gray", "dwarves: build G6")
    assert hexes(both(table, 0, *rows, "witches: pass BON1"))["G6"]["building"] == "dwelling"
    found = import_log(read_log(HEAD + "witches: dig 3\nnomads: pass BON1\n"))
    assert found.problem is not None
    assert len(found.rows) == 7, "half an action is not kept"


def test_answers_between_an_action_and_its_tile() -> None:
    for answer, step in (("leech", ("cultists: +EARTH",)), ("decline", ())):
        rows = ("cultists: upgrade E2 to TE", f"nomads: {answer} 1 from cultists", "cultists: +FAV5", *step)
        state = both(neighbours().put(0, "E2 tp"), 0, *rows, "nomads: send p to FIRE")
        power = [0, 6, 0] if step else [0, 5, 1]
        assert has(state, 0, bowls=power, cults={"fire": 2, "water": 0, "earth": len(step), "air": 0})
        assert has(state, 1, bowls=[0, 4, 2] if step else [0, 5, 1])
        # and where who answers has just had the turn before
        table = neighbours().put(0, "E2 tp").set(passed=[2], next_order=[2])
        other = both(table, 1, "nomads: send p to FIRE", *rows, "nomads: send p to AIR")
        assert has(other, 1, bowls=[0, 3, 3] if step else [0, 4, 2])


def test_a_spade_that_our_rules_drop_by_themselves() -> None:
    """One spade is useless to Giants who cannot buy a second."""
    table = Table("giants", "nomads", server_moves="on").put(0, "A6 d").put(1, "A5 d").goods(0, card="bon1")
    state = both(table, 0, "giants: action BON1. -SPADE", "nomads: pass BON4")
    assert state.current_player() == 0
    assert refusal(table, 0, "giants: action BON1", "nomads: pass BON4") == "log_turn"


def test_cult_spades_are_dropped_by_name() -> None:
    table = Table("giants", "dwarves", tiles="6 6 6 6 6 6", server_moves="on").put(0, "A6 d").put(1, "F6 d")
    table.goods(0, cults=[0, 4, 0, 0]).goods(1, cults=[0, 4, 0, 0])
    rows = ("giants: pass BON1", "dwarves: pass BON4", "dwarves: transform F7 to black", "giants: -SPADE")
    state = both(table, 0, *rows)
    assert state.view(0)["round"] == 3
    assert hexes(state)["F7"]["terrain"] == "swamp"


def test_cult_spades_are_used_in_any_order() -> None:
    """By our rules the seats are asked in their order; the server waits for all of them."""
    table = Table("witches", "dwarves", tiles="6 6 6 6 6 6", server_moves="on").put(0, "F4 d").put(1, "F6 d")
    table.goods(0, cults=[0, 4, 0, 0]).goods(1, cults=[0, 8, 0, 0])
    passes = ("witches: pass BON1", "dwarves: pass BON4")
    spades = ("dwarves: transform G6 to green", "witches: transform E6 to black", "dwarves: transform G6 to gray")
    state = both(table, 0, *passes, *spades)
    assert state.view(0)["round"] == 3
    assert hexes(state)["G6"]["terrain"] == "mountains"


def test_the_sandstorm_builds_too() -> None:
    table = Table("nomads", "giants", server_moves="on").put(0, "F3 sh").put(1, "A6 d").goods(0, coins=9, workers=9)
    state = both(table, 0, "nomads: action ACTN. build F4")
    assert hexes(state)["F4"]["building"] == "dwelling"


def test_the_sandstorm_makes_desert_alone() -> None:
    """The server would lay any terrain; ours is not laid in its stead."""
    table = Table("nomads", "giants", server_moves="on").put(0, "F3 sh").put(1, "A6 d").goods(0, coins=9, workers=9)
    for row in ("transform F4 to yellow", "transform F4"):
        assert hexes(both(table, 0, f"nomads: action ACTN. {row}"))["F4"]["terrain"] == "desert"
    assert refusal(table, 0, "nomads: action ACTN. transform F4 to red") == "log_refused"


def test_an_idle_dig_is_the_whole_action() -> None:
    """`dig 0` has used the action up, whatever is burnt or converted after it."""
    table = dwarves(coins=9, bowls=[0, 6, 6])
    for row in ("dig 0", "dig 0. burn 1", "dig 0. convert 1pw to 1c"):
        assert both(table, 0, f"dwarves: {row}", "witches: pass BON1").current_player() == 0
        assert refusal(table, 0, f"dwarves: {row}", "dwarves: action ACT4") == "log_turn"


def test_rows_the_server_puts_right() -> None:
    table = dwarves(coins=9, bowls=[0, 0, 6])
    both(table, 0, "dwarves: dig 1. action ACT6. build G5. transform G5 to gray")
    assert has(both(table, 0, "dwarves: pass BON1. convert 1pw to 1c"), 0, coins=10)
    both(table, 0, "dwarves: pass. +BON1")
    engineers = Table("engineers", "nomads", server_moves="on").put(0, "C2 d").put(1, "A5 d").goods(0, workers=2)
    both(engineers, 0, "engineers: convert 2w to bridge. bridge C2 : D4")


# --- offers ----------------------------------------------------------------------------------------------------------


def neighbours() -> Table:
    """Nomads between Cultists and Witches."""
    table = Table("cultists", "nomads", "witches", server_moves="on")
    table.put(0, "E2 d", "E6 d").put(1, "E3 d", "F3 d").put(2, "F4 d")
    for number in range(3):
        table.goods(number, coins=20, workers=20, priests=2, bowls=[0, 6, 0])
    return table


def test_an_action_turns_open_offers_down() -> None:
    rows = ("cultists: upgrade E2 to TP", "nomads: send p to FIRE")
    state = both(neighbours(), 0, *rows)
    # the Cultists gain one power, because everybody has turned theirs down
    assert has(state, 0, bowls=[0, 5, 1])
    assert has(state, 1, bowls=[0, 5, 1])
    assert refusal(neighbours(), 0, *rows, "nomads: leech 1 from cultists") == "log_no_offer"
    state = replayed(neighbours(), 0, "cultists: upgrade E2 to TP", "nomads: burn 1. leech 1 from cultists").state
    assert has(state, 1, bowls=[0, 3, 2]), "answers come first in a row"


def test_power_burnt_before_an_answer() -> None:
    table = neighbours().goods(1, bowls=[0, 2, 10])
    rows = ("cultists: upgrade E2 to TP", "nomads: burn 1", "nomads: leech 1 from cultists", "nomads: send p to FIRE")
    assert has(both(table, 0, *rows), 1, bowls=[0, 0, 11])


def test_conversions_come_after_the_answer() -> None:
    rows = ("cultists: upgrade E2 to TP", "nomads: convert 1w to 1c", "nomads: leech 1 from cultists")
    assert refusal(neighbours(), 0, *rows) == "log_late"
    replayed(neighbours(), 0, *rows, head="")


def test_the_cultists_power_settles_when_full_bowls_cannot_take() -> None:
    """Two open offers to the Nomads, who have passed, and room for one token: taking the first closes the second."""
    table = Table("cultists", "nomads", "witches", server_moves="on").put(0, "E2 d").put(1, "E3 d").put(2, "D1 d")
    table.goods(0, coins=20, workers=20, bowls=[0, 6, 0]).goods(1, bowls=[0, 1, 11]).goods(2, bowls=[0, 6, 0])
    table.set(passed=[1], next_order=[1])
    rows = (
        "cultists: upgrade E2 to TP",
        "witches: decline 1 from cultists",
        "witches: pass BON4",
        "cultists: upgrade E2 to TE. +FAV9",
    )
    player = replayed(table, 0, *rows)
    assert [(offer.seat, offer.real) for offer in player.offers] == [(1, 1), (1, 1), (2, 1)]
    for answer, power in (("decline", 1), ("leech", 0)):
        player = replayed(table, 0, *rows, f"witches: {answer} 1 from cultists", "nomads: leech 1 from cultists")
        assert [(offer.seat, offer.real) for offer in player.offers] == [(1, 0)]
        assert has(player.state, 0, bowls=[0, 6 - power, power])
        assert player.steps == 2 - power


def test_a_cult_step_after_passing() -> None:
    rows = ("cultists: upgrade E2 to TP", "nomads: leech 1 from cultists", "nomads: pass BON1", "witches: pass BON4")
    state = both(neighbours(), 0, *rows, "cultists: Pass BON7. +EARTH")
    assert seat(state, 0)["cults"]["earth"] == 1
    assert state.view(0)["round"] == 3
    assert refusal(neighbours(), 0, *rows, "cultists: +EARTH. +EARTH") == "log_step"


# --- tiles and cults -------------------------------------------------------------------------------------------------


def test_favor_and_town_tiles_keep_their_order() -> None:
    table = Table("chaosmagicians", "nomads", server_moves="on").put(1, "I7 d")
    table.terrain("E1", "wasteland").terrain("E2", "wasteland").terrain("E4", "wasteland")
    table.put(0, "E3 tp", "E1 d", "E2 tp", "E4 d").goods(0, coins=20, workers=20, bowls=[0, 2, 1], cults=[0, 0, 6, 0])
    row = "chaosmagicians: upgrade E3 to TE. +FAV5. +TW1. convert 1pw to 1c. +FAV3"
    state = both(table, 0, row)
    # the coin is changed before the favor tile's power comes: 6 -> 9 on earth brings 2
    assert has(state, 0, coins=20 - 5 + 6 + 1, bowls=[0, 2, 1], cults={"fire": 2, "water": 0, "earth": 9, "air": 0})
    other = both(table, 0, "chaosmagicians: upgrade E3 to TE. +FAV5. +FAV3. +TW1. convert 1pw to 1c")
    assert has(other, 0, bowls=[1, 0, 2])


def test_tiles_that_are_given_up_or_nobody_owes() -> None:
    table = Table("auren", "nomads", server_moves="on").put(0, "F4 tp").put(1, "A5 d").goods(0, coins=20, workers=20)
    both(table, 0, "auren: upgrade F4 to TE. -GAIN_FAVOR", "nomads: pass BON1")
    given_up = replayed(table, 0, "auren: upgrade F4 to TE. -GAIN_FAVOR", "nomads: pass BON1")
    assert [note.code for note in given_up.quirks] == ["log_waived"], "there were tiles to take"
    given_up = replayed(table.goods(0, card="bon2"), 0, "auren: action BON2. -CULT", "nomads: pass BON1")
    assert [note.code for note in given_up.quirks] == ["log_waived"]
    assert refusal(table, 0, "auren: upgrade F4 to TE. +TW1") == "log_question"
    assert refusal(table, 0, "auren: upgrade F4 to TE. +FAV1. +FAV2") == "log_question"
    assert refusal(table, 0, "auren: upgrade F4 to TE. -2GAIN_FAVOR") == "log_question"


def test_a_double_step_written_twice() -> None:
    table = Table("auren", "nomads", server_moves="on").put(0, "F4 sh").put(1, "A5 d")
    assert has(
        both(table, 0, "auren: action ACTA. +EARTH. +EARTH"), 0, cults={"fire": 0, "water": 0, "earth": 2, "air": 0}
    )
    assert has(both(table, 0, "auren: action ACTA. +2AIR"), 0, cults={"fire": 0, "water": 0, "earth": 0, "air": 2})
    assert refusal(table, 0, "auren: action ACTA. +EARTH. +AIR") == "log_same_track"


def river_town(**goods: Any) -> Table:
    """One upgrade away from a town, several cult tracks near the top."""
    table = Table("witches", "nomads", town_tiles="expansion", server_moves="on").put(1, "I7 d")
    table.terrain("E1", "forest").terrain("E2", "forest").terrain("E3", "forest").terrain("E4", "forest")
    return table.put(0, "E1 d", "E2 tp", "E3 tp", "E4 d").goods(0, coins=20, workers=20, **goods)


def test_the_track_that_stays_is_named_before_the_town_tile() -> None:
    table = river_town(cults=[9, 9, 0, 0])
    row = "witches: upgrade E4 to TP. -WATER. +TW5"
    assert seat(both(table, 0, row), 0)["cults"] == {"fire": 10, "water": 9, "earth": 1, "air": 1}
    assert refusal(table, 0, "witches: upgrade E4 to TP. +TW5") == "log_keys"
    three = river_town(cults=[9, 8, 9, 0])
    found = seat(both(three, 0, "witches: upgrade E4 to TP. -2FIRE. +TW6"), 0)["cults"]
    assert found == {"fire": 9, "water": 10, "earth": 10, "air": 2}
    assert refusal(river_town(cults=[7, 9, 0, 0]), 0, "witches: upgrade E4 to TP. -FIRE") == "log_back"
    # a key kept for later
    kept = both(river_town(cults=[9, 0, 0, 0]), 0, "witches: upgrade E4 to TP. -FIRE. +TW5")
    assert has(kept, 0, keys=1, cults={"fire": 9, "water": 1, "earth": 1, "air": 1})


def test_a_key_that_came_too_late_is_used_by_hand() -> None:
    table = Table("chaosmagicians", "nomads", server_moves="on").put(1, "I7 d")
    table.terrain("E1", "wasteland").terrain("E2", "wasteland").terrain("E4", "wasteland")
    table.put(0, "E3 tp", "E1 d", "E2 tp", "E4 d").goods(0, coins=20, workers=20, cults=[8, 8, 0, 0])
    row = "chaosmagicians: upgrade E3 to TE. +FAV5. +FAV2. +TW1. +WATER"
    found = seat(both(table, 0, row), 0)["cults"]
    assert found == {"fire": 9, "water": 10, "earth": 0, "air": 0}


# --- factions --------------------------------------------------------------------------------------------------------


def test_darklings_forgo_their_priests() -> None:
    table = Table("darklings", "nomads", server_moves="on").put(0, "A8 tp").put(1, "I7 d").goods(0, coins=20, workers=9)
    table.goods(0, bowls=[0, 0, 9])
    state = both(table, 0, "darklings: upgrade A8 to SH. -3CONVERT_W_TO_P", "nomads: pass BON1")
    assert has(state, 0, priests=0, workers=5)
    state = both(table, 0, "darklings: upgrade A8 to SH. convert 2W to 2P", "nomads: pass BON1")
    assert has(state, 0, priests=2, workers=3)
    # any other conversion gives the right up
    assert (
        refusal(table, 0, "darklings: upgrade A8 to SH. convert 1pw to 1c", "darklings: convert 1w to 1p")
        == "log_command"
    )
    assert refusal(table, 0, "darklings: upgrade A8 to SH", "nomads: pass BON1") == "log_turn"


def test_a_ride_without_a_dwelling_left() -> None:
    table = Table("witches", "nomads", idle_actions="on").put(1, "I7 d")
    table.put(0, "F4 sh", *[f"A{n} d" for n in (1, 2, 3, 5, 6, 7, 8, 9)])
    player = replayed(table, 0, "witches: action ACTW. -free_d", "nomads: pass BON1")
    assert [note.code for note in player.quirks] == ["log_waived"]
    both(table, 0, "witches: action ACTW. -free_d", "nomads: pass BON1")
    assert refusal(table, 0, "witches: action ACTW. build E6") == "log_refused"
    assert refusal(table, 0, "witches: action ACTG") == "log_space"


def test_dwarves_sell_coins_for_points() -> None:
    table = dwarves(coins=7)
    player = replayed(table, 0, "dwarves: convert 6C to 2VP. pass BON1")
    assert [note.code for note in player.quirks] == ["log_sold"]
    assert has(both(table, 0, "dwarves: convert 6C to 2VP. pass BON1"), 0, vp=22, coins=1)
    assert refusal(table, 0, "dwarves: convert 4C to 2VP") == "log_command"
    assert refusal(table, 0, "dwarves: convert 1vp to 1c") == "log_command"


def test_a_card_named_in_the_last_round() -> None:
    table = Table("witches", "nomads", round=6, server_moves="on").put(0, "F4 d").put(1, "I7 d")
    player = replayed(table, 0, "witches: pass BON1")
    assert [note.code for note in player.quirks] == ["log_last_card"]
    both(table, 0, "witches: pass BON1", "nomads: pass")
    early = Table("witches", "nomads", round=5, server_moves="on").put(0, "F4 d").put(1, "I7 d")
    assert refusal(early, 0, "witches: pass") == "log_refused"


def test_a_double_turn_is_read_one_way() -> None:
    table = Table("chaosmagicians", "nomads", server_moves="on").put(0, "A6 sh").put(1, "I7 d")
    table.goods(0, coins=20, workers=20)
    one = "chaosmagicians: action ACTC. dig 1. transform A5 to red. dig 0. build A5"
    assert both(table, 0, one, "nomads: pass BON1").current_player() == 0
    # the same words without the separator are one action: another is left
    two = "chaosmagicians: action ACTC. dig 1. transform A5 to red. build A5"
    assert refusal(table, 0, two, "nomads: pass BON1") == "log_turn"
    both(table, 0, two, "chaosmagicians: upgrade A5 to TP", "nomads: pass BON1")
    assert refusal(table, 0, two + ". done") == "log_question"
    both(table, 0, "chaosmagicians: action ACTC. pass BON1", "nomads: pass BON4")


def test_the_last_player_goes_on_in_one_row() -> None:
    table = Table("dwarves", "witches", server_moves="on").put(0, "F6 d").put(1, "A3 d").goods(0, coins=20, workers=20)
    table.set(passed=[1], next_order=[1])
    state = both(table, 0, "dwarves: dig 1. transform G5 to blue. upgrade F6 to TP. upgrade F6 to TE. +FAV9")
    assert hexes(state)["F6"]["building"] == "temple"


def test_a_tunnel_is_paid_again_in_the_next_turn() -> None:
    """The last player in one row: with `done` between, building is a turn of its own."""
    table = Table("dwarves", "witches", server_moves="on").put(0, "F6 d").put(1, "A3 d").goods(0, coins=20, workers=20)
    table.set(passed=[1], next_order=[1])
    assert has(both(table, 0, "dwarves: dig 2. transform E11 to gray. build E11"), 0, vp=24, workers=11)
    assert has(both(table, 0, "dwarves: dig 2. transform E11 to gray. done. build E11"), 0, vp=28, workers=9)
