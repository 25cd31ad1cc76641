"""The effects and questions of a unit file, made into rows of numbers; what is wrong is noted."""

from terrarium.smallworld.core.composed import Composed
from terrarium.smallworld.core.opcodes import (
    ASK_WIDTH,
    ATTACKS,
    E_ASK,
    E_BRING,
    E_FLEECE,
    E_LAY,
    E_MOVE,
    E_RECALL,
    E_RESENT,
    E_SET_KEPT,
    E_SET_USED,
    EFFECTS,
    Q_OPPONENT,
    Q_REGION,
    QUESTIONS,
    WHOSE,
)
from terrarium.smallworld.core.phrases import Phrases
from terrarium.smallworld.core.vocabulary import (
    ASK_KEYS,
    COMBO,
    COMBO_EFFECTS,
    EFFECTS_ALONE,
    EFFECTS_OF_MASK,
    MOMENTS,
    MOST_EFFECTS,
    MOST_LIST,
    MOST_QUESTIONS,
    MOVERS,
    SILENT,
    TIMES_OF,
)


class Orders(Phrases):
    """Reads what a sentence brings about."""

    def __init__(self) -> None:
        super().__init__()
        self.unit = Composed()
        self.kind = ""
        self.acts: list[int] = []
        self.asks: list[int] = []
        self.asking: list[str] = []
        """Times at which something is asked already."""
        self.keeper = ""
        """What `used` remembers in a turn, if anything does."""

    def remembers(self, what: str, where: str) -> None:
        """Something needs `used`: two kinds of things do not fit into it."""
        if self.keeper and self.keeper != what:
            self.wrong(where, "used_twice")
        self.keeper = what

    def misplaced(self, kind: str, where: str) -> None:
        """An effect stands at a wrong time: the right ones are told, or where those are many, the wrong ones."""
        right = TIMES_OF[kind]
        wrong = [time for time in [*MOMENTS, *ATTACKS] if time not in right]
        but = len(wrong) < len(right)
        times = wrong if but else right
        told: dict[str, object] = {"but": "yes" if but else "no", "n": len(times), "times": ", ".join(times)}
        self.wrong(where, "not_then", told)

    def effects(self, value: object, where: str, time: str, inside: int) -> tuple[int, int]:
        """Effects one after another: the first, and how many. `inside`: the kind of question they answer, or -1."""
        rows = value if isinstance(value, list) else [value]
        found: list[int] = []
        if len(rows) > MOST_LIST:
            self.wrong(where, "many", {"most": MOST_LIST})
            rows = []
        for place, row in enumerate(rows):
            at = f"{where}.{place}" if isinstance(value, list) else where
            found.extend(self.effect(self.table(row, at), at, time, inside))
        first = len(self.acts) // 3
        self.acts.extend(found)
        if len(self.acts) > MOST_EFFECTS * 3:
            self.wrong(where, "many", {"most": MOST_EFFECTS})
        return first, len(found) // 3

    def effect(self, page: dict[str, object], where: str, time: str, inside: int) -> list[int]:
        kinds = [kind for kind in EFFECTS if kind in page]
        if len(kinds) != 1:
            self.wrong(where, "one_effect", {"names": ", ".join(EFFECTS)})
            if "if" in page:
                self.condition(page["if"], where + ".if", 0)
            return []
        kind = kinds[0]
        at = where + "." + kind
        beside = ASK_KEYS if kind == "ask" else ["immune_too"] if kind == "rob" else []
        self.only(page, where, [kind, "if", *beside])
        condition = self.condition(page["if"], where + ".if", 0) if "if" in page else -1
        code = EFFECTS.index(kind)
        operand = 0
        if code in (E_LAY, E_RECALL, E_MOVE):
            self.need_piece(at)
        if code == E_MOVE and self.has_piece and not self.lying:
            self.wrong(at, "lies_only")
        if code == E_BRING and self.kind not in MOVERS:
            self.wrong(at, "movers_only")
        if kind in COMBO_EFFECTS and self.kind not in COMBO:
            self.wrong(at, "combo_only", {"key": kind})
        if code == E_ASK:
            if inside >= 0:
                self.wrong(at, "ask_inside")
                return []
            if time in SILENT:
                self.wrong(at, "ask_silent", {"time": time})
            if time in self.asking:
                self.wrong(at, "ask_twice")
            self.asking.append(time)
            operand = self.question(page, where, time)
        elif kind in EFFECTS_OF_MASK:
            operand = self.mask(page[kind], at, 0)
        elif kind in EFFECTS_ALONE:
            if page[kind] is not True:
                self.wrong(at, "flag")
        else:
            operand = self.amount(kind, page[kind], at)
        if code == E_SET_USED:
            self.remembers("count", at)
        if code == E_RESENT:
            self.notes("grudge", at)
        if code == E_SET_KEPT and page[kind] != 0:
            self.notes("count", at)
        if kind in TIMES_OF and time not in TIMES_OF[kind]:
            self.misplaced(kind, at)
        if kind == "rob" and self.says(page, "immune_too", where):
            code = int(E_FLEECE)
        return [code, condition, operand]

    def question(self, page: dict[str, object], where: str, time: str) -> int:
        kind = QUESTIONS.index(self.word(page["ask"], where + ".ask", QUESTIONS))
        among = -1
        times = -1
        whose = 0
        same = self.says(page, "same", where)
        must = 1 if self.says(page, "must", where) else 0
        if self.says(page, "always", where):
            if must:
                self.wrong(where + ".always", "always")
            must = 2
        # An answer comes when what was heard is over: only the region that the question is about is still known.
        spoken = self.known
        about = [fact for fact in spoken if fact == "region"]
        self.known = about
        if kind != Q_OPPONENT and "times" in page:
            times = self.number(page["times"], where + ".times", 0)
        if kind == Q_REGION:
            among = self.mask(page.get("among", "held"), where + ".among", 0)
            whose = WHOSE.index(self.word(page.get("whose", "race"), where + ".whose", WHOSE))
        else:
            for key in ("among", "whose", "same", "must", "always"):
                if key in page:
                    self.wrong(where + "." + key, "region_only", {"key": key})
        if kind == Q_OPPONENT:
            self.unit.spared = True
            self.remembers("opponent", where + ".ask")
            self.notes("named", where + ".ask")
        self.known = ["region"] if kind == Q_REGION else [] if kind == Q_OPPONENT else about
        first, many = self.effects(page.get("then", []), where + ".then", time, kind)
        self.known = about
        other, others = self.effects(page.get("else", []), where + ".else", time, kind)
        self.known = spoken
        lays = any([self.acts[at] == E_LAY for at in range(first * 3, (first + many) * 3, 3)])
        if same and not lays:
            self.wrong(where + ".same", "same_lays")
        if len(self.asks) >= MOST_QUESTIONS * ASK_WIDTH:
            self.wrong(where, "many", {"most": MOST_QUESTIONS})
            return 0
        self.asks.extend([kind, among, must, times, 1 if same else 0, first, many, other, others, whose])
        return len(self.asks) // int(ASK_WIDTH) - 1
