"""Chaos at the tables, for as long as one likes: every deed by several seats on two workers, in random interleavings.

    python tools/chaos_test.py --minutes 60
    python tools/chaos_test.py --seed 17 --steps 700      # the same interleaving again

Each seed is a world of its own of some hundred steps; the first fault ends the run with its seed. What is looked after
is told in `tests/server/chaos`, which `make test` runs too, for about a minute.
"""

import argparse
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.server.chaos.run import chaos  # noqa: E402 - the path above must be in place first
from tests.server.chaos.tables import Fault  # noqa: E402


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--seed", type=int, help="this world alone")
    parser.add_argument("--first", type=int, default=1, help="the first of many seeds")
    parser.add_argument("--steps", type=int, default=700, help="steps in each world")
    given = parser.parse_args()
    ends = time.monotonic() + given.minutes * 60
    seed = given.first if given.seed is None else given.seed
    steps = games = rows = worlds = 0
    deeds: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    while True:
        with tempfile.TemporaryDirectory(prefix="terrarium-chaos-") as folder:
            try:
                done = chaos(Path(folder), seed, given.steps)
            except Fault as fault:
                print(fault)
                return 1
        worlds, steps, games, rows = worlds + 1, steps + done.step, games + done.finished, rows + done.rows
        deeds += done.done
        refused += done.refused
        print(f"seed {seed}: {done.summary()}", flush=True)
        if given.seed is not None or time.monotonic() > ends:
            break
        seed += 1
    print(f"{worlds} worlds, {steps} steps, {games} games, {rows} rows: every game replays, nobody is stuck")
    print("deeds   " + ", ".join(f"{name} {count}" for name, count in deeds.most_common()))
    print("refused " + ", ".join(f"{name} {count}" for name, count in refused.most_common()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
