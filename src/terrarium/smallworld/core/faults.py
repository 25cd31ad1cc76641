"""Reasons why an action is refused: a number inside the engine, a code and a rule statement outside.

Legal means "no fault": lists and reasons come from the same predicates and cannot disagree. A fault is named where it
belongs, in the core or in a title's `pieces.py`; its number is its place in the order of naming and never leaves the
process, so that no title's faults depend on another's.
"""

from typing import Final

from mypy_extensions import i64

from terrarium.kernel.interning import interned

FAULTS: Final[list[tuple[str, str]]] = [("fine", "")]
"""Code and rule of each fault, by number; an empty rule stands for the statement of the unit concerned."""


def fault(code: str, rule: str = "") -> i64:
    """The number of a fault: a new one, or that of the same code and rule named elsewhere."""
    return interned(FAULTS, (code, rule))


FINE: Final[i64] = 0
NO_SUCH_ACTION: Final[i64] = fault("no_such_action", "turn.sequence")
NOT_ASKED: Final[i64] = fault("not_asked", "turn.sequence")
GAME_OVER: Final[i64] = fault("game_over", "end.last_round")
NO_COMBO: Final[i64] = fault("no_combo", "market.row")
NOT_ENOUGH_COINS: Final[i64] = fault("not_enough_coins", "market.price")
OWN_REGION: Final[i64] = fault("own_region", "conquest.own_region")
WATER_CLOSED: Final[i64] = fault("water_closed", "conquest.water")
NOT_BORDER: Final[i64] = fault("not_border", "conquest.first")
NOT_ADJACENT: Final[i64] = fault("not_adjacent", "conquest.adjacent")
REGION_IMMUNE: Final[i64] = fault("region_immune", "conquest.immune")
NOT_ENOUGH_TOKENS: Final[i64] = fault("not_enough_tokens", "conquest.cost")
NO_TOKEN_IN_HAND: Final[i64] = fault("no_token_in_hand", "conquest.one_token")
TOO_LATE_TO_ABANDON: Final[i64] = fault("too_late_to_abandon", "abandon.before_conquest")
NOT_YOUR_REGION: Final[i64] = fault("not_your_region")
ALREADY_USED: Final[i64] = fault("already_used")
NO_SUCH_AID: Final[i64] = fault("no_such_aid")
NO_TARGET: Final[i64] = fault("no_target")
MUST_ATTACK: Final[i64] = fault("must_attack")
DIE_ALREADY_ROLLED: Final[i64] = fault("die_already_rolled")
WRONG_DEPLOY_REGION: Final[i64] = fault("wrong_deploy_region", "deploy.free")
NOT_THAT_MANY: Final[i64] = fault("not_that_many", "deploy.free")
NOT_OFFERED: Final[i64] = fault("not_offered")
NOT_THIS_OUTCOME: Final[i64] = fault("not_this_outcome", "secret.stacks")
IN_ORDER: Final[i64] = fault("in_order")
NONE_LEFT: Final[i64] = fault("none_left")
CHASM_CLOSED: Final[i64] = fault("chasm_closed", "conquest.chasm")
HELP_DENIED: Final[i64] = fault("help_denied", "race.gnomes")
NO_COIN_FOR_TOLL: Final[i64] = fault("no_coin_for_toll", "race.liches.no_coin")
DECLINED_WATER_CLOSED: Final[i64] = fault("declined_water_closed", "power.seafaring.attackable")
TOO_FEW_IN_HAND: Final[i64] = fault("too_few_in_hand", "conquest.minimum")
CONQUESTS_OVER: Final[i64] = fault("conquests_over", "die.last_attempt")

OWN_REGION_RULES: Final[dict[str, str]] = {"abandon": "abandon.any", "deploy": "deploy.only_own"}
"""Verb -> the statement that lets it name only regions of one's own; other verbs rest on that of their unit."""
