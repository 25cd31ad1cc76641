"""Every reader of records, positions, logs and what people made themselves under fire, for as long as one likes.

    python tools/fuzz_readers.py --seconds 3600 [--seed 1]

Each text is a real one, damaged: bytes changed, cut, doubled, numbers made large; maps and units of somebody's own get
odd values behind a fingerprint that fits them. It is read by the library's readers
and by the server's (`records.read`, in the process with limits that imports run in). A text must be answered or
refused with a sentence, within a second (twenty where the rules run as plain Python), without taking more than a
hundred megabytes. Ends with 1 and prints the text where that fails.
"""

import argparse
import asyncio
import random
import resource
import sys
import time
from collections import Counter
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.support.odd_options import honest, spoilt
from tests.support.spoil import READERS, answered, mutated, texts

import terrarium
from terrarium import catalog
from terrarium.server.errors import Problem
from terrarium.server.ops.cell import Cell
from terrarium.server.store import records

TITLES = "terrarium.catalog:titles"
SLOW_S = 1.0 if terrarium.compiled else 20.0
MEGABYTES = 100


def peak() -> float:
    """The most memory this process ever had, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


class Fire:
    """Counts what was answered, and remembers the slowest."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.cell = Cell(SLOW_S, MEGABYTES, partial(records.prepare, TITLES))
        self.counts: Counter[str] = Counter()
        self.slowest = 0.0
        self.faults: list[str] = []

    def take(self, name: str, text: str) -> None:
        """Give one text to one reader."""
        took = min(self.timed(name, text), SLOW_S * 10)
        for _ in range(2):
            if took > SLOW_S:  # the machine has others to serve: slow is what is slow again
                took = min(took, self.timed(name, text))
        if took > SLOW_S:
            self.faults.append(f"{name}: {took:.2f} s\n{text[:3000]}")
        self.slowest = max(self.slowest, took)

    def timed(self, name: str, text: str) -> float:
        """How long an answer took; what is no answer is a fault."""
        began = time.monotonic()
        try:
            read = self.bring_in(text) if name == "import" else answered(name, text)
            self.counts[f"{name} {'read' if read else 'refused'}"] += 1
        except Exception as error:
            self.faults.append(f"{name}: {type(error).__name__} {error}\n{text[:3000]}")
        return time.monotonic() - began

    def bring_in(self, text: str) -> bool:
        """As the server reads it; a text that had to be stopped is a fault here."""
        try:
            asyncio.run(self.cell.run(records.read, TITLES, text, 0.0))
        except Problem as problem:
            if problem.status not in (404, 422) or problem.code == "too_heavy":
                raise
            return False
        return True

    def round(self) -> None:
        """Some texts of one game, each damaged several times."""
        title = self.dice.choice([*catalog.titles()])
        low, high = catalog.title(title).players
        for text in texts(title, self.dice.randint(low, high), self.dice.randrange(160), self.dice):
            for _ in range(10):
                damaged = mutated(text, self.dice)
                for name in (*READERS, "import"):
                    self.take(name, damaged)
        for brought in honest():
            self.take("option", spoilt(brought, self.dice).text)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    fire = Fire(given.seed)
    for title in catalog.titles():
        for text in texts(title, 2, 20, fire.dice):
            fire.take("position", text)
    fire.take("import", "")
    before, ends = peak(), time.monotonic() + given.seconds
    fire.slowest = 0.0
    while time.monotonic() < ends and not fire.faults:
        fire.round()
    fire.cell.stop()
    growth = peak() - before
    if growth > MEGABYTES:
        fire.faults.append(f"memory: {growth:.0f} MB more than before")
    print(
        f"texts {sum(fire.counts.values())}  slowest {fire.slowest:.3f} s  growth {growth:.0f} MB  {dict(fire.counts)}"
    )
    for fault in fire.faults:
        print("FAULT", fault, file=sys.stderr)
    return 1 if fire.faults else 0


if __name__ == "__main__":
    sys.exit(main())
