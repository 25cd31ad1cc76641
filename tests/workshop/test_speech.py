"""A table with units of one's own can say everything in every language: questions, events, refusals and their rules."""

import pytest

from terrarium import catalog
from terrarium.kernel.contract import CHANCE, OVER
from terrarium.kernel.dealer import Dealer
from terrarium.words import LANGUAGES, Words
from terrarium.workshop.box import exported
from terrarium.workshop.examples import examples
from terrarium.workshop.files import option_of, read_unit
from terrarium.workshop.text import teach, units_in
from tests.support.stand_ins import FAMILY

ASKING = [read_unit(exported(name, "small-world")) for name in ("diplomat", "fortified")]


@pytest.mark.parametrize("title", FAMILY)
def test_everything_has_a_sentence(title: str) -> None:
    options = dict(option_of(file) for file in [*examples().values(), *ASKING])
    game = catalog.game(title, 3, "", options)
    speakers = [Words(language, title) for language in LANGUAGES]
    for words in speakers:
        teach(words, units_in(game.options))
        assert words.name("beavers") != "beavers"
        assert words.has("about.tidal")
    every = game.all_actions()
    dealer = Dealer(5)
    asked: set[str] = set()
    told: set[str] = set()
    questions = {"unit.my_diplomat", "unit.my_fortified"}
    # Three games, and more until one of these units has asked and one of the examples has been a cause.
    for number in range(30):
        if number >= 3 and questions & asked and told & {*examples()}:
            break
        state = game.new()
        state.watch()
        while (player := state.current_player()) != OVER:
            codes = state.legal_actions()
            ask = state.view(0)["ask"]
            assert isinstance(ask, dict)
            asked.add(str(ask["code"]))
            for _ in range(4):
                refusal = state.why_illegal(every[dealer.below(len(every))])
                if refusal is not None:
                    assert refusal.rule in catalog.book_with(title, refusal.rule).by_id, refusal
                    for words in speakers:
                        assert words.say(f"refusal.{refusal.code}", refusal.args)
            state.apply(dealer.choose(state) if player == CHANCE else codes[dealer.below(len(codes))])
            for event in state.events(0):
                told.add(event.cause)
                for words in speakers:
                    args = {**event.args, "seat": event.seat, "cause": event.cause or "none"}
                    assert words.say(f"event.{event.code}", args)
            state.forget_events()
    for code in asked:
        for words in speakers:
            assert words.has(f"ask.{code}"), code
    assert questions & asked
    assert told & {*examples()}
