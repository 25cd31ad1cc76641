"""A person at a table of Terra Mystica: clicks hexes, groups and answers that the page offers."""

import random
from typing import Any

from playwright.sync_api import Locator, expect
from tools.screens.mystica import eager, play_to

from tests.server.harness import Client
from tests.web.browser import Person, settle
from tests.web.conftest import OpenPage

TITLE = "terra-mystica"

LOOK = """() => {
  const root = document.querySelector('.table')
  const seen = (element) => element.checkVisibility()
  const all = (name, filter = () => true) => [...document.querySelectorAll(`[data-${name}]`)]
    .filter((e) => seen(e) && !e.disabled && filter(e)).map((e) => e.dataset[name])
  return {buttons: all('do'), groups: all('group'),
    hexes: [...document.querySelectorAll('[data-hex][data-legal]')].map((e) => e.dataset.hex),
    seq: Number(root?.dataset.seq ?? -1), mine: root?.dataset.mine === 'true',
    pending: root?.dataset.pending === 'true',
    ask: root?.dataset.ask ?? '', status: root?.dataset.status ?? '', line: root?.dataset.line ?? '',
    plan: root?.dataset.plan ?? '',
    warned: !!document.querySelector('[data-warned]')}
}"""
CLICK_HEX = """(key) => document.querySelector(`[data-hex="${key}"]`)
  .dispatchEvent(new MouseEvent('click', {bubbles: true}))"""


PURSE = """() => {
  const found = Object.fromEntries([...document.querySelectorAll('[data-have]')]
    .map((e) => [e.dataset.have, Number(e.textContent)]))
  const [, , ready] = document.querySelector('[data-bowls]').dataset.bowls.split(' ').map(Number)
  return {...found, power: ready}
}"""
SHOWN = """(element) => [...element.querySelectorAll('[data-good]')].map((e) => [
  e.dataset.good, Number((e.querySelector('b') ?? e).textContent.replace('−', '-'))])"""


