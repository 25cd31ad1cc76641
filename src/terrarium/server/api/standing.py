"""Ratings: who wants one, how people and bots stand, and how somebody came there."""

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from pydantic import BaseModel
from starlette.responses import Response

from terrarium.server.api import models
from terrarium.server.api.common import answer, described, hall_of, person, person_or_none
from terrarium.server.api.library import TitleId
from terrarium.server.errors import Problem
from terrarium.server.people import ratings

router = APIRouter(tags=["ratings"])
UserId = Annotated[int, Path(ge=1, le=2**53)]
Players = Annotated[int, Query(ge=1, le=8)]


class BeRated(models.Body):
    on: bool


class Standing(BaseModel):
    """`rating` as in the arena: 25 is the middle; `uncertainty`: one standard deviation."""

    rating: float
    uncertainty: float


class PersonStanding(Standing):
    user: int
    name: str
    games: int


class BotStanding(Standing):
    level: str


class Leaderboard(BaseModel):
    title: str
    players: int
    people: list[PersonStanding]
    bots: list[BotStanding]


class TitleStanding(Standing):
    title: str
    players: int
    games: int


class Profile(BaseModel):
    user: int
    name: str
    rated: bool
    ratings: list[TitleStanding]


class Moment(Standing):
    at: float
    game: str


class History(BaseModel):
    history: list[Moment]


@router.put("/account/rated", responses={200: {"model": models.Ok}, **described(401, 403)})
async def be_rated(request: Request, body: BeRated) -> Response:
    """Have a rating, from the games on that I sit down for now; or none any more."""
    who = await person(request)
    await ratings.choose(hall_of(request), who, body.on)
    return answer({"ok": True})


@router.get("/titles/{title}/ratings", responses={200: {"model": Leaderboard}, **described(404)})
async def leaderboard(request: Request, title: TitleId, players: Players = 2) -> Response:
    """The best of those who want to be seen, by title and number of players, and the bots beside them."""
    if title not in hall_of(request).titles:
        raise Problem(404, "no_title", title=title)
    return answer(await ratings.leaderboard(hall_of(request), title, players))


@router.get("/people/{user}", responses={200: {"model": Profile}, **described(401, 404)})
async def profile(request: Request, user: UserId) -> Response:
    """Somebody's ratings, if they want others to see them."""
    asker = await person_or_none(request)
    return answer(await ratings.profile(hall_of(request), user, None if asker is None else asker.user_id))


@router.get("/people/{user}/ratings/{title}", responses={200: {"model": History}, **described(401, 404)})
async def history(request: Request, user: UserId, title: TitleId, players: Players = 2) -> Response:
    """Somebody's rating after each game."""
    asker = await person_or_none(request)
    own = None if asker is None else asker.user_id
    return answer({"history": await ratings.history(hall_of(request), user, title, players, own)})
