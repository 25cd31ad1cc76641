"""What a turn would bring if its player stopped now: played out on a copy, so the client needs no rule."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from terrarium.coach.forecast import forecast
from terrarium.server.api import models
from terrarium.server.api.common import GameId, answer, described, seated

router = APIRouter(tags=["play"])


@router.get("/games/{game}/forecast", responses={200: {"model": models.Forecast}, **described(401, 403, 404)})
async def show(request: Request, game: GameId) -> Response:
    """What my turn would bring if I ended it now."""
    room, _, seat = await seated(request, game)
    running = room.meta.status == "live" and room.meta.turn == seat
    return answer({"lines": forecast(room.state, seat) if running else []})
