"""Who plays whom, and what came of it: seats rotated, set-ups mirrored, shares with intervals, ratings."""

from dataclasses import asdict, dataclass
from itertools import combinations

from openskill.models import PlackettLuce

from terrarium import catalog
from terrarium.arena.figures import mean_and_ci, wilson
from terrarium.arena.match import BOARDS, Match, Result


@dataclass
class Line:
    """A bot's line in the table. Who has several seats of a game counts it once, with the mean of these seats: they are
    no independent tries."""

    name: str
    games: int
    win_share: float
    ci95: list[float]
    mean_score: float
    score_ci95: float
    rating: float
    sigma: float
    ms_per_move: float


def lineups(names: list[str], players: int) -> list[list[str]]:
    """Who sits together: everybody with everybody else as far as seats go; too few bots fill the seats in turn."""
    if len(names) >= players:
        return [list(group) for group in combinations(names, players)]
    return [[names[k % len(names)] for k in range(players)]]


def rotations(group: list[str]) -> list[list[str]]:
    """Every seating of a line-up that turning it round gives; who plays several seats may give the same one again, and
    the same game would be no new one."""
    turned = (tuple(group[turn:] + group[:turn]) for turn in range(len(group)))
    return [list(seats) for seats in dict.fromkeys(turned)]


def schedule(first: Match, names: list[str], games: int, players: int) -> list[Match]:
    """So many matches: each set-up is played once from every seat by every line-up before the next one comes, no game
    twice. Where the rules draw a map and none is wished for, every set-up has its own."""
    found: list[Match] = []
    groups = lineups(names, players)
    setup = 0
    while len(found) < games:
        seed = first.seed * 1_000_003 + setup
        place = first.map_name or catalog.title(first.title).draw(players, seed ^ BOARDS)
        for group in groups:
            for seats in rotations(group):
                match = Match(**{**asdict(first), "seats": seats, "seed": seed, "map_name": place})
                match.number = len(found)
                found.append(match)
        setup += 1
    return found[:games]


def ratings(results: list[Result]) -> dict[str, tuple[float, float]]:
    """Rating and its uncertainty of every bot, by the games in their order."""
    model = PlackettLuce()
    rated = {name: model.rating(name=name) for result in results for name in result.match.seats}
    for result in sorted(results, key=lambda result: result.match.number):
        seats = result.match.seats
        if len(set(seats)) < len(seats):
            continue  # a bot that also plays against itself learns nothing about its rating
        # The winners share the first place, as the title's own tie-break has it.
        ranks = [0.0 if seat in result.winners else 1.0 + sum(other > score for other in result.scores)
                 for seat, score in enumerate(result.scores)]  # fmt: skip
        teams = model.rate([[rated[name]] for name in seats], ranks=ranks)
        for name, team in zip(seats, teams, strict=True):
            rated[name] = team[0]
    return {name: (rating.mu, rating.sigma) for name, rating in rated.items()}


def seats_of(result: Result, name: str) -> list[int]:
    """The seats that a bot had in a game."""
    return [seat for seat, sits in enumerate(result.match.seats) if sits == name]


def lines(results: list[Result], names: list[str]) -> list[Line]:
    """The table, best first."""
    rated = ratings(results)
    found = []
    for name in dict.fromkeys(names):
        games = [(result, mine) for result in results if (mine := seats_of(result, name))]
        seats = [(result, seat) for result, mine in games for seat in mine]
        wins = sum(sum(result.shares[seat] for seat in mine) / len(mine) for result, mine in games)
        mean, half = mean_and_ci([sum(result.scores[seat] for seat in mine) / len(mine) for result, mine in games])
        moves = sum(result.moves[seat] for result, seat in seats)
        seconds = sum(result.seconds[seat] for result, seat in seats)
        mu, sigma = rated.get(name, (25.0, 25 / 3))
        found.append(
            Line(
                name, len(games), round(wins / max(1, len(games)), 4),
                [round(bound, 4) for bound in wilson(wins, len(games))], round(mean, 2), round(half, 2),
                round(mu, 2), round(sigma, 2), round(1000 * seconds / max(1, moves), 3),
            )
        )  # fmt: skip
    return sorted(found, key=lambda line: (-line.win_share, line.name))
