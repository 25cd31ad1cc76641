"""The mutation check itself: what it breaks, what it leaves alone, and that a weak test is found out."""

import ast
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tools.mutants import ROOT, TITLES, Benches, Verdict, figures, run, texts_of
from tools.mutation.lines import with_marks
from tools.mutation.operators import mutants_of
from tools.mutation.places import Places, Reviewed, parts_of

RULE = '''
from terrarium.smallworld.classic.numbers import TOLL


def price(tokens: int, mountain: bool, armed: bool) -> int:
    """Two, one more for a mountain and for each token; never less than one."""
    total = 2 + tokens
    if mountain and not armed:
        total += 1
    return max(total, 1)


def toll(coins: int) -> bool:
    """Who has enough coins may pass."""
    return coins >= TOLL
'''
BOOK = """
[conquest.cost]
en = "A region costs 2, 1 more for each token."
[conquest.toll]
en = "Passing takes 3 coins."
[conquest.told]
en = "Only told."
"""
TESTS = """
from terrarium.smallworld.classic.rule import price, toll
from tests.support.cites import cites


@cites("small-world", "conquest.cost")
def test_every_price():
    assert [price(n, m, a) for n in (0, 3, -9) for m in (False, True) for a in (False, True)] == [
        2, 2, 3, 2, 5, 5, 6, 5, 1, 1, 1, 1,
    ]


@cites("small-world", "conquest.toll", "conquest.told")
def test_the_rich_may_pass():
    assert toll(100)
"""


def checkout(root: Path) -> Path:
    """A tiny checkout: one rule, its book, one strong and one weak test."""
    files = {
        "src/terrarium/__init__.py": "",
        "src/terrarium/catalog.py": "import terrarium.smallworld.classic.rule\n",
        "src/terrarium/cli/__init__.py": "",
        "src/terrarium/cli/coverage.py": "",
        "src/terrarium/smallworld/__init__.py": "",
        "src/terrarium/smallworld/classic/__init__.py": "",
        "src/terrarium/smallworld/classic/numbers.py": "TOLL = 3\n",
        "src/terrarium/smallworld/classic/rule.py": RULE,
        "src/terrarium/rules/small-world.toml": BOOK,
        "tests/__init__.py": "",
        "tests/support/__init__.py": "",
        "tests/support/cites.py": "def cites(title, *statements):\n    return lambda test: test\n",
        "tests/rules/__init__.py": "",
        "tests/rules/test_planted.py": TESTS,
        "tests/meta/waivers.toml": "",
        "pyproject.toml": "[tool.pytest.ini_options]\n",
    }
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


def judged(root: Path, equivalent: list[dict[str, Any]]) -> tuple[list[Verdict], dict[str, dict[str, str]]]:
    places = {
        "conquest.cost": ["classic/rule:price"],
        "conquest.toll": ["classic/rule:toll", "classic/numbers:TOLL"],
    }
    reviewed = Reviewed({"small-world": places}, {"small-world": {"conquest.told": "no code"}}, equivalent)
    return run(checkout(root), ["small-world"], [], 100, 100, 1, 1, reviewed)


def test_a_weak_test_lets_breaks_survive_and_is_named(tmp_path: Path) -> None:
    verdicts, left_out = judged(tmp_path, [])
    strong = [verdict for verdict in verdicts if verdict.statement == "conquest.cost"]
    weak = [verdict for verdict in verdicts if verdict.statement == "conquest.toll"]
    assert {verdict.outcome for verdict in strong} == {"killed"}
    assert {verdict.by for verdict in strong} == {"tests/rules/test_planted.py::test_every_price"}
    # 100 coins are enough whether 2, 3 or 4 are asked for, and whether "enough" is at least or more.
    assert {(verdict.mutant.old.strip(), verdict.mutant.new.strip()) for verdict in weak} == {
        ("3", "2"), ("3", "4"), (">=", ">"),
    }  # fmt: skip
    assert {verdict.outcome for verdict in weak} == {"survived"}
    assert weak[0].tests == ["tests/rules/test_planted.py::test_the_rich_may_pass"]
    assert left_out == {"small-world": {"conquest.told": "no code"}}


def test_a_break_that_breaks_nothing_is_counted_apart(tmp_path: Path) -> None:
    same: dict[str, Any] = {"path": "smallworld/classic/rule.py", "old": " >= ", "new": " > ", "why": "said so here"}
    assert "equivalent" not in {verdict.outcome for verdict in judged(tmp_path, [{**same, "titles": ["warcraft"]}])[0]}
    verdicts, _ = judged(tmp_path, [same])
    apart = [verdict for verdict in verdicts if verdict.outcome == "equivalent"]
    assert [(verdict.statement, verdict.by) for verdict in apart] == [("conquest.toll", "said so here")]
    assert f"{len(verdicts) - 1} judged" in figures(verdicts)
    assert "2 survived" in figures(verdicts)
    assert "1 equivalent" in figures(verdicts)


