"""One game between bots, as plain data in and out, so that any process can play it."""

import time
from dataclasses import dataclass, field
from functools import lru_cache

from terrarium import bots, catalog
from terrarium.kernel.contract import CHANCE, OVER, SPECTATOR, Game, NotationError, State
from terrarium.kernel.dealer import Dealer

BOARDS = 0x5F3759DF
"""Boards are drawn from another number than the game is dealt from: the same would tie the first combos to them."""
ROW = 6
"""Combos that lie open when a game of the Small World family begins."""


@dataclass
class Match:
    """A game to be played. `seats` are levels, each perhaps with a number of simulations: `strong@500`."""

    title: str
    seats: list[str]
    seed: int
    map_name: str = ""
    options: dict[str, str] = field(default_factory=dict)
    budget_s: float = 1.0
    simulations: int = 0
    """For every bot that names no number of its own; 0: by time."""
    number: int = 0
    dealt_first: str = ""
    """A race or power that comes into the row before the game begins, at a place that the seed tells."""
    found_first: str = ""
    """A thing that is found where the first one is."""
    cores: int = 1
    """Processes that search an answer together."""


@dataclass
class Result:
    """A game that was played."""

    match: Match
    scores: list[int]
    winners: list[int]
    moves: list[int]
    seconds: list[float]
    units: list[list[str]] = field(default_factory=list)
    """What each seat played with: races, powers and combos, or its faction."""
    shares: list[float] = field(default_factory=list)
    """Each seat's share of the win; partners who win have the whole of it each."""
    finder: int = -1
    """Who brought to light what was to be found first; -1: nobody did."""
    kept: list[int] = field(default_factory=list)
    """At the end of how many turns each seat held that thing."""


def checked(spec: str, title: str, known: list[str] | None = None) -> tuple[str, int]:
    """Level and simulations of a bot as the command line names it; NotationError where there is no such level."""
    known = bots.known(title) if known is None else known
    found = bots.named(spec)
    if found is None or found[0] not in known:
        raise NotationError("unknown_bot", {"bot": spec, "names": ", ".join(known)})
    return found


def check(matches: list[Match]) -> None:
    """NotationError if somebody is to play who cannot: said before the games begin, which processes elsewhere play."""
    asked: set[tuple[str, int, str]] = set()
    for match in matches:
        for spec in match.seats:
            level, _ = checked(spec, match.title)
            table = (level, len(match.seats), match.map_name)
            if level not in bots.everywhere(match.title) and table not in asked:
                asked.add(table)
                bots.make(level, match.title).suits(_played(match))


def _played(match: Match) -> Game:
    return _game(match.title, len(match.seats), match.map_name, tuple(match.options.items()))


@lru_cache(24)
def _game(title: str, players: int, map_name: str, options: tuple[tuple[str, str], ...]) -> Game:
    return catalog.game(title, players, map_name, dict(options))


def play(match: Match) -> Result:
    """Play a match to its end. Chance follows the seed alone, as far as the same questions are asked of it."""
    game = _played(match)
    state = game.new()
    dealer = Dealer(match.seed)
    players: list[bots.Bot] = []
    for seat, spec in enumerate(match.seats):
        level, simulations = checked(spec, match.title)
        counted = simulations or match.simulations
        players.append(bots.make(level, match.title, match.seed * 31 + seat, counted, match.cores))
        players[-1].tells = False
    waiting = match.dealt_first
    later = match.seed % ROW if waiting else 0
    result = Result(match, [], [], [0] * len(players), [0.0] * len(players), [[] for _ in players])
    result.kept = [0] * len(players)
    thing, last = match.found_first, -1
    while (player := state.current_player()) != OVER:
        if player == CHANCE:
            code = drawn(state, f"find {thing}") if thing else None
            if code is not None:
                result.finder, thing = whose_turn(state, len(players)), ""
                state.apply(code)
                continue
            outcome = wished(state, waiting)
            if outcome is not None and later > 0:
                later -= 1
                outcome = None
            state.apply(dealer.choose(state) if outcome is None else outcome)
            waiting = waiting if outcome is None else ""
            continue
        if player != last and result.finder >= 0:
            note_keeper(state, match.found_first, result.kept)
        last = player
        blind = state.blind(player)
        start = time.perf_counter()
        action, _ = players[player].choose(blind, player, players[player].unhurried(match.budget_s))
        result.seconds[player] += time.perf_counter() - start
        result.moves[player] += 1
        note_units(state, player, action, result.units[player])
        state.apply(action)
    note_dealt(state, result)
    if result.finder >= 0:
        note_keeper(state, match.found_first, result.kept)
    result.scores = state.scores()
    result.winners = state.winners()
    result.shares = game.shares(result.winners)
    return result


def wished(state: State, name: str) -> int | None:
    """The draw that brings a race or power to light, if it is among those that may come now."""
    return drawn(state, f"race {name}", f"badge {name}") if name else None


def drawn(state: State, *texts: str) -> int | None:
    """The draw with one of these spellings, if it is among those that may come now."""
    for code in state.legal_actions():
        if state.text(code) in texts:
            return code
    return None


def whose_turn(state: State, players: int) -> int:
    """The seat whose turn it is; -1 where nobody's is."""
    seat = state.view(SPECTATOR).get("turn")
    return seat if isinstance(seat, int) and 0 <= seat < players else -1


def note_keeper(state: State, name: str, kept: list[int]) -> None:
    """Count a turn for whoever holds the region in which a thing lies."""
    pages = state.view(SPECTATOR).get("things", [])
    assert isinstance(pages, list)
    for page in pages:
        if page["name"] == name and page["seat"] is not None and page["seat"] < len(kept):
            kept[page["seat"]] += 1


def note_units(state: State, player: int, action: int, found: list[str]) -> None:
    """Remember the combo or faction a seat takes with this action."""
    text = state.text(action)
    word, _, rest = text.partition(" ")
    if word == "pick":
        row = state.view(player)["row"]
        assert isinstance(row, list)
        combo = row[int(rest)]
        found += [f"race:{combo['race']}", f"power:{combo['power']}", f"combo:{combo['power']} {combo['race']}"]
    elif word == "faction":
        found.append(f"faction:{rest}")


def note_dealt(state: State, result: Result) -> None:
    """Remember the factions that chance dealt out."""
    pages = state.view(SPECTATOR).get("seats", [])
    assert isinstance(pages, list)
    for page, found in zip(pages, result.units, strict=True):
        if page.get("faction") and not found:
            found.append(f"faction:{page['faction']}")
