"""Planning: moves tried on a private copy of the position. Nothing is written, nobody else hears of it."""

from fastapi import APIRouter, Request
from starlette.responses import Response

from terrarium import courtesy
from terrarium.kernel.contract import State
from terrarium.server.api import models
from terrarium.server.api.common import GameId, answer, described, seated
from terrarium.server.errors import Problem, refused
from terrarium.server.room import moves

router = APIRouter(tags=["play"])


def attempt(copy: State, title: str, seat: int, texts: list[str]) -> tuple[list[dict[str, object]], int]:
    """Play `texts` on a copy: what happened in it as `seat` sees it, and how many of them are `seat`'s own in a row.

    The copy knows only what `seat` may know, so a plan shows no card and no die before its time.
    """
    copy.watch()
    rows: list[dict[str, object]] = []
    own = 0
    for index, text in enumerate(texts):
        for action in moves.expand(copy, title, text):
            who = copy.current_player()
            if who < 0:
                raise Problem(409, "not_your_turn", seat=seat)
            refusal = copy.why_illegal(action)
            if refusal is not None:
                raise refused(title, refusal)
            if who == seat and own == index:
                own = index + 1
            copy.apply(action)
            told = [event.as_dict() for event in copy.events(seat)]
            rows.append({"seq": index + 1, "who": who, "kind": "move", "at": 0, "events": told})
            copy.forget_events()
    return rows, own


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
    return answer({"seq": room.seq, "view": view, "choices": choices, "rows": rows, "own": own})
