"""Drafts: moves tried on a private copy; plans: moves left for the next turn. Nobody else hears of either."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from terrarium.server import words
from terrarium.server.api import models
from terrarium.server.api.common import GameId, answer, described, hall_of, language, seated
from terrarium.server.room import agree, outlook

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


@router.put("/games/{game}/plan", responses={200: {"model": models.Ok}, **described(401, 403, 404, 409)})
async def leave(request: Request, game: GameId, body: models.PlanLeft) -> Response:
    """Leave a plan for my next turn, instead of the one I left before."""
    room, _, seat = await seated(request, game)
    await agree.leave_plan(hall_of(request), room, seat, body.moves, body.otherwise, body.chance)
    return answer({"ok": True})


@router.delete("/games/{game}/plan", responses={200: {"model": models.Ok}, **described(401, 403, 404)})
async def withdraw(request: Request, game: GameId) -> Response:
    """Take my plan back."""
    room, _, seat = await seated(request, game)
    await agree.withdraw_plan(hall_of(request), room, seat)
    return answer({"ok": True})
