"""Mixed games say everything in three languages, and rest on statements of the two rulebooks they are made of."""

import json

import pytest

from terrarium import catalog
from terrarium.kernel.contract import OVER
from terrarium.kernel.dealer import Dealer
from terrarium.words import LANGUAGES, Words
from tests.support.play import step

MIXED = [("underground", "yes"), ("small-world", "races"), ("small-world", "relics")]
STATEMENTS = {*catalog.rulebook("small-world").by_id, *catalog.rulebook("underground").by_id}


@pytest.mark.parametrize(("title", "mixing"), MIXED)
def test_refusals_and_events_of_mixed_games(title: str, mixing: str) -> None:
    every_words = [Words(language, title) for language in LANGUAGES]
    for players in (2, 5):
        game = catalog.game(title, players, options={"mixed": mixing})
        space = game.all_actions()
        state = game.new()
        state.watch()
        dealer = Dealer(players)
        count = 0
        while state.current_player() != OVER:
            for event in state.events(0):
                assert event.rule in STATEMENTS, event
                json.dumps(event.as_dict())
                args = {**event.args, "seat": event.seat, "cause": event.cause}
                assert all(words.say(f"event.{event.code}", args).strip() for words in every_words)
            state.forget_events()
            for action in space[count % 211 :: 211]:
                refusal = state.why_illegal(action)
                if refusal is not None:
                    assert refusal.rule in STATEMENTS, refusal
                    assert all(words.say(f"refusal.{refusal.code}", refusal.args).strip() for words in every_words)
            step(state, dealer)
            count += 1


@pytest.mark.parametrize(("title", "mixing"), MIXED)
def test_every_unit_of_a_mixed_game_has_a_name_and_a_statement(title: str, mixing: str) -> None:
    game = catalog.game(title, options={"mixed": mixing})
    view = game.new().view(0)
    stacked = [*view["stacked_races"], *view["stacked_powers"]]  # type: ignore[misc]
    assert len(stacked) > 50
    for name in stacked:
        assert {f"race.{name}", f"power.{name}"} & STATEMENTS, name
        for language in LANGUAGES:
            assert Words(language, title).has(f"name.{name}"), name
