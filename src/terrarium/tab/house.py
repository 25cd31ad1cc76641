"""The house: the games of this browser, the people around it, and what is still to be done for them."""

import json
import secrets
import time
import traceback
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

from terrarium import bots, catalog, courtesy
from terrarium.kernel.contract import Game, NotationError
from terrarium.server.errors import Problem, unreadable
from terrarium.server.room import chance, moves, page, plans, played
from terrarium.server.room.history import EVERY, Told
from terrarium.server.room.page import Pages
from terrarium.server.room.room import Room
from terrarium.server.room.wishes import board_of, title_of
from terrarium.server.store.rows import LIVE, Meta, Pass, Row, Seat, line_at
from terrarium.server.wire import packets
from terrarium.tab.things import (
    CARD,
    LETTERS,
    ME,
    PLAYS,
    REVIEW,
    WORK,
    Asleep,
    Card,
    Kept,
    Learnt,
    Line,
    Me,
    Review,
    Wish,
    entry_of,
)

NEIGHBOURS = ("Otter", "Heron", "Badger", "Lynx", "Crane", "Hare")
"""Names of those who share the device: creatures, which everybody reads in their own language."""
BUDGET_S = 1.0
"""How long a bot may think: nobody plays while it does."""
BEYOND = ("master",)
"""Levels that need more than a browser has."""
PAGE = 50
"""Games of a list."""
MOST_BOTS = 12
"""Bots that keep what they thought of."""


