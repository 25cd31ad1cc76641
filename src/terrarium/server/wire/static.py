"""The browser client, served from the wheel; a plain page says how to go on where it was not built. Where the tab was
built (docs/tab.md) it is given out too, under /tab/."""

import gzip
import os
from functools import lru_cache
from pathlib import Path

from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

FOLDER = Path(__file__).resolve().parents[2] / "web_dist"
SOURCES = Path(__file__).resolve().parents[4]
TAB_CSP = (
    "default-src 'none'; script-src 'self' blob: 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'self'"
)
"""What the tab may do beyond a page of the server: run WebAssembly, and a script that its worker unpacked."""

_PLAIN = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Terrarium</title></head><body>
<h1>Terrarium</h1>
<p>The server is running, but the browser table has not been built into this installation.</p>
<p>Programs can play: <a href="/api/v1/openapi.json">/api/v1/openapi.json</a> describes every request.</p>
</body></html>
"""


PACKED = (".js", ".mjs", ".css", ".json", ".svg")
"""What is sent packed to whoever can unpack it; type and pictures are packed already."""


@lru_cache(maxsize=512)
def packed(path: str) -> bytes:
    """Packed once: what is kept here never changes under its name."""
    return gzip.compress(Path(path).read_bytes(), 9, mtime=0)


class Assets(StaticFiles):
    """Files whose names carry a hash never change; everything else is asked for again."""

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        asked = Headers(scope=scope)
        if os.fspath(full_path).endswith(PACKED) and isinstance(response, FileResponse):
            response.headers["Vary"] = "Accept-Encoding"
            if "gzip" in asked.get("accept-encoding", "") and "range" not in asked:
                kept = {name: response.headers[name] for name in ("cache-control", "vary", "content-type")}
                return Response(packed(os.fspath(full_path)), headers={**kept, "Content-Encoding": "gzip"})
        return response


def add(app: Starlette, folder: Path = FOLDER) -> None:
    """Serve the client on every address that no route knows, so that links into a game open it."""
    index = folder / "index.html"
    nothing = app.router.default

    def page(name: str) -> Response:
        try:
            target = (folder / name).resolve()
            found = bool(name) and target.is_relative_to(folder.resolve()) and target.is_file()
        except (OSError, ValueError):
            return Response("Not found\n", 404, media_type="text/plain")  # no name of a file: too long, or odd
        if found:
            return FileResponse(target, headers={"Cache-Control": "no-cache"})
        if "." in name.rsplit("/", 1)[-1]:
            return Response("Not found\n", 404, media_type="text/plain")
        if index.is_file():
            return FileResponse(index, headers={"Cache-Control": "no-cache"})
        return HTMLResponse(_PLAIN)

    async def default(scope: Scope, receive: Receive, send: Send) -> None:
        name = scope["path"].lstrip("/")
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD") or name.startswith("api/"):
            await nothing(scope, receive, send)
        else:
            await page(name)(scope, receive, send)

    if (folder / "assets").is_dir():
        app.router.routes.append(Mount("/assets", Assets(directory=folder / "assets")))
    app.router.default = default


def tab_folder(wish: str) -> Path | None:
    """Where the built tab lies: in the folder that is named, else beside the package, else in `dist/tab` of the sources
    it was made from; None where there is none."""
    places = [Path(wish)] if wish else [FOLDER.with_name("tab_dist"), SOURCES / "dist" / "tab"]
    return next((place for place in places if (place / "index.html").is_file()), None)


class TabFiles(Assets):
    """The folder of the tab. What has a name made from its content is kept; its page and its service worker are not."""

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        response = super().file_response(full_path, stat_result, scope, status_code)
        folder = Path(full_path).parent.name
        if folder != "assets" and not folder.startswith("python-"):
            response.headers["Cache-Control"] = "no-cache"
        response.headers["Content-Security-Policy"] = TAB_CSP
        response.headers["X-Frame-Options"] = "SAMEORIGIN"
        return response


def add_tab(app: Starlette, folder: Path | None) -> None:
    """Give out the tab; it is told that a server stands behind it."""
    if folder is None:
        return

    async def server(_: Request) -> Response:
        return JSONResponse({"server": "/"}, headers={"Cache-Control": "no-cache"})

    app.router.routes.append(Route("/tab/server.json", server))
    app.router.routes.append(Mount("/tab", TabFiles(directory=folder, html=True)))
