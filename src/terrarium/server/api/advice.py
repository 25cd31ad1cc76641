"""Asked for, never forced on anybody: hints, bots' reasons, reviews, and who profits from a region."""

import time
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from terrarium import catalog
from terrarium.server.api import advice_models as models
from terrarium.server.api.common import GameId, answer, client_of, described, person_or_none, seated, spend
from terrarium.server.api.games import limited
from terrarium.server.api.playing import looker
from terrarium.server.bots import advice, telling
from terrarium.server.errors import Problem
from terrarium.server.room import moves
from terrarium.server.room.admission import ended
from terrarium.server.room.outlook import gained

router = APIRouter(tags=["advice"])


def advisor_of(request: Request) -> advice.Advisor:
    advisor: advice.Advisor = request.app.state.advisor
    return advisor


@router.get("/games/{game}/hint", responses={200: {"model": models.Thought}, **described(401, 403, 404, 409)})
async def hint(request: Request, game: GameId) -> Response:
    """What a strong bot would do in my place now, and why; from what I can see alone."""
    room, who, seat = await seated(request, game)
    moves.check_turn(room, seat)
    limited(request)
    spend(request, who, "hint")
    return answer(await advisor_of(request).hint(room, seat))


@router.get("/games/{game}/reasons/{seq}", responses={200: {"model": models.Thought}, **described(401, 403, 404, 409)})
async def reason(request: Request, game: GameId, seq: Annotated[int, Path(ge=1, le=10**6)]) -> Response:
    """Why a bot played this row."""
    hall, room, viewer, seen = await looker(request, game)
    if seq > seen:
        raise Problem(404, "no_position", seq=seq, last=seen)
    over = ended(room, viewer, time.time())
    return answer(await hall.past.run(room, lambda: telling.reason(room, viewer, seq, over)))


@router.get("/games/{game}/analysis", responses={200: {"model": models.Analysis}, **described(401, 403, 404, 409)})
async def analysis(request: Request, game: GameId) -> Response:
    """A finished game looked at again. The first question begins the work; ask again until it is `ready`."""
    hall, room, viewer, _ = await looker(request, game)
    if not ended(room, viewer, time.time()):
        raise Problem(409, "game_running")
    if room.meta.status != "over" or not room.line:
        raise Problem(404, "no_reason")
    who, where = await person_or_none(request), client_of(request)
    if not advisor_of(request).begun(room):
        spend(request, who, "review")
    # Whoever has no session has an address, and all of them there are one.
    asker = (where, "") if who is None else hall.share_of(who.user_id)
    review = advisor_of(request).reviewed(room, asker)
    if review.failed:
        raise Problem(409, "no_advice")
    found = review.found or {"curve": [], "moments": [], "costliest": [], "accounts": []}
    return answer({"ready": review.found is not None, "done": review.done, "of": review.of, **found})


@router.get("/games/{game}/profit", responses={200: {"model": models.Profit}, **described(401, 403, 404, 409)})
async def profit(request: Request, game: GameId, region: Annotated[int, Query(ge=0, le=200)]) -> Response:
    """Who profits from a region: its holder each turn, and I if I take it now."""
    hall, room, viewer, seen = await looker(request, game)
    running = room.meta.status == "live" and viewer >= 0 and room.meta.turn == viewer
    holder, held = catalog.yields(await hall.past.position(room, seen), region)
    mine = gained(room.state, viewer, region) if running else []
    return answer({"holder": holder if holder >= 0 else None, "held": held, "mine": mine})
