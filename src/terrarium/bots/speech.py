"""A bot's thought in the reader's language: whole sentences, the most important first."""

from functools import reduce

from terrarium.bots.thought import Thought
from terrarium.kernel.contract import State
from terrarium.words import Words
from terrarium.words.moves import spell

EVEN = 0.35
"""Points below which two answers count as equally good."""


def sentences(words: Words, thought: Thought, before: State) -> list[str]:
    """What a thought says, sentence by sentence; `before` is the position it was thought in."""
    chosen = thought.chosen
    move = spell_text(words, before, thought.seat, chosen.move)
    found: list[str] = []
    if chosen.points:
        args = {"move": move, "points": number(chosen.points[thought.seat]), "lead": number(abs(chosen.lead))}
        found.append(words.say(f"bots.expects{standing(chosen.lead)}", args))
    else:
        args = {"move": move, "lead": number(abs(chosen.lead))}
        found.append(words.say(f"bots.lead{standing(chosen.lead)}", args))
    if chosen.chance >= 0:
        found.append(words.say("bots.chance", {"percent": round(100 * chosen.chance)}))
    if thought.others:
        other, cost = thought.others[0], thought.cost()
        key = "bots.alternative" if cost >= EVEN else ("bots.as_good" if cost > -EVEN else less(thought.less))
        other_move = spell_text(words, before, thought.seat, other.move)
        found.append(words.say(key, {"move": other_move, "cost": number(abs(cost))}))
    if thought.fear_choice:
        feared = spell(words, thought.fear, thought.fear_choice["verb"], thought.fear_choice["facts"])
        args = {"move": feared, "cost": number(thought.threat)}
        found.append(words.say("bots.fear", {**args, "seat": thought.fear_seat}))
    if thought.sources:
        lines = [f"{source(words, code)} {number(points)}" for code, points in thought.sources]
        text = reduce(lambda first, following: words.say("bots.list", {"first": first, "next": following}), lines)
        found.append(words.say("bots.sources", {"lines": text}))
    if thought.simulations:
        found.append(words.say("bots.simulations", {"n": thought.simulations}))
    return found


def less(why: str) -> str:
    """Which sentence tells of an answer that looks better; thoughts of before do not know why it was not given."""
    return f"bots.less.{why}" if why else "bots.less"


def spell_text(words: Words, state: State, seat: int, text: str) -> str:
    """A move that is typed like this, as the choice it is in this position."""
    found = next((choice for choice in state.choices(seat) if choice.text == text), None)
    return text if found is None else spell(words, text, found.verb, found.facts)


def standing(lead: float) -> str:
    """Which sentence tells a lead: nobody has a lead of minus one."""
    shown = round(lead, 1)
    return "" if shown > 0 else (".behind" if shown < 0 else ".even")


def source(words: Words, code: str) -> str:
    """The name of a source of points: a word of its own, or the unit's name."""
    key = f"source.{code}"
    return words.say(key) if words.has(key) else words.name(code)


def number(value: float) -> str:
    """One place after the point, and no zero below nought."""
    return f"{round(value, 1) + 0.0:.1f}".replace("-", "−")


def signed(value: float) -> str:
    """Points with their sign, also where they are gained."""
    return ("+" if round(value, 1) > 0 else "") + number(value)
