"""A unit file, already parsed, made into a unit; or everything that is wrong with it, each with its place."""

import json
import unicodedata
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from terrarium.kernel.contract import NotationError
from terrarium.kernel.handmade import Problem, canonical, fit_letter, unwrapped
from terrarium.smallworld.core.board import one
from terrarium.smallworld.core.codes import (
    DEPLOYING,
)
from terrarium.smallworld.core.composed import Composed
from terrarium.smallworld.core.marks import Mark
from terrarium.smallworld.core.opcodes import (
    ACTIVE_,
    AIMED,
    AND,
    AROUND,
    ATTACKS,
    BOTH,
    DECLINED_,
    E_ASK,
    E_DECLINE,
    E_EMPTY,
    E_LAY,
    E_LEAVE,
    E_RECALL,
    E_REDEPLOY,
    E_RESENT,
    E_ROB,
    E_THIN,
    E_TRIM,
    EFFECTS,
    NOT,
    OR,
    Q_OPPONENT,
    Q_REGION,
    QUESTIONS,
    STATIC,
)
from terrarium.smallworld.core.phrases import Phrases
from terrarium.smallworld.core.vocabulary import (
    AID_KEYS,
    ASK_KEYS,
    EFFECTS_ALONE,
    EFFECTS_OF_MASK,
    FACTIONS,
    FORMAT,
    KINDS,
    LANGUAGES,
    MOMENTS,
    MOST_BADGE,
    MOST_BANNER,
    MOST_DATA,
    MOST_EFFECTS,
    MOST_LIST,
    MOST_NAME,
    MOST_PIECES,
    MOST_QUESTIONS,
    MOST_SENTENCES,
    MOST_TRAY,
    PIECE_KEYS,
    SILENT,
    TRAITS,
    UNIT_KEYS,
)


