"""Check what bots say: `python tools/check_explanations.py [COUNT] [--level LEVEL] [--seed N]`.

So many explanations over all titles and numbers of players, in every language: each number in them is parsed and held
against the search (`tests/support/explained.py`), or against the appraisal where a level looks one decision ahead
(`tests/support/glanced.py`). Prints what does not hold, and how many were looked at.
"""

import argparse
from collections.abc import Callable, Iterator
from functools import partial

from tests.support.explained import explanations, faults
from tests.support.glanced import glance_faults, glances

from terrarium import catalog
from terrarium.words import LANGUAGES, Words

SIMULATIONS = {"terra-mystica": 12}
USUAL = 60
GLANCING = ("novice", "casual", "greedy")
Check = Callable[[Words], list[str]]


def checks(level: str, title: str, players: int, seed: int, count: int) -> Iterator[Check]:
    """So many explanations of a level, each as what finds its faults in a language."""
    if level in GLANCING:
        for before, told in glances(title, players, seed, count, level):
            yield partial(glance_faults, before=before, thought=told)
    else:
        for before, told, tree in explanations(title, players, seed, count, SIMULATIONS.get(title, USUAL)):
            yield partial(faults, before=before, thought=told, tree=tree)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", nargs="?", type=int, default=2000)
    parser.add_argument("--level", choices=(*GLANCING, "strong"), default="strong")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    ways = [(title, players) for title in sorted(catalog.titles()) for players in (2, 3, 4, 5)]
    looked = wrong = 0
    for number, (title, players) in enumerate(ways):
        share = given.count * (number + 1) // len(ways) - given.count * number // len(ways)
        for check in checks(given.level, title, players, 1000 * given.seed, share):
            looked += 1
            for language in LANGUAGES:
                for fault in check(Words(language, title)):
                    wrong += 1
                    print(title, players, language, fault)
        print(f"{title}, {players} players: {share} explanations", flush=True)
    print(f"{looked} explanations of {given.level} in {len(LANGUAGES)} languages, {wrong} faults")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
