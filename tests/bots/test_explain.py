"""What bots say: the same numbers as the search has, and words for them in every language."""

import pytest

from terrarium import bots, catalog
from terrarium.bots.speech import sentences
from terrarium.bots.thought import Thought, read
from terrarium.kernel.contract import CHANCE
from terrarium.kernel.dealer import Dealer
from terrarium.words import LANGUAGES, Words

TITLES = sorted(catalog.titles())


def thought(title: str, level: str, seed: int = 2) -> Thought:
    """The first thought of a bot that has a real choice."""
    state = catalog.game(title, 2).new()
    dealer = Dealer(seed)
    bot = bots.make(level, title, seed=1, simulations=150)
    for _ in range(400):
        player = state.current_player()
        if player == CHANCE:
            state.apply(dealer.choose(state))
            continue
        action, reason = bot.choose(state.blind(player), player, 1.0)
        found = read(reason)
        if found is not None and len(found.others) >= 2:
            assert found.chosen.move == state.text(action)
            return found
        state.apply(action)
    raise AssertionError("no choice found")


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("level", ["greedy", "strong"])
def test_a_thought_survives_its_text(title: str, level: str) -> None:
    found = thought(title, level)
    again = read(found.text())
    assert again is not None
    assert again.text() == found.text()


@pytest.mark.parametrize("title", TITLES)
def test_a_search_explains_itself(title: str) -> None:
    found = thought(title, "strong")
    assert 50 <= found.simulations <= 150  # fewer where nothing could change the answer any more
    assert found.chosen.visits >= max(idea.visits for idea in found.others)
    assert sum(idea.visits for idea in [found.chosen, *found.others]) <= 150
    assert 0 <= found.chosen.chance <= 1
    assert len(found.chosen.points) == 2
    assert found.sources
    assert found.cost() == pytest.approx(found.chosen.lead - found.others[0].lead)


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("level", ["greedy", "strong"])
def test_every_language_has_the_words(title: str, language: str, level: str) -> None:
    words = Words(language, title)
    said = sentences(words, thought(title, level))
    assert len(said) >= 2
    for sentence in said:
        assert sentence
        assert "{" not in sentence
        assert "source." not in sentence


def test_no_reason_is_no_thought() -> None:
    assert read("") is None
