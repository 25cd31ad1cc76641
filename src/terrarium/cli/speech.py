"""How commands talk: sentences in the user's language, one JSON document when asked, errors as one clear line."""

import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NoReturn

import typer
from rich.console import Console

from terrarium.kernel.contract import NotationError, Refusal
from terrarium.kernel.record import MOST_ROWS, MOST_TEXT
from terrarium.kernel.replay import Refused
from terrarium.titles import USUAL
from terrarium.words import LANGUAGES, Words

out = Console(highlight=False, soft_wrap=False)
err = Console(stderr=True, highlight=False, soft_wrap=True)


def language(wish: str = "") -> str:
    """The language to speak: the wish, else TERRARIUM_LANG, else the usual one."""
    chosen = wish or os.environ.get("TERRARIUM_LANG", USUAL)
    if chosen not in LANGUAGES:
        raise NotationError("unknown_language", {"language": chosen})
    return chosen


def print_json(document: object) -> None:
    """Exactly one JSON document on standard output."""
    sys.stdout.write(json.dumps(document, ensure_ascii=False) + "\n")


def fail(words: Words, code: str, args: Mapping[str, object]) -> NoReturn:
    """One sentence on standard error, and a non-zero exit."""
    err.print(words.say(f"error.{code}", args), style="bold")
    raise typer.Exit(2)


def sentence(words: Words, error: NotationError) -> str:
    """The sentence of an error, with the reason of a refusal inside."""
    args = dict(error.details)
    if isinstance(error, Refused) and error.refusal is not None:
        args["because"] = because(words, error.refusal)
    key = f"error.{error.code}"
    return words.say(key, args) if words.has(key) else str(error)


def because(words: Words, refusal: Refusal) -> str:
    """The sentence of a refusal."""
    return words.say(f"refusal.{refusal.code}", refusal.args)


def read_text(path: Path) -> str:
    """The text of a file; NotationError where there is none."""
    try:
        with path.open(encoding="utf-8", newline=None) as file:
            text = file.read(MOST_TEXT + 1)
    except UnicodeDecodeError as error:
        raise NotationError("not_text", {"file": str(path)}) from error
    except OSError as error:
        raise NotationError("no_file", {"file": str(path)}) from error
    if len(text) > MOST_TEXT:
        raise NotationError("record_too_long", {"most": MOST_ROWS})
    return text
