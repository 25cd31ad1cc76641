"""Rate the bots against each other, for `src/terrarium/bots/ratings.json`: what people who play them are rated by.

    python tools/rate_bots.py                            every title, every number of players
    python tools/rate_bots.py small-world --players 3    one table anew

Seats are rotated and set-ups mirrored as in `terrarium arena`; a level that thinks by the clock gets a fixed number of
simulations here, so that the same seed gives the same table on every machine.
"""

import argparse
import json
from pathlib import Path

from terrarium import bots, catalog
from terrarium.arena.match import Match, play
from terrarium.arena.table import ratings, schedule

FILE = Path(__file__).resolve().parent.parent / "src" / "terrarium" / "bots" / "ratings.json"
CLOCKED = {"master": {"terra-mystica": 600}}
USUAL = 500
"""Simulations of a level that otherwise thinks by the clock."""


def spec(level: str, title: str) -> str:
    """A bot as the arena names it: without a clock."""
    return f"{level}@{CLOCKED[level].get(title, USUAL)}" if level in CLOCKED else level


def table(title: str, players: int, games: int, seed: int) -> dict[str, list[float]]:
    """Rating and uncertainty of every level, weakest first."""
    specs = {spec(level, title): level for level in bots.levels(title)}
    results = []
    for match in schedule(Match(title, [], seed), list(specs), games, players):
        results.append(play(match))
        print(f"\r{title} {players}: {len(results)}/{games}", end="", flush=True)
    print()
    found = ratings(results)
    return {level: [round(number, 2) for number in found[name]] for name, level in specs.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("titles", nargs="*", help="without one: all")
    parser.add_argument("--players", type=int, default=0)
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for title in given.titles or [*catalog.titles()]:
        low, high = catalog.title(title).players
        for players in [given.players] if given.players else range(max(2, low), high + 1):
            made = table(title, players, given.games, given.seed)
            known = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
            known.setdefault(title, {})[str(players)] = made
            FILE.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")
            print(made)


if __name__ == "__main__":
    main()
