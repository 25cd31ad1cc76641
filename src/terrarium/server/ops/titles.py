"""The titles that this server offers."""

import importlib
from collections.abc import Callable, Iterator, Mapping
from typing import cast

from terrarium.kernel.contract import NotationError, Title
from terrarium.kernel.record import Record
from terrarium.titles import records


def load_titles(path: str) -> Mapping[str, Title]:
    """The titles that `module:function` gives, by id."""
    module, _, name = path.partition(":")
    found = getattr(importlib.import_module(module), name)()
    if isinstance(found, Mapping):
        return cast("Mapping[str, Title]", found)
    return {title.id: title for title in found}


ReadLog = Callable[[str], tuple[Record, NotationError | None] | None]


def log_readers(offered: Mapping[str, Title]) -> Iterator[tuple[str, ReadLog]]:
    """The titles of these that read logs of another server, each with what makes a record of one, as far as it can be
    played."""
    for title, record in records().items():
        if title in offered and record.logs:
            module, _, name = record.logs.partition(":")
            yield title, getattr(importlib.import_module(module), name)
