"""`terrarium new race|power|piece NAME`: writes what a new unit or piece needs, in every place it needs it.

It works on a checkout of the project: the class with its place in the kit, a statement in every language, words, an
icon, and a scenario test that fails until the rule is written. It says what to do next.
"""

import ast
import builtins
import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from terrarium import catalog
from terrarium.cli.groups import Each, Lang, grouped
from terrarium.cli.speech import language, out
from terrarium.kernel.contract import NotationError
from terrarium.titles import SPOKEN, USUAL, records
from terrarium.words import LANGUAGES, Words
from terrarium.workshop.icons import glyphs, listed

app = typer.Typer(no_args_is_help=True, help="Write what a new race, power or piece needs, in every place.")

FAMILY = "terrarium.smallworld."
PACKAGES = {
    id: record.package.removeprefix(FAMILY) for id, record in records().items() if record.package.startswith(FAMILY)
}
"""The titles that take units, and the package of each."""
NEUTRAL = "neutral"
"""The side of a race that takes none, where races have sides."""
UNSURE = "uncertainty"
"""The icon of what has none of its own yet."""


@dataclass(frozen=True)
class Names:
    """How the new one is called: its id, its class, and its name in every language."""

    id: str
    spoken: dict[str, str]

    @property
    def type(self) -> str:
        return "".join(word.capitalize() for word in self.id.split("_"))

    @property
    def constant(self) -> str:
        return self.id.upper()


class Checkout:
    """The source tree, and what is to be written into it: all of it at the end, or nothing."""

    def __init__(self, start: Path) -> None:
        for folder in (start, *start.parents):
            if (folder / "src" / "terrarium" / "smallworld" / "core" / "ability.py").is_file():
                self.root = folder
                break
        else:
            raise NotationError("no_checkout", {"folder": str(start)})
        self.texts: dict[str, str] = {}

    def read(self, path: str) -> str:
        """A file as it is going to be."""
        return self.texts.get(path) or (self.root / path).read_text(encoding="utf-8")

    def edit(self, path: str, change: Callable[[str], str]) -> None:
        self.texts[path] = change(self.read(path))

    def create(self, path: str, text: str) -> None:
        if (self.root / path).exists():
            raise NotationError("exists_already", {"name": path})
        self.texts[path] = text

    def write(self) -> None:
        for path, text in self.texts.items():
            (self.root / path).write_text(text, encoding="utf-8")


# --- the places -------------------------------------------------------------------------------------


def add_class(text: str, source: str) -> str:
    return text.rstrip("\n") + "\n\n\n" + source


def add_import(text: str, module: str, name: str) -> str:
    """`name` among what is imported from `module`, in order."""
    found = re.search(rf"^from {re.escape(module)} import (\((?P<many>[^)]*)\)|(?P<few>.*))$", text, re.MULTILINE)
    if found is None:
        raise NotationError("no_such_place", {"place": f"from {module} import …"})
    listed = found["many"] if found["many"] is not None else found["few"]
    names = sorted({*(word.strip() for word in listed.split(",") if word.strip()), name}, key=import_order)
    line = f"from {module} import {', '.join(names)}"
    if found["many"] is not None or len(line) > 120:
        line = f"from {module} import (\n" + "".join(f"    {each},\n" for each in names) + ")"
    return text[: found.start()] + line + text[found.end() :]


def import_order(name: str) -> tuple[int, str]:
    """Constants first, then classes, then functions, as the formatter sorts them."""
    return (0 if name.isupper() else 1 if name[0].isupper() else 2), name


def add_to_list(text: str, function: str, entry: str) -> str:
    """One entry more at the end of the list that a function of the kit returns."""
    start = text.find(f"def {function}(")
    end = text.find("\n    ]\n", start)
    if start < 0 or end < 0:
        raise NotationError("no_such_place", {"place": function})
    return text[: end + 1] + f"        {entry},\n" + text[end + 1 :]


def add_statement(text: str, section: str, id: str, chapter: str, names: Names) -> str:
    """A statement behind the last one of its section."""
    heads = [found for found in re.finditer(r"^\[([\w.]+)\]$", text, re.MULTILINE) if found[1].split(".")[0] == section]
    end = text.find("\n\n", heads[-1].end()) + 1
    told = {tag: Words(tag).say("new.statement", {"name": names.spoken[tag]}) for tag in LANGUAGES}
    lines = "".join(f'{tag} = "{text}"\n' for tag, text in told.items())
    return text[:end] + f'\n[{section}.{id}]\nchapter = "{chapter}"\n{lines}' + text[end:]


