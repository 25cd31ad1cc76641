"""Imports go down only: web, cli, server, envs, arena -> bots -> catalog -> search, batch -> titles -> kernel.

The server has rooms of its own. Some of their modules know none of the others and lie on the ground floor, where
everybody above may use them: settings, figures, packets, who somebody is.
"""

import ast
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).resolve().parent.parent.parent / "src" / "terrarium"

# Each package with what it may import of terrarium. `core` never imports a title.
MAY_IMPORT = {
    "kernel": ["kernel"],
    "smallworld.core": ["kernel", "smallworld.core"],
    "smallworld.classic": ["kernel", "smallworld.core", "smallworld.classic"],
    "smallworld.underground": ["kernel", "smallworld.core", "smallworld.classic", "smallworld.underground"],
    "smallworld.warcraft": ["kernel", "smallworld.core", "smallworld.warcraft"],
    "terramystica": ["kernel", "terramystica"],
    "search": ["kernel", "smallworld", "terramystica", "search"],
    "batch": ["kernel", "smallworld", "terramystica", "batch"],
    "titles": ["titles"],
    "words": ["words", "titles"],
    "cartography": ["cartography"],
    "pictures": ["kernel", "cartography"],
    "courtesy": ["kernel", "titles", "courtesy"],
    "lessons": ["lessons", "titles"],
    "puzzles": ["puzzles", "titles"],
    "catalog": ["kernel", "smallworld", "terramystica", "titles", "words", "pictures", "catalog"],
    "foreign": ["kernel", "terramystica", "catalog"],
    "coach": ["kernel", "smallworld", "coach"],
}
BELOW = ["kernel", "search", "batch", "titles", "words", "catalog", "courtesy", "foreign"]
GROUND = [
    "server.errors",
    "server.words",
    "server.ops.settings",
    "server.ops.logs",
    "server.ops.metrics",
    "server.ops.stopwatch",
    "server.ops.titles",
    "server.ops.cell",
    "server.ops.pools",
    "server.ops.relay",
    "server.wire.packets",
    "server.wire.connection",
    "server.wire.limits",
    "server.room.chance",
    "server.people.names",
]
"""Modules of the server that know none of its rooms."""
STANDALONE = [
    "server.errors",
    "server.words",
    "server.shelf",
    "server.workshop.units",
    "server.workshop.maps",
    "server.workshop.works",
    "server.ops.titles",
    "server.room.admission",
    "server.room.chance",
    "server.room.clocks",
    "server.room.dealt",
    "server.room.fences",
    "server.room.history",
    "server.room.moves",
    "server.room.outlook",
    "server.room.page",
    "server.room.plans",
    "server.room.played",
    "server.room.room",
    "server.room.wishes",
    "server.store.rows",
    "server.store.records",
    "server.wire.connection",
    "server.wire.packets",
    "server.bots.telling",
]
"""Modules of the server that need neither a database nor a network: the tab takes them along."""
ABOVE = {
    "bots": ["kernel", "search", "batch", "titles", "words", "bots"],
    "arena": [*BELOW, "bots", "arena"],
    "workshop": [*BELOW, "smallworld", "terramystica", "cartography", "bots", "arena", "workshop"],
    "envs": [*BELOW, "smallworld", "pictures", "bots", "envs"],
    **{module: ["kernel", "titles", "words", *GROUND] for module in GROUND},
    "server.shelf": [*GROUND, "courtesy", "kernel", "bots"],
    "server.workshop": [*GROUND, "kernel", "smallworld", "words", "workshop", "server.workshop"],
    "server.store": [*GROUND, "courtesy", "kernel", "server.store"],
    "server.people.sessions": [*GROUND, "server.store"],
    "server.room": [
        *GROUND,
        "coach",
        "courtesy",
        "kernel",
        "bots",
        "server.store",
        "server.people.sessions",
        "server.room",
    ],
    "server.people": [*GROUND, "bots", "kernel", "server.store", "server.room", "server.workshop", "server.people"],
    "server.bots": [
        *GROUND,
        "coach",
        "courtesy",
        "titles",
        "kernel",
        "bots",
        "smallworld",
        "words",
        "workshop",
        "server.workshop",
        "server.store",
        "server.room",
        "server.bots",
    ],
    "server.wire": [*GROUND, "kernel", "server.store", "server.room", "server.people.sessions", "server.wire"],
    "server.api": [
        *GROUND,
        "kernel",
        "catalog",
        "coach",
        "courtesy",
        "bots",
        "lessons",
        "puzzles",
        "smallworld",
        "words",
        "workshop",
        "server.shelf",
        "server.workshop",
        "server.store",
        "server.room",
        "server.people",
        "server.bots",
        "server.api",
    ],
    "server.ops.sweep": [*GROUND, "server.store", "server.room"],
    "server.ops.retention": [*GROUND, "server.store", "server.room"],
    "server.app": [
        *GROUND,
        "server.store",
        "server.room",
        "server.people",
        "server.bots",
        "server.wire",
        "server.api",
        "server.ops.retention",
        "server.ops.sweep",
    ],
    "server.ops.run": [*GROUND, "server.wire.protocol", "server.app"],
    "server.__main__": ["server.ops", "server.words", "server.store.migrate"],
    "tab": [
        *BELOW,
        "smallworld",
        "bots",
        "lessons",
        "puzzles",
        "workshop",
        "coach",
        *STANDALONE,
        "tab",
    ],
    "tools": ["server.store", "tools"],
    "cli.speech": BELOW,
    "cli.screen": [*BELOW, "cli.speech"],
    "cli.seats": [*BELOW, "bots"],
    "mcp": [*BELOW, "bots", "cli.speech", "cli.screen", "cli.seats", "mcp"],
    "__main__": ["cli"],
    "cli": [*BELOW, "smallworld", "terramystica", "bots", "arena", "envs", "server", "tools", "mcp", "workshop", "cli"],
}
"""The same above the catalogue. The server's rooms know each other in one direction only."""
LATE = {
    "server.room.hall": ["server.room.redis_hub"],  # Redis is loaded only where several workers use it
    "server.store.store": ["server.store.patience"],  # PostgreSQL's driver is loaded only where there is one
    "bots.policies": ["batch"],  # a tab carries none along: types alone, and the bot looks for them when it plays
    "bots.trained": ["batch"],
    "cli.admin": ["server"],
    "cli.serve": ["server", "tools"],  # an extra: the command says how to install it
    "cli.arena": ["arena"],  # an extra
    "cli.bench": ["envs"],  # an extra
    "cli.mcp": ["mcp"],  # an extra
    "envs": ["envs"],  # an extra
    "envs.seat_env": ["pictures"],  # drawn only for who asks for pictures
    "envs.table_env": ["pictures"],
}
"""Imports that may stand elsewhere than at the top of a module, because not every installation can carry them out."""
RULES = ("kernel", "smallworld", "terramystica", "search", "batch")
ALLOWED_OUTSIDE = {
    "typing", "json", "tomllib", "math", "collections", "hashlib", "unicodedata", "librt", "mypy_extensions",
    "terrarium",
}  # fmt: skip
"""All that the rules packages may import: the standard library without clock, files, randomness or threads."""


