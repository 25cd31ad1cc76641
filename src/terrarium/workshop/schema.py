"""The JSON Schema of a unit file, made from the vocabulary of the rules; `unit.schema.json` is what it gives.

python -m terrarium.workshop.schema      writes the file anew
"""

import json
from pathlib import Path

from terrarium.kernel.handmade import LANGUAGES
from terrarium.smallworld.core import vocabulary
from terrarium.smallworld.core.amounts import MOST_NUMBER, bounds_of
from terrarium.smallworld.core.opcodes import ATTACKS, EFFECTS, QUESTIONS, WHOSE

FILE = Path(__file__).with_name("unit.schema.json")

Schema = dict[str, object]


def ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def words(names: list[str]) -> Schema:
    return {"enum": names}


def table(properties: dict[str, Schema], required: list[str] | None = None) -> Schema:
    return {
        "type": "object", "properties": properties, "required": required or [], "additionalProperties": False,
    }  # fmt: skip


def alone(key: str, inner: Schema) -> Schema:
    """A table with one key."""
    return table({key: inner}, [key])


def several(inner: Schema, exactly: int = 0) -> Schema:
    return {"type": "array", "items": inner, "minItems": exactly or 2, "maxItems": exactly or vocabulary.MOST_LIST}


def whole(least: int, most: int) -> Schema:
    return {"type": "integer", "minimum": least, "maximum": most}


def names(most: int = vocabulary.MOST_NAME) -> Schema:
    name: Schema = {"type": "string", "minLength": 1, "maxLength": most}
    return {**table(dict.fromkeys(LANGUAGES, name)), "minProperties": 1}


def amount(kind: str) -> Schema:
    """A number; one that is written down is within the bounds of the rules."""
    least, most = bounds_of(kind)
    return {**ref("number"), "minimum": least, "maximum": most}


def identifier() -> Schema:
    return {"type": "string", "pattern": "^[a-z][a-z0-9_]*$", "minLength": 2, "maxLength": vocabulary.MOST_ID}


def expressions() -> dict[str, Schema]:
    """Masks, numbers and conditions."""
    mask: list[Schema] = [words([*vocabulary.MASKS, *dict.fromkeys(vocabulary.TERRAINS)])]
    mask += [alone(key, several(ref("mask"))) for key in ("and", "or")]
    mask += [alone(key, ref("mask")) for key in vocabulary.MASKS_OF]
    mask.append(alone("lies", ref("id")))
    mask.append(alone("crowded", table({"in": ref("mask"), "tokens": ref("number")})))
    number: list[Schema] = [whole(-MOST_NUMBER, MOST_NUMBER), words(list(vocabulary.NUMBERS))]
    number += [alone(key, ref("mask")) for key in vocabulary.NUMBERS_OF]
    number += [alone(key, several(ref("number"), 2 if key in ("sub", "div") else 0)) for key in vocabulary.SUMS]
    number.append(table({"if": ref("condition"), "then": ref("number"), "else": ref("number")}, ["if"]))
    condition: list[Schema] = [words(list(vocabulary.CONDITIONS))]
    condition += [alone(key, ref("mask")) for key in vocabulary.CONDITIONS_OF]
    condition += [alone(key, several(ref("number"), 2)) for key in vocabulary.COMPARED]
    condition += [alone(key, several(ref("condition"))) for key in ("all", "any")]
    condition += [alone("not", ref("condition")), alone("victim_faction", words(vocabulary.FACTIONS))]
    return {"mask": {"oneOf": mask}, "number": {"oneOf": number}, "condition": {"oneOf": condition}}


