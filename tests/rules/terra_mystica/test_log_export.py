"""Turns of ours in the public server's language: the words it asks for, in the order in which it takes them."""

from typing import Any

from terrarium.terramystica import layout
from terrarium.terramystica.data import at
from tests.support.log_rows import replayed, written
from tests.support.mystic import Table, has


def read_back(table: Table, turn: int, lines: list[str], *texts: str) -> None:
    """The rows lead to the position that was played; `server_moves` on, so that they fit the reader's game."""
    state = table.main(turn)
    for text in texts:
        for action in state.expand(text):
            state.apply(action)
    other = replayed(table, turn, *lines).state
    for number in range(len(table.factions)):
        start = at(number)
        assert list(other.v)[start : start + layout.NETWORK] == list(state.v)[start : start + layout.NETWORK]


def export(table: Table, *texts: str) -> list[str]:
    lines = written(table.main(0), *texts)
    read_back(table, 0, lines, *texts)
    return lines


def table(*factions: str, **values: Any) -> Table:
    return Table(*factions, server_moves="on", **values)


def test_spades_that_drop_by_themselves() -> None:
    giants = table("giants", "nomads").put(0, "A6 d").put(1, "I7 d").goods(0, card="bon1")
    assert export(giants, "action card") == ["giants: action BON1. -SPADE"]
    six = table("dwarves", "witches").put(0, "F6 d").put(1, "A3 d").goods(0, bowls=[0, 0, 6])
    lines = export(six, "action act6", "transform g5 lakes", "done")
    assert lines[0].startswith("dwarves: action ACT6. -SPADE. transform G5 to blue")
    assert export(six, "action act6", "done")[0].startswith("dwarves: action ACT6. -2SPADE")


def test_cult_spades_that_drop_by_themselves() -> None:
    cult = table("giants", "dwarves", tiles="6 6 6 6 6 6").put(0, "A6 d").put(1, "F6 d")
    cult.goods(0, cults=[0, 4, 0, 0]).goods(1, cults=[0, 4, 0, 0])
    lines = export(cult, "pass bon1", "pass bon4", "transform f7 swamp")
    assert lines == ["giants: pass BON1", "dwarves: pass BON4", "giants: -SPADE", "dwarves: transform F7 to black"]


def test_darklings_who_ordain_nobody() -> None:
    darklings = table("darklings", "nomads").put(0, "A8 tp").put(1, "I7 d").goods(0, coins=20, workers=6)
    lines = export(darklings.goods(0, bowls=[0, 0, 4]), "upgrade a8 sh", "convert power coin 2", "done", "done")
    assert lines == ["darklings: upgrade A8 to SH. -3CONVERT_W_TO_P. convert 2pw to 2c"]
    lines = export(darklings.goods(0, workers=4), "upgrade a8 sh", "done")
    assert lines == ["darklings: upgrade A8 to SH. -3CONVERT_W_TO_P"], "nobody to ordain: the question is never asked"


def test_darklings_who_convert_before_they_ordain() -> None:
    """On the server another conversion costs the right, so it stands before the stronghold."""
    darklings = table("darklings", "nomads").put(0, "A8 tp").put(1, "I7 d")
    darklings.goods(0, coins=20, workers=6, bowls=[0, 0, 3])
    lines = export(darklings, "upgrade a8 sh", "convert power worker", "ordain 3")
    assert lines == ["darklings: convert 3pw to 1w. upgrade A8 to SH. convert 3w to 3p"]


def test_a_hex_is_turned_once_however_it_was_dug() -> None:
    dwarves = table("dwarves", "witches", round=1).put(0, "F6 d").put(1, "A3 d").goods(0, workers=12)
    assert export(dwarves, "transform g5 mountains long") == ["dwarves: dig 4. transform G5 to gray"]
    lines = export(dwarves, "transform g5 plains", "transform g5 desert", "transform g5 mountains")
    assert lines == ["dwarves: dig 1. dig 1. dig 2. transform G5 to gray"]


