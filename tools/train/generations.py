"""Learn by playing: `python tools/train/generations.py {family|terra-mystica} --minutes 9 --out FOLDER [--from FILE]`.

A generation is: games of the best network so far (in the first one, of the hand-made appraisal) with whims, old ones
kept; a network fitted to all rows; a match of the new one against the best. Only one that wins becomes the best. Games
are played in processes beside the fitting. Prints one line of JSON a generation.
"""

import argparse
import json
import multiprocessing as mp
import os
import sys
import time
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import numpy as np

from terrarium.kernel.dealer import Dealer
from train.games import Player, Rows, drawn, play, table
from train.nets import ArrayNet

WHIMS = (0.0, 0.5, 1.5, 3.0)
SLIPS = (0.0, 0.0, 0.02, 0.06)
Job = tuple[bool, str, int, float, float, int]
"""Family, network, seed, seconds, share of positions kept, simulations."""
GREEDY = 0.15
"""Share of seats that the hand-made appraisal plays, so that its ways are not forgotten."""


def gather(job: Job) -> dict[int, list[tuple[object, object, object]]]:
    """Play for so many seconds; rows by the number of players."""
    family, path, seed, seconds, share, simulations = job
    net = ArrayNet.load(Path(path)) if path else None
    dealer = Dealer(seed)
    found: dict[int, list[tuple[object, object, object]]] = {}
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        title, players = drawn(dealer, family)
        game = table(title, players, int(dealer.below(1 << 30)))
        rows = Rows(game, dealer, share)
        sides = []
        for _ in range(players):
            kind = int(dealer.below(len(WHIMS)))
            mine = None if dealer.below(100) < 100 * GREEDY else net
            sides.append(Player(game, mine, dealer, WHIMS[kind], SLIPS[kind], simulations))
        state = play(game, sides, dealer, rows)
        if rows.rows:
            found.setdefault(players, []).append(rows.outcome(state))
    return {
        p: [tuple(np.concatenate([game[k] for game in games]) for k in range(3))]  # type: ignore[misc]
        for p, games in found.items()
    }


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


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("family", choices=["family", "terra-mystica"])
    parser.add_argument("--minutes", type=float, default=9.0)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--start", type=Path)
    parser.add_argument("--workers", type=int, default=max(1, (os.cpu_count() or 2) - 1))
    parser.add_argument("--games-s", type=float, default=40.0)
    parser.add_argument("--fit-s", type=float, default=40.0)
    parser.add_argument("--duel-s", type=float, default=15.0)
    parser.add_argument("--share", type=float, default=0.5)
    parser.add_argument("--most", type=int, default=4_000_000, help="positions kept, the newest")
    parser.add_argument("--simulations", type=int, default=0, help="the games are a search's; 0: one answer ahead")
    parser.add_argument("--epochs", type=float, default=6.0)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--size", type=int, nargs=2, default=[256, 64])
    args = parser.parse_args()
    import torch

    from train.fit import fit

    torch.set_num_threads(1)
    args.out.mkdir(parents=True, exist_ok=True)
    family = args.family == "family"
    ends = time.monotonic() + 60 * args.minutes
    best = str(args.start) if args.start else ""
    kept: dict[int, list[list[object]]] = {}
    generation = 0
    champion = None
    with mp.get_context("spawn").Pool(args.workers) as pool:
        seed = int(time.time()) if args.start else 1
        pending = pool.map_async(
            gather, [(family, best, seed * 1000 + k, args.games_s, args.share) for k in range(args.workers)]
        )
        while True:
            for found in pending.get():
                for p, games in found.items():
                    for arrays in games:
                        kept.setdefault(p, []).append(list(arrays))
            if time.monotonic() + args.fit_s + args.duel_s > ends:
                break
            generation += 1
            seed += 1
            # The next games begin while this network is fitted; they are played by the best one known.
            pending = pool.map_async(
                gather, [(family, best, seed * 1000 + k, args.fit_s, args.share) for k in range(args.workers)]
            )
            played, aside = split(kept, args.most)
            net, told = fit(played, aside, champion, args.device, tuple(args.size), args.epochs, args.fit_s)
            path = args.out / f"generation-{generation}.npz"
            net.arrays().save(path)
            for found in pending.get():
                for p, games in found.items():
                    for arrays in games:
                        kept.setdefault(p, []).append(list(arrays))
            results = pool.map(
                duel, [(family, str(path), best, 7000 + generation * 100 + k, args.duel_s) for k in range(args.workers)]
            )
            wins, games_played = sum(r[0] for r in results), sum(r[1] for r in results)
            share = wins / games_played
            better = share > 0.5
            told |= {"generation": generation, "share": round(share, 4), "games": games_played, "better": better,
                     "points": round(sum(r[2] for r in results) / games_played, 2),
                     "points_best": round(sum(r[3] for r in results) / games_played, 2),
                     "positions": sum(len(a[0]) for a in played.values())}  # fmt: skip
            print(json.dumps(told), flush=True)
            if better:
                best, champion = str(path), net
                (args.out / "best.npz").write_bytes(path.read_bytes())
            if time.monotonic() + args.fit_s + args.duel_s > ends:
                break
            seed += 1
            pending = pool.map_async(
                gather, [(family, best, seed * 1000 + k, args.games_s, args.share) for k in range(args.workers)]
            )
        pool.terminate()
    print(json.dumps({"best": best}), flush=True)


def jobs(args: argparse.Namespace, best: str, seed: int, seconds: float) -> list[Job]:
    """One job of playing for each process."""
    family = args.family == "family"
    return [(family, best, seed * 1000 + k, seconds, args.share, args.simulations) for k in range(args.workers)]


def split(kept: dict[int, list[list[object]]], most: int) -> tuple[dict[int, object], dict[int, object]]:
    """The rows to learn from and those to judge by, which come from other games: the last of each batch."""
    played: dict[int, object] = {}
    aside: dict[int, object] = {}
    total = sum(len(arrays[0]) for games in kept.values() for arrays in games)  # type: ignore[arg-type]
    for p, games in kept.items():
        mine = sum(len(arrays[0]) for arrays in games)  # type: ignore[arg-type]
        games[:] = newest(games, int(most * mine / total))
        cuts = [len(arrays[0]) * 19 // 20 for arrays in games]  # type: ignore[arg-type]
        played[p] = tuple(np.concatenate([a[k][:n] for a, n in zip(games, cuts, strict=True)]) for k in range(3))
        aside[p] = tuple(np.concatenate([a[k][n:] for a, n in zip(games, cuts, strict=True)]) for k in range(3))
    return played, aside


def newest(games: list[list[object]], most: int) -> list[list[object]]:
    """As many of the last games as fit."""
    total = 0
    found: list[list[object]] = []
    for arrays in reversed(games):
        total += len(arrays[0])  # type: ignore[arg-type]
        if total > most and found:
            break
        found.append(arrays)
    return found[::-1]


if __name__ == "__main__":
    main()
