"""The map of Terra Mystica says what leads to a building of one's own: that glows, the rest is there and quieter, and
whoever asks hears why home is not offered."""

from tools.screens.mystica import play_to

from terrarium.words import Words
from tests.server.harness import Client
from tests.web.browser import Person, settle
from tests.web.conftest import OpenPage
from tests.web.mystic import CLICK_HEX, TITLE

OWN = ("build", "upgrade")
RINGS = """() => Object.fromEntries([...document.querySelectorAll('[data-hex][data-legal]')].map((hex) => [
  hex.dataset.hex,
  [hex.dataset.quiet ?? '', Math.max(...[...hex.querySelectorAll('polygon[stroke-width]')]
    .map((ring) => Number(ring.getAttribute('stroke-width'))))],
]))"""


def test_what_leads_home_glows_and_the_rest_says_why_it_does_not(open_page: OpenPage, base: str) -> None:
    client = Client(base, "Mara")
    game = client.new_game(["me", "greedy"], title=TITLE)["table"]["id"]
    play_to(client, game, 1, "main")
    at = client.view(game)
    home = at["view"]["seats"][0]["home"]
    acts = [one for one in at["choices"] if one["facts"].get("hex")]
    loud = {one["facts"]["hex"] for one in acts if one["verb"] in OWN or one["facts"].get("terrain") == home}
    quiet = {one["facts"]["hex"] for one in acts if one["verb"] == "transform"} - loud
    assert loud
    assert quiet
    person = Person(open_page(), base)
    page = person.page
    person.sit_as(client, game)
    person.wait(lambda s: s["mine"] and not s["pending"])
    settle(page)
    rings = page.evaluate(RINGS)
    assert {key for key, (mark, _) in rings.items() if mark} == quiet
    assert max(rings[key][1] for key in quiet) < min(rings[key][1] for key in loud)
    page.evaluate(CLICK_HEX, min(quiet))
    why = page.locator(".card .why")
    why.wait_for()
    assert f"Why not {Words('en', TITLE).name(home)}?" in why.inner_text()
    assert person.errors == []
