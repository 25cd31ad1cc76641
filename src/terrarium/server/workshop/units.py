"""The workshop's bench as a page tells it: what a unit may say, what a draft says, and what is wrong with it."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from terrarium.kernel.contract import Title
from terrarium.kernel.handmade import Problem as Fault
from terrarium.server.errors import Problem
from terrarium.smallworld.core import vocabulary
from terrarium.smallworld.core.ability import Ability
from terrarium.smallworld.core.game import FamilyGame
from terrarium.words import Words
from terrarium.workshop import examples, schema
from terrarium.workshop.box import terrains_of
from terrarium.workshop.files import UnitFile, option_of, read_unit
from terrarium.workshop.text import Teller, teach
from terrarium.workshop.trial import tried


def title_of(titles: Mapping[str, Title], name: str) -> Title:
    """A title that takes units; Problem 404 where there is none."""
    title = titles.get(name)
    if title is None or not title.guests:
        raise Problem(404, "no_title", title=name)
    return title


@cache
def spoken() -> dict[str, object]:
    return schema.schema()


def laid_out(titles: Mapping[str, Title], name: str) -> dict[str, object]:
    """What lies on the bench: the titles that take units, the vocabulary as JSON Schema, and examples to begin from."""
    taking = [found.id for found in titles.values() if found.guests]
    if not taking:
        raise Problem(404, "no_title", title=name)
    chosen = title_of(titles, name or taking[0])
    return {
        "titles": taking,
        "title": chosen.id,
        "schema": spoken(),
        "masks": list(vocabulary.MASKS),
        "terrains": terrains_of(chosen),
        "races": chosen.races,
        "powers": chosen.powers,
        "kinds": kinds_of(chosen),
        "things": [thing.name for thing in things_of(chosen)],
        "most": {
            "race": vocabulary.MOST_BANNER,
            "power": vocabulary.MOST_BADGE,
            "name": vocabulary.MOST_NAME,
            "thing_name": vocabulary.MOST_THING_NAME,
        },
        "trays": trays_of(chosen),
        "tokens": tokens_of(chosen),
        "spoken": vocabulary.SPOKEN,
        "known": vocabulary.KNOWN,
        "players": list(chosen.players),
        "examples": [{"id": id, "data": file.data} for id, file in examples.examples().items()],
    }


@cache
def things_of(title: Title) -> list[Ability]:
    """The relics, places and artifacts of a title's box."""
    game = title.game(title.players[0], "", {})
    return game.kit.things if isinstance(game, FamilyGame) else []


@cache
def trays_of(title: Title) -> dict[str, int]:
    """How many tokens the races of a title have that may lend them."""
    game = title.game(title.players[-1], "", {})
    races = game.kit.units[: game.kit.n_races] if isinstance(game, FamilyGame) else []
    return {race.name: int(race.tray) for race in races if not race.wild}


@cache
def tokens_of(title: Title) -> dict[str, int]:
    """The number on each banner and badge."""
    game = title.game(title.players[-1], "", {})
    known = {unit.name: int(unit.tokens) for unit in game.kit.units} if isinstance(game, FamilyGame) else {}
    return {name: known[name] for name in (*title.races, *title.powers) if name in known}


@cache
def kinds_of(title: Title) -> list[str]:
    """What can be invented for a title: combos, and the kinds of things that its box holds."""
    things = {thing.chapter for thing in things_of(title)}
    return [kind for kind in vocabulary.UNIT_KINDS if kind in vocabulary.COMBO or kind in things]


def told(file: UnitFile, title: str, lang: str) -> dict[str, object]:
    """A draft as its inventor reads it."""
    words = Words(lang, title)
    if file.ok:
        file.problems += tried(file, title, 0).problems
    page: dict[str, object] = {"ok": file.ok, "problems": file.told(words), "data": file.data}
    if not file.ok:
        return {**page, "name": "", "sentences": [], "option": []}
    teller = Teller(words, file)
    return {**page, "name": teller.name(), "sentences": teller.sentences(), "option": list(option_of(file))}


def playable(title: str, text: str, lang: str) -> tuple[UnitFile, Words]:
    """A unit that can be played, and words that know it; Problem 422 tells what is wrong with it."""
    file = read_unit(text)
    page: Any = told(file, title, lang)
    if not file.ok:
        raise Problem(422, "bad_unit", why=page["problems"][0]["sentence"])
    words = Words(lang, title)
    teach(words, [file])
    return file, words


def step(partners: list[str], done: int, games: int, each: int, faults: list[Fault], last: bool) -> dict[str, Any]:
    """How far a check has come: so many partners and games, and with whom something broke."""
    broken = [str(fault.details.get("partner", "")) for fault in faults]
    return {
        "kind": "check", "done": last, "partners": partners, "tried": done, "games": games,
        "of": each * len(partners), "broken": broken,
    }  # fmt: skip
