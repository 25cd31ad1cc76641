"""The doors of the house: which request is answered by what. Paths and shapes are the server's (`/api/v1`)."""

import json
import re
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from terrarium.server import words
from terrarium.server.errors import Problem
from terrarium.tab.house import House
from terrarium.tab.things import Asleep

MOST = 10**6
"""No number of a request is larger."""
ID = re.compile("[a-z2-9]{14}")
"""What names a game."""


@dataclass
class Asked:
    """One request: its place in the path, what follows the question mark, its body."""

    house: House
    path: dict[str, str] = field(default_factory=dict)
    query: dict[str, str] = field(default_factory=dict)
    body: dict[str, Any] = field(default_factory=dict)

    @property
    def lang(self) -> str:
        """`?lang=`, then the person's."""
        wish = self.query.get("lang", "")
        return wish if wish in words.LANGUAGES else self.house.me.lang

    def number(self, name: str, most: int = MOST) -> int | None:
        """A number of the query; Problem 422 where it is none."""
        text = self.query.get(name)
        if text is None:
            return None
        if not text.isascii() or not text.isdigit() or len(text) > 7 or int(text) > most:
            raise unfit(f"query.{name}")
        return int(text)

    def text(self, name: str, least: int, most: int) -> str:
        """A text of the query."""
        found = self.query.get(name, "")
        if not least <= len(found) <= most:
            raise unfit(f"query.{name}")
        return found

    def wish(self, name: str, kind: type, default: object) -> Any:
        """A field of the body; Problem 422 where it is something else."""
        found = self.body.get(name, default)
        if found is not default and not isinstance(found, kind):
            raise unfit(name)
        return found

    def count(self, name: str, most: int) -> int:
        """A number of the body that must be there."""
        found = self.body.get(name)
        if not isinstance(found, int) or not 0 <= found <= most:
            raise unfit(name)
        return found

    def many(self, name: str, least: int, most: int) -> list[Any]:
        """A list of the body; one that may be empty need not be there."""
        found = self.body.get(name, None if least else [])
        if not isinstance(found, list) or not least <= len(found) <= most:
            raise unfit(name)
        return found

    def texts(self, name: str, least: int, most: int, longest: int = 200) -> list[str]:
        """A list of texts of the body."""
        for place, text in enumerate(found := self.many(name, least, most)):
            if not isinstance(text, str) or len(text) > longest:
                raise unfit(f"{name}.{place}")
        return found


def place_after(cursor: str | None, all_: list[str]) -> int:
    """Where the page after this one of a list begins."""
    if cursor is not None and cursor not in all_:
        raise unfit("cursor")
    return 0 if cursor is None else all_.index(cursor) + 1


def unfit(what: str) -> Problem:
    """What was asked with cannot be meant."""
    return Problem(422, "bad_request", what=what)


@dataclass(frozen=True)
class Made:
    """An answer to a request that made something."""

    data: object


@dataclass(frozen=True)
class Flowing:
    """An answer that comes line by line, as it is made."""

    lines: Iterator[object]


Handler = Callable[[Asked], object]
DOORS: list[tuple[str, re.Pattern[str], Handler]] = []


def door(method: str, path: str) -> Callable[[Handler], Handler]:
    """`path` with names in braces is answered by this."""
    pattern = re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", path))

    def hang(handler: Handler) -> Handler:
        DOORS.append((method, pattern, handler))
        return handler

    return hang


def asked_at(house: House, address: str) -> Asked:
    """A request as far as its address tells it."""
    query = parse_qs(urlsplit(address).query)
    return Asked(house, query={name: values[-1] for name, values in query.items()})


def handled(house: House, method: str, address: str, body: str) -> tuple[int, object]:
    """Status and answer to one request, by whoever stands at its door."""
    asked, path = asked_at(house, address), urlsplit(address).path
    try:
        for known, pattern, handler in DOORS:
            found = pattern.fullmatch(path)
            if known == method and found is not None:
                asked.path = {name: unquote(value) for name, value in found.groupdict().items()}
                check_path(asked.path)
                asked.body = body_of(body)
                made = handler(asked)
                return (201, made.data) if isinstance(made, Made) else (200, made)
        raise Problem(404, "needs_server")
    except Problem as problem:
        return problem.status, told(problem, asked.lang)
    except Asleep:
        raise
    except Exception:  # whoever waits for an answer gets one
        traceback.print_exc()
        return 500, told(Problem(500, "internal"), asked.lang)


def body_of(text: str) -> dict[str, Any]:
    """What comes with a request; Problem 422 where it is no object."""
    try:
        found = json.loads(text) if text else {}
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise unfit("body")
    return found


def check_path(path: dict[str, str]) -> None:
    """Whoever followed a broken link reads a sentence."""
    seq = path.get("seq", "1")
    if not ID.fullmatch(path.get("game", "a" * 14)) or not seq.isascii() or not seq.isdigit():
        raise Problem(422, "no_address")
    if not 1 <= len(seq) <= 7 or not 1 <= int(seq) <= MOST:
        raise Problem(422, "no_address")


def told(problem: Problem, lang: str) -> dict[str, object]:
    return problem.body(words.sentence(lang, problem.key, problem.args_, problem.title))


def answer(house: House, method: str, address: str, body: str = "") -> tuple[int, str]:
    """Status and text of the answer to one request: JSON, or the plain text of a record."""
    status, made = handled(house, method, address, body)
    if isinstance(made, Flowing):
        return status, "".join(written(line) + "\n" for line in made.lines)
    return status, written(made)


def flow(house: House, address: str, body: str, deliver: Callable[[str], object]) -> tuple[int, str, str]:
    """Begin what takes its time: status, text of a refusal, and the name of the task, which goes on while `house.work`
    is called. Each line is delivered as it is made, an empty text at the end."""
    status, made = handled(house, "POST", address, body)
    if not isinstance(made, Flowing):
        return status, written(made), ""
    lang = asked_at(house, address).lang

    def portion() -> bool:
        try:
            line = next(made.lines, None)
        except Exception:  # what goes wrong on the way is told in the last line, and stops nothing else
            deliver(written(told(Problem(409, "no_advice"), lang)) + "\n")
            line = None
        deliver("" if line is None else written(line) + "\n")
        return line is not None

    return status, "", house.begin(portion)


def written(data: object) -> str:
    return data if isinstance(data, str) else json.dumps(data, ensure_ascii=False, separators=(",", ":"))
