"""Units at random: everything the vocabulary can say, as Hypothesis strategies."""

from typing import Any

from hypothesis import strategies as st

from terrarium.smallworld.core import brew, vocabulary
from terrarium.smallworld.core.opcodes import WHOSE

Page = dict[str, Any]

STATIC = st.sampled_from(["all", "land", "water", "shore", "forest", "hill", "farmland", "mountain", "magic", "entry"])
ATOMS = st.sampled_from([*vocabulary.MASKS, *vocabulary.TERRAINS])
LINK_ENDS = st.one_of(STATIC, st.sampled_from(["spot", {"same_terrain": "spot"}]))
LYING = st.sampled_from(["mine_of_the_lost_dwarf", "well", "nowhere_to_be_found"]).map(lambda name: {"lies": name})
FLAGS = st.booleans()


def masks() -> st.SearchStrategy[Any]:
    return st.recursive(
        st.one_of(ATOMS.filter(lambda word: word != "aimed"), LYING),
        lambda inner: st.one_of(
            st.lists(inner, min_size=2, max_size=3).map(lambda rows: {"and": rows}),
            st.lists(inner, min_size=2, max_size=3).map(lambda rows: {"or": rows}),
            st.tuples(st.sampled_from(sorted(vocabulary.MASKS_OF)), inner).map(lambda row: {row[0]: row[1]}),
            st.tuples(inner, st.integers(0, 4)).map(lambda row: {"crowded": {"in": row[0], "tokens": row[1]}}),
        ),
        max_leaves=3,
    )


def numbers() -> st.SearchStrategy[Any]:
    return st.recursive(
        st.one_of(st.integers(-5, 9), st.sampled_from(sorted(vocabulary.NUMBERS))),
        lambda inner: st.one_of(
            st.tuples(st.sampled_from(sorted(vocabulary.NUMBERS_OF)), masks()).map(lambda row: {row[0]: row[1]}),
            st.tuples(st.sampled_from(sorted(vocabulary.SUMS)), inner, inner).map(
                lambda row: {row[0]: [row[1], row[2]]}
            ),
            st.tuples(conditions(1), inner, inner).map(lambda row: {"if": row[0], "then": row[1], "else": row[2]}),
        ),
        max_leaves=3,
    )


def conditions(leaves: int = 3) -> st.SearchStrategy[Any]:
    plain = st.one_of(
        st.sampled_from(sorted(vocabulary.CONDITIONS)),
        st.tuples(st.sampled_from(sorted(vocabulary.CONDITIONS_OF)), masks()).map(lambda row: {row[0]: row[1]}),
        st.tuples(st.sampled_from(sorted(vocabulary.NUMBERS)), st.integers(0, 4)).map(
            lambda row: {"at_least": list(row)}
        ),
        st.sampled_from(vocabulary.FACTIONS).map(lambda side: {"victim_faction": side}),
    )
    return st.recursive(
        plain,
        lambda inner: st.one_of(
            inner.map(lambda row: {"not": row}),
            st.lists(inner, min_size=2, max_size=2).map(lambda rows: {"all": rows}),
            st.lists(inner, min_size=2, max_size=2).map(lambda rows: {"any": rows}),
        ),
        max_leaves=leaves,
    )


def effects(asking: bool) -> st.SearchStrategy[Page]:
    plain = st.one_of(
        st.tuples(st.sampled_from(["recruit", "return", "gain", "pay", "set_used", "set_kept"]), numbers()).map(
            lambda row: {row[0]: row[1]}
        ),
        st.tuples(st.sampled_from(vocabulary.EFFECTS_OF_MASK), masks()).map(lambda row: {row[0]: row[1]}),
        masks().map(lambda row: {"rob": row, "immune_too": True}),
        st.sampled_from(vocabulary.EFFECTS_ALONE).map(lambda word: {word: True}),
    )
    some = st.one_of(plain, st.tuples(plain, conditions(1)).map(lambda row: {**row[0], "if": row[1]}))
    if not asking:
        return some
    inner = st.lists(effects(False), max_size=2)
    yes = st.tuples(inner, inner, st.one_of(st.none(), numbers())).map(
        lambda row: {"ask": "yes_no", "then": row[0], "else": row[1], **({} if row[2] is None else {"times": row[2]})}
    )
    whose = st.sampled_from(WHOSE)
    region = st.tuples(masks(), inner, FLAGS, FLAGS, st.one_of(st.none(), numbers()), FLAGS, whose).map(
        lambda row: {
            "ask": "region",
            "among": row[0],
            "whose": row[6],
            "then": [*row[1], *([{"lay": "here"}] if row[3] else [])],
            "must": row[2],
            "same": row[3],
            **({} if row[4] is None else {"times": row[4]}),
            **({"always": True} if row[5] and not row[2] else {}),
        }
    )
    opponent = inner.map(lambda rows: {"ask": "opponent", "then": rows})
    return st.one_of(some, yes, region, opponent)