def town(**goods: Any) -> Table:
    witches = table("witches", "nomads", town_tiles="expansion").put(1, "I7 d")
    for name in ("E1", "E2", "E3", "E4"):
        witches.terrain(name, "forest")
    return witches.put(0, "E1 d", "E2 tp", "E3 tp", "E4 d").goods(0, coins=20, workers=20, **goods)


def test_the_track_that_stays_goes_back_first() -> None:
    lines = export(town(cults=[9, 9, 9, 0]), "upgrade e4 tp", "town tw6", "stay earth", "done")
    assert lines == ["witches: upgrade E4 to TP. -2EARTH. +TW6"]
    lines = export(town(cults=[9, 9, 0, 0]), "upgrade e4 tp", "town tw5", "stay fire", "done")
    assert lines == ["witches: upgrade E4 to TP. -FIRE. +TW5"]
    lines = export(town(cults=[8, 9, 9, 0]), "upgrade e4 tp", "town tw6", "stay fire", "done")
    assert lines == ["witches: upgrade E4 to TP. -FIRE. +TW6"]


def test_conversions_while_it_is_asked_which_track_stays() -> None:
    """They make room for the power of the steps, so they stand before the tile that brings both."""
    full = town(cults=[9, 9, 9, 0], bowls=[0, 0, 12])
    lines = export(full, "upgrade e4 tp", "town tw6", "convert power coin 5", "stay earth", "done")
    assert lines == ["witches: upgrade E4 to TP. convert 5pw to 5c. -2EARTH. +TW6"]


def chaos(**goods: Any) -> Table:
    found = table("chaosmagicians", "nomads").put(0, "A6 sh").put(1, "I7 d")
    return found.goods(0, coins=20, workers=20, **goods)


def test_a_double_turn_cannot_be_read_two_ways() -> None:
    lines = export(chaos(), "action stronghold", "transform a5 wasteland", "done", "done", "build a5")
    assert lines == [
        "chaosmagicians: action ACTC",
        "chaosmagicians: dig 1. transform A5 to red",
        "chaosmagicians: dig 0. build A5",
    ]
    lines = export(chaos(), "action stronghold", "transform a5 wasteland", "build a5", "done", "upgrade a5 tp")
    assert lines[1:] == ["chaosmagicians: dig 1. transform A5 to red. build A5", "chaosmagicians: upgrade A5 to TP"]


def test_spades_dropped_in_a_double_turn() -> None:
    """The server takes the next `dig` as part of the same action: an empty one uses up the second."""
    lines = export(chaos(bowls=[0, 0, 4]), "action stronghold", "action act5", "done", "done", "transform a5 wasteland")
    assert lines[1:] == [
        "chaosmagicians: action ACT5. -SPADE",
        "chaosmagicians: dig 1. transform A5 to red. dig 0",
    ]


def test_a_double_turn_ends_before_others_answer() -> None:
    """Our rules ask once more after the answers; the server is on with the next player then."""
    magicians = table("chaosmagicians", "nomads").put(0, "A6 sh", "E1 d").put(1, "E2 d")
    magicians.goods(0, coins=20, workers=20, priests=1).goods(1, bowls=[5, 7, 0])
    lines = export(
        magicians,
        "action stronghold",
        "send fire 1",
        "done",
        "upgrade e1 tp",
        "done",
        "leech take",
        "convert worker coin",
    )
    assert lines == [
        "chaosmagicians: action ACTC",
        "chaosmagicians: send p to FIRE for 1",
        "chaosmagicians: upgrade E1 to TP. convert 1w to 1c",
        "nomads: leech 1 from chaosmagicians",
    ]


def test_the_last_players_turns_are_kept_apart() -> None:
    dwarves = table("dwarves", "witches").put(0, "F6 d").put(1, "A3 d").goods(0, coins=20, workers=20)
    dwarves.set(passed=[1], next_order=[1])
    lines = export(dwarves, "transform e11 mountains", "done", "done", "build e11")
    assert lines == ["dwarves: dig 2. transform E11 to gray", "dwarves: done. build E11"]


