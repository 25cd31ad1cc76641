"""The application: every route, the gate in front of them, and what starts and stops with the process."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import structlog
from fastapi import APIRouter, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from sqlalchemy import text
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Receive, Scope, Send
from starlette.websockets import WebSocket

import terrarium
from terrarium.server import words
from terrarium.server.api import (
    accounts,
    advice,
    atlas,
    entrances,
    forecast,
    gallery,
    games,
    guidance,
    lab,
    learning,
    library,
    maps,
    order,
    people,
    plan,
    playing,
    positions,
    puzzles,
    standing,
    studies,
    workshop,
)
from terrarium.server.api.common import answer, client_of, language
from terrarium.server.bots.advice import Advisor
from terrarium.server.bots.lab import Labs
from terrarium.server.bots.pool import BotsPool
from terrarium.server.bots.turns import BotTurns
from terrarium.server.errors import Problem
from terrarium.server.ops import logs, metrics, sweep
from terrarium.server.ops.retention import Retention
from terrarium.server.ops.settings import SettingError, Settings, from_environment, prepare_data_folder
from terrarium.server.people import notify, ratings, stats
from terrarium.server.people.oauth import Entrances
from terrarium.server.room import chat
from terrarium.server.room.hall import Hall
from terrarium.server.store import leases, migrate
from terrarium.server.wire import sockets, static
from terrarium.server.wire.guard import Guard, is_loopback
from terrarium.server.wire.limits import Limits

log = structlog.get_logger()
READY_S = 1.0
"""For how long it is remembered whether a worker can serve."""


class Application(FastAPI):
    """Sockets go straight to their table: the way through routes and middleware would stay in memory as long as each of
    them is open, and they check at their own door what the gate checks for requests."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = sockets.PATH.fullmatch(scope["path"]) if scope["type"] == "websocket" else None
        if found is None:
            await super().__call__(scope, receive, send)
            return
        scope["app"], scope["path_params"] = self, found.groupdict()
        await sockets.endpoint(WebSocket(scope, receive, send))


def assemble(settings: Settings, pool: BotsPool) -> Hall:
    """A hall with all that follows a change in one of its rooms."""
    hall = Hall(settings)
    hall.followers = [BotTurns(pool).follow, stats.follow, ratings.follow, notify.follow]
    hall.on_talk = chat.relay
    return hall


def create_app(settings: Settings | None = None) -> FastAPI:
    """The server as an ASGI application; without settings they come from the environment."""
    chosen = from_environment() if settings is None else settings
    logs.set_up(chosen.log_level, chosen.log_format)
    prepare_data_folder(chosen)
    migrate.upgrade(chosen.database)
    pool = BotsPool(chosen)
    hall = assemble(chosen, pool)
    try:
        entrances_ = Entrances(hall)
    except (OSError, ValueError) as error:
        raise SettingError("oauth", chosen.oauth, "file") from error

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await hall.hub.start(hall.on_news)
        if not chosen.redis:
            await sweep.wake_bots(hall)
            await hall.store.write(leases.give_back_all)
        hall.spawn(sweep.forever(hall))
        hall.spawn(stats.counting(hall).forever())
        hall.spawn(ratings.counting(hall).forever())
        hall.spawn(Retention(hall).forever())
        if chosen.seed:
            log.warning("seeded", told="chance can be foretold here: for tests, not for people")
        log.info("started", worker=chosen.worker, database=hall.store.dialect, titles=[*hall.titles])
        yield
        await hall.stop()
        pool.stop()
        log.info("stopped", worker=chosen.worker)

    app = Application(
        title="Terrarium",
        version=terrarium.__version__,
        description="Board games at a table: positions, choices, moves, events; sentences in three languages.",
        openapi_url="/api/v1/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.hall = hall
    app.state.advisor = Advisor(hall, pool)
    app.state.labs = Labs(hall, pool, chosen.check_games)
    app.state.entrances = entrances_
    app.state.limits = limits = Limits(chosen)
    for part in (
        people,
        accounts,
        games,
        playing,
        forecast,
        plan,
        advice,
        library,
        learning,
        guidance,
        puzzles,
        positions,
        standing,
        order,
        entrances,
        workshop,
        lab,
        gallery,
        atlas,
        maps,
        studies,
    ):
        app.include_router(part.router, prefix="/api/v1")
    app.include_router(_operations(hall))
    app.state.tab = tab = static.tab_folder(chosen.tab)
    static.add_tab(app, tab)
    static.add(app)
    app.add_exception_handler(Problem, _problem)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_middleware(Guard, settings=chosen, limits=limits)
    return app


class Ready:
    """Can this worker serve? Nobody who asks is counted, so the database is asked once a second, however many do."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self._until = 0.0
        self._asked: asyncio.Future[dict[str, Any]] | None = None

    async def checks(self) -> dict[str, Any]:
        asked = self._asked
        if asked is None or (asked.done() and time.monotonic() >= self._until):
            asked = self._asked = asyncio.ensure_future(self._look())
        return await asyncio.shield(asked)

    async def _look(self) -> dict[str, Any]:
        found: dict[str, Any] = {"worker": self.hall.settings.worker}
        try:
            await self.hall.store.read(lambda connection: connection.execute(text("SELECT 1")).scalar())
            found["database"] = True
        except Exception:
            found["database"] = False
        found["redis"] = await self.hall.hub.healthy()
        self._until = time.monotonic() + READY_S
        return found


def _operations(hall: Hall) -> APIRouter:
    router, ready = APIRouter(include_in_schema=False), Ready(hall)

    @router.get("/livez")
    async def livez() -> Response:
        """Does this process run? Whoever gets no answer may end it and start another."""
        return answer({"ok": True, "worker": hall.settings.worker})

    @router.get("/readyz")
    @router.get("/healthz")
    async def readyz() -> Response:
        """Can this worker serve? It needs its database; without Redis it is only slower to hear of other workers."""
        checks = await ready.checks()
        good = checks["database"]
        return answer({"ok": good, "degraded": not checks["redis"], **checks}, 200 if good else 503)

    @router.get("/metrics")
    async def figures(request: Request) -> Response:
        """The figures, for this computer alone; with `metrics` set they have an address of their own instead."""
        if hall.settings.metrics or not is_loopback(client_of(request)):
            raise Problem(404, "not_found")
        return Response(generate_latest(), media_type=CONTENT_TYPE_LATEST)

    return router


async def _respond(request: Request, problem: Problem) -> Response:
    metrics.REFUSALS.labels(problem.code).inc()
    sentence = words.sentence(await language(request), problem.key, problem.args_, problem.title)
    response = answer(problem.body(sentence), problem.status)
    response.headers.update(problem.headers)
    return response


async def _problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, Problem)
    return await _respond(request, error)


async def _invalid(request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0] if error.errors() else {}
    if first.get("loc", ("",))[0] == "path":
        # An id that cannot be one: whoever followed a broken link reads a sentence, not the name of a parameter.
        return await _respond(request, Problem(422, "no_address"))
    where = ".".join(str(part) for part in first.get("loc", ()) if part != "body")
    return await _respond(request, Problem(422, "bad_request", what=where[:80] or "body"))


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 405:
        problem = Problem(405, "method", method=request.method)
        problem.headers = dict(error.headers or {})
    elif error.status_code == 404:
        problem = Problem(404, "not_found")
    else:
        problem = Problem(error.status_code, "bad_request", what="body")
    return await _respond(request, problem)
