"""Unit files: what is read, what is refused with which line, and that the shipped schema says the same."""

import ast
import json
import re
import unicodedata
from pathlib import Path
from typing import Any

import pytest

from terrarium import catalog
from terrarium.kernel.contract import CHANCE, OVER, NotationError
from terrarium.kernel.dealer import Dealer
from terrarium.kernel.handmade import Problem
from terrarium.kernel.record import Record
from terrarium.kernel.replay import replay
from terrarium.smallworld.core import brew, vocabulary
from terrarium.smallworld.core.game import FamilyGame
from terrarium.smallworld.core.opcodes import ATTACKS, EFFECTS, QUESTIONS, WHOSE
from terrarium.words import LANGUAGES, Words
from terrarium.workshop import option_of, read_unit, schema
from tests.support.stand_ins import FAMILY

DOCS = Path(__file__).resolve().parents[2] / "docs" / "workshop.md"
EXAMPLES = re.findall(r"```toml\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
MICE = EXAMPLES[0]
HOOK = EXAMPLES[-1]
"""A relic."""


@pytest.mark.parametrize("text", EXAMPLES)
def test_the_examples_of_the_format_are_units(text: str) -> None:
    assert read_unit(text).problems == []


@pytest.mark.parametrize(
    "text",
    ["a." * 3000 + "b = 1", "a = " + "[" * 5000 + "]" * 5000, "[unit]\ntokens = nan", "[unit]\ntokens = 1e999",
     '{"unit": {"tokens": NaN}}', '{"unit": ' * 3000 + "1" + "}" * 3000],
)  # fmt: skip
def test_what_nobody_would_write_is_refused_with_a_sentence(text: str) -> None:
    file = read_unit(text)
    assert [problem.code for problem in file.problems] in (["syntax"], ["deep"], ["amount"])
    assert file.data == {}, "nothing that cannot be sent is sent back"
    for language in LANGUAGES:
        assert file.told(Words(language))


@pytest.mark.parametrize("line", ['{"unit":NaN}', '{"a":' * 3000 + "1" + "}" * 3000, "9" * 5000, "[]", ""])
def test_an_option_that_is_no_unit_is_refused(line: str) -> None:
    with pytest.raises(NotationError):
        catalog.game("small-world", 2, "", {"unit.mice": f"0123456789abcdef {line}"})


def test_a_unit_travels_with_the_record_of_its_game() -> None:
    name, value = option_of(read_unit(MICE))
    game = catalog.game("small-world", 3, "", {name: value})
    record = catalog.new_record(game)
    state = game.new()
    for _ in range(40):
        who = state.current_player()
        text = state.text(state.legal_actions()[-1])
        record.add(who, text)
        state.apply(state.parse(text))
    again = Record.parse(record.format())
    assert again.options == {name: value}
    assert replay(catalog.game_of(again), again).state.dump() == state.dump()
    line = catalog.write_position(game, state)
    assert catalog.read_position(line)[1].dump() == state.dump()


def test_a_unit_that_was_changed_on_the_way_is_refused() -> None:
    name, value = option_of(read_unit(MICE))
    with pytest.raises(NotationError) as caught:
        catalog.game("small-world", 2, "", {name: value.replace('"tokens":5', '"tokens":6')})
    assert caught.value.code == "unit_hash"


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ('kind = "relic"', 'kind = "relic"\ntokens = 3', "combo_only"),
        ('kind = "relic"', 'kind = "relic"\ndefence = 4', "range"),
        ('kind = "relic"', 'kind = "relic"\nfaction = "horde"', "race_only"),
        ('kind = "relic"', 'kind = "place"', "movers_only"),
        ('bring = "here"', 'move = "here"', "no_piece"),
        ('bring = "here"', "decline = true", "combo_only"),
        ('when = "conquered"', 'when = "picked"', "combo_only"),
        ('target = "mountain"', "flat = true", "flat"),
        ("price = -2", 'trait = "swims"', "combo_only"),
        ("price = -2", "income = { yield = \"held\" }", "yields"),
        ("price = -2", "toll = 1\nonce = true", "missing"),
        ("price = -2", 'price = { count = { lies = "No such id" } }', "id"),
        ("price = -2", 'link = { from = "spot", to = "held" }', "map_only"),
        ("[[unit.ability]]", '[unit.piece]\nid = "rope"\nname = {en = "Rope"}\nbars = true\n[[unit.ability]]', "bars"),
    ],
)  # fmt: skip
def test_what_a_thing_cannot_say(old: str, new: str, code: str) -> None:
    assert old in HOOK
    file = read_unit(HOOK.replace(old, new, 1))
    assert code in [problem.code for problem in file.problems]
    assert all(file.told(Words(language)) for language in LANGUAGES)


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ('lender = "skeletons"', 'lender = "own"', "missing"),
        ("tokens = 5", "tokens = 5\ndefence = 1", "thing_only"),
        ('"held"', '"spot"', "thing_only"),
        ('when = "deploying"', 'when = "found"', "thing_only"),
        ("recruit = { count", "bring = { not", "movers_only"),
        ("{ recruit = { count", '{ ask = "yes_no", whose = "player", then = { gain = 1 } } # { count', "region_only"),
    ],
)
def test_what_only_a_thing_can_say(old: str, new: str, code: str) -> None:
    assert old in MICE
    assert code in [problem.code for problem in read_unit(MICE.replace(old, new, 1)).problems]


