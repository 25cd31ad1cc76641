"""How frames and actions are packed into integers, and what each field of an action means.

The verb fixes the meaning of every field, in one table: text, parse, buttons and the action space derive from it.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from terrarium.smallworld.core.board import one

# --- actions: verb, unit, region, number ----------------------------------------------------------

FIRST_PLAYER: Final[i64] = 0
RACE: Final[i64] = 1
BADGE: Final[i64] = 2
DIE: Final[i64] = 3
FIND: Final[i64] = 4
HIDE: Final[i64] = 5
PICK: Final[i64] = 6
EXPAND: Final[i64] = 7
DECLINE: Final[i64] = 8
CONQUER: Final[i64] = 9
USE: Final[i64] = 10
ABANDON: Final[i64] = 11
STOP: Final[i64] = 12
DEPLOY: Final[i64] = 13
PLACE: Final[i64] = 14
EMPTY: Final[i64] = 15
NAME: Final[i64] = 16
SWAP: Final[i64] = 17
YES: Final[i64] = 18
NO: Final[i64] = 19
TAKE: Final[i64] = 20

VERBS: Final[list[str]] = [
    "first", "race", "badge", "die", "find", "hide", "pick", "expand", "decline", "conquer", "use", "abandon", "stop",
    "deploy", "place", "empty", "name", "swap", "yes", "no", "take",
]  # fmt: skip

# What follows the verb in text: u = unit, r = region, s = seat, i = place in the combo row, n = a number.
SYNTAX: Final[list[str]] = [
    "s", "u", "u", "n", "u", "r", "i", "", "", "r", "u", "r", "", "rn", "ur", "ur", "us", "ui", "u", "u", "ur",
]  # fmt: skip

CHANCE_VERBS: Final[i64] = 6
"""Verbs below this number are chance's."""

MOST_NUMBER: Final[i64] = 63


def action(verb: i64, unit: i64, region: i64, number: i64) -> i64:
    """Pack an action; fields the verb does not use are 0."""
    return (verb << 20) | (unit << 12) | (region << 6) | number


# Answers whose verb says everything, and what one region or unit more adds to an action: what lists are made of.
TO_EXPAND: Final[i64] = EXPAND << 20
TO_DECLINE: Final[i64] = DECLINE << 20
TO_CONQUER: Final[i64] = CONQUER << 20
TO_ABANDON: Final[i64] = ABANDON << 20
TO_STOP: Final[i64] = STOP << 20
NEXT_REGION: Final[i64] = 64
NEXT_UNIT: Final[i64] = 4096


def each(mask: i64, code: i64, step: i64, out: vec[i64]) -> vec[i64]:
    """An action for each bit of a mask is added to `out`: `code` for the lowest, `step` further on for each place."""
    while mask:
        if mask & 1:
            out = append(out, code)
        mask >>= 1
        code += step
    return out


def verb_of(code: i64) -> i64:
    return code >> 20


def unit_of(code: i64) -> i64:
    return (code >> 12) & 255


def region_of(code: i64) -> i64:
    return (code >> 6) & 63


def number_of(code: i64) -> i64:
    return code & 63


# --- frames: kind, tribe, unit, region, number ----------------------------------------------------
# "Tribe t must answer question k about region r." The stack of frames is part of the position; its top is the
# question now. Frames that ask nobody are carried out by `advance`.

F_FIRST: Final[i64] = 1  # chance: who begins
F_TURN: Final[i64] = 2  # number = seat: a player's turn begins
F_PICK: Final[i64] = 3  # number = seat
F_RACE: Final[i64] = 4  # chance
F_BADGE: Final[i64] = 5  # chance
F_CHOICE: Final[i64] = 6  # number = seat: expand or decline
F_EXPAND: Final[i64] = 7  # number = seat
F_START: Final[i64] = 8  # number = seat: its abilities hear that the turn begins
F_READY: Final[i64] = 9  # tribe takes up its troops
F_CONQUEST: Final[i64] = 10  # tribe; number = 1 when conquests are over and only deeds may follow
F_DIE: Final[i64] = 11  # chance: die of tribe for region; number = 1 if an aid (unit) rolls it, not the last attempt
F_ROLL: Final[i64] = 12  # chance: die of an aid (unit) of tribe
F_GATHER: Final[i64] = 13  # tribe: conquests are over, spare tokens come to hand
F_DEPLOY: Final[i64] = 14  # tribe; number = place in the board's order that is asked about
F_RETREAT: Final[i64] = 15  # the same for tokens driven off
F_MOMENT: Final[i64] = 16  # tribe, unit = last told + 1, number = moment
F_ASK: Final[i64] = 17  # tribe, unit, region and number are the unit's own; its owner answers
F_ASK_TURN: Final[i64] = 18  # the same, answered by the player whose turn it is
F_SCORE: Final[i64] = 19  # number = seat
F_VICTIMS: Final[i64] = 20  # number = seat whose turn it is
F_REGROUP: Final[i64] = 21  # number = seat whose turn it is; region = seats already asked
F_NEXT: Final[i64] = 22
F_OVER: Final[i64] = 23
F_MUSTER: Final[i64] = 24  # number = seat: a combo was picked, its tokens come
F_FIND: Final[i64] = 25  # chance: which marker lies in region, entered by tribe
F_LOT: Final[i64] = 26  # tribe, unit: the unit's question, answered by chance
F_HIDE: Final[i64] = 27  # chance: a region of natives that hides a marker; number = how many more

