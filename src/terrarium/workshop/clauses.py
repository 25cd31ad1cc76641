"""Regions, numbers and conditions of a unit in words: what its sentences are made of."""

import re
from typing import Any

from terrarium.smallworld.core import vocabulary
from terrarium.smallworld.core.board import ALIKE
from terrarium.titles import records
from terrarium.words import Words
from terrarium.workshop.files import UnitFile
from terrarium.workshop.meaning import Page, factors, turned

KINDS = ("land", "water", "coastal", "entry", "edge", "monster", "murloc")
"""Regions that are called by a noun of their own, as every terrain is."""
DENIED = ("held", "shore", "brink", "with_piece", "with_place", "with_thing", "immune", "natives", "sheltered")
"""What is said of regions and can be denied of them in as few words."""
PLAIN_NOT = {*vocabulary.COMPARED, "some", "one_group"}
"""Conditions of which one says that they do not hold, and not “unless”."""
RELATIONS = ("adjacent", "linked", "beside", "same_terrain", "chain", "along_water")
"""Sets of regions that are told by how they lie to others."""


Parts = tuple[list[str], list[str], list[str]]
"""What regions are called, what is said about them, and which others are left out."""


class Clauses:
    """The parts of sentences about one unit, in one language."""

    PLAIN_BLANK = re.compile(
        r"(?<=[\u3000-\u9fff\uff00-\uffef]) (?=[\u3000-\u9fff\uff00-\uffef])"
        r"|(?<=[\u3000-\u303f\uff00-\uffef]) | (?=[\u3000-\u303f\uff00-\uffef])"
    )
    """A blank that Chinese does not write: between characters, and beside full-width punctuation."""
    CLOSE_LATIN = re.compile(
        r"(?<=[\u3400-\u9fff])(?=−?[0-9A-Za-z\u00c0-\u024f])|(?<=[0-9A-Za-z\u00c0-\u024f])(?=[\u3400-\u9fff])"
    )
    """Where a number or a Latin letter wants one."""
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
            return self.PLAIN_BLANK.sub("", self.CLOSE_LATIN.sub(" ", text))
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
                return [self.terrain(mask)], [], []
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
                gap = " " if self.words.record.spaced else ""
                return [self.listed("or", [gap.join(kinds) for kinds, _, _ in rows])], [], []
            return [], [self.say("of.or", regions=self.listed("or", [self.regions(row) for row in inner]))], []
        if key == "not":
            denied = self.without(inner)
            return ([], [denied], []) if denied else ([], [], [self.regions(inner)])
        if key == "lies":
            return [], [self.say("of.lies", name=self.words.name(inner))], []
        if key in ("leading", "crowded"):
            kinds, quals, others = self.parts(inner if key == "leading" else inner.get("in", "held"))
            tokens = 0 if key == "leading" else inner.get("tokens", 2)
            reckoned = not isinstance(tokens, int)
            return kinds, [*quals, self.say(f"of.{key}_as" if reckoned else f"of.{key}", n=self.number(tokens))], others
        return [], [self.say(f"of.{key}", regions=self.related(inner))], []

    def related(self, mask: Any) -> str:
        """Regions to which others lie in some way."""
        text = self.regions(mask)
        return self.say("within", regions=text) if self.entwined(mask) else text

    def terrain(self, id: str) -> str:
        """What a terrain or symbol is called here; one that this title does not print, as another one calls it."""
        alike = (other for other in vocabulary.TERRAINS if ALIKE.get(other, other) == ALIKE.get(id, id))
        for name in (id, *alike):
            if self.words.has(f"terrain.{name}") or self.words.has(f"name.{name}"):
                return self.words.terrain(name)
        others = (Words(self.words.language, title) for title, record in records().items() if record.family)
        return next((words.terrain(id) for words in others if words.terrain(id) != id), id)

    def without(self, mask: Any) -> str:
        """What is said of regions that are not in a set, where few words do; else nothing."""
        if isinstance(mask, str):
            return self.say(f"not.{mask}", piece=self.piece) if mask in DENIED else ""
        key, inner = next(iter(mask.items()))
        if key == "lies":
            return self.say("not.lies", name=self.words.name(inner))
        if key in ("adjacent", "linked", "beside", "same_terrain"):
            return self.say(f"not.{key}", regions=self.related(inner))
        plain = key == "crowded" and inner.get("in", "held") == "all" and isinstance(inner.get("tokens", 2), int)
        return self.say("not.crowded", n=inner.get("tokens", 2)) if plain else ""

    def entwined(self, mask: Any) -> bool:
        """Would a set be misread within what tells how others lie to it?"""
        if isinstance(mask, str):
            return False
        key, inner = next(iter(mask.items()))
        if key == "and":
            return any(self.entwined(row) for row in inner)
        if key == "not":
            return self.entwined(inner) and bool(self.without(inner))
        return key in RELATIONS or (key == "or" and not self.parts(mask)[0])

    def regions(self, mask: Any, many: bool = True, own: bool = False) -> str:
        """A set of regions as a noun; `many`: in the plural; `own`: whose they are is said already."""
        if mask in ("here", "spot"):
            return self.say("regions_there" if mask == "here" else "regions_spot")
        mask = self.spread_out(mask)
        kinds, quals, others = self.parts(mask)
        quals, others = list(dict.fromkeys(quals)), list(dict.fromkeys(others))
        if isinstance(mask, dict) and "or" in mask and not kinds:  # alone it needs no “that are”
            return self.listed("or", list(dict.fromkeys(self.regions(row, many, own) for row in mask["or"])))
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

    def spread_out(self, mask: Any) -> Any:
        """Those of several sets that are in another one too: each by itself, or it would read as regions of regions."""
        rows = mask["and"] if isinstance(mask, dict) and "and" in mask else []
        for place, row in enumerate(rows):
            if isinstance(row, dict) and "or" in row and not self.parts(row)[0]:
                rest = [*rows[:place], *rows[place + 1 :]]
                return {"or": [{"and": [*rest, one]} for one in row["or"]]}
        return mask

    def told_apart(self, quals: list[str]) -> str:
        """What tells regions from others; no “and” follows “you occupy” and its like."""
        heads = [self.say(key, piece=self.piece) for key in ("which.held", "not.held", "which.spot")]
        head = next((qual for qual in heads if qual in quals), "")
        others = self.listed("which_and", [qual for qual in quals if qual != head])
        return self.say("which_held", held=head, others=others) if head and others else head or others

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
        if key in ("groups", "islands"):
            per = self.say(f"each_{key.removesuffix('s')}", regions=self.regions(inner))
            return {"amount": self.say(thing, n=1), "per": per}
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
        if key == "add" and len(inner) == 2 and isinstance(inner[1], int) and inner[1] < 0:
            key, inner = "sub", [inner[0], -inner[1]]
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
            if key == "some" and inner == "held":  # holding one is the contrary of entering
                return self.condition("entering", not yes)
            if key == "some" and one == "yes" and self.say("which.held", piece=self.piece) in self.parts(inner)[1]:
                return self.say(f"{told}.some_held", region=self.regions(inner, False, own=True))
            return self.say(f"{told}.{key}", region=self.regions(inner, False), regions=self.regions(inner), one=one)
        if key == "at_least" and inner == ["stock", 1]:
            return self.say(f"{told}.left")
        if key == "at_least" and isinstance(inner[0], dict) and "min" in inner[0]:
            each = [self.operand("min", row, place) for place, row in enumerate(inner[0]["min"])]
            return self.say(f"{told}.at_least_each", a=self.listed("sum.each", each), b=self.number(inner[1]))
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
        if isinstance(condition, dict) and "not" in condition and not PLAIN_NOT & set(condition["not"]):
            return self.say("clause_not", condition=self.denied(condition["not"]))
        return self.say("clause", condition=self.condition(condition))
