"""Learn by playing: `python tools/train/generations.py {family|terra-mystica} --minutes 9 --out FOLDER [--start FILE]`.

A generation is: games of the best network so far (in the first one, of `--start` or of the hand-made appraisal) with
whims, old ones kept; a network fitted to all rows; a match of the new one against the best. Only one that wins becomes
the best. Games are played in processes beside the fitting. The first `--ahead` generations look one answer ahead; in
those after them the games are a search's of up to `--simulations`. Prints one line of JSON a generation, into
`generations.log` of the folder too; `best.npz` is there from the first winner on.
"""

import argparse
import json
import multiprocessing as mp
import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.pool import AsyncResult, Pool
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np
import numpy.typing as npt
from tools.train.games import Player, Rows, drawn, play, table
from tools.train.nets import ArrayNet

from terrarium.kernel.dealer import Dealer

Half = npt.NDArray[np.float16]
Played = tuple[Half, Half, Half]
Group = tuple[int, bool]
Found = dict[Group, Played]

WHIMS = (0.0, 0.5, 1.5, 3.0)
SLIPS = (0.0, 0.0, 0.02, 0.06)
SEARCH_WHIMS = (0.0, 0.0, 0.3, 0.7)
SEARCH_SLIPS = (0.0, 0.0, 0.01, 0.02)
GREEDY = 0.15
"""Share of seats that the hand-made appraisal plays one answer ahead, so that its ways are not forgotten."""
MOODS = 0.5
"""How often a seat of Terra Mystica that is learnt from takes any faction, liked or not."""


@dataclass(frozen=True)
class Job:
    """Games for one process to play."""

    family: bool
    net: str
    seed: int
    seconds: float
    share: float
    """Of positions kept; all of them in games of a search."""
    simulations: int
    greed: float
    trust: float


def gather(job: Job) -> Found:
    """Play for so many seconds; rows by group."""
    net = ArrayNet.load(Path(job.net)) if job.net else None
    dealer = Dealer(job.seed)
    found: dict[Group, list[Played]] = {}
    searched = job.simulations > 0
    ends = time.monotonic() + job.seconds
    while time.monotonic() < ends:
        title, players = drawn(dealer, job.family)
        game = table(title, players, int(dealer.below(1 << 30)))
        rows = Rows(game, dealer, 1.0 if searched else job.share, job.trust)
        sides = []
        for _ in range(players):
            kind = int(dealer.below(len(WHIMS)))
            if searched:
                whim, slips, mine = SEARCH_WHIMS[kind], SEARCH_SLIPS[kind], net
            else:
                whim, slips, mine = WHIMS[kind], SLIPS[kind], None if float(dealer.below(100)) < 100 * GREEDY else net
            sides.append(Player(game, mine, dealer, whim, slips, job.simulations, job.greed, MOODS))
        state = play(game, sides, dealer, rows)
        if rows.rows:
            found.setdefault((players, searched), []).append(rows.outcome(state))
    return {group: joined(games) for group, games in found.items()}


def joined(games: list[Played]) -> Played:
    rows, gains, wins = zip(*games, strict=True)
    return np.concatenate(rows), np.concatenate(gains), np.concatenate(wins)


def duel(job: tuple[bool, str, str, int, float]) -> tuple[float, int, float, float]:
    """Set-ups played from both sides for so many seconds: wins of the first, games, mean points of both."""
    family, one, other, seed, seconds = job
    nets = [ArrayNet.load(Path(path)) if path else None for path in (one, other)]
    wins, games, points = 0.0, 0, [0.0, 0.0]
    number = 0
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        number += 1
        setup = seed * 100_003 + number
        title, players = drawn(Dealer(setup), family)
        game = table(title, players, setup)
        for first in (0, 1):
            who = [(seat + first) % 2 for seat in range(players)]
            sides = [Player(game, nets[kind], Dealer(setup + seat), 0.0) for seat, kind in enumerate(who)]
            state = play(game, sides, Dealer(setup))
            scores, winners = state.scores(), state.winners()
            # A seat's share of the win, per seat of a kind: tables with an odd number of seats are fair too.
            got = [sum(who[seat] == kind for seat in winners) / len(winners) / who.count(kind) for kind in (0, 1)]
            wins += got[0] / (got[0] + got[1])
            games += 1
            for kind in (0, 1):
                points[kind] += sum(scores[seat] for seat in range(players) if who[seat] == kind) / who.count(kind)
    return wins, games, points[0], points[1]


