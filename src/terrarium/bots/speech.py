"""A bot's thought in the reader's language: whole sentences, the most important first."""

from functools import reduce

from terrarium.bots.thought import Thought
from terrarium.words import Words

EVEN = 0.35
"""Points below which two answers count as equally good."""


def sentences(words: Words, thought: Thought) -> list[str]:
    """What a thought says, sentence by sentence."""
    chosen = thought.chosen
    found: list[str] = []
    if chosen.points:
        args = {"move": chosen.move, "points": number(chosen.points[thought.seat]), "lead": signed(chosen.lead)}
        found.append(words.say("bots.expects", args))
    elif chosen.lead:
        found.append(words.say("bots.lead", {"move": chosen.move, "lead": signed(chosen.lead)}))
    if chosen.chance >= 0:
        found.append(words.say("bots.chance", {"percent": round(100 * chosen.chance)}))
    if thought.others:
        other, cost = thought.others[0], thought.cost()
        key = "bots.alternative" if cost >= EVEN else ("bots.as_good" if cost > -EVEN else "bots.less_sure")
        found.append(words.say(key, {"move": other.move, "cost": number(abs(cost))}))
    if thought.fear:
        found.append(words.say("bots.fear", {"seat": thought.fear_seat, "move": thought.fear}))
    if thought.sources:
        lines = [f"{source(words, code)} {number(points)}" for code, points in thought.sources]
        text = reduce(lambda first, following: words.say("bots.list", {"first": first, "next": following}), lines)
        found.append(words.say("bots.sources", {"lines": text}))
    if thought.simulations:
        found.append(words.say("bots.simulations", {"n": thought.simulations}))
    return found


def source(words: Words, code: str) -> str:
    """The name of a source of points: a word of its own, or the unit's name."""
    key = f"source.{code}"
    return words.say(key) if words.has(key) else words.name(code)


def number(value: float) -> str:
    return f"{value:.1f}".replace("-", "−")


def signed(value: float) -> str:
    return f"{value:+.1f}".replace("-", "−")
