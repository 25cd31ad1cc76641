"""What a unit does, in words made from its data: the line on its card, its statement, and what a table needs to speak
of it. The inventor writes names only."""

from collections.abc import Callable, Mapping
from typing import Any

from terrarium.smallworld.core import vocabulary
from terrarium.smallworld.core.amounts import AMOUNTS, EVERYWHERE, MOST_INCOME
from terrarium.smallworld.core.guests import OPTION
from terrarium.smallworld.core.opcodes import ATTACKS, EFFECTS
from terrarium.words import Words
from terrarium.workshop.clauses import KINDS, Clauses
from terrarium.workshop.files import UnitFile, read_unit
from terrarium.workshop.meaning import (
    OF_PLAYER,
    Page,
    fewer,
    held_of,
    is_held,
    minded,
    opposite,
    plainer,
    rows_of,
    spread,
    use_of,
)

TAKEN = ("conquered", "felled")
"""Attacks after which a region is the reader's, or nobody's."""
LYING = {"things_here": "thing", "pieces_here": "piece"}
"""What lies in a region and may be counted there."""
EASED = ("price", "reach", "as_if_empty")
"""What an aid may make easier for one conquest."""
SUBJECT = ("leave", "bring")
"""Effects that are told of something else than the reader."""


class Teller(Clauses):
    """Tells one unit in one language."""

    # --- sentences ---------------------------------------------------------------------------------------------------

    def sentences(self) -> list[str]:
        """One for each sentence of the unit, and one about its piece."""
        pages = [page for page in self.page.get("ability", []) if self.thing or not tidies_up(page)]
        counted = self.counted(pages)
        told = [page for page in use_of(pages)[1:] if page]  # beside the aid
        found = counted + [self.sentence(page) for page in pages if page not in told and not (counted and counts(page))]
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
        text = self.say(
            "piece", name=capital(self.piece), stock=stock, most=most, defence=piece.get("defence", 0), **flags
        )
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
        time, condition = tallies[0]["when"], tallies[0].get("if")
        regions = [self.taken(condition, many) for many in (False, True)] if time in TAKEN else ["", ""]
        if all(regions):
            if "turn_income" in payers[0]:
                told = self.share(tally(tallies[0]), "coin")
                body = self.say(f"per_region.{time}", **told, region=regions[0])
            else:
                k = payers[0]["do"]["recruit"]["div"][1]
                body = self.say(f"per_region_tokens.{time}", k=k, regions=regions[1])
            return [capital(self.say("sentence", body=body, condition="none", late="no"))]
        what = self.say(f"per.{time}")
        if "if" in tallies[0]:
            what = self.say("per_if", what=what, condition=self.condition(tallies[0]["if"]))
        if "turn_income" in payers[0]:
            body = self.say("per", **self.share(tally(tallies[0]), "coin"), what=what)
        else:
            body = self.say("per_tokens", k=payers[0]["do"]["recruit"]["div"][1], what=what)
        return [capital(self.say("sentence", body=body, condition="none", late="no"))]

    def taken(self, condition: Any, many: bool) -> str:
        """Regions that were taken under some condition, if that can be told of the regions alone; else nothing."""
        if isinstance(condition, dict) and "victim_faction" in condition:
            kind = self.say(f"kind.{condition['victim_faction']}")
            return self.say("regions", kinds=kind, quals="none", many="yes" if many else "no")
        if condition in (None, "was_non_empty"):
            kind = self.say("kind.non_empty") if condition else "none"
            return self.say("regions", kinds=kind, quals="none", many="yes" if many else "no")
        inner = condition.get("in") if isinstance(condition, dict) else None
        plain = isinstance(inner, str) and (inner in vocabulary.TERRAINS or inner in KINDS)
        return self.regions(inner, many) if plain else ""

    def sentence(self, page: Page) -> str:
        rows = rows_of(page.get("do", []))
        asked = next((place for place, row in enumerate(rows, 1) if "ask" in row), 0)
        if 0 < asked < len(rows):  # what comes after a question would read as if it hung on the answer
            gap = " " if self.words.record.spaced else ""
            return gap.join(self.sentence({**page, "do": part}) for part in (rows[:asked], rows[asked:]))
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
            return self.losses(value, where, one, "where" in page)
        if value == "tokens_here":
            return self.say("stays_all")
        value = fewer(value)
        return self.say("stays", **self.share(value, "token"), n=value if isinstance(value, int) else 0)

    def losses(self, value: Any, where: str, one: str, somewhere: bool) -> str:
        """How many tokens are lost where a region falls."""
        once = self.any("losses", "once")
        spared = value["sub"][1] if isinstance(value, dict) and value.get("sub", [""])[0] == "lost" else 0
        if once and spared == 1 and not somewhere:
            return self.say("losses_once")
        if isinstance(spared, int) and spared > 0:
            told = self.say("losses_less", where=where, one=one, **self.share(spared, "token"))
        elif value:
            told = self.say("losses", where=where, one=one, **self.share(value, "token"))
        else:
            told = self.say("losses_none", where=where, one=one)
        return self.say("losses_one_time", losses=told) if once else told

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
        if isinstance(value, str) and value in LYING:
            per = self.say(f"each_{LYING[value]}", regions=self.regions(held_of(mask)), piece=self.piece)
            return self.say("income_there", amount=self.say("coin", n=1), per=per)
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
        """What is used for one attack, what for, and what comes of it."""
        aid = page["aid"]
        _, deed, after = use_of(self.page["ability"])
        kind = next((kind for kind in EASED if kind in deed), "")
        replaces = aid.get("from_tray") and aid.get("fixed") == 0
        sole = aid.get("target") in ("here", "spot")
        where = {
            "target": self.regions(aid["target"], False) if "target" in aid else "none",
            "one": "no" if sole else "yes",
        }
        if deed:
            what = self.say(f"aid.{kind}", amount=self.say("token", n=-deed.get("price", 0)), **where)
        elif aid.get("rolls"):
            what = self.say(f"aid.{aid['rolls']}", **where)
        elif replaces:
            what = self.say("aid.replace", **where)
        elif "fixed" in aid:
            what = self.say("aid.fixed", **self.share(aid["fixed"], "token"), **where)
        else:
            what = self.say("aid.plain", **where)
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
        if after:
            rest += self.say("aid.then", what=self.effects(after["do"]))
        return self.say("aid", once=aid.get("once", "none"), what=what, rest=rest)

    def told(self, page: Page) -> str:
        condition = self.clause(page)
        time = self.say("when.lost_thing" if self.thing and page["when"] == "left" else f"when.{page['when']}")
        return self.say("told", time=time, condition=condition, what=self.effects(page.get("do", [])))

    def effects(self, rows: Any) -> str:
        return self.joined("then", [self.effect(row) for row in rows_of(rows)]) or self.say("do.nothing")

    def effect(self, page: Page) -> str:
        kind = next(kind for kind in EFFECTS if kind in page)
        value = page[kind]
        if kind == "ask":
            what = self.question(page)
        elif kind in ("recruit", "return", "gain", "pay"):
            what = self.say(f"do.{kind}", **self.share(value, "token" if kind[0] == "r" else "coin"))
        elif kind in ("set_used", "set_kept"):
            what = self.counting(kind.removeprefix("set_"), value)
        elif kind in vocabulary.EFFECTS_OF_MASK:
            key = "rob_all" if page.get("immune_too") else kind
            if kind not in ("rob", "move", "give_up"):  # these alone go beyond the race's own regions
                value = held_of(value)
            regions = self.regions(value)
            if kind == "give_up" and not is_held(value, OF_PLAYER):
                regions = self.say("ask.of_player", regions=regions)
            what = self.say(f"do.{key}", regions=regions, piece=self.piece)
        else:
            stock = self.page.get("piece", {}).get("stock", 1)
            what = self.say(f"do.{kind}", piece=self.piece, stock=stock)
        # What is asked may go on for long: whether it is asked comes first in every language.
        key = "ask_if" if kind == "ask" else "effect_if"
        return self.say(key, what=what, condition=self.clause(page)) if "if" in page else what

    def counting(self, which: str, value: Any) -> str:
        """What becomes of the count of the turn, or of the lasting one."""
        count = self.say(f"number.{which}")
        if which == "kept" and value == 0 and (whom := minded(self.page)):
            return self.say("do.forget", whom=whom)
        if not isinstance(value, dict):
            return self.say("do.set", number=self.number(value), count=count)
        key, rows = next(iter(value.items()))
        if key == "min" and len(rows) == 2:  # so many more, up to a bound
            more = [row["add"][1] for row in rows if isinstance(row, dict) and row.get("add", [""])[0] == which]
            most = [row for row in rows if isinstance(row, int)]
            if more and most:
                return self.say("do.count_most", n=self.number(more[0]), count=count, most=most[0])
        if key in ("add", "sub") and rows[0] == which and len(rows) == 2:
            changed = "do.count" if key == "add" else "do.take_off"
            return self.say(changed, n=self.operand(key, rows[1], 1), count=count)
        return self.say("do.set", number=self.number(value), count=count)

    def question(self, page: Page) -> str:
        kind = page["ask"]
        then = self.effects(page["then"]) if page.get("then") else "none"
        other = self.effects(page["else"]) if page.get("else") else "none"
        if kind == "yes_no":
            first: Page = next(iter(rows_of(page.get("then", []))), {})
            lead = "if" if "if" in first else "subject" if any(key in first for key in SUBJECT) else "none"
            return self.say("ask.yes_no", lead=lead, then=then, other=other, times=self.again(page))
        if kind == "opponent":
            return self.say("ask.opponent", then=then, other=other)
        among = page.get("among", "held")
        whose = page.get("whose", "race")
        if whose == "race":
            among = held_of(among)
        regions = self.regions(among)
        if whose == "player" and not is_held(among, OF_PLAYER):
            regions = self.say("ask.of_player", regions=regions)
        flags = {key: "yes" if page.get(key) else "no" for key in ("must", "same", "always")}
        return self.say("ask.region", **flags, times=self.again(page), regions=regions, then=then, other=other)

    def again(self, page: Page) -> str:
        """How long a question is put anew: as long as a number allows it."""
        if "times" not in page:
            return "none"
        times = page["times"]
        return "any" if isinstance(times, int) and times > 0 else self.condition({"at_least": [times, 1]})


def tally(page: Page) -> Any:
    """How much a sentence counts after each attack, if that is all it does; 0 for others."""
    effect = page.get("do") if "when" in page else None
    value = effect.get("set_used") if isinstance(effect, dict) else None
    if not isinstance(value, dict) or list(value) != ["add"] or value["add"][0] != "used" or "if" in page["do"]:
        return 0
    return value["add"][1] if isinstance(value["add"][1], int) and page["when"] in ATTACKS else 0


def tidies_up(page: Page) -> bool:
    """Does a sentence of a lent power only clear away what lies about when it is lost?"""
    rows = rows_of(page.get("do", []))
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
