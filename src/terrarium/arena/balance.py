"""How strong each race, power, combination, faction and seat turned out in many games of one bot against itself."""

from dataclasses import dataclass

from terrarium.arena.figures import mean_and_ci, wilson
from terrarium.arena.match import Result


@dataclass
class Share:
    """A thing that was played with: how often, how often it won, and with how many points."""

    kind: str
    name: str
    games: int
    win_share: float
    ci95: list[float]
    mean_score: float
    score_ci95: float


def shares(results: list[Result]) -> list[Share]:
    """A line for everything that occurred, by kind, then best first. A seat that played a thing twice counts once."""
    found: dict[tuple[str, str], list[tuple[float, float]]] = {}
    for result in results:
        place = result.match.map_name or f"{len(result.match.seats)} players"
        for seat, score in enumerate(result.scores):
            won = result.shares[seat]
            things = {("seat", str(seat + 1)), *(("map", board) for board in place.split("+"))}
            things |= {(kind, name) for kind, _, name in (unit.partition(":") for unit in result.units[seat])}
            for thing in things:
                found.setdefault(thing, []).append((won, float(score)))
    lines = []
    for (kind, name), games in found.items():
        wins = sum(won for won, _ in games)
        mean, half = mean_and_ci([score for _, score in games])
        lines.append(
            Share(
                kind, name, len(games), round(wins / len(games), 4), [round(x, 4) for x in wilson(wins, len(games))],
                round(mean, 2), round(half, 2),
            )
        )  # fmt: skip
    return sorted(lines, key=lambda line: (line.kind, -line.win_share, line.name))
