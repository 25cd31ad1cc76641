"""Mine puzzles from games of bots: `python tools/mine_puzzles.py small-world --seconds 240 --want 60`.

A position becomes a puzzle where one answer is better than every other by far. That is looked for with a short search
at every decision of a game, and then verified twice: by a fresh search of many simulations, in which the same answer
must be the most tried one and lead every other by more than MARGIN points; and answer by answer, each with a search of
its own, in which it must again lead all of them by more than MARGIN. What is stored says how many simulations stand
behind it. What was found is appended to `src/terrarium/puzzles/<title>.jsonl`, one puzzle a line.
"""

import argparse
import hashlib
import json
import time
from dataclasses import dataclass
from pathlib import Path

from terrarium import bots, catalog
from terrarium.bots.minds import mind_of, searchable
from terrarium.bots.searching import thought_of
from terrarium.kernel.contract import CHANCE, OVER, Game, State
from terrarium.kernel.dealer import Dealer
from terrarium.search.mind import Mind
from terrarium.search.tree import Tree, column

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "src" / "terrarium" / "puzzles"


@dataclass(frozen=True)
class Depth:
    """Simulations: with which the games are played and candidates found; of a look in between; of the search that
    verifies; of the search after each single answer."""

    short: int
    middle: int
    deep: int
    each: int


USUAL = Depth(160, 1_600, 10_000, 800)
DEPTHS = {"terra-mystica": Depth(40, 200, 2_000, 200)}
"""In Terra Mystica every simulation plays on to the end and is about eight times as dear."""
MARGIN = 3.0
SURE = 0.9
"""What is as good as won or lost is no puzzle: chances between 1 - SURE and SURE."""
A_GAME = 6
"""Puzzles taken from one game at most."""
LONG = ("deploy", "retreat", "faction", "place", "first_card")
"""Questions whose answer is many answers, or belongs to the setting up."""


@dataclass
class Ranked:
    """An answer and the lead it is expected to end in."""

    action: int
    lead: float
    visits: int


def ranked(tree: Tree, mind: Mind, seat: int) -> list[Ranked]:
    """Every answer the tree has tried, the most tried first."""
    root = tree.root
    found = []
    for k in range(len(root.actions)):
        points = [float(value) for value in column(root, k, mind.players)]
        if points:
            found.append(Ranked(int(root.actions[k]), float(tree.lead(points, seat)), int(root.visits[k])))
    return sorted(found, key=lambda one: -one.visits)


def margin(found: list[Ranked]) -> float:
    """By how much the most tried answer leads the best of the others."""
    return found[0].lead - max(one.lead for one in found[1:]) if len(found) > 1 else 0.0


def alone(state: State, action: int, seat: int, each: int) -> float:
    """The lead after one answer, from a search of its own."""
    after = state.clone()
    after.apply(action)
    mind = mind_of(after)
    tree = Tree(mind, after, 3)
    if after.current_player() == OVER:
        return float(tree.lead([float(score) for score in after.scores()], seat))
    tree.run(each)
    total = int(tree.root.total)
    sums = [sum(float(tree.root.points[k * mind.players + who]) for k in range(len(tree.root.actions)))
            for who in range(mind.players)]  # fmt: skip
    return float(tree.lead([value / total for value in sums], seat))


def difficulty(game: Game, state: State, seat: int, best: int) -> int:
    """1: a bot that looks one answer ahead finds it; 2: the short search finds it; 3: only the deep one does."""
    depth = DEPTHS.get(game.title, USUAL)
    greedy = bots.make("greedy", game.title, 1, 1) if "greedy" in bots.levels(game.title) else None
    if greedy is not None and greedy.choose(state, seat, 1.0)[0] == best:
        return 1
    tree = Tree(mind_of(state), state, 5)
    tree.run(depth.short)
    return 2 if int(tree.root.actions[int(tree.best())]) == best else 3


