"""Planning: moves tried on a private copy of the position. Nothing is written, nobody else hears of it."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from terrarium import courtesy
from terrarium.coach.forecast import forecast
from terrarium.server.api import models
from terrarium.server.api.common import GameId, answer, described, seated
from terrarium.server.errors import Problem
from terrarium.server.room.outlook import attempt

router = APIRouter(tags=["play"])


@router.post("/games/{game}/plan", responses={200: {"model": models.Plan}, **described(401, 403, 404, 409)})
async def plan(request: Request, game: GameId, body: models.PlanWish) -> Response:
    """Try moves on a copy: where they lead, and whoever is to move there, their choices."""
    room, _, seat = await seated(request, game)
    if room.meta.status != "live":
        raise Problem(409, "not_running", status=room.meta.status)
    coins = room.meta.coins
    copy = courtesy.copy(room.game, room.state, seat, coins)
    rows, own = attempt(copy, room.meta.title, seat, body.moves)
    who = copy.current_player()
    choices = [choice.as_dict() for choice in copy.choices(who)] if who >= 0 else []
    view = courtesy.view(copy, seat, coins)
    coming = forecast(copy, seat)
    told = {"seq": room.seq, "view": view, "choices": choices, "rows": rows, "own": own, "forecast": coming}
    return answer(told)
