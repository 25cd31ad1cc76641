"""Studies: a game or a position as a tree of variations, with comments and arrows; a link shows it to anybody."""

import time
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Path, Query, Request
from pydantic import BaseModel, Field
from starlette.responses import Response

from terrarium import courtesy
from terrarium.kernel import notation
from terrarium.kernel.contract import CHANCE, SPECTATOR, State
from terrarium.server import words as sentences
from terrarium.server.api import models
from terrarium.server.api.common import answer, described, hall_of, language, limited, person, person_or_none, spend
from terrarium.server.api.maps import TableMap, house_map
from terrarium.server.api.workshop import Guests, guests_in
from terrarium.server.bots.telling import choice_of
from terrarium.server.errors import Problem, refused
from terrarium.server.people import studies
from terrarium.server.people.names import clean_text
from terrarium.server.people.sessions import Person
from terrarium.server.room import archive, moves
from terrarium.server.room.admission import admit_to_board, ended, horizon
from terrarium.server.room.hall import Hall
from terrarium.server.room.variations import CHOSEN, MOST_ARROWS, MOST_NOTE, Node, Told, Tree, nodes_of, read_nodes
from terrarium.server.store.rows import line_at
from terrarium.words import Words
from terrarium.words.moves import spell

router = APIRouter(tags=["studies"])
MOST_TEXT = 200_000
StudyId = Annotated[str, Path(min_length=studies.LENGTH, max_length=studies.LENGTH, pattern="^[a-z2-9]+$")]
NodeId = Annotated[int, Path(ge=0, le=10**6)]
Name = Annotated[str, Field(max_length=studies.MOST_NAME)]
Spot = (
    Annotated[int, Field(ge=0, le=200)] | Annotated[str, Field(min_length=1, max_length=12, pattern="^[A-Za-z0-9-]+$")]
)


class StudyWish(models.Body):
    """Of a game (`game`, where it runs still: of the position after row `at`), or of a pasted position or record."""

    game: Annotated[str, Field(min_length=14, max_length=14, pattern="^[a-z2-9]+$")] | None = None
    at: Annotated[int, Field(ge=0, le=10**6)] | None = None
    text: Annotated[str, Field(max_length=MOST_TEXT)] | None = None
    name: Name = ""


class StudyName(models.Body):
    name: Name


class Tried(models.Body):
    moves: Annotated[list[Annotated[str, Field(min_length=1, max_length=200)]], Field(min_length=1, max_length=60)]


class Written(models.Body):
    """What stands at a node: a comment, arrows from place to place; from a place to itself it is a ring."""

    note: Annotated[str, Field(max_length=MOST_NOTE)] = ""
    arrows: Annotated[list[tuple[Spot, Spot]], Field(max_length=MOST_ARROWS, default_factory=list)]


class NodeInfo(BaseModel):
    id: int
    up: int
    who: int
    how: str
    text: str
    note: str
    arrows: list[tuple[int | str, int | str]]


class StudyEntry(BaseModel):
    id: str
    name: str
    title: str
    players: int
    created: float
    updated: float


class StudyList(BaseModel):
    studies: list[StudyEntry]


class StudyInfo(StudyEntry):
    map: str
    options: dict[str, str]
    author: str
    mine: bool
    copied: str | None
    taken_down: bool
    nodes: list[NodeInfo]
    last: int
    """The node that the change led to; the first one where nothing was changed."""


class Outcome(BaseModel):
    """What chance may bring here: the move to send, and what it says."""

    move: str
    text: str


class NodePage(BaseModel):
    """The position at a node. All of it lies open: a study knows nothing that its maker was not to know."""

    id: int
    player: int
    view: dict[str, Any]
    choices: list[dict[str, Any]]
    draws: list[Outcome]


class NodeLine(BaseModel):
    line: str


