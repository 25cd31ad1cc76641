"""Check what bots say: `python tools/check_explanations.py [COUNT] [--seed N]`.

So many explanations over all titles and numbers of players, in every language: each number in them is parsed and held
against the search (`tests/support/explained.py`). Prints what does not hold, and how many were looked at.
"""

import argparse

from tests.support.explained import explanations, faults

from terrarium import catalog
from terrarium.words import LANGUAGES, Words

SIMULATIONS = {"terra-mystica": 12}
USUAL = 60


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", nargs="?", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    ways = [(title, players) for title in sorted(catalog.titles()) for players in (2, 3, 4, 5)]
    looked = wrong = 0
    for number, (title, players) in enumerate(ways):
        share = given.count * (number + 1) // len(ways) - given.count * number // len(ways)
        simulations = SIMULATIONS.get(title, USUAL)
        for before, thought, tree in explanations(title, players, 1000 * given.seed, share, simulations):
            looked += 1
            for language in LANGUAGES:
                for fault in faults(Words(language, title), before, thought, tree):
                    wrong += 1
                    print(title, players, language, fault)
        print(f"{title}, {players} players: {share} explanations", flush=True)
    print(f"{looked} explanations in {len(LANGUAGES)} languages, {wrong} faults")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
