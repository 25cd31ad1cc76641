"""Playing a log of the public server on our rules, command by command, exactly as the server would.

What an action leaves open there (spades, tiles, a dwelling) is a question on our stack; a command takes the question it
answers wherever it lies. `allowed` follows what the server still takes as part of the action: after spades a `dig`, a
`transform`, a `build`. Nothing is paid that the log has not the goods for, nothing is dropped that it does not drop.
"""

from typing import Final

from terrarium.kernel.contract import NotationError
from terrarium.terramystica import causes, codes, layout
from terrarium.terramystica.actions.carrying import begin
from terrarium.terramystica.actions.digging import transform
from terrarium.terramystica.actions.listing_more import can_convert
from terrarium.terramystica.data import at, pop, push, top_of
from terrarium.terramystica.economy.cults import rise
from terrarium.terramystica.economy.goods import convert, spade_priests, spade_workers
from terrarium.terramystica.factions.boards import COINS_PER_VP, HOME_OF, TRADES_POINTS
from terrarium.terramystica.map.spades import buy_spades, credit_spades, turned_now
from terrarium.terramystica.map.towns import can_connect, connect
from terrarium.terramystica.names import CULTS, FACTIONS, STRONGHOLD_ACTIONS
from terrarium.terramystica.phases.passing import leave
from terrarium.terramystica.snellman import ACTIONS, NO_CARD, WAIVED, Command, Line, Log
from terrarium.terramystica.snellman_offers import OpenTable
from terrarium.terramystica.snellman_turns import river_of, send_steps, terrain_towards, turn_of
from terrarium.terramystica.tables import HALFLINGS, TOWN_STEPS

OPTIONAL: Final = (layout.F_BUILD, layout.F_POST)
OPENED: Final = {
    "act1": {"bridge": 1},
    "acte": {"bridge": 1},
    "act5": {"dig": 1, "transform": 1, "build": 1},
    "act6": {"dig": 1, "transform": 2, "build": 1},
    "bon1": {"dig": 1, "transform": 1, "build": 1},
    "actg": {"dig": 1, "transform": 1, "build": 1},
    "actn": {"dig": 1, "transform": 1, "build": 1},
    "actw": {"build": 1},
    "acts": {"upgrade": 1},
}
"""What the server takes as part of an action."""
WAIVES: Final = {
    "free_tf": layout.F_STORM,
    "free_tp": layout.F_SWARM,
    "free_d": layout.F_RIDE,
    "bridge": layout.F_BRIDGE,
}


