"""Expressions of a unit file: sets of regions, numbers and conditions, made into nodes; what is wrong is noted."""

from terrarium.kernel.handmade import Reader, shown
from terrarium.smallworld.core.amounts import MOST_NUMBER, bounds_of
from terrarium.smallworld.core.board import ALIKE, FEATURES
from terrarium.smallworld.core.opcodes import (
    AND,
    BOTH,
    CONST,
    CROWDED,
    EITHER,
    IF,
    LIES,
    NO_,
    OR,
    VICTIM_SIDE,
    WHERE,
)
from terrarium.smallworld.core.vocabulary import (
    COMPARED,
    CONDITIONS,
    CONDITIONS_OF,
    FACTIONS,
    MASKS,
    MASKS_OF,
    MOST_DEPTH,
    MOST_ID,
    MOST_LIST,
    MOST_NODES,
    NOTED,
    NUMBERS,
    NUMBERS_OF,
    SPOKEN,
    SUMS,
    TERRAINS,
)


class Phrases(Reader):
    """Reads values and expressions; problems are collected, not raised."""

    def __init__(self) -> None:
        super().__init__()
        self.nodes: list[int] = []
        """Four numbers each: a word and its operands (`opcodes`)."""
        self.has_piece = False
        self.lying = False
        """The piece stays in its region, whoever holds it."""
        self.thing = False
        """The unit lies in a region itself."""
        self.known: list[str] = []
        """What the place that is read speaks of (`vocabulary.SPOKEN`)."""
        self.named: list[str] = []
        """Things that expressions call by name."""
        self.note = ""
        """What is remembered from turn to turn (`vocabulary.NOTED`), if anything is."""

    # --- plain values ------------------------------------------------------------------------------------------------

    def says(self, page: dict[str, object], key: str, where: str) -> bool:
        """A yes or no of a table; no where it is silent."""
        return self.flag(page.get(key, False), where + "." + key)

    def need_piece(self, where: str) -> None:
        if not self.has_piece:
            self.wrong(where, "no_piece")

    def notes(self, what: str, where: str) -> None:
        """Something lasts from turn to turn: there is room for one kind of thing."""
        if self.note and self.note != what:
            self.wrong(where, "kept_twice")
        self.note = self.note or what

    def heard(self, word: str, where: str) -> None:
        """A word stands here: is what it speaks of known?"""
        if word in NOTED:
            self.notes(NOTED[word], where)
        for fact, words in SPOKEN.items():
            if word in words and fact not in self.known:
                self.wrong(where, "unspoken", {"text": word, "fact": fact})

    # --- expressions -------------------------------------------------------------------------------------------------

    def node(self, word: int, a: int, b: int, c: int, where: str) -> int:
        if len(self.nodes) >= MOST_NODES * 4:
            if len(self.nodes) == MOST_NODES * 4:
                self.wrong(where, "nodes", {"most": MOST_NODES})
                self.nodes.extend([0, 0, 0, 0])
            return 0
        self.nodes.extend([word, a, b, c])
        return len(self.nodes) // 4 - 1

    def single(self, value: object, where: str) -> tuple[str, object]:
        """The one key of a table that is an expression, and what it holds."""
        if isinstance(value, dict) and len(value) == 1:
            for key, inner in value.items():
                return str(key), inner
        return "", None

    def deep(self, depth: int, where: str) -> bool:
        if depth >= MOST_DEPTH:
            self.wrong(where, "deep", {"most": MOST_DEPTH})
            return True
        return False

    def several(self, value: object, where: str, exactly: int = 0) -> list[object]:
        if not isinstance(value, list) or not 2 <= len(value) <= MOST_LIST or (exactly and len(value) != exactly):
            self.wrong(where, "operands", {"most": exactly or MOST_LIST})
            return []
        return value

    def mask(self, value: object, where: str, depth: int) -> int:
        if self.deep(depth, where):
            return 0
        if isinstance(value, str):
            if value in MASKS:
                if value == "with_piece":
                    self.need_piece(where)
                self.heard(value, where)
                if value == "spot" and not self.thing:
                    self.wrong(where, "thing_only", {"key": value})
                return self.node(MASKS[value], 0, 0, 0, where)
            if value in TERRAINS:
                return self.node(int(WHERE), FEATURES.index(ALIKE.get(value, value)), 0, 0, where)
            return self.wrong(where, "mask", {"text": shown(value)})
        key, inner = self.single(value, where)
        at = where + "." + key
        if key in ("and", "or"):
            word = int(AND) if key == "and" else int(OR)
            return self.folded(word, [self.mask(row, f"{at}.{n}", depth + 1) for n, row in self.rows(inner, at)], at)
        if key in MASKS_OF:
            return self.node(MASKS_OF[key], self.mask(inner, at, depth + 1), 0, 0, where)
        if key == "lies":
            self.named.append(self.id(inner, at, MOST_ID))
            return self.node(int(LIES), len(self.named) - 1, 0, 0, where)
        if key == "crowded":
            page = self.table(inner, at)
            self.only(page, at, ["in", "tokens"])
            among = self.mask(page.get("in", "held"), at + ".in", depth + 1)
            return self.node(int(CROWDED), among, self.number(page.get("tokens", 2), at + ".tokens", depth + 1), 0, at)
        return self.wrong(where, "mask", {"text": shown(value)})

    def rows(self, value: object, where: str) -> list[tuple[int, object]]:
        return list(enumerate(self.several(value, where)))

    def folded(self, word: int, found: list[int], where: str) -> int:
        """The same word between all of several."""
        if not found:
            return 0
        result = found[0]
        for other in found[1:]:
            result = self.node(word, result, other, 0, where)
        return result

    def amount(self, kind: str, value: object, where: str) -> int:
        """A number that a sentence or an effect promises: what is written down plainly is what the rules give."""
        least, most = bounds_of(kind)
        for place, n in plain(value, where):
            if not least <= n <= most and abs(n) <= MOST_NUMBER:
                self.wrong(place, "bounds", {"least": least, "most": most})
        return self.number(value, where, 0)

    def number(self, value: object, where: str, depth: int) -> int:
        if self.deep(depth, where):
            return 0
        if isinstance(value, int) and not isinstance(value, bool):
            return self.node(int(CONST), self.whole(value, where, -MOST_NUMBER, MOST_NUMBER), 0, 0, where)
        if isinstance(value, str):
            if value in NUMBERS:
                if value in ("stock", "pieces_here"):
                    self.need_piece(where)
                self.heard(value, where)
                return self.node(NUMBERS[value], 0, 0, 0, where)
            return self.wrong(where, "amount", {"text": shown(value)})
        if isinstance(value, dict) and "if" in value:
            self.only(value, where, ["if", "then", "else"])
            condition = self.condition(value["if"], where + ".if", depth + 1)
            yes = self.number(value.get("then", 0), where + ".then", depth + 1)
            no = self.number(value.get("else", 0), where + ".else", depth + 1)
            return self.node(int(IF), condition, yes, no, where)
        key, inner = self.single(value, where)
        at = where + "." + key
        if key in NUMBERS_OF:
            return self.node(NUMBERS_OF[key], self.mask(inner, at, depth + 1), 0, 0, where)
        if key in ("sub", "div"):
            pair = [self.number(row, f"{at}.{n}", depth + 1) for n, row in enumerate(self.several(inner, at, 2))]
            return self.folded(SUMS[key], pair, at)
        if key in SUMS:
            return self.folded(
                SUMS[key], [self.number(row, f"{at}.{n}", depth + 1) for n, row in self.rows(inner, at)], at
            )
        return self.wrong(where, "amount", {"text": shown(value)})

    def condition(self, value: object, where: str, depth: int) -> int:
        if self.deep(depth, where):
            return 0
        if isinstance(value, str):
            if value in CONDITIONS:
                self.heard(value, where)
                return self.node(CONDITIONS[value], 0, 0, 0, where)
            return self.wrong(where, "condition", {"text": shown(value)})
        key, inner = self.single(value, where)
        at = where + "." + key
        self.heard(key, at)
        if key in CONDITIONS_OF:
            return self.node(CONDITIONS_OF[key], self.mask(inner, at, depth + 1), 0, 0, where)
        if key in COMPARED:
            pair = [self.number(row, f"{at}.{n}", depth + 1) for n, row in enumerate(self.several(inner, at, 2))]
            return self.folded(COMPARED[key], pair, at)
        if key == "not":
            return self.node(int(NO_), self.condition(inner, at, depth + 1), 0, 0, where)
        if key in ("all", "any"):
            word = int(BOTH) if key == "all" else int(EITHER)
            return self.folded(
                word, [self.condition(row, f"{at}.{n}", depth + 1) for n, row in self.rows(inner, at)], at
            )
        if key == "victim_faction":
            return self.node(int(VICTIM_SIDE), FACTIONS.index(self.word(inner, at, FACTIONS)), 0, 0, where)
        return self.wrong(where, "condition", {"text": shown(value)})


def plain(value: object, where: str) -> list[tuple[str, int]]:
    """The amounts that a number names plainly, with their places: itself, what it is in either case, how much each of
    several counts."""
    if isinstance(value, int) and not isinstance(value, bool):
        return [(where, value)]
    if not isinstance(value, dict):
        return []
    if "if" in value:
        found = plain(value.get("then", 0), where + ".then" if "then" in value else where)
        return found + plain(value.get("else", 0), where + ".else" if "else" in value else where)
    factors = value.get("mul")
    if not isinstance(factors, list):
        return []
    return [(f"{where}.mul.{n}", row) for n, row in enumerate(factors) if isinstance(row, int)]