def effects() -> dict[str, Schema]:
    """What a moment or an attack brings about."""
    found: list[Schema] = []
    for kind in EFFECTS:
        inner: dict[str, Schema] = {"if": ref("condition")}
        if kind == "ask":
            inner |= {
                "ask": words(QUESTIONS), "among": ref("mask"), "whose": words(WHOSE), "must": {"type": "boolean"},
                "always": {"type": "boolean"}, "times": ref("number"),
                "same": {"type": "boolean"}, "then": ref("effects"), "else": ref("effects"),
            }  # fmt: skip
        elif kind in vocabulary.EFFECTS_OF_MASK:
            inner[kind] = ref("mask")
            if kind == "rob":
                inner["immune_too"] = {"type": "boolean"}
        elif kind in vocabulary.EFFECTS_ALONE:
            inner[kind] = {"const": True}
        else:
            inner[kind] = amount(kind)
        found.append(table(inner, [kind]))
    many: Schema = {"type": "array", "items": ref("effect"), "maxItems": vocabulary.MOST_LIST}
    return {"effect": {"oneOf": found}, "effects": {"oneOf": [ref("effect"), many]}}


def sentences() -> Schema:
    """One sentence of a unit."""
    flag: Schema = {"type": "boolean"}
    aid = table(
        {
            "once": words(["turn", "opponent"]), "fixed": whole(0, 9), "target": ref("mask"),
            "needs": words(["hand", "tray", "nothing"]), "joins": flag, "from_tray": flag,
            "spares": words(["nobody", "all"]), "rolls": words(["before", "after"]), "flat": flag,
            "fee": whole(0, vocabulary.MOST_FEE),
        }
    )  # fmt: skip
    told: dict[str, Schema] = {
        "trait": words(vocabulary.TRAITS),
        "aid": aid,
        "when": words([*vocabulary.MOMENTS, *ATTACKS]),
        "link": table({"from": ref("mask"), "to": ref("mask")}, ["from", "to"]),
        "forbid": {"const": True},
        **dict.fromkeys(("reach", "limit", "as_if_empty"), ref("mask")),
    }
    beside: dict[str, Schema] = {"where": ref("mask"), "do": ref("effects")}
    found: list[Schema] = []
    for kind, others in vocabulary.KINDS.items():
        inner: dict[str, Schema] = {kind: told[kind] if kind in told else amount(kind)}
        if kind == "trait":  # it always holds
            inner["in_decline"] = flag
        else:
            inner |= {"if": ref("condition"), "in_decline": {"enum": [True, False, "only"]}}
        inner |= {key: beside.get(key, flag) for key in others}
        found.append(table(inner, [kind, "do"] if kind == "when" else [kind]))
    return {"oneOf": found}


def schema() -> Schema:
    """The whole schema."""
    flag: Schema = {"type": "boolean"}
    piece = table(
        {
            "id": ref("id"), "name": ref("names"), "stock": whole(1, vocabulary.MOST_PIECES),
            "most": whole(1, vocabulary.MOST_PIECES), "defence": whole(0, vocabulary.MOST_DEFENCE), "immune": flag,
            "keeps": flag, "shields": flag, "returns": flag, "lies": flag, "bars": flag,
        },
        ["id", "name"],
    )  # fmt: skip
    unit = table(
        {
            "kind": words(vocabulary.UNIT_KINDS), "id": ref("id"), "name": ref("names"), "one": ref("names"),
            "icon": {"type": "string", "maxLength": 40}, "tokens": whole(0, vocabulary.MOST_BANNER),
            "tray": whole(0, vocabulary.MOST_TRAY), "lender": {"type": "string", "maxLength": vocabulary.MOST_NAME},
            "faction": words(vocabulary.FACTIONS),
            "worth": {"type": "array", "items": {"type": "number"}, "minItems": 3, "maxItems": 3},
            "defence": whole(0, vocabulary.MOST_DEFENCE), "piece": piece,
            "ability": {"type": "array", "items": ref("sentence"), "maxItems": vocabulary.MOST_SENTENCES},
        },
        ["kind", "id", "name"],
    )  # fmt: skip
    picked: Schema = {"properties": {"kind": words(vocabulary.COMBO)}}
    unit |= {"if": picked, "then": {"required": ["tokens"]}}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A unit of the workshop",
        **table({"format": {"const": vocabulary.FORMAT}, "unit": unit}, ["format", "unit"]),
        "$defs": {
            "id": identifier(),
            "names": names(vocabulary.MOST_THING_NAME),
            **expressions(),
            **effects(),
            "sentence": sentences(),
        },
    }


def text() -> str:
    return json.dumps(schema(), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