class LogPlayer(OpenTable):
    """A log being played, row by row."""

    def __init__(self, log: Log) -> None:
        super().__init__(log)
        self.speaker = -1  # the faction of the last command
        self.actor = -1  # the seat whose turn it is
        self.left = 0  # actions left in this turn
        self.allowed: dict[str, int] = {}
        self.homes: set[int] = set()  # hexes turned home in this turn
        self.dug = False  # spades were bought in this turn: none may be dropped
        self.bought = 0  # in this action
        self.idle = False  # `dig 0` has used up an action that our rules still wait for
        self.owing = -1  # the seat that has used two actions of ours for one of the server's
        self.waived = 0  # of the three workers that the Darklings may ordain
        self.row = 0
        self.quirks: list[NotationError] = []  # what only the server allows

    # --- turns -------------------------------------------------------------------------------------------------------

    def drive(self) -> None:
        super().drive()
        if self.kind() == layout.F_MAIN and (self.owner() != self.actor or self.left == 0):
            self.actor = self.owner()
            self.left = 1
            self.allowed = {}
            self.homes = set()
            self.dug = False
            self.idle = False

    def close(self) -> None:
        """The turn is over: no dwelling, no more free moves."""
        if self.idle and self.ready(self.actor):
            self.idle = False
            pop(self.state.v)
            self.drive()
        while self.kind() in OPTIONAL:
            self.give(codes.DONE)

    def ready(self, seat: int) -> bool:
        return self.kind() == layout.F_MAIN and self.owner() == seat

    def active(self, seat: int, command: Command) -> None:
        """It must be the seat's turn."""
        v = self.state.v
        if self.owner() != seat or v[layout.TURN] != seat or self.kind() > layout.F_POST:
            raise NotationError("log_turn", {"row": self.row, "text": command.text})

    def play_line(self, line: Line) -> None:
        """All commands of one row, in the order the server takes them."""
        self.row = line.number
        if line.faction not in self.seat_of:
            raise NotationError("log_faction", {"row": line.number, "text": line.text})
        seat = self.seat_of[line.faction]
        if self.kind() == 0:
            self.quirks.append(NotationError("log_after", {"row": line.number, "text": line.text[:80]}))
            return
        for i, command in enumerate(line.commands):
            if self.speaker != line.faction and self.left == 0:
                self.close()
            self.speaker = line.faction
            self.play(seat, command, line.commands[i + 1 :])

    def finish(self) -> None:
        """Close the last row; a round whose offers are all answered may end."""
        if self.left == 0:
            self.close()

    # --- commands ----------------------------------------------------------------------------------------------------

    def play(self, seat: int, command: Command, rest: list[Command]) -> None:
        """One command."""
        verb = command.verb
        if verb in ("leech", "decline"):
            self.answer(seat, command, self.row)
            self.drive()
        elif verb == "leave":
            self.drop(seat, command)
        elif verb == "step":
            self.step(seat, command)
        elif verb == "waive":
            self.waive(seat, command)
        elif verb == "done":
            if self.actor == seat and self.left > 0:
                raise NotationError("log_question", {"row": self.row, "text": command.text})
            self.allowed = {}
        elif verb == "back":
            self.go_back(seat, command)
        elif verb == "transform":
            self.turn_hex(seat, command, command.a, command.b)
        elif verb in ("favor", "town"):
            self.take_tiles(seat, command)
        elif self.kind() <= layout.F_CARD and self.kind() > 0:
            self.set_out(seat, command)
        elif verb in ("burn", "convert") and self.owner() != seat and self.own:
            self.convert_early(seat, command)
        else:
            self.active(seat, command)
            self.act(seat, command, rest)

    def act(self, seat: int, command: Command, rest: list[Command]) -> None:
        """What only the seat to move may do."""
        verb = command.verb
        if verb == "burn":
            for _ in range(command.n):
                self.must(codes.CONVERT, self.row, command.text)
        elif verb == "convert":
            self.convert(seat, command, rest)
        elif verb == "connect":
            self.join(seat, command)
        elif verb == "build":
            self.build(seat, command)
        elif verb == "dig":
            self.dig(seat, command)
        elif verb == "bridge":
            self.bring(layout.F_BRIDGE, seat, command)
            self.exact(seat, codes.BRIDGE + command.a, command)
        elif verb == "upgrade":
            self.upgrade(seat, command)
        elif verb == "action":
            self.use_space(seat, command)
        elif verb == "send":
            steps = send_steps(self.state.v, command)
            self.full(seat, command, codes.SEND + 3 * command.a + steps - 1)
        elif verb == "advance":
            self.full(seat, command, codes.SHIP + command.a)
        else:
            self.pass_on(seat, command)

    def set_out(self, seat: int, command: Command) -> None:
        """First dwellings and first cards."""
        if self.owner() != seat:
            raise NotationError("log_turn", {"row": self.row, "text": command.text})
        if command.verb == "build" and self.kind() == layout.F_PLACE:
            self.must(command.a * codes.BLOCK, self.row, command.text)
        elif command.verb == "pass" and command.a < NO_CARD and self.kind() == layout.F_CARD:
            self.must(codes.CARD + command.a, self.row, command.text)
        else:
            raise NotationError("log_question", {"row": self.row, "text": command.text})

    def exact(self, seat: int, action: int, command: Command) -> None:
        """Answer with the goods at hand: the server converts nothing by itself."""
        before = len(self.state.noted)
        missed = self.state.v[layout.MISSED]
        more = self.left > 0
        self.must(action, self.row, command.text)
        for event in self.state.noted[before:]:
            if event.code == "round_end":
                break
            if event.seat == seat and (event.code == "burn" or event.cause == "conversion"):
                raise NotationError("log_goods", {"row": self.row, "text": command.text})
        if self.state.v[layout.TURN] == seat and (more or self.kind() != layout.F_MAIN):
            # a key of this turn makes good what an earlier action of it has missed
            self.state.v[layout.MISSED] |= missed

    def full(self, seat: int, command: Command, action: int) -> None:
        """A whole action: offers still open are turned down by it."""
        self.start(seat, command)
        self.exact(seat, action, command)

    def start(self, seat: int, command: Command) -> None:
        """Use up one of the actions of this turn."""
        if not self.ready(seat) or self.idle:
            self.close()
        if self.owner() == seat and not self.ready(seat) and self.kind() > 0:
            raise NotationError("log_question", {"row": self.row, "text": command.text})
        if not self.ready(seat):
            raise NotationError("log_turn", {"row": self.row, "text": command.text})
        self.decline_all(seat)
        self.bought = 0
        self.left -= 1
        self.allowed = {}

    # --- questions that lie deeper -----------------------------------------------------------------------------------

    def frame(self, kind: int, seat: int) -> int:
        """Where the topmost question of this kind to the seat lies; -1 if there is none."""
        v = self.state.v
        for i in range(int(v[layout.HEIGHT]) - 1, -1, -1):
            place = layout.STACK + 4 * i
            if v[place] == kind and v[place + 1] == seat:
                return place
            if v[place] >= layout.A_SETUP:
                return -1
        return -1

    def bring(self, kind: int, seat: int, command: Command) -> None:
        """Lift a question to the top; the others keep their order."""
        place = self.frame(kind, seat)
        if place < 0:
            raise NotationError("log_question", {"row": self.row, "text": command.text})
        v = self.state.v
        kept = [int(v[place + i]) for i in range(4)]
        top = int(top_of(v))
        while place < top:
            for i in range(4):
                v[place + i] = v[place + 4 + i]
            place += 4
        for i in range(4):
            v[top + i] = kept[i]

    # --- spades and dwellings ----------------------------------------------------------------------------------------

    def dig(self, seat: int, command: Command) -> None:
        """Buy spades: paid and credited at once, used later."""
        n = command.n
        if self.allowed.get("dig", 0) == 0:
            if n == 0 and self.owing == seat:
                self.owing = -1
                return
            self.start(seat, command)
            self.idle = n == 0
            self.dug = True
            self.allowed = {"dig": 1, "transform": 1, "build": 1}
            if n > 0:
                self.open_spades(seat)
                self.buy(seat, n, command)
            return
        self.dug = True
        self.allowed = {"dig": 1, "transform": 1, "build": 1}
        if n == 0:
            return
        if self.frame(layout.F_SPADES, seat) < 0:
            self.again(seat, command)
            self.open_spades(seat)
        self.buy(seat, n, command)

    def again(self, seat: int, command: Command) -> None:
        """Our rules have closed an action that the server goes on with: it takes a second one of ours."""
        if self.left > 0 and not self.ready(seat):
            self.close()
        if not self.ready(seat):
            raise NotationError("log_turn", {"row": self.row, "text": command.text})
        if not self.idle:
            self.owing = seat
        self.idle = False

    def open_spades(self, seat: int) -> None:
        """An action that begins with spades."""
        v = self.state.v
        missed = v[layout.MISSED]
        begin(self.state)
        v[layout.MISSED] = missed
        push(v, layout.F_BUILD, seat, 0, 0)
        push(v, layout.F_SPADES, seat, 0, 0)

    def buy(self, seat: int, n: int, command: Command) -> None:
        v = self.state.v
        o = at(seat)
        if v[o + layout.WORKERS] < n * spade_workers(v, o) or v[o + layout.PRIESTS] < n * spade_priests(v, o):
            raise NotationError("log_goods", {"row": self.row, "text": command.text})
        buy_spades(self.state, seat, n)
        self.bought += n
        v[self.frame(layout.F_SPADES, seat) + 2] += n

    def turn_hex(self, seat: int, command: Command, h: int, terrain: int) -> None:
        """A hex turned with the spades at hand, or by the Nomads' sandstorm."""
        v = self.state.v
        faction = int(v[at(seat) + layout.FACTION])
        home = int(HOME_OF[faction])
        if self.frame(layout.F_STORM, seat) >= 0:
            self.bring(layout.F_STORM, seat, command)
            self.turned(h, True, 0, command)
            self.exact(seat, h * codes.BLOCK + codes.TRANSFORM + home, command)
            return
        if self.frame(layout.F_SPADES, seat) < 0:
            raise NotationError("log_spades", {"row": self.row, "text": command.text, "n": 1, "have": 0})
        self.bring(layout.F_SPADES, seat, command)
        top = int(top_of(v))
        spades = int(v[top + 2])
        start = int(v[layout.HEX + h]) & 7
        if terrain < 0:
            terrain = terrain_towards(start, home, spades, faction)
        need, long = turn_of(start, terrain, home, spades, faction)
        if need > spades:
            raise NotationError("log_spades", {"row": self.row, "text": command.text, "n": need, "have": spades})
        place = codes.LONG + h * 7 + terrain if long else h * codes.BLOCK + codes.TRANSFORM + terrain
        if v[top + 3] == 1:
            # spades of the cult phase
            self.exact(seat, place, command)
            return
        if self.allowed.get("transform", 0) == 0:
            raise NotationError("log_spades_left", {"row": self.row, "text": command.text, "n": spades})
        self.turned(h, terrain == home, spades - need, command)
        rules = v[layout.RULES]
        if rules & layout.R_SPADE_USED != 0 and self.bought > 0:
            # bought spades have been credited: only the free ones are now
            credit_spades(self.state, seat, need - self.bought, True)
            v[layout.RULES] = rules & ~layout.R_SPADE_USED
        if v[layout.ROUGH] == h + 1 and terrain == home:
            # the rest of the way, with what is left
            v[top + 2] = spades - int(transform(self.state, seat, h, terrain, long, spades, False))
            if v[top + 2] == 0:
                pop(v)
            self.drive()
        else:
            self.exact(seat, place, command)
        v[layout.RULES] = rules

    def turned(self, h: int, home: bool, spades: int, command: Command) -> None:
        """What may follow a hex that is turned, with so many spades left over."""
        more = max(self.allowed.get("transform", 1) - 1, 0) if spades > 0 else 0
        self.allowed = {"transform": more, "build": self.allowed.get("build", 0)}
        if home:
            self.homes.add(h)
        elif spades > 0 and more == 0:
            raise NotationError("log_spades_left", {"row": self.row, "text": command.text, "n": spades})

    def build(self, seat: int, command: Command) -> None:
        """A dwelling: of this action, if it has left one open, else an action of its own."""
        v = self.state.v
        h = command.a
        rough = v[layout.HEX + h] & 7 != HOME_OF[v[at(seat) + layout.FACTION]]
        settled = not rough or self.allowed.get("transform", 0) == 0
        if settled and self.homes and h not in self.homes:
            self.allowed["build"] = 0
        if self.allowed.get("build", 0) == 0:
            self.start(seat, command)
            if rough:
                raise NotationError("log_spades", {"row": self.row, "text": command.text, "n": 1, "have": 0})
        elif self.frame(layout.F_RIDE, seat) >= 0:
            self.bring(layout.F_RIDE, seat, command)
        elif rough:
            self.turn_hex(seat, command, h, -1)
        left = self.frame(layout.F_SPADES, seat)
        if left >= 0 and v[layout.TURN] == seat:
            raise NotationError("log_spades_left", {"row": self.row, "text": command.text, "n": int(v[left + 2])})
        if self.frame(layout.F_BUILD, seat) >= 0 and turned_now(v, h):
            self.bring(layout.F_BUILD, seat, command)
        elif self.kind() != layout.F_RIDE and self.allowed.get("build", 0) > 0:
            self.again(seat, command)
        self.allowed = {}
        self.exact(seat, h * codes.BLOCK, command)

    def upgrade(self, seat: int, command: Command) -> None:
        action = command.a * codes.BLOCK + codes.UPGRADE + command.b - 2
        if self.allowed.get("upgrade", 0) > 0 and self.frame(layout.F_SWARM, seat) >= 0:
            self.bring(layout.F_SWARM, seat, command)
            self.allowed = {}
            self.exact(seat, action, command)
            return
        self.waived = 0
        self.full(seat, command, action)
        if command.b == layout.STRONGHOLD and self.state.v[at(seat) + layout.FACTION] == HALFLINGS:
            # (only our own rules let bought spades be added)
            self.allowed = {"dig": 1, "transform": 3, "build": 1}

    def use_space(self, seat: int, command: Command) -> None:
        """A power action or a space of the seat's own."""
        v = self.state.v
        name = ACTIONS[command.b]
        faction = FACTIONS[v[at(seat) + layout.FACTION]]
        if command.b < 6:
            action = codes.ACT + command.b
        elif command.b < 8:
            if v[at(seat) + layout.CARD] != command.b - 6:
                raise NotationError("log_space", {"row": self.row, "text": command.text})
            action = codes.ACT_CARD
        elif command.b == 8:
            action = codes.ACT_FAVOR
        elif name == "acte":
            action = codes.ACT_BRIDGE
        elif STRONGHOLD_ACTIONS.get(faction, "") == name:
            action = codes.ACT_STRONGHOLD
        else:
            raise NotationError("log_space", {"row": self.row, "text": command.text})
        self.start(seat, command)
        if name == "actc":
            self.left += 2
        self.allowed = dict(OPENED.get(name, {}))
        self.exact(seat, action, command)

    def pass_on(self, seat: int, command: Command) -> None:
        """A pass ends the turn, whatever is left of it."""
        v = self.state.v
        card = command.a
        if v[layout.ROUND] == 6 and card < NO_CARD:
            self.quirks.append(NotationError("log_last_card", {"row": self.row, "text": command.text}))
            card = NO_CARD
        self.start(seat, command)
        self.left = 0
        self.exact(seat, codes.PASS + card, command)

    # --- free moves --------------------------------------------------------------------------------------------------

    def convert(self, seat: int, command: Command, rest: list[Command]) -> None:
        """A conversion at the server's rates; the Darklings' workers become priests right after the stronghold."""
        v = self.state.v
        faction = int(v[at(seat) + layout.FACTION])
        for offer in self.offers:
            offer.late = offer.late or offer.seat == seat
        ordains = self.frame(layout.F_ORDAIN, seat) >= 0
        if command.b == 2 and command.a == 1:
            if not ordains or command.n != command.m or command.n > 3:
                raise NotationError("log_command", {"row": self.row, "text": command.text})
            self.bring(layout.F_ORDAIN, seat, command)
            self.exact(seat, codes.ORDAIN + command.n - 1, command)
            return
        if ordains and not any([c.verb == "convert" and c.b == 2 and c.a == 1 for c in rest]):
            # any other conversion gives the right up
            self.bring(layout.F_ORDAIN, seat, command)
            self.give(codes.DONE)
        if (command.b, command.a) == (3, 4):
            self.sell(seat, command, int(COINS_PER_VP[faction]))
            return
        rate, kinds = RATES.get((command.b, command.a), (0, []))
        if rate == 0 or command.n != rate * command.m or (command.b == 4 and TRADES_POINTS[faction] == 0):
            raise NotationError("log_command", {"row": self.row, "text": command.text})
        for kind in kinds:
            for _ in range(command.m):
                self.must(codes.CONVERT + kind, self.row, command.text)

    def convert_early(self, seat: int, command: Command) -> None:
        """Before an answer, out of turn: only our own logs say it, of a game whose rules allow it."""
        v = self.state.v
        rate, kinds = (1, [0]) if command.verb == "burn" else RATES.get((command.b, command.a), (0, []))
        if (command.b, command.a) == (3, 4):
            rate, kinds = 1, [7]
        units = command.n if command.verb == "burn" else command.m
        if rate == 0 or not any([offer.seat == seat for offer in self.offers]):
            raise NotationError("log_turn", {"row": self.row, "text": command.text})
        for kind in kinds:
            for _ in range(units):
                if not can_convert(v, at(seat), kind):
                    raise NotationError("log_goods", {"row": self.row, "text": command.text})
                convert(self.state, seat, kind, 1)

    def sell(self, seat: int, command: Command, price: int) -> None:
        """Coins into points: the Alchemists by their rule, others as the server allows it."""
        if command.n != price * command.m:
            raise NotationError("log_command", {"row": self.row, "text": command.text})
        if TRADES_POINTS[self.state.v[at(seat) + layout.FACTION]] == 0:
            self.quirks.append(NotationError("log_sold", {"row": self.row, "text": command.text}))
        for _ in range(command.m):
            self.must(codes.CONVERT + 7, self.row, command.text)

    def join(self, seat: int, command: Command) -> None:
        """A Mermaid town over a river hex, at any moment of the turn."""
        river = river_of(self.state, seat, command)
        if self.kind() in (layout.F_MAIN, layout.F_POST):
            self.must(codes.CONNECT + river, self.row, command.text)
        elif can_connect(self.state, seat, river):
            connect(self.state, seat, river)
            self.drive()
        else:
            raise self.refused(codes.CONNECT + river, self.row, command.text)

    # --- cults and tiles ---------------------------------------------------------------------------------------------

    def take_tiles(self, seat: int, command: Command) -> None:
        """Favor and town tiles, in written order."""
        favor = command.verb == "favor"
        for _ in range(command.n):
            kind = layout.F_FAVOR if favor else layout.F_TOWN
            self.bring(kind, seat, command)
            self.must((codes.FAVOR if favor else codes.TOWN) + command.a, self.row, command.text)
            if self.kind() == layout.F_STAY:
                self.stay(seat, command)

    def stay(self, seat: int, command: Command) -> None:
        """Too few keys: those that a key was missing for before go first; who else must stay, the log has to say."""
        v = self.state.v
        top = int(top_of(v))
        able = int(v[top + 2])
        steps = int(TOWN_STEPS[int(v[top + 3]) >> 4])
        keys = int(v[at(seat) + layout.KEYS])
        missed = int(v[layout.MISSED]) & able
        if steps == 0:
            # nobody climbs by itself; the log says who does (`+TRACK`)
            pop(v)
            self.drive()
            return
        if keys != bin(missed).count("1"):
            raise NotationError("log_keys", {"row": self.row, "text": command.text})
        for track in range(4):
            if (able >> track) & 1 != 0 and (missed >> track) & 1 == 0 and self.kind() == layout.F_STAY:
                self.give(codes.STAY + track)

    def step(self, seat: int, command: Command) -> None:
        """Steps on a track: of an action, of the Cultists, or by hand with a key that came later."""
        v = self.state.v
        o = at(seat)
        place = self.frame(layout.F_CULT, seat)
        cultists = self.steps if v[o + layout.FACTION] == CULTIST else 0
        asked = int(v[place + 2]) if place >= 0 else 0
        n = command.n
        if asked + cultists < n:
            if v[o + layout.CULT + command.a] == 10:
                return
            if (v[layout.MISSED] >> command.a) & 1 != 0 and v[o + layout.KEYS] > 0 and v[layout.TURN] == seat:
                rise(self.state, seat, command.a, 1, causes.NONE)
                self.drive()
                return
            raise NotationError("log_step", {"row": self.row, "text": command.text})
        if asked > n:
            raise NotationError("log_same_track", {"row": self.row, "text": command.text})
        if asked > 0:
            self.bring(layout.F_CULT, seat, command)
            self.must(codes.CULT + command.a, self.row, command.text)
        if n > asked:
            self.steps -= n - asked
            rise(self.state, seat, command.a, n - asked, causes.OF_FACTION + CULTIST)
            self.drive()

    def go_back(self, seat: int, command: Command) -> None:
        """Steps given up, so that a key goes elsewhere: from 9 or 8, not below 7."""
        v = self.state.v
        place = at(seat) + layout.CULT + command.a
        now = int(v[place])
        if now == 10 or now - command.n < LOWEST:
            raise NotationError("log_back", {"row": self.row, "text": command.text})
        v[place] = now - command.n
        told: dict[str, object] = {"track": CULTS[command.a], "from": now, "to": now - command.n}
        self.state.note("cult", seat, causes.NONE, told)

    def waive(self, seat: int, command: Command) -> None:
        """Something of an action that is given up."""
        v = self.state.v
        name = WAIVED[command.a]
        if name == "spade":
            self.drop_spades(seat, command)
        elif name == "cult" and self.frame(layout.F_CULT, seat) < 0:
            if v[at(seat) + layout.FACTION] != CULTIST or self.steps < command.n:
                raise NotationError("log_question", {"row": self.row, "text": command.text})
            self.steps -= command.n
            self.drive()
        elif name == "convert_w_to_p":
            self.bring(layout.F_ORDAIN, seat, command)
            self.waived += command.n
            if self.waived >= 3:
                self.give(codes.DONE)
        elif name == "gain_tw":
            for _ in range(command.n):
                self.bring(layout.F_TOWN, seat, command)
                self.give(codes.DONE)
        else:
            kinds = {**WAIVES, "cult": layout.F_CULT, "gain_favor": layout.F_FAVOR}
            self.bring(kinds[name], seat, command)
            top = int(top_of(v))
            if name in WAIVES:
                self.quirks.append(NotationError("log_waived", {"row": self.row, "text": command.text}))
            if name in WAIVES or v[top + 2] == command.n:
                self.give(codes.DONE)
            elif v[top + 2] > command.n:
                v[top + 2] -= command.n
            else:
                raise NotationError("log_question", {"row": self.row, "text": command.text})

    def drop_spades(self, seat: int, command: Command) -> None:
        """Free spades that are not used; bought ones always are."""
        v = self.state.v
        self.bring(layout.F_SPADES, seat, command)
        top = int(top_of(v))
        if v[top + 2] < command.n:
            have = int(v[top + 2])
            raise NotationError("log_spades", {"row": self.row, "text": command.text, "n": command.n, "have": have})
        if v[top + 3] == 0 and self.dug:
            raise NotationError("log_bought", {"row": self.row, "text": command.text})
        if v[top + 2] > command.n:
            v[top + 2] -= command.n
        else:
            self.give(codes.DONE)

    # --- leaving -----------------------------------------------------------------------------------------------------

    def drop(self, seat: int, command: Command) -> None:
        """A player leaves; what was offered to that seat is gone, and counts as no answer."""
        v = self.state.v
        if v[layout.ROUND] == 0 or v[layout.ROUND] > 6 or (v[layout.GONE] >> seat) & 1 != 0:
            raise NotationError("log_turn", {"row": self.row, "text": command.text})
        self.offers = [offer for offer in self.offers if offer.seat != seat]
        if v[at(seat) + layout.FACTION] == CULTIST:
            self.steps = 0
        if self.owner() == seat and v[layout.TURN] == seat:
            leave(self.state, seat)
            self.left = 0
        else:
            self.leave_early(seat)
        self.drive()

    def leave_early(self, seat: int) -> None:
        """Out of turn: the turn of another goes on, or the question about cult spades falls away."""
        v = self.state.v
        o = at(seat)
        if v[o + layout.CARD] >= 0:
            v[layout.CARD_AT + v[o + layout.CARD]] = 0
            v[o + layout.CARD] = -1
        v[layout.GONE] |= 1 << seat
        v[layout.PASSED] |= 1 << seat
        self.state.note("leave", seat, causes.LEAVING, {})
        if self.frame(layout.F_SPADES, seat) >= 0:
            self.bring(layout.F_SPADES, seat, Command("leave", ""))
            pop(v)


CULTIST: Final = FACTIONS.index("cultists")
LOWEST: Final = 7
RATES: Final = {
    (0, 1): (5, [1]),
    (0, 2): (3, [2]),
    (0, 3): (1, [3]),
    (1, 2): (1, [4]),
    (1, 3): (1, [4, 5]),
    (2, 3): (1, [5]),
    (4, 3): (1, [6]),
}
"""From, to (power, priest, worker, coin, point): how many of the one for one of the other, and our conversions."""
