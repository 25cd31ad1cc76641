"""The command line as a page, from what every command says about itself."""

from typing import Any

import typer

from terrarium.cli.main import app

HEAD = """# The command line

`terrarium COMMAND --help` says the same. Every command takes `--lang en`, `zh-Hant` or `zh-Hans` (or the variable
`TERRARIUM_LANG`) where it speaks to people, and most take `--json` for one JSON document on standard output. Bad
input is answered by one sentence and exit status 2. `terrarium --version` says which version answers.
"""


def page() -> str:
    """The whole page."""
    group: Any = typer.main.get_command(app)
    return "\n".join([HEAD, *(section(name, command) for name, command in group.commands.items())])


def section(name: str, command: Any) -> str:
    """One command: how it is called, what it does, its options; of a group, those of its commands."""
    inside = getattr(command, "commands", None)
    if inside is not None:
        head = f"## `terrarium {name}`\n\n{(command.help or '').strip()}\n"
        return "\n".join([head, *("#" + section(f"{name} {one}", its) for one, its in inside.items())])
    shown = [one for one in command.params if not getattr(one, "hidden", False) and one.name != "help"]
    arguments = [one for one in shown if one.param_type_name == "argument"]
    called = " ".join(one.name.upper() if one.required else f"[{one.name.upper()}]" for one in arguments)
    lines = [
        f"## `terrarium {name}`\n",
        f"{(command.help or '').strip()}\n",
        f"```\nterrarium {name} {called}".rstrip(),
    ]
    lines.append("```\n")
    rows = [row(one) for one in shown]
    if rows:
        lines += ["| | what | default |", "|---|---|---|", *rows, ""]
    return "\n".join(lines)


def row(one: Any) -> str:
    """One argument or option."""
    name = f"`{one.name.upper()}`" if one.param_type_name == "argument" else ", ".join(f"`{opt}`" for opt in one.opts)
    default = one.default
    told = "" if default in (None, "", False) or callable(default) else f"`{default}`"
    return f"| {name} | {(one.help or '').replace('|', ' or ')} | {told} |"
