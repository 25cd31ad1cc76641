"""The words of a unit that is made of data, as numbers: what a node says, what an effect does, what is asked.

A node is four numbers, its word and three operands; operands are places of earlier nodes (or plain numbers), so an
expression is a tree that can neither loop nor call itself. Sets of regions are masks; yes and no are 1 and 0.
"""

from typing import Final

from mypy_extensions import i64

# --- nodes that follow from the map alone: numbers of their own once the kit is built -----------------------------
CONST: Final[i64] = 0
WHERE: Final[i64] = 1  # regions with a feature
ALL: Final[i64] = 2
LAND: Final[i64] = 3
WATER: Final[i64] = 4
SHORE: Final[i64] = 5
BRINK: Final[i64] = 6
STATIC: Final[i64] = 7
"""Words below this one need no position."""

# --- masks ---------------------------------------------------------------------------------------------------------
HELD: Final[i64] = 10
PIECED: Final[i64] = 11  # with a piece of the unit
EMPTY_REGIONS: Final[i64] = 12
OCCUPIED: Final[i64] = 13
ENEMY: Final[i64] = 14  # held by another player's race
ENEMY_ACTIVE: Final[i64] = 15
ENEMY_DECLINED: Final[i64] = 16
OWN_DECLINED: Final[i64] = 17
NATIVE: Final[i64] = 18
IMMUNE: Final[i64] = 19
SHELTERED: Final[i64] = 20
HERE: Final[i64] = 21
WITH_PLACE: Final[i64] = 22
WITH_THING: Final[i64] = 23
SPOT: Final[i64] = 24  # where the thing itself lies
AROUND: Final[i64] = 25
LINKED: Final[i64] = 26
BESIDE: Final[i64] = 27
KIN: Final[i64] = 28
CROWDED: Final[i64] = 29  # a: mask, b: at least so many tokens
CHAIN: Final[i64] = 30  # one's regions that hang together with the mask
ALONG: Final[i64] = 31  # waters that touch the mask, with their banks
AND: Final[i64] = 32
OR: Final[i64] = 33
NOT: Final[i64] = 34
NON_EMPTY: Final[i64] = 35
GRUDGE: Final[i64] = 36  # regions of players whose bit is kept
AIMED: Final[i64] = 37  # what the aids that are used now let it reach
LEADING: Final[i64] = 38  # around which it holds more regions than any other race
LIES: Final[i64] = 39  # a: where a thing that is named lies

# --- numbers -------------------------------------------------------------------------------------------------------
COUNT: Final[i64] = 40
HAND: Final[i64] = 41
TRAY: Final[i64] = 42
TOKENS_HERE: Final[i64] = 43
USED: Final[i64] = 44
KEPT: Final[i64] = 45
DEFENDERS: Final[i64] = 46
KILLED: Final[i64] = 47
COINS: Final[i64] = 48
ROUND: Final[i64] = 49
STOCK: Final[i64] = 50
PIECES_HERE: Final[i64] = 51
GROUPS: Final[i64] = 52
ISLANDS: Final[i64] = 53
THINGS_HERE: Final[i64] = 54
ADD: Final[i64] = 55
SUB: Final[i64] = 56
MUL: Final[i64] = 57
DIV: Final[i64] = 58
MIN: Final[i64] = 59
MAX: Final[i64] = 60
IF: Final[i64] = 61
LOST: Final[i64] = 62  # tokens about to be lost
YIELD: Final[i64] = 63  # coins that the held regions of a mask bring

# --- yes or no -----------------------------------------------------------------------------------------------------
AT_LEAST: Final[i64] = 70
EQUAL: Final[i64] = 71
SOME: Final[i64] = 72
IN: Final[i64] = 73  # the region asked about is one of the mask
NO_: Final[i64] = 74
BOTH: Final[i64] = 75
EITHER: Final[i64] = 76
ENTERING: Final[i64] = 77
ACTIVE_: Final[i64] = 78
DECLINED_: Final[i64] = 79
ARMED_: Final[i64] = 80
MY_TURN: Final[i64] = 81
VICTIM_ACTIVE: Final[i64] = 82
WAS_NON_EMPTY: Final[i64] = 83
BY_ACTIVE: Final[i64] = 84
BY_OWNER: Final[i64] = 85  # the attacker belongs to the unit's own player
BY_NAMED: Final[i64] = 86  # ... to the player who was named
RIVAL_VICTIM: Final[i64] = 88  # the attacked race belongs to another player
LENT: Final[i64] = 89
VICTIM_SIDE: Final[i64] = 90  # a: a faction
WHOLE: Final[i64] = 92  # the mask is one group
UNSCORED: Final[i64] = 93  # the turn is still to be scored

# --- effects -------------------------------------------------------------------------------------------------------
E_RECRUIT: Final[i64] = 0
E_DISCHARGE: Final[i64] = 1
E_GAIN: Final[i64] = 2
E_PAY: Final[i64] = 3
E_SET_USED: Final[i64] = 4
E_SET_KEPT: Final[i64] = 5
E_LAY: Final[i64] = 6
E_RECALL: Final[i64] = 7
E_EMPTY: Final[i64] = 8
E_ROB: Final[i64] = 9
E_LEAVE: Final[i64] = 10
E_DECLINE: Final[i64] = 11
E_ASK: Final[i64] = 12
E_TRIM: Final[i64] = 13
E_REDEPLOY: Final[i64] = 14
E_RESENT: Final[i64] = 15
E_THIN: Final[i64] = 16
E_MOVE: Final[i64] = 17  # all pieces, wherever they lie, leave for these regions
E_BRING: Final[i64] = 18  # the thing itself comes to lie there
E_GIVE_UP: Final[i64] = 19  # a token of one's player, the last one too
E_FLEECE: Final[i64] = 20  # rob, immune regions too

EFFECTS: Final[list[str]] = [
    "recruit", "return", "gain", "pay", "set_used", "set_kept", "lay", "recall", "empty", "rob", "leave", "decline",
    "ask", "trim", "redeploy", "resent", "thin", "move", "bring", "give_up",
]  # fmt: skip

# --- questions -----------------------------------------------------------------------------------------------------
Q_YES: Final[i64] = 0
Q_REGION: Final[i64] = 1
Q_OPPONENT: Final[i64] = 2

QUESTIONS: Final[list[str]] = ["yes_no", "region", "opponent"]

WHOSE_RACE: Final[i64] = 0  # regions of the race itself may be named
WHOSE_PLAYER: Final[i64] = 1  # ... of every race of its player

WHOSE: Final[list[str]] = ["race", "player", "anybody"]
"""The third: regions may be named whoever holds them."""

ASK_WIDTH: Final[i64] = 10
"""Numbers of a question: kind, among, must, times, same, effects of yes (first, many), of no (first, many), whose."""

# --- attacks of which a sentence tells -------------------------------------------------------------------------------
A_CONQUERED: Final[i64] = 0  # its race won, troops came in
A_FELLED: Final[i64] = 1  # its race won, be it without troops
A_ATTACKED: Final[i64] = 2  # its race attacked
A_LOST: Final[i64] = 3  # its race lost a region to another player
A_STRUCK: Final[i64] = 4  # its race was attacked by another player
A_WRONGED: Final[i64] = 5  # a race of its player was attacked by another player

ATTACKS: Final[list[str]] = ["conquered", "felled", "attacked", "lost", "struck", "wronged"]
