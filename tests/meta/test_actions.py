"""Terra Mystica's actions: every code is one somewhere, every question takes some, every fault rests on a statement."""

import fnmatch
import re

import pytest

from terrarium import catalog, words
from terrarium.terramystica import codes
from terrarium.terramystica.actions.all import ALL, KINDS, MENUS, NOT_ASKED, action_of
from terrarium.terramystica.actions.faults import FAULTS
from terrarium.terramystica.layout import F_TILE
from terrarium.terramystica.map.board import BASE
from terrarium.titles import LANGUAGES

NAMED = FAULTS[1:]


def test_every_code_is_an_action_at_some_question() -> None:
    homeless = [
        codes.text_of(BASE, code)
        for code in range(codes.END)
        if all(action_of(kind, code) is NOT_ASKED for kind in range(F_TILE, KINDS))
    ]
    assert homeless == []


def test_every_action_is_on_a_menu_and_every_question_has_one() -> None:
    assert {type(action).__name__ for action in ALL if not action.kinds} == set()
    assert [kind for kind in range(F_TILE, KINDS) if not MENUS[kind]] == []


def test_one_file_an_action() -> None:
    """What several share lies in a file that makes none: `space.py`, `dwelling.py`, `turning.py`."""
    homes = [type(action).__module__ for action in ALL]
    assert [home for home in set(homes) if homes.count(home) > 1] == []
    assert all(home.startswith("terrarium.terramystica.actions.") for home in homes)


def test_no_two_actions_claim_the_same_code_at_a_question() -> None:
    for kind in range(F_TILE, KINDS):
        for action in ALL:
            if kind in action.kinds:
                for code in action.codes:
                    assert action_of(kind, code) is action


@pytest.mark.parametrize(("code", "rule"), [(code, rule) for code, rule, _ in NAMED])
def test_every_fault_rests_on_a_statement(code: str, rule: str) -> None:
    assert fnmatch.filter(catalog.rulebook("terra-mystica").by_id, rule), code


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fault_has_a_sentence_that_asks_for_no_more_than_its_arguments(language: str) -> None:
    sentences = words.catalogue(language, "terra-mystica")
    for code, _, arguments in NAMED:
        given = {argument.partition("=")[0] for argument in arguments.split()}
        text = sentences[f"refusal.{code}"]
        wanted = {inside.split(",")[0].strip() for inside in re.findall(r"\{(\w+)", text)}
        assert wanted <= given, (code, text)
