"""The board: positions, moves, undo, what happened, records, forks."""

import time
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Query, Request
from starlette.responses import PlainTextResponse, Response

from terrarium.kernel.contract import SPECTATOR
from terrarium.server import words
from terrarium.server.api import models
from terrarium.server.api.common import GameId, answer, described, hall_of, language, person, person_or_none, seated
from terrarium.server.api.games import limited, may_host, shown_table, to_wish
from terrarium.server.errors import Problem, refused
from terrarium.server.room import archive, history, moves, page, submission, undo
from terrarium.server.room.admission import admit_to_board, ended, horizon
from terrarium.server.room.hall import Hall
from terrarium.server.room.outlook import attempt, drafted
from terrarium.server.room.room import Room
from terrarium.server.store import records

router = APIRouter(tags=["play"])
_submission = msgspec.json.Decoder(submission.Submission)
_MOVES_BODY: dict[str, Any] = {
    "requestBody": {"required": True, "content": {"application/json": {"schema": models.Moves.model_json_schema()}}}
}
At = Annotated[int | None, Query(ge=0, le=10**6)]


def acknowledged(viewer: int, done: submission.Done) -> dict[str, object]:
    """The answer to a submission that is on disk."""
    shown = done.pages.of(viewer)
    return {"seq": done.pages.seq, "row": done.row, "done": done.done, "repeated": done.repeated, **shown}


@router.post(
    "/games/{game}/moves",
    responses={200: {"model": models.Acknowledged}, **described(400, 401, 403, 404, 409, 503)},
    openapi_extra=_MOVES_BODY,
)
async def submit(request: Request, game: GameId) -> Response:
    """Play. Answered only when the move is on disk; the same `id` again is answered, not played, again."""
    room, _, seat = await seated(request, game)
    try:
        wish = _submission.decode(await request.body())
    except (msgspec.DecodeError, RecursionError) as error:
        raise Problem(422, "bad_request", what="moves") from error
    done = await submission.submit(hall_of(request), room, seat, wish)
    return answer(acknowledged(seat, done))


@router.post(
    "/games/{game}/undo", responses={200: {"model": models.Acknowledged}, **described(401, 403, 404, 409, 503)}
)
async def take_back(request: Request, game: GameId, body: models.Undo) -> Response:
    """Take back my last decision, or my whole turn, as far as the last fence."""
    room, _, seat = await seated(request, game)
    if not body.id.isprintable():
        raise Problem(422, "bad_request", what="id")
    done = await undo.undo(hall_of(request), room, seat, body.id, body.expected_seq, body.turn)
    return answer(acknowledged(seat, done))


async def looker(request: Request, game: str, as_seat: int | None = None) -> tuple[Hall, Room, int, int]:
    """Hall, room, viewer and the latest row the viewer may see. A finished game can be seen through any seat's eyes."""
    hall = hall_of(request)
    who = await person_or_none(request)
    room = await hall.rooms.get(game)
    viewer = admit_to_board(room, who)
    seen = horizon(room, viewer, time.time())
    if as_seat is not None and as_seat != viewer:
        if not ended(room, viewer, time.time()):
            raise Problem(403, "game_running")
        if not SPECTATOR <= as_seat < room.meta.players:
            raise Problem(404, "no_seat", seat=as_seat)
        viewer = as_seat
    return hall, room, viewer, seen


@router.get("/games/{game}/view", responses={200: {"model": models.Position}, **described(401, 403, 404, 409)})
async def view(
    request: Request, game: GameId, at: At = None, eyes: Annotated[int | None, Query(alias="as", ge=-3, le=7)] = None
) -> Response:
    """The position now or after row `at`, as I may see it, with the choices I have."""
    hall, room, viewer, seen = await looker(request, game, eyes)
    seq = seen if at is None else at
    if seq > seen:
        raise Problem(404, "no_position", seq=seq, last=seen)
    state = await hall.past.position(room, seq)
    asked = seq == room.seq and room.meta.status == "live" and room.meta.turn == viewer
    shown = page.position(room.meta, state, viewer, asked)
    return answer({"seq": seq, **shown})


@router.get("/games/{game}/events", responses={200: {"model": models.Rows}, **described(401, 403, 404, 409)})
async def events(
    request: Request, game: GameId, after: Annotated[int, Query(ge=0, le=10**6)] = 0, upto: At = None
) -> Response:
    """What happened in rows after+1 … upto (at most 500), with sentences in the asked language."""
    hall, room, viewer, seen = await looker(request, game)
    last = min(seen if upto is None else upto, seen, after + history.MOST)
    return await _told(request, hall, room, viewer, after, last)


@router.get("/games/{game}/since", responses={200: {"model": models.Rows}, **described(401, 403, 404, 409)})
async def since(request: Request, game: GameId) -> Response:
    """What happened since my last decision, at most the last 500 rows of it."""
    room, _, seat = await seated(request, game)
    after = max(history.last_own_row(room, seat), room.seq - history.MOST)
    return await _told(request, hall_of(request), room, seat, after, room.seq)