class Labels:
    """What moves are called in one language."""

    def __init__(self, lang: str, title: str) -> None:
        self.lang = lang
        self.title = title
        self.words = Words(lang, title)

    def of(self, told: Told) -> str:
        """A choice by what it says; what chance brought by what happened then."""
        if told.node.how == CHOSEN and told.who >= 0:
            found: Any = choice_of(told.state, told.who, told.node.move)
            return spell(self.words, found["text"], found["verb"], found["facts"])
        for event in told.events:
            args = {"seat": event.seat, "cause": event.cause, **event.args}
            said = sentences.spoken(self.lang, "event." + event.code, args, self.title)
            if said:
                return said
        return self.named(told.node.move)

    def named(self, move: str) -> str:
        """A draw of which nothing is told yet: what was drawn."""
        return self.words.name(move.rpartition(" ")[2])

    def draws(self, state: State) -> list[dict[str, str]]:
        if state.current_player() != CHANCE:
            return []
        found = []
        for action, _ in sorted(state.chance_outcomes()):
            copy = state.clone()
            copy.watch()
            text = copy.text(action)
            copy.apply(action)
            node = Node(0, 0, text, "chance")
            found.append({"move": text, "text": self.of(Told(node, state, CHANCE, copy.events(SPECTATOR)))})
        return found


def entry(row: Any) -> dict[str, Any]:
    return {name: row._mapping[name] for name in ("id", "name", "title", "players", "created", "updated")}


def whole(tree: Tree, row: Any, lang: str, user_id: int | None, last: int) -> dict[str, Any]:
    """A study with every node in words."""
    labels = Labels(lang, row.title)
    first = tree.nodes[0]
    nodes = [{"id": 0, "up": -1, "who": SPECTATOR, "how": "", "text": "", "note": first.note, "arrows": first.arrows}]
    for told in tree.told():
        node = told.node
        shown = {"id": node.id, "up": node.up, "who": told.who, "how": node.how, "text": labels.of(told)}
        nodes.append({**shown, "note": node.note, "arrows": node.arrows})
    return {
        **entry(row),
        "map": row.map_name,
        "options": row.options,
        "author": row.author,
        "mine": row.user_id == user_id,
        "copied": row.copied,
        "taken_down": row.taken_down is not None,
        "nodes": nodes,
        "last": last,
    }


async def told(request: Request, row: Any, user_id: int | None, last: int = 0, status: int = 200) -> Response:
    hall, lang = hall_of(request), await language(request)

    def work() -> dict[str, Any]:
        return whole(studies.tree_of(hall, row), row, lang, user_id, last)

    return answer(await _beside(hall, work), status)


async def _beside(hall: Hall, work: Any) -> Any:
    """Worked out beside the event loop: a tree may be long."""
    try:
        return await hall.past.pool.run(work)
    except TimeoutError as error:
        raise Problem(503, "busy") from error


async def _reader(request: Request, study: str) -> tuple[Any, int | None]:
    who = await person_or_none(request)
    user_id = None if who is None else who.user_id
    return await studies.show(hall_of(request), study, user_id), user_id


async def _writer(request: Request, study: str) -> tuple[Any, Person]:
    who = await person(request)
    limited(request, "study")
    return await studies.mine(hall_of(request), who, study), who


@router.get("/studies", responses={200: {"model": StudyList}, **described(401)})
async def listed(request: Request) -> Response:
    """My studies, the last changed first."""
    found = await studies.listed(hall_of(request), await person(request))
    return answer({"studies": [entry(row) for row in found]})


@router.post("/studies", status_code=201, responses={201: {"model": StudyInfo}, **described(401, 403, 404, 409)})
async def begin(request: Request, body: StudyWish) -> Response:
    """A study of a finished game, of a position of a running one as I may see it, or of what a pasted text spells."""
    who = await person(request)
    limited(request, "study")
    spend(request, who, "study")
    hall = hall_of(request)
    if body.game is not None:
        beginning, last = await _of_game(hall, who, body.game, body.at)
    elif body.text:
        read = await archive.read_text(hall, body.text)
        rows = [read.rows[seq - 1] for seq in line_at(read.rows, len(read.rows))]
        beginning = studies.Beginning(read.title, read.players, read.map_name, read.options, read.start, nodes_of(rows))
        last = 0
    else:
        raise Problem(422, "bad_request", what="game")
    row = await studies.begin(hall, who, beginning, body.name)
    return await told(request, row, who.user_id, last, 201)


