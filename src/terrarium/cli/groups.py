"""Options that several commands share, named once: that of the language, and dataclasses whose fields are options."""

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from functools import wraps
from typing import Annotated, Any, get_args, get_type_hints

import typer

from terrarium.titles import LANGUAGES

Lang = Annotated[str, typer.Option(help=f"{', '.join(LANGUAGES[:-1])} or {LANGUAGES[-1]}.")]


@dataclass(frozen=True)
class Each:
    """Of a field that holds a dictionary of texts: an option for each key, with its help."""

    helps: Mapping[str, str]

    def options(self) -> dict[str, inspect.Parameter]:
        """The option of each key; what is not given is empty."""
        return {
            key: inspect.Parameter(
                re.sub(r"\W", "_", key).lower(), inspect.Parameter.KEYWORD_ONLY, default="",
                annotation=Annotated[str, typer.Option(f"--{key}", help=text)],
            )
            for key, text in self.helps.items()
        }  # fmt: skip


def grouped(command: Callable[..., None]) -> Callable[..., None]:
    """The command with the fields of its parameter `given`, a dataclass, as options of their own."""
    kind = get_type_hints(command)["given"]
    types = get_type_hints(kind, include_extras=True)
    options: list[inspect.Parameter] = []
    spread: dict[str, dict[str, inspect.Parameter]] = {}
    for field in fields(kind):
        each = next((extra for extra in get_args(types[field.name])[1:] if isinstance(extra, Each)), None)
        if each is not None:
            spread[field.name] = each.options()
            options += spread[field.name].values()
            continue
        default = inspect.Parameter.empty if field.default is MISSING else field.default
        options.append(
            inspect.Parameter(field.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=types[field.name])
        )
    own = inspect.signature(command, eval_str=True)
    kept = [p.replace(kind=inspect.Parameter.KEYWORD_ONLY) for name, p in own.parameters.items() if name != "given"]

    @wraps(command)
    def called(**values: Any) -> None:
        taken = {option.name: values.pop(option.name) for option in options}
        for name, parts in spread.items():
            taken[name] = {key: taken.pop(option.name) for key, option in parts.items()}
        command(given=kind(**taken), **values)

    together = [*options, *kept]
    called.__dict__["__signature__"] = own.replace(parameters=together)
    called.__annotations__ = {p.name: p.annotation for p in together} | {"return": None}
    return called
