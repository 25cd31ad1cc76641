"""Each module says in its first sentence what it is, and the server uses one word for one idea."""

import ast
import tokenize
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parent.parent.parent / "src" / "terrarium"
MODULES = [path for path in sorted(SOURCE.rglob("*.py")) if path.stat().st_size]
SERVER = [path for path in MODULES if path.is_relative_to(SOURCE / "server")]
ELSEWHERE = {
    "frame": "a question on the stack of a position; what goes over a socket is a packet",
    "frames": "questions on the stack of a position; what goes over a socket are packets",
    "desk": "what a page of the browser acts with; advice is kept by the advisor",
    "match": "games of the arena; the server has tables",
    "speech": "how bots and the command line speak; the server has words",
    "notes": "a note is what a seat writes to itself; a record has a heading, a unit's memory is the rules'",
}
"""Names that mean something outside of the server, with the server's own words."""


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(SOURCE).with_suffix("").parts)


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_a_module_says_what_it_is(path: Path) -> None:
    said = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    assert said, "no first sentence"
    assert "." in said or ":" in said


def names_in(path: Path) -> set[str]:
    """Every name of the code, taken apart at underscores: `_frames` is `frames`."""
    with path.open("rb") as source:
        names = [token.string for token in tokenize.tokenize(source.readline) if token.type == tokenize.NAME]
    return {part.lower() for name in names for part in name.split("_")}


@pytest.mark.parametrize("path", SERVER, ids=name_of)
def test_the_server_uses_its_own_words(path: Path) -> None:
    for word in names_in(path) & set(ELSEWHERE):
        raise AssertionError(f"{word}: {ELSEWHERE[word]}")


def test_a_wrong_word_would_be_found(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.py"
    wrong.write_text("self._frames = MAX_FRAME\n", encoding="utf-8")
    assert names_in(wrong) >= {"frames", "frame"}
