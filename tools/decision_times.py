"""How long a decision takes: `python tools/decision_times.py [LEVEL] [--decisions N] [--apart N] [--budget S]`.

For every title and number of players a bot of this level plays with itself; each answer that leaves a choice is timed,
or one of so many, and `casual` gives the others.
The clock, the bot's own too, is the processor's time of this process: other work on the machine does not count.
"""

import argparse
import statistics
import time
from types import SimpleNamespace

from terrarium import bots, catalog
from terrarium.bots import searching
from terrarium.kernel.contract import CHANCE, OVER
from terrarium.kernel.dealer import Dealer


def times(level: str, title: str, players: int, seed: int, decisions: int, apart: int, budget_s: float) -> list[float]:
    """Milliseconds of so many decisions, in games from this seed on."""
    found: list[float] = []
    step = 0
    while len(found) < decisions:
        state, dealer = catalog.game(title, players).new(), Dealer(seed)
        seats = [bots.make(level, title, seed * 31 + seat) for seat in range(players)]
        filler = bots.make("casual", title, seed)
        while (seat := state.current_player()) != OVER and len(found) < decisions:
            if seat == CHANCE:
                state.apply(dealer.choose(state))
                continue
            choice = len(state.legal_actions()) > 1
            step += choice
            timed = choice and step % apart == 0
            bot = seats[seat] if timed or apart == 1 else filler
            blind, began = state.blind(seat), time.process_time()
            action, _ = bot.choose(blind, seat, budget_s)
            if timed:
                found.append(1000 * (time.process_time() - began))
            state.apply(action)
        seed += 1
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("level", nargs="?", default="strong")
    parser.add_argument("--titles", default=",".join(sorted(catalog.titles())))
    parser.add_argument("--decisions", type=int, default=150)
    parser.add_argument("--apart", type=int, default=1)
    parser.add_argument("--budget", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    vars(searching)["time"] = SimpleNamespace(monotonic=time.process_time)
    print("| title | players | decisions | mean ms | 95 % within | longest |\n|---|---|---|---|---|---|")
    for title in given.titles.split(","):
        low, high = catalog.title(title).players
        for players in range(max(2, low), high + 1):
            times(given.level, title, players, given.seed, 1, 1, given.budget)  # what is loaded once is no decision's
            wanted, apart = given.decisions, given.apart
            found = sorted(times(given.level, title, players, given.seed, wanted, apart, given.budget))
            within = found[min(len(found) - 1, int(0.95 * len(found)))]
            mean = statistics.fmean(found)
            print(f"| {title} | {players} | {len(found)} | {mean:.1f} | {within:.1f} | {found[-1]:.1f} |", flush=True)


if __name__ == "__main__":
    main()
