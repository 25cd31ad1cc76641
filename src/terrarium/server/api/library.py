"""What can be played: titles, rules, words, bots' levels; and the statistics of what was played."""

from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from terrarium.kernel.contract import Title
from terrarium.server import words
from terrarium.server.api import models
from terrarium.server.api.common import answer, described, hall_of, language, person
from terrarium.server.errors import Problem
from terrarium.server.people import stats
from terrarium.server.shelf import rulebook, shown

router = APIRouter(tags=["library"])
TitleId = Annotated[str, Path(max_length=40, pattern="^[a-z0-9-]+$")]
StatementId = Annotated[str, Path(max_length=80, pattern="^[a-z0-9._-]+$")]


def _title(request: Request, title: str) -> Title:
    found = hall_of(request).titles.get(title)
    if found is None:
        raise Problem(404, "no_title", title=title)
    return found


@router.get("/titles", responses={200: {"model": models.Titles}, **described()})
async def titles(request: Request) -> Response:
    """Every title of the catalogue."""
    lang = await language(request)
    return answer({"titles": [shown(title, lang) for title in hall_of(request).titles.values()]})


@router.get("/elsewhere", responses={200: {"model": models.Elsewhere}, **described()})
async def elsewhere(request: Request) -> Response:
    """Where else one can play: the address of Terrarium in a tab, if it is given out here."""
    return answer({"tab": None if request.app.state.tab is None else "/tab/"})


@router.get("/titles/{title}", responses={200: {"model": models.TitleInfo}, **described(404)})
async def one_title(request: Request, title: TitleId) -> Response:
    """One title: players, maps, options, races, powers, bots."""
    return answer(shown(_title(request, title), await language(request)))


@router.get("/titles/{title}/rules", responses={200: {"model": models.Rules}, **described(404)})
async def rules(request: Request, title: TitleId) -> Response:
    """The living rulebook: its chapters in the order in which they are read, every statement with its id, chapter and
    text, and the tables that belong to it."""
    found = _title(request, title)
    lang = await language(request)
    book = rulebook(title)
    told = [one.as_dict(lang) for one in book.statements]
    sheets = [sheet.told(lambda key, args: words.spoken(lang, key, args, title)) for sheet in found.sheets()]
    return answer({"title": title, "lang": lang, "chapters": book.chapters, "rules": told, "tables": sheets})


@router.get("/titles/{title}/rules/{statement}", responses={200: {"model": models.Rule}, **described(404)})
async def one_rule(request: Request, title: TitleId, statement: StatementId) -> Response:
    """One statement, for the `rule` of a refusal or an event. In a mixed game it may stand in another title's book."""
    _title(request, title)
    lang = await language(request)
    for book in (title, *hall_of(request).titles):
        found = rulebook(book).by_id.get(statement)
        if found is not None:
            return answer({"title": book, "lang": lang, "rule": found.as_dict(lang)})
    raise Problem(404, "no_rule", rule=statement)


@router.get("/words/{lang}", responses={200: {"model": models.Words}, **described(404)})
async def catalogue(
    request: Request, lang: Annotated[str, Path(max_length=10)], title: Annotated[str, Query(max_length=40)] = ""
) -> Response:
    """Every message of one language, those of a title included, for programs that speak to people."""
    if lang not in words.LANGUAGES:
        raise Problem(404, "not_found")
    if title:
        _title(request, title)
    return answer({"lang": lang, "words": words.messages(lang, title)})


@router.get("/titles/{title}/statistics", responses={200: {"model": models.Figures}, **described(401, 404)})
async def statistics(
    request: Request, title: TitleId, players: Annotated[int | None, Query(ge=1, le=8)] = None, mine: bool = False
) -> Response:
    """How seats, races and powers have done in finished games, everybody's or mine."""
    _title(request, title)
    user_id = (await person(request)).user_id if mine else None
    return answer({"title": title, "figures": await stats.figures(hall_of(request), title, players, user_id)})
