"""A move in the reader's words: what its choice says, never how it is typed."""

from collections.abc import Mapping

from terrarium.words import Words

LEFT_OUT: dict[str, object] = {"die": 0, "card": "none", "long": False, "acte": "acte"}
"""Facts that some choices of a verb leave out."""


def spell(words: Words, text: str, verb: str, facts: Mapping[str, object]) -> str:
    """A choice as people would call it. `of` is what is typed after the verb, where no fact tells it."""
    key = f"choice.{verb}"
    if not words.has(key):
        return text
    rest = text.partition(" ")[2].replace(" ", "_")
    return words.say(key, {**LEFT_OUT, "of": rest, **facts})
