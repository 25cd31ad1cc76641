"""Sentences for people: the catalogues of the titles, and the server's own (`words/<lang>/server.json`)."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources

from terrarium.titles import SPOKEN, USUAL
from terrarium.words import LANGUAGES, Words

__all__ = ["LANGUAGES", "USUAL", "best_language", "messages", "sentence", "spoken"]


@cache
def messages(lang: str, title: str = "") -> dict[str, str]:
    """Every message of a language for a title, the server's own included."""
    own = resources.files("terrarium.words") / lang / "server.json"
    return {**json.loads(own.read_text("utf-8")), **Words(lang, title).messages}


def best_language(wish: str) -> str:
    """The language of an Accept-Language header or a tag that is nearest to ours; the first of ours where none is."""
    for part in wish.split(","):
        tag = part.split(";")[0].strip()
        if tag in LANGUAGES:
            return tag
        fits = [
            (len(start), language.tag)
            for language in SPOKEN
            for start in language.spoken
            if tag.lower().startswith(start.lower())
        ]
        if fits:
            return max(fits)[1]
    return USUAL


def spoken(lang: str, key: str, args: Mapping[str, object], title: str = "", names: Sequence[str] = ()) -> str:
    """The message `key` with its arguments; empty where no catalogue has it."""
    words = Words(lang, title, names)
    words.messages = messages(lang, title)
    return words.say(key, args) if words.has(key) else ""


def sentence(lang: str, key: str, args: Mapping[str, object], title: str = "") -> str:
    """The same, with a general sentence where there is none: nobody ever sees a raw code. A row that the rules refuse
    brings their reason along."""
    reason, details = args.get("reason"), args.get("reason_args")
    if isinstance(reason, str) and isinstance(details, Mapping):
        args = {**args, "because": spoken(lang, "refusal." + reason, details, title)}
    return spoken(lang, key, args, title) or messages(lang)["server.not_possible"]
