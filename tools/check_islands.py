"""Check the island sides by play: `python tools/check_islands.py [games] [players ...]`, more with `--help`.

For each number of players it plays so many games, evenly over every legal selection of sides, and reports each with
its standard error: how often and with how many coins each seat ends, and for each side on the table the mean score,
the first seat's share and how widely the units differ there. At the end, for each race and power, by how much picking
it changes the share of wins, on the whole and on its worst side. `--beside` plays Small World and Underground too:
what their printed maps show as well is not the islands' doing. Units that a selection leaves without anything to live
by are named first; `tests/meta/test_islands.py` holds that there are none.
"""

import argparse
from collections import defaultdict
from collections.abc import Callable
from math import sqrt
from typing import Final, NamedTuple

from greedy_games import play_game
from islands import dead_units, selections, sides

from terrarium import bots, catalog
from terrarium.kernel.contract import State

SIMULATIONS: Final = 200
"""What `strong` searches for an answer, without looking at a clock."""

Think = Callable[[State, int], int]


class Result(NamedTuple):
    """What is kept of a game: its sides, who won, the scores, and the units each seat picked."""

    sides: list[str]
    winners: list[int]
    scores: list[int]
    units: list[list[str]]

    def won(self, seat: int) -> float:
        return (seat in self.winners) / len(self.winners)

    def mean(self) -> float:
        return sum(self.scores) / len(self.scores)


def estimate(values: list[float]) -> tuple[float, float]:
    """Mean and its standard error."""
    mean = sum(values) / len(values)
    variance = sum((x - mean) ** 2 for x in values) / max(1, len(values) - 1)
    return mean, sqrt(variance / len(values))


def thinker(level: str, name: str, players: int, seed: int) -> Think | None:
    """Bots of a level on every seat; None for `greedy`, which is quicker without them."""
    if level == "greedy":
        return None
    seats = [bots.make(level, name, seed + seat, SIMULATIONS) for seat in range(players)]
    return lambda state, seat: seats[seat].choose(state.blind(seat), seat, 0.0)[0]


def results(name: str, players: int, games: int, level: str, every: list[str]) -> list[Result]:
    """Games of a title on these maps in turn. The deal follows the seed alone, so that it tells nothing of the map."""
    found = []
    for seed in range(games):
        game = catalog.title(name).game(players, every[seed % len(every)], {"random_first_player": "no"})
        state, picked = play_game(game, seed, thinker(level, name, players, seed * players))
        units = [[unit for combo in combos for unit in combo] for combos in picked]
        found.append(Result(game.map_name.split("+"), state.winners(), state.scores(), units))
    return found


def show_seats(name: str, players: int, found: list[Result]) -> None:
    seats = range(players)
    shares = [estimate([result.won(seat) for result in found]) for seat in seats]
    ahead = [estimate([result.scores[seat] - result.mean() for result in found]) for seat in seats]
    mean, error = estimate([result.mean() for result in found])
    print(f"{name}, {players} players, {len(found)} games: mean score {mean:.1f} ± {error:.1f}")
    print(f"  share of wins by seat (even {1 / players:.3f}):", "  ".join(f"{a:.3f} ± {b:.3f}" for a, b in shares))
    print("  coins ahead of the mean:", "  ".join(f"{a:+.2f} ± {b:.2f}" for a, b in ahead))


def gains(found: list[Result], side: str = "") -> dict[str, list[float]]:
    """For each unit the share of wins beyond an even one, pick by pick; with this side on the table."""
    by_unit: dict[str, list[float]] = defaultdict(list)
    for result in found:
        if side and side not in result.sides:
            continue
        for seat, units in enumerate(result.units):
            for unit in units:
                by_unit[unit].append(result.won(seat) - 1 / len(result.scores))
    return by_unit


def spread(by_unit: dict[str, list[float]]) -> float:
    """Standard deviation of the units' gains, the noise of each taken out."""
    known = [estimate(seen) for seen in by_unit.values()]
    middle = sum(mean for mean, _ in known) / len(known)
    return sqrt(max(0.0, sum((mean - middle) ** 2 - error**2 for mean, error in known) / len(known)))


def show_sides(found: list[Result]) -> None:
    for side in sorted({side for result in found for side in result.sides}):
        here = [result for result in found if side in result.sides]
        mean, error = estimate([result.mean() for result in here])
        first, doubt = estimate([result.won(0) for result in here])
        print(
            f"    {side}: mean {mean:.2f} ± {error:.2f}, first seat {first:.3f} ± {doubt:.3f},"
            f" units differ by {spread(gains(here)):.3f}"
        )


def show_units(found: list[Result]) -> None:
    names = sorted({side for result in found for side in result.sides})
    tables = {side: gains(found, side) for side in names}
    print("units: picks, win share beyond even on the whole, on the worst side and on the best, rarest side")
    for unit, seen in sorted(gains(found).items(), key=lambda item: estimate(item[1])[0]):
        ranked = sorted((*estimate(tables[side][unit]), side) for side in names if tables[side][unit])
        mean, error = estimate(seen)
        low, doubt, worst = ranked[0]
        high, _, best = ranked[-1]
        rates = {side: len(tables[side][unit]) / sum(side in result.sides for result in found) for side in names}
        rare = min(names, key=lambda side: rates[side])
        print(
            f"  {unit:15} {len(seen):6} {mean:+.3f} ± {error:.3f}  {worst} {low:+.3f} ± {doubt:.3f}"
            f"  {best} {high:+.3f}  {rare} {rates[rare]:.2f} a game"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description="Check the island sides by play.")
    parser.add_argument("games", nargs="?", type=int, default=640)
    parser.add_argument("players", nargs="*", type=int, help="2 to 5; all of them when none is named")
    parser.add_argument("--bot", default="greedy", choices=["greedy", "strong"])
    parser.add_argument("--sides", nargs="+", default=[], help="only on selections with these sides, l2a s1b")
    parser.add_argument("--beside", action="store_true", help="the seats of Small World and Underground too")
    chosen = parser.parse_args()
    if not {2, 3, 4, 5}.issuperset(chosen.players):
        parser.error("islands are laid out for 2 to 5 players")
    known = sides()
    together: list[Result] = []
    for players in chosen.players or [2, 3, 4, 5]:
        every = selections(players)
        dead = {name: units for name in every if (units := dead_units(known, name))}
        print(f"{players} players: {len(every)} legal selections, units dead on one: {dead or 'none'}")
        played = [name for name in every if {*name.split("+")}.issuperset(chosen.sides)]
        if not played:
            parser.error(f"no selection for {players} players has {' and '.join(chosen.sides)}")
        found = results("warcraft", players, chosen.games, chosen.bot, played)
        show_seats("warcraft", players, found)
        show_sides(found)
        together += found
        for name in ("small-world", "underground") if chosen.beside else ():
            show_seats(name, players, results(name, players, chosen.games, chosen.bot, [""]))
    show_units(together)


if __name__ == "__main__":
    main()
