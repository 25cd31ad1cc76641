"""What is told in its order: the die before what it decides, the end as a curtain."""

from tests.server.harness import Client
from tests.web.browser import Person, play_until, until
from tests.web.conftest import OpenPage

WATCH = """() => {
  window.seen = []
  const root = document.querySelector('.table')
  const before = root.dataset.seq
  new MutationObserver(() => {
    const die = document.querySelector('.die svg')
    const now = die?.classList.contains('rolling') ? 'rolls' : root.dataset.seq !== before ? 'changed' : ''
    if (now && window.seen.at(-1) !== now) window.seen.push(now)
  }).observe(document.body, {subtree: true, childList: true, attributes: true})
}"""


def with_a_die(base: str) -> tuple[Client, str, int]:
    """A game in which a region can be tried for with the die, and that region."""
    client = Client(base, "Ada")
    game = client.new_game(["me", "random"], title="small-world")["table"]["id"]
    at = play_until([client], game, lambda _, now: any(c["facts"].get("die") for c in now["choices"]))
    return client, game, next(c["facts"]["region"] for c in at["choices"] if c["facts"].get("die"))


def test_the_die_stops_before_the_region_falls(base: str, open_page: OpenPage) -> None:
    client, game, region = with_a_die(base)
    person = Person(open_page(still=False), base, "Ada")
    person.sit_as(client, game)
    person.wait(lambda s: s["mine"] and s["drawn"])
    before = person.look()["seq"]
    person.page.evaluate(WATCH)
    person.click_region(region)
    person.wait(lambda s: s["seq"] > before and not s["pending"])
    until(person.page, "window.seen.includes('changed')")
    assert person.page.evaluate("window.seen")[:2] == ["rolls", "changed"]
    assert person.errors == []


def test_who_wants_little_motion_sees_the_face_at_once(base: str, open_page: OpenPage) -> None:
    client, game, region = with_a_die(base)
    person = Person(open_page(), base, "Ada")
    person.sit_as(client, game)
    person.wait(lambda s: s["mine"] and s["drawn"])
    before = person.look()["seq"]
    person.page.evaluate(WATCH)
    person.click_region(region)
    person.wait(lambda s: s["seq"] > before and not s["pending"])
    assert "rolls" not in person.page.evaluate("window.seen")
