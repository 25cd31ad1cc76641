"""Requests that the server itself makes to addresses people gave it: checked, pinned, bounded, never redirected."""

import asyncio
import ipaddress
import socket
import ssl
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple
from urllib.parse import urlsplit

from terrarium.server.errors import Problem
from terrarium.server.ops.pools import Pools

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

    @property
    def door(self) -> str:
        """What has a fuse of its own."""
        return f"{self.host}:{self.port}"


def public(address: str) -> bool:
    """Is this an address of the open internet, and no disguise of another?"""
    found = ipaddress.ip_address(address.split("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        inner = found.ipv4_mapped or found.sixtofour or (found.teredo[1] if found.teredo else None)
        if inner is not None or any(found in network for network in _TRANSLATED):
            return False
    return found.is_global and not found.is_multicast


_TRANSLATED = [ipaddress.IPv6Network(text) for text in ("64:ff9b::/96", "64:ff9b:1::/48", "::/96")]
"""IPv4 addresses written as IPv6 ones: what they lead to cannot be seen from them."""


def serves_push(url: str, hosts: tuple[str, ...]) -> bool:
    """Does this address lead to one of the services that browsers have for pushes, or to a name below theirs?"""
    parts = urlsplit(url)
    host = "." + (parts.hostname or "")
    return parts.scheme == "https" and any(host.endswith("." + known) for known in hosts)


def resolved(url: str, private: bool) -> Target:
    """Where this address leads; Problem where it may not be called. Asks for the name and so may block: in a thread.

    The host is resolved once and that very address is connected to, so that a name cannot change its mind in between.
    """
    parts = urlsplit(url)
    plain = url.isascii() and url.isprintable() and " " not in url
    if parts.scheme not in ("https", "http") or not parts.hostname or parts.username or len(url) > 2000 or not plain:
        raise Problem(422, "bad_target")
    try:
        port = parts.port or (443 if parts.scheme == "https" else 80)
        found = socket.getaddrinfo(parts.hostname, port, type=socket.SOCK_STREAM)
    except (OSError, ValueError, UnicodeError) as error:
        raise Problem(422, "bad_target") from error
    address = str(found[0][4][0])
    if not private and not public(address):
        raise Problem(422, "bad_target")
    path = (parts.path or "/") + ("?" + parts.query if parts.query else "")
    return Target(parts.scheme, parts.hostname, port, parts.netloc, path, address)


async def checked(pools: Pools, url: str, private: bool) -> Target:
    """The same beside the event loop, with the threads and the deadline that names have."""
    try:
        return await pools.names.run(lambda: resolved(url, private))
    except TimeoutError as error:
        raise Problem(422, "bad_target") from error


@cache
def _certificates() -> ssl.SSLContext:
    return ssl.create_default_context()


async def post(
    pools: Pools, who: str, url: str, body: bytes, headers: Mapping[str, str], private: bool
) -> tuple[int, bytes]:
    """POST and give the status and the beginning of the answer; OSError where it fails, at the latest at the deadline.

    `who` asked for it: nobody has more than a few calls under way. An address that keeps failing is left alone.
    """
    parts = urlsplit(url)
    door = f"{parts.hostname}:{parts.port}"
    if pools.fuses.rests(door):
        raise ConnectionError("an address that does not answer")

    async def call() -> tuple[int, bytes]:
        return await _exchange(await checked(pools, url, private), body, headers)

    try:
        status, answer = await pools.posts.run(who, call)
    except (OSError, EOFError, ValueError, asyncio.LimitOverrunError) as error:
        pools.fuses.failed(door)
        raise OSError(type(error).__name__) from error
    if status >= 500:
        pools.fuses.failed(door)
    else:
        pools.fuses.answered(door)
    return status, answer


async def _exchange(target: Target, body: bytes, headers: Mapping[str, str]) -> tuple[int, bytes]:
    secure = _certificates() if target.scheme == "https" else None
    name = target.host if secure is not None else None
    reader, writer = await asyncio.open_connection(target.address, target.port, ssl=secure, server_hostname=name)
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
        return int(rest[:3]), await reader.read(MOST_ANSWER)
    finally:
        writer.transport.abort()
