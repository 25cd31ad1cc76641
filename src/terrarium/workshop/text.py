"""What a unit does, in words made from its data: the line on its card, its statement, and what a table needs to speak
of it. The inventor writes names only."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from terrarium.smallworld.core import vocabulary
from terrarium.smallworld.core.amounts import AMOUNTS, EVERYWHERE, MOST_INCOME
from terrarium.smallworld.core.guests import OPTION
from terrarium.smallworld.core.opcodes import ATTACKS, EFFECTS
from terrarium.words import Words
from terrarium.workshop.files import UnitFile, read_unit
from terrarium.workshop.meaning import Page, factors, held_of, is_held, opposite, plainer, spread, turned

KINDS = ("land", "water", "coastal", "entry", "edge", "monster", "murloc")
"""Regions that are called by a noun of their own, as every terrain is."""
RELATIONS = ("adjacent", "linked", "beside", "same_terrain", "chain", "along_water")
"""Sets of regions that are told by how they lie to others."""


Parts = tuple[list[str], list[str], list[str]]
"""What regions are called, what is said about them, and which others are left out."""


class Teller:
    """Tells one unit in one language."""

    PLAIN_BLANK = re.compile(r"(?<=[\u3000-\u9fff\uff00-\uffef]) (?=[\u3000-\u9fff\uff00-\uffef])")
    """A blank that Chinese does not write."""
    CLOSE_DIGIT = re.compile(r"(?<=[\u4e00-\u9fff])(?=−?[0-9])|(?<=[0-9])(?=[\u4e00-\u9fff])")
    """Where a number wants one."""
    HYPHEN = re.compile(r"(?<![A-Za-z0-9])-(?=[0-9])")
    """What stands for a minus."""
    VOWEL = re.compile(r"\b([Aa]) (?=[AEIOUaeiou])(?!(?:[Uu]ni|[Uu]se|[Ee]u|[Oo]n[ce])(?!n))")
    """An article before a vowel that is heard as one."""

    def __init__(self, words: Words, file: UnitFile) -> None:
        self.words = words
        page: Any = file.data["unit"]
        self.page: Page = page
        self.thing = page["kind"] not in vocabulary.COMBO
        self.piece = self.name_in(page["piece"]["name"]) if "piece" in page else ""

    def say(self, key: str, **args: object) -> str:
        text = self.HYPHEN.sub("−", self.words.say(f"workshop.{key}", args))
        if not self.words.record.spaced:
            return self.PLAIN_BLANK.sub("", self.CLOSE_DIGIT.sub(" ", text))
        return self.VOWEL.sub(r"\1n ", text) if self.words.record.an else text

    def name_in(self, names: Page) -> str:
        """A name in this language, or the first there is."""
        return str(names.get(self.words.language) or next(iter(names.values())))

    def name(self) -> str:
        return self.name_in(self.page["name"])

    # --- regions -----------------------------------------------------------------------------------------------------

    def parts(self, mask: Any) -> Parts:
        if isinstance(mask, str):
            if mask == "all":
                return [], [], []
            if mask in KINDS:
                return [self.say(f"kind.{mask}")], [], []
            if mask in vocabulary.TERRAINS:
                return [self.words.terrain(mask)], [], []
            return [], [self.say(f"which.{mask}", piece=self.piece)], []
        key, inner = next(iter(mask.items()))
        if key == "and":
            found: Parts = ([], [], [])
            for row in inner:
                for part, more in zip(found, self.parts(row), strict=True):
                    part += more
            return found
        if key == "or":
            rows = [self.parts(row) for row in inner]
            if not any(quals or others for _, quals, others in rows):
                return [self.listed("or", [" ".join(kinds) for kinds, _, _ in rows])], [], []
            return [], [self.say("of.or", regions=self.listed("or", [self.regions(row) for row in inner]))], []
        if key == "not":
            return [], [], [self.regions(inner)]
        if key == "lies":
            return [], [self.say("of.lies", name=self.words.name(inner))], []
        if key in ("leading", "crowded"):
            kinds, quals, others = self.parts(inner if key == "leading" else inner.get("in", "held"))
            n = "" if key == "leading" else self.number(inner.get("tokens", 2))
            return kinds, [*quals, self.say(f"of.{key}", n=n)], others
        text = self.regions(inner)
        if self.entwined(inner):
            text = self.say("within", regions=text)
        return [], [self.say(f"of.{key}", regions=text)], []

    def entwined(self, mask: Any) -> bool:
        """Would a set be misread within what tells how others lie to it?"""
        if isinstance(mask, str):
            return False
        key, inner = next(iter(mask.items()))
        if key == "and":
            return any(self.entwined(row) for row in inner)
        return key in RELATIONS or (key == "or" and not self.parts(mask)[0])

    def regions(self, mask: Any, many: bool = True, own: bool = False) -> str:
        """A set of regions as a noun; `many`: in the plural; `own`: whose they are is said already."""
        if mask in ("here", "spot"):
            return self.say("regions_there" if mask == "here" else "regions_spot")
        kinds, quals, others = self.parts(mask)
        if isinstance(mask, dict) and "or" in mask and not kinds:  # alone it needs no “that are”
            return self.listed("or", [self.regions(row, many, own) for row in mask["or"]])
        plural = "yes" if many else "no"
        if own:
            quals = [qual for qual in quals if qual != self.say("which.held", piece=self.piece)]
        if not kinds and not quals:
            text = self.say("regions_rest" if others else "regions_every", many="own" if own else plural)
        else:
            gap = " " if self.words.record.spaced else ""
            text = self.say(
                "regions", kinds=gap.join(kinds) or "none", quals=self.told_apart(quals) or "none", many=plural
            )
        if others:
            text = self.say("regions_but", regions=text, other=self.say("of.not", regions=self.listed("and", others)))
        return text

    def told_apart(self, quals: list[str]) -> str:
        """What tells regions from others; no “and” follows “you occupy”."""
        held = self.say("which.held", piece=self.piece)
        others = self.listed("which_and", [qual for qual in quals if qual != held])
        if held not in quals:
            return others
        return self.say("which_held", held=held, others=others) if others else held

    def joined(self, key: str, rows: list[str]) -> str:
        """Several as one: a and b and c."""
        if not rows:
            return ""
        text = rows[0]
        for row in rows[1:]:
            text = self.say(key, a=text, b=row)
        return text

    def listed(self, key: str, rows: list[str]) -> str:
        """Several as a list: a, b and c."""
        if len(rows) < 2:
            return "".join(rows)
        *others, last = rows
        return self.say(key, a=self.joined("which_list" if key == "which_and" else "list", others), b=last)

    # --- numbers and conditions --------------------------------------------------------------------------------------

    def share(self, number: Any, thing: str) -> dict[str, str]:
        """So many tokens or coins, and what each of them is for: languages put the two in different places."""
        if isinstance(number, int):
            return {"amount": self.say(thing, n=number), "per": "none"}
        of: dict[str, Any] = number if isinstance(number, dict) else {"": None}
        key, inner = next(iter(of.items()))
        factor, counted = factors(number)
        if counted is not None:
            return {"amount": self.say(thing, n=factor), "per": self.say("each", region=self.regions(counted, False))}
        if key == "div" and isinstance(inner[1], int) and isinstance(inner[0], dict) and "count" in inner[0]:
            every = self.regions(inner[0]["count"])
            return {"amount": self.say(thing, n=1), "per": self.say("every", k=inner[1], regions=every)}
        return {"amount": self.as_many(number, thing), "per": "none"}

    def as_many(self, number: Any, thing: str) -> str:
        """As many tokens or coins as a number says."""
        return self.say("as_many", things=self.say(thing + "s"), number=self.operand("", number, 0))

    def reckoned(self, number: Any) -> bool:
        """Is an amount told as equal to something, and not as so and so many?"""
        return not isinstance(number, int) and self.share(number, "coin")["amount"] == self.as_many(number, "coin")

    def number(self, number: Any) -> str:
        if isinstance(number, int):
            return str(number).replace("-", "−")
        if isinstance(number, str):
            return self.say(f"number.{number}")
        if "if" in number:
            condition = self.condition(number["if"])
            return self.say(
                "sum.if",
                condition=condition,
                a=self.number(number.get("then", 0)),
                b=self.number(number.get("else", 0)),
            )
        key, inner = next(iter(number.items()))
        if key in vocabulary.NUMBERS_OF:
            return self.say(f"number.{key}", regions=self.regions(inner))
        operands = [self.operand(key, row, place) for place, row in enumerate(inner)]
        return self.listed(f"sum.{key}", operands) if key in ("min", "max") else self.joined(f"sum.{key}", operands)

    def operand(self, key: str, number: Any, place: int) -> str:
        """A number within a sum: in brackets where it would be read otherwise."""
        inner = next(iter(number)) if isinstance(number, dict) else ""
        loose = inner == "if" or (inner in ("add", "sub") and (key in ("mul", "div") or (key == "sub" and place > 0)))
        crossed = inner in ("mul", "div") and key in ("mul", "div") and (inner, key) != ("mul", "mul")
        return self.say("brackets", text=self.number(number)) if loose or crossed else self.number(number)

    def condition(self, condition: Any, yes: bool = True) -> str:
        """A condition; `yes`: that holds, else that does not."""
        told = "if" if yes else "unless"
        if isinstance(condition, str):
            return self.say(f"{told}.{condition}")
        key, inner = next(iter(turned(condition).items()))
        if key == "not":
            return self.condition(inner, not yes)
        if key in vocabulary.CONDITIONS_OF:
            one = "no" if inner in ("here", "spot") else "yes"
            return self.say(f"{told}.{key}", region=self.regions(inner, False), regions=self.regions(inner), one=one)
        if key in vocabulary.COMPARED:
            return self.say(f"{told}.{key}", a=self.number(inner[0]), b=self.number(inner[1]))
        if key == "victim_faction":
            return self.say(f"{told}.victim_faction", side=inner)
        if not yes:
            return self.say("unless.several", condition=self.denied(condition))
        return self.listed(f"if.{key}", [self.told_whole(row, key) for row in inner])

    def told_whole(self, condition: Any, within: str) -> str:
        """A condition beside others: in brackets where “and” and “or” would mix."""
        mixed = isinstance(condition, dict) and {"all": "any", "any": "all"}.get(within, "") in condition
        return self.say("brackets", text=self.condition(condition)) if mixed else self.condition(condition)

    def denied(self, condition: Any) -> str:
        """A condition that must not hold: several of them as one."""
        several = isinstance(condition, dict) and ("all" in condition or "any" in condition)
        return self.say("brackets", text=self.condition(condition)) if several else self.condition(condition)

    def clause(self, page: Page) -> str:
        """The condition of a sentence or an effect, with its conjunction; `none` where there is none."""
        if "if" not in page:
            return "none"
        condition = turned(page["if"])
        if isinstance(condition, dict) and "not" in condition and "at_least" not in condition["not"]:
            return self.say("clause_not", condition=self.denied(condition["not"]))
        return self.say("clause", condition=self.condition(condition))

    # --- sentences ---------------------------------------------------------------------------------------------------

    def sentences(self) -> list[str]:
        """One for each sentence of the unit, and one about its piece."""
        pages = [page for page in self.page.get("ability", []) if self.thing or not tidies_up(page)]
        counted = self.counted(pages)
        found = counted + [self.sentence(page) for page in pages if not (counted and counts(page))]
        if self.page.get("defence"):
            body = self.say("defence", **self.share(self.page["defence"], "token"))
            found.append(capital(self.say("sentence", body=body, condition="none", late="no")))
        if "piece" in self.page:
            found.append(self.told_piece(self.page["piece"]))
        return found or [capital(self.say("sentence", body=self.say("nothing"), condition="none", late="no"))]

    def told_piece(self, piece: Page) -> str:
        flags = {key: "yes" if piece.get(key, False) else "no" for key in ("immune", "keeps", "shields")}
        flags["returns"] = "yes" if piece.get("returns", True) else "no"
        stock, most = piece.get("stock", 1), min(piece.get("most", 1), piece.get("stock", 1))
        text = self.say("piece", name=self.piece, stock=stock, most=most, defence=piece.get("defence", 0), **flags)
        if not piece.get("lies", False):
            return text
        return self.say("piece_lies", text=text, bars="yes" if piece.get("bars", False) else "no")

    def counted(self, pages: list[Page]) -> list[str]:
        """What is counted after attacks and paid out at the turn's end, told as one sentence."""
        tallies = [page for page in pages if tally(page)]
        payers = [page for page in pages if counts(page) and not tally(page)]
        if len(tallies) != 1 or len(payers) != 1 or any(page.get("in_decline") for page in [*tallies, *payers]):
            return []
        if "if" in payers[0] or (isinstance(payers[0].get("do"), dict) and "if" in payers[0]["do"]):
            return []
        what = self.say(f"per.{tallies[0]['when']}")
        if "if" in tallies[0]:
            what = self.say("per_if", what=what, condition=self.condition(tallies[0]["if"]))
        if "turn_income" in payers[0]:
            body = self.say("per", **self.share(tally(tallies[0]), "coin"), what=what)
        else:
            body = self.say("per_tokens", k=payers[0]["do"]["recruit"]["div"][1], what=what)
        return [capital(self.say("sentence", body=body, condition="none", late="no"))]

    def sentence(self, page: Page) -> str:
        kind = next(kind for kind in vocabulary.KINDS if kind in page)
        page = plainer(page, kind)
        late = {True: "also", "only": "only"}.get(page.get("in_decline", False), "no")
        condition = self.clause(page)
        tellers: dict[str, Callable[[Page], str]] = {"when": self.told, "aid": self.aid}
        if kind in tellers:
            body = tellers[kind](page)
            condition = "none" if kind == "when" else condition
        elif kind in ("reach", "limit", "as_if_empty"):
            everywhere = kind == "reach" and page[kind] == "all"
            enters = "yes" if self.any("reach", "enters") else "no"
            shut = kind == "limit" and isinstance(page[kind], dict) and "not" in page[kind]
            key = "reach_all" if everywhere else "limit_not" if shut else kind
            body = self.say(key, regions=self.regions(page[kind]["not"] if shut else page[kind]), enters=enters)
        elif kind == "trait":
            body = self.say(f"trait.{page[kind]}")
            told = page[kind].endswith("_in_decline") or page[kind] == "outside_limit"
            # It holds in decline as soon as anything of the unit does.
            late = "no" if told or not any(one.get("in_decline") for one in self.page["ability"]) else "also"
        elif kind == "link":
            ends = [self.regions(page["link"][key]) for key in ("from", "to")]
            lasting = "yes" if self.any("link", "lasting") else "no"
            key = "link_same" if ends[0] == ends[1] else "link"
            body = self.say(key, a=ends[0], b=ends[1], lasting=lasting)
        else:
            body = self.told_amount(kind, page)
            late = "no" if kind == "stays" else late
        return capital(self.say("sentence", body=body, condition=condition, late=late))

    def any(self, kind: str, flag: str) -> bool:
        """Does a sentence of this kind say so? All of the kind are alike in it."""
        return any(kind in page and page.get(flag) for page in self.page.get("ability", []))

    def told_amount(self, kind: str, page: Page) -> str:
        """Prices, coins and losses."""
        value = page[kind]
        if kind == "price":
            return self.price(value, self.regions(page["where"]) if "where" in page else self.say("every_region"))
        plus = "no" if self.reckoned(value) or (isinstance(value, int) and value < 0) else "yes"
        if kind == "income":
            return self.income(value, page.get("where", "held"), plus)
        if kind == "turn_income":
            return self.say(kind, **self.share(value, "coin"), plus=plus)
        if kind == "helpers":
            return self.say(kind, **self.share(value, "token"), most=self.cut_at(kind, value))
        if page.get("where") == "spot":
            where, one = self.say("regions_spot"), "no"
        else:
            own = self.regions(page.get("where", "held"), own=True)
            where, one = self.say("yours", regions=own), "yes"
        if kind == "forbid":
            return self.say("forbid", where=where)
        if kind == "toll":
            key = "toll_acts" if self.any("toll", "acts") else "toll_before" if self.any("toll", "prepaid") else "toll"
            toll = self.say(key, where=where, one=one, **self.share(value, "coin"))
            if most := self.cut_at(kind, value):
                toll = self.say("cut", text=toll, n=most)
            return self.say("toll_once", toll=toll) if self.any("toll", "once") else toll
        if kind == "losses":
            once = self.any("losses", "once")
            if once and value == {"sub": ["lost", 1]} and "where" not in page:
                return self.say("losses_once")
            losses = (
                self.say("losses", where=where, one=one, **self.share(value, "token"))
                if value
                else self.say("losses_none", where=where, one=one)
            )
            return self.say("losses_one_time", losses=losses) if once else losses
        if value == "tokens_here":
            return self.say("stays_all")
        return self.say("stays", **self.share(value, "token"), n=value if isinstance(value, int) else 0)

    def price(self, value: Any, where: str) -> str:
        """What conquering costs more or less."""
        if isinstance(value, dict) and "if" in value:
            rows = [value.get("then", 0), value.get("else", 0)]
            if all(isinstance(row, int) for row in rows):
                told = [
                    self.say("change", n=abs(row), way="less" if row < 0 else "more" if row else "none") for row in rows
                ]
                return self.say("price_if", where=where, condition=self.condition(value["if"]), a=told[0], b=told[1])
        low, high = spread(value)
        less = opposite(value) if high <= 0 < -low else None
        amount = value if less is None else less
        if self.reckoned(amount):
            key = "price_falls" if less is not None else "price_rises" if low >= 0 else "price_changes"
            return self.say(key, where=where, number=self.number(amount))
        return self.say("price_more" if less is None else "price_less", where=where, **self.share(amount, "token"))

    def income(self, value: Any, mask: Any, plus: str) -> str:
        """Coins for each region, which must be one's own."""
        if mask == "spot":
            text = self.say("income_spot", **self.share(value, "coin"))
        else:
            region = self.regions(held_of(mask), False)
            text = self.say("income", **self.share(value, "coin"), region=region, plus=plus)
        if not isinstance(value, int) or value <= EVERYWHERE:
            return text
        return self.say("income_fewer", text=text, n=int(MOST_INCOME) // value + 1)

    def cut_at(self, kind: str, value: Any) -> int:
        """The most that the rules allow, where a number that is worked out could be larger; else 0."""
        most = AMOUNTS[kind][1]
        return 0 if isinstance(value, int) or spread(value)[1] <= most else most

    def aid(self, page: Page) -> str:
        aid = page["aid"]
        replaces = aid.get("from_tray") and aid.get("fixed") == 0
        if aid.get("rolls"):
            what = self.say(f"aid.{aid['rolls']}")
        elif replaces:
            what = self.say("aid.replace")
        elif "fixed" in aid:
            what = self.say("aid.fixed", **self.share(aid["fixed"], "token"))
        else:
            what = self.say("aid.plain")
        target = self.regions(aid["target"]) if "target" in aid else "none"
        rest = self.say("aid.from_tray") if aid.get("from_tray") and not replaces else ""
        if "spares" in aid:
            rest += self.say(f"aid.spares_{aid['spares']}")
        if aid.get("flat"):
            rest += self.say("aid.flat")
        if aid.get("fee"):
            rest += self.say("aid.fee", **self.share(aid["fee"], "coin"))
        if aid.get("needs", "hand") != "hand":
            rest += self.say(f"aid.needs_{aid['needs']}")
        if aid.get("joins"):
            rest += self.say("aid.joins")
        return self.say("aid", once=aid.get("once", "none"), what=what, target=target, rest=rest)

    def told(self, page: Page) -> str:
        condition = self.clause(page)
        time = self.say("when.lost_thing" if self.thing and page["when"] == "left" else f"when.{page['when']}")
        return self.say("told", time=time, condition=condition, what=self.effects(page.get("do", [])))

    def effects(self, rows: Any) -> str:
        return self.joined("then", [self.effect(row) for row in (rows if isinstance(rows, list) else [rows])])

    def effect(self, page: Page) -> str:
        kind = next(kind for kind in EFFECTS if kind in page)
        value = page[kind]
        if kind == "ask":
            what = self.question(page)
        elif kind in ("recruit", "return", "gain", "pay"):
            what = self.say(f"do.{kind}", **self.share(value, "token" if kind[0] == "r" else "coin"))
        elif kind in ("set_used", "set_kept"):
            rows = value.get("add") if isinstance(value, dict) else None
            which = self.say(f"number.{kind.removeprefix('set_')}")
            if rows and rows[0] == kind.removeprefix("set_"):
                what = self.say("do.count", n=self.number(rows[1]), count=which)
            else:
                what = self.say("do.set", number=self.number(value), count=which)
        elif kind in vocabulary.EFFECTS_OF_MASK:
            key = "rob_all" if page.get("immune_too") else kind
            if kind not in ("rob", "move", "give_up"):  # these alone go beyond the race's own regions
                value = held_of(value)
            regions = self.regions(value)
            if kind == "give_up" and not is_held(value):
                regions = self.say("ask.of_player", regions=regions)
            what = self.say(f"do.{key}", regions=regions, piece=self.piece)
        else:
            what = self.say(f"do.{kind}", piece=self.piece)
        return self.say("effect_if", what=what, condition=self.clause(page)) if "if" in page else what

    def question(self, page: Page) -> str:
        kind = page["ask"]
        then = self.effects(page["then"]) if page.get("then") else "none"
        other = self.effects(page["else"]) if page.get("else") else "none"
        if kind == "yes_no":
            return self.say("ask.yes_no", then=then, other=other, times=self.again(page))
        if kind == "opponent":
            return self.say("ask.opponent", then=then, other=other)
        among = page.get("among", "held")
        whose = page.get("whose", "race")
        if whose == "race":
            among = held_of(among)
        regions = self.regions(among)
        if whose == "player" and not is_held(among):
            regions = self.say("ask.of_player", regions=regions)
        flags = {key: "yes" if page.get(key) else "no" for key in ("must", "same", "always")}
        return self.say("ask.region", **flags, times=self.again(page), regions=regions, then=then, other=other)

    def again(self, page: Page) -> str:
        """How long a question is put anew: as long as a number allows it."""
        if "times" not in page:
            return "none"
        return "any" if isinstance(page["times"], int) and page["times"] > 0 else self.number(page["times"])


def tally(page: Page) -> Any:
    """How much a sentence counts after each attack, if that is all it does; 0 for others."""
    effect = page.get("do") if "when" in page else None
    value = effect.get("set_used") if isinstance(effect, dict) else None
    if not isinstance(value, dict) or list(value) != ["add"] or value["add"][0] != "used" or "if" in page["do"]:
        return 0
    return value["add"][1] if isinstance(value["add"][1], int) and page["when"] in ATTACKS else 0


def tidies_up(page: Page) -> bool:
    """Does a sentence of a lent power only clear away what lies about when it is lost?"""
    effects = page.get("do", [])
    rows = effects if isinstance(effects, list) else [effects]
    return page.get("when") == "left" and all(set(row) & {"recall", "set_used", "set_kept"} for row in rows)


def counts(page: Page) -> bool:
    """Does a sentence do nothing but count, or pay out what was counted?"""
    if tally(page) or page.get("turn_income") == "used":
        return True
    effect = page.get("do")
    recruits = effect.get("recruit") if isinstance(effect, dict) else None
    return page.get("when") == "deploying" and isinstance(recruits, dict) and recruits.get("div", [""])[0] == "used"


def capital(text: str) -> str:
    """A sentence begins with a capital, in scripts that have them."""
    return text[:1].upper() + text[1:]


def card(words: Words, file: UnitFile) -> str:
    """What stands on the card beside the name."""
    gap = " " if words.record.spaced else ""
    return gap.join(Teller(words, file).sentences())


def statement(words: Words, file: UnitFile) -> str:
    """The rule as a rulebook has it: the name, and what it does."""
    return words.say("workshop.statement", {"name": Teller(words, file).name(), "text": card(words, file)})


def messages(words: Words, file: UnitFile) -> dict[str, str]:
    """What a table says of a unit, under the keys of the word catalogue: its names, its card, its question."""
    teller = Teller(words, file)
    id = file.unit.name
    found = {
        f"name.{id}": teller.name(),
        f"about.{id}": card(words, file),
        f"ask.unit.{id}": words.say("workshop.ask_of", {"name": teller.name()}),
    }
    if "one" in teller.page:
        found[f"name.{id}.one"] = teller.name_in(teller.page["one"])
    if teller.piece:
        found[f"name.{file.unit.piece}"] = teller.piece
    return {key: text.replace("{", "").replace("}", "") for key, text in found.items()}


def teach(words: Words, files: list[UnitFile]) -> None:
    """The words speak of these units from now on."""
    for file in files:
        words.messages = {**words.messages, **messages(words, file)}


def units_in(options: Mapping[str, str]) -> list[UnitFile]:
    """The units that travel with a game, as files."""
    return [read_unit(value.partition(" ")[2]) for name, value in options.items() if name.startswith(OPTION)]
