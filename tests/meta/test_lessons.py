"""Every lesson is played: its position loads, right answers are legal, wrong ones get their sentence, and what the
rulebook calls the basics is taught."""

import re

import pytest

from terrarium import catalog, lessons
from terrarium.kernel.contract import CHANCE, OVER, State
from terrarium.lessons import Lesson, Step, fits
from terrarium.titles import LANGUAGES, records

BASICS = {
    "small-world": {"start", "pick", "expand", "conquest", "score", "decline", "powers", "appendix", "end"},
    "underground": {"setup", "components", "conquest", "things", "relics", "places", "races", "mixing"},
    "warcraft": {"conquest", "faction", "artifacts", "powers", "murlocs"},
    "terra-mystica": {
        "components", "rounds", "power", "spades", "special", "upgrades", "cults", "towns", "passing", "cards",
        "tiles", "factions", "end",
    },
}  # fmt: skip
"""The chapters a beginner needs; the second and third title of a family teach what they add to the first."""
COUNTS = {"small-world": 10, "underground": 6, "warcraft": 7, "terra-mystica": 10}
WINS = ("small-world", "warcraft", "terra-mystica")
"""Whose last lesson is the end of a game."""
ALL = [(title, lesson) for title in COUNTS for lesson in lessons.course(title).lessons]
EACH = pytest.mark.parametrize(("title", "lesson"), ALL, ids=[f"{title}/{lesson.id}" for title, lesson in ALL])
A_MINUTE = {"en": (re.compile(r"[\w’'-]+"), 200)}
"""How much of a language is read in a minute: words, and where nothing parts them characters."""
CHARACTERS = (re.compile(r"[\u3400-\u9fff]"), 300)
A_STEP_S = 10
MINUTES = 10
PATCHES = re.compile(r"pick \d|do [a-z_ ]+|act act\d|group [a-z]+|cults|[A-I]\d+")


def settle(state: State, seat: int) -> None:
    """Let chance fall and others answer plainly until this seat has something to decide."""
    while state.current_player() not in (seat, OVER) or (state.current_player() == seat and forced(state)):
        if state.current_player() == CHANCE:
            state.apply(state.chance_outcomes()[0][0])
        else:
            texts = {state.text(action): action for action in state.legal_actions()}
            plain = [text for text in texts if text.split()[0] in ("stop", "pass", "leech", "done", "no")]
            state.apply(texts[(plain or list(texts))[-1]])


def forced(state: State) -> bool:
    return len(state.legal_actions()) == 1


def legal(state: State) -> list[str]:
    return [state.text(action) for action in state.legal_actions()]


def answers(state: State, step: Step) -> list[str]:
    """Right answers as they may be sent: those written out, and every legal one that fits."""
    whole = [pattern for pattern in step.right if "*" not in pattern and " " in pattern and ":" in pattern]
    return whole + [text for text in legal(state) if fits(text, step.right)]


def play(state: State, line: str, seat: int) -> None:
    """One line as the browser sends it; what it leaves open of a distribution is answered with nothing more."""
    asked = state.view(seat)["ask"]
    for action in state.expand(line):
        if state.current_player() != seat or action not in state.legal_actions():
            break
        state.apply(action)
    while state.current_player() == seat and "deploy" in str(asked) and "deploy" in str(state.view(seat)["ask"]):
        state.apply(state.legal_actions()[-1])
    settle(state, seat)


def test_every_title_has_its_lessons() -> None:
    assert {title: len(lessons.course(title).lessons) for title in records()} == COUNTS
    for title in COUNTS:
        ids = [lesson.id for lesson in lessons.course(title).lessons]
        assert len(ids) == len(set(ids))


@pytest.mark.parametrize("title", COUNTS)
def test_the_basics_are_taught(title: str) -> None:
    book = catalog.rulebook(title)
    taught = {book.by_id[id].chapter for lesson in lessons.course(title).lessons for id in lesson.teaches}
    assert BASICS[title] <= taught, BASICS[title] - taught


@EACH
def test_a_lesson_is_played_through(title: str, lesson: Lesson) -> None:
    game, state = catalog.read_position(lesson.position)
    assert game.title == title
    for step in lesson.steps:
        assert state.current_player() == lesson.seat, f"nobody asks me: {state.view(lesson.seat)['ask']}"
        right = answers(state, step)
        assert right, f"none of {step.right} is legal: {legal(state)}"
        for move in right:
            for action in state.expand(move):
                assert state.why_illegal(action) is None or len(state.expand(move)) > 1, move
            assert step.verdict(move) == (True, step.good)
        wrong = [text for text in legal(state) if not fits(text, step.right) and not text.startswith("deploy")]
        assert all(step.verdict(text)[0] is False for text in wrong)
        for slip in step.slips:
            assert slip.move in wrong, f"{slip.move} cannot be tried"
            assert step.verdict(slip.move) == (False, slip.texts)
        if wrong:
            assert any(step.verdict(text)[1] == step.bad for text in wrong) or len(wrong) == len(step.slips)
        play(state, right[0], lesson.seat)
    if title in WINS and lesson is lessons.course(title).lessons[-1]:
        while state.current_player() != OVER:
            play(state, legal(state)[-1], lesson.seat)
        assert lesson.seat in state.winners(), "the last lesson is a small win"


@EACH
def test_a_lesson_points_at_what_there_is(title: str, lesson: Lesson) -> None:
    _, state = catalog.read_position(lesson.position)
    view = state.view(lesson.seat)
    places = view.get("regions") or view.get("hexes")
    assert isinstance(places, list)
    known = {place["id"] if "id" in place else place["hex"] for place in places}
    for step in lesson.steps:
        for target in step.glow:
            assert target in known or PATCHES.fullmatch(str(target)), target
        for arrow in step.arrows:
            assert len(arrow) == 2
            assert set(arrow) <= known


@EACH
def test_a_lesson_speaks_every_language(title: str, lesson: Lesson) -> None:
    said = [lesson.name]
    for step in lesson.steps:
        said += [step.say, step.do, step.good, step.bad, *(slip.texts for slip in step.slips)]
    for texts in said:
        assert set(texts) == set(LANGUAGES)
        assert all(text.strip() == text and text for text in texts.values())
        assert len(set(texts.values())) > 1, "not translated"
        assert len(texts["en"]) <= 260, "a panel, not a page"
        assert not set("這們個過時從還將對發現區標") & set(texts["zh-Hans"])
        assert not set("这们个过时从还将对发现区标") & set(texts["zh-Hant"])
    assert len(lesson.told("en")["name"]) <= 45  # type: ignore[arg-type]


def test_a_lesson_with_a_wrong_answer_listed_as_right_is_found() -> None:
    """The test above can fail: an answer nobody may give is none."""
    lesson = lessons.course("small-world").lessons[0]
    _, state = catalog.read_position(lesson.position)
    texts = dict.fromkeys(LANGUAGES, "x")
    assert answers(state, Step(["conquer 3"], texts, texts, texts, texts)) == []


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("title", COUNTS)
def test_a_course_is_gone_through_in_ten_minutes(title: str, lang: str) -> None:
    """By a stranger who reads everything and answers every step wrongly once."""
    pattern, pace = A_MINUTE.get(lang, CHARACTERS)
    steps = [step for lesson in lessons.course(title).lessons for step in lesson.steps]
    read = [text[lang] for step in steps for text in (step.say, step.do, step.good, step.bad)]
    amount = sum(len(pattern.findall(text)) for text in read)
    assert amount > len(steps), "something is read"
    assert amount / pace + len(steps) * A_STEP_S / 60 <= MINUTES