def add_words(text: str, entries: dict[str, dict[str, str]]) -> str:
    """New keys behind the last of the keys they belong to; `entries`: prefix of such a key -> new keys."""
    words: dict[str, str] = json.loads(text)
    for prefix, new in entries.items():
        keys = list(words)
        place = max((k for k, key in enumerate(keys) if key.startswith(prefix)), default=len(keys) - 1)
        items = list(words.items())
        words = dict([*items[: place + 1], *new.items(), *items[place + 1 :]])
    return json.dumps(words, indent=2, ensure_ascii=False) + "\n"


def add_icon_name(text: str, icon: str, name: str) -> str:
    """What an icon shows; it may have its name already."""
    names: dict[str, str] = json.loads(text)
    return json.dumps(dict(sorted({f"icon.{icon}": name, **names}.items())), indent=1, ensure_ascii=False) + "\n"


def add_icon(text: str, title: str, id: str, icon: str) -> str:
    icons: dict[str, dict[str, str]] = json.loads(text)
    icons[title] = dict(sorted({**icons[title], id: icon}.items()))
    return json.dumps(icons, indent=1, ensure_ascii=False) + "\n"


def add_piece(text: str, names: Names, rule: str, stock: int) -> str:
    """The name of a kind of piece, and the kind at the end of the title's list."""
    last = list(re.finditer(r'^[A-Z_]+: Final = "\w+"$', text, re.MULTILINE))[-1]
    text = text[: last.end()] + f'\n{names.constant}: Final = "{names.id}"' + text[last.end() :]
    end = text.find("\n    ]\n", text.find("_marks("))
    return text[: end + 1] + f'        Mark({names.constant}, {stock}, "{rule}"),\n' + text[end + 1 :]


