"""Kinds of event, and what the fields of an entry mean for each. `story.py` turns entries into named events."""

from typing import Final

from mypy_extensions import i64

E_FIRST: Final[i64] = 0
E_ROUND: Final[i64] = 1
E_TURN: Final[i64] = 2
E_REVEALED: Final[i64] = 3
E_PICKED: Final[i64] = 4
E_MUSTERED: Final[i64] = 5
E_COINS: Final[i64] = 6
E_PAID: Final[i64] = 7
E_ABANDONED: Final[i64] = 8
E_CONQUERED: Final[i64] = 9
E_LOST: Final[i64] = 10
E_ROLLED: Final[i64] = 11
E_REPELLED: Final[i64] = 12
E_RECRUITED: Final[i64] = 13
E_RETURNED: Final[i64] = 14
E_DEPLOYED: Final[i64] = 15
E_PLACED: Final[i64] = 16
E_REMOVED: Final[i64] = 17
E_EMPTIED: Final[i64] = 18
E_ALLIED: Final[i64] = 19
E_DECLINED: Final[i64] = 20
E_LEFT: Final[i64] = 21
E_OVER: Final[i64] = 22
E_RESHUFFLED: Final[i64] = 23
E_FOUND: Final[i64] = 24
E_WITHDREW: Final[i64] = 25
E_RAZED: Final[i64] = 26
E_SWAPPED: Final[i64] = 27
E_LENT: Final[i64] = 28
E_USED: Final[i64] = 29
E_HIDDEN: Final[i64] = 30
E_REBORN: Final[i64] = 31
E_FLIPPED: Final[i64] = 32
E_MOVED: Final[i64] = 33
E_STOLEN: Final[i64] = 34
E_TRADED: Final[i64] = 35
E_WILD_TURN: Final[i64] = 36
E_DRIVEN_OFF: Final[i64] = 37

# code, rule the sentence links to, and names of: tribe, region, number, other ("-" where the field means nothing;
# region fields also give the terrain). `other` is a tribe (t), a unit (u), a mark (m), a seat (s) or a number (n).
EVENTS: Final[list[tuple[str, str, str]]] = [
    ("first_player", "setup.first_player", "---"),
    ("round", "turn.round", "--n"),
    ("turn", "turn.order", "--n"),
    ("revealed", "market.refill", "t--u"),
    ("picked", "market.price", "t-nu"),
    ("mustered", "market.tokens", "t-n"),
    ("coins", "", "--n"),
    ("paid", "market.price", "--n"),
    ("abandoned", "abandon.any", "tr"),
    ("conquered", "conquest.cost", "trnt"),
    ("lost", "losses.one_token", "trn"),
    ("rolled", "die.faces", "t-n"),
    ("repelled", "die.failure", "trn"),
    ("recruited", "", "t-n"),
    ("returned", "decline.one_token_each", "t-n"),
    ("deployed", "deploy.free", "trn"),
    ("placed", "", "tr-m"),
    ("removed", "", "tr-m"),
    ("emptied", "", "tr"),
    ("allied", "", "t--s"),
    ("declined", "decline.one_token_each", "t"),
    ("left", "market.banner_return", "t"),
    ("over", "end.most_coins", ""),
    ("reshuffled", "market.badge_discard", ""),
    ("found", "conquest.monsters", "tr-u"),
    ("withdrew", "conquest.river", "tr"),
    ("razed", "", "trnt"),
    ("swapped", "", "t--u"),
    ("lent", "", "t--u"),
    ("used", "", "tr"),
    ("hidden", "mixing.monsters", "-r"),
    ("reborn", "", "tr"),
    ("flipped", "", "tr-u"),
    ("moved", "", "trnt"),
    ("stolen", "", "tr-u"),
    ("traded", "", "-r-n"),
    ("wild_turn", "turn.order", "t-n"),
    ("driven_off", "losses.one_token", "trn"),
]
