"""Order among strangers: the host of a table keeps it, anybody may report."""

from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field
from starlette.responses import Response

from terrarium.server.api import models
from terrarium.server.api.common import GameId, SeatNumber, answer, described, hall_of, person, spend
from terrarium.server.api.games import shown_table
from terrarium.server.people import reports
from terrarium.server.room import moderation
from terrarium.server.room.admission import admit

router = APIRouter(tags=["order"])
Number = Annotated[int, Field(ge=1, le=2**53)]


class Silence(models.Body):
    author: Number
    on: bool = True


class Report(models.Body):
    """Of a table (`game`), a line of its chat (`game` and `line`), a person (`user`), a unit or map of the gallery
    (`unit`), or a study."""

    game: Annotated[str, Field(min_length=14, max_length=14, pattern="^[a-z2-9]+$")] | None = None
    line: Number | None = None
    user: Number | None = None
    unit: Annotated[str, Field(min_length=14, max_length=14, pattern="^[a-z2-9]+$")] | None = None
    study: Annotated[str, Field(min_length=14, max_length=14, pattern="^[a-z2-9]+$")] | None = None
    text: Annotated[str, Field(max_length=reports.MOST)] = ""


class Reported(BaseModel):
    id: int


@router.post(
    "/games/{game}/seats/{seat}/remove",
    responses={200: {"model": models.TableInfo}, **described(401, 403, 404, 409)},
)
async def remove(request: Request, game: GameId, seat: SeatNumber) -> Response:
    """The host takes somebody's seat away. Before the game it is open again; afterwards a bot plays it."""
    who = await person(request)
    hall = hall_of(request)
    room = await hall.rooms.get(game)
    admit(room, who)
    await moderation.remove(hall, room, who, seat)
    return answer(shown_table(hall, room, who))


@router.put("/games/{game}/silence", responses={200: {"model": models.Ok}, **described(401, 403, 404, 409)})
async def silence(request: Request, game: GameId, body: Silence) -> Response:
    """The host lets somebody say nothing more at this table, or lets them speak again."""
    who = await person(request)
    hall = hall_of(request)
    room = await hall.rooms.get(game)
    admit(room, who)
    spend(request, who, "deed")
    await moderation.silence(hall, room, who, body.author, body.on)
    return answer({"ok": True})


@router.post("/reports", status_code=201, responses={201: {"model": Reported}, **described(401, 403, 404)})
async def report(request: Request, body: Report) -> Response:
    """Tell the operator of a person, a line of chat, a table, a unit or a study."""
    who = await person(request)
    spend(request, who, "report")
    about = (body.game, body.line, body.user, body.text, body.unit, body.study)
    number = await reports.report(hall_of(request), who, *about)
    return answer({"id": number}, 201)
