"""The word catalogues: the same keys and the same arguments in every language."""

import ast
import json
import re
from importlib import resources
from pathlib import Path

import pytest

from terrarium import catalog
from terrarium.kernel import handmade
from terrarium.smallworld.core.events import EVENTS
from terrarium.smallworld.core.faults import FAULTS
from terrarium.titles import records
from terrarium.words import LANGUAGES, Words, catalogue, messages, sources

FOLDER = resources.files("terrarium.words")
TITLES = tuple(catalog.titles())
FILES = sorted(path.name for path in (FOLDER / "en").iterdir() if path.name.endswith(".json"))


def read(language: str, name: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((FOLDER / language / name).read_text(encoding="utf-8"))
    return found


def arguments(text: str) -> set[str]:
    """The names of the arguments a message uses, in branches too."""
    return messages.arguments(messages.read(text))


TOLD_AGAIN = {"kernel/handmade.py": "the rules read no file"}
"""Modules that name a language by its tag, with the reason."""


def texts_in(path: Path) -> list[str]:
    """The texts a module holds, but for docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    found = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in prose]
    return [node.value for node in found if isinstance(node.value, str)]


def names_a_language(text: str) -> bool:
    """Is it a tag, or does it hold one that is no syllable of anything else?"""
    return text in LANGUAGES or any(tag in text for tag in LANGUAGES if "-" in tag)


def test_languages_are_known_by_their_list_alone() -> None:
    """Code asks the list which languages there are, what they are like and which is usual."""
    root = Path(str(FOLDER)).parent
    named = {
        path.relative_to(root).as_posix()
        for path in root.rglob("*.py")
        if any(names_a_language(text) for text in texts_in(path))
    }
    assert named == set(TOLD_AGAIN)


@pytest.mark.parametrize("text", ["en", "zh-Hant", "en, zh-Hant or zh-Hans.", "--zh-Hans"])
def test_a_tag_would_be_found(text: str, tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text(f'"""Spoken in en."""\n\nHELP = "{text}"\n', encoding="utf-8")
    assert [found for found in texts_in(module) if names_a_language(found)] == [text]


def test_what_players_make_has_names_in_every_language() -> None:
    assert tuple(handmade.LANGUAGES) == LANGUAGES


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


@pytest.mark.parametrize("name", FILES)
def test_the_log_and_the_refusals_leave_nothing_out_in_any_language(name: str) -> None:
    english = read("en", name)
    for language in LANGUAGES:
        for key, text in read(language, name).items():
            if key.startswith(("event.", "refusal.")):
                assert arguments(text) == arguments(english[key]), (language, key)


FAMILY = tuple(title for title in TITLES if records()[title].family == "smallworld")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("title", FAMILY)
def test_every_refusal_that_rests_on_a_rule_of_a_title_has_its_sentence_there(title: str, language: str) -> None:
    rules, words = catalog.rulebook(title).by_id, Words(language, title)
    codes = {code for code, rule in FAULTS[1:] if rule in rules}
    assert len(codes) > 20
    assert sorted(code for code in codes if not words.has(f"refusal.{code}")) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_has_its_sentence(language: str) -> None:
    heard = set[str]().union(*(catalogue(language, title) for title in FAMILY))
    assert sorted(code for code, _, _ in EVENTS if f"event.{code}" not in heard) == []


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
    assert words.fill("{n, plural, =0 {none} one {# thing} other {# things}}", {"n": 3}) == "3 things"
    assert words.fill("{k, select, a {A} other {B {k}}}", {"k": "c"}) == "B c"
    assert words.sum([("region", 2), ("trolls", 2), ("mounted", -1)]) == "2 + Trolls 2 − Mounted 1"


def test_placeholders_are_all_closed() -> None:
    for language in LANGUAGES:
        for name in FILES:
            for key, text in read(language, name).items():
                assert text.count("{") == text.count("}"), (language, key)
                assert not re.search(r"\{\s*\}", re.sub(r"(=\d+|one|other|\w+) \{\}", "", text)), (language, key)


def own_and_family(language: str, title: str) -> dict[str, str]:
    """What a title says itself or with its family, its own words first."""
    name = f"{records()[title].family}.json"
    family = read(language, name) if name in FILES else {}
    return {**family, **read(language, f"{title}.json")}


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_of_a_title_never_leak_into_another(language: str) -> None:
    """Every key that several titles use for ideas of their own: each hears its own word, then its family's."""
    files = {title: read(language, f"{title}.json") for title in TITLES}
    shared = {key for title in TITLES for key in files[title] if any(key in files[o] for o in TITLES if o != title)}
    family = {key for title in TITLES for key in files[title] if key in own_and_family(language, "small-world")}
    assert {"name.natives", "terrain.mountain", "name.gnomes", "name.hidden"} <= shared | family
    for title in TITLES:
        heard, meant = catalogue(language, title), own_and_family(language, title)
        for key in sorted(shared | family):
            if key in meant:
                assert heard[key] == meant[key], (title, key)
            else:
                lender = files.get(records()[title].mixes_with, {})
                assert heard.get(key) == lender.get(key), (title, key)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("title", TITLES)
def test_no_line_about_a_unit_begins_with_the_name_that_stands_before_it(language: str, title: str) -> None:
    words = read(language, f"{title}.json")
    for key, text in words.items():
        if key.startswith("about."):
            name = words[f"name.{key.removeprefix('about.')}"]
            assert not text.lower().startswith(name.lower()), key


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("title", TITLES)
def test_a_title_hears_nobody_but_itself_its_family_and_whom_it_mixes_with(language: str, title: str) -> None:
    heard = catalogue(language, title)
    known = {key for name in sources(title) if f"{name}.json" in FILES for key in read(language, f"{name}.json")}
    assert set(heard) == known
    strangers = set(TITLES) - {title, records()[title].mixes_with}
    assert not strangers & set(sources(title))
    for key in read(language, f"{title}.json"):
        assert heard[key] == read(language, f"{title}.json")[key]


@pytest.mark.parametrize(
    ("title", "names"),
    [
        ("small-world", ("Lost Tribe", "失落部族", "失落部族")),
        ("underground", ("monsters", "怪物", "怪物")),
        ("warcraft", ("Murlocs", "魚人", "鱼人")),
    ],
)
def test_every_title_has_a_word_for_its_natives(title: str, names: tuple[str, ...]) -> None:
    assert tuple(Words(language, title).name("natives") for language in LANGUAGES) == names


def test_a_symbol_and_a_power_of_the_same_id_have_different_words() -> None:
    words = Words("en", "small-world")
    assert (words.terrain("magic"), words.name("magic")) == ("magic", "Magic")
    assert (words.terrain("mine"), words.terrain("mountain")) == ("mine", "mountain")
    assert Words("en", "underground").terrain("mine") == "Mine"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("title", ["", *TITLES])
def test_no_sentence_doubles_the_marks_of_a_title(title: str, language: str) -> None:
    """Names of titles bring their marks along: no sentence, with any title put in, sets a second pair around them."""
    words = Words(language, title)
    extra = [f"{name}.json" for name in ("table", "server", "hexes-table", "regions-table")]
    messages = {**words.messages, **{key: text for name in extra for key, text in read(language, name).items()}}
    rules = [statement.texts[language] for name in TITLES for statement in catalog.rulebook(name).statements]
    said = list(rules)
    for text in messages.values():
        for other in TITLES:
            said.append(words.fill(text, dict.fromkeys(arguments(text), other)))
            said.append(words.fill(text, dict.fromkeys(arguments(text), words.name(other))))
    assert [text for text in said if re.search("《[^》]*《|》》|《》", text)] == []
