"""The workshop: what a unit may say, what a draft says and what is wrong with it, and the units of a table in words."""

from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, Field
from starlette.responses import Response

from terrarium.kernel.contract import Title
from terrarium.server.api import models
from terrarium.server.api.common import GameId, answer, described, drafted, hall_of, language, person_or_none
from terrarium.server.errors import Problem
from terrarium.server.room.admission import admit
from terrarium.server.room.hall import Hall
from terrarium.smallworld.core import vocabulary
from terrarium.smallworld.core.ability import Ability
from terrarium.smallworld.core.game import FamilyGame
from terrarium.words import Words
from terrarium.workshop import examples, schema
from terrarium.workshop.files import MOST_TEXT, UnitFile, option_of, read_unit
from terrarium.workshop.text import Teller, messages, units_in
from terrarium.workshop.trial import tried

router = APIRouter(tags=["workshop"])
BOARDS = 4
"""Boards that are looked at for each number of players: some titles draw theirs from several."""


class Example(BaseModel):
    id: str
    data: dict[str, Any]


class Bench(BaseModel):
    titles: list[str]
    title: str
    schema_: Annotated[dict[str, Any], Field(alias="schema")]
    masks: list[str]
    terrains: list[str]
    races: list[str]
    powers: list[str]
    kinds: list[str]
    things: list[str]
    most: dict[str, int]
    players: list[int]
    examples: list[Example]


class Draft(models.Body):
    title: Annotated[str, Field(max_length=40)]
    text: Annotated[str, Field(max_length=MOST_TEXT)]


class Fault(BaseModel):
    where: str
    line: int
    code: str
    sentence: str


class Told(BaseModel):
    ok: bool
    problems: list[Fault]
    data: dict[str, Any]
    name: str
    sentences: list[str]
    option: list[str]


class Guest(BaseModel):
    id: str
    icon: str
    words: dict[str, str]


class Guests(BaseModel):
    units: list[Guest]


def title_of(hall: Hall, name: str) -> Title:
    """A title that takes units; Problem 404 where there is none."""
    title = hall.titles.get(name)
    if title is None or not title.guests:
        raise Problem(404, "no_title", title=name)
    return title


@cache
def spoken() -> dict[str, object]:
    return schema.schema()


@router.get("/workshop", responses={200: {"model": Bench}, **described(404)})
async def bench(request: Request, title: Annotated[str, Query(max_length=40)] = "") -> Response:
    """What lies on the bench: the titles that take units, the vocabulary as JSON Schema, and examples to begin from."""
    hall = hall_of(request)
    titles = [found.id for found in hall.titles.values() if found.guests]
    if not titles:
        raise Problem(404, "no_title", title=title)
    chosen = title_of(hall, title or titles[0])
    return answer(
        {
            "titles": titles,
            "title": chosen.id,
            "schema": spoken(),
            "masks": list(vocabulary.MASKS),
            "terrains": await drafted(request, lambda: terrains_of(chosen)),
            "races": chosen.races,
            "powers": chosen.powers,
            "kinds": kinds_of(chosen),
            "things": [thing.name for thing in things_of(chosen)],
            "most": {"race": vocabulary.MOST_BANNER, "power": vocabulary.MOST_BADGE},
            "players": list(chosen.players),
            "examples": [{"id": id, "data": file.data} for id, file in examples.examples().items()],
        }
    )


@cache
def things_of(title: Title) -> list[Ability]:
    """The relics, places and artifacts of a title's box."""
    game = title.game(title.players[0], "", {})
    return game.kit.things if isinstance(game, FamilyGame) else []


@cache
def kinds_of(title: Title) -> list[str]:
    """What can be invented for a title: combos, and the kinds of things that its box holds."""
    things = {thing.chapter for thing in things_of(title)}
    return [kind for kind in vocabulary.UNIT_KINDS if kind in vocabulary.COMBO or kind in things]


@cache
def terrains_of(title: Title) -> list[str]:
    """What is printed in regions of a title's boards: terrains first, then symbols, the commonest first."""
    counts: dict[str, int] = {}
    terrains: set[str] = set()
    for players in range(title.players[0], title.players[1] + 1):
        for seed in range(BOARDS):
            view: Any = title.game(players, title.draw(players, seed), {}).new().view(0)
            for region in view["regions"]:
                terrains.add(region["terrain"])
                for word in region["features"]:
                    counts[word] = counts.get(word, 0) + 1
    return sorted(counts, key=lambda word: (word not in terrains, -counts[word], word))


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


@router.post("/workshop/text", responses={200: {"model": Told}, **described(404)})
async def text(request: Request, body: Draft) -> Response:
    """What a draft does, sentence by sentence in the reader's language, or what is wrong with it and where."""
    title = title_of(hall_of(request), body.title)
    lang = await language(request)
    return answer(await drafted(request, lambda: told(read_unit(body.text), title.id, lang)))


@router.get("/games/{game}/units", responses={200: {"model": Guests}, **described(401, 403, 404)})
async def guests(request: Request, game: GameId) -> Response:
    """The units of somebody's own at this table: their names and cards in the reader's language, and their icons."""
    who = await person_or_none(request)
    room = await hall_of(request).rooms.get(game)
    admit(room, who)
    words = Words(await language(request), room.meta.title)
    found = []
    for file in units_in(room.meta.options):
        page: Any = file.data["unit"]
        found.append({"id": file.unit.name, "icon": page.get("icon", ""), "words": messages(words, file)})
    return answer({"units": found})
