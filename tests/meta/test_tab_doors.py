"""Nothing in a tab leads nowhere: whatever the client asks for has a door in the tab's worker, or is asked only where
a house offers what the tab has not (`Offers` in `web/src/lib/house.ts`)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from terrarium.tab import worker
from terrarium.tab.doors import DOORS
from tests.meta.test_web_rooms import SOURCES, files, target

assert worker.DOORS
HOUSES = {SOURCES / "lib" / "server.ts", *(SOURCES / "tab").iterdir()}
"""What answers, and asks nobody."""
ASKING = re.compile(r"import \{([^}]*)\} from '[./]+/(?:lib/)?api'")
METHODS = {"get": "GET", "post": "POST", "lines": "POST", "read": "GET", "call": "*"}
NAMED = {
    ("app/shop/lab.svelte.ts", "path"): ("/workshop/check", "/workshop/lab"),
    ("app/shop/shelf.svelte.ts", "this.shelf.path"): ("/workshop/units", "/workshop/atlas"),
    ("table/lesson.svelte.ts", "this.path"): ("/lessons/*/*",),
    ("table/study.svelte.ts", "this.path"): ("/studies/*",),
}
"""Paths that a field holds."""
ELSE = {
    r"status === 'open'": "a table that waits for people",
    r"status === 'paused'": "a pause that others agreed to",
    r"(?<![!.])table\.study": "the board of a study",
    r"\(invite\)": "a link that somebody sent",
    r"(?<!')\baccount\b": "who has one",
    r"work\.published": "who has an account",
}
"""Conditions that hold only where a house offers what the tab has not, and what they mean."""
DECLARED = re.compile(r"(?:export )?(?:default )?(?:async )?(function\*?|class|const|let) (\w+)")
MEMBER = re.compile(r"(?:(?:private|async|static|readonly|get) )*(?:\*)?(\w+)\b")
BLOCK = re.compile(r"\{(#if|:else if|:else|/if)\b")


@cache
def lacking() -> re.Pattern[str]:
    """What shows that a house offers what the tab has not."""
    told = re.search(r"offers: Offers = \{(.*?)\}", (SOURCES / "tab" / "house.ts").read_text(encoding="utf-8"), re.S)
    assert told is not None
    names = re.findall(r"(\w+): false", told[1])
    assert names
    return re.compile("|".join([rf"(?<!!)\boffers\.(?:{'|'.join(names)})\b", *ELSE]))


def closing(text: str, at: int) -> int:
    """Where the bracket that opens at `at` is closed; texts in quotes are passed over."""
    pairs = {"(": ")", "<": ">", "{": "}", "[": "]"}
    own, depth = pairs[text[at]], 0
    while at < len(text):
        if text[at] in "'\"":
            at = text.index(text[at], at + 1)
        elif text[at] == "`":
            at = template(text, at)
        elif text[at] in pairs if own != ">" else text[at] == "<":
            depth += 1
        elif text[at] in pairs.values() if own != ">" else text[at] == ">":
            depth -= 1
            if not depth:
                return at
        at += 1
    raise AssertionError("never closed")


def template(text: str, at: int) -> int:
    """Where the template that begins at `at` ends."""
    at += 1
    while text[at] != "`":
        at = closing(text, at + 1) + 1 if text.startswith("${", at) else at + 1
    return at


def literal(text: str, at: int) -> str:
    """The path that a text in quotes names, with a star for what is filled in; empty where there is none."""
    if text[at] == "`":
        found, end = "", template(text, at)
        at += 1
        while at < end:
            if text.startswith("${", at):
                found, at = found + "*", closing(text, at + 1) + 1
            else:
                found, at = found + text[at], at + 1
        return found.partition("?")[0]
    return text[at + 1 : text.index(text[at], at + 1)].partition("?")[0] if text[at] in "'\"" else ""


@dataclass(frozen=True)
class Source:
    """One file of the client: its text, and where its script is and its markup."""

    path: Path

    @property
    def name(self) -> str:
        return self.path.relative_to(SOURCES).as_posix()

    @property
    def text(self) -> str:
        return read(self.path)

    def in_script(self, at: int) -> bool:
        return self.path.suffix == ".ts" or at < self.text.find("</script>")

    def declared(self, at: int, indent: int) -> tuple[int, str]:
        """The last line before `at` that stands so far in, and where it begins."""
        begun = [found.start() for found in re.finditer(rf"^ {{{indent}}}(?=[^\s}})\]])", self.text[:at], re.M)]
        line = self.text[begun[-1] :].partition("\n")[0] if begun else ""
        return (begun[-1] if begun else 0), line.strip()


@cache
def read(path: Path) -> str:
    """A file without what is said in comments."""
    text = path.read_text(encoding="utf-8")
    blank = lambda found: " " * len(found[0])  # noqa: E731
    return re.sub(r"(?<=\s)//[^\n]*|/\*\*?.*?\*/|<!--.*?-->", blank, text, flags=re.S)


@cache
def sources() -> tuple[Source, ...]:
    kept = [path for path in files() if path.suffix != ".css" and path not in HOUSES]
    return tuple(Source(path) for path in kept if not path.name.endswith(".test.ts"))


def asks(source: Source) -> Iterator[tuple[int, str, str]]:
    """Where a file asks for something, how, and for what."""
    text = source.text
    asking = ASKING.search(text)
    known = METHODS.keys() & re.findall(r"\w+", asking[1] if asking else "")
    for found in re.finditer(rf"(?<![.\w])({'|'.join(known)})\b(?=[<(])", text) if known else ():
        at = found.end()
        at = closing(text, at) + 1 if text[at] == "<" else at
        if text[at] != "(":
            continue
        said = re.sub(r"^\(\s*", "", text[at : closing(text, at)])
        method = METHODS[found[1]]
        if found[1] == "call":
            first, _, said = (part.strip() for part in said.partition(","))
            method = first.strip("'") if first.startswith("'") else method
        for path in paths(source, said.strip()):
            yield found.start(), method, path


def paths(source: Source, said: str) -> list[str]:
    """What the first of these words names."""
    head = literal(said, 0)
    if head.startswith("/"):
        return [head]
    word = said[2:].partition("}")[0] if head else re.match(r"[\w.]+", said)[0]  # type: ignore[index]
    if said.startswith("`${"):
        word, head = said[3:].partition("}")[0], head[1:]
    if (source.name, word) in NAMED:
        return [path + head for path in NAMED[source.name, word]]
    defined = re.search(rf"\b{re.escape(word)} =\s*(?:\$derived\()?(?=[`'])", source.text)
    assert defined is not None, f"{source.name}: which path is {word}?"
    return [literal(source.text, defined.end()) + head]


def has_door(method: str, path: str) -> bool:
    """Does the tab answer this?"""
    parts = path.split("/")
    for known, pattern, _ in DOORS:
        door = re.sub(r"\(\?P<\w+>\[\^/\]\+\)", "*", pattern.pattern).split("/")
        meets = [one == other or "*" in (one, other) for one, other in zip(door, parts, strict=False)]
        if method in (known, "*") and len(door) == len(parts) and all(meets):
            return True
    return False


def conditions(source: Source, at: int) -> list[str]:
    """The conditions under which this part of the markup is shown."""
    holds: list[str] = []
    for found in BLOCK.finditer(source.text, source.text.find("</script>"), at):
        said = source.text[found.end() : closing(source.text, found.start())]
        if found[1] == "#if":
            holds.append(said)
        elif found[1] == "/if":
            holds.pop()
        else:
            holds[-1] = said if found[1] == ":else if" else ""
    return holds


def either(condition: str) -> list[str]:
    """What a condition is made of, of which one part is enough."""
    depth, parts = 0, [""]
    for mark in condition.replace("||", "|"):
        depth += (mark == "(") - (mark == ")")
        if mark == "|" and not depth:
            parts.append("")
        else:
            parts[-1] += mark
    return parts


def named(source: Source) -> re.Pattern[str]:
    """What shows it in this file, also under a name of its own."""
    own = re.search(r"const \{ ([\w, ]+) \} = house\(\)\.offers", source.text)
    names = [name for name in own[1].split(", ") if lacking().search(f"offers.{name}")] if own else []
    return re.compile("|".join([lacking().pattern, *(rf"(?<!!)\b{name}\b" for name in names)]))


def importers(source: Source, name: str, sought: re.Pattern[str]) -> Iterator[tuple[Source, int]]:
    """Where others use what this file hands out under this name; a component has none but its own."""
    for other in sources():
        for found in re.finditer(r"import (type )?([\w\s{},]*?) from ['\"](\.{1,2}/[^'\"]+)['\"]", other.text):
            if not found[1] and target(other.path, found[3]) == source.path and re.search(rf"\b{name}\b", found[2]):
                for use in sought.finditer(other.text):
                    if not found.start() <= use.start() < found.end():
                        yield other, use.start()
        for found in re.finditer(r"import\(['\"](\.{1,2}/[^'\"]+)['\"]\)", other.text):
            if target(other.path, found[1]) == source.path:
                yield other, found.start()


def uses(source: Source, at: int) -> Iterator[list[tuple[Source, int]]]:
    """Where what stands here is used from; one of these lists is enough: whoever holds an object, or calls it."""
    name = source.path.stem
    shown = list(importers(source, name, re.compile(rf"<{name}\b")))
    if not source.in_script(at):
        yield shown
        return
    indent = 0 if source.path.suffix == ".ts" else 2
    begun, line = source.declared(at, indent)
    found = DECLARED.match(line)
    if found is None:
        yield shown
        return
    # A class is only spoken of in types; what counts is where one is made.
    made = r"(?<=new )" if found[1] == "class" else r"(?<![-./\w'])"
    sought = re.compile(rf"{made}{found[2]}\b(?!:)")
    own = [
        (source, use.start())
        for use in sought.finditer(source.text)
        if use.start() >= begun + len(line) + indent or use.start() < begun
    ]
    yield [*own, *(importers(source, found[2], sought) if line.startswith("export") else ())]
    if found[1] == "class":
        member = MEMBER.match(source.declared(at, indent + 2)[1])
        assert member is not None
        called = re.compile(rf"\.{member[1]}\(")
        yield [(other, use.start()) for other in sources() for use in called.finditer(other.text)]


def kept_from_tabs(source: Source, at: int, way: tuple[tuple[str, int], ...] = ()) -> bool:
    """Is what stands here reached only where a house offers what the tab has not?"""
    if (source.name, at) in way:
        return True
    if source.in_script(at):
        begun, _ = source.declared(at, 0 if source.path.suffix == ".ts" else 2)
        if named(source).search(source.text[begun:at]):
            return True
    elif any(all(map(named(source).search, either(condition))) for condition in conditions(source, at)):
        return True
    further = (*way, (source.name, at))
    return any(found and all(kept_from_tabs(other, use, further) for other, use in found) for found in uses(source, at))


def doorless() -> list[tuple[Source, int, str]]:
    return [
        (source, at, f"{method} {path}")
        for source in sources()
        for at, method, path in asks(source)
        if not has_door(method, path)
    ]


def test_what_the_client_asks_for_is_found() -> None:
    """Or the test below could not fail."""
    found = {f"{method} {path}" for source in sources() for _, method, path in asks(source)}
    assert {"GET /titles", "POST /games/import", "GET /games/*/view", "PUT /games/*/orders"} <= found
    assert {"POST /reports", "POST /games/*/enter", "DELETE /workshop/*/*"} <= found
    assert {wish for _, _, wish in doorless()} >= {"POST /reports", "POST /games/*/enter", "GET /channels"}


def test_what_everybody_is_shown_is_not_taken_for_hidden() -> None:
    home = next(source for source in sources() if source.name == "app/Home.svelte")
    asked = {path: at for at, _, path in asks(home)}
    assert not kept_from_tabs(home, asked["/titles"])
    assert not kept_from_tabs(home, asked["/games"])


@pytest.mark.parametrize("place", [pytest.param(one, id=f"{one[0].name}:{one[2]}") for one in doorless()])
def test_what_has_no_door_in_the_tab_is_asked_at_a_server_alone(place: tuple[Source, int, str]) -> None:
    source, at, wish = place
    line = source.text.count("\n", 0, at) + 1
    assert kept_from_tabs(source, at), f"{source.name}:{line} asks for {wish} in the tab too, which has no such door"
