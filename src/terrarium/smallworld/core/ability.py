"""What a race, power or thing may answer differently: the hooks, each with its contract and how answers combine.

Abilities are stateless: everything they remember is in the position, in `note` and `used`. Hooks answer questions;
they never drive the flow of a turn. `d` is the position, `me` the tribe the ability answers for.

| hook            | combined | asked                                                                              |
|-----------------|----------|------------------------------------------------------------------------------------|
| `at`            | TELL     | at the moments named in `moments`; may put a question to its owner or to chance     |
| `options`       | OFFER    | the answers to the unit's own question; the deeds it offers during conquests        |
| `choose`        | DO       | carries out an answer or a deed                                                     |
| `odds`          | weights  | how likely an outcome of the unit's question to chance is, against the others       |
| `why_not`       | FIRST    | why an answer is not among the options                                              |
| `aid_fault`     | FIRST    | may this aid be used now?                                                           |
| `refuses`       | FIRST    | may the armed aid take this region?                                                 |
| `reach`         | OR       | regions that may be attacked beyond borders and entries                             |
| `limits`        | AND      | regions to which attacks are limited, whatever else would reach further             |
| `links`         | OR       | regions that count as adjacent to given ones                                        |
| `price`         | SUM      | what is added to the price of a region; against help denied only what is above 0    |
| `as_if_empty`   | OR       | regions whose tokens and pieces do not count in the price                           |
| `helpers`       | SUM      | pieces that attack beside at least one token; those that did are added to `used`    |
| `forbids`       | FIRST    | asked of the defender's abilities: why may this tribe not attack?                   |
| `toll`          | SUM      | asked of the defender's abilities: coins the attacker owes when the region falls,   |
|                 |          | or before the attack if `prepaid`                                                   |
| `paid`          | TELL     | a prepaid toll of this unit was paid                                                |
| `fee`           | SUM      | asked of the armed aids: coins paid before the attack, to the holder (be it oneself)|
|                 |          | or the supply                                                                       |
| `losses`        | MIN      | tokens lost by the defender, a `last_resort` asked last; asked only when it matters |
| `on_attack`     | TELL     | attacker's and defender's abilities and whoever `hears_all`, after each attack      |
| `stays`         | MAX      | tokens that stay in a region when troops are lifted or the race declines            |
| `region_income` | SUM      | coins for a region at scoring                                                       |
| `turn_income`   | SUM      | coins once a turn at scoring                                                        |
| `shows`         | LIST     | what everybody may know of it that lies in no region: a word and a number each      |
| `carry_on`      | DO       | asked of a `wild` race: the next step of its conquests or its redeployment          |
| `served_by`     | FILTER   | asked of a race: does this thing in one of its regions answer for it?               |

House abilities (`Kit.house`) answer for every tribe beside its own.

A *thing* (relic, place) is an ability that lies in a region and answers for the tribe that holds it: it joins the
crew of that tribe while it is there. A unit may bring others along (`train`), and a thing may lend the unit whose
id + 1 is in its `note` (`lends`).
"""

from typing import TYPE_CHECKING

from librt.vecs import append, vec
from mypy_extensions import i64

from terrarium.smallworld.core.codes import NEXT_REGION, NO, YES, action, each
from terrarium.smallworld.core.faults import NOT_OFFERED
from terrarium.smallworld.core.marks import Mark

if TYPE_CHECKING:
    from terrarium.smallworld.core.data import Data
    from terrarium.smallworld.core.kit import Kit


class Attack:
    """An attack that was made: who on what, and how it ended."""

    def __init__(self, by: i64, region: i64, victim: i64, non_empty: bool) -> None:
        self.by = by
        self.region = region
        self.victim = victim
        """The tribe that held the region, or -1."""
        self.non_empty = non_empty
        self.won = False
        """Troops of the attacker stand there now."""
        self.fell = False
        """Its holder lost it, be it without troops coming in."""
        self.marks: i64 = 0
        """What lay in the region when the attack came."""
        self.defenders: i64 = 0
        """Tokens that defended, and pieces that stand for tokens."""
        self.killed: i64 = 0
        """Tokens, and pieces that fall like tokens, that were really lost."""
        self.figure_fell = False
        """The loss was a piece that falls before any token."""


