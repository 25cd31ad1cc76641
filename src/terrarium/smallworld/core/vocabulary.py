"""The whole vocabulary of the workshop and its bounds (`docs/workshop.md`).

Units are read by it, and the JSON Schema, the page and the sentences are made from it too.
"""

from typing import Final

from terrarium.smallworld.core.board import ALIKE, FEATURES
from terrarium.smallworld.core.codes import (
    DECLINING,
    DEPLOYING,
    END,
    FADING,
    FOUND,
    INHERITED,
    LEFT,
    PICKED,
    READY,
    REGROUP,
    RETURNING,
    REVIEW,
    SCORED,
    SPARE,
    START,
)
from terrarium.smallworld.core.opcodes import (
    A_LOST,
    A_STRUCK,
    A_WRONGED,
    ACTIVE_,
    ADD,
    AIMED,
    ALL,
    ALONG,
    ARMED_,
    AROUND,
    AT_LEAST,
    ATTACKS,
    BESIDE,
    BRINK,
    BY_ACTIVE,
    BY_NAMED,
    BY_OWNER,
    CHAIN,
    COINS,
    COUNT,
    DECLINED_,
    DEFENDERS,
    DIV,
    EMPTY_REGIONS,
    ENEMY,
    ENEMY_ACTIVE,
    ENEMY_DECLINED,
    ENTERING,
    EQUAL,
    GROUPS,
    GRUDGE,
    HAND,
    HELD,
    HERE,
    IMMUNE,
    IN,
    ISLANDS,
    KEPT,
    KILLED,
    KIN,
    LAND,
    LEADING,
    LENT,
    LINKED,
    LOST,
    MAX,
    MIN,
    MUL,
    MY_TURN,
    NATIVE,
    NON_EMPTY,
    NOT,
    OCCUPIED,
    OWN_DECLINED,
    PIECED,
    PIECES_HERE,
    RIVAL_VICTIM,
    ROUND,
    SHELTERED,
    SHORE,
    SOME,
    SPOT,
    STOCK,
    SUB,
    THINGS_HERE,
    TOKENS_HERE,
    TRAY,
    UNSCORED,
    USED,
    VICTIM_ACTIVE,
    WAS_NON_EMPTY,
    WATER,
    WHOLE,
    WITH_PLACE,
    WITH_THING,
    YIELD,
)

FORMAT: Final = 1
CHECKER_ONLY: Final[list[str]] = ["bounds", "unspoken", "trait_always", "kept_twice", "palette"]
"""Problems that a file of this format has now and had not when the format was new. Whoever makes a unit hears of them;
the units of records and stored games pass, because what was played must replay for ever. A new refusal belongs here,
with the rules still playing what it refuses; only what would harm whoever loads it (it never ends, it breaks the rules)
may be refused in records too. What plays otherwise than before needs a new number of the format, and both are read."""

# --- bounds ---------------------------------------------------------------------------------------------------------
MOST_NAME: Final = 24
MOST_THING_NAME: Final = 32
"""Things are named where there is room; banners and badges have little."""
MOST_ID: Final = 32
MOST_BANNER: Final = 10
MOST_BADGE: Final = 5
MOST_TRAY: Final = 30
MOST_SENTENCES: Final = 10
MOST_NODES: Final = 160
MOST_EFFECTS: Final = 24
MOST_QUESTIONS: Final = 4
MOST_DEPTH: Final = 8
MOST_LIST: Final = 6
MOST_PIECES: Final = 10
MOST_DEFENCE: Final = 3
MOST_FEE: Final = 5
MOST_DATA: Final = 6_000
"""Characters of a unit as it travels."""