def sentences() -> st.SearchStrategy[Page]:
    amounts = st.tuples(
        st.sampled_from(["price", "income", "turn_income", "helpers", "toll", "losses", "stays"]), numbers()
    ).map(lambda row: {row[0]: row[1]})
    regions = st.tuples(st.sampled_from(["reach", "limit", "as_if_empty"]), masks()).map(lambda row: {row[0]: row[1]})
    toll = st.tuples(numbers(), masks(), FLAGS, FLAGS).map(
        lambda row: {"toll": row[0], "where": row[1], "prepaid": True, "once": row[2], "acts": row[3]}
    )
    link = st.tuples(LINK_ENDS, LINK_ENDS).map(lambda row: {"link": {"from": row[0], "to": row[1]}})
    forbid = conditions().map(lambda row: {"forbid": True, "if": row})
    trait = st.sampled_from(vocabulary.TRAITS).map(lambda word: {"trait": word})
    aid = st.fixed_dictionaries(
        {},
        optional={
            "once": st.sampled_from(["turn", "opponent"]),
            "fixed": st.integers(0, 4),
            "target": masks(),
            "needs": st.sampled_from(["hand", "tray", "nothing"]),
            "joins": FLAGS,
            "from_tray": FLAGS,
            "spares": st.sampled_from(["nobody", "all"]),
            "rolls": st.sampled_from(["before", "after"]),
            "flat": FLAGS,
            "fee": st.integers(0, 3),
        },
    ).map(lambda page: {"aid": page})
    time = st.tuples(
        st.sampled_from([*vocabulary.MOMENTS, "conquered", "felled", "attacked", "lost", "struck", "wronged"]),
        st.lists(effects(True), min_size=1, max_size=3),
    ).map(lambda row: {"when": row[0], "do": row[1]})
    told = st.one_of(amounts, regions, toll, link, forbid, trait, aid, time, time, time)
    late: list[Page] = [{}, {}, {"in_decline": True}, {"in_decline": "only"}]
    modes = st.sampled_from(late)
    return st.tuples(told, modes).map(lambda row: {**row[0], **row[1]})


def units(kinds: tuple[str, ...] = ("race", "power")) -> st.SearchStrategy[Page]:
    """Units of these kinds without a problem; whatever the checker refuses is left out."""
    piece = {
        "id": "odd_piece", "name": {"en": "Odd piece"},
    }  # fmt: skip
    pieces = st.fixed_dictionaries(
        {"stock": st.integers(1, 6), "most": st.integers(1, 3), "defence": st.integers(0, 2), "immune": FLAGS},
        optional={"keeps": FLAGS, "shields": FLAGS, "returns": FLAGS, "lies": FLAGS},
    ).map(lambda page: {**piece, **page})
    told = st.lists(sentences(), min_size=1, max_size=5)
    if not set(kinds) & set(vocabulary.COMBO):  # what is said of the moment that nothing in the box speaks of
        first = st.lists(effects(True), min_size=1, max_size=2).map(lambda rows: {"when": "found", "do": rows})
        told = st.tuples(first, told).map(lambda row: [row[0], *row[1]])
    head = st.tuples(st.sampled_from(kinds), st.integers(0, 10), pieces, st.booleans())
    return st.tuples(head, told).map(lambda row: whole(*row)).filter(lambda page: not brew.brew(page)[1])


def whole(head: tuple[str, int, Page, bool], told: list[Page]) -> Page:
    kind, tokens, piece, own = head
    unit: Page = {"kind": kind, "id": "odd_unit", "name": {"en": "Odd"}}
    if kind in vocabulary.COMBO:
        unit["tokens"] = min(tokens, 10 if kind == "race" else 5)
    else:
        unit["defence"] = tokens % 4
        piece = {**piece, "bars": piece.get("lies", False) and own}
    if kind == "race" and own:
        unit |= {"lender": "own", "tray": unit["tokens"] + 5}
    kept: list[Page] = []
    for page in told:
        trial = {"format": 1, "unit": {**unit, "piece": piece, "ability": [*kept, page]}}
        if not brew.brew(trial)[1]:
            kept.append(page)
    return {"format": 1, "unit": {**unit, "piece": piece, "ability": kept}}
