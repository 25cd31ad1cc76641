"""Lessons in the browser: every one is taken by clicks, wrong answers are told and not played, leaving and coming back
goes on where one was, in three languages and at every size."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from terrarium import catalog, lessons
from terrarium.lessons import Lesson, fits
from terrarium.titles import LANGUAGES, records
from tests.web.browser import DESKTOP, FRAMES, PHONE, Person
from tests.web.conftest import OpenPage
from tests.web.mystic import CLICK_HEX

SIDEWAYS = {"width": 844, "height": 390}
UPRIGHT = {"width": 820, "height": 1180}


class Pupil(Person):
    """Somebody who takes lessons."""

    def begin(self, title: str, lesson: str) -> None:
        self.page.goto(f"{self.base}/learn/{title}/{lesson}")
        self.ready()

    def ready(self) -> None:
        self.wait(lambda s: s["line"] == "open" and s["mine"] and not s["pending"])
        expect(self.page.locator("[data-lesson]")).to_be_visible()
        if not self.mystic():
            self.wait(lambda s: s["drawn"])

    def mystic(self) -> bool:
        """Is it a lesson of Terra Mystica? Read once either board is there."""
        expect(self.page.locator(".mystica, [data-region]").first).to_be_attached()
        return self.page.locator(".mystica").count() > 0

    def at(self) -> int:
        return int(self.page.locator("[data-lesson]").get_attribute("data-step") or -1)

    def give(self, move: str) -> None:
        """A move by what the page offers for it."""
        verb, *rest = move.split()
        if self.mystic():
            self.give_mystic(move, verb, rest)
        elif verb == "pick":
            self.page.locator(f'[data-pick="{rest[0]}"]:visible').first.click()
            self.do("take")
        elif verb in ("conquer", "place"):
            self.click_region(int(rest[-1]))
        elif verb == "deploy":
            for part in rest:
                self.empty(int(part.partition(":")[0]))
            for part in rest:
                region, _, n = part.partition(":")
                for _ in range(int(n)):
                    self.click_region(int(region))
            self.do("confirm")
        else:
            self.do(move)
            self.sure()

    def empty(self, region: int) -> None:
        """Take up again what can be taken up there."""
        x, y = self.point(region)
        for _ in range(4):
            self.page.mouse.click(x, y, button="right")

    def give_mystic(self, move: str, verb: str, rest: list[str]) -> None:
        if verb in ("transform", "build", "upgrade"):
            choice, before = self.page.locator(f'.card [data-do="{move}"]'), (self.at(), self.said())
            self.page.evaluate(CLICK_HEX, rest[0].upper())
            self.wait(lambda _: choice.is_visible() or (self.at(), self.said()) != before)
            if choice.is_visible():
                choice.click()
            return
        direct = self.page.locator(f'[data-cult="{move}"]:visible, [data-do="{move}"]:visible')
        if not direct.count():
            group = {"action": "special" if rest == ["stronghold"] else "power"}.get(verb, verb)
            self.page.locator(f'[data-group="{group}"]').click()
        direct.first.click()
        if self.page.locator("[data-warned]").count():
            self.page.locator("[data-warned]").click()

    def said(self) -> str:
        said = self.page.locator("[data-said]")
        return said.inner_text() if said.count() else ""

    def told(self) -> str:
        """`good`, `bad` or nothing: how the last answer was taken."""
        said = self.page.locator("[data-said]")
        return said.get_attribute("data-said") or "" if said.count() else ""


def right_answer(title: str, lesson: Lesson, step: int, page: Page) -> str:
    """A right answer that the page offers now."""
    pattern = lesson.steps[step].right[0]
    if "*" not in pattern:
        return pattern
    if records()[title].table == "regions":
        legal = page.evaluate(
            "() => [...document.querySelectorAll('[data-region][data-legal]')].map((r) => r.dataset.region)"
        )
        return f"{pattern.split()[0]} {legal[0]}"
    if pattern.startswith("build"):
        legal = page.evaluate(
            "() => [...document.querySelectorAll('[data-hex][data-legal]')].map((r) => r.dataset.hex)"
        )
        return f"build {legal[0].lower()}"
    return {"send * 3": "send water 3", "town *": "town tw1"}[pattern]


def take(pupil: Pupil, title: str, lesson: Lesson) -> None:
    """All steps of a lesson, by clicks."""
    for n in range(pupil.at(), len(lesson.steps)):
        pupil.ready()
        assert pupil.at() == n
        if lesson.steps[n].right == ["deploy *"]:
            spread(pupil)
        else:
            pupil.give(right_answer(title, lesson, n, pupil.page))
        expect(pupil.page.locator("[data-lesson]")).to_have_attribute("data-step", str(n + 1))
        expect(pupil.page.locator("[data-said]")).to_have_attribute("data-said", "good")
    expect(pupil.page.locator("[data-lesson]")).to_have_attribute("data-done", "true")


def spread(pupil: Pupil) -> None:
    """Put what is left into one's own regions until it can be confirmed."""
    confirm = pupil.page.locator('[data-do="confirm"]:visible').first
    region = pupil.page.locator("[data-lesson]").get_attribute("data-lesson")
    own = {"last": 1, "coop": 2}[region or ""]
    while confirm.is_disabled():
        pupil.click_region(own)
        pupil.page.evaluate(FRAMES)
    confirm.click()