async def _of_game(hall: Hall, who: Person, game: str, at: int | None) -> tuple[studies.Beginning, int]:
    """All of a finished game, and the node after row `at`; of a running one the position alone, without what others
    hide from whoever asks."""
    room = await hall.rooms.get(game)
    viewer = admit_to_board(room, who)
    seen = horizon(room, viewer, time.time())
    seq = seen if at is None else at
    if seq > seen:
        raise Problem(404, "no_position", seq=seq, last=seen)
    meta = room.meta
    head = (meta.title, meta.players, meta.map_name, dict(meta.options))
    if ended(room, viewer, time.time()):
        line = room.line
        rows = [room.rows[number - 1] for number in line]
        return studies.Beginning(*head, meta.start, nodes_of(rows)), sum(number <= seq for number in line)
    state = courtesy.copy(room.game, await hall.past.position(room, seq), viewer, meta.coins)
    start = msgspec.json.encode(state.dump()).decode()
    return studies.Beginning(*head, start, [Node(0)]), 0


@router.get("/studies/{study}", responses={200: {"model": StudyInfo}, **described(401, 404, 409)})
async def show(request: Request, study: StudyId) -> Response:
    """A study, for whoever has its number."""
    row, user_id = await _reader(request, study)
    return await told(request, row, user_id)


@router.put("/studies/{study}", responses={200: {"model": StudyEntry}, **described(401, 403, 404, 409)})
async def rename(request: Request, study: StudyId, body: StudyName) -> Response:
    """Another name for a study of mine."""
    row, _ = await _writer(request, study)
    return answer(entry(await studies.change(hall_of(request), row, name=studies.named(body.name))))


@router.delete("/studies/{study}", responses={200: {"model": models.Ok}, **described(401, 403, 404)})
async def drop(request: Request, study: StudyId) -> Response:
    """Keep a study of mine here no longer."""
    row, _ = await _writer(request, study)
    await studies.drop(hall_of(request), row)
    return answer({"ok": True})


@router.get("/studies/{study}/units", responses={200: {"model": Guests}, **described(401, 404)})
async def guests(request: Request, study: StudyId) -> Response:
    """The units of somebody's own in a study, as a table tells them."""
    row, _ = await _reader(request, study)
    return answer(guests_in(row.options, row.title, await language(request)))


@router.get("/studies/{study}/map", responses={200: {"model": TableMap}, **described(401, 404)})
async def board(request: Request, study: StudyId) -> Response:
    """The map of somebody's own in a study: its name and its outlines."""
    row, _ = await _reader(request, study)
    return answer(await house_map(request, row.options, row.title))


@router.post(
    "/studies/{study}/copy", status_code=201, responses={201: {"model": StudyInfo}, **described(401, 404, 409)}
)
async def copy(request: Request, study: StudyId) -> Response:
    """The same study as one of mine, to go on with."""
    who = await person(request)
    limited(request, "study")
    spend(request, who, "study")
    hall = hall_of(request)
    row = await studies.show(hall, study, who.user_id)
    head = (row.title, row.players, row.map_name, row.options, row.start)
    beginning = studies.Beginning(*head, read_nodes(row.nodes))
    made = await studies.begin(hall, who, beginning, row.name, row.id)
    return await told(request, made, who.user_id, 0, 201)


