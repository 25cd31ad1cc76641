"""Units read like their rule sentence: words, no offsets; verbs are the only mutators."""

import re
from pathlib import Path

import pytest

FAMILY = Path(__file__).resolve().parent.parent.parent / "src" / "terrarium" / "smallworld"
TITLES = ("classic", "underground", "warcraft")
NO_UNITS = {"__init__.py", "kit.py"}
"""Files of a title that hold no unit: what makes the kit out of map files and options."""
UNIT_FILES = sorted(path for title in TITLES for path in (FAMILY / title).glob("*.py") if path.name not in NO_UNITS)

FORBIDDEN = {
    "the vector of the position": re.compile(r"\bv\[|\bd\.v\b"),
    "a shifted literal": re.compile(r"\b\d+ *<< *\w|\w *<< *\d+\b"),
    "an answer written out": re.compile(r"action\((YES|NO), self\.id"),
    "a question by its number": re.compile(r"\b128\b"),
    "a kind of piece by its number": re.compile(r"\bmarks\[\d|\bkit\.marks\["),
}


@pytest.mark.parametrize("path", UNIT_FILES, ids=[f"{path.parent.name}/{path.name}" for path in UNIT_FILES])
def test_a_unit_file_speaks_in_words(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for what, pattern in FORBIDDEN.items():
        found = pattern.search(text)
        assert found is None, f"{what}: line {text[: found.start()].count(chr(10)) + 1}"


@pytest.mark.parametrize("title", TITLES)
def test_pieces_faults_and_events_have_names(title: str) -> None:
    """What a title's `pieces.py` names gets its number when it is named; the kit numbers the kinds of piece."""
    for line in (FAMILY / title / "pieces.py").read_text(encoding="utf-8").splitlines():
        by_hand = re.match(r"[A-Z_]+: Final\[i64\] = (\d+)$", line)
        assert by_hand is None or int(by_hand[1]) < 10, line


def test_every_title_has_unit_files() -> None:
    assert {path.parent.name for path in UNIT_FILES} == set(TITLES)
    assert len(UNIT_FILES) > 10


@pytest.mark.parametrize(
    ("what", "line"),
    [
        ("the vector of the position", "        d.v[me * 7 + HAND] += 1"),
        ("the vector of the position", "        v[r * 3 + TOKENS] -= 1"),
        ("a shifted literal", "    moments: i64 = (1 << 3) | (1 << 9)"),
        ("a question by its number", "        if number_in(f) >= 128:"),
        ("an answer written out", "        out = append(out, action(NO, self.id, 0, 0))"),
        ("a kind of piece by its number", "        lay(d, d.kit.marks[HERO], r)"),
    ],
)
def test_a_number_would_be_found(what: str, line: str) -> None:
    assert FORBIDDEN[what].search(line)