class House:
    """All games of one browser. Nothing here waits: whoever drives it calls `work` until nothing is left to do."""

    def __init__(self, seed: str = "", simulations: int = 0) -> None:
        self.seed = seed
        """Games follow from it and from how many were made: for tests."""
        self.simulations = simulations
        """Bots count so many instead of looking at the clock: for tests too."""
        self.titles = catalog.titles()
        self.me = Me()
        self.greeted = False
        self.learnt: dict[str, Learnt] = {}
        self.works: dict[str, Kept] = {}
        self.plays: dict[str, list[dict[str, Any]]] = {}
        """What every game that is over adds to the statistics: nothing, where it does not count."""
        self.reviews: dict[str, Review] = {}
        self.rooms: dict[str, Room] = {}
        """The games that are open: the others sleep where they are kept, so that much played makes no slow start."""
        self.cards: dict[str, Card] = {}
        self.lost: set[str] = set()
        """Games that could not be read."""
        self.stuck: set[str] = set()
        """Tables at which a bot could not answer: nothing has happened there since."""
        self.lines: dict[int, Line] = {}
        self.tasks: OrderedDict[str, Callable[[], bool]] = OrderedDict()
        """What takes its time, by name: each call does a portion and says whether there is more."""
        self._changed: dict[str, None] = {}
        self._made = 0
        self._opened = 0
        self._begun = 0
        self._bots: OrderedDict[tuple[str, int], bots.Bot] = OrderedDict()

    # What lasts

    def recall(self, key: str, text: str) -> None:
        """Take back what `changes` handed out earlier. What cannot be read, because it was damaged or another version
        kept it, is left where it lies, and spoils nothing else."""
        try:
            kept = json.loads(text)
            if key == "me":
                self._recall_me(kept)
            elif key.startswith(WORK):
                self.works[key.removeprefix(WORK)] = Kept(**kept)
            elif key.startswith(PLAYS):
                self.plays[key.removeprefix(PLAYS)] = kept
            elif key.startswith(REVIEW):
                self.reviews[key.removeprefix(REVIEW)] = Review(**kept)
            elif key.startswith(CARD):
                self.cards[key.removeprefix(CARD)] = Card(**kept)
            else:
                self._recall_game(kept)
        except Exception:  # a position can be wrong in as many ways as there are rules
            self.lost.add(key)

    def _recall_me(self, kept: dict[str, Any]) -> None:
        me, made = Me(**kept["me"]), int(kept["made"])
        self.learnt = {thing: Learnt(**told) for thing, told in kept["learnt"].items()}
        self.me, self.greeted, self._made = me, True, made

    def _recall_game(self, kept: dict[str, Any]) -> None:
        meta = Meta(**{**kept["meta"], "secret": bytes.fromhex(kept["meta"]["secret"])})
        rows = [Row(*row) for row in kept["rows"]]
        game = self.game(meta.title, meta.players, meta.map_name, meta.options)
        state = game.load(kept["position"])
        seats = [Seat(**seat) for seat in kept["seats"]]
        room = Room(meta, game, state, rows, seats, {}, line_at(rows, len(rows)), snapshots={})
        self.look_again(room)
        self.rooms[meta.id] = room
        if meta.id not in self.cards:
            self.touch(CARD + meta.id)

    def changes(self) -> list[tuple[str, str | None]]:
        """What changed since the last call, to be kept under these names; None: it may be forgotten."""
        found: list[tuple[str, str | None]] = []
        for key in self._changed:
            kept = self._kept(key)
            text = None if kept is None else json.dumps(kept, ensure_ascii=False, separators=(",", ":"))
            found.append((key, text))
        self._changed.clear()
        return found

    def _kept(self, key: str) -> object:
        """What is kept under this name; None where there is nothing any more."""
        if key == "me":
            told = {thing: asdict(learnt) for thing, learnt in self.learnt.items()}
            return {"me": asdict(self.me), "made": self._made, "learnt": told}
        if key.startswith(WORK):
            work = self.works.get(key.removeprefix(WORK))
            return None if work is None else asdict(work)
        if key.startswith(PLAYS):
            return self.plays.get(key.removeprefix(PLAYS))
        if key.startswith(REVIEW):
            review = self.reviews.get(key.removeprefix(REVIEW))
            return None if review is None else asdict(review)
        if key.startswith(CARD):
            card = self.card(key.removeprefix(CARD))
            return None if card is None else asdict(card)
        room = self.rooms.get(key)
        if room is None:
            return None
        meta = {**asdict(room.meta), "secret": room.meta.secret.hex()}
        seats = [asdict(seat) for seat in room.seats]
        return {"meta": meta, "seats": seats, "rows": room.rows, "position": room.state.dump()}

    def touch(self, key: str) -> None:
        """This is to be kept."""
        self.stuck.discard(key)
        if key in self.rooms:
            self._changed[CARD + key] = None
        self._changed[key] = None

    def card(self, game: str) -> Card | None:
        """What is known of a game, open or asleep."""
        room = self.rooms.get(game)
        if room is None:
            return None if game in self.lost else self.cards.get(game)
        return Card(entry_of(room), self.waits_for_bot(room))

    def games(self) -> list[str]:
        """Everything that was begun here and not forgotten."""
        return [game for game in {**self.cards, **self.rooms} if game in self.rooms or game not in self.lost]

    def forget(self, game: str) -> None:
        """Nothing is left of a game."""
        self.rooms.pop(game, None)
        self.cards.pop(game, None)
        self.plays.pop(game, None)
        self.reviews.pop(game, None)
        self.tasks.pop(REVIEW + game, None)
        self.lines = {number: line for number, line in self.lines.items() if line.room != game}
        for kind in ("", CARD, PLAYS, REVIEW):
            self.touch(kind + game)

    # Games

    def game(self, title: str, players: int, map_name: str, options: Mapping[str, str]) -> Game:
        """A game of the catalogue; NotationError where a wish cannot be met."""
        if title not in self.titles:
            raise Problem(404, "no_title", title=title)
        return self.titles[title].game(players, map_name, dict(options))

    def levels(self, title: str) -> list[str]:
        """The bots that play here."""
        return [level for level in bots.levels(title) if level not in BEYOND]

    def room(self, game: str) -> Room:
        found = self.rooms.get(game)
        if found is None and self.card(game) is not None:
            raise Asleep(game)
        if found is None:
            raise Problem(404, "no_game")
        return found

    def secret(self) -> bytes:
        """What all chance of the next game follows from."""
        return chance.seeded_secret(self.seed, self._made + 1) if self.seed else chance.new_secret()

    def create(self, wish: Wish) -> Room:
        """A table, begun at once: whoever shares the device takes the seats that no bot has."""
        secret = wish.secret or self.secret()
        game, now = self.wished(wish, secret), time.time()
        state = wish.position if wish.position is not None else game.new()
        meta = Meta(
            id="".join(secrets.choice(LETTERS) for _ in range(14)),
            title=game.title,
            rules_version=game.rules_version,
            players=game.players,
            map_name=game.map_name,
            options=dict(game.options),
            host=ME,
            lang=wish.lang,
            listed=not wish.learning,
            invite="",
            status=LIVE,
            version=1,
            seq=len(wish.rows),
            start=wish.start,
            secret=secret,
            commitment=chance.commitment(secret),
            fair_from=len(wish.rows),
            clock={"kind": "none"},
            left=[0.0] * game.players,
            since=now,
            absent_after=None,
            spectators="none" if wish.learning else "live",
            delay=0.0,
            wake=None,
            ask=None,
            turn=state.current_player(),
            result=None,
            parent=wish.parent[0] if wish.parent else None,
            parent_seq=wish.parent[1] if wish.parent else None,
            imported=wish.imported,
            diverged=False,
            created=now,
            updated=now,
            coins=wish.coins,
        )
        rows = [row._replace(client=None) for row in wish.rows]
        line = line_at(rows, len(rows))
        room = Room(meta, game, state, rows, self._seats(wish), {}, line, snapshots={})
        self.rooms[room.id] = room
        self._made += 1
        self.touch("me")
        self.touch(room.id)
        self.look_again(room)
        work = moves.Work(room, (), now)
        work.settle()
        if work.rows:
            self.keep(room, work)
        return room

    def wished(self, wish: Wish, secret: bytes) -> Game:
        """The game that is wished for, checked against its title; where no board is named, the secret draws one."""
        title = title_of(self.titles, wish, self.levels(wish.title))
        map_name = board_of(title, wish, secret)
        try:
            return self.game(wish.title, len(wish.seats), map_name, wish.options)
        except NotationError as error:
            raise unreadable(wish.title, error.code, error.details) from error

    def _seats(self, wish: Wish) -> list[Seat]:
        found: list[Seat] = []
        names = [name for name in NEIGHBOURS if name != self.me.name]
        for number, seat in enumerate(wish.seats):
            bot, mine = seat["kind"] == "bot", seat["kind"] == "me"
            name = "" if bot else self.me.name if mine else names[number % len(names)]
            level = seat.get("level", "random") if bot else ""
            user = ME if mine else None
            found.append(Seat(number, "bot" if bot else "human", level, name, user, None, "", [], ""))
        return found

    def look_again(self, room: Room) -> None:
        """With whose eyes the device looks now: those of the person who is asked, else of whoever was asked last."""
        people = [seat.seat for seat in room.seats if seat.kind == "human" and not seat.stand_in]
        if room.meta.turn in people:
            eyes: int | None = room.meta.turn
        else:
            before = room.seat_of(ME)
            mine = [seat for seat in people if room.seats[seat].user_id == ME]
            eyes = before if before in people else next(iter(mine or people), None)
        if eyes is None and room.seats:
            eyes = next((seat.seat for seat in room.seats if seat.kind == "human"), None)
        room.passes = {ME: Pass(eyes, ())}

    def shared(self, room: Room) -> bool:
        """Do several people sit around the device?"""
        return sum(1 for seat in room.seats if seat.kind == "human") > 1

    # Moves

    def work_on(self, room: Room) -> moves.Work:
        """A copy to work on, with events for everybody who may look next."""
        people = {seat.seat for seat in room.seats if seat.kind == "human"}
        return moves.Work(room, people | {room.seat_of(ME)}, time.time())

    def keep(self, room: Room, work: moves.Work) -> Pages:
        """What was worked out is the position from now on; everybody who looks is told."""
        before = room.seq
        moves.take_in(room, work.rows, work.state, moves.outcome(room, work.rows, work.state, work.who, work.now))
        for seat in work.used:
            room.seats[seat].orders = plans.without_plan(room.seats[seat].orders)
        if room.seq // EVERY > before // EVERY and room.snapshots is not None:
            room.snapshots[room.seq] = json.dumps(work.state.dump())
        self.touch(room.id)
        self.look_again(room)
        return self.pages(room, work.told)

    def end(self, room: Room, status: str, winners: list[int]) -> None:
        """A game ends beside the rules: given up or aborted."""
        ended = "resign" if winners else "abort"
        room.meta.status, room.meta.result = status, {"scores": None, "winners": winners, "ended": ended}
        room.meta.updated = time.time()
        self.touch(room.id)

    def show_table(self, room: Room) -> None:
        """Everybody who looks sees who plays and how it stands."""
        self.touch(room.id)
        for line in self.looking(room):
            self.send(line, "table", self.around(room))

    def pages(self, room: Room, told: list[Told]) -> Pages:
        return Pages(room, told, time.time())

    def send(self, line: Line, kind: str, data: object) -> None:
        """One packet over a line."""
        line.deliver(packets.packet(self.rooms[line.room].seq, kind, data).decode())

    def looking(self, room: Room) -> list[Line]:
        return [line for line in self.lines.values() if line.room == room.id]

    def connect(self, line: Line) -> int:
        """The number of a new line."""
        self._opened += 1
        self.lines[self._opened] = line
        return self._opened

    # What is still to be done

    def work(self) -> str:
        """Do one portion of what is to be done, and say what it was: a bot's `answer`, first where somebody looks, or
        some `more` of what was begun. Empty: nothing is left to do."""
        cards = [(game, card) for game in self.games() if (card := self.card(game)) is not None]
        looked_at = {line.room for line in self.lines.values()}
        waiting = [game for game, card in cards if card.waits and game not in self.stuck]
        if waiting:
            game = min(waiting, key=lambda game: game not in looked_at)
            try:
                self.bot_answers(self.room(game))
            except Asleep:
                raise
            except Exception:  # it is asked again when something happens at this table; the others go on
                traceback.print_exc()
                self.stuck.add(game)
            return "answer"
        for name, task in self.tasks.items():
            if not portion_of(task):
                del self.tasks[name]
            return "more"
        for game, card in cards:
            if game not in self.plays and card.entry["status"] == "over":
                self.count(self.room(game))
                return "more"
        return ""

    def count(self, room: Room) -> None:
        """What a game that is over adds to the statistics, and to the works that were played in it."""
        rows: list[dict[str, Any]] = []
        if room.meta.result is not None and room.meta.result["scores"] is not None and played.counts(room):
            try:
                rows, works = played.played(room, room.game, self.titles[room.meta.title])
            except Exception:  # a log can be wrong in as many ways as there are rules
                works = []
            for mark, won in works:
                for work in self.works.values():
                    if (work.title, work.fingerprint) == (room.meta.title, mark):
                        work.plays, work.won = work.plays + 1, work.won + won
                        self.touch(work.key)
        self.plays[room.id] = rows
        self.touch(PLAYS + room.id)

    def begin(self, portion: Callable[[], bool]) -> str:
        """The name of a new task."""
        self._begun += 1
        name = f"flow {self._begun}"
        self.tasks[name] = portion
        return name

    def waits_for_bot(self, room: Room) -> bool:
        return room.meta.status == LIVE and room.meta.turn >= 0 and room.seats[room.meta.turn].by_bot

    def bot_answers(self, room: Room) -> None:
        """Let the bot that is asked answer, through the same door as everybody."""
        seat = room.meta.turn
        text, reason = self.advised(room, seat, room.seats[seat].level or "greedy")
        work = self.work_on(room)
        moves.carry_out(work, seat, [text], None, "bot", reason)
        self.tell(room, self.keep(room, work))

    def advised(self, room: Room, seat: int, level: str) -> tuple[str, str]:
        """What a bot of this level would do for `seat`, from what that seat may see at this table, and why."""
        chosen = level if level in self.levels(room.meta.title) else "greedy"
        seed = chance.derived(room.meta.secret, f"bot {room.seq}")
        key = (f"{room.id} {chosen}", seat)
        bot = None if self.simulations else self._bots.pop(key, None)
        bot = bot or bots.make(chosen, room.meta.title, seed, self.simulations)
        self._bots[key] = bot
        while len(self._bots) > MOST_BOTS:
            self._bots.popitem(last=False)
        known = courtesy.guessed(room.game, room.state, seat, room.meta.coins)
        action, reason = bot.choose(known, seat, BUDGET_S)
        return known.text(action), reason

    def tell(self, room: Room, pages: Pages) -> None:
        """Send everybody who looks what happened, with the eyes of whoever is asked now."""
        viewer = room.seat_of(ME)
        for line in self.looking(room):
            if line.viewer != viewer:
                line.viewer = viewer
                self.send(line, "table", self.around(room))
            line.told = pages.seq
            line.deliver(pages.packet(viewer).decode())

    def around(self, room: Room) -> dict[str, object]:
        """The table around the board, as it goes over a line."""
        return page.table(room, room.seat_of(ME), time.time())

    def present(self, room: Room) -> dict[str, object]:
        """Whoever plays is at the device, whoever looks at it just now."""
        people = [seat.seat for seat in room.seats if seat.kind == "human" and not seat.stand_in]
        return {"seats": people, "watching": 0}

    def table(self, room: Room) -> dict[str, object]:
        """The same as the answer to a request."""
        return {**self.around(room), "seq": room.seq, "present": self.present(room), "host": True}


def portion_of(task: Callable[[], bool]) -> bool:
    """Do some of what takes its time; is there more? What goes wrong on the way ends that alone."""
    try:
        return task()
    except Exception:
        traceback.print_exc()
        return False
