"""Offers of power as logs have them.

On the public server offers stay open while others play on. A `LogTable` either keeps them open, exactly as written,
or answers each when it is made, with the answer that stands later in the log (`ordered`).
"""

from terrarium.kernel.contract import NotationError
from terrarium.terramystica import causes, codes, layout
from terrarium.terramystica.actions.digging import clear_action
from terrarium.terramystica.actions.refusals import listed
from terrarium.terramystica.data import at, pop, top_of
from terrarium.terramystica.economy.goods import gain_power
from terrarium.terramystica.economy.offers import offered, take_offer, takeable
from terrarium.terramystica.game import TITLE, TerraMystica
from terrarium.terramystica.names import CARDS, FACTIONS, ROUND_TILES
from terrarium.terramystica.phases.flow import advance
from terrarium.terramystica.phases.rounds import end_round
from terrarium.terramystica.snellman import Command, Log
from terrarium.terramystica.tables import CULTISTS


class Building:
    """One new building whose neighbours have open offers."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.waiting = 0
        self.taken = 0
        self.declined = 0


class Offer:
    """An open offer of power."""

    def __init__(self, seat: int, amount: int, building: Building) -> None:
        self.seat = seat
        self.amount = amount
        self.building = building


class LogTable:
    """The position a log has led to: `actions` is how it came there (ordered play only)."""

    def __init__(self, log: Log, ordered: bool) -> None:
        self.log = log
        self.ordered = ordered
        self.actions: list[int] = []
        self.offers: list[Offer] = []
        self.steps = 0  # cult steps the Cultists have earned and not yet taken
        self.at_line = 0
        self.ahead: list[int] = [-1] * 5  # ordered: the last line from which a seat's answer was taken
        if log.problem is not None and not log.lines:
            raise log.problem
        if not 2 <= len(log.factions) <= 5:
            raise NotationError("log_players", {"n": len(log.factions)})
        self.game = TITLE.game(len(log.factions), "", log.options)
        self.state: TerraMystica = self.game.new()
        self.state.watch()
        self.state.held = not ordered
        self.seat_of: dict[int, int] = {}

    # --- set-up ------------------------------------------------------------------------------------------------------

    def set_up(self) -> None:
        """Tiles, cards left out, factions."""
        log = self.log
        if len(log.tiles) != 6:
            raise NotationError("log_tiles", {"n": len(log.tiles)})
        for i in range(5, -1, -1):
            self.must(codes.TILE + log.tiles[i], log.rows["score"][i], "score " + ROUND_TILES[log.tiles[i]])
        for i, card in enumerate(log.out):
            self.must(codes.OUT_CARD + card, log.rows["delete"][i], "delete " + CARDS[card])
        for seat, faction in enumerate(log.factions):
            self.must(codes.PICK + faction, log.rows["setup"][seat], "setup " + FACTIONS[faction])
            self.seat_of[faction] = seat

    # --- questions ---------------------------------------------------------------------------------------------------

    def kind(self) -> int:
        """The open question, 0 when the game is over."""
        v = self.state.v
        return int(v[top_of(v)]) if v[layout.HEIGHT] > 0 else 0

    def owner(self) -> int:
        v = self.state.v
        return int(v[top_of(v) + 1])

    def legal(self, action: int) -> bool:
        return listed(self.state, action)

    def give(self, action: int) -> None:
        """Answer, and let everything follow that needs no answer from the log."""
        if self.ordered:
            self.actions.append(action)
        self.state.apply(action)
        self.drive()

    def must(self, action: int, row: int, text: str) -> None:
        """Answer, or refuse the row."""
        if not self.legal(action):
            why = self.state.why_illegal(action)
            details: dict[str, object] = {"row": row, "text": text, "action": codes.text_of(action), "because": ""}
            if why is not None:
                # who tells a person says `refusal.<reason>` with these arguments as `because`
                details["reason"] = why.code
                details["reason_args"] = why.args
            raise NotationError("log_refused", details)
        self.give(action)

    def drive(self) -> None:
        """Open offers, or (ordered) answer them from later rows; end the round when nothing is open."""
        if self.ordered:
            self.answer_ahead()
            return
        state = self.state
        v = state.v
        while v[layout.HEIGHT] > 0:
            kind = self.kind()
            if kind == layout.A_OFFERS:
                self.open_offers(self.owner())
            elif kind == layout.A_ROUND_END and not self.offers and self.steps == 0:
                pop(v)
                end_round(state)
            else:
                return
            advance(state)

    def open_offers(self, seat: int) -> None:
        """Put the offers of this action's buildings on the list instead of the stack."""
        v = self.state.v
        pop(v)
        clear_action(v)
        players = int(v[layout.PLAYERS])
        for i in range(int(v[layout.EVENTS])):
            h = v[layout.EVENT + i]
            building = Building(seat)
            for k in range(1, players):
                other = (seat + k) % players
                amount = int(offered(v, other, h))
                if amount > 0 and (v[layout.GONE] >> other) & 1 == 0:
                    self.offers.append(Offer(other, amount, building))
                    building.waiting += 1
        v[layout.EVENTS] = 0

    # --- answers to offers -------------------------------------------------------------------------------------------

    def answer_open(self, seat: int, command: Command, row: int) -> None:
        """`leech`/`decline` with open offers."""
        if command.a < 0:
            for offer in [o for o in self.offers if o.seat == seat]:
                self.settle(offer, False)
            return
        source = self.seat_of.get(command.a, -1)
        mine = [o for o in self.offers if o.seat == seat and o.building.seat == source]
        exact = [o for o in mine if o.amount == command.n]
        if not mine:
            raise NotationError("log_no_offer", {"row": row, "text": command.text})
        self.settle((exact or mine)[0], command.verb == "leech")

    def settle(self, offer: Offer, take: bool) -> None:
        """One answer; the Cultists get their step with the first taker, their power after the last decline."""
        state = self.state
        building = offer.building
        self.offers.remove(offer)
        building.waiting -= 1
        full = takeable(state.v, offer.seat, offer.amount) <= 0
        if take and not full:
            take_offer(state, offer.seat, offer.amount, building.seat)
            building.taken += 1
        elif not full:
            building.declined += 1
        if state.v[at(building.seat) + layout.FACTION] == CULTISTS:
            if take and not full and building.taken == 1:
                self.steps += 1
            if building.waiting == 0 and building.taken == 0 and building.declined > 0 and self.errata():
                gain_power(state, building.seat, 1, causes.OF_FACTION + CULTISTS)

    def errata(self) -> bool:
        return self.state.v[layout.RULES] & layout.R_NO_ERRATA == 0

    def answer_ahead(self) -> None:
        """Ordered play: find the answers to offers and Cultists' steps in this row or a later one."""
        while True:
            kind = self.kind()
            if kind == layout.F_LEECH:
                v = self.state.v
                top = top_of(v)
                action = self.find_answer(int(v[top + 1]), int(v[top + 2]), int(v[top + 3]))
            elif kind == layout.F_CULT and self.state.v[top_of(self.state.v) + 3] == 1:
                action = codes.CULT + self.find_step(self.owner())
            else:
                return
            self.actions.append(action)
            self.state.apply(action)

    def find_answer(self, seat: int, amount: int, source: int) -> int:
        """The seat's first unused answer to this source, up to its next own action; none means no."""
        faction = self.log.factions[seat]
        for i in range(self.at_line, len(self.log.lines)):
            line = self.log.lines[i]
            if line.faction != faction:
                continue
            for command in line.commands:
                if command.used:
                    continue
                if command.verb in ("leech", "decline"):
                    if command.verb == "decline" and command.a < 0:
                        return codes.DECLINE
                    if command.a == self.log.factions[source] and command.n == amount:
                        command.used = True
                        self.ahead[seat] = max(self.ahead[seat], i)
                        # what the Cultists get out of it comes early too
                        self.ahead[source] = max(self.ahead[source], i if command.a == CULTISTS else -1)
                        return codes.TAKE if command.verb == "leech" else codes.DECLINE
                elif i > self.at_line and command.verb not in ("burn", "convert", "step"):
                    return codes.DECLINE
        return codes.DECLINE

    def find_step(self, seat: int) -> int:
        """The Cultists' next step that no action of theirs explains."""
        faction = self.log.factions[seat]
        for i in range(self.at_line, len(self.log.lines)):
            line = self.log.lines[i]
            if line.faction != faction:
                continue
            owed = 0
            for command in line.commands:
                if command.verb == "action":
                    owed += 1 if command.text.lower().split()[1] in ("bon2", "fav6") else 0
                elif command.verb == "step" and not command.used:
                    if owed > 0:
                        owed -= 1
                        continue
                    command.used = True
                    self.ahead[seat] = max(self.ahead[seat], i)
                    return command.a
        return 0