def test_a_thing_lies_only_where_a_title_has_such_things() -> None:
    options = dict([option_of(read_unit(HOOK))])
    assert catalog.game("underground", 2, "", options)
    for title in ("small-world", "warcraft"):
        with pytest.raises(NotationError) as caught:
            catalog.game(title, 2, "", options)
        assert caught.value.code == "unit_thing"


def test_a_thing_travels_with_the_record_and_is_found() -> None:
    name, value = option_of(read_unit(HOOK))
    game = catalog.game("underground", 2, "", {name: value})
    assert isinstance(game, FamilyGame)
    state = game.start()
    record = catalog.new_record(game)
    wish, dealer = state.parse("find grappling_hook"), Dealer(4)
    code = -1
    while code != wish and (player := state.current_player()) != OVER:
        codes = state.legal_actions()
        code = wish if wish in codes else dealer.choose(state) if player == CHANCE else dealer.pick(codes)
        record.add(player, state.text(code))
        state.apply(code)
    found: Any = state.view(0)["things"]
    assert "grappling_hook" in [thing["name"] for thing in found]
    again = Record.parse(record.format())
    assert replay(catalog.game_of(again), again).state.dump() == state.dump()
    assert "use grappling_hook" in [state.text(code) for code in game.all_actions()]


def nested(levels: int) -> str:
    return "{ not = " * levels + '"held"' + " }" * levels


def test_nesting_is_bounded() -> None:
    text = MICE.replace('{ and = ["held", "farmland"] }', nested(6))
    assert read_unit(text).problems == []
    text = MICE.replace('{ and = ["held", "farmland"] }', nested(9))
    assert [problem.code for problem in read_unit(text).problems] == ["deep"]
    assert read_unit("format = " + "[" * 20_000).problems[0].code == "deep"


def test_a_moment_asks_once_and_a_question_asks_no_other() -> None:
    ask = 'do = [{ ask = "yes_no", then = { gain = 1 } }]'
    head = MICE.split("[[unit.ability]]")[0]
    one = f'{head}[[unit.ability]]\nwhen = "scored"\n{ask}\n'
    assert read_unit(one).problems == []
    assert [p.code for p in read_unit(one + f'[[unit.ability]]\nwhen = "scored"\n{ask}\n').problems] == ["ask_twice"]
    inside = one.replace("{ gain = 1 }", '{ ask = "yes_no" }')
    assert [p.code for p in read_unit(inside).problems] == ["ask_inside"]
    assert [p.code for p in read_unit(one.replace("scored", "lost")).problems] == ["ask_silent"]


