"""The HTTP API as a page: every request with its parameters, body and answer, from the server's OpenAPI document."""

from typing import Any

from terrarium.server.app import create_app
from terrarium.server.ops.settings import Settings

PREFIX = "/api/v1"
HEAD = """# The HTTP API

Made from the OpenAPI document that a running server gives at `/api/v1/openapi.json`. All addresses below begin with
`/api/v1`. [The server by example](server.md) plays a whole game with curl.

A request that fails is answered with [Failure](#failure); the statuses are 400 (unreadable), 401 (no session), 403 (not
allowed), 404 (not there), 409 (not now), 413 (too large), 422 (not understood), 429 (too many requests) and 503 (try
again).
"""


def page() -> str:
    """The whole page."""
    document = create_app(Settings(database="sqlite://")).openapi()
    schemas: dict[str, Any] = document["components"]["schemas"]
    parts = [HEAD]
    tag = ""
    operations = [(path, method, told) for path, ways in document["paths"].items() for method, told in ways.items()]
    for path, method, told in sorted(operations, key=lambda one: order(one[2], operations)):
        if told["tags"][0] != tag:
            tag = told["tags"][0]
            parts.append(f"## {tag.capitalize()}\n")
        parts.append(request(path, method, told))
    parts.append("## Shapes\n")
    parts += [shape(name, schema) for name, schema in sorted(schemas.items())]
    return "\n".join(parts)


def order(told: Any, operations: list[tuple[str, str, Any]]) -> int:
    """Tags in the order in which they first come."""
    tags = list(dict.fromkeys(one[2]["tags"][0] for one in operations))
    return tags.index(told["tags"][0])


def request(path: str, method: str, told: Any) -> str:
    """One request: what it does, what it takes, what it gives."""
    lines = [f"### `{method.upper()} {path.removeprefix(PREFIX)}`\n", f"{told.get('description', '').strip()}\n"]
    rows = [
        (f"`{one['name']}`", one["in"], spelled(one["schema"]), "" if one.get("required") else "may be left out")
        for one in told.get("parameters", [])
    ]
    if rows:
        lines += table(("parameter", "where", "what", ""), rows)
    body = told.get("requestBody")
    if body:
        lines.append(f"Takes {content(body)}.\n")
    good = next((answer for status, answer in told["responses"].items() if status.startswith("2")), {})
    status = next((status for status in told["responses"] if status.startswith("2")), "200")
    lines.append(f"Gives {content(good)} ({status}).\n")
    return "\n".join(lines)


def content(told: Any) -> str:
    """What a body or an answer holds."""
    kinds = told.get("content", {})
    if not kinds:
        return "nothing"
    kind, inside = next(iter(kinds.items()))
    name = spelled(inside.get("schema", {}))
    return name if kind == "application/json" else f"`{kind}`"


def shape(name: str, schema: Any) -> str:
    """One shape: its fields."""
    lines = [f"### {name}\n"]
    if schema.get("description"):
        lines.append(schema["description"].strip() + "\n")
    needed = set(schema.get("required", []))
    rows = [
        (f"`{field}`", spelled(inside), "" if field in needed else "may be left out")
        for field, inside in schema.get("properties", {}).items()
    ]
    if rows:
        lines += table(("field", "what", ""), rows)
    elif "enum" in schema or "anyOf" in schema or "oneOf" in schema:
        lines.append(spelled(schema) + "\n")
    return "\n".join(lines)


def spelled(schema: Any) -> str:
    """A schema in a few words."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    for ways in ("anyOf", "oneOf"):
        if ways in schema:
            return " or ".join(dict.fromkeys(spelled(way) for way in schema[ways]))
    if "const" in schema:
        return f"`{schema['const']}`"
    if "enum" in schema:
        return ", ".join(f"`{value}`" for value in schema["enum"])
    kind = schema.get("type", "anything")
    if kind == "array":
        return f"list of {spelled(schema.get('items', {}))}"
    words = {"integer": "whole number", "number": "number", "string": "text", "boolean": "yes or no", "null": "null"}
    if kind == "object":
        inside = schema.get("additionalProperties")
        return f"names with {spelled(inside)}" if isinstance(inside, dict) and inside else "object"
    return words.get(kind, str(kind)) + bounds(schema)


def bounds(schema: Any) -> str:
    """How large or how long it may be."""
    low = schema.get("minimum", schema.get("minLength"))
    high = schema.get("maximum", schema.get("maxLength"))
    if low is None and high is None:
        return ""
    unit = " characters" if schema.get("type") == "string" else ""
    if low is not None and high is not None:
        return f", {low}–{high}{unit}" if low != high else f", {low}{unit}"
    return f", at least {low}{unit}" if low is not None else f", at most {high}{unit}"


def table(heads: tuple[str, ...], rows: list[tuple[str, ...]]) -> list[str]:
    """A table; a bar inside a cell would end it."""
    lines = [f"| {' | '.join(heads)} |", "|" + "---|" * len(heads)]
    lines += ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
    return [*lines, ""]