FRAMES: Final[list[str]] = [
    "", "first", "turn", "pick", "race", "badge", "choice", "expand", "start", "ready", "conquest",
    "die", "roll", "gather", "deploy", "retreat", "moment", "ask", "ask_turn",
    "score", "victims", "regroup", "next", "over", "muster", "find", "lot", "hide",
]  # fmt: skip


MOST_IN_FRAME: Final[i64] = 255
"""The largest number a field of a frame holds."""


def frame(kind: i64, tribe: i64, unit: i64, region: i64, number: i64) -> i64:
    """Pack a frame; unused fields are 0."""
    return (kind << 32) | (tribe << 24) | (unit << 16) | (region << 8) | number


def kind_of(f: i64) -> i64:
    return f >> 32


def tribe_in(f: i64) -> i64:
    return (f >> 24) & 255


def unit_in(f: i64) -> i64:
    return (f >> 16) & 255


def region_in(f: i64) -> i64:
    return (f >> 8) & 255


def number_in(f: i64) -> i64:
    return f & 255


OTHER_QUESTION: Final[i64] = 128
"""Numbers from here on belong to another question of the same unit; a place in the board's order fits behind it."""


# --- moments: when `Ability.at` is told -----------------------------------------------------------

START: Final[i64] = 0  # the owner's turn begins, after the pick, before decline-or-expand
READY: Final[i64] = 1  # troops were taken up, conquests begin
DEPLOYING: Final[i64] = 2  # conquests are over, spare tokens are in hand
END: Final[i64] = 3  # after redeployment: pieces are placed
SCORED: Final[i64] = 4  # after coins
DECLINING: Final[i64] = 5  # just turned over, before scoring
REGROUP: Final[i64] = 6  # end of another player's turn, after tokens driven off came back

PICKED: Final[i64] = 7  # the combo was taken; its tokens and the next combo have not come yet
FOUND: Final[i64] = 8  # told to a thing: it was revealed, by this tribe
LEFT: Final[i64] = 9  # told to a thing, and to the unit it lends: this tribe keeps it no more

REVIEW: Final[i64] = 10  # the race expands; its troops are not taken up yet
FADING: Final[i64] = 11  # told at once, asking nothing: the race is about to be turned over
SPARE: Final[i64] = 12  # after DEPLOYING: troops that only help to attack leave
INHERITED: Final[i64] = 13  # told at once, asking nothing: a region came to the race without a conquest
RETURNING: Final[i64] = 14  # told at once, asking nothing: tokens driven off come back
CLOSING: Final[i64] = 15  # after SCORED: all that the turn brings is there, and the active race may decline

MOMENTS: Final[list[str]] = [
    "start", "ready", "deploying", "end", "scored", "declining", "regroup", "picked", "found", "left", "review",
    "fading", "spare", "inherited", "returning", "closing",
]  # fmt: skip


def when(*moments: i64) -> i64:
    """The bits of some moments, for `Ability.moments`."""
    bits: i64 = 0
    for moment in moments:
        bits |= one(moment)
    return bits


# --- acts for which a toll may be asked -------------------------------------------------------------

ON_CONQUEST: Final[i64] = 1  # a region is attacked to conquer it
ON_AFFRONT: Final[i64] = 2  # tokens of another race are moved or taken away
ON_TOUCH: Final[i64] = 4  # anything else there is

# --- the vector -----------------------------------------------------------------------------------

MOST_TRIBES: Final[i64] = 32
"""Tribes that have fields in a position's vector, natives among them."""
MOST_MARKS: Final[i64] = 20
"""Kinds of piece that have a field there."""
REGIONS_AT: Final[i64] = 381
"""Where the fields of regions begin in a position's vector; unit state follows them."""
ROW_WIDTH: Final[i64] = 19
"""Numbers of a combo row after the first: race, power, coins of six combos, and how many there are."""
THINGS_AT: Final[i64] = 32
"""The bits of a region's marks from which on things lie there; below are pieces."""
MOST_BITS: Final[i64] = 62
"""Bits of one number of the vector that can be used: its sign is none."""

# --- modes of a tribe -----------------------------------------------------------------------------

OUT: Final[i64] = 0
ACTIVE: Final[i64] = 1
DECLINED: Final[i64] = 2

MODES: Final[list[str]] = ["out", "active", "declined"]
