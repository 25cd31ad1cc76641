"""Reasons why an action is refused: a number each inside the engine, a code and a rule statement outside.

Legal means "no fault": lists and reasons come from the same predicates and cannot disagree. A title adds its own
from `TITLE_FAULTS` on.
"""

from typing import Final

from mypy_extensions import i64

FINE: Final[i64] = 0
NO_SUCH_ACTION: Final[i64] = 1
NOT_ASKED: Final[i64] = 2
GAME_OVER: Final[i64] = 3
NO_COMBO: Final[i64] = 4
NOT_ENOUGH_COINS: Final[i64] = 5
OWN_REGION: Final[i64] = 6
WATER_CLOSED: Final[i64] = 7
NOT_BORDER: Final[i64] = 8
NOT_ADJACENT: Final[i64] = 9
REGION_IMMUNE: Final[i64] = 10
NOT_ENOUGH_TOKENS: Final[i64] = 11
NO_TOKEN_IN_HAND: Final[i64] = 12
TOO_LATE_TO_ABANDON: Final[i64] = 13
NOT_YOUR_REGION: Final[i64] = 14
ALREADY_USED: Final[i64] = 15
NO_SUCH_AID: Final[i64] = 16
NO_TARGET: Final[i64] = 17
MUST_ATTACK: Final[i64] = 18
DIE_ALREADY_ROLLED: Final[i64] = 19
WRONG_DEPLOY_REGION: Final[i64] = 20
NOT_THAT_MANY: Final[i64] = 21
NOT_OFFERED: Final[i64] = 22
NOT_THIS_OUTCOME: Final[i64] = 23
IN_ORDER: Final[i64] = 24
NONE_LEFT: Final[i64] = 25
CHASM_CLOSED: Final[i64] = 26
HELP_DENIED: Final[i64] = 27
NO_COIN_FOR_TOLL: Final[i64] = 28
CONQUESTS_OVER: Final[i64] = 29
TITLE_FAULTS: Final[i64] = 32

CORE_FAULTS: Final[dict[int, tuple[str, str]]] = {
    1: ("no_such_action", "turn.sequence"),
    2: ("not_asked", "turn.sequence"),
    3: ("game_over", "end.last_round"),
    4: ("no_combo", "market.row"),
    5: ("not_enough_coins", "market.price"),
    6: ("own_region", "conquest.own_region"),
    7: ("water_closed", "conquest.water"),
    8: ("not_border", "conquest.first"),
    9: ("not_adjacent", "conquest.adjacent"),
    10: ("region_immune", "conquest.immune"),
    11: ("not_enough_tokens", "conquest.cost"),
    12: ("no_token_in_hand", "conquest.one_token"),
    13: ("too_late_to_abandon", "abandon.before_conquest"),
    14: ("not_your_region", ""),
    15: ("already_used", ""),
    16: ("no_such_aid", ""),
    17: ("no_target", ""),
    18: ("must_attack", ""),
    19: ("die_already_rolled", ""),
    20: ("wrong_deploy_region", "deploy.free"),
    21: ("not_that_many", "deploy.free"),
    22: ("not_offered", ""),
    23: ("not_this_outcome", "secret.stacks"),
    24: ("in_order", ""),
    25: ("none_left", ""),
    26: ("chasm_closed", "conquest.chasm"),
    27: ("help_denied", "race.gnomes"),
    28: ("no_coin_for_toll", "race.liches.no_coin"),
    29: ("conquests_over", "die.last_attempt"),
}
"""Fault -> (code, rule id); an empty rule id stands for the statement of the unit concerned."""

OWN_REGION_RULES: Final[dict[str, str]] = {"abandon": "abandon.any", "deploy": "deploy.only_own"}
"""Verb -> the statement that lets it name only regions of one's own; other verbs rest on that of their unit."""
