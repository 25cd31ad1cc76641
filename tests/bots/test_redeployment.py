"""What a search of the Small World family weighs beside attacks: whole redeployments, and leaving regions."""

from itertools import product
from typing import Any, cast

import pytest

from terrarium import bots, catalog
from terrarium.bots.minds import mind_of
from terrarium.kernel.contract import CHANCE, OVER, State
from terrarium.kernel.dealer import Dealer
from terrarium.search.smallworld.garrison import WAYS, Garrison
from terrarium.search.smallworld.mind import FamilyMind
from terrarium.search.tree import Node, Tree, column
from terrarium.smallworld.core.game import Position
from tests.support.scene import Scene, play, refused

TITLES = ["small-world", "underground", "warcraft"]


def mind_for(state: State) -> FamilyMind:
    mind = mind_of(state)
    assert isinstance(mind, FamilyMind)
    return mind


def copied(state: State) -> Position:
    copy = state.clone()
    assert isinstance(copy, Position)
    return copy


def question(state: State) -> str:
    """What is asked, if a player is."""
    if state.current_player() in (CHANCE, OVER):
        return ""
    return str(cast(dict[str, Any], state.view(state.current_player())["ask"])["code"])


def redeployments(title: str, players: int, seed: int, count: int) -> list[Position]:
    """First questions of redeployments that leave a choice, from a game of `greedy`."""
    state, dealer = catalog.game(title, players).new(), Dealer(seed)
    seats = [bots.make("greedy", title, seed=seat) for seat in range(players)]
    found: list[Position] = []
    before = ""
    while (seat := state.current_player()) != OVER and len(found) < count:
        asked = question(state)
        if asked == "deploy" and before != asked and len(mind_for(state).fan(state).actions) > 1:
            found.append(copied(state))
        before = asked
        state.apply(dealer.choose(state) if seat == CHANCE else seats[seat].choose(state.blind(seat), seat, 1.0)[0])
    assert len(found) == count
    return found


def spread(state: Position, garrison: Garrison) -> State:
    """The position after the distribution made last was put down, one amount after the other."""
    after, seat = state.clone(), state.current_player()
    amounts = {int(r): int(n) for r, n in zip(garrison.regions, garrison.amounts, strict=True)}
    while after.current_player() == seat and question(after) == "deploy":
        region = int(after.text(after.legal_actions()[0]).split()[1])
        after.apply(after.parse(f"deploy {region} {amounts[region]}"))
    return after


@pytest.mark.parametrize("title", TITLES)
def test_every_way_is_a_legal_distribution_of_all_tokens(title: str) -> None:
    differ = 0
    for state in redeployments(title, 3, 4, 6):
        garrison = Garrison(mind_for(state).worth)
        garrison.read(state, True)
        ways = []
        for way in range(WAYS):
            garrison.share(way)
            assert sum(garrison.amounts) == garrison.tokens
            ways.append(tuple(garrison.amounts))
            assert question(spread(state, garrison)) != "deploy", "all tokens are down"
        differ += len(set(ways)) > 1
    assert differ == 6


@pytest.mark.parametrize("title", TITLES)
def test_a_way_that_was_begun_is_carried_on(title: str) -> None:
    """What is answered by habit after a few amounts is the rest of the same distribution."""
    for state in redeployments(title, 2, 6, 6):
        mind = mind_for(state)
        for way in range(WAYS):
            garrison = Garrison(mind.worth)
            garrison.read(state, True)
            garrison.share(way)
            whole = spread(state, garrison)
            begun = copied(state)
            region = int(begun.text(begun.legal_actions()[0]).split()[1])
            begun.apply(begun.parse(f"deploy {region} {int(garrison.of(region))}"))
            if question(begun) != "deploy":
                continue
            open_ways = []
            for other in range(way + 1):
                garrison.read(begun, True)
                garrison.share(other)
                if garrison.agrees():
                    open_ways.append(other)
            assert way in open_ways
            if open_ways[0] == way:
                mind.redeploy(begun)
                assert begun.dump() == whole.dump()


@pytest.mark.parametrize("title", TITLES)
def test_a_redeployment_is_searched_where_it_is_asked_about_and_nowhere_else(title: str) -> None:
    state = redeployments(title, 2, 8, 1)[0]
    tree = Tree(mind_for(state), state, 3)
    tree.run(150)
    root = tree.root
    assert len(root.actions) > 1
    assert not root.settled
    assert sum(times > 0 for times in root.visits) > 1

    def amounts(node: Node, here: State) -> int:
        """The most amounts that are tried in a redeployment after this one."""
        most = 0
        for action, kid in zip(node.actions, node.kids, strict=True):
            if kid is not None and kid.player != OVER:
                after = here.clone()
                after.apply(int(action))
                other = question(after) == "deploy" and tree.mind.matter(after) != tree.matter
                most = max(most, len(kid.actions) if other else 0, amounts(kid, after))
        return most

    assert amounts(root, state) <= 1