def names_of(text: str) -> set[str]:
    """Every name that some code defines, imports or speaks of."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.alias):
            found.add(node.asname or node.name)
        elif isinstance(node, ast.ClassDef | ast.FunctionDef):
            found.add(node.name)
    return found


# --- the sources ------------------------------------------------------------------------------------

RACE = '''class {type}(Ability):
    """Say in one sentence what {spoken} do; then answer the hooks that the sentence needs (`core/ability.py`)."""

    name = "{id}"
    tokens: i64 = {tokens}
    tray: i64 = {tray}
'''
POWER = '''class {type}(Ability):
    """Say in one sentence what {spoken} does; then answer the hooks that the sentence needs (`core/ability.py`)."""

    name = "{id}"
    tokens: i64 = {tokens}
'''
TEST = '''"""{spoken}."""

import pytest

from tests.support.cites import cites
{imports}


@cites("{title}", "{statement}")
def test_{id}_do_what_their_rule_says() -> None:
    state = {scene}.active(0, "{race}", "{power}", {{4: 5}}).conquest(0)
    play(state, "stop")
    pytest.fail("Write here what the rule of {spoken} brings about.")


@cites("{title}", "{statement}")
def test_{id}_do_no_more_than_that() -> None:
    pytest.fail("Write here the illegal twin: the same table, and what the rule of {spoken} does not allow.")
'''
SCENE = "from tests.support.scene import Scene, play"
OWN_TABLE = "from tests.support.scene import play\nfrom tests.support.{package} import {table}"


@dataclass
class New:
    """Something new in a checkout: its names, where it goes, and everything that has to be written for it."""

    tree: Checkout
    words: Words
    title: str
    names: Names
    icon: str

    @property
    def folder(self) -> str:
        return f"src/terrarium/smallworld/{PACKAGES[self.title]}"

    def write_unit(self, kind: str, source: str, module: str, one: str) -> None:
        """What a race and a power have in common."""
        title, names, package = self.title, self.names, PACKAGES[self.title]
        many = "races" if kind == "race" else "powers"
        self.tree.edit(f"{self.folder}/{module}.py", lambda text: add_class(text, source))
        self.tree.edit(
            f"{self.folder}/kit.py",
            lambda text: add_to_list(
                add_import(text, f"terrarium.smallworld.{package}.{module}", names.type),
                f"{package}_{many}",
                f"{names.type}()",
            ),
        )
        rules = f"src/terrarium/rules/{title}.toml"
        self.tree.edit(rules, lambda text: add_statement(text, kind, names.id, many, names))
        there = catalog.title(title)
        last = getattr(there, many)[-1]
        for tag in LANGUAGES:
            new = {f"name.{names.id}": names.spoken[tag]}
            if kind == "race":
                new[f"name.{names.id}.one"] = (one or names.spoken[tag]) if tag == USUAL else names.spoken[tag]
            self.write_words(
                tag, {f"name.{last}": new, f"about.{last}": {f"about.{names.id}": Words(tag).say("new.line")}}
            )
        self.write_icon()
        imports, table = self.table()
        # The first of each is of the box; the last may be somebody's own.
        race = names.id if kind == "race" else there.races[0]
        power = names.id if kind == "power" else there.powers[0]
        test = TEST.format(
            spoken=names.spoken[USUAL], id=names.id, title=title, statement=f"{kind}.{names.id}",
            imports=imports, race=race, power=power, scene=f'{table}own=("{names.id}",))',
        )  # fmt: skip
        self.tree.create(f"tests/rules/{title.replace('-', '_')}/test_{kind}_{names.id}.py", test)

    def table(self) -> tuple[str, str]:
        """What a test imports to set a table up, and how its call begins; some titles have a table of their own."""
        package = PACKAGES[self.title]
        support = self.tree.root / f"tests/support/{package}.py"
        found = re.search(
            r"^class (\w+):", support.read_text(encoding="utf-8") if support.is_file() else "", re.MULTILINE
        )
        if found is None:
            return SCENE, f'Scene(title="{self.title}", '
        return OWN_TABLE.format(package=package, table=found[1]), f"{found[1]}("

    def module_of(self, side: str) -> str:
        """The module that a race of this side belongs in; NotationError where the title's races have no such side."""
        modules = (self.tree.root / self.folder).glob("races_*.py")
        sides = sorted(path.stem.removeprefix("races_") for path in modules)
        if not sides:
            return "races"
        if side not in sides:
            raise NotationError("option_value", {"name": "--side", "value": side, "values": ", ".join(sides)})
        return f"races_{side}"

    def write_piece(self, rule: str, stock: int) -> None:
        """A kind of piece: its rule must be a statement that is there."""
        if f"[{rule}]" not in self.tree.read(f"src/terrarium/rules/{self.title}.toml"):
            raise NotationError("no_statement", {"id": rule})
        self.tree.edit(f"{self.folder}/pieces.py", lambda text: add_piece(text, self.names, rule, stock))
        for tag in LANGUAGES:
            self.write_words(tag, {"name.": {f"name.{self.names.id}": self.names.spoken[tag]}})
        self.write_icon()

    def write_words(self, tag: str, entries: dict[str, dict[str, str]]) -> None:
        self.tree.edit(f"src/terrarium/words/{tag}/{self.title}.json", partial(add_words, entries=entries))

    def write_icon(self) -> None:
        """Its place, its name in every language, and its place in the list of what a unit file may name."""
        source = "src/terrarium/titles/icons.json"
        self.tree.edit(source, partial(add_icon, title=self.title, id=self.names.id, icon=self.icon))
        for tag in LANGUAGES:
            # What game-icons.net calls it is English; elsewhere it is called what it stands for.
            name = self.icon.replace("-", " ") if tag == USUAL else self.names.spoken[tag]
            file = f"src/terrarium/words/{tag}/icons.json"
            self.tree.edit(file, partial(add_icon_name, icon=self.icon, name=name))
        self.tree.edit("docs/workshop.md", partial(listed, names=glyphs(self.tree.read(source))))

    def check_name(self, spelled: str) -> None:
        """NotationError if the code calls something else so: the new one would take its place without a word."""
        modules = sorted((self.tree.root / self.folder).glob("*.py"))
        if hasattr(builtins, spelled):
            raise NotationError("name_in_code", {"name": self.names.id, "spelled": spelled, "file": "Python"})
        for path in modules:
            if spelled in names_of(path.read_text(encoding="utf-8")):
                file = path.relative_to(self.tree.root).as_posix()
                raise NotationError("name_in_code", {"name": self.names.id, "spelled": spelled, "file": file})

    def check_icon(self) -> None:
        """NotationError if there is no such icon; where the icons are not installed, that is said."""
        icons = self.tree.root / "web/node_modules/@iconify-json/game-icons/icons.json"
        if not icons.is_file():
            if self.icon == UNSURE:
                return
            out.print(self.words.say("new.no_icons", {"icon": self.icon}), markup=False)
        elif self.icon not in json.loads(icons.read_text(encoding="utf-8"))["icons"]:
            raise NotationError("no_icon", {"icon": self.icon})

    def finish(self, statement: str) -> None:
        """Write everything, and say what was written and what comes next."""
        self.check_icon()
        self.tree.write()
        for path in self.tree.texts:
            out.print(self.words.say("new.wrote", {"file": path}), markup=False)
        named = {"name": self.names.id, "title": self.title, "statement": statement}
        out.print(self.words.say("new.next", named), markup=False)


