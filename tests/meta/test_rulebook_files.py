"""The living rulebook and its words: complete in three languages, in the agreed terms and the right script."""

import json
import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files

import pytest

from terrarium import catalog
from terrarium.kernel.rulebook import Rulebook
from terrarium.words import Words

LANGUAGES = ("en", "zh-Hant", "zh-Hans")
CHINESE = ("zh-Hant", "zh-Hans")
TITLES = ("small-world", "underground", "warcraft", "terra-mystica")

SECTIONS = {
    "small-world": {
        *("components", "setup", "turn", "market", "conquest", "losses", "die", "deploy", "abandon", "decline"),
        *("scoring", "end", "secret", "race", "power", "custom", "mixing"),
    },
    "underground": {
        *("components", "setup", "turn", "market", "conquest", "losses", "die", "deploy", "abandon", "decline"),
        *("scoring", "end", "secret", "things", "race", "power", "relic", "place", "mixing"),
    },
    "warcraft": {
        *("components", "setup", "turn", "market", "conquest", "losses", "die", "deploy", "abandon", "decline"),
        *("scoring", "faction", "marker", "end", "secret", "race", "power", "artifact", "place"),
        *("team", "coop"),
    },
    "terra-mystica": {
        *("components", "setup", "round", "turn", "goods", "reach", "spades", "build", "skip", "shipping", "digging"),
        *("upgrade", "magic", "convert", "leech", "cults", "towns", "bridges", "special", "pass", "end", "leaving"),
        *("favor", "card", "tile", "town", "faction"),
    },
}
UNITS = ("race", "power", "relic", "artifact", "place", "faction", "favor", "card", "tile", "town")
NAMES = ("劳拉地穴", "灵魂祭坛", "著名地点")
"""Names of the glossary that hold a word ruled out elsewhere."""

# Characters that exist in one script only, as traditional-simplified pairs; homographs (後/后, 里, 只) are left out.
PAIRS = (
    "個个種种標标記记區区戰战錢钱幣币與与無无這这還还進进過过開开關关對对應应當当會会來来時时從从條条塊块張张圖图"
    "領领點点數数樣样將将擇择組组獲获獎奖損损棄弃擊击敵敌營营礦矿農农澤泽脈脉龍龙靈灵獸兽亞亚馬马遜逊師师騎骑"
    "賈贾煉炼飛飞駐驻頑顽強强輪轮擲掷顆颗隨随順顺針针選选擴扩邊边緣缘鄰邻陸陆見见減减費费給给為为躍跃禦御軌轨"
    "側侧離离雙双幾几屬属處处實实讓让須须頂顶餘余隱隐許许話话說说請请論论護护賓宾贏赢轉转運运達达遠远適适"
)
TRADITIONAL_ONLY = set(PAIRS[0::2]) | set("後裡佔著並準遊於")
SIMPLIFIED_ONLY = set(PAIRS[1::2]) - set("几御余")

# Words the glossary rules out, older renderings its choices replace, and pronouns (其他, "other", is none).
# 輪次 is not a word for a turn; it names only the marker and its track.
AVOID = {
    "zh-Hant": re.compile(
        "金幣|區域|衰退|特裡同|禦龍|空閒|收納內襯|騎行|劫掠成性|英勇的|頑強的|富有的|棄守|投擲|您|妳|(?<!其)他|她|它"
        "|輪次(?!標誌|軌)"
    ),
    "zh-Hans": re.compile(
        "金币|区域|退场|衰退|空闲|鱼人|法师|定居点|聚居|指挥|林居|湿地|远洋|灵魂|刚烈|穴居|富豪|城堡|地穴|矿区|山峰|援军"
        "|徽记|胜利点数|投掷|您|妳|(?<!其)他|她|它|轮次(?!标志|轨)"
    ),
}

# Names that a title has by right though another title must not use the word.
NAMES_OF_THEIR_OWN = {"terra-mystica": ("混沌魔法师", "鱼人"), "warcraft": ("鱼人", "法师", "灵魂")}