def test_what_the_last_player_turned_two_turns_ago_is_forgotten() -> None:
    """The server takes a dwelling on any hex as part of the spades before it, unless these turned another one home."""
    dwarves = table("dwarves", "witches").put(0, "F6 d").put(1, "A3 d").goods(0, coins=20, workers=20)
    dwarves.set(passed=[1], next_order=[1]).terrain("F7", "mountains")
    first = ["transform e11 mountains", "build e11", "done"]
    lines = export(dwarves, *first, "transform g5 lakes", "done", "done", "build f7")
    assert lines == [
        "dwarves: dig 2. transform E11 to gray. build E11",
        "dwarves: dig 1. transform G5 to blue",
        "dwarves: done. build F7",
    ]


def test_spades_that_the_last_player_drops_after_a_turn_with_bought_ones() -> None:
    dwarves = table("dwarves", "witches").put(0, "F6 d").put(1, "A3 d").goods(0, coins=20, workers=20, bowls=[0, 0, 4])
    dwarves.set(passed=[1], next_order=[1])
    lines = export(dwarves, "transform g5 lakes", "done", "done", "action act5", "done")
    assert lines == ["dwarves: dig 1. transform G5 to blue", "dwarves: action ACT5. -SPADE"]


def test_a_key_of_the_second_action_lifts_nothing() -> None:
    """The server remembers a missed step for the whole turn, our rules for the action: the step is given back."""

    def magicians(server_moves: str) -> Table:
        found = Table("chaosmagicians", "nomads", server_moves=server_moves).put(1, "I7 d").put(0, "A6 sh")
        for name in ("E1", "E2", "E4"):
            found.terrain(name, "wasteland")
        found.put(0, "E1 d", "E2 tp", "E3 tp", "E4 d")
        return found.goods(0, coins=20, workers=20, priests=1, cults=[9, 0, 0, 0])

    turn = ["action stronghold", "send fire 1", "done", "upgrade e4 tp", "town tw1"]
    lines = written(magicians("off").main(0), *turn)
    assert lines[1:] == ["chaosmagicians: send p to FIRE for 1", "chaosmagicians: upgrade E4 to TP. -FIRE. +TW1"]
    reached = {"fire": 9, "water": 0, "earth": 0, "air": 0}
    assert has(replayed(magicians("on"), 0, *lines).state, 0, keys=1, cults=reached)
    # where everything is allowed that the server allows, it is as there
    assert export(magicians("on"), *turn)[2] == "chaosmagicians: upgrade E4 to TP. +TW1"


def test_what_only_the_server_allows_is_written_in_its_words() -> None:
    witches = table("witches", "nomads").put(0, "F4 d").put(1, "I7 d")
    assert export(witches, "done", "done") == ["witches: dig 0"]
    assert export(town(cults=[9, 9, 0, 0]), "upgrade e4 tp", "stay fire", "town tw5")[0].endswith("TP. -FIRE. +TW5")


def test_what_the_server_cannot_be_told_is_marked() -> None:
    """Spades bought for the Halflings' three: the rulebook lets sources be mixed, the server does not."""
    halflings = table("halflings", "nomads").put(0, "A7 tp").put(1, "I7 d").goods(0, coins=20, workers=20)
    lines = export(halflings, "upgrade a7 sh", "transform a8 wasteland long")
    assert lines[0].startswith("# terrarium: ")
    assert lines[1].startswith("halflings: upgrade A7 to SH. dig 1. transform A8 to red")


def test_offers_to_full_bowls_are_declined() -> None:
    witches = table("witches", "nomads").put(0, "F4 d").put(1, "F3 tp").goods(0, coins=9, workers=9)
    lines = written(Table("witches", "nomads").put(0, "F4 d").put(1, "F3 tp").goods(0, coins=9, workers=9)
                    .goods(1, bowls=[0, 0, 12]).main(0), "upgrade f4 tp", "done")  # fmt: skip
    assert lines == ["witches: upgrade F4 to TP", "nomads: decline 2 from witches"]
    assert export(witches, "upgrade f4 tp", "done", "leech take")[1:] == ["nomads: leech 2 from witches"]
