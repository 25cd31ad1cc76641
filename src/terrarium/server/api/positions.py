"""A position as one line of text, to paste into a chat, a bug report or the command line."""

import time
from typing import Annotated

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel
from starlette.responses import Response

from terrarium import courtesy
from terrarium.server.api.common import GameId, answer, described, hall_of, person_or_none
from terrarium.server.errors import Problem
from terrarium.server.room import page
from terrarium.server.room.admission import admit_to_board, ended, horizon

router = APIRouter(tags=["play"])


class PositionLine(BaseModel):
    seq: int
    line: str


@router.get("/games/{game}/position", responses={200: {"model": PositionLine}, **described(401, 403, 404, 409)})
async def position(request: Request, game: GameId, at: Annotated[int | None, Query(ge=0, le=10**6)] = None) -> Response:
    """The position now or after row `at`, as one line; while the game runs, without what others hide from me.

    Others whose coins are hidden have there what they began with: the line can still be read and played on from."""
    hall = hall_of(request)
    who = await person_or_none(request)
    room = await hall.rooms.get(game)
    viewer = admit_to_board(room, who)
    seen = horizon(room, viewer, time.time())
    seq = seen if at is None else at
    if seq > seen:
        raise Problem(404, "no_position", seq=seq, last=seen)
    state = await hall.past.position(room, seq)
    if not ended(room, viewer, time.time()):
        state = courtesy.copy(room.game, state, viewer, room.meta.coins)
    usual = {option.name: option.default for option in hall.titles[room.meta.title].options}
    return answer({"seq": seq, "line": page.written(room, state, usual)})