@router.get("/studies/{study}/nodes/{node}", responses={200: {"model": NodePage}, **described(401, 404, 409)})
async def position(request: Request, study: StudyId, node: NodeId) -> Response:
    """The position at a node, with every answer that may be given there."""
    row, _ = await _reader(request, study)
    hall, lang = hall_of(request), await language(request)

    def work() -> dict[str, Any]:
        state = studies.tree_of(hall, row).state_at(node)
        who = state.current_player()
        choices = [choice.as_dict() for choice in state.choices(who)] if who >= 0 else []
        page = {"id": node, "player": who, "view": courtesy.view(state, SPECTATOR, courtesy.OPEN), "choices": choices}
        return {**page, "draws": Labels(lang, row.title).draws(state)}

    return answer(await _beside(hall, work))


@router.get("/studies/{study}/nodes/{node}/line", responses={200: {"model": NodeLine}, **described(401, 404, 409)})
async def line(request: Request, study: StudyId, node: NodeId) -> Response:
    """The position at a node as one line of text."""
    row, _ = await _reader(request, study)
    hall = hall_of(request)
    usual = {option.name: option.default for option in hall.titles[row.title].options}

    def work() -> str:
        tree = studies.tree_of(hall, row)
        return notation.write_position(tree.game, tree.state_at(node), usual)

    return answer({"line": await _beside(hall, work)})


@router.get("/studies/{study}/nodes/{node}/why", responses={200: {"model": models.Why}, **described(401, 404, 409)})
async def why(
    request: Request, study: StudyId, node: NodeId, move: Annotated[str, Query(min_length=1, max_length=200)]
) -> Response:
    """May this be played here? If not, the reason and its rule; if so, what it costs and why."""
    row, _ = await _reader(request, study)
    hall, lang = hall_of(request), await language(request)

    def work() -> dict[str, Any]:
        state = studies.tree_of(hall, row).state_at(node)
        actions = moves.expand(state, row.title, move)
        refusal = state.why_illegal(actions[0]) if actions else None
        problem = None
        if refusal is not None:
            found = refused(row.title, refusal)
            problem = found.body(sentences.sentence(lang, found.key, found.args_, found.title))["error"]
        price = state.explain(actions[0]) if actions and refusal is None else []
        return {"legal": bool(actions) and refusal is None, "refusal": problem, "price": price}

    return answer(await _beside(hall, work))


@router.post("/studies/{study}/nodes/{node}", responses={200: {"model": StudyInfo}, **described(401, 403, 404, 409)})
async def attempt(request: Request, study: StudyId, node: NodeId, body: Tried) -> Response:
    """Try moves at a node of a study of mine. What the rules forbid is refused with their reason; what chance decides
    is drawn, unless the move itself says what is drawn."""
    row, who = await _writer(request, study)
    hall = hall_of(request)

    def work() -> tuple[int, str]:
        tree = studies.tree_of(hall, row)
        last = tree.play(node, body.moves)
        return last, tree.kept()

    last, nodes = await _beside(hall, work)
    changed = row if nodes == row.nodes else await studies.change(hall, row, nodes=nodes)
    return await told(request, changed, who.user_id, last)


@router.put("/studies/{study}/nodes/{node}", responses={200: {"model": models.Ok}, **described(401, 403, 404, 409)})
async def write(request: Request, study: StudyId, node: NodeId, body: Written) -> Response:
    """Another comment and other arrows at a node of a study of mine."""
    row, _ = await _writer(request, study)
    hall = hall_of(request)
    tree = studies.tree_of(hall, row)
    found = tree.node(node)
    found.note = "\n".join(clean_text(line) for line in body.note.splitlines()).strip()
    found.arrows = list(body.arrows)
    await studies.change(hall, row, nodes=tree.kept())
    return answer({"ok": True})


@router.delete("/studies/{study}/nodes/{node}", responses={200: {"model": StudyInfo}, **described(401, 403, 404, 409)})
async def cut(request: Request, study: StudyId, node: NodeId) -> Response:
    """Take a move out of a study of mine, with all that follows it."""
    row, who = await _writer(request, study)
    hall = hall_of(request)
    tree = studies.tree_of(hall, row)
    last = tree.drop(node)
    changed = await studies.change(hall, row, nodes=tree.kept())
    return await told(request, changed, who.user_id, last)
