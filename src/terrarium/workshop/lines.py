"""In which line of a file each key and value stands: TOML and JSON that could be read."""

import json
import re

TOKEN = re.compile(
    r"\"{3}(?:\\.|[^\\])*?\"{3,5}|'{3}.*?'{3,5}|\"(?:\\.|[^\"\\\n])*\"|'[^'\n]*'|#[^\n]*|\n|[\[\]{},=.]"
    r"|[^\s\[\]{},=.#\"']+",
    re.DOTALL,
)
BLANK = ("\n", "#")
"""How a token begins that says nothing: the end of a line, a comment."""


def lines_of(text: str) -> dict[str, int]:
    """The line in which each table, key and value begins: `unit.ability.1.price`."""
    text = text.removeprefix("\ufeff")
    return lines_of_json(text) if text.lstrip().startswith("{") else LinesOfToml(text).found


class LinesOfToml:
    """Walks through a TOML file that could be read."""

    def __init__(self, text: str) -> None:
        self.found: dict[str, int] = {}
        self.counts: dict[str, int] = {}
        """The last row of each list of tables."""
        self.tokens: list[tuple[str, int]] = []
        self.at = 0
        line = 1
        for token in TOKEN.finditer(text):
            self.tokens.append((token[0], line))
            line += token[0].count("\n")
        head: list[str] = []
        while self.next() is not None:
            if self.next() == "[":
                head = self.header()
            else:
                self.pair(head)

    def here(self) -> str | None:
        """The token that comes, be it a blank one; None at the end."""
        return self.tokens[self.at][0] if self.at < len(self.tokens) else None

    def next(self) -> str | None:
        """The same beyond blank ones."""
        while (token := self.here()) is not None and token.startswith(BLANK):
            self.at += 1
        return token

    def take(self) -> tuple[str, int]:
        token = self.tokens[self.at]
        self.at += 1
        return token

    def note(self, path: list[str], line: int) -> None:
        self.found.setdefault(".".join(path), line)

    def keys(self, end: str) -> tuple[list[str], int]:
        """The parts of a dotted key up to its end, without their quotation marks, and its line."""
        parts: list[str] = []
        line = self.tokens[self.at][1]
        while (token := self.take()[0]) != end:
            if token != ".":
                parts.append(token.strip("\"'"))
        return parts, line

    def header(self) -> list[str]:
        """`[table]` or `[[list]]`: where the keys after it belong."""
        self.take()
        row = self.here() == "["
        if row:
            self.take()
        (*outer, last), line = self.keys("]")
        if row:
            self.take()
        head: list[str] = []
        for part in outer:  # a table of a list is that of its last row
            head.append(part)
            if ".".join(head) in self.counts:
                head.append(str(self.counts[".".join(head)]))
        head.append(last)
        if row:
            name = ".".join(head)
            self.counts[name] = self.counts.get(name, -1) + 1
            self.note(head, line)
            head.append(str(self.counts[name]))
        self.note(head, line)
        return head

    def pair(self, head: list[str]) -> None:
        """`key = value`."""
        parts, line = self.keys("=")
        for end in range(1, len(parts) + 1):
            self.note([*head, *parts[:end]], line)
        self.value([*head, *parts])

    def value(self, path: list[str]) -> None:
        token, line = self.take()
        self.note(path, line)
        place = 0
        if token not in ("[", "{"):
            while (rest := self.here()) is not None and not rest.startswith((*BLANK, ",", "]", "}")):
                self.take()
            return
        while self.next() not in ("]", "}"):
            if self.next() == ",":
                self.take()
            elif token == "{":
                self.pair(path)
            else:
                self.value([*path, str(place)])
                place += 1
        self.take()


def lines_of_json(text: str) -> dict[str, int]:
    """The same for JSON."""
    found: dict[str, int] = {}
    path: list[str] = []
    key = ""
    line = 1
    for token in re.finditer(r'\n|"(?:[^"\\]|\\.)*"(?P<key>\s*:)?|[\[\]{},]|[^\s\[\]{},":]+', text):
        word = token[0]
        if word in ("}", "]"):
            path.pop()
        elif word == ",":
            if path[-1].isdigit():
                path[-1] = str(int(path[-1]) + 1)
        elif token["key"]:
            key = json.loads(word.rstrip(":").rstrip())
            path[-1] = key
        elif word != "\n":
            found.setdefault(".".join(path), line)
            path += {"[": ["0"], "{": [""]}.get(word, [])
        line += word.count("\n")
    return found
