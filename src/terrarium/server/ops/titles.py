"""The titles that this server offers."""

import importlib
from collections.abc import Mapping
from typing import cast

from terrarium.kernel.contract import Title


def load_titles(path: str) -> Mapping[str, Title]:
    """The titles that `module:function` gives, by id."""
    module, _, name = path.partition(":")
    found = getattr(importlib.import_module(module), name)()
    if isinstance(found, Mapping):
        return cast("Mapping[str, Title]", found)
    return {title.id: title for title in found}
