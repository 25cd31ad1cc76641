"""A log of the public server as a game of our own: the actions, and where each row of the log ends."""

from terrarium.kernel.contract import NotationError
from terrarium.terramystica.game import TerraMysticaGame
from terrarium.terramystica.snellman import Log
from terrarium.terramystica.snellman_play import LogPlayer


class Imported:
    """What a log has become. After a refused row, everything up to it is kept and `problem` tells why it stopped."""

    def __init__(self, game: TerraMysticaGame) -> None:
        self.game = game
        self.actions: list[int] = []
        self.rows: list[tuple[int, str, int]] = []  # row of the log, its text, actions played by then
        self.problem: NotationError | None = None


def import_log(log: Log) -> Imported:
    """Play a log in order; NotationError only if not even its table can be laid out."""
    player = LogPlayer(log, True)
    found = Imported(player.game)
    try:
        player.set_up()
        for i, line in enumerate(log.lines):
            player.at_line = i
            player.play_line(line)
            found.rows.append((line.number, line.text, len(player.actions)))
        player.finish()
        found.problem = log.problem
    except NotationError as problem:
        found.problem = problem
    found.actions = player.actions
    return found
