"""Sentences for people, from the word catalogues: `words/<lang>/<file>.json`, keys to messages with named arguments."""

import json
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

LANGUAGES = ("en", "zh-Hant", "zh-Hans")
_PLAIN = re.compile(r"\{(\w+)(?:,\s*\w+)?\}")
_PLURAL = re.compile(r"\{(\w+),\s*plural,\s*((?:\w+|=\d+)\s*\{[^{}]*\}\s*)+\}")
_CASE = re.compile(r"(\w+|=\d+)\s*\{([^{}]*)\}")


@cache
def catalogue(lang: str) -> Mapping[str, str]:
    """Every message of one language, all files together."""
    merged: dict[str, str] = {}
    folder = files("terrarium") / "words" / lang
    if not folder.is_dir():
        return merged
    for entry in sorted(folder.iterdir(), key=lambda item: item.name):
        if entry.name.endswith(".json"):
            merged.update({k: v for k, v in json.loads(entry.read_text("utf-8")).items() if isinstance(v, str)})
    return merged


def best_language(wish: str) -> str:
    """The language of an Accept-Language header or a tag that is nearest to ours; English where none is."""
    for part in wish.split(","):
        tag = part.split(";")[0].strip()
        if tag in LANGUAGES:
            return tag
        lower = tag.lower()
        if lower.startswith("zh"):
            simplified = "hans" in lower or lower in ("zh", "zh-cn", "zh-sg", "zh-my")
            return "zh-Hans" if simplified else "zh-Hant"
        if lower.startswith("en"):
            return "en"
    return "en"


def sentence(lang: str, key: str, args: Mapping[str, object]) -> str:
    """The message `key` in this language with its arguments; English, then a general sentence, where it is missing."""
    message = catalogue(lang).get(key) or catalogue("en").get(key)
    if message is None:
        message = catalogue(lang).get("server.not_possible", "This is not possible.")
    return _fill(lang, message, args)


def _fill(lang: str, message: str, args: Mapping[str, object]) -> str:
    def plural(match: re.Match[str]) -> str:
        value = args.get(match[1], 0)
        cases = dict(_CASE.findall(match[0].split(",", 2)[2]))
        word = "one" if value == 1 and lang == "en" else "other"
        return str(cases.get(f"={value}", cases.get(word, cases.get("other", "")))).replace("#", str(value))

    def plain(match: re.Match[str]) -> str:
        value = args.get(match[1], "")
        return name(lang, value) if isinstance(value, str) else str(value)

    return _PLAIN.sub(plain, _PLURAL.sub(plural, message))


def name(lang: str, value: str) -> str:
    """What people call the unit, map or word with this id; the text itself where it has no name."""
    return catalogue(lang).get("name." + value, value)
