"""The gate in front of everything: size, origin, rate, safe headers, one log line per request."""

import ipaddress
import re
import socket
import time
from urllib.parse import urlsplit

import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from terrarium.server import words
from terrarium.server.errors import Problem
from terrarium.server.ops import metrics
from terrarium.server.ops.pools import CALLER
from terrarium.server.ops.settings import MAX_BODY, MAX_RECORD, Settings
from terrarium.server.people.sessions import COOKIE
from terrarium.server.wire import packets
from terrarium.server.wire.limits import Limits, block

log = structlog.get_logger()
CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
_HEADERS = [
    (b"content-security-policy", CSP.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), payment=()"),
]
EMBEDDED = re.compile(r"/embed/[a-z2-9]{14}")
"""Pages that other sites may show in a frame of theirs: studies, to be read. They open no session and change nothing,
so there is nothing in them that somebody could be made to click."""
_FRAMED = [
    (name, value.replace(b"frame-ancestors 'none'", b"frame-ancestors *"))
    for name, value in _HEADERS
    if name != b"x-frame-options"
]
_SAFE = ("GET", "HEAD", "OPTIONS")
_METHODS = (*_SAFE, "POST", "PUT", "PATCH", "DELETE")


def headers_of(scope: Scope) -> dict[str, str]:
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}


def check_origin(headers: dict[str, str], origins: tuple[str, ...]) -> None:
    """Only our own pages may act with a cookie; programs come without one and bring a token instead."""
    origin = headers.get("origin")
    if origin is None:
        if COOKIE in headers.get("cookie", "") and "authorization" not in headers:
            raise Problem(403, "missing_origin")
        return
    if origin in origins:
        return
    try:
        own = bool(origin) and urlsplit(origin).netloc == headers.get("host", "")
    except ValueError:
        own = False
    if not own:
        raise Problem(403, "foreign_origin")


OPERATORS = ("/livez", "/readyz", "/healthz", "/metrics")
"""What looks after the process from inside calls it by any name."""


def allowed_hosts(settings: Settings) -> frozenset[str]:
    """The names of this server; with "*" any name is one."""
    if settings.hosts:
        return frozenset(host.casefold() for host in settings.hosts)
    own = {"localhost", socket.gethostname().casefold(), socket.gethostname().casefold() + ".local"}
    named = [settings.public_url, *settings.origins]
    return frozenset(own | {(urlsplit(url).hostname or "").casefold() for url in named} - {""})


def check_host(headers: dict[str, str], hosts: frozenset[str]) -> None:
    """Another site's name that leads here would make its pages ours: only our own names are answered, and bare
    addresses where nobody named any."""
    if "*" in hosts:
        return
    try:
        host = (urlsplit("//" + headers.get("host", "")).hostname or "").casefold()
    except ValueError:
        host = ""
    if host in hosts or ("localhost" in hosts and _is_address(host)):
        return
    raise Problem(400, "bad_host")


def is_loopback(client: str) -> bool:
    """Does this client run on the same computer?"""
    try:
        return ipaddress.ip_address(client).is_loopback
    except ValueError:
        return False


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


class Guard:
    """ASGI middleware around the whole application."""

    def __init__(self, app: ASGIApp, settings: Settings, limits: Limits) -> None:
        self.app = app
        self.origins = settings.origins
        self.hosts = allowed_hosts(settings)
        self.limits = limits
        self.told = settings.access_log
        """Is every request logged, or only for who wants to know all (debug)?"""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began = time.perf_counter()
        status = 500
        started = False
        headers = headers_of(scope)
        client = block(scope["client"][0] if scope.get("client") else "?")
        CALLER.set(client)
        safe = _FRAMED if EMBEDDED.fullmatch(scope["path"]) else _HEADERS

        async def finish(message: Message) -> None:
            nonlocal status, started
            if message["type"] == "http.response.start":
                status, started = message["status"], True
                present = {name.lower() for name, _ in message.get("headers", [])}
                message["headers"] = [
                    *message.get("headers", []),
                    *[(name, value) for name, value in safe if name not in present],
                ]
            await send(message)

        try:
            await self._check(scope, headers, client)
            limit = MAX_RECORD + MAX_BODY if scope["path"].endswith("/games/import") else MAX_BODY
            await self.app(scope, _limited(receive, headers, limit), finish)
        except Problem as problem:
            if not started:
                await refuse(problem, headers, finish)
        except Exception:
            log.exception("request_failed", method=scope["method"], path=scope["path"])
            if not started:
                await refuse(Problem(500, "internal"), headers, finish)
        method = scope["method"] if scope["method"] in _METHODS else "other"
        metrics.REQUESTS.labels(method, str(status)).inc()
        milliseconds = round((time.perf_counter() - began) * 1000, 1)
        (log.info if self.told else log.debug)(
            "request",
            method=scope["method"],
            path=scope["path"],
            status=status,
            ms=milliseconds,
            client=scope["client"][0] if scope.get("client") else "?",
            user=scope.get("state", {}).get("user"),
        )

    async def _check(self, scope: Scope, headers: dict[str, str], client: str) -> None:
        if scope["path"] not in OPERATORS:
            check_host(headers, self.hosts)
        if "\0" in scope["path"] or b"%00" in scope.get("query_string", b""):
            raise Problem(400, "bad_request", what="address")
        bucket = self.limits.requests.of(client)
        # Pages and their files are cheap and come in swarms; health and figures are the operator's.
        if scope["path"].startswith("/api/") and not bucket.take():
            metrics.CUT_OFF.labels("rate").inc()
            problem = Problem(429, "too_fast", seconds=max(1, round(bucket.wait())))
            problem.headers["Retry-After"] = str(max(1, round(bucket.wait())))
            await self.limits.requests.hold(bucket)
            raise problem
        if scope["method"] not in _SAFE:
            check_origin(headers, self.origins)


def _limited(receive: Receive, headers: dict[str, str], limit: int) -> Receive:
    """A body of at most `limit` bytes, whatever the header claims."""
    length = headers.get("content-length", "0")
    if not (length.isascii() and length.isdigit()) or int(length) > limit:
        raise Problem(413, "too_large", limit=limit)
    seen = 0

    async def receive_some() -> Message:
        nonlocal seen
        message = await receive()
        if message["type"] == "http.request":
            seen += len(message.get("body", b""))
            if seen > limit:
                raise Problem(413, "too_large", limit=limit)
        return message

    return receive_some


async def refuse(problem: Problem, headers: dict[str, str], send: Send) -> None:
    """Answer a problem that arose outside the API."""
    lang = words.best_language(headers.get("accept-language", ""))
    body = packets.encode(problem.body(words.sentence(lang, problem.key, problem.args_, problem.title)))
    extra = [(name.lower().encode(), value.encode()) for name, value in problem.headers.items()]
    if problem.status in (413, 429):
        # The rest of what this client sends is not worth reading.
        extra.append((b"connection", b"close"))
    start = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), *extra]
    await send({"type": "http.response.start", "status": problem.status, "headers": start})
    await send({"type": "http.response.body", "body": body})
