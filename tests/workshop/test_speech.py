"""A table with units of one's own can say everything in every language: questions, events, refusals and their rules."""

import pytest

from terrarium import catalog
from terrarium.kernel.contract import CHANCE, OVER
from terrarium.kernel.dealer import Dealer
from terrarium.smallworld.core.game import FamilyGame, Position
from terrarium.words import LANGUAGES, Words
from terrarium.workshop.box import exported
from terrarium.workshop.examples import examples
from terrarium.workshop.files import option_of, read_unit
from terrarium.workshop.text import teach, units_in
from terrarium.workshop.trial import begin_with, until_found
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


def begun(text: str, power: str = "odd") -> tuple[FamilyGame, Position, list[Words]]:
    """A game in which the first player took giants with a power of one's own, and words that know it."""
    file = read_unit(f'format = 1\n[unit]\nkind = "power"\nid = "odd"\nname = {{ en = "Odd" }}\ntokens = 5\n{text}')
    assert file.problems == []
    game = catalog.game("small-world", 2, "", dict([option_of(file)]))
    assert isinstance(game, FamilyGame)
    speakers = [Words(language, "small-world") for language in LANGUAGES]
    for words in speakers:
        teach(words, [file])
    state = game.start()
    begin_with(state, "giants", power, Dealer(5))
    return game, state, speakers


def test_whoever_is_kept_off_hears_by_which_unit() -> None:
    """The refusal rests on the statement of the unit that forbids, which is named."""
    _, state, speakers = begun('[[unit.ability]]\nforbid = true\nif = "attacker_active"\n')
    dealer = Dealer(3)
    while (player := state.current_player()) != OVER:
        codes = state.legal_actions()
        rows = state.view(0)["regions"]
        assert isinstance(rows, list)
        if player == 1:
            for r in [row["id"] for row in rows if row["holder"] == "giants"]:
                refusal = state.why_illegal(state.parse(f"conquer {r}"))
                if refusal is not None and refusal.code == "unit_forbids":
                    assert refusal.rule == "custom.badge"
                    assert refusal.args["unit"] == "odd"
                    terrain = speakers[0].terrain(str(refusal.args["terrain"]))
                    told = [words.say("refusal.unit_forbids", refusal.args) for words in speakers]
                    assert told[0] == f"You can’t attack this {terrain} of the Giants: Odd forbids it."
                    assert not [text for text in told if "們" in text or "们" in text]
                    return
        state.apply(dealer.choose(state) if player == CHANCE else codes[dealer.below(len(codes))])
    raise AssertionError("nobody came near")


def test_who_pays_hears_for_what() -> None:
    _, state, speakers = begun('[[unit.ability]]\nwhen = "end"\ndo = { pay = 1 }\n')
    state.watch()
    dealer = Dealer(4)
    while state.current_player() != OVER:
        codes = state.legal_actions()
        state.apply(dealer.choose(state) if state.current_player() == CHANCE else codes[dealer.below(len(codes))])
        for event in [event for event in state.events(0) if event.code == "paid" and event.cause == "odd"]:
            args = {**event.args, "seat": event.seat, "cause": event.cause}
            told = [words.say("event.paid", args) for words in speakers]
            assert told[0].endswith("paid 1 coin: Odd.")
            assert all("Odd" in text for text in told)
            return
    raise AssertionError("nobody paid")


@pytest.mark.parametrize("title", FAMILY)
def test_no_sentence_says_that_one_race_alone_may_enter_water(title: str) -> None:
    """A race of one's own may."""
    for language, only in zip(LANGUAGES, ("only a race that", "只有能進入水域", "只有能进入水域"), strict=True):
        terrain = Words(language, title).say("refusal.water_closed", {"terrain": "sea"})
        assert only in terrain
