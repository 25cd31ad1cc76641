"""No text made of data says a word twice, glues words together or mixes punctuation: all our units and a sample of
random ones, in every language."""

import json
import re
from collections.abc import Iterator
from random import Random

import pytest

from terrarium.words import LANGUAGES, Words
from terrarium.workshop.box import box_units
from terrarium.workshop.files import UnitFile, read_unit
from terrarium.workshop.text import Teller, statement
from tests.support.random_units import odd_unit
from tests.support.stand_ins import FAMILY
from tests.workshop.test_random_units import KINDS

SAMPLE = 500
CJK = "\u3400-\u9fff"
FULL = "，。：；、（）"
SLIPS = {
    "spaced": [
        r"\b(\w+) \1\b",
        r"\ba (?=[aeio])(?!one)",
        r"\ban (?=[^aeiou])",
        r"\b1 (?:tokens|coins|pieces|regions)\b",
        r"\b(?:0|[2-9]|[1-9][0-9]+) (?:token|coin|piece)\b",
        r"\+1 coins\b",
        r"\s[,.;:)]|\(\s|[,.;:]{2}|\s\s",
        f"[{FULL}]",
    ],
    "close": [
        rf"(?!地地)([{CJK}])\1",
        r"(地區|地区|标记|標記|每片|任何|所有|除非|然後|然后)\1",
        r"(的地區|的地区|一片|每片地區|每片地区)\1",
        rf"[{FULL}]{{2}}(?<!）[，。：；、（）])(?<!。[（])(?<![，：；、]（)|（）",
        rf"[{CJK}][,.;:!?()]|[,.;:!?()][{CJK}]",
        rf"\s[{FULL}]|[{FULL}]\s|\s\s",
        rf"[{CJK}][A-Za-z0-9]|[A-Za-z0-9][{CJK}]",
        rf"[{CJK}] [{CJK}]",
    ],
}
"""What no text may hold, in languages that part words by blanks and in others."""


def slips(words: Words, text: str) -> list[str]:
    found = SLIPS["spaced" if words.record.spaced else "close"]
    return [match.group() for slip in found for match in re.finditer(slip, text, re.IGNORECASE)]


def told(words: Words, file: UnitFile) -> Iterator[str]:
    yield from Teller(words, file).sentences()
    yield statement(words, file)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("title", FAMILY)
def test_no_text_of_our_units_stumbles(title: str, language: str) -> None:
    words = Words(language, title)
    found = [
        (name, text) for name, file in box_units(title).items() for text in told(words, file) if slips(words, text)
    ]
    assert found == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_of_a_random_unit_stumbles(language: str) -> None:
    words = Words(language, "warcraft")
    found: list[str] = []
    for seed in range(SAMPLE):
        page = odd_unit(Random(seed), KINDS)[0]
        named = {"en": "Odd", "zh-Hant": "蛛網", "zh-Hans": "蛛网"}
        for part in (page["unit"], page["unit"].get("piece", {})):
            part["name"] = named
        found += [f"{seed}: {text}" for text in told(words, read_unit(json.dumps(page))) if slips(words, text)]
    assert found == []


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("zh-Hant", "若有有原住民的地區，得 1 枚錢幣。"),
        ("zh-Hans", "若所有有地点的地区连成一片，得 1 枚钱币。"),
        ("zh-Hant", "每片你佔領的地區（海洋地區除外） +1 枚錢幣。"),
        ("zh-Hant", "衰落時：。"),
        ("zh-Hant", "收回所有Odd。"),
        ("zh-Hant", "得 1 枚錢幣,衰落後仍有效。"),
        ("zh-Hant", "你佔領的地區的地區。"),
        ("zh-Hant", "得1枚錢幣。"),
        ("en", "Gain 1 coins."),
        ("en", "+1 coins for each region."),
        ("en", "Take take 1 coin."),
        ("en", "If it is a edge region: gain 2 coin."),
        ("en", "After scoring: ."),
    ],
)
def test_a_slip_is_seen(language: str, text: str) -> None:
    assert slips(Words(language, "small-world"), text)
