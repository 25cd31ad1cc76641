"""The words of one turn, put in the order in which the public server takes them.

What the server allows next follows from what was said before: a spade leaves a dwelling open, an action a `dig`. A word
that would be taken as part of the turn before is kept apart (`done`, or `dig 0`, an action that does nothing).
"""

from terrarium.terramystica.snellman.writing.words import Word, drops_first, forgo, merged, one_turn_a_hex, spelled


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
        self.fresh = False  # the next words begin a turn, be it the same seat's as before

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
            self.fresh = True
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

    def phrase(self, seat: int, words: list[Word]) -> tuple[str, bool]:
        """The text of a row, and whether it has something that the server cannot be told."""
        unsaid = any([word.unsaid for word in words])
        self.heard(seat)
        words = one_turn_a_hex(drops_first(words))
        unsaid = forgo(words) or unsaid
        texts: list[str] = []
        afterwards = self.apart == "dig 0" and self.may_dig
        if self.eaten(words):
            if not afterwards:
                texts.append(self.apart)
                self.forget()
        else:
            afterwards = False
        if self.fresh:
            self.homes = set()
            self.dug = False
            self.fresh = False
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
