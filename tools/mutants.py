"""Break rule code in small ways, statement by statement, and run only the tests that cite the statement.

python tools/mutants.py --title warcraft --count 100 --seed 1
python tools/mutants.py --title small-world --statement conquest.first --each 20

A break that the citing tests do not notice has survived: those tests claim more than they check. The working tree is
never touched; every bench has a copy of the source. `docs/mutants.md` tells how it works.
"""

import argparse
import ast
import difflib
import hashlib
import json
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, Queue
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT)]

from tools.mutation.operators import Mutant  # noqa: E402
from tools.mutation.places import PACKAGES, Candidate, Places, Reviewed  # noqa: E402

from terrarium.cli.coverage import cited_by, waivers  # noqa: E402

TITLES = tuple(PACKAGES)
PATIENCE = 20.0
"""Seconds of work beyond ten times what the tests take unbroken; who needs more hangs."""


@dataclass
class Verdict:
    """What became of one break."""

    title: str
    statement: str
    mutant: Mutant
    how: str
    tests: list[str]
    outcome: str = ""
    """killed, survived, hung or equivalent."""
    by: str = ""
    """The test that noticed, or why nothing could be noticed."""
    elsewhere: str = ""
    """Of a survivor: a test of the title that cites something else and does notice."""
    diff: str = ""


@dataclass
class Title:
    """A rulebook and the tests that cite it."""

    id: str
    texts: dict[str, str]
    cited: dict[str, list[str]]
    waived: dict[str, str]
    citing: set[str]
    """Every test that cites this or another title."""
    lines: dict[str, dict[str, list[int]]] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)


