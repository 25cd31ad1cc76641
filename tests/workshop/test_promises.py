"""What a unit promises is what the rules give: numbers they would cut, words that speak of nothing at their place and
conditions that nobody asks are refused, with the line they stand in. Games that were played with such units go on."""

import json
import re
from typing import Any

import pytest

from terrarium import catalog
from terrarium.kernel.contract import NotationError
from terrarium.smallworld.core import amounts, vocabulary
from terrarium.words import LANGUAGES, Words
from terrarium.workshop import neighbours
from terrarium.workshop.box import box_texts, boxes
from terrarium.workshop.examples import example_texts
from terrarium.workshop.files import UnitFile, option_of, read_unit
from terrarium.workshop.icons import listed, palette
from tests.workshop.test_files import DOCS

Page = dict[str, Any]
HEAD = 'format = 1\n[unit]\nkind = "{kind}"\nid = "odd"\nname = {{ en = "Odd" }}\n{tokens}[[unit.ability]]\n'


def unit(text: str, kind: str = "power") -> UnitFile:
    """A unit with this sentence, which begins in line 8."""
    tokens = "tokens = 3\n" if kind in vocabulary.COMBO else 'icon = "rat"\n'
    return read_unit(HEAD.format(kind=kind, tokens=tokens) + text)


def problems(file: UnitFile) -> list[tuple[str, int]]:
    return [(problem.code, file.line_of(problem.where)) for problem in file.problems]


@pytest.mark.parametrize(
    ("text", "line", "least", "most"),
    [
        ("price = 9", 8, -8, 8),
        ("price = -9", 8, -8, 8),
        ("income = -1", 8, 0, 20),
        ("turn_income = -2", 8, 0, 20),
        ("helpers = 20", 8, 0, 8),
        ("toll = 20", 8, 0, 5),
        ('where = "hill"\ntoll = 6', 9, 0, 5),
        ("losses = -1", 8, 0, 20),
        ("stays = 0", 8, 1, 20),
        ("stays = -1", 8, 1, 20),
        ('stays = { if = "active", then = 2 }', 8, 1, 20),
        ('when = "end"\ndo = { recruit = -1 }', 9, 0, 20),
        ('when = "end"\ndo = [{ gain = 1 }, { return = -3 }]', 9, 0, 20),
        ('when = "conquered"\ndo = { gain = -2 }', 9, 0, 20),
        ('when = "end"\ndo = { pay = -2 }', 9, 0, 20),
        ('when = "end"\ndo = { set_kept = -1 }', 9, 0, 20),
        ('turn_income = { if = "entering", then = 3, else = -3 }', 8, 0, 20),
        ('turn_income = { mul = [-1, { count = "held" }] }', 8, 0, 20),
        ('toll = { mul = [6, { count = "held" }] }', 8, 0, 5),
    ],
)
def test_a_number_that_the_rules_would_cut_is_refused(text: str, line: int, least: int, most: int) -> None:
    file = unit(text)
    assert problems(file) == [("bounds", line)]
    assert file.problems[0].details == {"least": least, "most": most}
    (told,) = file.told(Words("en"))
    assert told["sentence"] == (
        f"Line {line}: The rules keep this between {least} and {most}: write a number from {least} to {most}."
    )


@pytest.mark.parametrize("kind", amounts.AMOUNTS)
def test_the_least_and_the_most_may_be_written(kind: str) -> None:
    effect = kind not in vocabulary.KINDS
    for n in amounts.bounds_of(kind):
        assert problems(unit(f'when = "end"\ndo = {{ {kind} = {n} }}' if effect else f"{kind} = {n}")) == []


