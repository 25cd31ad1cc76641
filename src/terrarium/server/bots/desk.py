"""Advice that was given or is being made in this worker."""

import asyncio
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Any


@dataclass
class Job:
    """A review that is being made, or is ready."""

    of: int
    done: int = 0
    failed: bool = False
    found: dict[str, Any] | None = None
    task: "asyncio.Task[None] | None" = None


@dataclass
class Desk:
    """Advice given and being made in this worker."""

    hints: "OrderedDict[tuple[str, int, int], asyncio.Future[dict[str, Any]]]" = field(default_factory=OrderedDict)
    jobs: "OrderedDict[str, Job]" = field(default_factory=OrderedDict)
    one: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(1))