@pytest.mark.parametrize("title", records())
def test_every_lesson_is_taken_by_clicks(base: str, open_page: OpenPage, title: str) -> None:
    lang = LANGUAGES[list(records()).index(title) % len(LANGUAGES)]
    pupil = Pupil(open_page(lang=lang), base, "Ada")
    course = lessons.course(title).lessons
    pupil.begin(title, course[0].id)
    for n, lesson in enumerate(course):
        pupil.ready()
        expect(pupil.page.locator("[data-lesson]")).to_have_attribute("data-lesson", lesson.id)
        expect(pupil.page.locator("[data-lesson] h2")).to_have_text(lesson.name[lang])
        expect(pupil.page.locator("[data-lesson] .say")).to_have_text(lesson.steps[0].say[lang])
        if any(lesson.steps[0].glow):
            expect(pupil.page.locator("[data-lesson-marks], .lesson-lit").first).to_be_attached()
        take(pupil, title, lesson)
        expect(pupil.page.locator("[data-said]")).to_contain_text(lesson.steps[-1].good[lang])
        expect(pupil.page.locator(".dots .done").nth(n)).to_be_attached()
        pupil.page.locator("[data-next]").click()
    pupil.page.wait_for_url("**/learn")
    done = pupil.page.locator(f'[data-course="{title}"] li.done')
    expect(done).to_have_count(len(course))
    assert pupil.errors == []


def slips() -> list[tuple[str, str, str]]:
    """The first wrong answer with a sentence of its own of every title."""
    found: dict[str, tuple[str, str, str]] = {}
    for title in records():
        for lesson in lessons.course(title).lessons:
            for slip in lesson.steps[0].slips:
                found.setdefault(title, (title, lesson.id, slip.move))
    return list(found.values())


@pytest.mark.parametrize(("title", "id", "move"), slips())
def test_a_wrong_answer_is_told_and_not_played(base: str, open_page: OpenPage, title: str, id: str, move: str) -> None:
    pupil = Pupil(open_page(), base, "Ada")
    lesson = lessons.course(title).find(id)
    assert lesson is not None
    pupil.begin(title, id)
    seq = pupil.look()["seq"]
    pupil.give(move)
    expect(pupil.page.locator("[data-said=bad]")).to_have_text(lesson.steps[0].slips[0].texts["en"])
    assert pupil.look()["seq"] == seq
    assert pupil.at() == 0
    other = next(text for text in others(lesson) if text.split()[0] in ("conquer", "pick", "upgrade", "pass", "stop"))
    pupil.give(other)
    expect(pupil.page.locator("[data-said=bad]")).to_have_text(lesson.steps[0].bad["en"])
    assert pupil.look()["seq"] == seq
    take(pupil, title, lesson)


def others(lesson: Lesson) -> list[str]:
    """Wrong answers without a sentence of their own."""
    _, state = catalog.read_position(lesson.position)
    texts = [state.text(action) for action in state.legal_actions()]
    step = lesson.steps[0]
    return [text for text in texts if not fits(text, [*step.right, *(slip.move for slip in step.slips)])]


