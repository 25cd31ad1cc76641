"""Drafts: moves tried on a private copy of the position. Nothing is written, nobody else hears of it."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from terrarium.server import words
from terrarium.server.api import models
from terrarium.server.api.common import GameId, answer, described, language, seated
from terrarium.server.room import outlook

router = APIRouter(tags=["play"])


@router.post("/games/{game}/plan", responses={200: {"model": models.Plan}, **described(401, 403, 404, 409)})
async def plan(request: Request, game: GameId, body: models.PlanWish) -> Response:
    """Try moves on a copy: where they lead, and whoever is to move there, their choices."""
    room, _, seat = await seated(request, game)
    told, stopped = outlook.draft(room, seat, body.moves, body.ahead, body.as_far)
    if stopped is not None:
        sentence = words.sentence(await language(request), stopped.key, stopped.args_, stopped.title)
        told["stopped"] = outlook.told_stop(stopped, sentence)
    return answer(told)