class Kept:
    """All rows there are, the newest `most` positions of each group's share."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.games: dict[Group, list[Played]] = {}

    def add(self, batches: list[Found]) -> None:
        for found in batches:
            for group, arrays in found.items():
                self.games.setdefault(group, []).append(arrays)

    def split(self) -> tuple[Found, Found]:
        """The rows to learn from and those to judge by, which come from other games: the last of each batch."""
        total = sum(len(arrays[0]) for games in self.games.values() for arrays in games)
        played: Found = {}
        aside: Found = {}
        for group, games in self.games.items():
            mine = sum(len(arrays[0]) for arrays in games)
            games[:] = newest(games, max(1, int(self.most * mine / total)))
            cuts = [len(arrays[0]) * 19 // 20 for arrays in games]
            played[group] = joined([(a[:n], b[:n], c[:n]) for (a, b, c), n in zip(games, cuts, strict=True)])
            aside[group] = joined([(a[n:], b[n:], c[n:]) for (a, b, c), n in zip(games, cuts, strict=True)])
        return played, aside


def newest(games: list[Played], most: int) -> list[Played]:
    """As many of the last games as fit."""
    total = 0
    found: list[Played] = []
    for arrays in reversed(games):
        total += len(arrays[0])
        if total > most and found:
            break
        found.append(arrays)
    return found[::-1]


class Course:
    """The generations of one call."""

    def __init__(self, args: argparse.Namespace, pool: Pool) -> None:
        self.args = args
        self.pool = pool
        self.best = str(args.start) if args.start else ""
        self.seed = args.seed
        self.generation = 0
        self.kept = Kept(args.most)

    def searching(self) -> bool:
        return self.generation >= self.args.ahead and bool(self.best)

    def begin(self, seconds: float) -> "AsyncResult[list[Found]]":
        """Let every process play games of the best network."""
        args = self.args
        self.seed += 1
        simulations = args.simulations if self.searching() else 0
        jobs = [
            Job(args.family == "family", self.best, self.seed * 1000 + k, seconds, args.share, simulations,
                args.greed, args.trust)
            for k in range(args.workers)
        ]  # fmt: skip
        return self.pool.map_async(gather, jobs)

    def match(self, path: Path) -> dict[str, object]:
        """The new network against the best."""
        args = self.args
        jobs = [
            (args.family == "family", str(path), self.best, 7000 + self.seed * 100 + k, args.duel_s)
            for k in range(args.workers)
        ]
        results = self.pool.map(duel, jobs)
        games = sum(r[1] for r in results)
        return {
            "generation": self.generation,
            "share": round(sum(r[0] for r in results) / games, 4),
            "games": games,
            "points": round(sum(r[2] for r in results) / games, 2),
            "points_best": round(sum(r[3] for r in results) / games, 2),
        }

    def run(self, tell: Callable[[dict[str, object]], None]) -> None:
        from tools.train.fit import Values, fit

        args = self.args
        champion: Values | ArrayNet | None = ArrayNet.load(args.start) if args.start else None
        began = time.monotonic()
        ends = began + 60 * args.minutes
        while True:
            searching = self.searching()
            seconds = args.search_s if searching else args.games_s
            if time.monotonic() + seconds + args.fit_s + args.duel_s > ends:
                break
            self.kept.add(self.begin(seconds).get())
            self.generation += 1
            # The next games begin while this network is fitted; they are played by the best one known.
            pending = self.begin(args.fit_s)
            played, aside = self.kept.split()
            size = tuple(args.size)
            net, told = fit(played, aside, champion, args.device, size, args.epochs, args.fit_s, rate=args.rate)
            path = args.out / f"generation-{self.generation}.npz"
            net.arrays().save(path)
            self.kept.add(pending.get())
            result = self.match(path)
            better = float(str(result["share"])) > args.gate
            positions = {f"positions{'_s' * s}": sum(len(a[0]) for g, a in played.items() if g[1] == s) for s in (0, 1)}
            tell(told | result | positions | {"better": better, "searched": searching,
                 "after_s": round(time.monotonic() - began)})  # fmt: skip
            if better:
                self.best, champion = str(path), net
                # In one step: whoever copies it meanwhile takes a whole file.
                (args.out / "best.part").write_bytes(path.read_bytes())
                (args.out / "best.part").rename(args.out / "best.npz")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("family", choices=["family", "terra-mystica"])
    parser.add_argument("--minutes", type=float, default=9.0)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--start", type=Path, help="the network that plays first, goes on learning and must be beaten")
    parser.add_argument("--workers", type=int, default=max(1, (os.cpu_count() or 2) - 1))
    parser.add_argument("--games-s", type=float, default=40.0)
    parser.add_argument("--search-s", type=float, default=90.0)
    parser.add_argument("--fit-s", type=float, default=15.0)
    parser.add_argument("--duel-s", type=float, default=15.0)
    parser.add_argument("--gate", type=float, default=0.5, help="share of the win that makes a network the best")
    parser.add_argument("--share", type=float, default=0.5, help="of positions kept")
    parser.add_argument("--most", type=int, default=4_000_000, help="positions kept, the newest")
    parser.add_argument("--ahead", type=int, default=1_000, help="generations that look one answer ahead")
    parser.add_argument("--simulations", type=int, default=120, help="of a deep answer in the generations after these")
    parser.add_argument("--greed", type=float, default=0.0, help="what the search strives for: 0 the win, 1 points")
    parser.add_argument("--trust", type=float, default=0.1, help="share of what a search expected in what is learnt")
    parser.add_argument("--epochs", type=float, default=6.0)
    parser.add_argument("--seed", type=int, default=1, help="of games; another one when a network goes on learning")
    parser.add_argument("--rate", type=float, default=1e-3, help="of learning at first; less for one that goes on")
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--size", type=int, nargs=2, default=[256, 64])
    args = parser.parse_args()
    import torch

    torch.set_num_threads(1)
    args.out.mkdir(parents=True, exist_ok=True)

    def tell(line: dict[str, object]) -> None:
        print(json.dumps(line), flush=True)
        with (args.out / "generations.log").open("a") as log:
            log.write(json.dumps(line) + "\n")

    with mp.get_context("spawn").Pool(args.workers) as pool:
        course = Course(args, pool)
        course.run(tell)
        pool.terminate()
    tell({"best": course.best})


if __name__ == "__main__":
    main()
