"""A unit file, already parsed, made into a unit; or everything that is wrong with it, each with its place."""

import json
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from terrarium.kernel.contract import NotationError
from terrarium.kernel.handmade import Problem, unwrapped
from terrarium.smallworld.core.board import one
from terrarium.smallworld.core.codes import CLOSING, DEPLOYING, ON_AFFRONT, ON_CONQUEST, ON_TOUCH
from terrarium.smallworld.core.composed import Composed
from terrarium.smallworld.core.marks import Mark
from terrarium.smallworld.core.opcodes import (
    ACTIVE_,
    AIMED,
    AND,
    AROUND,
    ATTACKS,
    BESIDE,
    BOTH,
    CHAIN,
    DECLINED_,
    E_DECLINE,
    KIN,
    LINKED,
    NOT,
    OR,
    SPOT,
    STATIC,
    WHOLE,
    YIELD,
)
from terrarium.smallworld.core.orders import Orders
from terrarium.smallworld.core.vocabulary import (
    AID_KEYS,
    CHECKER_ONLY,
    COMBO,
    COMBO_ONLY,
    COMBO_TIMES,
    FACTIONS,
    FORMAT,
    KINDS,
    KNOWN,
    MOMENTS,
    MOST_BADGE,
    MOST_BANNER,
    MOST_DATA,
    MOST_DEFENCE,
    MOST_FEE,
    MOST_ID,
    MOST_NAME,
    MOST_PIECES,
    MOST_SENTENCES,
    MOST_THING_NAME,
    MOST_TRAY,
    PIECE_KEYS,
    SPOKEN,
    THING_TIMES,
    THING_TRAITS,
    TRAITS,
    UNIT_KEYS,
    UNIT_KINDS,
)

ASKS_LINKS: Final[list[int]] = [int(word) for word in (AIMED, BESIDE, CHAIN, LINKED, WHOLE, YIELD)]
"""Words that may ask what is linked with what: no link waits for such an answer, or it would wait without end."""