def modules() -> list[tuple[str, Path]]:
    """Dotted name below terrarium, and file, of every module."""
    found = []
    for path in sorted(SOURCE.rglob("*.py")):
        parts = path.relative_to(SOURCE).with_suffix("").parts
        if parts[-1] == "__init__":
            parts = parts[:-1]
        found.append((".".join(parts), path))
    return found


def imports(path: Path) -> list[str]:
    """Every module a file imports, wherever the import stands."""
    found: list[str] = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            found += [f"{node.module}.{alias.name}" for alias in node.names]
    return found


def within(name: str, packages: list[str]) -> bool:
    return any(name == package or name.startswith(package + ".") for package in packages)


def layer_of(name: str) -> str:
    """The narrowest layer a module lies in."""
    return max((layer for layer in (*MAY_IMPORT, *ABOVE) if within(name, [layer])), key=len)


LOWER = [(name, path) for name, path in modules() if within(name, list(MAY_IMPORT))]
UPPER = [(name, path) for name, path in modules() if within(name, list(ABOVE))]


@pytest.mark.parametrize(("name", "path"), [*LOWER, *UPPER], ids=[name for name, _ in [*LOWER, *UPPER]])
def test_no_import_points_up(name: str, path: Path) -> None:
    layer = layer_of(name)
    for target in imports(path):
        if target.startswith("terrarium."):
            below = target.removeprefix("terrarium.")
            assert within(below, {**MAY_IMPORT, **ABOVE}[layer]), f"{name} imports {target}"


def test_every_module_above_the_catalogue_lies_in_a_layer() -> None:
    lower = [*MAY_IMPORT, "smallworld", "rules"]
    assert {name for name, _ in modules() if not within(name, lower)} - {name for name, _ in UPPER} == {
        "",
        "server",
        "server.ops",
    }


