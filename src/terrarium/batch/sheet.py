"""Rows of small integers that other libraries read where they lie, and the names of their columns."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64

LARGEST: Final[i64] = 32767


@final
class Field:
    """A run of columns of an observation: where it starts, how many, the range of its values, and what they mean."""

    def __init__(self, name: str, start: int, count: int, low: int, high: int, meaning: str) -> None:
        self.name = name
        self.start = start
        self.count = count
        self.low = low
        self.high = high
        self.meaning = meaning

    def __repr__(self) -> str:
        return f"Field({self.name!r}, {self.start}, {self.count}, {self.low}, {self.high})"


@final
class Sheet:
    """`rows` rows of `width` numbers, mostly zero.

    A row is wiped by taking back what was written on it, which is several times less than its width. `cells` never
    moves, so an array made over its buffer once always shows the rows as they are.
    """

    width: i64
    cells: vec[i16]
    written: vec[i64]
    """For each row: how many columns were written, then which."""
    base: i64
    list_at: i64

    def __init__(self, rows: int, width: int) -> None:
        self.width = width
        self.cells = vec[i16]([0] * (rows * width))
        self.written = vec[i64]([0] * (rows * (width + 1)))
        self.base = 0
        self.list_at = 0

    def begin(self, row: i64) -> None:
        """Wipe a row and write on it from now on."""
        cells = self.cells
        written = self.written
        base = row * self.width
        first = row * (self.width + 1)
        last = first + written[first]
        written[first] = 0
        while last > first:
            cells[base + written[last]] = 0
            last -= 1
        self.base = base
        self.list_at = first

    def put(self, column: i64, value: i64) -> None:
        """Write a value into a column; one too large for the sheet is cut."""
        if value == 0:
            return
        if value > LARGEST:
            value = LARGEST
        elif value < -LARGEST:
            value = -LARGEST
        cells = self.cells
        at = self.base + column
        if cells[at] == 0:
            written = self.written
            first = self.list_at
            n = written[first] + 1
            written[first] = n
            written[first + n] = column
        cells[at] = i16(value)

    def mark(self, column: i64) -> None:
        """Write 1 into a column: what most of them hold."""
        cells = self.cells
        at = self.base + column
        if cells[at] == 0:
            written = self.written
            first = self.list_at
            n = written[first] + 1
            written[first] = n
            written[first + n] = column
        cells[at] = 1

    def mark_bits(self, mask: i64, column: i64) -> None:
        """Write 1 for each bit of a mask, the lowest into `column`, the next ones after it."""
        while mask:
            if mask & 1:
                self.mark(column)
            mask >>= 1
            column += 1

    def add(self, column: i64, value: i64) -> None:
        """Add to what a column holds."""
        self.put(column, value + i64(self.cells[self.base + column]))