# --- the vocabulary ---------------------------------------------------------------------------------------------------
MASKS: Final[dict[str, int]] = {
    "all": int(ALL), "land": int(LAND), "water": int(WATER), "shore": int(SHORE), "brink": int(BRINK),
    "held": int(HELD), "with_piece": int(PIECED), "empty": int(EMPTY_REGIONS), "occupied": int(OCCUPIED),
    "enemy": int(ENEMY), "active_enemy": int(ENEMY_ACTIVE), "declined_enemy": int(ENEMY_DECLINED),
    "own_declined": int(OWN_DECLINED), "natives": int(NATIVE), "immune": int(IMMUNE), "sheltered": int(SHELTERED),
    "here": int(HERE), "with_place": int(WITH_PLACE), "with_thing": int(WITH_THING), "non_empty": int(NON_EMPTY),
    "resented": int(GRUDGE), "aimed": int(AIMED), "spot": int(SPOT),
}  # fmt: skip
"""Sets of regions by name; every terrain and symbol is one too."""
MASKS_OF: Final[dict[str, int]] = {
    "adjacent": int(AROUND), "linked": int(LINKED), "beside": int(BESIDE), "same_terrain": int(KIN),
    "chain": int(CHAIN), "along_water": int(ALONG), "not": int(NOT),
    "leading": int(LEADING),
}  # fmt: skip
"""Sets made from another set."""
TERRAINS: Final[list[str]] = [*FEATURES, *[name for name in ALIKE if not name.startswith("slot")]]
NUMBERS: Final[dict[str, int]] = {
    "hand": int(HAND), "tray": int(TRAY), "tokens_here": int(TOKENS_HERE), "used": int(USED), "kept": int(KEPT),
    "defenders": int(DEFENDERS), "killed": int(KILLED), "coins": int(COINS), "round": int(ROUND), "stock": int(STOCK),
    "pieces_here": int(PIECES_HERE), "things_here": int(THINGS_HERE), "lost": int(LOST),
}  # fmt: skip
NUMBERS_OF: Final[dict[str, int]] = {
    "count": int(COUNT),
    "groups": int(GROUPS),
    "islands": int(ISLANDS),
    "yield": int(YIELD),
}
"""Numbers made from a set of regions."""
SUMS: Final[dict[str, int]] = {
    "add": int(ADD), "sub": int(SUB), "mul": int(MUL), "div": int(DIV), "min": int(MIN), "max": int(MAX),
}  # fmt: skip
CONDITIONS: Final[dict[str, int]] = {
    "entering": int(ENTERING), "active": int(ACTIVE_), "declined": int(DECLINED_), "armed": int(ARMED_),
    "my_turn": int(MY_TURN), "victim_active": int(VICTIM_ACTIVE), "was_non_empty": int(WAS_NON_EMPTY),
    "attacker_active": int(BY_ACTIVE), "attacker_own": int(BY_OWNER), "attacker_named": int(BY_NAMED),
    "victim_own": int(BY_OWNER), "victim_rival": int(RIVAL_VICTIM), "lent": int(LENT),
    "unscored": int(UNSCORED),
}  # fmt: skip
CONDITIONS_OF: Final[dict[str, int]] = {"some": int(SOME), "in": int(IN), "one_group": int(WHOLE)}
"""Yes or no, made from a set of regions."""
COMPARED: Final[dict[str, int]] = {"at_least": int(AT_LEAST), "equal": int(EQUAL)}
SPOKEN: Final[dict[str, list[str]]] = {
    "region": ["here", "in", "tokens_here", "pieces_here", "things_here"],
    "attack": ["defenders", "killed", "was_non_empty"],
    "victim": ["victim_active", "victim_own", "victim_rival", "victim_faction"],
    "attacker": ["attacker_active", "attacker_own", "attacker_named"],
    "losses": ["lost"],
}
"""Words that speak of something which only some places know: the region in question, an attack and whom it struck or
who made it, tokens that are about to be lost."""
KNOWN: Final[dict[str, list[str]]] = {
    "price": ["region"],
    "income": ["region"],
    "forbid": ["region", "attacker"],
    "toll": ["region", "attacker"],
    "losses": ["region", "losses"],
    "stays": ["region"],
    "conquered": ["region", "attack", "victim"],
    "felled": ["region", "attack", "victim"],
    "attacked": ["region", "attack", "victim"],
    "lost": ["region", "attack", "attacker"],
    "struck": ["region", "attack", "attacker"],
    "wronged": ["region", "attack", "attacker"],
}
"""What each kind of sentence and each time knows of these; the others know nothing. A `where` says which regions are
meant, so it knows none yet."""
NOTED: Final[dict[str, str]] = {"kept": "count", "resented": "grudge", "attacker_named": "named"}
"""Words that read what a unit remembers from turn to turn, and what each takes it for."""
FACTIONS: Final[list[str]] = ["neutral", "alliance", "horde"]
MOMENTS: Final[dict[str, int]] = {
    "start": int(START), "review": int(REVIEW), "ready": int(READY), "deploying": int(DEPLOYING), "spare": int(SPARE),
    "end": int(END), "scored": int(SCORED), "declining": int(DECLINING), "regroup": int(REGROUP),
    "picked": int(PICKED), "fading": int(FADING), "inherited": int(INHERITED), "returning": int(RETURNING),
    "left": int(LEFT), "found": int(FOUND),
}  # fmt: skip
SILENT: Final = ["fading", "inherited", "returning", "left", *[ATTACKS[int(k)] for k in (A_LOST, A_STRUCK, A_WRONGED)]]
"""Times at which nothing can be asked."""
TRAITS: Final[list[str]] = [
    "swims", "acts_in_decline", "retreats_in_decline", "outside_limit", "denies_help", "no_travel", "two_at_least",
]  # fmt: skip
KINDS: Final[dict[str, list[str]]] = {
    "price": ["where"],
    "income": ["where"],
    "turn_income": [],
    "reach": ["enters"],
    "limit": [],
    "link": ["lasting"],
    "as_if_empty": [],
    "helpers": [],
    "forbid": ["where"],
    "toll": ["where", "prepaid", "once", "acts"],
    "losses": ["where", "once"],
    "stays": [],
    "when": ["do"],
    "aid": [],
    "trait": [],
}
"""What a sentence may tell, with the words it may use beside `if` and `in_decline`."""
EFFECTS_OF_MASK: Final = ["lay", "empty", "rob", "trim", "thin", "move", "bring", "give_up"]
EFFECTS_ALONE: Final = ["recall", "leave", "decline", "redeploy", "resent"]
TIMES_OF: Final[dict[str, list[str]]] = {
    "decline": ["scored"],
    "leave": ["declining"],
    "redeploy": ["declining"],
    "resent": ATTACKS,
    "rob": [*MOMENTS],
    **{kind: [time for time in MOMENTS if time != "left"] for kind in ("empty", "trim", "thin", "give_up")},
}
"""The times of effects that belong to some only."""
ASK_KEYS: Final = ["among", "whose", "must", "always", "times", "same", "then", "else"]
AID_KEYS: Final = ["once", "fixed", "target", "needs", "joins", "from_tray", "spares", "rolls", "flat", "fee"]
PIECE_KEYS: Final = ["id", "name", "stock", "most", "defence", "immune", "keeps", "shields", "returns", "lies", "bars"]
UNIT_KEYS: Final = [
    "kind", "id", "name", "one", "icon", "tokens", "tray", "lender", "faction", "worth", "defence", "piece", "ability",
]  # fmt: skip
UNIT_KINDS: Final[list[str]] = ["race", "power", "relic", "place", "artifact"]
COMBO: Final[list[str]] = ["race", "power"]
"""Kinds that players pick; the others are things that lie in a region and serve whoever holds it."""
COMBO_ONLY: Final[list[str]] = ["tokens", "worth"]
"""What only a race or power has, beside what only a race has."""
COMBO_EFFECTS: Final[list[str]] = ["leave", "decline", "redeploy"]
COMBO_TIMES: Final[list[str]] = ["picked"]
THING_TRAITS: Final[list[str]] = ["no_travel"]
THING_TIMES: Final[list[str]] = ["found"]
MOVERS: Final[list[str]] = ["relic", "artifact"]
"""Things that may come to lie in another region."""
