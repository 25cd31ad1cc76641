"""Write games of Terra Mystica in the public server's language, read them back row by row, and print what was met.

    python tools/round_trips.py [GAMES] [--kind random|eager|greedy|leaving|server] [--first N]

500 games of each kind unless told. The first row that does not lead where the game was ends it with the game's number.
"""

import argparse
import json
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.support.log_trips import KINDS, Trips

import terrarium
from terrarium.kernel.contract import NotationError
from terrarium.terramystica.names import FACTIONS


def main() -> int:
    parser = argparse.ArgumentParser(prog="round_trips")
    parser.add_argument("games", nargs="?", type=int, default=500)
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--kind", choices=KINDS, action="append", help="may be given several times; all unless told")
    given = parser.parse_args()
    trips = Trips()
    failed = None
    seconds: dict[str, float] = {}
    for kind in given.kind or KINDS:
        start = time.process_time()
        for number in range(given.first, given.first + given.games):
            try:
                trips.take(kind, number)
            except (AssertionError, NotationError) as error:
                failed = {"kind": kind, "game": number, "why": str(error)[:400]}
                break
        seconds[kind] = round(time.process_time() - start, 1)
        if failed:
            break
    print(
        json.dumps(
            {
                "ok": failed is None,
                "failed": failed,
                "compiled": terrarium.compiled,
                "games": dict(trips.games),
                "players": dict(sorted(trips.players.items())),
                "factions": {name: trips.factions[name] for name in FACTIONS},
                "rows": trips.rows,
                "rows_compared": trips.compared,
                "commands": dict(trips.words.most_common()),
                "games_with_a_row_only_we_can_read": dict(trips.unsaid),
                "cpu_seconds": seconds,
            }
        )
    )
    return 0 if failed is None else 1


if __name__ == "__main__":
    sys.exit(main())