class Benches:
    """Processes that run tests on broken copies of the source, a few at a time. Each has tests of its own too, so that
    people may go on working meanwhile."""

    def __init__(self, root: Path, jobs: int, lines: bool = False) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="terrarium-mutants-"))
        self.root = self.folder / "whole"
        """The unbroken copy that everything is read from."""
        self.processes: list[subprocess.Popen[str]] = []
        for copy in [self.root, *[self.folder / str(number) for number in range(jobs)]]:
            copy_checkout(root, copy)
            if copy == self.root:
                continue
            command = [sys.executable, str(ROOT / "tools" / "mutation" / "bench.py"), str(copy / "src"), str(copy)]
            if lines:
                command.append("lines")
            self.processes.append(
                subprocess.Popen(
                    ["nice", "-n", "5", *command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
                )
            )

    def close(self) -> None:
        for process in self.processes:
            assert process.stdin is not None
            process.stdin.close()
            process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def run(self, jobs: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        """The answers, in the order in which they come."""
        todo: Queue[dict[str, Any]] = Queue()
        done: Queue[dict[str, Any]] = Queue()
        for job in jobs:
            todo.put(job)

        def serve(process: subprocess.Popen[str]) -> None:
            assert process.stdin is not None
            assert process.stdout is not None
            while True:
                try:
                    job = todo.get_nowait()
                except Empty:
                    return
                process.stdin.write(json.dumps(job) + "\n")
                process.stdin.flush()
                line = process.stdout.readline()
                done.put(json.loads(line) if line else {"id": job["id"], "code": -1})

        threads = [threading.Thread(target=serve, args=(process,), daemon=True) for process in self.processes]
        for thread in threads:
            thread.start()
        try:
            for _ in jobs:
                yield done.get()
        finally:
            with todo.mutex:
                todo.queue.clear()


def copy_checkout(root: Path, copy: Path) -> None:
    """The source, the tests and what they import."""
    skip = shutil.ignore_patterns("web_dist", "*.so", "__pycache__", "node_modules")
    for name in ("src", "tests", "tools"):
        if (root / name).is_dir():
            shutil.copytree(root / name, copy / name, ignore=skip)
    shutil.copy(root / "pyproject.toml", copy)


def tests_by_statement(root: Path) -> dict[str, dict[str, list[str]]]:
    """title -> statement -> tests that cite it, as pytest names them."""
    found: dict[str, dict[str, list[str]]] = {}
    for path in sorted((root / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for title, id in cited_by(node):
                    found.setdefault(title, {}).setdefault(id, []).append(f"{path.relative_to(root)}::{node.name}")
    return found


def texts_of(root: Path, title: str) -> dict[str, str]:
    """Statement -> its English text, in the rulebook's order."""
    page = tomllib.loads((root / "src" / "terrarium" / "rules" / f"{title}.toml").read_text(encoding="utf-8"))
    found: dict[str, str] = {}

    def walk(prefix: str, table: dict[str, Any]) -> None:
        if "en" in table:
            found[prefix] = str(table["en"])
        for key, value in table.items():
            if isinstance(value, dict):
                walk(f"{prefix}.{key}" if prefix else key, value)

    walk("", page)
    return found


def read_titles(root: Path, names: list[str]) -> list[Title]:
    cited = tests_by_statement(root)
    everything = {test for statements in cited.values() for tests in statements.values() for test in tests}
    return [
        Title(name, texts_of(root, name), cited.get(name, {}), waivers(root / "tests", name), everything)
        for name in names
    ]


def trace(home: Path, root: Path, titles: list[Title], benches: int) -> None:
    """Which lines each citing test runs; kept beside other temporary files, file by file, until source or tests
    change. A file is looked at for all titles at once, so that the run of one leaves what another needs."""
    everything = sorted({test for title in titles for test in title.citing})
    files = sorted({test.partition("::")[0] for title in titles for tests in title.cited.values() for test in tests})
    jobs: list[dict[str, Any]] = []
    for number, file in enumerate(files):
        tests = [test for test in everything if test.startswith(f"{file}::")]
        jobs.append({"id": number, "tests": tests, "timeout": 900.0, "key": _key(root, file)})
    kept: dict[str, Any] = {}
    where = hashlib.sha256(str(home).encode()).hexdigest()[:8]
    cache = Path(tempfile.gettempdir()) / f"terrarium-mutants-lines-{where}.json"
    if cache.exists():
        kept = json.loads(cache.read_text(encoding="utf-8"))
    fresh = [job for job in jobs if job["key"] not in kept]
    if fresh:
        for answer in told_lines(fresh, root, benches):
            if answer["code"] != 0:
                raise SystemExit(f"unbroken code fails {answer.get('failed') or files[answer['id']]}")
            kept = {key: value for key, value in kept.items() if key.partition(" ")[0] != files[answer["id"]]}
            kept[jobs[answer["id"]]["key"]] = {"lines": answer["lines"], "seconds": answer["seconds"]}
            cache.write_text(json.dumps(kept), encoding="utf-8")
    for title in titles:
        for job in jobs:
            title.lines.update(kept[job["key"]]["lines"])
            title.seconds.update(kept[job["key"]]["seconds"])


def told_lines(jobs: list[dict[str, Any]], root: Path, number: int) -> Iterator[dict[str, Any]]:
    """The answers of benches whose rules carry marks."""
    benches = Benches(root, number, lines=True)
    try:
        yield from benches.run(jobs)
    finally:
        benches.close()


def _key(root: Path, file: str) -> str:
    """Changes whenever a line of rules, of shared test code or of this test file does."""
    digest = hashlib.sha256()
    for folder in ("src/terrarium/kernel", "src/terrarium/smallworld", "src/terrarium/terramystica", "tests/support"):
        for path in sorted((root / folder).rglob("*.*")):
            if path.suffix in (".py", ".json"):
                digest.update(path.read_bytes())
    digest.update((root / file).read_bytes())
    return f"{file} {digest.hexdigest()}"


def choose(
    title: Title, places: Places, reviewed: Reviewed, only: list[str], count: int, each: int, seed: int
) -> tuple[list[Verdict], dict[str, str]]:
    """Breaks spread over the statements, and the statements that have none, with the reason."""
    dice = random.Random(f"{title.id} {seed}")
    left_out: dict[str, str] = {}
    pools: dict[str, list[Candidate]] = {}
    for statement in only or list(title.texts):
        why = title.waived.get(statement) or reviewed.why_left_out(title.id, statement)
        if why:
            left_out[statement] = why
        elif not title.cited.get(statement):
            left_out[statement] = "no test cites it"
        else:
            pools[statement] = places.of(statement)
            if not pools[statement]:
                left_out[statement] = "no code found"
    order = [statement for statement in pools if pools[statement]]
    dice.shuffle(order)
    picked: list[Verdict] = []
    taken: Counter[str] = Counter()
    while order and len(picked) < count:
        for statement in list(order):
            if len(picked) >= count:
                break
            candidate = draw(pools[statement], dice)
            taken[statement] += 1
            tests = title.cited[statement]
            picked.append(Verdict(title.id, statement, candidate.mutant, candidate.how, tests))
            if not pools[statement] or taken[statement] >= each:
                order.remove(statement)
    return picked, left_out


def draw(pool: list[Candidate], dice: random.Random) -> Candidate:
    """Take one out: each kind of break as likely as the others."""
    kinds = sorted({candidate.mutant.operator for candidate in pool})
    kind = dice.choice(kinds)
    candidate = dice.choice([c for c in pool if c.mutant.operator == kind])
    pool.remove(candidate)
    return candidate


def judge(verdicts: list[Verdict], titles: dict[str, Title], root: Path, benches: Benches, reviewed: Reviewed) -> None:
    """Run the citing tests on every break; say of survivors whether another test of the title notices."""
    jobs = []
    for number, verdict in enumerate(verdicts):
        verdict.diff = diff(root, verdict.mutant)
        why = reviewed.why_equivalent(verdict.mutant, verdict.title)
        if why:
            verdict.outcome, verdict.by = "equivalent", why
        else:
            jobs.append(_job(number, verdict.mutant, verdict.tests, titles[verdict.title], root))
    for done, answer in enumerate(benches.run(jobs), 1):
        verdict = verdicts[answer["id"]]
        if answer["code"] in (4, 5, -1) and not answer.get("failed"):
            raise SystemExit(f"the tests of {verdict.statement} could not be run: {verdict.tests}")
        verdict.outcome = "hung" if answer.get("hung") else "survived" if answer["code"] == 0 else "killed"
        verdict.by = str(answer.get("failed", ""))
        if sys.stderr.isatty() or done % 50 == 0:
            print(f"{done} of {len(jobs)}", file=sys.stderr, flush=True)


def look_elsewhere(verdicts: list[Verdict], titles: dict[str, Title], root: Path, benches: Benches) -> None:
    """Which other citing test of the title notices a survivor: a hint that the place belongs to another statement."""
    jobs = []
    for number, verdict in enumerate(verdicts):
        if verdict.outcome == "survived":
            title = titles[verdict.title]
            others = {test for tests in title.cited.values() for test in tests} - set(verdict.tests)
            near = [test for test in others if _runs(title, test, verdict.mutant)]
            if near:
                jobs.append(_job(number, verdict.mutant, sorted(near), title, root))
    for answer in benches.run(jobs):
        if answer["code"] != 0:
            verdicts[answer["id"]].elsewhere = str(answer.get("failed", "") or "a hang")


def _runs(title: Title, test: str, mutant: Mutant) -> bool:
    lines = title.lines.get(test, {}).get(mutant.path)
    return lines is None or any(line in lines for line in mutant.touched)


def _job(number: int, mutant: Mutant, tests: list[str], title: Title, root: Path) -> dict[str, Any]:
    text = (root / "src" / "terrarium" / mutant.path).read_text(encoding="utf-8")
    seconds = sum(title.seconds.get(test, 1.0) for test in tests)
    return {
        "id": number, "path": mutant.path, "scope": mutant.scope, "text": mutant.apply(text), "tests": tests,
        "timeout": PATIENCE + min(10 * seconds, 100.0),
    }  # fmt: skip


def diff(root: Path, mutant: Mutant) -> str:
    """The break as a person reads it."""
    old = (root / "src" / "terrarium" / mutant.path).read_text(encoding="utf-8")
    rows = difflib.unified_diff(old.splitlines(), mutant.apply(old).splitlines(), lineterm="", n=1)
    return "\n".join(f"    {row}" for row in list(rows)[2:])


def report(verdicts: list[Verdict], left_out: dict[str, dict[str, str]]) -> None:
    for verdict in verdicts:
        if verdict.outcome == "survived":
            print(f"\nSURVIVED {verdict.title} {verdict.statement} ({verdict.how})")
            print(f"  {verdict.mutant.path}:{verdict.mutant.line} in {verdict.mutant.scope}: {verdict.mutant.operator}")
            print(verdict.diff)
            print(f"  cited by {', '.join(verdict.tests)}")
            if verdict.elsewhere:
                print(f"  noticed by {verdict.elsewhere}")
    print()
    for title in dict.fromkeys(verdict.title for verdict in verdicts):
        mine = [verdict for verdict in verdicts if verdict.title == title]
        print(f"{title}: {figures(mine)}, {len(left_out[title])} statements left out")
    if len({verdict.title for verdict in verdicts}) > 1:
        print(f"all: {figures(verdicts)}")


def figures(verdicts: list[Verdict]) -> str:
    n = Counter(verdict.outcome for verdict in verdicts)
    judged = len(verdicts) - n["equivalent"]
    caught = n["killed"] + n["hung"]
    share = 100 * caught / judged if judged else 0.0
    return (
        f"{judged} judged, {n['killed']} killed, {n['hung']} hung, {n['survived']} survived ({share:.1f} % caught), "
        f"{n['equivalent']} equivalent"
    )


def as_page(verdicts: list[Verdict], left_out: dict[str, dict[str, str]]) -> dict[str, object]:
    return {
        "verdicts": [
            {
                "title": v.title, "statement": v.statement, "outcome": v.outcome, "path": v.mutant.path,
                "line": v.mutant.line, "scope": v.mutant.scope, "operator": v.mutant.operator, "old": v.mutant.old,
                "new": v.mutant.new, "how": v.how, "tests": v.tests, "by": v.by, "elsewhere": v.elsewhere,
                "diff": v.diff,
            }
            for v in verdicts
        ],
        "left_out": left_out,
    }  # fmt: skip


def run(
    root: Path, names: list[str], only: list[str], count: int, each: int, seed: int, jobs: int, reviewed: Reviewed,
    elsewhere: bool = False,
) -> tuple[list[Verdict], dict[str, dict[str, str]]]:  # fmt: skip
    """Choose, break, run, judge."""
    benches = Benches(root, jobs)
    try:
        home, root = root, benches.root
        titles = read_titles(root, names)
        trace(home, root, titles, jobs)
        verdicts: list[Verdict] = []
        left_out: dict[str, dict[str, str]] = {}
        for title in titles:
            places = Places(root / "src" / "terrarium", title.id, title.cited, title.texts, title.lines, reviewed)
            picked, left_out[title.id] = choose(title, places, reviewed, only, count, each, seed)
            verdicts += picked
            for place in sorted(places.gone):
                print(f"tools/mutants.toml: nothing stands at {place}", file=sys.stderr)
        by_id = {title.id: title for title in titles}
        try:
            judge(verdicts, by_id, root, benches, reviewed)
            if elsewhere:
                look_elsewhere(verdicts, by_id, root, benches)
        except KeyboardInterrupt:
            # broken off: what has been judged is told
            verdicts = [verdict for verdict in verdicts if verdict.outcome]
    finally:
        benches.close()
    return verdicts, left_out


def list_places(root: Path, names: list[str], only: list[str], jobs: int, reviewed: Reviewed) -> None:
    """Every statement with the breaks that belong to it."""
    benches = Benches(root, jobs)
    titles = read_titles(root, names)
    try:
        trace(root, benches.root, titles, jobs)
    finally:
        benches.close()
    for title in titles:
        places = Places(root / "src" / "terrarium", title.id, title.cited, title.texts, title.lines, reviewed)
        for statement in only or title.texts:
            why = title.waived.get(statement) or reviewed.why_left_out(title.id, statement)
            print(f"\n{title.id} {statement}: {why or title.texts[statement]}")
            for candidate in [] if why else places.of(statement):
                print(f"  {candidate.how} {candidate.score:.2f} {candidate.mutant.name}")


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    words.add_argument("--title", choices=TITLES, action="append", help="all four unless named")
    words.add_argument("--statement", action="append", default=[], help="only this one; may be said several times")
    words.add_argument("--count", type=int, default=100, help="breaks of each title")
    words.add_argument("--each", type=int, default=1_000, help="breaks of one statement at most")
    words.add_argument("--seed", type=int, default=1)
    words.add_argument("--jobs", type=int, default=1, help="processes side by side")
    words.add_argument("--elsewhere", action="store_true", help="also say which other test notices a survivor (slow)")
    words.add_argument("--list", action="store_true", help="only say where the rule of each statement stands")
    words.add_argument("--json", type=Path, help="also write everything into this file")
    given = words.parse_args()
    reviewed = Reviewed.read(ROOT / "tools" / "mutants.toml")
    if given.list:
        list_places(ROOT, given.title or list(TITLES), given.statement, given.jobs, reviewed)
        return
    verdicts, left_out = run(
        ROOT, given.title or list(TITLES), given.statement, given.count, given.each, given.seed, given.jobs, reviewed,
        given.elsewhere,
    )  # fmt: skip
    if given.json:
        given.json.write_text(json.dumps(as_page(verdicts, left_out), indent=1), encoding="utf-8")
    report(verdicts, left_out)


if __name__ == "__main__":
    main()
