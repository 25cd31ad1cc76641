"""Neighbours of a unit: the same with one thing changed, so that the lab can tell what brings it nearer to even."""

import copy
import json
from itertools import zip_longest
from typing import Any

from terrarium.smallworld.core.vocabulary import MOST_BADGE, MOST_BANNER, MOST_DEFENCE
from terrarium.words import Words
from terrarium.workshop.files import UnitFile, read_unit


def neighbours(file: UnitFile, words: Words) -> list[tuple[str, UnitFile]]:
    """The unit with a token (a thing: a point of defence) more or less, with each sentence left out, and with an amount
    more or less, the sentences in turn; each with what was changed. What is tried of them are the first ones."""
    page: Any = file.data["unit"]
    key, most = "tokens", MOST_BANNER if page["kind"] == "race" else MOST_BADGE
    if file.unit.chapter:
        key, most = "defence", MOST_DEFENCE
    amount = page.get(key, 0)
    found = [
        (words.say(f"workshop.change.{key}", {"n": other}), changed_copy(file, [key], other))
        for other in (amount - 1, amount + 1)
        if 0 <= other <= most
    ]
    sentences = page.get("ability", [])
    for place in range(len(sentences)):
        less = changed_copy(file, ["ability", place], None)
        found.append((words.say("workshop.change.without", {"n": place + 1}), less))
    turned = [amounts_of(file, place, sentence, words) for place, sentence in enumerate(sentences)]
    for row in zip_longest(*turned):
        found += [one for one in row if one is not None]
    return [(change, other) for change, other in found if other is not None]


def amounts_of(file: UnitFile, place: int, sentence: Any, words: Words) -> list[tuple[str, UnitFile | None]]:
    """A unit with each amount of one of its sentences one less and one more."""
    found = []
    for path, amount in amounts(sentence, []):
        for other in (amount - 1, amount + 1):
            args = {"n": place + 1, "old": amount, "new": other}
            changed = changed_copy(file, ["ability", place, *path], other) if other else None
            found.append((words.say("workshop.change.amount", args), changed))
    return found


def amounts(value: Any, path: list[str | int]) -> list[tuple[list[str | int], int]]:
    """Plain amounts of a sentence that may be turned up or down, with their places."""
    found: list[tuple[list[str | int], int]] = []
    if isinstance(value, dict):
        for key, inner in value.items():
            plain = key in ("price", "income", "turn_income", "toll", "recruit", "gain", "fixed", "helpers")
            if plain and isinstance(inner, int) and not isinstance(inner, bool):
                found.append(([*path, key], inner))
            elif key != "if":
                found += amounts(inner, [*path, key])
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            found += amounts(inner, [*path, place])
    return found


def changed_copy(file: UnitFile, path: list[Any], value: int | None) -> UnitFile | None:
    """The unit with something else at a place, or without it; None if that is no unit."""
    data = copy.deepcopy(file.data)
    spot: Any = data["unit"]
    for key in path[:-1]:
        spot = spot[key]
    if value is None:
        del spot[path[-1]]
    else:
        spot[path[-1]] = value
    found = read_unit(json.dumps(data))
    return None if found.problems else found


def left_out(file: UnitFile, other: UnitFile) -> int | None:
    """Which sentence a neighbour lacks; None where it has them all."""
    had, has = sentences_of(file), sentences_of(other)
    if len(has) >= len(had):
        return None
    return next((place for place, pair in enumerate(zip(had, has, strict=False)) if pair[0] != pair[1]), len(has))


def sentences_of(file: UnitFile) -> list[Any]:
    page: Any = file.data["unit"]
    found: list[Any] = page.get("ability", [])
    return found


def with_worth(file: UnitFile, worth: list[float]) -> dict[str, Any]:
    """The data of a unit with what bots should hold it worth, before its longer parts."""
    page: Any = file.data["unit"]
    parts = {key: page[key] for key in ("piece", "ability") if key in page}
    plain = {key: value for key, value in page.items() if key not in parts}
    return {**file.data, "unit": {**plain, "worth": worth, **parts}}
