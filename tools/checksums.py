"""Play seeded random games of every title and print one checksum a title: compiled and plain Python must agree.

python tools/checksums.py 1000
"""

import json
import sys

import terrarium
from terrarium import catalog
from terrarium.kernel.contract import CHANCE, OVER
from terrarium.kernel.dealer import Dealer


def checksum(title: str, games: int) -> int:
    """One number over the moves, the legal lists and the final states of so many games."""
    low, high = catalog.title(title).players
    total = 7
    for number in range(games):
        players = low + number % (high - low + 1)
        state = catalog.game(title, players).new()
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
    sums = {title: checksum(title, count) for title in catalog.titles()}
    print(json.dumps({"compiled": terrarium.compiled, "sums": sums}))