class Mystic(Person):
    """Plays a plain game: builds and upgrades while that is possible, takes cheap power, else acts, sends, passes."""

    def __init__(self, page: Any, base: str, seed: int = 1) -> None:
        super().__init__(page, base, "mystic")
        self.dice = random.Random(seed)
        self.asked: dict[str, int] = {}
        self.paid: set[str] = set()
        self.rival: tuple[Client, str] | None = None
        """Somebody else and the game: plays over the API, and only when I let them."""

    def look(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate(LOOK)
        return found

    def new_mystic_game(self, players: int = 2, level: str = "greedy") -> str:
        self.page.goto(self.base)
        self.page.locator('[data-title="terra-mystica"]').click()
        self.page.locator(".count .btn").nth(players - 2).click()
        for place in range(1, players):
            self.page.locator(f"#seat-{place}").select_option(level)
        self.do("begin")
        self.page.wait_for_url("**/g/*")
        self.page.wait_for_selector(".table.mystica[data-line=open]")
        return self.page.url.rsplit("/", 1)[-1]

    def step(self) -> None:
        # What is offered may be drawn a moment after it is known whose turn it is.
        seen = self.wait(
            lambda s: not s["pending"] and s["line"] == "open"
            and (not s["mine"] or s["status"] != "live" or any(s[key] for key in ("groups", "hexes", "buttons")))
        )  # fmt: skip
        if not seen["mine"] or seen["status"] != "live":
            return
        before = seen["seq"]
        self.asked[seen["ask"]] = self.asked.get(seen["ask"], 0) + 1
        self.answer(seen)
        self.sure()
        self.wait(lambda s: s["seq"] > before and not s["pending"])
        self.turns += 1

    def click(self, selector: str) -> None:
        self.page.locator(selector).first.click()

    def choose(self, key: str) -> None:
        """Act on a hex."""
        self.page.evaluate(CLICK_HEX, key)

    def answer(self, seen: dict[str, Any]) -> None:
        if seen["ask"] == "main":
            self.main_turn(seen)
        elif seen["hexes"]:
            self.take_hex(self.dice.choice(seen["hexes"]))
        elif "leech take" in seen["buttons"]:
            self.do("leech take")
        elif seen["ask"] == "post":
            self.do("done")
        else:
            self.do(self.dice.choice([text for text in seen["buttons"] if not text.startswith(("burn", "convert"))]))

    def main_turn(self, seen: dict[str, Any]) -> None:
        for group in ("upgrade", "land"):
            if group in seen["groups"] and self.dice.random() < 0.8:
                self.click(f'[data-group="{group}"]')
                self.take_hex(self.dice.choice(self.look()["hexes"]))
                return
        for group in ("special", "power", "send", "advance", "pass"):
            if group in seen["groups"] and (group == "pass" or self.dice.random() < 0.5):
                before = set(seen["buttons"])
                self.click(f'[data-group="{group}"]')
                opened = [text for text in self.look()["buttons"] if text not in before]
                self.do(self.dice.choice(opened))
                return
        self.take_hex(self.dice.choice(seen["hexes"]))

    def to_main(self) -> None:
        """Play until a main turn is mine."""
        for _ in range(60):
            self.let_rival_play()
            seen = self.wait(lambda s: s["status"] == "over" or (s["mine"] and not s["pending"]))
            assert seen["status"] != "over", "the game ended before"
            if seen["ask"] == "main":
                # what is offered may be drawn a moment later, its prices and spaces with it
                self.wait(lambda s: any(s[key] for key in ("groups", "hexes", "buttons")))
                settle(self.page)
                return
            self.step()
        raise AssertionError("no main turn in sixty answers")

    def let_rival_play(self) -> None:
        if self.rival is None:
            return
        client, game = self.rival
        while (at := client.view(game))["choices"]:
            client.play(game, eager(at), seq=at["seq"])
            self.wait(lambda s, seq=at["seq"]: s["seq"] > seq)  # type: ignore[misc]

    def take_hex(self, key: str) -> None:
        """One way to act on a hex is played at once; several, or a finger's tap, open a card."""
        before = self.look()
        self.choose(key)
        card = self.page.locator(".card [data-do]").first
        opened = False

        def done(now: dict[str, Any]) -> bool:
            nonlocal opened
            played = now["pending"] or now["warned"] or (now["seq"], now["plan"]) != (before["seq"], before["plan"])
            opened = not played and card.is_visible()
            return played or opened

        self.wait(done)
        if opened:
            self.click(".card [data-do]")

    def purse(self) -> dict[str, int]:
        """What my board says that I have; of the power what lies ready in the third bowl."""
        expect(self.page.locator("[data-bowls]").first).to_be_attached()
        found: dict[str, int] = self.page.evaluate(PURSE)
        return found

    def buy(self, group: str) -> dict[str, int]:
        """Play an answer of a group; what the page said before that it would change."""
        before = set(self.look()["buttons"])
        self.page.locator(f'[data-group="{group}"]').click()
        if group not in ("land", "upgrade"):
            opened = [text for text in self.look()["buttons"] if text not in before]
            return self.press(self.page.locator(f'[data-do="{opened[0]}"]:visible'))
        seals = {key: self.seal(key) for key in self.look()["hexes"]}
        key, seal = max(seals.items(), key=lambda item: len(set(item[1]) - self.paid))
        several = self.page.locator(f'[data-hex="{key}"]').get_attribute("data-legal") != "1"
        self.page.evaluate(CLICK_HEX, key)
        if not several:
            self.paid |= set(seal)
            return seal
        button = self.page.locator(".card [data-do]").first
        told = button.evaluate(SHOWN)
        assert all([what, n] in told for what, n in seal.items()), (seal, told)
        return self.press(button)

    def seal(self, key: str) -> dict[str, int]:
        """The price on a hex as changes."""
        found = self.page.locator(f'[data-price="{key}"]').evaluate(SHOWN)
        return {what: -n for what, n in found if n}

    def press(self, button: Locator) -> dict[str, int]:
        """Press a button with a price; the changes it shows. Of two tokens burnt one comes into the third bowl."""
        sums: dict[str, int] = {}
        for what, n in button.evaluate(SHOWN):
            good, change = ("power", abs(n)) if what == "burn" else (what, n)
            sums[good] = sums.get(good, 0) + change
            self.paid |= {what} if n < 0 else set()
        button.click()
        return sums


def seated(open_page: OpenPage, base: str, bots: int, round_: int, ask: str, **wishes: Any) -> Mystic:
    """A browser in a running game, played on over the API until its seat is asked something."""
    client = Client(base, "Mara")
    game = client.new_game(["me"] + ["greedy"] * bots, title=TITLE)["table"]["id"]
    play_to(client, game, round_, ask)
    person = Mystic(open_page(**wishes), base)
    person.sit_as(client, game)
    person.wait(lambda s: s["status"] == "live" and s["mine"])
    expect(person.page.locator(".bar .prompt")).to_be_visible()
    return person


def against_somebody(open_page: OpenPage, base: str, seed: int) -> Mystic:
    """A browser at a new table with somebody who waits: nothing changes but by what the test does."""
    client, rival = Client(base, "Mara"), Client(base, "Nils")
    game = client.new_game(["me", "open"], title=TITLE)["table"]["id"]
    rival.post(f"/games/{game}/seats/1/sit")
    person = Mystic(open_page(), base, seed=seed)
    person.sit_as(client, game)
    person.rival = (rival, game)
    return person
