"""Options that several commands share, named once: a dataclass whose fields are the options."""

import inspect
from collections.abc import Callable
from dataclasses import MISSING, fields
from functools import wraps
from typing import Any, get_type_hints


def grouped(command: Callable[..., None]) -> Callable[..., None]:
    """The command with the fields of its parameter `given`, a dataclass, as options of their own."""
    kind = get_type_hints(command)["given"]
    types = get_type_hints(kind, include_extras=True)
    options: list[inspect.Parameter] = []
    for field in fields(kind):
        default = inspect.Parameter.empty if field.default is MISSING else field.default
        options.append(
            inspect.Parameter(field.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=types[field.name])
        )
    own = inspect.signature(command, eval_str=True)
    kept = [p.replace(kind=inspect.Parameter.KEYWORD_ONLY) for name, p in own.parameters.items() if name != "given"]

    @wraps(command)
    def called(**values: Any) -> None:
        command(given=kind(**{option.name: values.pop(option.name) for option in options}), **values)

    together = [*options, *kept]
    called.__dict__["__signature__"] = own.replace(parameters=together)
    called.__annotations__ = {p.name: p.annotation for p in together} | {"return": None}
    return called
