"""The words of one turn, put in the order in which the public server takes them.

What the server allows next follows from what was said before: a spade leaves a dwelling open, an action a `dig`. A word
that would be taken as part of the turn before is kept apart (`done`, or `dig 0`, an action that does nothing).
"""

from typing import Final

from terrarium.kernel.contract import Event
from terrarium.terramystica import codes, layout
from terrarium.terramystica.data import at, top_of
from terrarium.terramystica.game import TerraMystica
from terrarium.terramystica.tables import DARKLINGS

UNIT: Final = {"power": "pw", "workers": "w", "priests": "p", "coins": "c", "vp": "vp"}
CONVERSIONS: Final = ["burn", "pw p", "pw w", "pw c", "p w", "w c", "vp c", "c vp"]
"""In the order of their codes."""


class Word:
    """One command to be; `h` and `n` depend on the kind."""

    def __init__(self, kind: str, text: str = "", h: int = -1, n: int = 0) -> None:
        self.kind = kind
        self.text = text
        self.h = h
        self.n = n
        self.before: list[str] = []
        self.later: list[str] = []
        self.unsaid = False


class Turn:
    """What the public server remembers of the turn being written."""

    def __init__(self) -> None:
        self.seat = -1
        self.actions = 0  # still to be taken in this turn
        self.favors = 0  # tiles owed and not yet taken
        self.towns = 0
        self.blocked = [0, 0, 0, 0, 0]  # tracks on which a step to 10 failed for want of a key, by seat
        # what the next words might be taken as: part of the turn before
        self.may_dig = False
        self.may_build = False
        self.homes: set[int] = set()
        self.dug = False
        self.apart = ""

    def heard(self, seat: int) -> None:
        """Somebody else's row: the turn before is over, unless actions are left."""
        if seat != self.seat and self.actions == 0:
            self.forget()

    def forget(self) -> None:
        self.may_dig = False
        self.may_build = False
        self.homes = set()
        self.dug = False

    def begin(self, seat: int) -> None:
        """An action starts."""
        self.apart = "dig 0" if self.actions > 0 else "done"
        if seat != self.seat:
            self.forget()
        if seat != self.seat or self.actions == 0:
            self.blocked[seat] = 0
            self.actions = 1
        self.seat = seat
        self.actions -= 1

    def block_track(self, seat: int, track: int) -> None:
        self.blocked[seat] |= 1 << track

    def lifts(self, seat: int, keys: int) -> int:
        """Blocked tracks that a key lifts by itself: all, or none if there are too few."""
        blocked = self.blocked[seat]
        if blocked == 0 or keys < bin(blocked).count("1"):
            return 0
        self.blocked[seat] = 0
        return blocked

    # --- one row -----------------------------------------------------------------------------------------------------

    def phrase(self, seat: int, faction: int, words: list[Word]) -> tuple[str, bool]:
        """The text of a row, and whether it has something that the server cannot be told."""
        unsaid = any([word.unsaid for word in words])
        self.heard(seat)
        words = one_turn_a_hex(drops_first(words))
        if faction == DARKLINGS:
            unsaid = forgo(words) or unsaid
        texts: list[str] = []
        afterwards = self.apart == "dig 0" and self.may_dig
        if self.eaten(words):
            if not afterwards:
                texts.append(self.apart)
                self.forget()
        else:
            afterwards = False
        unsaid = self.remember(words) or unsaid
        for word in merged(words):
            texts += word.before
            texts.append(spelled(word))
            texts += word.later
        texts += self.owed(words)
        if afterwards:
            # it was taken as part of the first action: this uses up the second
            texts.append("dig 0")
            self.may_dig = True
            self.may_build = True
        return ". ".join(texts), unsaid

    def eaten(self, words: list[Word]) -> bool:
        """Would the first word of this action be taken as part of the one before?"""
        for word in words:
            if word.kind == "dig":
                return self.may_dig
            if word.kind == "build":
                return self.may_build and (not self.homes or word.h in self.homes)
            if word.kind != "free":
                return False
        return False

    def remember(self, words: list[Word]) -> bool:
        """What the server has open after this row; True if it would refuse a word."""
        unsaid = False
        for word in words:
            if word.kind in ("spades", "hole", "dig", "turn"):
                self.may_build = True
            if word.kind == "spades":
                self.may_dig = True
            elif word.kind == "dig":
                # only one hex, none to be dropped; and none bought with the Halflings' three
                unsaid = unsaid or any([w.kind == "hole" for w in words])
                self.may_dig = True
                self.dug = True
            elif word.kind == "turn":
                self.may_dig = False
                if word.n == 1:
                    self.homes.add(word.h)
            elif word.kind == "drop":
                unsaid = unsaid or self.dug
            elif word.kind == "double":
                self.actions += 2
            if word.kind in ("build", "plain", "temple", "double", "favor"):
                self.may_dig = False
                self.may_build = False
        return unsaid

    def owed(self, words: list[Word]) -> list[str]:
        """Tiles that could not be taken, because none was left."""
        texts: list[str] = []
        self.favors -= sum([1 for word in words if word.kind == "favor"])
        self.towns -= sum([1 for word in words if word.kind == "town"])
        for n, name in ((self.favors, "GAIN_FAVOR"), (self.towns, "GAIN_TW")):
            if n > 0:
                texts.append(f"-{n if n > 1 else ''}{name}")
        self.favors = 0
        self.towns = 0
        return texts