def test_every_problem_has_a_sentence() -> None:
    # Beside a compiled module, whose own name has more parts.
    room = Path(brew.__file__).parent
    sources = [(room / name).read_text(encoding="utf-8") for name in ("brew.py", "orders.py", "phrases.py")]
    calls = [node for source in sources for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    wrongs = [call.args[1] for call in calls if isinstance(call.func, ast.Attribute) and call.func.attr == "wrong"]
    codes = {str(code.value) for code in wrongs if isinstance(code, ast.Constant)}
    assert len(codes) > 25
    for language in LANGUAGES:
        words = Words(language)
        assert [code for code in codes if not words.has(f"workshop.problem.{code}")] == []


@pytest.mark.parametrize("code", ["game", "tokens_lost", "disagree", "endless"])
def test_the_partner_with_whom_something_broke_is_called_by_name(code: str) -> None:
    file = read_unit(MICE)
    file.problems.append(Problem("unit.ability", code, {"partner": "dragon_master", "reason": "KeyError"}))
    for language, name in zip(LANGUAGES, ("Dragon Master", "馭龍", "驭龙"), strict=True):
        (told,) = file.told(Words(language, "small-world"))
        assert name in str(told["sentence"])
        assert "dragon_master" not in str(told["sentence"])


def test_the_shipped_schema_is_the_vocabulary() -> None:
    assert schema.FILE.read_text(encoding="utf-8") == schema.text()


@pytest.mark.parametrize("text", EXAMPLES)
def test_the_schema_takes_the_examples_and_refuses_a_wrong_word(text: str) -> None:
    jsonschema = pytest.importorskip("jsonschema")
    page = read_unit(text).data
    jsonschema.validate(page, schema.schema())
    wrong = json.loads(json.dumps(page).replace('"name"', '"nmae"'))
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(wrong, schema.schema())


def test_the_documented_words_are_all_there() -> None:
    told = set(re.findall(r"\w+", DOCS.read_text(encoding="utf-8")))
    known = [
        *vocabulary.MASKS,
        *vocabulary.MASKS_OF,
        *vocabulary.NUMBERS,
        *vocabulary.NUMBERS_OF,
        *vocabulary.SUMS,
        *vocabulary.CONDITIONS,
    ]
    known += [
        *vocabulary.CONDITIONS_OF,
        *vocabulary.COMPARED,
        *vocabulary.MOMENTS,
        *vocabulary.TRAITS,
        *vocabulary.KINDS,
        *vocabulary.AID_KEYS,
    ]
    known += [
        *vocabulary.PIECE_KEYS,
        *vocabulary.UNIT_KEYS,
        *EFFECTS,
        *ATTACKS,
        *QUESTIONS,
        *WHOSE,
        *vocabulary.UNIT_KINDS,
    ]
    assert [word for word in known if word not in told] == []


@pytest.mark.parametrize("text", [MICE, HOOK], ids=["mice", "hook"])
def test_a_file_may_begin_with_a_byte_order_mark(text: str) -> None:
    assert read_unit("\ufeff" + text).data == read_unit(text).data
    assert read_unit("\ufeff" + text).ok


@pytest.mark.parametrize("form", ["2", "true", "1.0", '"1"', "1970-01-01"])
def test_another_format_is_not_read(form: str) -> None:
    file = read_unit(MICE.replace("format = 1", f"format = {form}"))
    assert [problem.code for problem in file.problems] == ["format"]
    assert read_unit(MICE).ok


def test_a_date_is_no_number_and_is_told_in_its_line() -> None:
    file = read_unit(MICE.replace("tokens = 5", "tokens = 1970-01-01"))
    assert [(problem.where, problem.code) for problem in file.problems] == [("unit.tokens", "number")]
    assert file.told(Words("en"))[0]["line"] == 8


@pytest.mark.parametrize("title", FAMILY)
def test_nobody_is_called_as_the_natives_are(title: str) -> None:
    """Stored positions and maps tell natives by that word."""
    for old, new in (('id = "mice"', 'id = "natives"'), ("[[unit.ability]]", PIECE.format(id="natives"))):
        options = dict([option_of(read_unit(MICE.replace(old, new, 1)))])
        with pytest.raises(NotationError) as caught:
            catalog.game(title, 2, "", options)
        assert caught.value.code == "unit_taken"
    good = read_unit(MICE.replace("[[unit.ability]]", PIECE.format(id="native"), 1))
    assert catalog.game(title, 2, "", dict([option_of(good)]))


@pytest.mark.parametrize(
    "name", ["عفاريت", "עכברים", "Мыши", "ネズミ", "쥐", "หนูๆที่นี่", "चूहे", "ποντίκια", "Chuột", "é\u0323\u0324"]
)
def test_names_of_all_scripts(name: str) -> None:
    found = unicodedata.normalize("NFKC", name)
    assert read_unit(MICE.replace('en = "Mice"', f'en = "{found}"')).ok


@pytest.mark.parametrize(
    "name", ["", " ", "\u200b", "\u202emice", "🐭", "<b>", "{n}", "a\tb", "a" * 25, "e" + "\u0323" * 4]
)
def test_what_is_no_name(name: str) -> None:
    file = read_unit(json.dumps(named(name)))
    assert {problem.code for problem in file.problems} <= {"no_name", "letters", "long_name"}
    assert file.problems
    assert all(file.told(Words(language)) for language in LANGUAGES)


def named(name: str) -> dict[str, Any]:
    data: Any = json.loads(json.dumps(read_unit(MICE).data))
    data["unit"]["name"] = {"en": name}
    return dict(data)


PIECE = """[unit.piece]
id = "{id}"
name = {{ en = "Crumb" }}
[[unit.ability]]"""


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        (MICE.replace("tokens = 5", "tokens = nan"), "amount", 8),
        (MICE.replace("tokens = 5", "tokens = 1e400"), "amount", 8),
        (MICE.replace("tokens = 5", "tokens = " + "9" * 9_000), "amount", 8),
        ('{"format": 1,\n"unit": {"kind": NaN}}', "amount", 2),
        ('{"format": 1,\n"unit": {\n"tokens": ' + "9" * 9_000 + "}}", "amount", 3),
        ('{"format": 1,\n"unit": {"id": "odd",\n"id": "even"}}', "key_twice", 3),
        ('{"format": ' + "[" * 19_000, "deep", 1),
    ],
)
def test_what_parsers_would_take_or_tell_in_their_own_words_is_told_in_ours(text: str, code: str, line: int) -> None:
    for lang in LANGUAGES:
        (told,) = read_unit(text).told(Words(lang))
        assert (told["code"], told["line"]) == (code, line)
        assert "recursion" not in str(told["sentence"])
        assert "digits" not in str(told["sentence"])