class Ability:
    """A race, power or other unit. The defaults say "no effect"."""

    name: str = ""
    id: i64 = -1
    hooks: i64 = 0
    """A bit for each question this unit answers itself instead of inheriting "no effect"; filled in by the kit."""
    said: i64 = -1
    """The same, where it depends on the unit and not on its class; -1: its class tells."""
    tokens: i64 = 0
    """The number on the banner or badge."""
    tray: i64 = 0
    """Tokens of this race that exist."""
    moments: i64 = 0
    """The moments at which `at` is told: `when(END, LEFT)`."""
    piece: str = ""
    """Name of the kind of piece this unit brings along."""
    mark: Mark
    """That kind, in the kit this unit belongs to."""
    aid: bool = False
    """Is used for one attack by `use`, then `conquer`."""
    arm: i64 = 0
    """The aid's bit in the mask of armed aids."""
    joins: bool = False
    """This aid may be armed beside others, and serves a last attempt with the die."""
    fixed: i64 = -1
    """Tokens from the hand while this aid is armed, whatever defends; surcharges are added. -1: the usual price."""
    from_tray: bool = False
    """While this aid is armed one token comes from the tray, or from the hand if the tray has none."""
    spares_nobody: bool = False
    """While this aid is armed the defender loses a token whatever would save it."""
    spares_all: bool = False
    """While this aid is armed the defender loses no token, and those in decline are driven off too."""
    rolls: bool = False
    """Using this aid rolls the die, which lowers the next price."""
    rolls_after: bool = False
    """While this aid is armed the die is rolled for the region named; a roll that is too low ends conquests."""
    deeds: bool = False
    """Offers `options` during conquests."""
    after_die: bool = False
    """Its deeds may follow the last attempt, which ends conquests."""
    lasting: bool = False
    """What it links is adjacent at all times, not only for conquests."""
    denies_help: bool = False
    """No ability helps another player to attack this race: no reach, link, discount, aid, helper or deed."""
    hears_all: bool = False
    """While its race is active, `on_attack` is told of every attack on the board."""
    limit_fault: i64 = NOT_OFFERED
    """The fault of a region outside `limits`."""
    chapter: str = ""
    """Where the rulebook tells of a thing: `relic` or `place`."""
    rule: str = ""
    """The statement that tells what this unit does, where its name and chapter do not say it."""
    bit: i64 = 0
    """A thing's bit in masks of things."""
    twin: "Ability | None" = None
    """The unit that stands for this one, or that this one stands for: both together serve no attack."""
    defence: i64 = 0
    """What a thing adds to the price of its region."""
    lends: bool = False
    """The unit named in this thing's note answers for its keeper too."""
    swims: bool = False
    """Water is ordinary land to this race."""
    in_decline: bool = False
    """Goes on working when its race is in decline."""
    acts_in_decline: bool = False
    """The declined race still conquers and redeploys."""
    retreats_in_decline: bool = False
    """The declined race redeploys tokens that were driven off."""
    outside_limit: bool = False
    """The declined race does not count for the one declined race a player may have; the badge stays with it."""

    faction: i64 = 0
    """The side a race is on; 0 for none."""
    least: i64 = 1
    """Fewest tokens with which this race conquers and holds a region."""
    free: bool = False
    """This aid needs no token in hand."""
    all_in: bool = False
    """Nothing is added to this aid's `fixed` price."""
    strikes: bool = False
    """While this aid is armed its own question follows once the region is named, and may end in the last attempt."""
    takes: bool = False
    """Is named in a `take`: a deed of its own, or the piece that another unit's deed moves."""
    drawn: bool = False
    """Chance brings this unit to light by `find`."""
    enters: bool = False
    """What its `reach` adds is entered from outside, not attacked as if it were adjacent."""
    no_travel: bool = False
    """Its race pays nothing for regions entered from outside."""
    prepaid: bool = False
    """Its `toll` is paid before the attack and kept whatever comes of it."""
    tolls: i64 = 1
    """Bits of the acts a toll is asked for: ON_CONQUEST, ON_AFFRONT, ON_TOUCH."""
    last_resort: bool = False
    """Its `losses` is asked after all others."""
    wild: bool = False
    """Nobody plays this race and nobody picks it: it acts by rule and chance after the players of each round, and its
    tokens are never lost but wait in its hand."""

    def train(self) -> "list[Ability]":
        """Units that come into play with this one and answer beside it."""
        return []

    def bind(self, kit: "Kit") -> None:
        """The kit is built: keep what this unit asks of it by name. Who asks for more calls this first."""
        if self.piece:
            self.mark = kit.mark(self.piece)

    def at(self, d: "Data", me: i64, moment: i64) -> None:
        """Something is to be done at this moment."""

    def options(self, d: "Data", me: i64, f: i64, out: vec[i64]) -> vec[i64]:
        """`out` with every legal answer to frame `f` added, sorted; in the conquest frame, the deeds."""
        return out

    def choose(self, d: "Data", me: i64, f: i64, code: i64) -> None:
        """Carry out an answer to frame `f`, which is still on top; pop or replace it."""

    def odds(self, d: "Data", me: i64, f: i64, code: i64) -> i64:
        """The weight of an outcome that `options` offers to chance."""
        return 1

    def why_not(self, d: "Data", me: i64, f: i64, code: i64) -> i64:
        """The fault of an answer that `options` does not offer."""
        return NOT_OFFERED

    def aid_fault(self, d: "Data", me: i64) -> i64:
        """Why this aid cannot be used now, apart from finding a target; 0 if it can."""
        return 0

    def refuses(self, d: "Data", me: i64, region: i64) -> i64:
        """Why this aid, once armed, cannot take the region; 0 if it can."""
        return 0

    def reach(self, d: "Data", me: i64, entering: bool) -> i64:
        """Mask of regions that may be attacked from afar; `entering` when the tribe holds no region."""
        return 0

    def limits(self, d: "Data", me: i64, entering: bool) -> i64:
        """Mask of the only regions that may be attacked."""
        return -1

    def links(self, d: "Data", me: i64, mask: i64) -> i64:
        """Mask of regions that count as adjacent to one of `mask` in the eyes of the tribe."""
        return 0

    def price(self, d: "Data", me: i64, region: i64) -> i64:
        """What this unit adds to the price of an attack by `me`; discounts are negative."""
        return 0

    def as_if_empty(self, d: "Data", me: i64) -> i64:
        """Mask of regions that `me` attacks as if nobody were there."""
        return 0

    def helpers(self, d: "Data", me: i64) -> i64:
        """Pieces that may attack now beside a token."""
        return 0

    def forbids(self, d: "Data", me: i64, by: i64, region: i64) -> i64:
        """Why tribe `by` may not attack this region of `me`; 0 if it may."""
        return 0

    def toll(self, d: "Data", me: i64, by: i64, region: i64) -> i64:
        """Coins the owner of `by` must have, and pays to the owner of `me` when the region falls."""
        return 0

    def paid(self, d: "Data", me: i64, by: i64) -> None:
        """The owner of tribe `by` has paid this unit's toll."""

    def fee(self, d: "Data", me: i64, region: i64) -> i64:
        """Coins that using this aid against the region costs."""
        return 0

    def losses(self, d: "Data", me: i64, region: i64, n: i64) -> i64:
        """How many of the `n` tokens about to be lost as `region` falls really are; -1 if no region falls."""
        return n

    def on_attack(self, d: "Data", me: i64, a: Attack) -> None:
        """An attack was made by or on `me`."""

    def stays(self, d: "Data", me: i64, region: i64, declining: bool) -> i64:
        """Tokens that stay in a region."""
        return 1

    def region_income(self, d: "Data", me: i64, region: i64) -> i64:
        """Coins for a region held."""
        return 0

    def turn_income(self, d: "Data", me: i64) -> i64:
        """Coins of a turn."""
        return 0

    def shows(self, d: "Data", me: i64) -> list[tuple[str, int]]:
        """What lies open before its owner and not on the map: `state.<word>` spells it, with its number as `n`."""
        return []

    def carry_on(self, d: "Data", me: i64, f: i64) -> None:
        """Take the next step of frame `f`, which is on top, or drop it; may put a question to chance."""

    def served_by(self, thing: "Ability") -> bool:
        """Is this race served by a thing that lies in a region of its own?"""
        return True

    def offer(self, verb: i64, mask: i64, out: vec[i64]) -> vec[i64]:
        """An answer for each region of a mask is added to those that are legal."""
        return each(mask, action(verb, self.id, 0, 0), NEXT_REGION, out)

    def rest(self, out: vec[i64]) -> vec[i64]:
        """To do nothing, or nothing more, is added to the answers that are legal."""
        return append(out, action(NO, self.id, 0, 0))

    def yes_or_no(self, out: vec[i64]) -> vec[i64]:
        """Yes and no are added to the answers that are legal."""
        return self.rest(append(out, action(YES, self.id, 0, 0)))


def seats_in(mask: i64, word: str) -> list[tuple[str, int]]:
    """A line of `shows` for each seat of a mask."""
    return [(word, seat) for seat in range(8) if (mask >> seat) & 1]
