"""Ten thousand random games with the workshop's files in the place of the classes, compared answer by answer.

    python tools/workshop_equal.py [--games 10000] [--title small-world] [--seed 1]

Every map and number of players takes its turn, and every thing is the first to be found; Warcraft draws its boards
anew. Says what differs first, or how many games were equal. Compiled rules make it a matter of minutes.
"""

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.support.stand_ins import FAMILY, first_difference, pair, told_things, told_units

from terrarium import catalog


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--title", default="", choices=["", *FAMILY])
    parser.add_argument("--seed", type=int, default=1)
    wishes = parser.parse_args()
    titles = [wishes.title] if wishes.title else list(FAMILY)
    start = time.perf_counter()
    for number in range(wishes.games):
        title = titles[number % len(titles)]
        players = 2 + number // len(titles) % 4
        where = catalog.title(title).draw(players, number // 40)
        usual, other = pair(title, players, where)
        things = told_things(title)
        thing = things[number // len(titles) % len(things)] if things else ""
        found = first_difference(usual, other, wishes.seed * 1_000_003 + number, thing)
        if found:
            print(f"{title}, {players} players, game {number}: {found}")
            return 1
        if number % 500 == 499:
            print(f"{number + 1} games equal, {time.perf_counter() - start:.0f} s", flush=True)
    told = ", ".join(f"{title} {len(told_units(title))}" for title in titles)
    print(f"{wishes.games} games equal ({told} units from files), {time.perf_counter() - start:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