@pytest.mark.parametrize(
    ("value", "said"),
    [("true", "true"), ('{ nand = ["forest"] }', '{"nand": ["forest"]}'), ("[1, 2]", "[1, 2]"), ('"castle"', "castle")],
)
def test_what_is_wrong_is_shown_as_a_file_spells_it(value: str, said: str) -> None:
    told = read_unit(MICE.replace('{ and = ["held", "farmland"] }', value)).told(Words("en"))
    assert [problem["sentence"] for problem in told] == [f"Line 12: “{said}” is no set of regions."]


@pytest.mark.parametrize(
    ("wrong", "code", "line", "word"),
    [
        ('income = 1\nwhere = "forrest"', "mask", 9, "forest"),
        ('incom = 1\nwhere = "forest"', "key", 8, "income"),
        ('when = "conqured"\ndo = { gain = 1 }', "word", 8, "conquered"),
        ('when = "conquered"\ndo = { gian = 1 }', "key", 9, "gain"),
        ('income = "round_"', "amount", 8, "round"),
        ('income = 1\nif = "activ"', "condition", 9, "active"),
        ('income = 1\nwere = "forest"', "key", 9, "where"),
    ],
)
def test_who_mistypes_a_word_is_told_which_one_is_near(wrong: str, code: str, line: int, word: str) -> None:
    head = 'format = 1\n[unit]\nkind = "power"\nid = "odd"\nname = { en = "Odd" }\ntokens = 3\n'
    found = read_unit(f"{head}[[unit.ability]]\n{wrong}\n")
    told = [found.told(Words(language, "small-world"))[0] for language in LANGUAGES]
    assert [(one["code"], one["line"]) for one in told] == [(code, line)] * len(LANGUAGES)
    assert all(word in str(one["sentence"]).rpartition("“")[2].rpartition("「")[2] for one in told)


