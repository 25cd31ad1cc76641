"""A finished game looked at again in a tab, where one thread does everything: in portions, once, and kept."""

import json
import time

import pytest

from terrarium.bots import review
from terrarium.search.tree import Tree
from terrarium.tab import advice
from terrarium.tab.worker import Worker
from tests.server.two_houses import TITLES, Player, TabHouse


@pytest.mark.parametrize("title", TITLES)
def test_a_finished_game_is_looked_at_again_in_the_tab(title: str) -> None:
    house = TabHouse()
    player = Player(house, title)
    player.finish()
    house.worker.house.simulations = 1
    assert house.get(f"/games/{player.game}/analysis")["ready"] is False
    while house.worker.work():
        pass
    found = house.get(f"/games/{player.game}/analysis")
    assert found["ready"]
    assert found["done"] == found["of"] == len(house.worker.house.room(player.game).line)
    assert len(found["curve"]) > 10


def test_what_was_found_is_kept_with_the_game() -> None:
    house = TabHouse()
    player = Player(house, "small-world")
    player.finish()
    path = f"/games/{player.game}/analysis"
    assert not house.get(path)["ready"]
    while house.worker.work():
        pass
    again = TabHouse()
    again.worker = Worker()
    for key, text in json.loads(house.worker.changes()):
        again.worker.recall(key, text)
    assert again.get(path) == house.get(path)
    assert house.get(path)["ready"]


class Dear:
    """Every simulation takes seconds, by a clock that only they move."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
        self.now = 0.0
        self.searched: list[tuple[object, int]] = []
        run = Tree.run

        def dearly(tree: Tree, count: int) -> None:
            self.now += seconds * count
            self.searched.append((tree, count))
            run(tree, count)

        monkeypatch.setattr(Tree, "run", dearly)
        monkeypatch.setattr(time, "monotonic", lambda: self.now)


def test_where_searching_is_dear_others_are_answered_in_the_middle_of_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    """Terra Mystica in a browser: no portion is longer than a simulation more than its time, no position searched
    beyond its own."""
    house = TabHouse()
    player = Player(house, "terra-mystica")
    player.finish()
    house.worker.house.simulations = 0
    house.get(f"/games/{player.game}/analysis")
    while house.worker.house.reviews[player.game].done < 10:
        house.worker.work()
    dear = Dear(monkeypatch, 0.2)
    for _ in range(60):
        before = dear.now
        assert house.worker.work() == "more"
        assert dear.now - before <= advice.PORTION_S + 0.2
    counts: dict[object, int] = {}
    for tree, count in dear.searched:
        counts[tree] = counts.get(tree, 0) + count
    most = advice.POSITION_S / 0.2 + 1
    assert max(counts.values()) <= review.CARE * most
    assert house.worker.house.reviews[player.game].done > 12, "it goes on"


def test_a_review_that_fails_is_told_and_stops_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    house = TabHouse()
    player = Player(house, "small-world")
    player.finish()
    path = f"/games/{player.game}/analysis"
    house.get(path)
    with monkeypatch.context() as broken:
        broken.setattr(review.Reviewer, "tree_of", lambda self, state: 1 // 0)
        while house.worker.work():
            pass
    assert house.ask("GET", path)[1]["error"]["code"] == "no_advice"
    assert not house.get(path)["ready"], "it is begun anew"