@pytest.mark.parametrize(
    ("text", "line", "word", "fact"),
    [
        ('turn_income = "killed"', 8, "killed", "attack"),
        ('turn_income = "tokens_here"', 8, "tokens_here", "region"),
        ('turn_income = 1\nif = { in = "forest" }', 9, "in", "region"),
        ('when = "start"\nif = "victim_active"\ndo = { gain = 2 }', 9, "victim_active", "victim"),
        ('price = -1\nif = "attacker_active"', 9, "attacker_active", "attacker"),
        ('price = "defenders"', 8, "defenders", "attack"),
        ('losses = "killed"', 8, "killed", "attack"),
        ('price = "lost"', 8, "lost", "losses"),
        ('price = -1\nwhere = "here"', 9, "here", "region"),
        ('when = "end"\nif = { in = "hill" }\ndo = { gain = 1 }', 9, "in", "region"),
        ('when = "conquered"\nif = "attacker_active"\ndo = { gain = 1 }', 9, "attacker_active", "attacker"),
        ('when = "lost"\nif = { victim_faction = "horde" }\ndo = { gain = 1 }', 9, "victim_faction", "victim"),
        ('when = "end"\ndo = { ask = "yes_no", then = { gain = "tokens_here" } }', 9, "tokens_here", "region"),
        ('when = "conquered"\ndo = { ask = "yes_no", then = { gain = "killed" } }', 9, "killed", "attack"),
        ('when = "end"\ndo = { ask = "opponent", then = { gain = "tokens_here" } }', 9, "tokens_here", "region"),
        ('when = "end"\ndo = { ask = "region", else = { gain = "tokens_here" } }', 9, "tokens_here", "region"),
    ],
)
def test_a_word_that_speaks_of_nothing_at_its_place_is_refused(text: str, line: int, word: str, fact: str) -> None:
    file = unit(text)
    assert problems(file) == [("unspoken", line)]
    assert file.problems[0].details == {"text": word, "fact": fact}
    for language in LANGUAGES:
        (told,) = file.told(Words(language))
        assert word in str(told["sentence"])


def test_what_a_thing_lies_in_is_not_the_region_in_question() -> None:
    file = unit('when = "end"\nif = { in = "spot" }\ndo = { gain = 1 }', "relic")
    assert problems(file) == [("unspoken", 9)]
    (told,) = file.told(Words("en", "underground"))
    assert told["sentence"] == "Line 9: “in” means nothing here: no region is spoken of."


@pytest.mark.parametrize(
    "text",
    [
        'price = "tokens_here"',
        'income = { count = { and = ["enemy", { adjacent = "here" }] } }',
        'toll = 1\nif = "attacker_active"',
        'losses = { sub = ["lost", 1] }',
        'when = "conquered"\nif = "victim_active"\ndo = { gain = "killed" }',
        'when = "struck"\nif = { all = ["attacker_active", { in = "hill" }] }\ndo = { gain = 1 }',
        'when = "end"\ndo = { ask = "region", then = { gain = "tokens_here" } }',
        'when = "conquered"\ndo = { ask = "yes_no", then = { gain = "tokens_here" } }',
    ],
)
def test_a_word_may_stand_where_what_it_speaks_of_is_known(text: str) -> None:
    assert problems(unit(text)) == []


def test_every_word_that_speaks_of_something_is_known_somewhere() -> None:
    known = {fact for facts in vocabulary.KNOWN.values() for fact in facts}
    assert known == set(vocabulary.SPOKEN)
    words = [*vocabulary.MASKS, *vocabulary.NUMBERS, *vocabulary.CONDITIONS, *vocabulary.CONDITIONS_OF]
    assert {word for row in vocabulary.SPOKEN.values() for word in row} <= {*words, "victim_faction"}


@pytest.mark.parametrize(
    ("beside", "codes"),
    [('if = "entering"', ["trait_always"]), ('in_decline = "only"', ["trait_always"]), ("in_decline = true", [])],
)
def test_a_trait_always_holds(beside: str, codes: list[str]) -> None:
    assert problems(unit(f'trait = "swims"\n{beside}')) == [(code, 9) for code in codes]


RESENT = 'when = "wronged"\ndo = { resent = true }'
NAMING = 'when = "end"\ndo = { ask = "opponent" }'
COUNTS = 'when = "conquered"\ndo = { set_kept = { add = ["kept", 1] } }'
RESENTED = 'price = -1\nwhere = "resented"'
NAMED = 'forbid = true\nif = "attacker_named"'
PAID = 'turn_income = "kept"'
FORGETS = 'when = "scored"\ndo = { set_kept = 0 }'


