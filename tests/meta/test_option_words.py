"""Whoever sets up a table reads words, never the code of an option's value."""

import pytest

from terrarium import catalog
from terrarium.words import LANGUAGES, Words

SWITCHES = ("yes", "no", "on", "off")
"""Values that answer the sentence of their option."""


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("title", list(catalog.titles()))
def test_every_option_and_value_has_words(title: str, lang: str) -> None:
    words = Words(lang, title)
    for option in catalog.title(title).options:
        assert words.has(f"option.{option.name}"), option.name
        for value in option.values:
            key = f"option.{option.name}.{value}"
            assert words.has(key) or (value in SWITCHES and len(option.values) == 2), key