HAN = "[\u4e00-\u9fff]"
HALF_WIDTH = re.compile(f"{HAN}[,.;:!?()]|[,.;:!?()]{HAN}")
MISSING_SPACE = re.compile(f"{HAN}[0-9A-Za-z]|[0-9A-Za-z]{HAN}")
STRAY_SPACE = re.compile(f"{HAN} +{HAN}|[，。：；、（）「」] | [，。：；、（）「」]")
QUOTES_OF_THE_OTHER_SCRIPT = {"zh-Hant": re.compile("[“”‘’]"), "zh-Hans": re.compile("[「」『』]")}
OPTION_MARK = {"en": "Option: ", "zh-Hant": "規則選項：", "zh-Hans": "规则选项："}


def unit_sections(title: str) -> list[str]:
    """Sections whose statements are about a unit; Warcraft tells of its factions as a rule, not as units."""
    return [section for section in UNITS if section != "faction" or title == "terra-mystica"]


def statements(title: str) -> dict[str, dict[str, str]]:
    """Every entry of a rulebook by its id; a unit's table holds its own entry and those below it."""

    def walk(prefix: str, table: dict[str, object]) -> Iterator[tuple[str, dict[str, str]]]:
        texts = {key: value for key, value in table.items() if isinstance(value, str)}
        if texts:
            yield prefix, texts
        for key, value in table.items():
            if isinstance(value, dict):
                yield from walk(f"{prefix}.{key}" if prefix else key, value)

    return dict(walk("", tomllib.loads(files("terrarium").joinpath(f"rules/{title}.toml").read_text("utf-8"))))


def words(title: str, language: str) -> dict[str, str]:
    path = files("terrarium").joinpath(f"words/{language}/{title}.json")

    def once(pairs: list[tuple[str, str]]) -> dict[str, str]:
        assert len({key for key, _ in pairs}) == len(pairs), f"a key occurs twice in {path}"
        return dict(pairs)

    catalogue: dict[str, str] = json.loads(path.read_text("utf-8"), object_pairs_hook=once)
    return catalogue


def texts(title: str, language: str) -> dict[str, str]:
    """All sentences and names of a title in one language, rulebook and catalogue together."""
    found = {f"rule {name}": entry.get(language, "") for name, entry in statements(title).items()} | words(
        title, language
    )
    for name in NAMES:
        found = {key: text.replace(name, "") for key, text in found.items()}
    return found


def offenders(title: str, language: str, pattern: re.Pattern[str]) -> list[str]:
    found = []
    for key, text in texts(title, language).items():
        for name in NAMES_OF_THEIR_OWN.get(title, ()):
            text = text.replace(name, "")
        if pattern.search(text):
            found.append(f"{key}: {text}")
    return found


@pytest.mark.parametrize("title", TITLES)
def test_every_statement_has_a_chapter_and_three_languages(title: str) -> None:
    for name, entry in statements(title).items():
        assert set(entry) - {"option"} == {"chapter", *LANGUAGES}, name
        assert all(text.strip() == text and text for text in entry.values()), name


@pytest.mark.parametrize("title", TITLES)
def test_the_book_is_read_in_the_order_its_file_names(title: str) -> None:
    """Set-up first, as one plays; what lies in the box comes last. Statements are numbered so."""
    book = catalog.rulebook(title)
    assert (book.chapters[0], book.chapters[-1]) == ("setup", "components")
    assert list(dict.fromkeys(statement.chapter for statement in book.statements)) == book.chapters
    assert [statement.number for statement in book.statements] == list(range(1, len(book.statements) + 1))
    file = list(statements(title))
    for chapter in book.chapters:
        told = [file.index(statement.id) for statement in book.statements if statement.chapter == chapter]
        assert told == sorted(told), chapter
    for statement in book.statements:
        section = statement.id.split(".")[0]
        if section in ("race", "power"):
            assert statement.chapter == f"{section}s", statement.id
    for sheet in catalog.title(title).sheets():
        assert sheet.chapter in book.chapters
    for language in LANGUAGES:
        assert all(Words(language, title).has(f"chapter.{name}") for name in book.chapters)
        assert Words(language, title).say(f"howto.{title}")