class Brewer(Orders):
    """Reads one unit."""

    def __init__(self, bygone: bool = False) -> None:
        super().__init__()
        self.bygone = bygone
        """It was played already: what only the checker has against it is no problem any more."""
        self.has_aid = False
        self.late = False
        """Some sentence works in decline, so that the others must say that they do not."""

    def wrong(self, where: str, code: str, args: dict[str, object] | None = None) -> int:
        return 0 if self.bygone and code in CHECKER_ONLY else super().wrong(where, code, args)

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
        self.kind = self.word(page.get("kind"), "unit.kind", UNIT_KINDS)
        race = self.kind == "race"
        self.thing = self.kind not in COMBO
        unit.name = self.id(page.get("id"), "unit.id", MOST_ID)
        self.read_names(page.get("name"), "unit.name")
        if "one" in page:
            self.read_names(page["one"], "unit.one")
        if "icon" in page:
            icon = page["icon"]
            if not isinstance(icon, str) or not 0 < len(icon) <= 40 or not icon.replace("-", "").isalnum():
                self.wrong("unit.icon", "icon")
        if self.thing:
            self.read_thing(page)
        elif "tokens" not in page:
            self.wrong("unit", "missing", {"key": "tokens"})
        else:
            unit.tokens = self.whole(page["tokens"], "unit.tokens", 0, MOST_BANNER if race else MOST_BADGE)
        if "defence" in page and not self.thing:
            self.wrong("unit.defence", "thing_only", {"key": "defence"})
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

    def read_thing(self, page: dict[str, object]) -> None:
        """A relic, place or artifact lies in a region; an artifact can be stolen."""
        for key in COMBO_ONLY:
            if key in page:
                self.wrong("unit." + key, "combo_only", {"key": key})
        self.unit.chapter = self.kind
        self.unit.takes = self.kind == "artifact"
        self.unit.defence = self.whole(page.get("defence", 0), "unit.defence", 0, MOST_DEFENCE)

    def read_names(self, value: object, where: str) -> None:
        self.names(value, where, MOST_THING_NAME if self.thing else MOST_NAME)

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
        if lender == "own" and "tray" not in page:
            self.wrong("unit.lender", "missing", {"key": "tray"})
        elif lender == "own":
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
        self.unit.piece = self.id(page.get("id"), where + ".id", MOST_ID)
        self.read_names(page.get("name"), where + ".name")
        self.whole(page.get("stock", 1), where + ".stock", 1, MOST_PIECES)
        self.whole(page.get("most", 1), where + ".most", 1, MOST_PIECES)
        self.whole(page.get("defence", 0), where + ".defence", 0, 3)
        for key in ("immune", "keeps", "shields", "returns"):
            self.says(page, key, where)
        self.lying = self.says(page, "lies", where)
        if self.says(page, "bars", where) and not (self.thing and self.lying):
            self.wrong(where + ".bars", "bars")

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
            self.known = list(SPOKEN)
            if "if" in page:
                self.condition(page["if"], where + ".if", 0)
            if "where" in page:
                self.mask(page["where"], where + ".where", 0)
            return
        kind = kinds[0]
        self.only(page, where, [kind, "if", "in_decline", *KINDS[kind]])
        start = len(self.nodes)
        condition = -1
        value = page[kind]
        known = KNOWN.get(value if kind == "when" and isinstance(value, str) else kind, [])
        self.known = known
        if "if" in page:
            condition = self.condition(page["if"], where + ".if", 0)
        condition = self.with_mode(page, where, condition)
        self.known = []
        place = self.mask(page["where"], where + ".where", 0) if "where" in page else -1
        self.known = known
        at = where + "." + kind
        unit = self.unit
        if kind == "trait":
            self.read_trait(value, at)
            if "if" in page:
                self.wrong(where + ".if", "trait_always")
            if page.get("in_decline") == "only":
                self.wrong(where + ".in_decline", "trait_always")
        elif kind == "aid":
            self.read_aid(self.table(value, at), at, condition)
        elif kind == "when":
            self.read_when(page, where, condition)
        elif kind == "link":
            if any([word in ASKS_LINKS for word in self.nodes[start::4]]):
                self.wrong(where + ".if", "link_asks")
            self.read_link(self.table(value, at), at, condition)
            unit.lasting = unit.lasting or self.says(page, "lasting", where)
        elif kind == "forbid":
            if value is not True:
                self.wrong(at, "flag")
            if condition < 0:
                self.wrong(where, "missing", {"key": "if"})
            unit.forbidding = more(unit.forbidding, [condition, place, 0])
        elif kind in ("reach", "limit", "as_if_empty"):
            regions = self.mask(value, at, 0)
            if kind == "reach":
                if int(AIMED) in self.nodes[start::4]:
                    self.wrong(at, "aimed")
                unit.reaches = more(unit.reaches, [condition, -1, regions])
                unit.enters = unit.enters or self.says(page, "enters", where)
            elif kind == "limit":
                unit.limited = more(unit.limited, [condition, -1, regions])
            else:
                unit.ignored = more(unit.ignored, [condition, -1, regions])
        else:
            self.read_amount(kind, condition, place, self.amount(kind, value, at))
            if kind == "income" and int(YIELD) in self.nodes[start::4]:
                self.wrong(at, "yields")
            if kind == "toll":
                self.read_toll(page, where)
            elif self.says(page, "once", where):
                unit.saves_once = True
                self.remembers("losses", where + ".once")
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

    def read_toll(self, page: dict[str, object], where: str) -> None:
        """When a toll is due, how often, and for what."""
        unit = self.unit
        unit.prepaid = unit.prepaid or self.says(page, "prepaid", where)
        once = self.says(page, "once", where)
        acts = self.says(page, "acts", where)
        if (once or acts) and not unit.prepaid:
            self.wrong(where, "missing", {"key": "prepaid"})
        unit.tolls_once = unit.tolls_once or once
        if once:
            self.remembers("toll", where + ".once")
        if acts:
            unit.tolls = ON_CONQUEST | ON_AFFRONT | ON_TOUCH

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
        elif self.thing and trait not in THING_TRAITS:
            self.wrong(where, "combo_only", {"key": trait})

    def read_link(self, page: dict[str, object], where: str, condition: int) -> None:
        """Links follow from the map, and from where a thing lies: otherwise one link could ask for another without
        end."""
        self.only(page, where, ["from", "to"])
        found: list[int] = []
        for key in ("from", "to"):
            before = len(self.nodes)
            found.append(self.mask(page.get(key), where + "." + key, 0))
            for at in range(before, len(self.nodes), 4):
                word = self.nodes[at]
                if word >= STATIC and word not in (AND, OR, NOT, AROUND, KIN, SPOT):
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
            self.remembers("aid", where + ".once")
        if "fixed" in page:
            unit.fixed = self.whole(page["fixed"], where + ".fixed", 0, 9)
        if "target" in page:
            unit.target = self.mask(page["target"], where + ".target", 0)
        needs = self.word(page.get("needs", "hand"), where + ".needs", ["hand", "tray", "nothing"])
        unit.handy = needs == "hand"
        unit.trayed = needs == "tray"
        unit.joins = self.says(page, "joins", where)
        unit.all_in = self.says(page, "flat", where)
        unit.dues = self.whole(page.get("fee", 0), where + ".fee", 0, MOST_FEE)
        unit.from_tray = self.says(page, "from_tray", where)
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
        if unit.all_in and unit.fixed < 1:
            self.wrong(where + ".flat", "flat")
        if unit.fixed == 0 and not unit.from_tray:
            self.wrong(where + ".fixed", "fixed_nothing")
        if (unit.rolls or not (unit.fixed >= 0 or unit.rolls_after or unit.once)) and unit.joins:
            self.wrong(where + ".joins", "joins")

    def read_when(self, page: dict[str, object], where: str, condition: int) -> None:
        times = [*MOMENTS, *ATTACKS]
        time = self.word(page["when"], where + ".when", times)
        if time in (COMBO_TIMES if self.thing else THING_TIMES):
            self.wrong(where + ".when", "combo_only" if self.thing else "thing_only", {"key": time})
        before = len(self.acts)
        first, many = self.effects(page.get("do"), where + ".do", time, -1)
        unit = self.unit
        if time in MOMENTS:
            # Effects are three numbers each, the kind first. Who may decline after scoring waits for the turn's coins.
            declines = int(E_DECLINE) in self.acts[before::3]
            moment = int(CLOSING) if declines else MOMENTS[time]
            unit.told = more(unit.told, [moment, condition, first, many])
            unit.moments |= one(moment)
            return
        which = ATTACKS.index(time)
        unit.heard = more(unit.heard, [which, condition, first, many])
        if time == "wronged":
            unit.hears_all = True

    def settle(self) -> None:
        """Everything is read: give the unit its programs, and its habits in decline."""
        unit = self.unit
        unit.code = vec[i64](self.nodes)
        unit.acts = vec[i64](self.acts)
        unit.asks = vec[i64](self.asks)
        unit.in_decline = unit.in_decline or self.late
        if unit.acts_in_decline:
            unit.moments |= one(DEPLOYING)
        unit.names = self.named
        unit.settle_hooks()


def more(clauses: vec[i64], numbers: list[int]) -> vec[i64]:
    for n in numbers:
        clauses = append(clauses, n)
    return clauses


def brew(data: dict[str, object], bygone: bool = False) -> tuple[Composed, list[Problem]]:
    """The unit that some data describes, and what is wrong with it: the unit is of use only if that is nothing.
    `bygone`: what only the checker has against it is left out."""
    brewer = Brewer(bygone)
    brewer.unit.data = brewer.read_any(data, MOST_DATA, "no_unit", "long")
    if not brewer.thing:
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
        page.get("lies", False), master=unit.name if page.get("bars", False) else "",
    )  # fmt: skip


def lender_of(unit: Composed) -> str:
    """The race that lends its tokens: its name, `own`, or nothing where any that suffices will do."""
    return str(json.loads(unit.data)["unit"].get("lender", ""))


def unit_from(line: str) -> Composed:
    """The unit in a game's options: its fingerprint and its data; NotationError if it is none. What only the checker
    has against it stops no record."""
    data = unwrapped(line, "unit")
    unit, problems = brew(data, bygone=True)
    if problems:
        raise NotationError("unit_data", {"where": problems[0].where, "reason": problems[0].code})
    return unit
