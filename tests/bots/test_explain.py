"""What bots say: the same numbers as the search has, and words for them in every language."""

import pytest

from terrarium import bots, catalog
from terrarium.bots.speech import sentences
from terrarium.bots.thought import Thought, read
from terrarium.kernel.contract import CHANCE, OVER, State
from terrarium.kernel.dealer import Dealer
from terrarium.words import LANGUAGES, Words
from terrarium.words.moves import spell
from tests.support.explained import explanations, faults

TITLES = sorted(catalog.titles())


def thought(title: str, level: str, seed: int = 2) -> tuple[Thought, State]:
    """The first thought of a bot that has a real choice, and the position."""
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
        # A faction is drawn, so that not always the same ones are played: it need not be what was tried most.
        if found is not None and len(found.others) >= 2 and not found.chosen.move.startswith("faction "):
            assert found.chosen.move == state.text(action)
            return found, state.blind(player)
        state.apply(action)
    raise AssertionError("no choice found")


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("level", ["greedy", "strong"])
def test_a_thought_survives_its_text(title: str, level: str) -> None:
    found, _ = thought(title, level)
    again = read(found.text())
    assert again is not None
    assert again.text() == found.text()


@pytest.mark.parametrize("title", TITLES)
def test_a_search_explains_itself(title: str) -> None:
    found, _ = thought(title, "strong")
    assert 50 <= found.simulations <= 150  # fewer where nothing could change the answer any more
    assert found.chosen.visits >= max(idea.visits for idea in found.others)
    assert sum(idea.visits for idea in [found.chosen, *found.others]) <= 150
    assert 0 <= found.chosen.chance <= 1
    assert len(found.chosen.points) == 2
    assert found.sources
    assert found.cost() == pytest.approx(found.chosen.lead - found.others[0].lead)
    assert [idea.lead for idea in found.others] == sorted((idea.lead for idea in found.others), reverse=True)
    assert sum(points for _, points in found.sources) == pytest.approx(found.chosen.points[found.seat], abs=0.051)


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("level", ["greedy", "strong"])
def test_every_language_has_the_words(title: str, language: str, level: str) -> None:
    words = Words(language, title)
    said = sentences(words, *thought(title, level))
    assert len(said) >= 2
    for sentence in said:
        assert sentence
        assert "{" not in sentence
        assert "source." not in sentence


def test_no_reason_is_no_thought() -> None:
    assert read("") is None


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("players", [2, 4])
def test_every_number_that_is_said_is_so(title: str, players: int) -> None:
    simulations = 5 if title == "terra-mystica" else 30
    for before, told, tree in explanations(title, players, players, 6, simulations):
        for language in LANGUAGES:
            assert faults(Words(language, title), before, told, tree) == []


def test_a_wrong_number_would_be_found() -> None:
    before, told, tree = next(explanations("small-world", 2, 3, 1, 40))
    words = Words("en", "small-world")
    told.chosen.points = [value + 0.3 for value in told.chosen.points]
    assert any(fault.startswith("points") for fault in faults(words, before, told, tree))
    assert any(fault.startswith("sources") for fault in faults(words, before, told, tree))
    told.chosen.points = [value - 0.3 for value in told.chosen.points]
    told.chosen.lead = -told.chosen.lead
    assert any("behind" in fault for fault in faults(words, before, told, tree))


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_is_behind_is_told_so(language: str) -> None:
    words = Words(language, "small-world")
    found, state = thought("small-world", "strong")
    said = []
    for lead in (1.2, -1.2, 0.01):
        found.chosen.lead = lead
        said.append(sentences(words, found, state)[0])
    assert len(set(said)) == 3
    assert not any("−" in line or "+" in line for line in said)


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_move_is_spelled_as_it_is_typed(title: str, language: str) -> None:
    words, dealer = Words(language, title), Dealer(7)
    state = catalog.game(title, 3).new()
    seen: set[str] = set()
    while (seat := state.current_player()) != OVER:
        if seat == CHANCE:
            state.apply(dealer.choose(state))
            continue
        for choice in state.choices(seat):
            if choice.verb not in seen:
                seen.add(choice.verb)
                said = spell(words, choice.text, choice.verb, choice.facts)
                assert said != choice.text
                assert "{" not in said
                assert "none" not in said
        state.apply(dealer.pick(state.legal_actions()))
    assert len(seen) > 5
