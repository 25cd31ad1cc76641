"""Structured logs: one JSON object per line, and nothing secret in any of them."""

import logging
import sys
from collections.abc import MutableMapping
from typing import Any

import structlog

_SECRET = ("token", "key", "invite", "secret", "password", "cookie", "authorization", "csrf", "email", "target", "url")


def _redact(_: Any, __: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """The last gate: a field whose name sounds secret is never written, whoever put it there."""
    for name in event:
        if any(word in name.lower() for word in _SECRET):
            event[name] = "…"
    return event


def set_up(level: str, form: str) -> None:
    """Log to standard error as JSON or, for people, as plain lines."""
    shown: Any = structlog.processors.JSONRenderer() if form == "json" else structlog.dev.ConsoleRenderer(colors=False)
    number = logging.getLevelNamesMapping().get(level.upper(), logging.INFO)
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            _redact,
            structlog.processors.format_exc_info,
            shown,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(number),
        logger_factory=structlog.WriteLoggerFactory(file=sys.stderr),
        cache_logger_on_first_use=False,
    )
    logging.basicConfig(level=max(number, logging.WARNING), stream=sys.stderr, format="%(message)s", force=True)
