"""A study's tree: moves tried from a first position, each with what somebody wrote and drew at it.

A node is one action after another node; its number is higher than that of the node it follows. The rules decide what
may follow; what chance decides is drawn here like a table's (from the position and the moves that led there, never from
a game's secret), and every other outcome may be tried too.
"""

import hashlib
from collections.abc import Iterator

import msgspec

from terrarium.kernel.contract import CHANCE, OVER, SPECTATOR, Event, Game, NotationError, State
from terrarium.server.errors import Problem, refused
from terrarium.server.room import chance
from terrarium.server.room.moves import expand
from terrarium.server.store.rows import Row

MOST_NODES = 3000
MOST_BYTES = 400_000
"""Of a tree as it is kept."""
MOST_NOTE = 2000
MOST_ARROWS = 30
MOST_STEPS = 200
"""Automatic steps after one move."""
CHOSEN, DRAWN, FORCED = "chosen", "chance", "forced"
Spot = int | str


class Node(msgspec.Struct, omit_defaults=True):
    """A move in a study; the first node has none."""

    id: int
    up: int = -1
    move: str = ""
    how: str = CHOSEN
    note: str = ""
    arrows: list[tuple[Spot, Spot]] = []
    """From place to place; from a place to itself: a ring round it."""


class Told:
    """A node with what its move brought; `state` is the position before it, `who` answered there."""

    def __init__(self, node: Node, state: State, who: int, events: list[Event]) -> None:
        self.node = node
        self.state = state
        self.who = who
        self.events = events


class Tree:
    """All that was tried from one position."""

    def __init__(self, game: Game, start: State, nodes: list[Node], seed: str) -> None:
        self.game = game
        self.start = start
        self.nodes = {node.id: node for node in nodes}
        self.seed = seed

    def node(self, number: int) -> Node:
        found = self.nodes.get(number)
        if found is None:
            raise Problem(404, "no_node")
        return found

    def below(self, number: int) -> list[Node]:
        """What was tried at a node, in the order in which it was."""
        return [node for node in self.nodes.values() if node.up == number]

    def path(self, number: int) -> list[Node]:
        """The moves from the first position to this node."""
        found = [self.node(number)]
        while found[-1].up >= 0:
            found.append(self.node(found[-1].up))
        return found[::-1][1:]

    def state_at(self, number: int) -> State:
        state = self.start.clone()
        for node in self.path(number):
            _follow(state, node)
        return state

    def told(self) -> Iterator[Told]:
        """Every node but the first, with what its move brought; what today's rules cannot follow any more is left
        out, with all that comes after it."""
        below: dict[int, list[Node]] = {}
        for node in self.nodes.values():
            below.setdefault(node.up, []).append(node)
        open_: list[tuple[Node, State]] = [(node, self.start) for node in reversed(below.get(0, []))]
        while open_:
            node, before = open_.pop()
            state = before.clone()
            state.watch()
            who = state.current_player()
            try:
                _follow(state, node)
            except Problem:
                continue
            yield Told(node, before, who, state.events(SPECTATOR))
            state.forget_events()
            open_ += [(child, state) for child in reversed(below.get(node.id, []))]

    def play(self, at: int, texts: list[str]) -> int:
        """Try moves at a node; gives the node they lead to. A move that was tried there before is followed."""
        state = self.state_at(at)
        for text in texts:
            for action in expand(state, self.game.title, text):
                if state.current_player() == OVER:
                    raise Problem(409, "game_over")
                refusal = state.why_illegal(action)
                if refusal is not None:
                    raise refused(self.game.title, refusal)
                at = self._step(at, state, action, DRAWN if state.current_player() == CHANCE else CHOSEN)
        return self._settle(at, state)

    def _settle(self, at: int, state: State) -> int:
        """Follow what needs nobody's decision: what was drawn here before, else a draw; the only answer there is."""
        for _ in range(MOST_STEPS):
            who = state.current_player()
            if who == OVER:
                return at
            if who == CHANCE:
                known = self.below(at)
                path = self.path(at)
                secret = hashlib.sha256("\n".join([self.seed, *[node.move for node in path]]).encode()).digest()
                action = state.parse(known[0].move) if known else chance.draw(secret, len(path) + 1, state)
                at = self._step(at, state, action, DRAWN)
                continue
            legal = state.legal_actions()
            if len(legal) != 1:
                return at
            at = self._step(at, state, legal[0], FORCED)
        return at

    def _step(self, at: int, state: State, action: int, how: str) -> int:
        text = state.text(action)
        state.apply(action)
        for node in self.below(at):
            if node.move == text:
                return node.id
        number = max(self.nodes) + 1
        self.nodes[number] = Node(number, at, text, how)
        return number

    def drop(self, number: int) -> int:
        """Take a node away with all that follows it; gives the node it followed."""
        up = self.node(number).up
        if up < 0:
            raise Problem(422, "bad_request", what="node")
        gone = {number}
        # A node's number is higher than that of the one it follows.
        for node in sorted(self.nodes.values(), key=lambda node: node.id):
            if node.up in gone:
                gone.add(node.id)
        self.nodes = {id: node for id, node in self.nodes.items() if id not in gone}
        return up

    def kept(self) -> str:
        """The tree as it is stored; Problem where it has grown too large."""
        data = msgspec.json.encode(list(self.nodes.values()))
        if len(self.nodes) > MOST_NODES or len(data) > MOST_BYTES:
            raise Problem(409, "study_full")
        return data.decode()


def _follow(state: State, node: Node) -> None:
    try:
        action = state.parse(node.move)
    except NotationError as error:
        raise Problem(409, "history_changed") from error
    if state.current_player() == OVER or state.why_illegal(action) is not None:
        raise Problem(409, "history_changed")
    state.apply(action)


def read_nodes(data: str) -> list[Node]:
    return msgspec.json.decode(data, type=list[Node])


def nodes_of(rows: list[Row]) -> list[Node]:
    """The tree of a game as it was played: one line."""
    found = [Node(0)]
    for row in rows:
        how = DRAWN if row.how == "chance" else FORCED if row.how in ("forced", "order") else CHOSEN
        found.append(Node(len(found), len(found) - 1, row.text, how))
    return found
