"""Units at random: everything that the published schema allows, and no rule refuses.

Values are made from the schema itself, so that a new word is played as soon as it is published; each way that the
schema leaves open has a name (`#/$defs/mask/oneOf/3/adjacent`), so that it can be told which of them were taken.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

from hypothesis import strategies as st

from terrarium.smallworld.core import brew, vocabulary
from terrarium.smallworld.core.opcodes import EFFECTS
from terrarium.workshop.schema import schema

Page = dict[str, Any]
IDS = ["mine_of_the_lost_dwarf", "well", "nowhere_to_be_found"]
NAMES: list[Page] = [{"en": "Odd"}, {"zh-Hant": "怪"}, {"en": "Odd", "zh-Hant": "怪", "zh-Hans": "怪"}]
TEXTS = {"icon": ["rat", "crossed-swords"], "lender": ["", "skeletons", "nobody_at_all"]}
DEEPEST = 3
"""Tables within tables of one sentence beyond which only plain words are chosen."""
REGION_ONLY = ("among", "whose", "same", "must", "always")
"""What only a question for a region may say; one that names the same region again lays a piece there."""
MOST = 8
"""Sentences of a random unit."""
AT_ONE_TIME = {"leave": "declining", "redeploy": "declining", "decline": "scored"}
"""Effects that stand at one time alone."""
PATIENCE = 20
"""Sentences of a kind that are tried until one is not refused."""


class Maker:
    """Makes values of the schema; `taken` are the ways that were chosen meanwhile."""

    def __init__(self, dice: Random) -> None:
        self.dice = dice
        self.root: Page = schema()
        self.taken: set[str] = set()
        self.wishes: dict[str, int] = {}
        """What the next choice between several is to be, by its path."""

    def make(self, form: Page, path: str, depth: int = 0) -> Any:
        dice = self.dice
        if "$ref" in form:
            path = form["$ref"]
            name = path.rpartition("/")[2]
            if name == "id":
                return dice.choice(IDS)
            if name == "names":
                return dice.choice(NAMES)
            made = self.make(self.root["$defs"][name], path, depth)
            if isinstance(made, int) and "minimum" in form:  # what is said beside a reference narrows it
                return min(max(made, form["minimum"]), form["maximum"])
            return made
        if "oneOf" in form:
            places = list(range(len(form["oneOf"])))
            plain = [place for place in places if not branches(form["oneOf"][place])]
            place = self.wishes.pop(path, dice.choice(plain if plain and depth >= DEEPEST else places))
            return self.make(form["oneOf"][place], f"{path}/oneOf/{place}", depth)
        if "enum" in form:
            wish = self.wishes.pop(path, dice.randrange(len(form["enum"])))
            value = form["enum"][wish]
            self.taken.add(f"{path}/{value}")
            return value
        if "const" in form:
            return form["const"]
        kind = form["type"]
        if kind == "object":
            return self.table(form, path, depth)
        if kind == "array":
            some = dice.randint(form.get("minItems", 0), min(form["maxItems"], form.get("minItems", 0) + 1))
            return [self.make(form["items"], path, depth + 1) for _ in range(some)]
        if kind == "boolean":
            value = dice.random() < 0.5
            self.taken.add(f"{path}/{value}")
            return value
        if kind == "integer":  # small numbers do more than large ones, which most bounds swallow
            least, most = form["minimum"], form["maximum"]
            few = dice.random() < 0.8
            return dice.randint(max(least, -2), min(most, 4)) if few else dice.randint(least, most)
        if kind == "number":
            return round(dice.uniform(-3, 9), 1)
        return dice.choice(TEXTS[path.rpartition("/")[2]])

    def table(self, form: Page, path: str, depth: int) -> Page:
        found: Page = {}
        for key, inner in form["properties"].items():
            if found.get("ask", "region") != "region" and key in REGION_ONLY:
                continue
            if key in form["required"] or self.dice.random() < 0.3:
                self.taken.add(f"{path}/{key}")
                found[key] = self.make(inner, f"{path}/{key}", depth + 1)
        if found.get("same"):
            found["then"] = [{"lay": "here"}]
        return found

    def sentences(self) -> Iterator[Page]:
        """Sentences of one kind, and the first effect of one kind, again and again: most are refused."""
        defs = self.root["$defs"]
        kinds = [next(iter(form["properties"])) for form in defs["sentence"]["oneOf"]]
        time = kinds.index("when")
        kind = time if self.dice.random() < 0.4 else self.dice.randrange(len(kinds))
        effect = self.dice.randrange(len(defs["effect"]["oneOf"]))
        for _ in range(PATIENCE):
            self.taken = set()
            self.wishes = {"#/$defs/sentence": kind}
            if kind == time:
                self.wishes["#/$defs/effect"] = effect
                if EFFECTS[effect] in AT_ONE_TIME:
                    path = f"#/$defs/sentence/oneOf/{kind}/when"
                    self.wishes[path] = list(vocabulary.MOMENTS).index(AT_ONE_TIME[EFFECTS[effect]])
            yield self.make({"$ref": "#/$defs/sentence"}, "")


def branches(form: Page) -> bool:
    """Does a part of the schema ask for others within it?"""
    if "$ref" in form:
        return form["$ref"].rpartition("/")[2] not in ("id", "names")
    inner = [form["properties"][key] for key in form["required"]] if "properties" in form else []
    return any(branches(part) for part in [*inner, *([form["items"]] if "items" in form else [])])


def ways() -> set[str]:
    """Every way that the schema leaves open within sentences, pieces and heads."""
    root: Page = schema()
    found: set[str] = set()

    def walk(form: Page, path: str) -> None:
        for place, inner in enumerate(form.get("oneOf", [])):
            walk(inner, f"{path}/oneOf/{place}")
        for value in form.get("enum", []):
            found.add(f"{path}/{value}")
        if form.get("type") == "boolean":
            found.update((f"{path}/True", f"{path}/False"))
        for key, inner in form.get("properties", {}).items():
            found.add(f"{path}/{key}")
            walk(inner, f"{path}/{key}")
        if "items" in form:
            walk(form["items"], path)

    for name, form in root["$defs"].items():
        if name not in ("id", "names"):
            walk(form, f"#/$defs/{name}")
    walk(root["properties"]["unit"], "unit")
    return found


def odd_unit(dice: Random, kinds: tuple[str, ...]) -> tuple[Page, set[str]]:
    """A unit of one of these kinds without a problem, and the ways that were taken to it; what the checker refuses is
    left out."""
    maker = Maker(dice)
    form = maker.root["properties"]["unit"]["properties"]
    unit: Page = {"kind": dice.choice(kinds), "id": "odd_unit", "name": dice.choice(NAMES)}
    taken = {f"unit/kind/{unit['kind']}", "unit/kind", "unit/id", "unit/name", "unit/ability"}
    if unit["kind"] in vocabulary.COMBO:
        unit["tokens"] = dice.randint(0, 10 if unit["kind"] == "race" else 5)
        taken.add("unit/tokens")
    if unit["kind"] == "race" and dice.random() < 0.5:
        unit |= {"lender": "own", "tray": unit["tokens"] + dice.randint(5, 9)}
        taken |= {"unit/lender", "unit/tray"}
    for key in ("piece", "one", "icon", "lender", "faction", "worth", "defence"):
        maker.taken = {f"unit/{key}"}
        if key in unit or dice.random() < (0.2 if key == "piece" else 0.5):
            continue
        value = maker.make(form[key], f"unit/{key}")
        if key == "piece":
            value |= {"id": "odd_piece"}
        if fits({**unit, key: value}):
            unit[key] = value
            taken |= maker.taken
    found: list[Page] = []
    for turn in range(dice.randint(1, MOST)):
        for page in maker.sentences():
            if "when" in page and turn == 0 and unit["kind"] not in vocabulary.COMBO:
                page["when"] = "found"  # nothing in the box speaks of this moment
            if fits({**unit, "ability": [*found, page]}):
                found.append(page)
                taken |= maker.taken
                break
    unit["ability"] = found
    return {"format": vocabulary.FORMAT, "unit": unit}, taken


def fits(unit: Page) -> bool:
    return not brew.brew({"format": vocabulary.FORMAT, "unit": unit})[1]


def units(kinds: tuple[str, ...] = ("race", "power")) -> st.SearchStrategy[Page]:
    """Such units as a Hypothesis strategy: a number is drawn, and gives the unit."""
    return st.integers(0, 1_000_000).map(lambda seed: odd_unit(Random(seed), kinds)[0])
