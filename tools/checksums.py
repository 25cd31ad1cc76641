"""Play seeded random games of every title and print one checksum a title, and one for each other way to play it:
compiled and plain Python must agree.

python tools/checksums.py 1000
"""

import json
import sys

import terrarium
from terrarium import catalog
from terrarium.kernel.contract import CHANCE, OVER, Variant
from terrarium.kernel.dealer import Dealer


def checksum(title: str, variant: Variant, games: int) -> int:
    """One number over the moves, the legal lists and the final states of so many games."""
    low, high = variant.players
    total = 7
    for number in range(games):
        players = low + number % (high - low + 1)
        state = catalog.game(title, players, options=variant.options).new()
        dealer = Dealer(number)
        while state.current_player() != OVER:
            legal = state.legal_actions()
            action = dealer.choose(state) if state.current_player() == CHANCE else dealer.pick(legal)
            total = (total * 1_000_003 + action * 31 + len(legal)) % (2**61 - 1)
            state.apply(action)
        for text in json.dumps(state.dump(), sort_keys=True):
            total = (total * 131 + ord(text)) % (2**61 - 1)
    return total


if __name__ == "__main__":
    count = int(sys.argv[1])
    sums = {}
    for title in catalog.titles().values():
        usual, *others = title.variants()
        sums[title.id] = checksum(title.id, usual, count)
        for variant in others:
            sums[f"{title.id} {variant.name}"] = checksum(title.id, variant, count // 4)
    print(json.dumps({"compiled": terrarium.compiled, "sums": sums}))
