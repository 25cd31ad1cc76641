"""Requests that the server itself makes to addresses people gave it: checked, pinned, bounded, never redirected."""

import asyncio
import hashlib
import ipaddress
import socket
import ssl
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

from terrarium.server.errors import Problem
from terrarium.server.ops.pools import Busy, Pools

MOST_ANSWER = 4096
"""Bytes that are read of an answer."""


class Target(NamedTuple):
    """Where a request goes: an address that may be called, under the name of a host."""

    scheme: str
    host: str
    port: int
    netloc: str
    path: str
    address: str


def public(address: str) -> bool:
    """Is this an address of the open internet, and no disguise of another?"""
    found = ipaddress.ip_address(address.split("%")[0])
    if isinstance(found, ipaddress.IPv6Address) and found not in _OPEN:
        return False
    return found.is_global and not found.is_multicast and not any(found in network for network in _SPECIAL)


_OPEN = ipaddress.IPv6Network("2000::/3")
"""All that is given out of IPv6: outside it lie addresses of one site, and IPv4 ones written as IPv6 ones (mapped,
NAT64), of which nobody can say where they lead."""
_SPECIAL = [
    ipaddress.ip_network(text)
    for text in (
        "2001::/23",  # protocols of their own, Teredo among them
        "2002::/16",  # 6to4, and the relays that it is reached through
        "192.88.99.0/24",
        "3fff::/20",  # for documents
        "192.0.0.0/24",  # one's own router, whatever that is
        "168.63.129.16/32",  # what a rented computer asks about itself
    )
]
"""What lies among the addresses of the internet and leads elsewhere; what `ipaddress` knows of it differs by version of
Python."""


def parts_of(url: str) -> SplitResult:
    """An address in its parts; Problem where it is none."""
    try:
        return urlsplit(url)
    except ValueError as error:
        raise Problem(422, "bad_target") from error


def serves_push(url: str, hosts: tuple[str, ...]) -> bool:
    """Does this address lead to one of the services that browsers have for pushes, or to a name below theirs?"""
    parts = parts_of(url)
    host = "." + (parts.hostname or "")
    return parts.scheme == "https" and any(host.endswith("." + known) for known in hosts)


class Unknown(Problem):
    """Nobody says where a name leads."""

    def __init__(self) -> None:
        super().__init__(422, "bad_target")


def resolved(url: str, private: bool) -> Target:
    """Where this address leads; Problem where it may not be called. Asks for the name and so may block: in a thread.

    The host is resolved once and that very address is connected to, so that a name cannot change its mind in between.
    """
    parts = parts_of(url)
    plain = url.isascii() and url.isprintable() and " " not in url
    if parts.scheme not in ("https", "http") or not parts.hostname or parts.username or len(url) > 2000 or not plain:
        raise Problem(422, "bad_target")
    try:
        port = parts.port or (443 if parts.scheme == "https" else 80)
        found = socket.getaddrinfo(parts.hostname, port, type=socket.SOCK_STREAM)
    except OSError as error:
        raise Unknown from error
    except ValueError as error:
        raise Problem(422, "bad_target") from error
    address = str(found[0][4][0])
    if not private and not public(address):
        raise Problem(422, "bad_target")
    path = (parts.path or "/") + ("?" + parts.query if parts.query else "")
    return Target(parts.scheme, parts.hostname, port, parts.netloc, path, address)


async def checked(pools: Pools, url: str, private: bool) -> Target:
    """The same beside the event loop, with the threads and the deadline that names have. A name that nobody knows is
    left alone like an address that does not answer: whoever asks for it takes one of few threads."""
    name = name_of(url)
    if pools.fuses.rests(name):
        raise Problem(422, "bad_target")
    begun: list[float] = []

    def work() -> Target:
        begun.append(time.monotonic())
        return resolved(url, private)

    try:
        target = await pools.names.run(work)
    except Unknown:
        pools.fuses.failed(name)
        raise
    except TimeoutError as error:
        if not begun or time.monotonic() - begun[0] < pools.names.seconds / 2:
            raise Problem(503, "busy") from error  # most of the time it waited for others
        pools.fuses.failed(name)
        raise Problem(422, "bad_target") from error
    pools.fuses.answered(name)
    return target


def name_of(url: str) -> str:
    """What has a fuse of its own while its address is asked for."""
    return f"name {parts_of(url).hostname}"


@cache
def _certificates() -> ssl.SSLContext:
    return ssl.create_default_context()


async def post(
    pools: Pools, who: str, url: str, body: bytes, headers: Mapping[str, str], private: bool
) -> tuple[int, bytes]:
    """POST and give the status and the beginning of the answer; OSError where it fails, at the latest at the deadline.

    `who` asked for it: nobody has more than a few calls under way. An address that keeps failing is left alone: its
    server where nobody answers there, else this one page of it, for others may be served well by the same server.
    """
    parts = parts_of(url)
    door, page = f"{parts.hostname}:{parts.port}", hashlib.sha256(url.encode()).hexdigest()
    if any(pools.fuses.rests(where) for where in (name_of(url), door, page)):
        raise Busy("an address that does not answer")
    where = door

    async def call() -> tuple[int, bytes]:
        def reached() -> None:
            nonlocal where
            where = page
            pools.fuses.answered(door)

        return await _exchange(await checked(pools, url, private), body, headers, reached)

    try:
        status, answer = await pools.posts.run(who, call)
    except Busy:
        raise
    except (OSError, EOFError, ValueError, asyncio.LimitOverrunError) as error:
        pools.fuses.failed(where)
        raise OSError(type(error).__name__) from error
    if status >= 500:
        pools.fuses.failed(page)
    else:
        pools.fuses.answered(page)
    return status, answer


async def _exchange(
    target: Target, body: bytes, headers: Mapping[str, str], reached: Callable[[], None]
) -> tuple[int, bytes]:
    secure = _certificates() if target.scheme == "https" else None
    name = target.host if secure is not None else None
    reader, writer = await asyncio.open_connection(target.address, target.port, ssl=secure, server_hostname=name)
    reached()
    try:
        lines = [f"POST {target.path} HTTP/1.1", f"Host: {target.netloc}", "Connection: close"]
        lines += [f"{key}: {value}" for key, value in headers.items()]
        lines.append(f"Content-Length: {len(body)}")
        writer.write("\r\n".join([*lines, "", ""]).encode("ascii") + body)
        await writer.drain()
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        word, _, rest = head.partition(" ")
        if not word.startswith("HTTP/1.") or not rest[:3].isdigit():
            raise ValueError("no HTTP")
        return int(rest[:3]), await _content(reader, head.lower())
    finally:
        writer.transport.abort()


async def _content(reader: asyncio.StreamReader, head: str) -> bytes:
    """The beginning of what an answer holds: its pieces put together, as long as it says it is, as far as it comes."""
    fields = dict(line.partition(":")[::2] for line in head.split("\r\n")[1:])
    length = fields.get("content-length", "").strip()
    most = min(int(length), MOST_ANSWER) if length.isdigit() else MOST_ANSWER
    found = b""
    with suppress(OSError, EOFError, ValueError, asyncio.LimitOverrunError):
        if "chunked" not in fields.get("transfer-encoding", ""):
            while len(found) < most and (more := await reader.read(most - len(found))):
                found += more
            return found
        while len(found) < MOST_ANSWER and (size := int((await reader.readuntil(b"\r\n")).split(b";")[0], 16)) > 0:
            found += (await reader.readexactly(min(size, MOST_ANSWER) + 2))[:-2]
    return found[:MOST_ANSWER]