@dataclass(frozen=True)
class Asked:
    """What is asked of a race, a power and a piece alike."""

    name: Annotated[str, typer.Argument(help="Its id: lower case, words joined by _.")]
    title: Annotated[str, typer.Option("--title", help=f"{', '.join(PACKAGES)}.")] = next(iter(PACKAGES))
    spoken: Annotated[dict[str, str], Each({each.tag: f"Its name in {each.name}." for each in SPOKEN})] = field(
        default_factory=dict
    )
    icon: Annotated[str, typer.Option("--icon", help="Name of one of the game-icons.net icons.")] = UNSURE
    root: Annotated[Path, typer.Option("--root", help="The checkout; this folder unless said.")] = Path()
    lang: Lang = ""

    def begun(self) -> New:
        """What is to be made, under its names; NotationError for a name that cannot be or is there already."""
        if self.title not in PACKAGES:
            raise NotationError("unknown_title", {"title": self.title, "names": ", ".join(PACKAGES)})
        if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", self.name):
            raise NotationError("bad_unit_name", {"name": self.name})
        if any(Words(USUAL, other).has(f"name.{self.name}") for other in PACKAGES):
            raise NotationError("exists_already", {"name": self.name})
        plain = self.name.replace("_", " ").capitalize()
        # A language in which none is given begins with the English name.
        names = Names(self.name, {tag: name or self.spoken[USUAL] or plain for tag, name in self.spoken.items()})
        tree = Checkout(self.root.resolve())
        return New(tree, Words(language(self.lang), self.title), self.title, names, self.icon)


@app.command("race")
@grouped
def race(
    given: Asked,
    one: Annotated[str, typer.Option("--one", help="English name of a single one.")] = "",
    tokens: Annotated[int, typer.Option(help="The number on the banner.")] = 5,
    tray: Annotated[int, typer.Option(help="Tokens of it that exist.")] = 10,
    side: Annotated[str, typer.Option(help="Of Warcraft: alliance, horde or neutral.")] = NEUTRAL,
) -> None:
    """A race: class, place in the kit, statement, words, icon, failing test."""
    new = given.begun()
    new.check_name(new.names.type)
    source = RACE.format(type=new.names.type, spoken=new.names.spoken[USUAL], id=given.name, tokens=tokens, tray=tray)
    module = new.module_of(side)
    if module != "races" and side != NEUTRAL:
        source += f"    faction: i64 = {side.upper()}\n"
    new.write_unit("race", source, module, one)
    new.finish(f"race.{given.name}")


@app.command("power")
@grouped
def power(given: Asked, tokens: Annotated[int, typer.Option(help="The number on the badge.")] = 4) -> None:
    """A special power: class, place in the kit, statement, words, icon, failing test."""
    new = given.begun()
    new.check_name(new.names.type)
    source = POWER.format(type=new.names.type, spoken=new.names.spoken[USUAL], id=given.name, tokens=tokens)
    new.write_unit("power", source, "powers", "")
    new.finish(f"power.{given.name}")


@app.command("piece")
@grouped
def piece(
    given: Asked,
    rule: Annotated[str, typer.Option("--rule", help="The statement that tells what it does, such as race.trolls.")],
    stock: Annotated[int, typer.Option(help="How many there are.")] = 5,
) -> None:
    """A kind of piece that lies in regions: its place in the kit, words, icon."""
    new = given.begun()
    new.check_name(new.names.constant)
    new.write_piece(rule, stock)
    new.finish(rule)
