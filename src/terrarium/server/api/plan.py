"""Drafts: moves tried on a private copy; plans: moves left for the next turn. Nobody else hears of either."""

from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field
from starlette.responses import Response

from terrarium.server import words
from terrarium.server.api import models
from terrarium.server.api.common import GameId, answer, described, hall_of, language, seated
from terrarium.server.room import agree, outlook

router = APIRouter(tags=["play"])


class PlanWish(models.Body):
    """Moves to try on a private copy, mine and the others' as I expect them."""

    moves: Annotated[list[Annotated[str, Field(max_length=200)]], Field(max_length=200)]
    ahead: Annotated[bool, Field(description="while others are on turn: my next turn, on the board as it stands")] = (
        False
    )
    as_far: Annotated[bool, Field(description="try them as far as they hold, and say which does not")] = False
    chance: Annotated[bool, Field(description="go on after a die or a draw, as if the likeliest had come")] = False


class PlanLeft(models.Body):
    """Moves for my next turn: each is played only if it is legal and costs and brings what it does now."""

    moves: Annotated[list[Annotated[str, Field(max_length=200)]], Field(min_length=1, max_length=60)]
    otherwise: Annotated[
        list[Annotated[str, Field(max_length=200)]],
        Field(max_length=60, default_factory=list, description="where those do not all hold"),
    ]
    chance: Annotated[bool, Field(description="go on after a die or a draw")] = False


class Stopped(BaseModel):
    move: int
    error: dict[str, Any]


class Plan(models.Position):
    """The copy afterwards. `own`: how many of them, from the first, could be played without another's answer;
    `forecast`: coins by cause that my turn would bring if it ended there."""

    rows: list[models.RowInfo]
    own: int
    assumed: Annotated[bool, Field(description="a draw was passed over: what came of it is only assumed")]
    forecast: list[list[str | int]]
    ahead: Annotated[bool, Field(description="my next turn, before it has come")]
    stopped: Annotated[Stopped | None, Field(description="the first move that does not hold, if it was asked for")]


@router.post("/games/{game}/plan", responses={200: {"model": Plan}, **described(401, 403, 404, 409)})
async def plan(request: Request, game: GameId, body: PlanWish) -> Response:
    """Try moves on a copy: where they lead, and whoever is to move there, their choices."""
    room, _, seat = await seated(request, game)
    told, stopped = outlook.draft(room, seat, body.moves, body.ahead, body.as_far, body.chance)
    if stopped is not None:
        sentence = words.sentence(await language(request), stopped.key, stopped.args_, stopped.title)
        told["stopped"] = outlook.told_stop(stopped, sentence)
    return answer(told)


@router.put("/games/{game}/plan", responses={200: {"model": models.Ok}, **described(401, 403, 404, 409)})
async def leave(request: Request, game: GameId, body: PlanLeft) -> Response:
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
