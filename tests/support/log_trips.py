"""Whole games written in the public server's language and read back, row by row and as a game of our own."""

from collections import Counter

from terrarium import catalog
from terrarium.bots.minds import mind_of
from terrarium.kernel.contract import CHANCE, OVER
from terrarium.kernel.dealer import Dealer
from terrarium.search.greedy import Greedy
from terrarium.terramystica import codes, layout
from terrarium.terramystica.data import at
from terrarium.terramystica.game import TerraMystica, TerraMysticaGame
from terrarium.terramystica.names import FACTIONS
from terrarium.terramystica.snellman.log import read_log
from terrarium.terramystica.snellman.ordered.importing import import_log
from terrarium.terramystica.snellman.replay.player import LogPlayer
from terrarium.terramystica.snellman.writing.header import header
from terrarium.terramystica.snellman.writing.writer import Writer
from tests.support.mystic_checks import EXPANSION, READINGS, eager, greedy

KINDS = ("random", "eager", "greedy", "leaving", "server")
"""At random; building where possible; the greedy bot; with players who leave; with all that the server allows."""


def table(kind: str, number: int) -> TerraMysticaGame:
    """Every number of players, with and without the expansion's tiles and the other readings."""
    options: dict[str, str] = {"factions": "draw"}
    if number % 2:
        options |= EXPANSION
    if number % 3 == 0:
        options |= READINGS
    if number % 7 == 0:
        options |= {"cultist_step": "each", "spade_tile_rounds": "any"}
    if kind == "leaving":
        options["leaving"] = "on"
    if kind == "server":
        options |= {"server_moves": "on", "idle_actions": "on"}
    game = catalog.game("terra-mystica", 2 + number % 4, options=options)
    assert isinstance(game, TerraMysticaGame)
    return game


def chosen(kind: str, state: TerraMystica, dealer: Dealer, bot: Greedy | None) -> int:
    """One answer in the manner of a kind."""
    legal = state.legal_actions()
    if state.current_player() == CHANCE or kind == "random":
        return dealer.pick(legal)
    if bot is not None:
        return greedy(state, bot, dealer)
    if kind == "leaving" and codes.LEAVE in legal and dealer.below(40) == 0:
        return codes.LEAVE
    return eager(state, dealer)


def lived(state: TerraMystica) -> list[int]:
    """All that counts: points, goods, bowls, cults, keys, tracks, priests, buildings, towns, bridges, tiles, cards."""
    v = state.v
    seats = range(int(v[layout.PLAYERS]))
    held = [int(v[i]) for i in (layout.ROUND, layout.ACTS, layout.GONE, layout.SPANS, layout.LINKS)]
    held += [int(v[i]) for i in range(layout.ROUND_TILE, layout.STACK)]
    return held + [int(v[at(seat) + i]) for seat in seats for i in range(layout.NETWORK + 1)]


class Trips:
    """Games written and read back, and what was met in them."""

    def __init__(self) -> None:
        self.games: Counter[str] = Counter()
        self.players: Counter[int] = Counter()
        self.factions: Counter[str] = Counter()
        self.words: Counter[str] = Counter()
        self.rows = 0
        self.compared = 0
        self.unsaid: Counter[str] = Counter()

    def take(self, kind: str, number: int, both: bool = True) -> None:
        """Play a game, write it, read it; the first row that differs fails. `both`: import it too."""
        game = table(kind, number)
        dealer = Dealer(number)
        writer = Writer(game, keep=True)
        state = game.new()
        bot = Greedy(mind_of(state)) if kind == "greedy" else None
        while state.current_player() != OVER:
            action = chosen(kind, state, dealer, bot)
            state.apply(action)
            writer.add(action)
        text = writer.text()
        self.read_back(text, writer, state, both)
        self.games[kind] += 1
        self.players[game.players] += 1
        self.unsaid[kind] += 1 if writer.unsaid else 0
        for seat in range(game.players):
            self.factions[FACTIONS[state.v[at(seat) + layout.FACTION]]] += 1

    def read_back(self, text: str, writer: Writer, state: TerraMystica, both: bool) -> None:
        """Every row leads where the game was when it was written."""
        log = read_log(text)
        assert log.problem is None, log.problem
        assert log.notes == []
        head = len(header(writer.ahead))
        marks = {head + lines: then for lines, then in writer.kept}
        player = LogPlayer(log)
        player.set_up()
        for line in log.lines:
            player.play_line(line)
            self.rows += 1
            self.words.update([command.verb for command in line.commands])
            if line is log.lines[-1]:
                player.finish()
            if line.number in marks:
                self.compared += 1
                assert lived(player.state) == lived(marks[line.number]), f"row {line.number}: {line.text}\n{text}"
        assert player.kind() == 0
        assert lived(player.state) == lived(state)
        if both:
            found = import_log(log)
            assert found.problem is None, f"{found.problem}\n{text}"
            other = found.game.new()
            for action in found.actions:
                other.apply(action)
            assert lived(other) == lived(state), text
