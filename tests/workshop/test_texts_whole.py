"""The generated text of a unit leaves nothing out that its data may say."""

import json
from typing import Any

import pytest

from terrarium.smallworld.core import vocabulary
from terrarium.words import LANGUAGES, Words
from terrarium.workshop.files import read_unit
from terrarium.workshop.text import card
from tests.workshop.test_texts import Page, told

AID: Page = {"aid": {"once": "turn"}}
LAY: Page = {"lay": "here"}
REGION: Page = {"ask": "region", "among": "held", "times": "stock", "then": LAY}
BESIDE: dict[str, tuple[Page, Any]] = {
    "price.where": ({"price": -1}, "hill"),
    "income.where": ({"income": 1}, "hill"),
    "reach.enters": ({"reach": "hill"}, True),
    "link.lasting": ({"link": {"from": "mine", "to": "hill"}}, True),
    "forbid.where": ({"forbid": True, "if": "attacker_active"}, "hill"),
    "toll.where": ({"toll": 1}, "hill"),
    "toll.prepaid": ({"toll": 1}, True),
    "toll.once": ({"toll": 1, "prepaid": True}, True),
    "toll.acts": ({"toll": 1, "prepaid": True}, True),
    "losses.where": ({"losses": 0}, "hill"),
    "losses.once": ({"losses": 0}, True),
    "when.do": ({"when": "end", "do": []}, {"gain": 1}),
}
"""What may stand beside each kind of sentence: one without it, and what is added."""
AIDS: dict[str, tuple[Page, Any]] = {
    "once": ({"fixed": 1}, "opponent"),
    "fixed": ({"once": "turn", "from_tray": True}, 2),
    "target": ({"once": "turn"}, "hill"),
    "needs": ({"once": "turn"}, "nothing"),
    "joins": ({"once": "turn"}, True),
    "from_tray": ({"once": "turn"}, True),
    "spares": ({"once": "turn"}, "all"),
    "rolls": ({"once": "turn", "from_tray": True}, "after"),
    "flat": ({"fixed": 1}, True),
    "fee": ({"once": "turn"}, 2),
}
ASKS: dict[str, tuple[Page, Any]] = {
    "among": (REGION, "hill"),
    "whose": ({**REGION, "among": "hill"}, "player"),
    "must": (REGION, True),
    "always": (REGION, True),
    "times": ({"ask": "region", "then": LAY}, "stock"),
    "same": (REGION, True),
    "then": ({"ask": "region"}, LAY),
    "else": (REGION, {"gain": 1}),
}
PIECES: dict[str, Any] = {
    "stock": 3, "most": 2, "defence": 1, "immune": True, "keeps": True, "shields": True, "returns": False,
    "lies": True, "bars": True,
}  # fmt: skip


def beside() -> list[tuple[str, Page, Page]]:
    """Every optional key, with a sentence that lacks it and the same one with it."""
    found: list[tuple[str, Page, Page]] = []
    for name, (page, value) in BESIDE.items():
        found.append((name, page, {**page, name.partition(".")[2]: value}))
    for key, (aid, value) in AIDS.items():
        found.append((f"aid.{key}", {"aid": aid}, {"aid": {**aid, key: value}}))
    found.append(("aid.tray", AID, {"aid": {"once": "turn", "needs": "tray"}}))
    for key, (ask, value) in ASKS.items():
        found.append((f"ask.{key}", {"when": "end", "do": ask}, {"when": "end", "do": {**ask, key: value}}))
    for kind in ("yes_no", "opponent"):
        for key in ("then", "else") if kind == "opponent" else ("then", "else", "times"):
            asked = {"ask": kind} if key == "then" else {"ask": kind, "then": {"recruit": 1}}
            more = {**asked, key: 2 if key == "times" else {"gain": 1}}
            found.append((f"{kind}.{key}", {"when": "end", "do": asked}, {"when": "end", "do": more}))
    rob = {"rob": "all"}
    found.append(("rob.immune_too", {"when": "end", "do": rob}, {"when": "end", "do": {**rob, "immune_too": True}}))
    told: list[Page] = [
        {"price": -1}, {"income": 1}, {"turn_income": 1}, {"reach": "hill"}, {"limit": "hill"},
        {"link": {"from": "mine", "to": "hill"}}, {"as_if_empty": "hill"}, {"helpers": 1}, {"toll": 1}, {"losses": 0},
        {"when": "end", "do": {"gain": 1}}, AID,
    ]  # fmt: skip
    for page in told:
        kind = next(iter(page))
        found.append((f"{kind}.if", page, {**page, "if": "entering"}))
        found.append((f"{kind}.in_decline", page, {**page, "in_decline": True}))
        found.append((f"{kind}.only", page, {**page, "in_decline": "only"}))
    return found


@pytest.mark.parametrize(("name", "page", "more"), beside(), ids=[name for name, _, _ in beside()])
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_that_a_sentence_may_add_is_left_out(language: str, name: str, page: Page, more: Page) -> None:
    piece = {"stock": 4} if "lay" in str([page, more]) or "stock" in str([page, more]) else None
    plain, full = (told(language, one, piece=piece) for one in (page, more))
    assert plain != full
    assert "none" not in plain + full


def test_every_optional_key_of_the_vocabulary_is_looked_at() -> None:
    assert set(BESIDE) == {f"{kind}.{key}" for kind, keys in vocabulary.KINDS.items() for key in keys}
    assert set(AIDS) == set(vocabulary.AID_KEYS)
    assert set(ASKS) == set(vocabulary.ASK_KEYS)
    assert set(PIECES) == set(vocabulary.PIECE_KEYS) - {"id", "name"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", PIECES)
def test_nothing_of_a_piece_is_left_out(language: str, key: str) -> None:
    base = {"id": "web", "name": {"en": "Web"}, **({"stock": 4} if key == "most" else {})}
    base |= {"lies": True} if key == "bars" else {}
    cards = []
    for piece in (base, {**base, key: PIECES[key]}):
        page = {"kind": "relic", "id": "odd", "name": {"en": "Odd"}, "piece": piece}
        file = read_unit(json.dumps({"format": 1, "unit": page}))
        assert file.problems == []
        cards.append(card(Words(language, "underground"), file))
    assert cards[0] != cards[1]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "more", [({"if": "active"}, {}), ({}, {"if": "active"}), ({}, {"in_decline": True}), ({"in_decline": "only"}, {})]
)
def test_what_is_counted_and_paid_out_leaves_nothing_out(language: str, more: tuple[Page, Page]) -> None:
    counted: Page = {"when": "conquered", "do": {"set_used": {"add": ["used", 1]}}}
    paid: Page = {"turn_income": "used"}
    assert told(language, counted, paid) != told(language, {**counted, **more[0]}, {**paid, **more[1]})


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_comes_when_a_lent_power_is_lost_is_told_unless_it_only_clears_away(language: str) -> None:
    left: Page = {"when": "left", "do": {"gain": 5}}
    assert told(language, {"price": -1}, left) != told(language, {"price": -1})
    assert told(language, {"price": -1}, {"when": "left", "do": {"set_kept": 0}}) == told(language, {"price": -1})