def test_one_leaves_and_comes_back(base: str, open_page: OpenPage) -> None:
    pupil = Pupil(open_page(), base, "Ada")
    lesson = lessons.course("underground").find("relic")
    assert lesson is not None
    pupil.begin("underground", "relic")
    pupil.give(lesson.steps[0].right[0])
    expect(pupil.page.locator("[data-lesson]")).to_have_attribute("data-step", "1")
    seq = pupil.look()["seq"]
    pupil.page.goto(base)
    expect(pupil.page.locator(".tables, .empty").first).to_be_visible()
    expect(pupil.page.locator(".tables li .btn")).to_have_count(0)  # a lesson is no game of one's own
    pupil.begin("underground", "relic")
    expect(pupil.page.locator("[data-lesson]")).to_have_attribute("data-step", "1")
    assert pupil.look()["seq"] == seq
    take(pupil, "underground", lesson)
    pupil.page.reload()
    expect(pupil.page.locator("[data-lesson]")).to_have_attribute("data-done", "true")
    pupil.page.get_by_role("button", name="Once more").click()
    expect(pupil.page.locator("[data-lesson]")).to_have_attribute("data-step", "0")
    pupil.ready()
    pupil.page.goto(f"{base}/learn")
    expect(pupil.page.locator('[data-course="underground"] li.done')).to_have_count(1)


def test_the_browser_remembers_where_the_server_does_not(base: str, open_page: OpenPage) -> None:
    """A guest whose session is gone is somebody new to the server; the browser still knows what was done."""
    pupil = Pupil(open_page(), base, "Ada")
    lesson = lessons.course("small-world").lessons[0]
    pupil.begin("small-world", lesson.id)
    take(pupil, "small-world", lesson)
    pupil.page.context.clear_cookies()
    pupil.page.goto(f"{base}/learn")
    expect(pupil.page.locator('[data-course="small-world"] li.done')).to_have_count(1)


def test_the_start_page_leads_to_the_lessons(base: str, open_page: OpenPage) -> None:
    page = open_page()
    page.goto(base)
    page.get_by_role("link", name="Learn by playing").click()
    page.wait_for_url("**/learn")
    page.locator('[data-course="small-world"]').get_by_role("link", name="Begin").click()
    page.wait_for_url("**/learn/small-world/pick")
    expect(page.locator(".lesson-lit")).to_have_attribute("data-pick", "2")


MAP = (
    "() => { const r = document.querySelector('.map, .frame svg').getBoundingClientRect(); return [r.width, r.height] }"
)


def beside_combos(overflow: list[str]) -> list[str]:
    """What does not fit, but for the cards of combos, which tests of the table look after."""
    return [text for text in overflow if not text.startswith(("BUTTON.take", "LI.panel card"))]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("size", [DESKTOP, UPRIGHT, PHONE, SIDEWAYS], ids=["desktop", "tablet", "phone", "sideways"])
def test_a_lesson_fits_every_screen(base: str, open_page: OpenPage, lang: str, size: dict[str, int]) -> None:
    for title, id in (("small-world", "price"), ("terra-mystica", "build")):
        pupil = Pupil(open_page(lang=lang, size=size), base, "Ada")
        pupil.begin(title, id)
        assert beside_combos(pupil.hidden_overflow()) == []
        width, height = pupil.page.evaluate(MAP)
        assert min(width, height) > 130, (title, width, height)
        task: Any = pupil.page.locator("[data-lesson] .do").bounding_box()
        assert task["y"] >= 0
        assert task["y"] + task["height"] <= size["height"], "the task is in sight"
        lit: Any = pupil.page.locator("[data-lesson-marks] .ring").first.bounding_box()
        panel: Any = pupil.page.locator("[data-lesson]").bounding_box()
        beside = (
            lit["x"] >= panel["x"] + panel["width"] or lit["x"] + lit["width"] <= panel["x"]
            or lit["y"] >= panel["y"] + panel["height"] or lit["y"] + lit["height"] <= panel["y"]
        )  # fmt: skip
        assert beside, "the panel covers what it speaks of"
        assert pupil.errors == []


def test_a_phone_takes_a_lesson_with_a_finger(base: str, open_page: OpenPage) -> None:
    pupil = Pupil(open_page(size=PHONE, lang="zh-Hant"), base, "Ada")
    lesson = lessons.course("small-world").find("price")
    assert lesson is not None
    pupil.begin("small-world", "price")
    pupil.take(17)
    expect(pupil.page.locator("[data-lesson]")).to_have_attribute("data-done", "true")
    expect(pupil.page.locator("[data-said=good]")).to_have_text(lesson.steps[0].good["zh-Hant"])


def test_a_lesson_nobody_wrote_is_said_to_be_none(base: str, open_page: OpenPage) -> None:
    page = open_page()
    page.goto(f"{base}/learn/small-world/nothing")
    expect(page.get_by_text(re.compile("There is nothing|not found|Nothing", re.I)).first).to_be_visible()
