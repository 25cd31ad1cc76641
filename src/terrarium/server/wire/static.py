"""The browser client, served from the wheel; a plain page says how to go on where it was not built."""

from pathlib import Path

from starlette.applications import Starlette
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles
from starlette.types import Receive, Scope, Send

FOLDER = Path(__file__).resolve().parents[2] / "web_dist"

_PLAIN = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Terrarium</title></head><body>
<h1>Terrarium</h1>
<p>The server is running, but the browser table has not been built into this installation.</p>
<p>Programs can play: <a href="/api/v1/openapi.json">/api/v1/openapi.json</a> describes every request.</p>
</body></html>
"""


class Assets(StaticFiles):
    """Files whose names carry a hash never change; everything else is asked for again."""

    def file_response(self, *args: object, **kwargs: object) -> Response:
        response = super().file_response(*args, **kwargs)  # type: ignore[arg-type]
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
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