def test_a_short_word_is_near_with_one_letter_wrong() -> None:
    found = read_unit(MICE.replace('kind = "race"', 'kind = "rase"'))
    assert "Is “race” meant?" in str(found.told(Words("en"))[0]["sentence"])


@pytest.mark.parametrize(
    ("said", "codes"),
    [
        ('prcie = -1\nwhere = "forrest"', [("key", 8), ("mask", 9)]),
        ('prcie = -1\nif = "activ"\nwhere = "hill"', [("key", 8), ("condition", 9)]),
        ('when = "end"\ndo = { gian = 1, if = "activ" }', [("key", 9), ("condition", 9)]),
    ],
)
def test_a_mistyped_key_hides_nothing_beside_it(said: str, codes: list[tuple[str, int]]) -> None:
    head = 'format = 1\n[unit]\nkind = "power"\nid = "odd"\nname = { en = "Odd" }\ntokens = 3\n'
    found = read_unit(f"{head}[[unit.ability]]\n{said}\n")
    assert [(one["code"], one["line"]) for one in found.told(Words("en"))] == codes


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ('if = "active"', "one_kind"),
        ("in_decline = true", "one_kind"),
        ('when = "end"\ndo = { if = "active" }', "one_effect"),
    ],
)
def test_a_word_that_may_stand_beside_is_not_taken_for_a_mistyped_one(said: str, code: str) -> None:
    head = 'format = 1\n[unit]\nkind = "power"\nid = "odd"\nname = { en = "Odd" }\ntokens = 3\n'
    (problem,) = read_unit(f"{head}[[unit.ability]]\n{said}\n").told(Words("en"))
    assert problem["code"] == code
    assert "meant" not in str(problem["sentence"])


ENDLESS = [
    ('link = { from = "hill", to = "mine" }\nif = { some = { linked = "held" } }', "link_asks"),
    ('link = { from = "hill", to = "mine" }\nif = { one_group = "held" }', "link_asks"),
    ('link = { from = "hill", to = "mine" }\nif = { some = { beside = "held" } }\nlasting = true', "link_asks"),
    ('link = { from = "hill", to = "mine" }\nif = { some = { chain = "held" } }', "link_asks"),
    ('link = { from = "hill", to = "mine" }\nif = { at_least = [{ yield = "held" }, 1] }', "link_asks"),
    ('link = { from = "hill", to = "mine" }\nif = { some = "aimed" }', "link_asks"),
    ('reach = "hill"\nif = { some = "aimed" }', "aimed"),
]


@pytest.mark.parametrize(("said", "code"), ENDLESS)
def test_what_would_ask_itself_without_end_is_refused(said: str, code: str) -> None:
    head = 'format = 1\n[unit]\nkind = "power"\nid = "odd"\nname = { en = "Odd" }\ntokens = 3\n[[unit.ability]]\n'
    file = read_unit(head + said)
    assert [problem.code for problem in file.problems] == [code]
    with pytest.raises(NotationError):
        catalog.game("small-world", 2, "", dict([option_of(file)]))
    assert read_unit(head + said.partition("\nif")[0]).ok
