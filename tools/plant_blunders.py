"""Does a review find a bad move? `python tools/plant_blunders.py TITLE [--count N] [--players N] [--simulations N]`.

Games of `handmade`, whose appraisal reviews ask too, in which one answer is replaced by the worst one, where a search
of its own agrees that it costs eight points or more; each is reviewed as the server does it. Prints how many of the
planted moves are among the three costliest of their seat.
"""

import argparse

from tests.support.planted import noticed, plant

from terrarium.arena.figures import wilson
from terrarium.server.bots.advice import review_simulations


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("title")
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--simulations", type=int, default=0)
    given = parser.parse_args()
    simulations = given.simulations or review_simulations(given.title)
    seed = looked = found = 0
    while looked < given.count:
        seed += 1
        planted = plant(given.title, given.players, seed, simulations)
        if planted is None:
            continue
        looked += 1
        seen = noticed(planted, simulations)
        found += seen
        what = planted.line[planted.row - 1][1]
        print(f"{looked}: row {planted.row} “{what}” −{planted.cost:.1f}: {'found' if seen else 'missed'}", flush=True)
    low, high = wilson(found, looked)
    print(f"{given.title}: {found} of {looked} found, {100 * found / looked:.1f} % ({100 * low:.0f}–{100 * high:.0f})")


if __name__ == "__main__":
    main()
