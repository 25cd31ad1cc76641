"""Weigh ways to search with a network: `python tools/train/weigh.py FAMILY.npz TERRA.npz --minutes 6`.

Terra Mystica: four seats of one way at a table of their own, mean points. Small World family: two players, the way
against the hand-made mind at as many simulations, set-ups from both seats. One line of JSON for each way.
"""

import argparse
import json
import multiprocessing as mp
import os
import sys
import time
from dataclasses import asdict, dataclass
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tools.train.games import Player, table
from tools.train.nets import ArrayNet

from terrarium.bots.minds import idle, searchable
from terrarium.kernel.contract import CHANCE, OVER, Game, State
from terrarium.kernel.dealer import Dealer
from terrarium.search.mind import Mind
from terrarium.search.smallworld.learned import LearnedFamilyMind
from terrarium.search.smallworld.mind import FamilyMind
from terrarium.search.terramystica.learned import LearnedTerraMind
from terrarium.search.tree import Tree
from terrarium.smallworld.core.game import FamilyGame


@dataclass(frozen=True)
class Way:
    """A way to play: `simulations` 0 looks one answer ahead; `warmth` below 0 is the hand-made mind."""

    title: str
    simulations: int
    explore: float
    warmth: float
    greed: float = 0.0
    """Terra Mystica: what a seat strives for, 0 the win, 1 points."""
    most: int = 8
    """Terra Mystica: answers that are searched at most."""


def mind_for(game: Game, way: Way, net: ArrayNet) -> Mind:
    if isinstance(game, FamilyGame):
        return FamilyMind(game.kit, None, 4) if way.warmth < 0 else LearnedFamilyMind(game.kit, net, way.warmth)
    return LearnedTerraMind(game.players, net, way.warmth, way.greed, way.most)


def answer(state: State, mind: Mind, way: Way, seed: int) -> int:
    legal = state.legal_actions()
    thinking = searchable(state)
    if len(legal) == 1 or thinking.current_player() != state.current_player():
        return legal[0] if len(legal) == 1 else idle(state, legal)
    tree = Tree(mind, thinking, seed, way.explore)
    if len(tree.root.actions) > 1:
        tree.run(way.simulations)
    action = int(tree.root.actions[int(tree.best())])
    return action if action in legal else idle(state, legal)


def played(job: tuple[Way, str, int]) -> tuple[Way, float, float]:
    """Mean points of the way's seats, and its share of the win where it has an opponent."""
    way, path, seed = job
    net = ArrayNet.load(Path(path))
    alone = way.title == "terra-mystica"
    players = 4 if alone else 2
    game = table(way.title, players, seed // 2)
    hand = Way(way.title, way.simulations, 1.1, -1.0)
    ways = [way] * players if alone else [way, hand] if seed % 2 else [hand, way]
    minds = [mind_for(game, each, net) for each in ways]
    plain = [Player(game, net, Dealer(seed + k)) for k in range(players)]
    state = game.new()
    dealer = Dealer(seed // 2 * 31 + 5)
    while (seat := state.current_player()) != OVER:
        if seat == CHANCE:
            state.apply(dealer.choose(state))
        elif not ways[seat].simulations:
            state.apply(plain[seat].answer(state))
        else:
            state.apply(answer(state, minds[seat], ways[seat], seed))
    scores, winners = state.scores(), state.winners()
    mine = [seat for seat in range(players) if ways[seat] == way]
    return way, sum(scores[s] for s in mine) / len(mine), sum(s in mine for s in winners) / len(winners)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("family")
    parser.add_argument("terra")
    parser.add_argument("--minutes", type=float, default=6.0)
    parser.add_argument(
        "--ways", help="JSON list of [title, simulations, explore, warmth, greed, most]; the last two may be missing"
    )
    args = parser.parse_args()
    ways = [Way(*way) for way in json.loads(args.ways)]
    ends = time.monotonic() + 60 * args.minutes
    found: dict[Way, list[tuple[float, float]]] = {way: [] for way in ways}

    def jobs() -> "list[tuple[Way, str, int]]":
        return [
            (way, args.terra if way.title == "terra-mystica" else args.family, seed)
            for seed in range(2, 400)
            for way in ways
        ]

    with mp.get_context("spawn").Pool(max(1, (os.cpu_count() or 2) - 1)) as pool:
        for way, points, share in pool.imap_unordered(played, jobs()):
            found[way].append((points, share))
            if time.monotonic() > ends:
                pool.terminate()
                break
    for way, results in found.items():
        n = max(1, len(results))
        mean = sum(p for p, _ in results) / n
        error = (sum((p - mean) ** 2 for p, _ in results) / max(1, n - 1) / n) ** 0.5
        told = {"games": len(results), "points": round(mean, 2), "error": round(error, 2),
                "share": round(sum(s for _, s in results) / n, 3)}  # fmt: skip
        print(json.dumps(asdict(way) | told), flush=True)


if __name__ == "__main__":
    main()
