"""Mixed games: what the rules say there may stand in another title's rulebook, and still has a sentence and a text."""

import random
from collections.abc import Iterator

import pytest

from terrarium import catalog
from terrarium.kernel.contract import CHANCE, OVER, Game, Refusal, State
from terrarium.server import words
from terrarium.server.shelf import rulebook
from tests.server.harness import Client, Server

MIXED = [("small-world", "relics"), ("small-world", "races"), ("underground", "yes")]


@pytest.fixture
def base(real: Server) -> str:
    return real.base


def refusals(game: Game, dice: random.Random, games: int) -> Iterator[tuple[State, Refusal]]:
    """Reasons against random actions along random games."""
    actions = game.all_actions()
    for _ in range(games):
        state = game.new()
        while state.current_player() != OVER:
            if state.current_player() != CHANCE:
                for action in dice.sample(actions, 12):
                    refusal = state.why_illegal(action)
                    if refusal is not None:
                        yield state, refusal
            state.apply(dice.choice(state.legal_actions()))


@pytest.mark.parametrize(("title", "mixed"), MIXED)
def test_every_refusal_of_a_mixed_game_has_a_sentence_and_a_statement(title: str, mixed: str) -> None:
    game = catalog.game(title, 3, "", {"mixed": mixed})
    books: dict[str, set[str]] = {}
    for _, refusal in refusals(game, random.Random(4), 12):
        book = catalog.book_with(title, refusal.rule)
        assert refusal.rule in book.by_id, refusal
        books.setdefault(book.title, set()).add(refusal.rule)
        for lang in words.LANGUAGES:
            assert words.spoken(lang, "refusal." + refusal.code, refusal.args, title), (lang, refusal)
    # Otherwise this test would show nothing: statements of both books were met.
    assert len(books) > 1, books


def test_a_statement_is_found_in_whichever_book_it_stands(base: str) -> None:
    ada = Client(base, lang="zh-Hant")
    for title in catalog.titles():
        for other in catalog.titles():
            statement = rulebook(other).statements[-1].id
            found = ada.get(f"/titles/{title}/rules/{statement}")
            owner = catalog.book_with(title, statement).title
            assert (found["title"], found["rule"]["id"]) == (owner, statement)
            assert found["rule"]["text"] == catalog.rulebook(owner).by_id[statement].texts["zh-Hant"]
    gone = ada.get("/titles/small-world/rules/no.such.rule", 404)["error"]
    assert (gone["code"], "no.such.rule" in gone["sentence"]) == ("no_rule", True)
    assert ada.get("/titles/chess/rules/turn.once", 404)["error"]["code"] == "no_title"


def test_a_refusal_over_the_api_leads_to_its_statement(base: str) -> None:
    """A mixed game is played until the other book is cited; every cited statement can be fetched."""
    ada, bo = Client(base, "Ada"), Client(base, "Bo")
    dice, cited = random.Random(11), set()
    game = catalog.game("small-world", 2, "", {"mixed": "relics"})
    state = game.new()
    texts = [state.text(action) for action in dice.sample(game.all_actions(), 400)]
    made = ada.new_game(["me", "open"], title="small-world", options={"mixed": "relics"})["table"]["id"]
    bo.post(f"/games/{made}/seats/1/sit")
    for number in range(60):
        who = next((one for one in (ada, bo) if one.view(made)["choices"]), None)
        if who is None:
            break
        for text in dice.sample(texts, 6):
            why = who.get(f"/games/{made}/why?move={text}")
            if why["refusal"] is not None:
                cited.add(why["refusal"]["rule"])
        who.play(made, dice.choice(who.view(made)["choices"])["text"], id=f"m{number}")
    books = {rule: ada.get(f"/titles/small-world/rules/{rule}")["title"] for rule in cited}
    assert set(books.values()) == {"small-world", "underground"}, books
