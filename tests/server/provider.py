"""A small OpenID provider on this computer: it knows one person at a time and checks what a client must prove."""

import base64
import hashlib
import itertools
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

_numbers = itertools.count(1)
CLIENT, SECRET = "terrarium", "the client's secret"


class Provider:
    """Started at once; `person` is who signs in there next."""

    def __init__(self) -> None:
        self.person: dict[str, Any] = {"sub": "1", "preferred_username": "Ada"}
        self.codes: dict[str, dict[str, Any]] = {}
        self.tokens: dict[str, dict[str, Any]] = {}
        self.asked: list[str] = []
        provider = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                provider.get(self)

            def do_POST(self) -> None:
                provider.post(self)

            def log_message(self, format: str, *args: object) -> None:
                """Quietly."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.base = f"http://127.0.0.1:{self.server.server_port}"
        self.thread = threading.Thread(target=self.server.serve_forever, daemon=True)
        self.thread.start()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()

    def file(self) -> str:
        """What an operator writes down about it."""
        return (
            f'[local]\nname = "The neighbour"\nissuer = "{self.base}"\n'
            f'client_id = "{CLIENT}"\nclient_secret = "{SECRET}"\n'
        )

    def get(self, request: BaseHTTPRequestHandler) -> None:
        where = urlsplit(request.path)
        self.asked.append(where.path)
        if where.path == "/.well-known/openid-configuration":
            ends = {"authorization_endpoint": "/authorize", "token_endpoint": "/token", "userinfo_endpoint": "/who"}
            told = {"issuer": self.base, **{name: self.base + path for name, path in ends.items()}}
            self.answer(request, 200, told)
        elif where.path == "/authorize":
            wish = {name: values[0] for name, values in parse_qs(where.query).items()}
            assert (wish["client_id"], wish["response_type"], wish["code_challenge_method"]) == (CLIENT, "code", "S256")
            code = f"code{next(_numbers)}"
            self.codes[code] = {**wish, "person": self.person}
            back = f"{wish['redirect_uri']}?{urlencode({'code': code, 'state': wish['state']})}"
            request.send_response(302)
            request.send_header("Location", back)
            request.end_headers()
        elif where.path == "/who":
            found = self.tokens.get(request.headers.get("Authorization", "").removeprefix("Bearer "))
            self.answer(request, 401 if found is None else 200, found or {})
        else:
            self.answer(request, 404, {})

    def post(self, request: BaseHTTPRequestHandler) -> None:
        body = request.rfile.read(int(request.headers["Content-Length"])).decode()
        wish = {name: values[0] for name, values in parse_qs(body).items()}
        known = self.codes.pop(wish.get("code", ""), None)
        proof = "Basic " + base64.b64encode(f"{CLIENT}:{SECRET}".encode()).decode()
        digest = hashlib.sha256(wish.get("code_verifier", "").encode()).digest()
        shown = base64.urlsafe_b64encode(digest).decode().rstrip("=")
        if (
            known is None
            or request.headers.get("Authorization") != proof
            or known["code_challenge"] != shown
            or known["redirect_uri"] != wish["redirect_uri"]
        ):
            self.answer(request, 400, {"error": "invalid_grant"})
            return
        token = f"token{next(_numbers)}"
        self.tokens[token] = known["person"]
        self.answer(request, 200, {"access_token": token, "token_type": "Bearer", "expires_in": 60})

    def answer(self, request: BaseHTTPRequestHandler, status: int, told: dict[str, Any]) -> None:
        data = json.dumps(told).encode()
        request.send_response(status)
        request.send_header("Content-Type", "application/json")
        request.send_header("Content-Length", str(len(data)))
        request.end_headers()
        request.wfile.write(data)