def test_a_statement_of_no_chapter_is_named() -> None:
    text = '[turn.first]\nchapter = "start"\n' + "".join(f'{language} = "x"\n' for language in LANGUAGES)
    assert Rulebook.parse("toy", 'chapters = ["start"]\n' + text, LANGUAGES).by_id["turn.first"].number == 1
    with pytest.raises(ValueError, match=r"turn\.first"):
        Rulebook.parse("toy", 'chapters = ["setup"]\n' + text, LANGUAGES)


@pytest.mark.parametrize("title", TITLES)
def test_ids_are_section_unit_slug(title: str) -> None:
    found = statements(title)
    for name in found:
        assert re.fullmatch(r"[a-z]+(\.[a-z0-9_]+){1,2}", name), name
        assert name.count(".") == 1 or name.split(".")[0] in unit_sections(title), name
    assert {name.split(".")[0] for name in found} == SECTIONS[title]


@pytest.mark.parametrize("title", TITLES)
def test_statements_are_sentences_told_once(title: str) -> None:
    for language in LANGUAGES:
        told = [entry[language] for entry in statements(title).values()]
        stop = "." if language == "en" else "。"
        assert [text for text in told if not text.endswith(stop)] == []
        assert len(set(told)) == len(told), language


@pytest.mark.parametrize("title", TITLES)
def test_an_option_is_named_exactly_where_a_statement_tells_both_readings(title: str) -> None:
    for name, entry in statements(title).items():
        for language in LANGUAGES:
            assert (OPTION_MARK[language] in entry[language]) == ("option" in entry), (name, language)


@pytest.mark.parametrize("title", TITLES)
def test_options_chapters_and_units_of_rulebook_and_catalogue_agree(title: str) -> None:
    found, catalogue = statements(title), words(title, "en")
    options = [entry["option"] for entry in found.values() if "option" in entry]
    assert sorted(options) == sorted(k.split(".")[1] for k in catalogue if re.fullmatch(r"option\.\w+", k))
    chapters = {entry["chapter"] for entry in found.values()}
    assert chapters == {k.split(".")[1] for k in catalogue if k.startswith("chapter.")}
    kinds = unit_sections(title)
    units = {name.split(".")[1] for name in found if name.split(".")[0] in kinds}
    assert units == {k.split(".")[1] for k in catalogue if k.startswith("about.")}
    assert [unit for unit in units if not {f"{kind}.{unit}" for kind in kinds} & set(found)] == []
    assert [unit for unit in units if f"name.{unit}" not in catalogue] == []
    races = {
        name.split(".")[1]
        for name in found
        if name.split(".")[0] in ("race", "faction") and name.split(".")[0] in kinds
    }
    assert races == {k.split(".")[1] for k in catalogue if k.endswith(".one")}


@pytest.mark.parametrize("title", TITLES)
def test_catalogues_have_the_same_keys_in_the_same_order(title: str) -> None:
    english = list(words(title, "en"))
    for language in CHINESE:
        assert list(words(title, language)) == english, language


@pytest.mark.parametrize("title", TITLES)
def test_lines_on_cards_are_short(title: str) -> None:
    assert [k for k, text in words(title, "en").items() if k.startswith("about.") and len(text) > 90] == []


@pytest.mark.parametrize("language", CHINESE)
@pytest.mark.parametrize("title", TITLES)
def test_chinese_punctuation_and_spacing(title: str, language: str) -> None:
    for pattern in (HALF_WIDTH, MISSING_SPACE, STRAY_SPACE, QUOTES_OF_THE_OTHER_SCRIPT[language]):
        assert offenders(title, language, pattern) == [], pattern.pattern


@pytest.mark.parametrize("language", CHINESE)
@pytest.mark.parametrize("title", TITLES)
def test_each_script_is_pure(title: str, language: str) -> None:
    foreign = SIMPLIFIED_ONLY if language == "zh-Hant" else TRADITIONAL_ONLY
    assert offenders(title, language, re.compile(f"[{''.join(sorted(foreign))}]")) == []


@pytest.mark.parametrize("language", CHINESE)
@pytest.mark.parametrize("title", TITLES)
def test_words_ruled_out_are_not_used(title: str, language: str) -> None:
    assert offenders(title, language, AVOID[language]) == []
