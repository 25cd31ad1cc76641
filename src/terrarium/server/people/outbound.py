"""Requests that the server itself makes to addresses people gave it: checked, pinned, bounded, never redirected."""

import http.client
import ipaddress
import socket
import ssl
from collections.abc import Mapping
from urllib.parse import urlsplit

from terrarium.server.errors import Problem

TIMEOUT_S = 10.0


def checked(url: str, private: bool) -> tuple[str, str, int, str, str]:
    """(scheme, host, port, path, address to connect to) of an address that may be called; Problem where it may not.

    The host is resolved once and that very address is connected to, so that a name cannot change its mind in between.
    """
    parts = urlsplit(url)
    if parts.scheme not in ("https", "http") or not parts.hostname or parts.username or len(url) > 2000:
        raise Problem(422, "bad_target")
    try:
        port = parts.port or (443 if parts.scheme == "https" else 80)
        found = socket.getaddrinfo(parts.hostname, port, type=socket.SOCK_STREAM)
    except (OSError, ValueError, UnicodeError) as error:
        raise Problem(422, "bad_target") from error
    address = str(found[0][4][0])
    if not private and not ipaddress.ip_address(address.split("%")[0]).is_global:
        raise Problem(422, "bad_target")
    path = (parts.path or "/") + ("?" + parts.query if parts.query else "")
    return parts.scheme, parts.hostname, port, path, address


class _Pinned(http.client.HTTPConnection):
    """A connection to a known address under the name of a host."""

    def __init__(self, scheme: str, host: str, port: int, address: str) -> None:
        super().__init__(host, port, timeout=TIMEOUT_S)
        self._scheme = scheme
        self._address = address

    def connect(self) -> None:
        plain = socket.create_connection((self._address, self.port), TIMEOUT_S)
        if self._scheme == "https":
            self.sock = ssl.create_default_context().wrap_socket(plain, server_hostname=self.host)
        else:
            self.sock = plain


def post(url: str, body: bytes, headers: Mapping[str, str], private: bool) -> int:
    """POST and give the status; OSError or http.client.HTTPException where it fails. Blocks: run it in a thread."""
    scheme, host, port, path, address = checked(url, private)
    connection = _Pinned(scheme, host, port, address)
    try:
        connection.request("POST", path, body, dict(headers))
        answer = connection.getresponse()
        answer.read(4096)
        return answer.status
    finally:
        connection.close()
