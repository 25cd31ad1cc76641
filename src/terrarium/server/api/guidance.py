"""Guidance at real tables: what somebody has done how often, so that sentences about it can fade; off and on again."""

from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field
from starlette.responses import Response

from terrarium.server.api import models
from terrarium.server.api.common import answer, described, hall_of, limited, person
from terrarium.server.errors import Problem
from terrarium.server.people import guidance

router = APIRouter(tags=["learning"])
Deed = Annotated[str, Field(min_length=1, max_length=12, pattern="^[a-z]+$")]


class Deeds(BaseModel):
    """By title and deed: how often."""

    on: bool
    deeds: dict[str, dict[str, int]]


class Done(models.Body):
    """What was done more often by now, or that guidance is wanted or not. Wanted anew, it begins anew."""

    on: bool | None = None
    # pydantic copies it
    deeds: dict[str, dict[Deed, Annotated[int, Field(ge=0, le=guidance.MOST)]]] = {}  # noqa: RUF012


async def _told(request: Request) -> Response:
    on, deeds = await guidance.known(hall_of(request), await person(request))
    return answer({"on": on, "deeds": deeds})


@router.get("/guidance", responses={200: {"model": Deeds}, **described(401)})
async def show(request: Request) -> Response:
    """What I have done how often."""
    return await _told(request)


@router.put("/guidance", responses={200: {"model": Deeds}, **described(401, 403, 404)})
async def note(request: Request, body: Done) -> Response:
    """I have done something, or want guidance or none. Of two browsers the one that knows of more is right."""
    who = await person(request)
    limited(request, "guidance")
    hall = hall_of(request)
    done: dict[str, Any] = body.deeds
    for title, deeds in done.items():
        if title not in hall.titles:
            raise Problem(404, "no_title", title=title[:40])
        if len(deeds) > guidance.KINDS:
            raise Problem(422, "bad_request", what="deeds")
    if body.on is not None:
        await guidance.switch(hall, who, body.on)
    await guidance.note(hall, who, done)
    return await _told(request)