class Brewer(Phrases):
    """Reads one unit."""

    def __init__(self) -> None:
        super().__init__()
        self.unit = Composed()
        self.acts: list[int] = []
        self.asks: list[int] = []
        self.has_aid = False
        self.asking: list[str] = []
        self.late = False
        """Some sentence works in decline, so that the others must say that they do not."""
        self.kind = ""

    # --- the unit ----------------------------------------------------------------------------------------------------

    def read(self, data: dict[str, object]) -> None:
        self.only(data, "", ["format", "unit"])
        if data.get("format") != FORMAT:
            self.wrong("format", "format", {"n": FORMAT})
        page = data.get("unit")
        if not isinstance(page, dict) or not page:
            self.wrong("unit", "no_unit")
            return
        self.only(page, "unit", UNIT_KEYS)
        unit = self.unit
        self.kind = self.word(page.get("kind"), "unit.kind", ["race", "power"])
        race = self.kind == "race"
        unit.name = self.read_id(page.get("id"), "unit.id")
        self.read_names(page.get("name"), "unit.name")
        if "one" in page:
            self.read_names(page["one"], "unit.one")
        if "icon" in page:
            icon = page["icon"]
            if not isinstance(icon, str) or not 0 < len(icon) <= 40 or not icon.replace("-", "").isalnum():
                self.wrong("unit.icon", "icon")
        if "tokens" not in page:
            self.wrong("unit", "missing", {"key": "tokens"})
        else:
            unit.tokens = self.whole(page["tokens"], "unit.tokens", 0, MOST_BANNER if race else MOST_BADGE)
        self.read_tokens(page, race)
        if "faction" in page:
            side = self.word(page["faction"], "unit.faction", FACTIONS)
            if not race:
                self.wrong("unit.faction", "race_only", {"key": "faction"})
            unit.faction = FACTIONS.index(side)
        if "worth" in page:
            self.read_worth(page["worth"])
        if "piece" in page:
            self.has_piece = True
            self.read_piece(self.table(page["piece"], "unit.piece"))
        self.read_sentences(page.get("ability", []))
        self.settle()

    def read_id(self, value: object, where: str) -> str:
        plain = isinstance(value, str) and value.isascii() and value.replace("_", "").isalnum() and value.islower()
        if not isinstance(value, str) or not plain or not 2 <= len(value) <= MOST_NAME or not value[0].isalpha():
            self.wrong(where, "id", {"most": MOST_NAME})
            return "unnamed"
        return value

    def read_names(self, value: object, where: str) -> None:
        """A name in each language; one alone stands for all. Letters as Unicode composes them (NFKC), nothing else."""
        names = self.table(value, where)
        self.only(names, where, LANGUAGES)
        if not names:
            self.wrong(where, "no_name")
        for tag, name in names.items():
            if not isinstance(name, str) or not name.strip() or name != name.strip():
                self.wrong(where + "." + tag, "no_name")
            elif len(name) > MOST_NAME:
                self.wrong(where + "." + tag, "long_name", {"most": MOST_NAME})
            elif unicodedata.normalize("NFKC", name) != name or not all([fit_letter(c) for c in name]):
                self.wrong(where + "." + tag, "letters")

    def read_tokens(self, page: dict[str, object], race: bool) -> None:
        """A race borrows its tokens, from a race that is named or from whoever suffices, or brings its own."""
        if not race:
            for key in ("tray", "lender"):
                if key in page:
                    self.wrong("unit." + key, "race_only", {"key": key})
            return
        lender = page.get("lender", "")
        if not isinstance(lender, str) or len(lender) > MOST_NAME:
            self.wrong("unit.lender", "id", {"most": MOST_NAME})
        if lender == "own":
            self.unit.tray = self.whole(page.get("tray"), "unit.tray", int(self.unit.tokens) + MOST_BADGE, MOST_TRAY)
        elif "tray" in page:
            self.wrong("unit.tray", "tray_lent")

    def read_worth(self, value: object) -> None:
        found: list[float] = []
        if isinstance(value, list):
            for part in value:
                if isinstance(part, int | float) and not isinstance(part, bool) and -20 <= part <= 20:
                    found.append(float(part))
        if not isinstance(value, list) or len(value) != 3 or len(found) != 3:
            self.wrong("unit.worth", "worth")
            return
        self.unit.worth = (found[0], found[1], found[2])

    def read_piece(self, page: dict[str, object]) -> None:
        where = "unit.piece"
        self.only(page, where, PIECE_KEYS)
        self.unit.piece = self.read_id(page.get("id"), where + ".id")
        self.read_names(page.get("name"), where + ".name")
        self.whole(page.get("stock", 1), where + ".stock", 1, MOST_PIECES)
        self.whole(page.get("most", 1), where + ".most", 1, MOST_PIECES)
        self.whole(page.get("defence", 0), where + ".defence", 0, 3)
        for key in ("immune", "keeps", "shields", "returns"):
            self.flag(page, key, where)

    def read_sentences(self, value: object) -> None:
        if not isinstance(value, list):
            self.wrong("unit.ability", "list")
            return
        if len(value) > MOST_SENTENCES:
            self.wrong("unit.ability", "many", {"most": MOST_SENTENCES})
            return
        pages = [self.table(page, f"unit.ability.{place}") for place, page in enumerate(value)]
        self.late = any([page.get("in_decline", False) is not False for page in pages])
        for place, page in enumerate(pages):
            if page:
                self.read_sentence(page, f"unit.ability.{place}")

    def read_sentence(self, page: dict[str, object], where: str) -> None:
        kinds = [kind for kind in KINDS if kind in page]
        if len(kinds) != 1:
            self.wrong(where, "one_kind", {"names": ", ".join(KINDS)})
            return
        kind = kinds[0]
        self.only(page, where, [kind, "if", "in_decline", *KINDS[kind]])
        condition = -1
        if "if" in page:
            condition = self.condition(page["if"], where + ".if", 0)
        condition = self.with_mode(page, where, condition)
        place = self.mask(page["where"], where + ".where", 0) if "where" in page else -1
        value = page[kind]
        at = where + "." + kind
        unit = self.unit
        if kind == "trait":
            self.read_trait(value, at)
        elif kind == "aid":
            self.read_aid(self.table(value, at), at, condition)
        elif kind == "when":
            self.read_when(page, where, condition)
        elif kind == "link":
            self.read_link(self.table(value, at), at, condition)
            unit.lasting = unit.lasting or self.flag(page, "lasting", where)
        elif kind == "forbid":
            if value is not True:
                self.wrong(at, "flag")
            if condition < 0:
                self.wrong(where, "missing", {"key": "if"})
            unit.forbidding = more(unit.forbidding, [condition, place, 0])
        elif kind in ("reach", "limit", "as_if_empty"):
            before = len(self.nodes)
            regions = self.mask(value, at, 0)
            if kind == "reach":
                if int(AIMED) in self.nodes[before::4]:
                    self.wrong(at, "aimed")
                unit.reaches = more(unit.reaches, [condition, -1, regions])
                unit.enters = unit.enters or self.flag(page, "enters", where)
            elif kind == "limit":
                unit.limited = more(unit.limited, [condition, -1, regions])
            else:
                unit.ignored = more(unit.ignored, [condition, -1, regions])
        else:
            self.read_amount(kind, condition, place, self.number(value, at, 0))
            unit.prepaid = unit.prepaid or self.flag(page, "prepaid", where)
            if self.flag(page, "once", where):
                unit.saves_once = True
                unit.last_resort = True

    def read_amount(self, kind: str, condition: int, place: int, amount: int) -> None:
        unit = self.unit
        clause = [condition, place, amount]
        if kind == "price":
            unit.prices = more(unit.prices, clause)
        elif kind == "income":
            unit.incomes = more(unit.incomes, clause)
        elif kind == "turn_income":
            unit.turn_incomes = more(unit.turn_incomes, clause)
        elif kind == "helpers":
            unit.helping = more(unit.helping, clause)
        elif kind == "toll":
            unit.tolling = more(unit.tolling, clause)
        elif kind == "losses":
            unit.saving = more(unit.saving, clause)
        else:
            unit.staying = more(unit.staying, clause)

    def with_mode(self, page: dict[str, object], where: str, condition: int) -> int:
        """The condition of a sentence with what it says about decline: not then (as usual), then too, or only then."""
        late = page.get("in_decline", False)
        if late is not False and late is not True and late != "only":
            self.wrong(where + ".in_decline", "decline")
        if late is True or not self.late or "trait" in page:
            return condition
        mode = self.node(int(DECLINED_) if late == "only" else int(ACTIVE_), 0, 0, 0, where)
        return mode if condition < 0 else self.node(int(BOTH), mode, condition, 0, where)

    def read_trait(self, value: object, where: str) -> None:
        trait = self.word(value, where, TRAITS)
        unit = self.unit
        if trait == "swims":
            unit.swims = True
        elif trait == "acts_in_decline":
            unit.acts_in_decline = True
            unit.in_decline = True
        elif trait == "retreats_in_decline":
            unit.retreats_in_decline = True
            unit.in_decline = True
        elif trait == "outside_limit":
            unit.outside_limit = True
            unit.in_decline = True
        elif trait == "denies_help":
            unit.denies_help = True
        elif trait == "no_travel":
            unit.no_travel = True
        else:
            unit.least = 2
        if trait in ("acts_in_decline", "denies_help", "two_at_least") and self.kind != "race":
            self.wrong(where, "race_only", {"key": trait})

    def read_link(self, page: dict[str, object], where: str, condition: int) -> None:
        """Links follow from the map alone: otherwise one link could ask for another without end."""
        self.only(page, where, ["from", "to"])
        found: list[int] = []
        for key in ("from", "to"):
            before = len(self.nodes)
            found.append(self.mask(page.get(key), where + "." + key, 0))
            for at in range(before, len(self.nodes), 4):
                word = self.nodes[at]
                if not (word < STATIC or word == AND or word == OR or word == NOT or word == AROUND):
                    self.wrong(where + "." + key, "map_only")
                    break
        self.unit.linked = more(self.unit.linked, [condition, found[0], found[1]])

    def read_aid(self, page: dict[str, object], where: str, condition: int) -> None:
        self.only(page, where, AID_KEYS)
        if self.has_aid:
            self.wrong(where, "one_aid")
        self.has_aid = True
        unit = self.unit
        unit.aid = True
        unit.condition = condition
        if "once" in page:
            unit.once = 1 + ["turn", "opponent"].index(self.word(page["once"], where + ".once", ["turn", "opponent"]))
        if "fixed" in page:
            unit.fixed = self.whole(page["fixed"], where + ".fixed", 0, 9)
        if "target" in page:
            unit.target = self.mask(page["target"], where + ".target", 0)
        needs = self.word(page.get("needs", "hand"), where + ".needs", ["hand", "tray", "nothing"])
        unit.handy = needs == "hand"
        unit.trayed = needs == "tray"
        unit.joins = self.flag(page, "joins", where)
        unit.from_tray = self.flag(page, "from_tray", where)
        if "spares" in page:
            spares = self.word(page["spares"], where + ".spares", ["nobody", "all"])
            unit.spares_nobody = spares == "nobody"
            unit.spares_all = spares == "all"
        if "rolls" in page:
            rolls = self.word(page["rolls"], where + ".rolls", ["before", "after"])
            unit.rolls = rolls == "before"
            unit.rolls_after = rolls == "after"
            if unit.fixed >= 0:
                self.wrong(where + ".fixed", "fixed_die")
        if unit.fixed == 0 and not unit.from_tray:
            self.wrong(where + ".fixed", "fixed_nothing")
        if (unit.rolls or not (unit.fixed >= 0 or unit.rolls_after or unit.once)) and unit.joins:
            self.wrong(where + ".joins", "joins")

    def read_when(self, page: dict[str, object], where: str, condition: int) -> None:
        times = [*MOMENTS, *ATTACKS]
        time = self.word(page["when"], where + ".when", times)
        first, many = self.effects(page.get("do"), where + ".do", time, -1)
        unit = self.unit
        if time in MOMENTS:
            unit.told = more(unit.told, [MOMENTS[time], condition, first, many])
            unit.moments |= one(MOMENTS[time])
            return
        which = ATTACKS.index(time)
        unit.heard = more(unit.heard, [which, condition, first, many])
        if time == "wronged":
            unit.hears_all = True

    # --- effects and questions ---------------------------------------------------------------------------------------

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
            return []
        kind = kinds[0]
        at = where + "." + kind
        self.only(page, where, [kind, "if", *(ASK_KEYS if kind == "ask" else [])])
        condition = self.condition(page["if"], where + ".if", 0) if "if" in page else -1
        code = EFFECTS.index(kind)
        operand = 0
        if code in (E_LAY, E_RECALL):
            self.need_piece(at)
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
            if (code == E_DECLINE and time != "scored") or (code in (E_LEAVE, E_REDEPLOY) and time != "declining"):
                self.wrong(at, "not_then", {"time": "scored" if code == E_DECLINE else "declining"})
            if code == E_RESENT and time not in ATTACKS:
                self.wrong(at, "not_then", {"time": "wronged"})
        else:
            operand = self.number(page[kind], at, 0)
        if code in (E_EMPTY, E_TRIM, E_THIN) and time in ATTACKS:
            self.wrong(at, "not_then", {"time": "deploying"})
        if code == E_ROB and time not in MOMENTS:
            self.wrong(at, "not_then", {"time": "scored"})
        return [code, condition, operand]

    def question(self, page: dict[str, object], where: str, time: str) -> int:
        kind = QUESTIONS.index(self.word(page["ask"], where + ".ask", QUESTIONS))
        among = -1
        times = -1
        same = self.flag(page, "same", where)
        must = 1 if self.flag(page, "must", where) else 0
        if self.flag(page, "always", where):
            if must:
                self.wrong(where + ".always", "always")
            must = 2
        if kind != Q_OPPONENT and "times" in page:
            times = self.number(page["times"], where + ".times", 0)
        if kind == Q_REGION:
            among = self.mask(page.get("among", "held"), where + ".among", 0)
        else:
            for key in ("among", "same", "must", "always"):
                if key in page:
                    self.wrong(where + "." + key, "region_only", {"key": key})
        if kind == Q_OPPONENT:
            self.unit.spared = True
        first, many = self.effects(page.get("then", []), where + ".then", time, kind)
        other, others = self.effects(page.get("else", []), where + ".else", time, kind)
        lays = any([self.acts[at] == E_LAY for at in range(first * 3, (first + many) * 3, 3)])
        if same and not lays:
            self.wrong(where + ".same", "same_lays")
        if len(self.asks) >= MOST_QUESTIONS * 9:
            self.wrong(where, "many", {"most": MOST_QUESTIONS})
            return 0
        self.asks.extend([kind, among, must, times, 1 if same else 0, first, many, other, others])
        return len(self.asks) // 9 - 1

    def settle(self) -> None:
        """Everything is read: give the unit its programs, and its habits in decline."""
        unit = self.unit
        unit.code = vec[i64](self.nodes)
        unit.acts = vec[i64](self.acts)
        unit.asks = vec[i64](self.asks)
        unit.in_decline = unit.in_decline or self.late
        if unit.acts_in_decline:
            unit.moments |= one(DEPLOYING)
        keepers = int(unit.once > 0) + int(unit.spared) + int(unit.saves_once) + int(E_SET_USED_CODE in self.acts[::3])
        if keepers > 1:
            self.wrong("unit.ability", "used_twice")
        unit.settle_hooks()


