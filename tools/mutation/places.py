"""Where the rule of a statement stands in the code: the breaks that belong to it.

1. A place named in `tools/mutants.toml`, reviewed by hand.
2. The predicate that refuses something and names the statement.
3. A unit's first statement (`race.orcs`): the class of that unit and the shape it shares with others, as far as no
   further statement of the unit (`race.orcs.counted`) has its place there.
4. Anything else: the lines that the citing tests run more specifically than others do (Ochiai's measure over all tests
   of the title). So does a reviewed place that names a function without saying which rows.
"""

import ast
import fnmatch
import re
import tomllib
from dataclasses import dataclass, field
from functools import cached_property
from math import sqrt
from pathlib import Path
from typing import Any

from tools.mutation.operators import Mutant, mutants_of

PACKAGES = {
    "small-world": ["smallworld/classic", "smallworld/core", "smallworld/mixing.py", "smallworld/underground"],
    "underground": ["smallworld/underground", "smallworld/classic", "smallworld/core"],
    "warcraft": ["smallworld/warcraft", "smallworld/core"],
    "terra-mystica": ["terramystica"],
}
SILENT = {
    "codes", "data", "events", "faults", "page", "story", "spelling", "storage", "ahead", "yields", "title", "marks",
    "view", "choices", "names", "asks", "causes", "buffer", "bench", "layout", "__init__",
}  # fmt: skip
"""Modules that spell, show or store: no rule stands there unless a reviewed place says so."""
SILENT_ROOMS = {"snellman"}
"""Folders that are silent as a whole."""
UNITS = ("race", "power", "relic", "place", "artifact", "faction")
NUMBERS = {"tokens", "tray", "faction"}
"""What banners, badges and trays say is a component, not what the unit does; so is the side of a race."""
BOARD = {
    "workers", "coins", "priests", "bowls", "cults", "cost_workers", "cost_coins", "worker_income", "trade_coins",
    "trade_power", "temple_priests", "temple_power", "stronghold", "sanctuary_priests",
}  # fmt: skip
"""What every faction board says in numbers: goods to begin with, costs and incomes have statements of their own."""
EITHER = re.compile(r"(?<! )\|(?! )")
"""Between the texts that a place names; with spaces around it, it is the code's own."""
NEAR = 0.6
"""Of the most specific line, a line must be this specific at least to belong to the statement."""


@dataclass
class Reviewed:
    """What `tools/mutants.toml` says."""

    places: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    left_out: dict[str, dict[str, str]] = field(default_factory=dict)
    equivalent: list[dict[str, Any]] = field(default_factory=list)

    @staticmethod
    def read(path: Path) -> "Reviewed":
        page: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
        return Reviewed(page.get("places", {}), page.get("left_out", {}), page.get("equivalent", []))

    def place(self, title: str, statement: str) -> list[str]:
        own = self.places.get(title, {}).get(statement)
        if own is None and title != "terra-mystica":
            own = self.places.get("family", {}).get(statement)
        return own or []

    def why_left_out(self, title: str, statement: str) -> str:
        family = "" if title == "terra-mystica" else self.left_out.get("family", {}).get(statement, "")
        return self.left_out.get(title, {}).get(statement, family)

    def why_equivalent(self, mutant: Mutant, title: str = "") -> str:
        """Why a break changes nothing anybody could see, in this title or (of entries that name none) in any."""
        for entry in self.equivalent:
            if (
                entry["path"] == mutant.path
                and title in entry.get("titles", [title])
                and entry.get("word", mutant.word) == mutant.word
                and entry.get("scope", mutant.scope) == mutant.scope
                and entry.get("row", mutant.row) == mutant.row
                and entry.get("old", mutant.old) == mutant.old
                and entry.get("new", mutant.new) == mutant.new
            ):
                return str(entry["why"])
        return ""


def parts_of(place: str) -> list[str]:
    """A place that names several rows or several texts, as places that name one row or one text each."""
    whole, hash, numbers = place.partition(" #")
    rows, says, olds = whole.partition(" :: ")
    where, *fragments = [part.strip() for part in rows.split("~")]
    texts = [olds] if " -> " in olds else EITHER.split(olds)
    tails = [f"{says}{text}{hash}{numbers}" for text in texts]
    by_row = [f"{where} ~ {row}{says}{olds}{hash}{numbers}" for row in fragments] or [place]
    by_text = [f"{rows}{tail}" for tail in tails]
    return list(dict.fromkeys([*by_row, *by_text]))


