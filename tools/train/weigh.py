"""Weigh ways to search with a network: `python tools/train/weigh.py --ways JSON [--against JSON] --minutes 6`.

Without `--against` every seat of a table plays the way (Terra Mystica: four, mean points); with it one seat does, each
in turn, against another way (Terra Mystica: three of it, Small World family: one). One line of JSON for each way.
"""

import argparse
import json
import math
import multiprocessing as mp
import os
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tools.train.games import Player, table
from tools.train.nets import ArrayNet

from terrarium.bots.minds import PATIENCE, idle, searchable
from terrarium.bots.searching import taste
from terrarium.kernel.contract import CHANCE, OVER, Game, State
from terrarium.kernel.dealer import Dealer
from terrarium.search.mind import Mind
from terrarium.search.smallworld.learned import LearnedFamilyMind
from terrarium.search.smallworld.mind import FamilyMind
from terrarium.search.terramystica.learned import LearnedTerraMind
from terrarium.search.terramystica.mind import TerraMind
from terrarium.search.tree import Tree
from terrarium.smallworld.core.game import FamilyGame


@dataclass(frozen=True)
class Way:
    """A way to play: `simulations` 0 looks one answer ahead; `warmth` below 0 is the hand-made mind."""

    title: str
    net: str
    """The file of its network, of training or a shipped one; the hand-made mind needs none."""
    simulations: int
    explore: float
    warmth: float
    greed: float = 0.5
    """Terra Mystica: what a seat strives for, 0 the win, 1 points."""
    most: int = 8
    """Terra Mystica: answers that are searched at most, and those of the other seats."""
    rivals: int = 1
    settings: str = ""
    """Other attributes of the mind, as `ways=1,leaves=0,wider=1e9`."""


MOST_SETUPS = 2_000
"""Far more than there is time for."""

Sides = tuple[Way, Way]
"""Who is weighed, and who sits at the other seats."""


def net_of(way: Way) -> ArrayNet | None:
    """What a way believes; None: the hand-made appraisal."""
    return None if way.warmth < 0 else ArrayNet.load(Path(way.net))


def mind_for(game: Game, way: Way, net: ArrayNet | None) -> Mind:
    mind: Mind
    if isinstance(game, FamilyGame):
        mind = FamilyMind(game.kit, None, PATIENCE) if net is None else LearnedFamilyMind(game.kit, net, way.warmth)
    elif net is None:
        mind = TerraMind(game.players)
    else:
        mind = LearnedTerraMind(game.players, net, way.warmth, way.greed, way.most, way.rivals)
    for pair in filter(None, way.settings.split(",")):
        name, value = pair.split("=")
        setattr(mind, name, type(getattr(mind, name))(float(value)))
    return mind


def answer(state: State, mind: Mind, way: Way, seed: int) -> int:
    legal = state.legal_actions()
    thinking = searchable(state)
    if len(legal) == 1 or thinking.current_player() != state.current_player():
        return legal[0] if len(legal) == 1 else idle(state, legal)
    tree = Tree(mind, thinking, seed, way.explore)
    if len(tree.root.actions) > 1:
        tree.run(way.simulations)
    # Factions are drawn as bots draw them: else every table of one way would play the same four.
    place = taste(tree, seed, math.inf) if mind.varies(thinking) else int(tree.best())
    action = int(tree.root.actions[place])
    return action if action in legal else idle(state, legal)


def seats_at(way: Way) -> int:
    """How many sit at a way's table."""
    return 4 if way.title == "terra-mystica" else 2


def jobs(sides: list[Sides], first: int) -> Iterator[tuple[Sides, int]]:
    """Games by the number of their set-up and who of the table is weighed: at a table of its own a way needs one game
    of a set-up, against another one it plays from every seat."""
    for setup in range(first, first + MOST_SETUPS):
        for each in sides:
            players = seats_at(each[0])
            for seat in range(1 if each[0] == each[1] else players):
                yield each, setup * players + seat


def played(job: tuple[Sides, int]) -> tuple[Sides, float, float]:
    """Mean points of the weighed way's seats, and its share of the win where it has opponents."""
    (way, other), number = job
    players = seats_at(way)
    setup, mine = number // players, [number % players] if other != way else list(range(players))
    game = table(way.title, players, setup)
    ways = [way if seat in mine else other for seat in range(players)]
    nets = {each: net_of(each) for each in set(ways)}
    minds = [mind_for(game, each, nets[each]) for each in ways]
    plain = [Player(game, nets[each], Dealer(number + k)) for k, each in enumerate(ways)]
    state = game.new()
    dealer = Dealer(setup * 31 + 5)
    while (seat := state.current_player()) != OVER:
        if seat == CHANCE:
            state.apply(dealer.choose(state))
        elif not ways[seat].simulations:
            state.apply(plain[seat].answer(state))
        else:
            state.apply(answer(state, minds[seat], ways[seat], number * players + seat))
    scores, winners = state.scores(), state.winners()
    return (way, other), sum(scores[s] for s in mine) / len(mine), sum(s in mine for s in winners) / len(winners)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=6.0)
    parser.add_argument(
        "--ways", required=True, help="JSON list of [title, net, simulations, explore, warmth, ...] (`Way`)"
    )
    parser.add_argument("--against", help="the way at the other seats; without it every way sits alone")
    parser.add_argument("--first", type=int, default=1, help="number of the first set-up, so that machines share them")
    parser.add_argument("--workers", type=int, default=max(1, (os.cpu_count() or 2) - 1))
    args = parser.parse_args()
    ways = [Way(*way) for way in json.loads(args.ways)]
    other = Way(*json.loads(args.against)) if args.against else None
    sides = [(way, other or way) for way in ways]
    ends = time.monotonic() + 60 * args.minutes
    found: dict[Sides, list[tuple[float, float]]] = {each: [] for each in sides}
    with mp.get_context("spawn").Pool(args.workers) as pool:
        for each, points, share in pool.imap_unordered(played, jobs(sides, args.first)):
            found[each].append((points, share))
            if time.monotonic() > ends:
                pool.terminate()
                break
    for (way, _), results in found.items():
        n = max(1, len(results))
        mean = sum(p for p, _ in results) / n
        error = (sum((p - mean) ** 2 for p, _ in results) / max(1, n - 1) / n) ** 0.5
        told = {"games": len(results), "points": round(mean, 2), "error": round(error, 2),
                "share": round(sum(s for _, s in results) / n, 3)}  # fmt: skip
        print(json.dumps(asdict(way) | told), flush=True)


if __name__ == "__main__":
    main()
