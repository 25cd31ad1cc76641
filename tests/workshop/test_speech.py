"""A table with units of one's own can say everything in every language: questions, events, refusals and their rules."""

import pytest

from terrarium import catalog
from terrarium.kernel.contract import CHANCE, OVER
from terrarium.kernel.dealer import Dealer
from terrarium.smallworld.core.game import FamilyGame
from terrarium.words import LANGUAGES, Words
from terrarium.workshop.box import exported
from terrarium.workshop.examples import examples
from terrarium.workshop.files import option_of, read_unit
from terrarium.workshop.text import teach, units_in
from terrarium.workshop.trial import until_found
from tests.support.stand_ins import FAMILY

ASKING = [read_unit(exported(name, "small-world")) for name in ("diplomat", "fortified")]


THINGS = {
    "underground": ("froggys_ring", "shiny_orb", "crypt_of_the_tomb_raider", "altar_of_souls"),
    "warcraft": ("doomhammer", "aegis", "heart", "spirit_healer"),
}


@pytest.mark.parametrize(("title", "name"), [(title, name) for title, names in THINGS.items() for name in names])
def test_a_thing_has_a_sentence_for_all_it_does(title: str, name: str) -> None:
    """It is found first and played with until it has been a cause; whatever is refused of it has a reason in words."""
    file = read_unit(exported(name, title))
    game = catalog.game(title, 3, "", dict([option_of(file)]))
    assert isinstance(game, FamilyGame)
    mine = file.unit.name
    speakers = [Words(language, title) for language in LANGUAGES]
    for words in speakers:
        teach(words, units_in(game.options))
        assert words.has(f"about.{mine}")
    about = [code for code in game.all_actions() if mine in game.start().text(code).split()]
    told: set[str] = set()
    for seed in range(20):
        if told & {mine, file.unit.piece or mine}:
            break
        state, dealer = game.start(), Dealer(seed)
        until_found(state, mine, dealer)
        state.watch()
        while (player := state.current_player()) != OVER:
            codes = state.legal_actions()
            for code in about[dealer.below(20) :: 40]:
                refusal = state.why_illegal(code)
                assert (refusal is None) == (code in codes)
                if refusal is not None:
                    assert refusal.rule in catalog.book_with(title, refusal.rule).by_id, refusal
                    assert all(words.say(f"refusal.{refusal.code}", refusal.args) for words in speakers)
            state.apply(dealer.choose(state) if player == CHANCE else codes[dealer.below(len(codes))])
            for event in state.events(0):
                told |= {event.cause, str(event.args.get("mark"))}
                args = {**event.args, "seat": event.seat, "cause": event.cause or "none"}
                assert all(words.say(f"event.{event.code}", args) for words in speakers)
                assert event.rule in catalog.book_with(title, event.rule).by_id, event
            state.forget_events()
    assert told & {mine, file.unit.piece or mine}


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