def drops_first(words: list[Word]) -> list[Word]:
    """Spades are dropped before anything is dug or turned: then the rest is what is used."""
    drops = [word for word in words if word.kind == "drop"]
    if not drops:
        return words
    rest = [word for word in words if word.kind != "drop"]
    for i, word in enumerate(rest):
        if word.kind in ("dig", "turn", "build"):
            return rest[:i] + drops + rest[i:]
    return words


def one_turn_a_hex(words: list[Word]) -> list[Word]:
    """A hex that was turned several times is turned once, at the end, with all its spades."""
    last: dict[int, Word] = {}
    for word in words:
        if word.kind == "turn":
            last[word.h] = word
    return [word for word in words if word.kind != "turn" or last[word.h] is word]


def forgo(words: list[Word]) -> bool:
    """The Darklings' stronghold: say that no worker is ordained. Another conversion in between would cost the right."""
    for i, word in enumerate(words):
        if word.kind == "temple":
            rest = [w.kind for w in words[i + 1 :]]
            if "ordain" not in rest:
                word.later.append("-3CONVERT_W_TO_P")
                return False
            return any([w.kind == "free" and w.text != "burn" for w in words[i + 1 : i + 1 + rest.index("ordain")]])
    return False


def merged(words: list[Word]) -> list[Word]:
    """Equal conversions in a row as one."""
    found: list[Word] = []
    for word in words:
        if found and word.kind == "free" and found[-1].kind == "free" and found[-1].text == word.text:
            both = Word("free", word.text, found[-1].h + word.h, found[-1].n + word.n)
            found[-1] = both
        else:
            found.append(word)
    return found


def spelled(word: Word) -> str:
    """The command of one word."""
    if word.kind == "free":
        if word.text == "burn":
            return f"burn {word.n}"
        source, goal = word.text.split(" ")
        return f"convert {word.h}{source} to {word.n}{goal}"
    if word.kind == "dig":
        return f"dig {word.n}"
    if word.kind == "drop":
        return f"-{word.n if word.n > 1 else ''}SPADE"
    return word.text


def reordered(start: TerraMystica, block: list[int], end: TerraMystica) -> list[int]:
    """The turn's actions in an order that the server can be told, if one leads to the same position."""
    for candidate in candidates(start, block):
        state = start.clone()
        for action in candidate:
            if state.v[layout.HEIGHT] == 0 or action not in state.legal_actions():
                break
            state.apply(action)
        else:
            if list(state.v) == list(end.v):
                return candidate
    return block


def in_full(start: TerraMystica, block: list[int]) -> list[int]:
    """The turn's actions with the conversions that payments have made by themselves."""
    state = start.clone()
    state.watch()
    found: list[int] = []
    for action in block:
        seat = state.current_player()
        state.apply(action)
        if action < codes.CONVERT:
            for word in conversions(seat, state.events(0)):
                found += [codes.CONVERT + CONVERSIONS.index(word.text)] * word.n
        found.append(action)
        state.forget_events()
    return found


def conversions(seat: int, events: list[Event]) -> list[Word]:
    """What was burnt and converted, by the player or for a payment."""
    words: list[Word] = []
    paid: tuple[str, int] | None = None
    for event in events:
        if event.code == "round_end":
            break
        n = event.args.get("n")
        if event.seat != seat or not isinstance(n, int):
            continue
        if event.code == "burn":
            words.append(Word("free", "burn", n=n))
        elif event.cause == "conversion":
            what = str(event.args.get("what", "power"))
            if event.code in ("pay", "power_spend"):
                paid = (UNIT[what], n)
            elif paid is not None:
                words.append(Word("free", f"{paid[0]} {UNIT[what]}", paid[1], n))
                paid = None
    return words


def candidates(start: TerraMystica, block: list[int]) -> list[list[int]]:
    """Conversions before the Darklings' stronghold instead of between it and its priests, and before a town tile
    instead of while it is asked which track stays."""
    found: list[list[int]] = []
    v = start.v
    if v[layout.HEIGHT] == 0 or v[at(int(v[top_of(v) + 1])) + layout.FACTION] < 0:
        return found
    darklings = v[at(int(v[top_of(v) + 1])) + layout.FACTION] == DARKLINGS
    if not any([action >= codes.CONVERT for action in block]):
        return found
    block = in_full(start, block)
    for i, action in enumerate(block):
        stronghold = darklings and action < codes.LONG and action % codes.BLOCK == codes.UPGRADE + 2
        town = codes.TOWN <= action < codes.STAY
        if not (stronghold or town):
            continue
        low, high = (codes.ORDAIN, codes.TAKE) if stronghold else (codes.STAY, codes.ORDAIN)
        ends = [k for k in range(i + 1, len(block)) if low <= block[k] < high]
        if not ends:
            continue
        between = block[i + 1 : ends[-1]]
        free = [a for a in between if a >= codes.CONVERT]
        if not free:
            continue
        kept = [a for a in between if a < codes.CONVERT]
        found.append([*block[:i], *free, action, *kept, *block[ends[-1] :]])
        power = [a for a in free if a <= codes.CONVERT + 3]
        rest = [a for a in free if a > codes.CONVERT + 3]
        if town and power and rest:
            found.append([*block[:i], *power, action, *kept, block[ends[-1]], *rest, *block[ends[-1] + 1 :]])
    return found
