"""The word catalogues: the same keys and the same arguments in every language."""

import json
import re
from importlib import resources

import pytest

from terrarium.words import LANGUAGES, Words, branches, closing

FOLDER = resources.files("terrarium.words")
FILES = sorted(path.name for path in (FOLDER / "en").iterdir() if path.name.endswith(".json"))


def read(language: str, name: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((FOLDER / language / name).read_text(encoding="utf-8"))
    return found


def arguments(text: str) -> set[str]:
    """The names of the arguments a message uses, in branches too."""
    found: set[str] = set()
    at = 0
    while (at := text.find("{", at)) >= 0:
        end = closing(text, at)
        inside = text[at + 1 : end]
        found.add(inside.split(",")[0].strip())
        parts = inside.split(",", 2)
        if len(parts) == 3:
            for branch in branches(parts[2]).values():
                found |= arguments(branch)
        at = end + 1
    return found


@pytest.mark.parametrize("name", FILES)
def test_every_language_has_the_same_keys(name: str) -> None:
    keys = set(read("en", name))
    for language in LANGUAGES:
        assert set(read(language, name)) == keys


@pytest.mark.parametrize("name", FILES)
def test_messages_use_the_same_arguments(name: str) -> None:
    english = read("en", name)
    for language in LANGUAGES:
        for key, text in read(language, name).items():
            assert text.strip() == text or len(text.strip()) == 1, key  # a comma that joins keeps its space
            unknown = arguments(text) - arguments(english[key])
            assert not unknown, (language, key, unknown)


def test_no_language_is_missing_a_file() -> None:
    for language in LANGUAGES:
        assert sorted(path.name for path in (FOLDER / language).iterdir() if path.name.endswith(".json")) == FILES


@pytest.mark.parametrize("name", FILES)
def test_simplified_and_traditional_are_not_mixed(name: str) -> None:
    traditional, simplified = "這們個號過時從還將對發現區標記徵軍鐘", "这们个号过时从还将对发现区标记征军钟"
    only_hans = set(simplified) - set(traditional)
    only_hant = set(traditional) - set(simplified)
    for key, text in read("zh-Hant", name).items():
        assert not only_hans & set(text) - {"征"}, key
    for key, text in read("zh-Hans", name).items():
        assert not only_hant & set(text), key


def test_plural_select_and_names() -> None:
    words = Words("en", "small-world", ["Mara"])
    assert (
        words.say("event.picked", {"seat": 0, "tribe": "orcs", "power": "flying", "n": 0}) == "Mara took Flying Orcs."
    )
    assert words.say("event.picked", {"seat": 1, "tribe": "orcs", "power": "flying", "n": 1}).endswith("for 1 coin.")
    assert words.fill("{n, plural, =0 {none} one {# thing} other {# things}}", {"n": 3}, "") == "3 things"
    assert words.fill("{k, select, a {A} other {B {k}}}", {"k": "c"}, "") == "B c"
    assert words.sum([("region", 2), ("trolls", 2), ("mounted", -1)]) == "2 + Trolls 2 − Mounted 1"


def test_placeholders_are_all_closed() -> None:
    for language in LANGUAGES:
        for name in FILES:
            for key, text in read(language, name).items():
                assert text.count("{") == text.count("}"), (language, key)
                assert not re.search(r"\{\s*\}", re.sub(r"(=\d+|one|other|\w+) \{\}", "", text)), (language, key)
