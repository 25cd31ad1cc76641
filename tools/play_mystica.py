"""Play games of Terra Mystica at random, eagerly and greedily, check every position, and print what held.

    python tools/play_mystica.py [GAMES] [--seconds N]

10 000 games unless told; `--seconds` stops earlier. The first thing that does not hold ends it with the game's number.
"""

import argparse
import json
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.support.mystic_checks import Tally

import terrarium
from terrarium.terramystica.names import FACTIONS


def main() -> int:
    parser = argparse.ArgumentParser(prog="play_mystica")
    parser.add_argument("games", nargs="?", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--seconds", type=float, default=float("inf"))
    given = parser.parse_args()
    tally = Tally()
    start = time.process_time()
    failed = None
    for number in range(given.first, given.first + given.games):
        if time.process_time() - start > given.seconds:
            break
        try:
            tally.play(number)
        except AssertionError as error:
            failed = {"game": number, "why": str(error)[:300]}
            break
    print(
        json.dumps(
            {
                "ok": failed is None,
                "failed": failed,
                "compiled": terrarium.compiled,
                "games": dict(tally.games),
                "players": dict(sorted(tally.players.items())),
                "factions": {name: tally.factions[name] for name in FACTIONS},
                "decisions": tally.decisions,
                "lists_compared": tally.lists,
                "towns": tally.towns,
                "cpu_seconds": round(time.process_time() - start, 1),
            }
        )
    )
    return 0 if failed is None else 1


if __name__ == "__main__":
    sys.exit(main())
