"""The last player of a round goes on alone: what the server takes as part of the turn before."""

from tests.support.log_rows import both, refusal
from tests.support.mystic import Table, has


def dwarves() -> Table:
    """Home to build on beside the first dwelling; the Witches have passed."""
    table = Table("dwarves", "witches", server_moves="on").put(0, "F6 d").put(1, "A3 d")
    table.goods(0, coins=20, workers=20, bowls=[0, 0, 9]).terrain("F7", "mountains")
    return table.set(passed=[1], next_order=[1])


def test_a_dwelling_elsewhere_after_spades_is_taken_as_the_same_action() -> None:
    """Written in one row or two; nothing is left of the turn, so that another may be kept apart."""
    for rows in (
        ["dwarves: dig 1. transform G5 to blue. build F7. done. build E10"],
        ["dwarves: dig 1. transform G5 to blue", "dwarves: build F7", "dwarves: done. upgrade F7 to TP"],
        ["dwarves: action ACT5. -SPADE. dig 1. transform G5 to blue", "dwarves: done. upgrade F6 to TP"],
    ):
        table = dwarves().terrain("E10", "mountains")
        both(table, 0, *rows)


def test_who_is_not_alone_builds_nowhere_else() -> None:
    """The server would take it as one action; it is two of ours."""
    table = dwarves().set(passed=[], next_order=[])
    assert refusal(table, 0, "dwarves: dig 1. transform G5 to blue. build F7") == "log_turn"


def test_the_last_player_has_done_even_where_nothing_is_left_to_do() -> None:
    """Without goods our turn is over by itself; the server begins the next one with its first action."""
    for row in ("dwarves: send p to FIRE. done. pass BON1", "dwarves: send p to FIRE. done. done. dig 0. pass BON1"):
        table = dwarves().goods(0, coins=0, workers=0, priests=1, bowls=[12, 0, 0])
        assert has(both(table, 0, row), 0, card="bon1")
    table = dwarves().goods(0, coins=0, workers=0, priests=1, bowls=[12, 0, 0])
    assert refusal(table, 0, "dwarves: done. send p to FIRE") == "log_question"