def test_tokens_go_where_the_enemy_cannot_follow() -> None:
    """Habit shares four tokens out between two regions by how exposed they look. The reply decides: every distribution
    is tried against a search of its own, and what `strong` puts down loses nothing to the best of them."""
    scene = Scene(natives=False, round=10).active(0, "tritons", "forest", {14: 5, 9: 1})
    state = play(scene.active(1, "giants", "mounted", {13: 7}).conquest(0), "stop")
    mind = mind_for(state)

    def lead(after: State) -> float:
        tree = Tree(mind, after, 7)
        tree.run(400)
        return float(tree.lead([float(x) for x in column(tree.root, tree.best(), 2)], 0))

    leads = {}
    for first, second in product(range(5), range(5)):
        if first + second == 4:
            leads[first] = lead(play(state.clone(), f"deploy 9 {first}"))
    assert isinstance(state, Position)
    mind.garrison.plan(state)
    habit = int(mind.garrison.of(9))
    action, _ = bots.make("strong", "small-world", seed=1, simulations=300).choose(state, 0, 1.0)
    chosen = int(state.text(action).split()[2])
    assert leads[chosen] >= leads[habit] + 0.5
    assert leads[chosen] >= max(leads.values()) - 0.2


def cornered(rich: bool) -> State:
    """The last turn of the game: two regions that pay one coin each, nothing in hand, and a mine in a swamp that pays
    three for two tokens, unless somebody sits there. Nothing else pays two tokens more than the two regions do."""
    scene = Scene(natives=False, round=10).active(1, "dwarves", "swamp", {4: 1, 9: 1})
    scene.declined(0, "giants", {1: 1, 6: 1} if rich else {1: 1, 6: 1, 18: 5})
    scene.coins = [22 if rich else 21, 20]
    return scene.conquest(1)


def turn_of(level: str, state: State) -> list[str]:
    """What a bot answers in the last turn of the game."""
    bot = bots.make(level, "small-world", seed=2, simulations=200)
    texts = []
    while (seat := state.current_player()) != OVER:
        action = Dealer(1).choose(state) if seat == CHANCE else bot.choose(state, seat, 1.0)[0]
        texts.append(state.text(action))
        state.apply(action)
    return texts


@pytest.mark.parametrize("level", ["strong", "master"])
def test_poor_regions_are_left_for_a_rich_one(level: str) -> None:
    state = cornered(True)
    texts = turn_of(level, state)
    assert sorted(texts[:2]) == ["abandon 4", "abandon 9"]
    assert texts[2] == "conquer 18"
    assert state.scores() == [22, 23]


@pytest.mark.parametrize("level", ["strong", "master"])
def test_nothing_is_lost_where_there_is_nothing_to_gain(level: str) -> None:
    """The twin: the rich region is out of reach, and whoever does nothing wins."""
    state = cornered(False)
    turn_of(level, state)
    assert state.scores() == [21, 22]


def test_after_a_conquest_leaving_is_not_thought_of() -> None:
    """It would not be legal any more."""
    state = Scene(natives=False).active(0, "ratmen", "merchant", {4: 5, 3: 1}).conquest(0)
    mind = mind_for(state)
    assert any(state.text(int(code)).startswith("abandon") for code in mind.fan(state).actions)
    play(state, "conquer 9")
    assert refused(state, "abandon 4") == "too_late_to_abandon"
    assert not any(state.text(int(code)).startswith("abandon") for code in mind.fan(state).actions)


def test_whoever_looks_one_answer_ahead_follows_habit() -> None:
    """In the middle of a redeployment an appraisal says nothing, so `greedy` weighs neither amounts nor leaving."""
    for state in redeployments("small-world", 2, 3, 3):
        fan = mind_for(state).glance(state)
        assert fan.settled
        assert len(fan.actions) == 1
    start = cornered(True)
    assert [start.text(int(code)) for code in mind_for(start).glance(start).actions] == ["stop"]


@pytest.mark.parametrize("title", TITLES)
def test_the_same_seed_redeploys_alike(title: str) -> None:
    for state in redeployments(title, 2, 9, 3):
        seat = state.current_player()
        answers = [bots.make("strong", title, seed=4, simulations=80).choose(state, seat, 1.0) for _ in range(2)]
        assert answers[0] == answers[1]
