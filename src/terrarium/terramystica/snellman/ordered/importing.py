"""A log of the public server as a game of our own: the actions, and where each row of the log ends.

The log is replayed with open offers and played in order side by side: what import makes of a row is where the replay
has come to, or the row is refused.
"""

from terrarium.kernel.contract import NotationError
from terrarium.terramystica.game import TerraMysticaGame
from terrarium.terramystica.snellman.log import Log
from terrarium.terramystica.snellman.ordered.player import OrderedPlayer
from terrarium.terramystica.snellman.ordered.together import play_rows
from terrarium.terramystica.snellman.replay.player import LogPlayer


class Imported:
    """What a log has become. After a refused row, everything up to it is kept and `problem` tells why it stopped."""

    def __init__(self, game: TerraMysticaGame) -> None:
        self.game = game
        self.actions: list[int] = []
        self.rows: list[tuple[int, str, int]] = []  # row of the log, its text, actions played by then
        self.problem: NotationError | None = None
        self.notes: list[NotationError] = []  # what was passed over, and what only the server allows


def import_log(log: Log) -> Imported:
    """Play a log in order; NotationError only if not even its table can be laid out.

    Where the rules are too narrow for what the server allows, the game gets the options that let it be played.
    """
    found = attempt(log, log.options)
    for more in ({"idle_actions": "on"}, {"idle_actions": "on", "server_moves": "on"}):
        if found.problem is None or found.problem is log.problem:
            break
        wider = attempt(log, {**log.options, **more})
        if len(wider.rows) > len(found.rows) or wider.problem is None:
            found = wider
    return found


def attempt(log: Log, options: dict[str, str]) -> Imported:
    """Play a log in order under these options."""
    for line in log.lines:
        for command in line.commands:
            command.used = False
    replay = LogPlayer(log)
    player = OrderedPlayer(log, options)
    found = Imported(player.game)
    try:
        replay.set_up()
        player.set_up()
        for rows in play_rows(log.lines, replay, player):
            found.rows += [(line.number, line.text, len(player.actions)) for line in rows]
        player.close()
        found.problem = log.problem
        found.actions = player.actions
    except NotationError as problem:
        found.problem = problem
        found.actions = player.actions[: found.rows[-1][2]] if found.rows else player.actions
    kept = [row for row, _, _ in found.rows]
    found.notes = log.notes + [note for note in replay.quirks if note.details["row"] in kept]
    return found
