"""Rows of the public server's language played on a position that a test has set up, and games written in it."""

from typing import Any

import pytest

from terrarium.kernel.contract import NotationError
from terrarium.terramystica import layout
from terrarium.terramystica.data import at
from terrarium.terramystica.game import TerraMystica
from terrarium.terramystica.snellman.log import Log, read_log
from terrarium.terramystica.snellman.ordered.player import OrderedPlayer
from terrarium.terramystica.snellman.ordered.together import play_rows
from terrarium.terramystica.snellman.replay.player import LogPlayer
from terrarium.terramystica.snellman.writing.writer import Writer
from terrarium.words import LANGUAGES, Words
from tests.support.mystic import Table

TILES = "score SCORE1,SCORE2,SCORE3,SCORE4,SCORE5,SCORE6\n"
STRICT = "option strict-leech\noption strict-darkling-sh\noption strict-chaosmagician-sh\noption errata-cultist-power\n"
HEAD = """\ufeffoption strict-leech\r
option fire-and-brimstone
player-count 2   # two of us
player ann username ann
  score   SCORE8, SCORE2,SCORE7 ,SCORE3,SCORE4,SCORE5
delete BON6
DELETE bon1
delete BON2
delete BON9
setup Witches for ann email ann@example.org
setup nomads
Witches :  build   f4
nomads: BUILD e8
nomads: build B4
# Round 1
witches: build G3. wait
nomads: build G4
nomads: +BON8
witches: pass BON5
"""
"""What stands before the rows of a game of two."""


def log_of(factions: tuple[str, ...], rows: tuple[str, ...], head: str = STRICT) -> Log:
    text = head + TILES + "".join(f"setup {faction}\n" for faction in factions) + "\n".join(rows) + "\n"
    log = read_log(text)
    assert log.problem is None, log.problem
    return log


def seated(player: Any, factions: tuple[str, ...], state: TerraMystica) -> None:
    """Put a player of logs on a position."""
    player.seat_of = {player.log.factions[i]: i for i in range(len(factions))}
    held = player.state.held
    player.state = state
    player.state.held = held
    player.state.watch()


def replayed(table: Table, turn: int, *rows: str, head: str = STRICT) -> LogPlayer:
    """Rows played with open offers; `table` needs the option server_moves."""
    player = LogPlayer(log_of(table.factions, rows, head))
    seated(player, table.factions, table.main(turn))
    player.drive()
    for line in player.log.lines:
        player.play_line(line)
    return player


def imported(table: Table, turn: int, *rows: str) -> OrderedPlayer:
    """Rows played in order beside their replay."""
    log = log_of(table.factions, rows)
    replay = LogPlayer(log)
    player = OrderedPlayer(log, table.game.options)
    for one in (replay, player):
        seated(one, table.factions, table.main(turn))
    replay.drive()
    for _ in play_rows(log.lines, replay, player):
        pass
    return player


def refusal(table: Table, turn: int, *rows: str, head: str = STRICT) -> str:
    """The code of the refusal of the last row; its sentence exists in every language."""
    replayed(table, turn, *rows[:-1], head=head)
    with pytest.raises(NotationError) as caught:
        replayed(table, turn, *rows, head=head)
    for language in LANGUAGES:
        assert Words(language, "terra-mystica").say(f"error.{caught.value.code}", caught.value.details)
    return caught.value.code


def written(state: Any, *texts: str) -> list[str]:
    """The rows of a turn, as they are exported."""
    writer = Writer(state.game)
    writer.ahead = state.clone()
    writer.state = state.clone()
    writer.state.watch()
    for text in texts:
        for action in state.expand(text):
            assert action in writer.ahead.legal_actions(), text
            writer.add(action)
    writer.finish()
    return writer.lines


def both(table: Table, turn: int, *rows: str) -> Any:
    """The position after the replay; played in order the same comes out."""
    state = replayed(table, turn, *rows).state
    other = imported(table, turn, *rows).state
    for number in range(len(table.factions)):
        start = at(number)
        assert list(other.v)[start : start + layout.NETWORK] == list(state.v)[start : start + layout.NETWORK]
    return state