PATIENT = """
from threading import Event


def test_waits_long():
    Event().wait(4)


def test_never_ends():
    while True:
        pass
"""


def test_what_hangs_is_told_by_work_and_not_by_the_clock(tmp_path: Path) -> None:
    """On a busy machine whatever runs takes long; only who has worked too long hangs."""
    root = checkout(tmp_path)
    (root / "tests" / "rules" / "test_patient.py").write_text(PATIENT, encoding="utf-8")
    benches = Benches(root, 1)
    try:
        names = ("waits_long", "never_ends")
        jobs = [
            {"id": i, "tests": [f"tests/rules/test_patient.py::test_{names[i]}"], "timeout": 3.0}
            for i in range(len(names))
        ]
        found = {names[answer["id"]]: (answer["hung"], answer["code"]) for answer in benches.run(jobs)}
    finally:
        benches.close()
    assert found == {"waits_long": (False, 0), "never_ends": (True, 1)}


def test_what_was_traced_is_kept_file_by_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another title's run, and one that was broken off, leave it; a changed test file is traced anew."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "kept"))
    (tmp_path / "kept").mkdir()
    traced: list[list[str]] = []
    answer = Benches.run

    def watched(benches: Benches, jobs: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        if "key" in jobs[0]:
            traced[-1] = [job["tests"][0].partition("::")[0] for job in jobs]
        return answer(benches, jobs)

    monkeypatch.setattr(Benches, "run", watched)
    root = checkout(tmp_path / "tree")
    other = root / "tests" / "rules" / "test_other.py"
    texts = TESTS.replace('"small-world"', '"underground"')
    for name in ("underground", "small-world", "underground"):
        traced.append([])
        (root / "src/terrarium/rules" / f"{name}.toml").write_text(BOOK, encoding="utf-8")
        other.write_text(texts, encoding="utf-8")
        run(root, [name], [], 1, 1, 1, 1, Reviewed())
    traced.append([])
    other.write_text(texts + "\n", encoding="utf-8")
    run(root, ["underground"], [], 1, 1, 1, 1, Reviewed())
    one, two = "tests/rules/test_other.py", "tests/rules/test_planted.py"
    assert traced == [[one], [two], [], [one]]


def test_a_run_that_is_broken_off_tells_what_it_has_judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answer = Benches.run

    def broken_off(benches: Benches, jobs: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        answers = answer(benches, jobs)
        yield next(answers)
        if "key" not in jobs[0]:
            yield next(answers)
            raise KeyboardInterrupt

    monkeypatch.setattr(Benches, "run", broken_off)
    verdicts, _ = judged(tmp_path, [])
    assert len(verdicts) == 2
    assert {verdict.outcome for verdict in verdicts} <= {"killed", "survived"}


def test_what_is_broken_and_what_is_left_alone() -> None:
    text = """
class Orcs(Ability):
    tokens: i64 = 5
    in_decline = True
    moments: i64 = (1 << 3) | (1 << 9)

    def price(self, d: Data, me: i64, region: i64) -> i64:
        if d.v[region * 3 + HOLDER] < 0 or self.armed:
            d.pop()
            d.say(E_ROLLED, 1)
            recall(d, 4)
        return -(d.kit.board.where[2] >> region & 1)
"""
    found = {(mutant.operator, mutant.old, mutant.new) for mutant in mutants_of("races.py", text)}
    assert found == {
        ("constant", "5", "6"),
        ("constant", "5", "4"),
        ("constant", "True", "False"),
        ("dropped mask term", "(1 << 3) | (1 << 9)", "(1 << 3)"),
        ("dropped mask term", "(1 << 3) | (1 << 9)", "(1 << 9)"),
        ("negated condition", CONDITION, f"not ({CONDITION})"),
        ("dropped condition", CONDITION, "(self.armed)"),
        ("dropped condition", CONDITION, "(d.v[region * 3 + HOLDER] < 0)"),
        ("and / or", CONDITION, "((d.v[region * 3 + HOLDER] < 0) and (self.armed))"),
        ("comparison", " < ", " >= "),
        ("dropped call", "recall(d, 4)", "pass"),
        ("constant", "4", "5"),
        ("constant", "4", "3"),
        ("dropped answer", "-(d.kit.board.where[2] >> region & 1)", "0"),
        ("sign", "-(d.kit.board.where[2] >> region & 1)", "(d.kit.board.where[2] >> region & 1)"),
    }


CONDITION = "d.v[region * 3 + HOLDER] < 0 or self.armed"


def test_a_map_told_wrongly() -> None:
    row = '    {"id": 3, "features": ["sea", "edge"], "natives": 1, "at": [0.1, 0.2], "borders": [1, 5]},\n'
    found = {(mutant.scope, mutant.new) for mutant in mutants_of("2p.json", f'  "rounds": 10,\n{row}')}
    assert found == {
        ("rounds", "11"), ("features sea", '["edge"]'), ("features edge", '["sea"]'), ("natives", "2"),
        ("natives", "0"), ("borders", "[5]"), ("borders", "[1]"),
    }  # fmt: skip


FAMILY = [title for title in TITLES if title != "terra-mystica"]
REVIEWED = Reviewed.read(ROOT / "tools" / "mutants.toml")


@cache
def places_of(title: str) -> Places:
    return Places(ROOT / "src" / "terrarium", title, {}, texts_of(ROOT, title), {}, REVIEWED)


@pytest.mark.parametrize("title", TITLES)
def test_every_reviewed_place_stands(title: str) -> None:
    """Whoever moves a rule takes its place along: each row and each text that a place names is found in the code."""
    places = places_of(title)
    used = {id: place for id in places.texts if (place := REVIEWED.place(title, id))}
    gone = [f"{id}: {part}" for id in used for place in used[id] for part in parts_of(place) if not places.at(part)]
    assert gone == []


def test_every_reviewed_statement_exists() -> None:
    known = {title: set(texts_of(ROOT, title)) for title in TITLES} | {
        "family": {id for title in FAMILY for id in texts_of(ROOT, title)}
    }
    for table in (REVIEWED.places, REVIEWED.left_out):
        assert set(table) <= set(known)
        assert {f"{title} {id}" for title in table for id in table[title] if id not in known[title]} == set()


def test_every_break_called_equivalent_exists_and_has_a_reason() -> None:
    everything = {mutant for title in TITLES for mutant in places_of(title).all}
    page = tomllib.loads((ROOT / "tools" / "mutants.toml").read_text(encoding="utf-8"))
    lost = []
    for entry in page["equivalent"]:
        assert set(entry) <= {"path", "scope", "row", "old", "new", "word", "titles", "why"}
        assert entry["why"].endswith(".")
        titles = entry.get("titles", [""])
        assert titles
        assert set(titles) <= {*TITLES, ""}
        reviewed = Reviewed(equivalent=[entry])
        if not all(any(reviewed.why_equivalent(mutant, title) for mutant in everything) for title in titles):
            lost.append(entry)
    assert lost == []


def test_parts_of_a_place() -> None:
    assert parts_of("core/verbs:leave") == ["core/verbs:leave"]
    assert parts_of("core/verbs:leave ~ QUEUE ~ TRAY") == [
        "core/verbs:leave ~ QUEUE", "core/verbs:leave ~ TRAY", "core/verbs:leave ~ QUEUE ~ TRAY",
    ]  # fmt: skip
    assert parts_of("pieces:marks ~ HOLE :: 1|True") == [
        "pieces:marks ~ HOLE :: 1|True", "pieces:marks ~ HOLE :: 1", "pieces:marks ~ HOLE :: True",
    ]  # fmt: skip


MARKED = '''
def winner(coins, tokens):
    """Who has most."""
    best = max(coins)
    if coins.count(best) == 1:
        return coins.index(best)
    elif not tokens:
        return -1
    for seat in range(len(coins)):
        try:
            if tokens[seat] == max(tokens): return seat
        except IndexError:
            seat = -1

    def again():
        return -1

    match tokens:
        case []:
            return 9
        case _:
            return again()
'''


@pytest.mark.parametrize(
    ("coins", "tokens", "lines"),
    [
        ([3, 5], [], {4, 5, 6}),
        ([5, 5], [], {4, 5, 7, 8}),
        ([5, 5], [1, 2], {4, 5, 7, 9, 10, 11}),
        ([5, 5], [float("nan")], {4, 5, 7, 9, 10, 11, 13, 15, 16, 18, 22}),
    ],
)
def test_marks_tell_which_statements_were_reached(coins: list[int], tokens: list[Any], lines: set[int]) -> None:
    marks = bytearray(40)
    names: dict[str, Any] = {"place": marks}
    exec(compile(with_marks(ast.parse(MARKED), "place"), "rule.py", "exec"), names)
    names["winner"](coins, tokens)
    assert {number for number, mark in enumerate(marks) if mark} == lines
    assert names["winner"].__doc__ == "Who has most."
