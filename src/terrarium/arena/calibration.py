"""Do chances come true? Games of a bot with itself, what was said on the way, and how they ended."""

from dataclasses import dataclass
from itertools import groupby

from terrarium import bots, catalog
from terrarium.arena.match import BOARDS
from terrarium.bots.minds import learned_mind_of, mind_of, searchable
from terrarium.bots.review import means
from terrarium.kernel.contract import CHANCE, OVER, Game, NotationError, State
from terrarium.kernel.dealer import Dealer
from terrarium.search.mind import Mind
from terrarium.search.tree import Tree
from terrarium.titles import simulations

LEARNED = "learned"
HANDMADE = "handmade"
MINDS = (LEARNED, HANDMADE)
"""Who may be asked: hints and reasons of bots come from the first where there is a network, reviews from the second."""
USUAL = {LEARNED: 60, HANDMADE: 24}
"""Simulations of a position, where a title has no other number."""
APART = 23
"""So many answers lie between two positions that are looked at: neighbours tell the same."""
TENTHS = 10
MOST_GAMES = 1_000_000
"""Games of one seed at most; those of the next have other numbers."""
ENOUGH = 200
"""Games that must have been at a tenth before its figures mean something: positions of one game are kin."""


@dataclass
class Table:
    """A game to be played for its chances."""

    title: str
    players: int
    number: int
    bot: str = "casual"
    simulations: int = 0
    """For each position; 0: the title's own number."""
    mind: str = ""
    """One of `MINDS`; empty: the one that hints come from here."""


@dataclass
class Saying:
    """What was said in a position: what counts for every seat, its chance; and its share of the win in the end."""

    game: int
    left: float
    points: list[float]
    chances: list[float]
    shares: list[float]
    sides: list[int]


def check(mind: str, game: Game) -> None:
    """NotationError if nobody of this name can be asked about such a game here."""
    if mind and mind not in MINDS:
        raise NotationError("unknown_mind", {"mind": mind, "names": ", ".join(MINDS)})
    if mind == LEARNED and learned_mind_of(searchable(game.new())) is None:
        raise NotationError("no_network", {"title": game.title})


def asked(table: Table, state: State) -> tuple[Mind, int]:
    """Who is asked at a table, and how many simulations it gets for a position."""
    learned = None if table.mind == HANDMADE else learned_mind_of(state)
    kind = HANDMADE if learned is None else LEARNED
    return learned or mind_of(state), table.simulations or simulations(table.title, "chances", USUAL[kind])


def sayings(table: Table) -> list[Saying]:
    """One game, and what a search of some of its positions said. Every other game has dealt out what players would
    choose, where a title can: bots have habits."""
    title = catalog.title(table.title)
    board = title.draw(table.players, table.number ^ BOARDS)
    game = catalog.game(table.title, table.players, board, title.dealt() if table.number % 2 else {})
    state, dealer = game.new(), Dealer(table.number)
    players = [bots.make(table.bot, table.title, table.number * 31 + seat) for seat in range(table.players)]
    mind, most = asked(table, searchable(state))
    found: list[Saying] = []
    step = table.number * 7 % APART
    while (player := state.current_player()) != OVER:
        if player == CHANCE:
            state.apply(dealer.choose(state))
            continue
        step += 1
        thinking = searchable(state)
        if step % APART == 0 and thinking.current_player() == player:
            tree = Tree(mind, thinking, table.number, mind.explore)
            tree.run(most)
            points = means(tree)
            counts = [float(value) for value in tree.weighed(points)]
            left, said = float(mind.left(thinking)), [float(chance) for chance in tree.chances(points)]
            found.append(Saying(table.number, left, counts, said, [], game.sides()))
        state.apply(players[player].choose(state.blind(player), player, 1.0)[0])
    for saying in found:
        saying.shares = game.shares(state.winners())
    return found


@dataclass
class Tenth:
    """Chances said between two bounds: how often, in how many games, what was said and what came of it on average."""

    low: float
    high: float
    positions: int
    games: int
    enough: bool
    said: float
    happened: float


@dataclass
class Calibration:
    """`brier` is the mean square error of the chances, `baseline` that of equal chances for everybody."""

    positions: int
    brier: float
    baseline: float
    largest_sum_error: float
    reliability: list[Tenth]


def calibrate(found: list[Saying]) -> Calibration:
    """How well what was said agrees with what happened."""
    flat = [(saying, seat) for saying in found for seat in range(len(saying.shares))]
    pairs = [(saying.chances[seat], saying.shares[seat]) for saying, seat in flat]
    even = [1 / len(set(saying.sides)) for saying, _ in flat]
    count = max(1, len(flat))
    return Calibration(
        len(found),
        round(sum((said - share) ** 2 for said, share in pairs) / count, 5),
        round(sum((said - share) ** 2 for said, (_, share) in zip(even, pairs, strict=True)) / count, 5),
        max((sum_error(saying) for saying in found), default=0.0),
        tenths([(chance, share, saying.game) for (chance, share), (saying, _) in zip(pairs, flat, strict=True)]),
    )


def sum_error(saying: Saying) -> float:
    """How far the chances of the sides are from a whole."""
    sides = saying.sides
    return abs(1 - sum(saying.chances[seat] for seat in range(len(sides)) if sides.index(sides[seat]) == seat))


def tenths(pairs: list[tuple[float, float, int]]) -> list[Tenth]:
    """What was said and what happened, tenth by tenth."""
    place = [(min(TENTHS - 1, int(said * TENTHS)), said, share, game) for said, share, game in pairs]
    found = []
    for k, group in groupby(sorted(place), lambda line: line[0]):
        lines = list(group)
        games = len({game for _, _, _, game in lines})
        said, happened = (sum(line[part] for line in lines) / len(lines) for part in (1, 2))
        found.append(
            Tenth(k / TENTHS, (k + 1) / TENTHS, len(lines), games, games >= ENOUGH, round(said, 4), round(happened, 4))
        )
    return found