def known_imports() -> dict[str, set[str]]:
    """Every module with those of its kind that it imports, wherever the import stands.

    In the Small World core a unit, its kit and a position know each other by type.
    """
    kind = [(name, path) for name, path in [*LOWER, *UPPER] if not within(name, ["smallworld"])]
    names = {name for name, _ in kind}
    found: dict[str, set[str]] = {}
    for name, path in kind:
        found[name] = set()
        for target in imports(path):
            place = target.removeprefix("terrarium.")
            while place and place not in names:
                place = place.rpartition(".")[0]
            if place and place != name:
                found[name].add(place)
    return found


def circle(graph: dict[str, set[str]]) -> list[str]:
    """Some circle of the graph, or nothing."""
    clear: set[str] = set()

    def walk(path: list[str]) -> list[str]:
        here = path[-1]
        if here in path[:-1]:
            return path[path.index(here) :]
        if here not in clear:
            for after in sorted(graph.get(here, ())):
                found = walk([*path, after])
                if found:
                    return found
            clear.add(here)
        return []

    for start in sorted(graph):
        found = walk([start])
        if found:
            return found
    return []


def test_no_modules_import_each_other_in_a_circle() -> None:
    assert circle(known_imports()) == []


def test_the_layers_above_the_catalogue_form_no_circle() -> None:
    # On the ground floor a module may use its neighbours; the test of modules looks after those.
    above = {layer: {other for other in may if other in ABOVE} for layer, may in ABOVE.items() if layer not in GROUND}
    assert circle({layer: below - {layer} for layer, below in above.items()}) == []


def late_imports(path: Path) -> list[str]:
    """What a file imports of ours inside of functions, or only for the type checker."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    top = {id(node) for node in tree.body}
    found: list[str] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and id(node) not in top and (node.module or "").startswith("terrarium"):
            found += [f"{node.module}.{alias.name}".removeprefix("terrarium.") for alias in node.names]
        elif isinstance(node, ast.Import) and id(node) not in top:
            found += [alias.name.removeprefix("terrarium.") for alias in node.names if alias.name.startswith("terr")]
    return found


@pytest.mark.parametrize(("name", "path"), UPPER, ids=[name for name, _ in UPPER])
def test_imports_stand_at_the_top(name: str, path: Path) -> None:
    for target in late_imports(path):
        assert within(target, LATE.get(name, [])), f"{name} imports {target} late"


RULE_MODULES = [(name, path) for name, path in LOWER if within(name, list(RULES))]


@pytest.mark.parametrize(("name", "path"), RULE_MODULES, ids=[name for name, _ in RULE_MODULES])
def test_rules_use_the_plain_standard_library_only(name: str, path: Path) -> None:
    for target in imports(path):
        assert target.split(".")[0] in ALLOWED_OUTSIDE, f"{name} imports {target}"


def test_the_core_names_no_title() -> None:
    for name, path in modules():
        if within(name, ["smallworld.core"]):
            text = path.read_text(encoding="utf-8")
            assert "title ==" not in text, name
            for title in ("classic", "underground", "warcraft"):
                assert f"smallworld.{title}" not in text, name


def test_a_wrong_import_would_be_found() -> None:
    assert not within("catalog", MAY_IMPORT["kernel"])
    assert not within("smallworld.classic.kit", MAY_IMPORT["smallworld.core"])
    assert within("smallworld.core.board", MAY_IMPORT["smallworld.classic"])
    assert not within("server.api.common", ABOVE["server.wire"])
    assert layer_of("server.room.chance") == "server.room.chance"
    assert layer_of("server.room.moves") == "server.room"
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == ["b", "c", "b"]
    assert circle({"a": {"b", "c"}, "b": {"c"}, "c": set()}) == []


@pytest.mark.parametrize("name", STANDALONE)
def test_what_the_tab_takes_along_needs_nothing_else(name: str) -> None:
    """Of the server nothing but its like, and of other packages none: packets alone are quicker with one."""
    path = SOURCE.joinpath(*name.split(".")).with_suffix(".py")
    below = [*BELOW, "smallworld", "bots", "coach", "workshop", *STANDALONE]
    for found in imports(path):
        if found.startswith("terrarium."):
            assert within(found.removeprefix("terrarium."), below) or found == "terrarium.server.words", found
        elif not found.startswith("msgspec"):
            assert found.split(".")[0] in sys.stdlib_module_names, found
        else:
            assert name == "server.wire.packets"
