"""Games of ours in the public server's language: written, read back row by row, and imported, to the same end."""

import random

import pytest

import terrarium
from terrarium.kernel.contract import OVER, NotationError
from terrarium.kernel.dealer import Dealer
from terrarium.terramystica.names import FACTIONS
from terrarium.terramystica.snellman.log import Log, read_log
from terrarium.terramystica.snellman.ordered.importing import import_log
from terrarium.terramystica.snellman.replay.rows import Comparison
from terrarium.terramystica.snellman.writing.writer import write_log
from terrarium.words import Words
from tests.support.log_trips import KINDS, Trips
from tests.support.mystic_checks import eager, table

GAMES = 500 if terrarium.compiled else 40
"""Compiled the whole number; as plain Python a sample: the code is the same, and takes ten times as long."""
GREEDY = 500 if terrarium.compiled else 1
"""The bot looks at every position that an answer leads to: a game is seconds of plain Python."""


@pytest.mark.parametrize("kind", KINDS)
def test_games_are_written_and_read_back_row_by_row(kind: str) -> None:
    """The same as `tools/round_trips.py`, which prints what it met."""
    trips = Trips()
    games = GREEDY if kind == "greedy" else GAMES
    for number in range(games):
        trips.take(kind, number)
    assert trips.games[kind] == games
    if games > 1:
        assert set(trips.factions) == set(FACTIONS)
        assert set(trips.players) == {2, 3, 4, 5}
        # a few rows wait for what they have brought about for others
        assert trips.compared > trips.rows * 0.98
        # what the server cannot be told is rare, but for what only our own option allows
        assert trips.unsaid[kind] <= games * 0.02 or kind == "server"


def some_log(number: int) -> str:
    game = table(2 * number + 1)
    state = game.new()
    dealer = Dealer(number)
    actions = []
    while state.current_player() != OVER:
        actions.append(eager(state, dealer))
        state.apply(actions[-1])
    return write_log(game, actions)


def spoilt(text: str, chance: random.Random) -> str:
    """A log with a few bytes or rows changed, doubled, dropped, swapped or joined."""
    rows = text.split("\n")
    for _ in range(chance.randrange(1, 4)):
        i = chance.randrange(len(rows))
        row = rows[i]
        kind = chance.randrange(8)
        if kind == 0 and row:
            k = chance.randrange(len(row))
            rows[i] = row[:k] + chance.choice("0123456789 .:+-#ABrz\t\x00é\U0001f600") + row[k + 1 :]
        elif kind == 1 and row:
            k = chance.randrange(len(row))
            rows[i] = row[:k] + row[k + 1 :]
        elif kind == 2:
            rows.insert(i, row)
        elif kind == 3:
            del rows[i]
        elif kind == 4:
            k = chance.randrange(len(rows))
            rows[i], rows[k] = rows[k], rows[i]
        elif kind == 5 and ":" in row:
            head, _, rest = row.partition(":")
            parts = rest.split(".")
            chance.shuffle(parts)
            rows[i] = f"{head}:{'.'.join(parts)}"
        elif kind == 6 and ":" in row:
            rows[i] = row + chance.choice(
                [". burn 1", ". -SPADE", ". done", ". dig 1", ". +FIRE", ". -2CULT", ". leech 1"]
            )
        elif kind == 7:
            rows = rows[: max(1, i)]
        rows = rows or [""]
    return chance.choice(["\n", "\r\n"]).join(rows)


def compared(log: Log) -> tuple[Comparison | None, NotationError | None]:
    """A replayed log and what was wrong with it; no replay if not even the table can be laid out."""
    try:
        comparison = Comparison(log, [])
    except NotationError as problem:
        return None, problem
    comparison.run()
    return comparison, comparison.error


def test_spoilt_logs_are_read_or_refused_by_a_sentence() -> None:
    """Whatever is wrong with a log, it names its row; replay and import agree where both read it."""
    words = Words("en", "terra-mystica")
    chance = random.Random(7)
    read = refused = 0
    for number in range(12 if terrarium.compiled else 4):
        text = some_log(number)
        for _ in range(25):
            log = read_log(spoilt(text, chance))
            comparison, problem = compared(log)
            if problem is not None:
                assert words.say(f"error.{problem.code}", problem.details)
                refused += 1
            if comparison is None:
                continue
            found = import_log(log)
            assert problem is None or found.problem is not None
            read += problem is None
            if (
                problem is None
                and found.problem is None
                and not comparison.player.offers
                and comparison.player.steps == 0
            ):
                state = found.game.new()
                for action in found.actions:
                    state.apply(action)
                assert state.scores() == comparison.player.state.scores()
    assert read > 0
    assert refused > 0


def split(text: str, chance: random.Random) -> str:
    """The same log with its longer rows written over two."""
    rows: list[str] = []
    for row in text.split("\n"):
        head, colon, rest = row.partition(":")
        parts = rest.split(".")
        cut = chance.randrange(len(parts)) if colon and not row.startswith("#") else 0
        rows += [f"{head}:{'.'.join(parts[:cut])}", f"{head}:{'.'.join(parts[cut:])}"] if cut else [row]
    return "\n".join(rows)


def test_actions_written_over_several_rows_are_imported_too() -> None:
    """What the replay reads the import reads, wherever a row ends."""
    chance = random.Random(12)
    for number in range(40 if terrarium.compiled else 6):
        log = read_log(split(some_log(number), chance))
        comparison, problem = compared(log)
        assert problem is None
        assert comparison is not None
        found = import_log(log)
        assert found.problem is None
        state = found.game.new()
        for action in found.actions:
            state.apply(action)
        assert state.scores() == comparison.player.state.scores()


def test_a_step_that_the_cultists_give_up_is_read_in_order_too() -> None:
    """In this game of the server's moves `-CULT` answers what an opponent took."""
    trips = Trips()
    trips.take("server", 145)
    assert "waive" in trips.words