async def _told(request: Request, hall: Hall, room: Room, viewer: int, after: int, upto: int) -> Response:
    rows: list[dict[str, Any]] = []
    if after < upto:
        found = await hall.past.told(room, after, upto, [viewer])
        rows = [page.told_row(told, viewer) for told in found]
        lang = await language(request)
        names = [seat.name or seat.level for seat in room.seats]
        for row in rows:
            for event in row["events"]:
                args = {"seat": event["seat"], "cause": event["cause"], **event["args"]}
                event["sentence"] = words.spoken(lang, "event." + event["code"], args, room.meta.title, names)
    return answer({"seq": upto, "rows": rows})


@router.get("/games/{game}/why", responses={200: {"model": models.Why}, **described(401, 403, 404, 409)})
async def why(
    request: Request,
    game: GameId,
    move: Annotated[str, Query(min_length=1, max_length=200)],
    after: Annotated[
        str, Query(max_length=4000, description="moves of a plan that would come before, one a line")
    ] = "",
    ahead: Annotated[int, Query(ge=0, le=1, description="1: in my next turn, on the board as it stands")] = 0,
    chance: Annotated[int, Query(ge=0, le=1, description="1: go on after a draw, as if the likeliest had come")] = 0,
) -> Response:
    """May I play this now? If not, the reason and its rule; if so, what it costs and why."""
    room, _, seat = await seated(request, game)
    if not ahead:
        moves.check_turn(room, seat)
    # What is tried may go on in another's turn: that one's coins are told as little as in a draft.
    known, _ = drafted(room, seat, bool(ahead))
    attempt(known, room.meta.title, seat, after.splitlines(), bool(chance))
    actions = moves.expand(known, room.meta.title, move)
    refusal = known.why_illegal(actions[0]) if actions else None
    problem = None
    if refusal is not None:
        found = refused(room.meta.title, refusal)
        sentence = words.sentence(await language(request), found.key, found.args_, found.title)
        problem = found.body(sentence)["error"]
    price = known.explain(actions[0]) if actions and refusal is None else []
    return answer({"legal": bool(actions) and refusal is None, "refusal": problem, "price": price})


@router.get(
    "/games/{game}/record",
    responses={200: {"content": {"text/plain": {"schema": {"type": "string"}}}}, **described(401, 403, 404, 409)},
)
async def record(request: Request, game: GameId) -> Response:
    """The record of a finished game, with the secret behind its draws."""
    hall, room, viewer, _ = await looker(request, game)
    if not ended(room, viewer, time.time()):
        raise Problem(409, "game_running")
    return PlainTextResponse(
        records.export(room.meta, room.seats, room.rows, room.game, hall.titles[room.meta.title]),
        headers={"X-Content-Type-Options": "nosniff"},
    )


@router.get("/games/{game}/fair", responses={200: {"model": models.Fairness}, **described(401, 403, 404)})
async def fair(request: Request, game: GameId) -> Response:
    """The hash of the secret behind all draws; when the game is over, the secret."""
    _, room, viewer, _ = await looker(request, game)
    meta = room.meta
    secret = meta.secret.hex() if ended(room, viewer, time.time()) else None
    return answer({"commitment": meta.commitment, "secret": secret, "fair_from": meta.fair_from})


@router.get("/games/{game}/draws", responses={200: {"model": models.Draws}, **described(401, 403, 404, 409)})
async def draws(request: Request, game: GameId) -> Response:
    """Every draw of a finished game with all that could have come, for who works them out again from the secret."""
    hall, room, viewer, _ = await looker(request, game)
    if not ended(room, viewer, time.time()):
        raise Problem(409, "game_running")
    text = records.export(room.meta, room.seats, room.rows, room.game, hall.titles[room.meta.title])
    found = await hall.cell.run(records.draws, hall.settings.titles, text)
    return answer({"draws": msgspec.json.decode(found)})


@router.post(
    "/games/{game}/fork", status_code=201, responses={201: {"model": models.Seated}, **described(401, 403, 404, 409)}
)
async def fork(request: Request, game: GameId, body: models.Fork) -> Response:
    """Play on from position `at` in a new game. From a running game it starts with what I can see."""
    who = await person(request)
    limited(request)
    allowed = await may_host(request, who, body)
    hall, room, viewer, seen = await looker(request, game)
    if body.at > seen:
        raise Problem(404, "no_position", seq=body.at, last=seen)
    if len(body.seats) != room.meta.players:
        raise Problem(422, "bad_seats", low=room.meta.players, high=room.meta.players)
    made, key = await archive.fork(hall, room, who, viewer, body.at, await to_wish(request, body, allowed))
    return answer({"table": shown_table(hall, made, who), "key": key, "link": f"/g/{made.id}"}, 201)
