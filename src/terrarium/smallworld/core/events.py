"""Kinds of event, and what the fields of an entry mean for each. `story.py` turns entries into named events.

A kind is named where it belongs, in the core or in a title's `pieces.py`; its number is its place in the order of
naming and never leaves the process.
"""

from typing import Final

from mypy_extensions import i64

from terrarium.kernel.interning import interned

EVENTS: Final[list[tuple[str, str, str]]] = []
"""Code, rule the sentence links to ("" for that of its cause), and names of: tribe, region, number, other ("-" where
the field means nothing; region fields also give the terrain). `other` is a tribe (t), a unit (u), a mark (m), a seat
(s) or a number (n)."""


def event(code: str, rule: str = "", fields: str = "") -> i64:
    """The number of a kind of event: a new one, or that of the same kind named elsewhere."""
    return interned(EVENTS, (code, rule, fields))


E_FIRST: Final[i64] = event("first_player", "setup.first_player", "---")
E_ROUND: Final[i64] = event("round", "turn.round", "--n")
E_TURN: Final[i64] = event("turn", "turn.order", "--n")
E_REVEALED: Final[i64] = event("revealed", "market.refill", "t--u")
E_PICKED: Final[i64] = event("picked", "market.price", "t-nu")
E_MUSTERED: Final[i64] = event("mustered", "market.tokens", "t-n")
E_COINS: Final[i64] = event("coins", "", "--n")
E_PAID: Final[i64] = event("paid", "market.price", "--n")
E_ABANDONED: Final[i64] = event("abandoned", "abandon.any", "tr")
E_CONQUERED: Final[i64] = event("conquered", "conquest.cost", "trnt")
E_LOST: Final[i64] = event("lost", "losses.one_token", "trn")
E_LOST_ALL: Final[i64] = event("lost", "losses.declined", "trn")
E_ROLLED: Final[i64] = event("rolled", "die.faces", "t-n")
E_REPELLED: Final[i64] = event("repelled", "die.failure", "trn")
E_RECRUITED: Final[i64] = event("recruited", "", "t-n")
E_RETURNED: Final[i64] = event("returned", "decline.one_token_each", "t-n")
E_DEPLOYED: Final[i64] = event("deployed", "deploy.free", "trn")
E_PLACED: Final[i64] = event("placed", "", "tr-m")
E_REMOVED: Final[i64] = event("removed", "", "tr-m")
E_EMPTIED: Final[i64] = event("emptied", "", "tr")
E_DECLINED: Final[i64] = event("declined", "decline.one_token_each", "t")
E_LEFT: Final[i64] = event("left", "market.banner_return", "t")
E_OVER: Final[i64] = event("over", "end.most_coins", "")
E_RESHUFFLED: Final[i64] = event("reshuffled", "market.badge_discard", "")
E_FOUND: Final[i64] = event("found", "conquest.monsters", "tr-u")
E_WITHDREW: Final[i64] = event("withdrew", "conquest.river", "tr")
E_RAZED: Final[i64] = event("razed", "", "trnt")
E_USED: Final[i64] = event("used", "", "tr")
E_HIDDEN: Final[i64] = event("hidden", "mixing.monsters", "-r")
E_WILD_TURN: Final[i64] = event("wild_turn", "turn.order", "t-n")
E_DRIVEN_OFF: Final[i64] = event("driven_off", "losses.one_token", "trn")