def verified(game: Game, state: State, seat: int) -> dict[str, object] | None:
    """The puzzle of a position, if there is one."""
    depth = DEPTHS.get(game.title, USUAL)
    mind = mind_of(state)
    for seed, simulations in ((7, depth.middle), (77, depth.deep)):
        tree = Tree(mind, state, seed)
        tree.run(simulations)
        found = ranked(tree, mind, seat)
        if len(found) < 2 or margin(found) <= MARGIN:
            return None
    best = found[0].action
    first = alone(state, best, seat, depth.each)
    others = [action for action in state.legal_actions() if action != best]
    if len(others) < 2:
        return None
    tried: dict[int, float] = {}
    for action in others:
        tried[action] = alone(state, action, seat, depth.each)
        if first - tried[action] <= MARGIN:
            return None
    second = max(tried, key=lambda action: tried[action])
    by = round(min(margin(found), first - tried[second]), 1)
    if by <= MARGIN:
        return None
    line = catalog.write_position(game, state)
    return {
        "id": hashlib.sha256(line.encode()).hexdigest()[:8],
        "position": line,
        "best": state.text(best),
        "second": state.text(second),
        "margin": by,
        "difficulty": difficulty(game, state, seat, best),
        "simulations": depth.deep,
        "each": depth.each,
        "thought": json.loads(thought_of(tree, mind, state, seat, int(tree.best())).text()),
    }


def worth(state: State, seat: int, answers: int) -> bool:
    ask = state.view(seat)["ask"]
    code = str(ask.get("code", "")) if isinstance(ask, dict) else ""
    return 2 < answers <= 40 and code not in LONG


def mine(title: str, seed: int, ends: float) -> list[dict[str, object]]:
    """The puzzles of one game."""
    depth = DEPTHS.get(title, USUAL)
    low, high = catalog.title(title).players
    players = low + seed % (min(high, 4) - low + 1)
    game = catalog.game(title, players, catalog.title(title).draw(players, seed))
    state, dealer = game.new(), Dealer(seed)
    found: list[dict[str, object]] = []
    rounds: set[object] = set()
    while state.current_player() != OVER and len(found) < A_GAME and time.monotonic() < ends:
        seat = state.current_player()
        legal = state.legal_actions()
        if seat == CHANCE or len(legal) == 1:
            state.apply(dealer.choose(state) if seat == CHANCE else legal[0])
            continue
        seen = searchable(state.blind(seat))
        mind = mind_of(seen)
        tree = Tree(mind, seen, seed)
        tree.run(depth.short)
        leading = ranked(tree, mind, seat)
        action = leading[0].action if leading[0].action in legal else legal[0]
        chance = float(tree.root.worth[int(tree.best())]) / max(1, leading[0].visits)
        hopeful = margin(leading) > MARGIN and 1 - SURE < chance < SURE and worth(seen, seat, len(legal))
        if hopeful and state.view(seat)["round"] not in rounds:
            puzzle = verified(game, seen, seat)
            if puzzle is not None:
                found.append(puzzle)
                rounds.add(state.view(seat)["round"])
                print(title, seed, puzzle["best"], puzzle["margin"], "difficulty", puzzle["difficulty"], flush=True)
        state.apply(action)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("title", choices=list(catalog.titles()))
    parser.add_argument("--seconds", type=float, default=240.0)
    parser.add_argument("--want", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    wish = parser.parse_args()
    ends = time.monotonic() + wish.seconds
    path = FOLDER / f"{wish.title}.jsonl"
    have = path.read_text("utf-8").splitlines() if path.is_file() else []
    known = {json.loads(line)["id"] for line in have}
    seed = wish.seed
    while len(known) < wish.want and time.monotonic() < ends:
        with path.open("a", encoding="utf-8") as file:
            for puzzle in mine(wish.title, seed, ends):
                if puzzle["id"] not in known:
                    known.add(str(puzzle["id"]))
                    file.write(json.dumps(puzzle, ensure_ascii=False, separators=(",", ":")) + "\n")
        seed += 1
    print(f"{wish.title}: {len(known)} puzzles, next seed {seed}")


if __name__ == "__main__":
    main()