@dataclass
class Candidate:
    mutant: Mutant
    how: str
    score: float


class Places:
    """All breaks of one title's rules, and to which statements they belong."""

    def __init__(
        self,
        source: Path,
        title: str,
        cited: dict[str, list[str]],
        texts: dict[str, str],
        lines: dict[str, dict[str, list[int]]],
        reviewed: Reviewed,
    ) -> None:
        self.source = source
        self.title = title
        self.cited = cited
        self.texts = texts
        self.reviewed = reviewed
        self.files = {path: (source / path).read_text(encoding="utf-8") for path in self._paths()}
        self.gone: set[str] = set()
        """Reviewed places at which nothing stands any more."""
        self._split: dict[str, list[str]] = {}
        self.tests_at: dict[tuple[str, int], set[str]] = {}
        own = {test for tests in cited.values() for test in tests}
        for test, found in lines.items():
            if test in own:
                for path, numbers in found.items():
                    for line in numbers:
                        self.tests_at.setdefault((path, line), set()).add(test)

    def _paths(self) -> list[str]:
        found: list[str] = []
        for package in PACKAGES[self.title]:
            base = self.source / package
            if not base.exists():
                continue
            files = [base] if base.is_file() else [*sorted(base.rglob("*.py")), *sorted(base.rglob("*.json"))]
            found += [str(path.relative_to(self.source)) for path in files]
        return found

    @cached_property
    def all(self) -> list[Mutant]:
        found: list[Mutant] = []
        for path, text in self.files.items():
            found += mutants_of(path, text)
        return found

    @cached_property
    def classes(self) -> dict[str, list[tuple[str, str]]]:
        """Unit -> (file, class) of its own class and the shapes it inherits from."""
        by_class: dict[str, tuple[str, ast.ClassDef]] = {}
        units: dict[str, tuple[str, ast.ClassDef]] = {}
        for path, text in self.files.items():
            if not path.endswith(".py"):
                continue
            for node in ast.parse(text).body:
                if isinstance(node, ast.ClassDef):
                    by_class.setdefault(node.name, (path, node))
                    name = _name_of(node)
                    if name:
                        units.setdefault(name, (path, node))
        found: dict[str, list[tuple[str, str]]] = {}
        for name, (path, node) in units.items():
            found[name] = [(path, node.name)]
            bases = list(node.bases)
            while bases:
                base = bases.pop()
                if isinstance(base, ast.Name) and base.id in by_class and base.id not in ("Ability", "Faction"):
                    found[name].append((by_class[base.id][0], base.id))
                    bases += by_class[base.id][1].bases
        return found

    # --- the answer ------------------------------------------------------------------------------

    def of(self, statement: str) -> list[Candidate]:
        """The breaks of a statement, the most specific first."""
        places = self.reviewed.place(self.title, statement)
        if places:
            return self._reviewed(statement, places)
        found = self._refusing(statement)
        kind, _, rest = statement.partition(".")
        unit = rest.split(".")[0]
        if kind in UNITS and unit in self.classes:
            found += self._of_unit(statement, unit)
        elif not found:
            found = self._anywhere(statement)
        best: dict[Mutant, Candidate] = {}
        for candidate in found:
            known = best.get(candidate.mutant)
            if known is None or known.score < candidate.score:
                best[candidate.mutant] = candidate
        return sorted(best.values(), key=lambda c: (-c.score, c.mutant.path, c.mutant.start, c.mutant.new))

    def _reviewed(self, statement: str, places: list[str]) -> list[Candidate]:
        found: list[Candidate] = []
        for place in places:
            inside = self.at(place)
            if not inside:
                self.gone.add(f"{self.title} {statement}: {place}")
                continue
            if " ~ " in place or " :: " in place or " #" in place:
                inside = self._where_it_runs(statement, inside)
                found += [Candidate(m, "reviewed", 1.0) for m in inside]
                continue
            scored = [Candidate(m, "reviewed", self._score(statement, m)) for m in inside]
            if not any(c.score for c in scored) or _is_data(inside):
                found += [Candidate(m, "reviewed", 1.0) for m in inside]
            else:
                best = max(c.score for c in scored)
                found += [c for c in scored if c.score >= NEAR * best]
        return found

    def at(self, place: str) -> list[Mutant]:
        """Every break that stands at a reviewed place."""
        whole, _, numbers = place.partition(" #")
        rows, _, olds = whole.partition(" :: ")
        where, *fragments = [part.strip() for part in rows.split("~")]
        module, _, scope = where.partition(":")
        module = f"{'terramystica' if self.title == 'terra-mystica' else 'smallworld'}/{module}"
        inside = [m for path in self._like(module) for m in self.by_path.get(path, []) if _matches(m, scope)]
        named = scope.rpartition(".")[2]
        inside = [m for m in inside if named in NUMBERS or m.scope.rpartition(".")[2] not in NUMBERS]
        if fragments:
            inside = [m for m in inside if any(part in m.row for part in fragments)]
        elif named not in BOARD:
            inside = [m for m in inside if m.scope.rpartition(".")[2] not in BOARD]
        if olds:
            inside = [m for m in inside if _is_meant(m, olds)]
        if numbers:
            first, _, last = numbers.partition("-")
            inside = [m for m in inside if int(first) <= m.index <= int(last or first)]
        return inside

    def _where_it_runs(self, statement: str, inside: list[Mutant]) -> list[Mutant]:
        """Of rows that stand twice in a function, those that the citing tests run, if they run one."""
        lines: dict[tuple[str, str, str], set[int]] = {}
        for m in inside:
            lines.setdefault((m.path, m.scope, m.row), set()).add(m.line)
        found = []
        for m in inside:
            same = lines[m.path, m.scope, m.row]
            run = [line for line in same if self._runs(statement, m.path, line)] if len(same) > 1 else []
            if not run or m.line in run:
                found.append(m)
        return found

    def _runs(self, statement: str, path: str, line: int) -> bool:
        return bool(set(self.cited.get(statement, [])) & self.tests_at.get((path, line), set()))

    def _like(self, module: str) -> list[str]:
        wanted = module if module.endswith(".json") else f"{module}.py"
        in_a_room = wanted.replace("terramystica/", "terramystica/*/", 1)  # where Terra Mystica's modules stand by name
        loud = [path for path in self.files if SILENT_ROOMS.isdisjoint(Path(path).parts)]
        return [path for path in loud if fnmatch.fnmatch(path, wanted) or fnmatch.fnmatch(path, in_a_room)]

    def _refusing(self, statement: str) -> list[Candidate]:
        """Conditions that decide about a refusal that names the statement."""
        names = self.refusals.get(statement, set())
        if not names:
            return []
        told = re.compile("|".join(rf"(?<![\w.]){re.escape(name)}(?![\w.])" for name in sorted(names)))
        return [
            Candidate(mutant, "refusal", 0.9)
            for mutant in self.all
            if not _silent(mutant) and told.search(self._statement_text(mutant))
        ]

    @cached_property
    def refusals(self) -> dict[str, set[str]]:
        """Statement -> names of the faults that rest on it."""
        found: dict[str, set[str]] = {}
        for text in self.files.values():
            for name, rule in re.findall(r'^([A-Z_]+): Final\[i64\] = fault\("\w+", "([\w.*]+)"', text, re.M):
                for id in fnmatch.filter(self.texts, rule):
                    found.setdefault(id, set()).add(name)
        return found

    def _statement_text(self, mutant: Mutant) -> str:
        """The statement a break stands in; of a condition, with the first line it decides about."""
        rows = self._rows(mutant.path)
        return " ".join(rows[line - 1] for line in mutant.touched[:2])

    def _rows(self, path: str) -> list[str]:
        if path not in self._split:
            self._split[path] = self.files[path].splitlines()
        return self._split[path]

    def _of_unit(self, statement: str, unit: str) -> list[Candidate]:
        """What stands in the class of a unit and in the shape it shares, and belongs to no other of its statements."""
        prefix = ".".join(statement.split(".")[:2])
        if statement != prefix and prefix in self.texts:
            return []  # a further statement needs a reviewed place, unless a refusal names it
        others: set[Mutant] = set()
        for id in self.texts:
            if id.startswith(f"{prefix}.") and self.reviewed.place(self.title, id):
                others |= {c.mutant for c in self._reviewed(id, self.reviewed.place(self.title, id))}
        own, *shapes = self.classes[unit]
        found = []
        for path, name in [own, *shapes]:
            for mutant in self.by_path.get(path, []):
                last = mutant.scope.rpartition(".")[2]
                if not _inside(mutant.scope, name) or mutant in others or last in NUMBERS or "LEFT" in mutant.row:
                    continue
                if (path, name) != own and (last in self.attributes or self._unused(last, unit)):
                    continue  # what a shape says by default, or what serves others alone
                found.append(Candidate(mutant, "unit", self._score(statement, mutant) or 0.5))
        return found

    def _unused(self, method: str, unit: str) -> bool:
        """A method of a shape that neither the core asks for nor the unit, nor the shape itself."""
        texts = [self.bodies.get(name, "") for _, name in self.classes[unit]]
        return method not in self.hooks and not any(f"self.{method}(" in text for text in texts)

    @cached_property
    def bodies(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for path, text in self.files.items():
            if path.endswith(".py"):
                for node in ast.parse(text).body:
                    if isinstance(node, ast.ClassDef):
                        found[node.name] = ast.unparse(node)
        return found

    @cached_property
    def hooks(self) -> set[str]:
        """What the core asks every unit."""
        base = self.bodies.get("Ability", "") + self.bodies.get("Faction", "")
        return set(re.findall(r"def (\w+)\(", base))

    @cached_property
    def by_path(self) -> dict[str, list[Mutant]]:
        found: dict[str, list[Mutant]] = {}
        for mutant in self.all:
            found.setdefault(mutant.path, []).append(mutant)
        return found

    @cached_property
    def attributes(self) -> set[str]:
        """Names that classes say once."""
        found: set[str] = set()
        for path, text in self.files.items():
            if path.endswith(".py"):
                for node in ast.walk(ast.parse(text)):
                    if isinstance(node, ast.ClassDef):
                        found |= {_target(part) for part in node.body}
        return found

    def _anywhere(self, statement: str) -> list[Candidate]:
        scored = []
        for mutant in self.all:
            if _silent(mutant) or mutant.path.endswith(".json"):
                continue
            score = self._score(statement, mutant)
            if score > 0:
                scored.append(Candidate(mutant, "coverage", score))
        best = max((c.score for c in scored), default=0.0)
        return [c for c in scored if c.score >= 0.9 * best]

    def _score(self, statement: str, mutant: Mutant) -> float:
        """Ochiai: tests that cite the statement and run the line, against those that do one of both."""
        mine = set(self.cited.get(statement, []))
        best = 0.0
        for line in mutant.touched:
            here = self.tests_at.get((mutant.path, line), set())
            if here and mine:
                best = max(best, len(mine & here) / sqrt(len(mine) * len(here)))
        return best


def _target(part: ast.stmt) -> str:
    match part:
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            return name
    return ""


def _is_meant(mutant: Mutant, olds: str) -> bool:
    """`a|b`: one of these is broken, `word=a` where it is given by name; `a -> b`: it becomes just this."""
    for wanted in EITHER.split(olds) if " -> " not in olds else [olds]:
        old, _, new = wanted.partition(" -> ")
        text = mutant.old.strip()
        if old.strip() in (text, f"{mutant.word}={text}") and (not new or mutant.new.strip() == new.strip()):
            return True
    return False


def _is_data(inside: list[Mutant]) -> bool:
    return all(m.operator == "constant" for m in inside)


def _silent(mutant: Mutant) -> bool:
    path = Path(mutant.path)
    return path.stem in SILENT or not SILENT_ROOMS.isdisjoint(path.parts)


def _inside(scope: str, name: str) -> bool:
    return scope == name or scope.startswith(f"{name}.")


def _matches(mutant: Mutant, scope: str) -> bool:
    if not scope:
        return True
    wanted, whole = scope.split("."), mutant.scope.split(".")
    if mutant.path.endswith(".json"):
        return mutant.scope == scope or mutant.scope.startswith(f"{scope} ")
    return fnmatch.fnmatch(".".join(whole[: len(wanted)]), scope) or (len(wanted) == 1 and scope in whole)


def _name_of(node: ast.ClassDef) -> str:
    for part in node.body:
        if isinstance(part, ast.Assign) and isinstance(part.targets[0], ast.Name) and part.targets[0].id == "name":
            return str(part.value.value) if isinstance(part.value, ast.Constant) else ""
    return ""
