"""What is wrong with a unit is told with the line it stands in."""

import json

import pytest

from terrarium.words import LANGUAGES, Words
from terrarium.workshop import read_unit
from terrarium.workshop.trial import game_with
from tests.workshop.test_files import HOOK, MICE


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ("tokens = 5", "tokens = 11", "range", 8),
        ('kind = "race"', 'kind = "power"', "race_only", 9),
        ('"farmland"', '"farmlnd"', "mask", 12),
        ('id = "mice"', 'id = "Mice"', "id", 4),
        ('en = "Mice"', f'en = "{"M" * 25}"', "long_name", 5),
        ('en = "Mice"', 'en = "<b>Mice"', "letters", 5),
        ('en = "Mice"', 'en = "Ｍice"', "letters", 5),
        ('when = "deploying"', 'when = "whenever"', "word", 11),
        ('when = "deploying"', 'when = "deploying"\nprice = 1', "one_kind", 10),
        ("format = 1", "format = 2", "format", 1),
        ("recruit", "conscript", "one_effect", 12),
        ("recruit = ", "recruit = 21 #", "syntax", 12),
        ('do = { recruit = { count = { and = ["held", "farmland"] } } }', 'do = { lay = "held" }', "no_piece", 12),
        ('do = { recruit = { count = { and = ["held", "farmland"] } } }', "do = { decline = true }", "not_then", 12),
    ],
)
def test_what_is_wrong_is_told_with_its_line(old: str, new: str, code: str, line: int) -> None:
    assert old in MICE
    file = read_unit(MICE.replace(old, new, 1))
    assert code in [problem.code for problem in file.problems]
    for language in LANGUAGES:
        told = next(problem for problem in file.told(Words(language)) if problem["code"] == code)
        assert told["line"] == line
        assert str(line) in str(told["sentence"])


IN_TABLES = """format = 1
[unit]
kind = "power"
id = "odd"
name.en = "Odd"
tokens = 3
[[unit.ability]]
[unit.ability.aid]
once = "turn"
fee = 1
[[unit.ability]]
when = "end"
[[unit.ability.do]]
gain = 1
[[unit.ability.do]]
"pay" = 1
"""


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ('"turn"', '"ever"', "word", 9),
        ("fee = 1", "fee = 9", "range", 10),
        ("gain = 1", 'gain = "lots"', "amount", 14),
        ('"pay" = 1', '"pay" = "lots"', "amount", 16),
        ('name.en = "Odd"', 'name.en = "<"', "letters", 5),
        ('"pay" = 1', "set_used = 1", "used_twice", 16),
    ],
)
def test_a_line_is_found_in_tables_within_tables(old: str, new: str, code: str, line: int) -> None:
    assert read_unit(IN_TABLES).problems == []
    assert old in IN_TABLES
    told = read_unit(IN_TABLES.replace(old, new, 1)).told(Words("en"))
    assert [(problem["code"], problem["line"]) for problem in told] == [(code, line)]


IN_LISTS = """format = 1
[unit]
kind = "power" # [no table]
id = "odd"
name = { en = "Odd", zh-Hant = '''
怪''' } # id = 7
tokens = 3
ability = [
  { price = -1, where = { or = [ # which "ones"
     "hill",
     { adjacent = "mine" },
  ] } },
  { income = 2 },
  { when = "end", do = [
     { gain = 1 },

     { "pay" = 5 }, { gain = 2 },
  ] },
]
worth = [1, 0.5, 0]
"""


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ("怪", "<", "letters", 5),
        ("price = -1", "price = -9", "bounds", 9),
        ('"hill"', '"hil"', "mask", 10),
        ('"mine"', '"mime"', "mask", 11),
        ("income = 2", "income = -2", "bounds", 13),
        ('"end"', '"ende"', "word", 14),
        ("gain = 1 }", "gain = -1 }", "bounds", 15),
        ('"pay" = 5', '"pay" = "]"', "amount", 17),
        ('"pay" = 5', 'set_used = { add = [1,\n 2,\n "usd"] }', "amount", 19),
        ("gain = 2 }", "gain = -2 }", "bounds", 17),
        ("0.5", "40.5", "worth", 20),
    ],
)
def test_a_line_is_found_in_lists_over_several_lines(old: str, new: str, code: str, line: int) -> None:
    assert read_unit(IN_LISTS).problems == []
    assert old in IN_LISTS
    for text in (IN_LISTS, IN_LISTS.replace("\n", "\r\n"), "\ufeff" + IN_LISTS):
        told = read_unit(text.replace(old, new, 1)).told(Words("en"))
        assert [(problem["code"], problem["line"]) for problem in told] == [(code, line)]


def test_a_line_is_found_in_json() -> None:
    page = read_unit(IN_TABLES).data
    text = json.dumps(page, indent=1).replace('"fee": 1', '"fee": 9').replace('"pay": 1', '"pay": "a \\" } lot"')
    told = read_unit(text).told(Words("en"))
    lines = [number for number, line in enumerate(text.splitlines(), 1) if '"fee"' in line or '"pay"' in line]
    assert [problem["line"] for problem in told] == lines
    assert len(lines) == 2


@pytest.mark.parametrize(
    ("text", "title", "where", "line"),
    [
        (MICE.replace('lender = "skeletons"', 'lender = "dwarves"'), "small-world", "unit.lender", 9),
        (MICE.replace('lender = "skeletons"', 'lender = "skeletonz"'), "small-world", "unit.lender", 9),
        (HOOK, "small-world", "unit.kind", 3),
        (MICE.replace('"mice"', '"trolls"'), "small-world", "unit.id", 4),
    ],
)
def test_what_a_title_cannot_take_is_told_with_its_line(text: str, title: str, where: str, line: int) -> None:
    file = read_unit(text)
    assert file.problems == []
    game, problem = game_with(file, title)
    assert game is None
    assert problem is not None
    file.problems = [problem]
    for language in LANGUAGES:
        (told,) = file.told(Words(language))
        assert (told["where"], told["line"]) == (where, line)
        assert "unit_" not in str(told["sentence"]), "a sentence, not a code"
