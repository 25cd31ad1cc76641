"""The search tree itself: repeatable, kept after an answer, shared between ways to the same position, never illegal."""

import pytest

from terrarium import catalog
from terrarium.bots.minds import mind_of, searchable
from terrarium.kernel.contract import CHANCE, OVER, State
from terrarium.kernel.dealer import Dealer
from terrarium.search.tree import Node, Tree

TITLES = sorted(catalog.titles())
SIMULATIONS = 120


def position(title: str, seed: int, steps: int) -> State:
    """A position after some random answers in which somebody has a choice."""
    state = searchable(catalog.game(title, 2).new())
    dealer = Dealer(seed)
    while steps > 0 or state.current_player() == CHANCE or len(state.legal_actions()) < 3:
        assert state.current_player() != OVER
        state.apply(dealer.choose(state) if state.current_player() == CHANCE else dealer.pick(state.legal_actions()))
        steps -= 1
    return state


def tree_of(state: State, seed: int = 5) -> Tree:
    tree = Tree(mind_of(state), state, seed)
    tree.run(SIMULATIONS)
    return tree


@pytest.mark.parametrize("title", TITLES)
def test_the_same_seed_grows_the_same_tree(title: str) -> None:
    state = position(title, 3, 30)
    trees = [tree_of(state) for _ in range(2)]
    assert list(trees[0].root.visits) == list(trees[1].root.visits)
    assert list(trees[0].root.worth) == list(trees[1].root.worth)
    assert sum(trees[0].root.visits) == trees[0].root.total == SIMULATIONS


@pytest.mark.parametrize("title", TITLES)
def test_every_answer_in_the_tree_is_legal_where_it_stands(title: str) -> None:
    state = position(title, 4, 25)
    tree = tree_of(state)
    checked = 0
    waiting: list[tuple[Node, State]] = [(tree.root, state)]
    while waiting and checked < 150:
        node, here = waiting.pop()
        assert node.player == here.current_player()
        assert set(node.actions) <= set(here.legal_actions())
        checked += 1
        for action, kid in zip(node.actions, node.kids, strict=True):
            if kid is not None:
                after = here.clone()
                after.apply(int(action))
                waiting.append((kid, after))
    assert checked > 20


def test_conquests_in_another_order_share_their_node() -> None:
    state = catalog.game("small-world", 2).new()
    dealer = Dealer(1)
    while not any(state.text(action).startswith("conquer") for action in state.legal_actions()):
        state.apply(dealer.choose(state) if state.current_player() == CHANCE else state.legal_actions()[0])
    state.apply(next(a for a in state.legal_actions() if state.text(a).startswith("conquer")))
    tree = Tree(mind_of(state), state, 1)
    tree.run(1500)
    met: dict[int, tuple[int, int]] = {}
    shared = 0
    for first, kid in zip(tree.root.actions, tree.root.kids, strict=True):
        if kid is None or kid.player == CHANCE:
            continue
        for second, grandkid in zip(kid.actions, kid.kids, strict=True):
            if grandkid is not None and grandkid.player != OVER:
                pair = (min(int(first), int(second)), max(int(first), int(second)))
                shared += met.setdefault(id(grandkid), pair) == pair and (int(first), int(second)) != pair
    assert shared > 0


@pytest.mark.parametrize("title", TITLES)
def test_what_was_learnt_is_kept_after_the_answer(title: str) -> None:
    state = position(title, 6, 20)
    tree = tree_of(state)
    best = int(tree.best())
    kid = tree.root.kids[best]
    assert kid is not None
    state.apply(int(tree.root.actions[best]))
    assert state.current_player() not in (CHANCE, OVER), "a position after which somebody answers is wanted here"
    assert tree.follow(state)
    assert tree.root is kid
    assert tree.simulations == kid.total


@pytest.mark.parametrize("title", ["small-world", "underground", "warcraft"])
def test_no_answer_is_cut_off_for_ever(title: str) -> None:
    """The likeliest answers are tried at once; the others join them as visits grow, likeliest first."""
    state = position(title, 2, 40)
    mind = mind_of(state)
    fan = mind.fan(state)
    assert sorted(set(fan.actions)) == sorted(fan.actions)
    few = Tree(mind, state, 5)
    assert list(few.root.actions) == list(fan.actions)[: int(fan.wide)]
    assert sum(few.root.priors) == pytest.approx(1.0)
    few.wider = 0.5
    few.run(10 + len(fan.actions) ** 2)
    root = few.root
    assert list(root.actions) == list(fan.actions)
    assert all(times > 0 for times in list(root.visits)[int(fan.wide) :])
    assert root.wide == len(fan.actions)
    tail = [float(prior) for prior in root.priors][int(fan.wide) :]
    assert tail == sorted(tail, reverse=True)


def test_answers_join_one_by_one() -> None:
    state = next(s for s in (position("terra-mystica", seed, 30) for seed in range(9)) if len(s.legal_actions()) > 12)
    mind = mind_of(state)
    tree = Tree(mind, state, 5)
    first = int(tree.root.wide)
    tree.wider = 4.0
    seen = []
    for _ in range(40):
        tree.run(1)
        seen.append(int(tree.root.wide) - first)
    # The simulation that makes an answer join visits it: with 4 visits the first joins, with 16 the second, with 36 …
    assert [seen.index(n) for n in (1, 2, 3)] == [4, 16, 36]
    assert all(tree.root.visits[first + k] >= 1 for k in range(3))