E_SET_USED_CODE: Final = EFFECTS.index("set_used")


def more(clauses: vec[i64], numbers: list[int]) -> vec[i64]:
    for n in numbers:
        clauses = append(clauses, n)
    return clauses


def brew(data: dict[str, object]) -> tuple[Composed, list[Problem]]:
    """The unit that some data describes, and what is wrong with it: the unit is of use only if that is nothing."""
    brewer = Brewer()
    try:
        line = canonical(data)
    except (TypeError, ValueError, RecursionError):
        brewer.wrong("", "no_unit")
        return brewer.unit, brewer.problems
    if len(line) > MOST_DATA:
        brewer.wrong("", "long", {"most": MOST_DATA})
        return brewer.unit, brewer.problems
    brewer.read(data)
    brewer.unit.data = line
    brewer.unit.rule = "custom.banner" if brewer.kind == "race" else "custom.badge"
    return brewer.unit, brewer.problems


def piece_of(unit: Composed) -> Mark | None:
    """The kind of piece that a unit brings along."""
    page = json.loads(unit.data)["unit"].get("piece")
    if page is None:
        return None
    return Mark(
        unit.piece, page.get("stock", 1), unit.rule, page.get("defence", 0), page.get("immune", False),
        page.get("keeps", False), page.get("shields", False), page.get("returns", True), page.get("most", 1),
    )  # fmt: skip


def lender_of(unit: Composed) -> str:
    """The race that lends its tokens: its name, `own`, or nothing where any that suffices will do."""
    return str(json.loads(unit.data)["unit"].get("lender", ""))


def unit_from(line: str) -> Composed:
    """The unit in a game's options: its fingerprint and its data; NotationError if it is none."""
    data = unwrapped(line, "unit")
    unit, problems = brew(data)
    if problems:
        raise NotationError("unit_data", {"where": problems[0].where, "reason": problems[0].code})
    return unit
