"""The workshop's bench: what a unit may say, what a draft says and what is wrong with it, what regions cost it, and
random games with every partner."""

from collections.abc import Iterator
from typing import Any

from terrarium.kernel.contract import Title
from terrarium.kernel.handmade import Problem as Fault
from terrarium.server.errors import Problem
from terrarium.server.workshop import units
from terrarium.tab.doors import Asked, Flowing, door
from terrarium.words import Words
from terrarium.workshop import trial
from terrarium.workshop.files import MOST_TEXT, UnitFile, read_unit
from terrarium.workshop.sample import sample

GAMES = 2
"""Random games with each partner: a browser counts a hundredth of what compiled rules do."""


def drafted(asked: Asked) -> tuple[Title, str]:
    """The title and the text of a draft."""
    title = units.title_of(asked.house.titles, asked.wish("title", str, ""))
    text: str = asked.wish("text", str, "")
    if len(text) > MOST_TEXT:
        raise Problem(422, "bad_request", what="text")
    return title, text


@door("GET", "/workshop")
def lies_there(asked: Asked) -> object:
    """What lies on the bench."""
    return units.laid_out(asked.house.titles, asked.query.get("title", ""))


@door("POST", "/workshop/text")
def told(asked: Asked) -> object:
    """What a draft does, sentence by sentence, or what is wrong with it and where."""
    title, text = drafted(asked)
    return units.told(read_unit(text), title.id, asked.lang)


@door("POST", "/workshop/prices")
def prices(asked: Asked) -> object:
    """What the regions of a sample map cost a unit: with its sentences, and without them."""
    title, text = drafted(asked)
    file, _ = units.playable(title.id, text, asked.lang)
    return sample(file, title.id, asked.wish("seed", int, 1))


@door("POST", "/workshop/check")
def check(asked: Asked) -> object:
    """Random games with every partner in which nothing may break, told partner by partner."""
    title, text = drafted(asked)
    file, words = units.playable(title.id, text, asked.lang)
    return Flowing(checked(title.id, file, words))


def checked(title: str, file: UnitFile, words: Words) -> Iterator[dict[str, Any]]:
    game, fault = trial.game_with(file, title)
    partners = [] if game is None else trial.partners_of(game, file)
    faults: list[Fault] = [fault] if fault else []
    games = 0
    for place in range(len(partners)):
        assert game is not None
        for number in range(GAMES):
            fault = trial.with_partner(game, file, place, 1, number)
            games += 1
            if fault:
                faults.append(fault)
                break
        yield units.step(partners, place + 1, games, GAMES, faults, False)
    file.problems += faults
    yield {
        **units.step(partners, len(partners), games, GAMES, faults, True),
        "ok": file.ok,
        "problems": file.told(words),
    }
