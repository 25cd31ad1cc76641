"""A move in the reader's words: what its choice says, never how it is typed."""

from terrarium.kernel.contract import Choice, State
from terrarium.words import Words

LEFT_OUT: dict[str, object] = {"die": 0, "card": "none", "long": False, "acte": "acte"}
"""Facts that some choices of a verb leave out."""


def spell(words: Words, choice: Choice) -> str:
    """A choice as people would call it. `of` is what is typed after the verb, where no fact tells it."""
    key = f"choice.{choice.verb}"
    if not words.has(key):
        return choice.text
    rest = choice.text.partition(" ")[2].replace(" ", "_")
    return words.say(key, {**LEFT_OUT, "of": rest, **choice.facts})


def spell_text(words: Words, state: State, seat: int, text: str) -> str:
    """A move that is typed like this, as the choice it is in this position."""
    found = next((choice for choice in state.choices(seat) if choice.text == text), None)
    return text if found is None else spell(words, found)