@pytest.mark.parametrize(
    ("first", "other", "lines"),
    [
        (RESENT, COUNTS, [12, 12]),
        (RESENTED, COUNTS, [12, 12]),
        (RESENT, PAID, [11]),
        (NAMING, PAID, [11]),
        (NAMED, COUNTS, [12, 12]),
        (COUNTS, RESENT, [12]),
        (RESENT, NAMING, [12]),
        (NAMED, RESENTED, [12]),
        (RESENT, RESENTED, []),
        (NAMING, NAMED, []),
        (COUNTS, PAID, []),
        (RESENT, FORGETS, []),
        (NAMING, FORGETS, []),
        (COUNTS, FORGETS, []),
    ],
)
def test_a_unit_remembers_one_kind_of_thing_from_turn_to_turn(first: str, other: str, lines: list[int]) -> None:
    """Counts, who attacked and who was named lie in one place."""
    file = unit(f"{first}\n[[unit.ability]]\n{other}")
    assert problems(file) == [("kept_twice", line) for line in lines]
    assert file.plays
    assert all("set_kept = 0" in str(told["sentence"]) for lang in LANGUAGES for told in file.told(Words(lang)))


@pytest.mark.parametrize(
    "text",
    [
        RESENT + "\n[[unit.ability]]\n" + COUNTS,
        "toll = 20",
        'turn_income = "killed"',
        'trait = "swims"\nif = "entering"',
        "stays = 0",
    ],
)
def test_what_was_played_goes_on_being_played(text: str) -> None:
    file = unit(text)
    assert problems(file)
    assert catalog.game("small-world", 2, "", dict([option_of(file)]))


@pytest.mark.parametrize(
    ("icon", "word"),
    [("skeletn", "skeleton"), ("Skeleton", ""), ("dragon", "dragon-head"), ("mouse", ""), ("no-such-icon", "")],
)
def test_an_icon_that_cannot_be_drawn_is_refused(icon: str, word: str) -> None:
    file = read_unit(HEAD.format(kind="relic", tokens=f'icon = "{icon}"\n') + "income = 1")
    assert problems(file) == [("palette", 6)]
    assert file.plays
    for language in LANGUAGES:
        (told,) = file.told(Words(language))
        assert icon in str(told["sentence"])
        assert word in str(told["sentence"])


def test_every_icon_of_ours_is_in_the_palette() -> None:
    texts = [*example_texts().values(), *(text for title in boxes() for text in box_texts(title).values())]
    shown = {icon for text in texts for icon in re.findall(r'^icon = "(.*)"', text, re.MULTILINE)}
    assert len(shown) > 60
    assert shown <= set(palette())


def test_the_docs_name_every_icon() -> None:
    """`python -m tools.palette` writes them anew."""
    page = DOCS.read_text(encoding="utf-8")
    assert "`rat`" in page
    assert listed(page, palette()) == page


def test_no_heap_of_such_problems_hides_what_would_break_the_rules() -> None:
    rows = [{"when": time, "do": [{"pay": -1}] * 6} for time in list(vocabulary.MOMENTS)[:8]]
    page = {"kind": "race", "id": "odd", "name": {"en": "Odd"}, "ability": rows, "tokens": 40}
    page = {key: page[key] for key in ("kind", "id", "name", "ability")} | {"tokens": 3, "icon": 7}
    file = read_unit(json.dumps({"format": 1, "unit": page}))
    with pytest.raises(NotationError):
        catalog.game("small-world", 2, "", dict([option_of(file)]))


def test_the_lab_suggests_nothing_that_the_rules_would_cut() -> None:
    file = unit("toll = 5\n[[unit.ability]]\nincome = 1\n[[unit.ability]]\nprice = -8")
    near = [other for _, other in neighbours.neighbours(file, Words("en"))]
    amount = [other.data["unit"]["ability"] for other in near]  # type: ignore[index]
    assert not [rows for rows in amount if {"toll": 6} in rows or {"income": 0} in rows or {"price": -9} in rows]
    assert [rows for rows in amount if {"toll": 4} in rows]
