"""Rows that only the public server allows, as games of ours with the option `server_moves`."""

from terrarium.terramystica.snellman.log import read_log
from terrarium.terramystica.snellman.ordered.importing import import_log
from tests.support.log_rows import HEAD, both
from tests.support.mystic import Table, has, seat


def magicians(**goods: object) -> Table:
    """A double turn and, with an upgrade, a town."""
    table = Table("chaosmagicians", "nomads", server_moves="on").put(1, "I7 d").put(0, "A6 sh")
    for name in ("E1", "E2", "E3", "E4"):
        table.terrain(name, "wasteland")
    return table.put(0, "E1 d", "E2 tp", "E3 tp", "E4 d").goods(0, coins=20, workers=20, priests=2, **goods)


def test_a_whole_turn_without_anything_is_imported() -> None:
    found = import_log(read_log(HEAD + "witches: dig 0\nnomads: pass BON3\nwitches: dig 0. burn 1\n"))
    assert found.problem is None
    assert found.game.options["server_moves"] == "on"
    state = found.game.new()
    for action in found.actions:
        state.apply(action)
    assert state.current_player() == 0
    assert has(state, 0, bowls=seat(state, 0)["bowls"], coins=15)


def test_a_separator_in_a_double_turn_is_no_turn_of_its_own() -> None:
    first = "chaosmagicians: action ACTC. dig 1. transform A5 to red. dig 0. build A5"
    assert both(magicians(), 0, first, "nomads: pass BON1").current_player() == 0
    last = "chaosmagicians: action ACTC. send p to FIRE. dig 1. transform A5 to red"
    assert both(magicians(), 0, last, "nomads: pass BON1").current_player() == 0


def test_a_key_of_the_second_action_lifts_what_the_first_has_missed() -> None:
    table = magicians(cults=[9, 0, 0, 0])
    row = "chaosmagicians: action ACTC. send p to FIRE for 1. upgrade E4 to TP. +TW1"
    state = both(table, 0, row, "nomads: pass BON1")
    assert has(state, 0, keys=0, cults={"fire": 10, "water": 0, "earth": 0, "air": 0})
    # a turn later it is forgotten
    table = magicians(cults=[9, 0, 0, 0])
    rows = ["chaosmagicians: send p to FIRE for 1", "nomads: pass BON1", "chaosmagicians: upgrade E4 to TP. +TW1"]
    assert has(both(table, 0, *rows), 0, keys=1, cults={"fire": 9, "water": 0, "earth": 0, "air": 0})


def test_a_key_is_kept_by_stepping_back() -> None:
    table = magicians(cults=[9, 8, 0, 0])
    state = both(table, 0, "chaosmagicians: upgrade E4 to TP. -2FIRE. -WATER. +TW5", "nomads: pass BON1")
    assert has(state, 0, keys=1, cults={"fire": 8, "water": 8, "earth": 1, "air": 1})
