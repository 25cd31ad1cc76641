"""Plural forms of any language: those of the record are CLDR's, and a language with more of them only needs its entry.

The browser's side of it is `web/src/lib/words.test.ts`.
"""

import json
from importlib import import_module
from pathlib import Path

import pytest

from terrarium import words
from terrarium.titles import SPOKEN, Language
from terrarium.words import Words
from terrarium.words.messages import Message, Slot, read

POLISH = Language(
    "pl",
    "polski",
    ("pl",),
    ("one", "few", "many"),
    "n == 1 ? 0 : n % 10 >= 2 && n % 10 <= 4 && (n % 100 < 12 || n % 100 > 14) ? 1 : 2",
)
ARABIC = Language(
    "ar",
    "العربية",
    ("ar",),
    ("zero", "one", "two", "few", "many", "other"),
    "n == 0 ? 0 : n == 1 ? 1 : n == 2 ? 2 : n % 100 >= 3 && n % 100 <= 10 ? 3 : n % 100 >= 11 ? 4 : 5",
)


@pytest.mark.parametrize("language", [*SPOKEN, POLISH, ARABIC], ids=lambda language: language.tag)
def test_forms_are_those_of_cldr(language: Language) -> None:
    core = pytest.importorskip("babel.core")
    rule = core.Locale.parse(language.tag, sep="-").plural_form
    assert [language.form(n) for n in range(1200)] == [rule(n) for n in range(1200)]


@pytest.mark.parametrize(
    ("language", "text", "said"),
    [
        (
            POLISH,
            "{n, plural, one {# żeton} few {# żetony} many {# żetonów} other {# żetonu}}",
            {0: "0 żetonów", 1: "1 żeton", 2: "2 żetony", 5: "5 żetonów", 12: "12 żetonów", 22: "22 żetony"},
        ),
        (
            ARABIC,
            "{n, plural, =7 {سبعة} zero {صفر} one {قطعة} two {قطعتان} few {# قطع} many {# قطعة} other {# قطع}}",
            {0: "صفر", 1: "قطعة", 2: "قطعتان", 3: "3 قطع", 7: "سبعة", 11: "11 قطعة", 100: "100 قطع"},
        ),
    ],
    ids=["pl", "ar"],
)
def test_a_new_language_brings_its_own_forms(
    language: Language, text: str, said: dict[int, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / language.tag).mkdir()
    (tmp_path / language.tag / "common.json").write_text(json.dumps({"tokens": text}), encoding="utf-8")
    monkeypatch.setattr(words, "HERE", tmp_path)
    monkeypatch.setattr(words, "LANGUAGES", (*words.LANGUAGES, language.tag))
    monkeypatch.setattr(import_module("terrarium.titles"), "SPOKEN", (*SPOKEN, language))
    heard = Words(language.tag)
    assert {n: heard.say("tokens", {"n": n}) for n in said} == said


def plurals(message: Message, within: str = "") -> list[Slot]:
    """Every plural of a message. What `#` is in a select within a plural, libraries do not agree on."""
    found: list[Slot] = []
    for piece in message:
        if isinstance(piece, str):
            assert within != "select in plural" or "#" not in piece, message
            continue
        found += [piece] if piece.kind == "plural" else []
        inside = "select in plural" if piece.kind == "select" and within else within
        for branch in piece.branches.values():
            found += plurals(branch, "plural" if piece.kind == "plural" else inside)
    return found


@pytest.mark.parametrize("language", SPOKEN, ids=lambda language: language.tag)
def test_messages_use_the_forms_of_their_language(language: Language) -> None:
    for path in sorted((Path(str(words.HERE)) / language.tag).iterdir()):
        for key, text in json.loads(path.read_text(encoding="utf-8")).items():
            for slot in plurals(read(text)):
                forms = {form for form in slot.branches if not form.startswith("=")}
                assert forms <= {*language.forms, "other"}, (path.name, key)
                assert "other" in forms, (path.name, key)
