"""The screens of the titles with regions that `tools/screenshots.py` takes pictures of, and the games they show."""

from typing import Any

from playwright.sync_api import Page
from tests.server.harness import Client
from tests.web.browser import POINT, play_until
from tools.screens.mystica import Prepare, click, clicked
from tools.screens.mystica import play_to as play_to_ask


def warlike(at: dict[str, Any]) -> str:
    """Conquer where possible, and decline in the third round."""
    verbs: dict[str, str] = {choice["verb"]: choice["text"] for choice in at["choices"]}
    tired = at["view"]["round"] == 3 and "decline" in verbs
    if tired:
        return verbs["decline"]
    return verbs.get("conquer") or verbs.get("expand") or str(at["choices"][-1]["text"])


def play_to(person: Client, game: str, round_: int, ask: str) -> None:
    """Play a region game over the API until this person is asked `ask` in this round."""
    play_to_ask(person, game, round_, ask, warlike)


def games(person: Client) -> dict[str, str]:
    """A game for each screen."""
    return {**small_world_games(person), **other_games(person)}


def small_world_games(person: Client) -> dict[str, str]:
    made = {
        "picking": person.new_game(["me", "greedy", "greedy"], title="small-world")["table"]["id"],
        "conquering": person.new_game(["me", "greedy", "greedy"], title="small-world")["table"]["id"],
        "deploying": person.new_game(["me", "greedy"], title="small-world")["table"]["id"],
        "five": person.new_game(["me", "greedy", "greedy", "greedy", "greedy"], title="small-world")["table"]["id"],
        "waiting": person.new_game(["me", "open", "open"], title="small-world")["table"]["id"],
        "finished": person.new_game(["greedy", "greedy", "greedy"], title="small-world")["table"]["id"],
    }
    made["finished-five"] = person.new_game(["greedy"] * 5, title="warcraft")["table"]["id"]
    made |= {name: shared_game(person) for name in ("shared", "left")}
    person.call("PUT", f"/games/{made['left']}/plan", moves=["expand"], otherwise=["decline"])
    play_to(person, made["picking"], 1, "pick")
    play_to(person, made["conquering"], 5, "conquest")
    play_to(person, made["deploying"], 2, "deploy")
    play_to(person, made["five"], 2, "conquest")
    person.ended(made["finished"])
    person.ended(made["finished-five"])
    return made


def shared_game(person: Client) -> str:
    """A game of two people in which the other one conquers."""
    other = Client(person.base, "Rowan")
    game: str = person.new_game(["me", "open"], title="small-world")["table"]["id"]
    other.post(f"/games/{game}/seats/1/sit")

    def there(place: int, at: dict[str, Any]) -> bool:
        return place == 1 and at["view"]["ask"]["code"] == "conquest" and at["view"]["round"] >= 2

    play_until([person, other], game, there)
    return game


def other_games(person: Client) -> dict[str, str]:
    """Tables of the other titles with regions, for every size of board, and of a mixed game."""

    def begun(title: str, players: int, round_: int, **options: str) -> str:
        seats = ["me", *["greedy"] * (players - 1)]
        game: str = person.new_game(seats, title=title, options=options)["table"]["id"]
        play_to(person, game, round_, "conquest")
        return game

    made = {f"underground-{players}": begun("underground", players, 4) for players in (2, 3, 4, 5)}
    made |= {f"warcraft-{players}": begun("warcraft", players, 4) for players in (2, 3, 4, 5)}
    made["mixed"] = begun("small-world", 3, 4, mixed="relics")
    return made


def other_screens(made: dict[str, str]) -> list[tuple[str, str, Prepare | None]]:
    """Their boards, a card that says why not, and their cards of relics and places."""
    names = [name for name in made if name.startswith(("underground", "warcraft", "mixed"))]
    found: list[tuple[str, str, Prepare | None]] = [(name, f"/g/{made[name]}", None) for name in names]
    for name in ("underground-3", "warcraft-3"):
        found.append((f"{name}-why-not", f"/g/{made[name]}", point_at_closed))
        found.append((f"{name}-things", f"/g/{made[name]}", show_things))
    return found


def show_things(page: Page) -> None:
    """Open the cards of what has been discovered."""
    page.locator('[data-open="things"], .things .link, [data-thing]').first.click()
    page.wait_for_timeout(400)


def point_at_closed(page: Page) -> None:
    """The pointer rests on a region that cannot be taken, so that the card says why."""
    page.wait_for_selector("[data-legal]")
    closed = page.evaluate(
        "[...document.querySelectorAll('[data-region]:not([data-legal])')].map((r) => +r.dataset.region)"
    )
    x, y = page.evaluate(POINT, closed[len(closed) // 2])
    if page.viewport_size is not None and page.viewport_size["width"] <= 720:
        page.touchscreen.tap(x, y)
    else:
        page.mouse.move(x - 3, y)
        page.mouse.move(x, y)
    page.wait_for_selector(".card[role=note]")
    page.wait_for_timeout(300)


def hinted(page: Page) -> None:
    page.locator("[data-hint-ask]").click()
    page.wait_for_selector("[data-hint-play]", timeout=30_000)


def explained(page: Page) -> None:
    """The newest reason that a bot gave; on a phone the chronicle is opened first."""
    if page.locator('[data-open="log"]').count():
        page.locator('[data-open="log"]').click()
    page.locator("[data-why]:visible").first.click()
    page.wait_for_selector(".voice-panel")


def drafted(page: Page) -> None:
    """A turn as a draft, with one region tried."""
    page.locator('[data-plan="begin"]:visible').click()
    page.wait_for_selector('.table[data-plan="0"][data-pending=false] [data-legal]')
    sure = page.locator("[data-region][data-legal]:not([data-die])").first.get_attribute("data-region")
    page.mouse.click(*page.evaluate(POINT, int(sure or 0)))
    click(page, '[data-do="act"]')
    page.wait_for_selector('.table[data-plan="1"]')


def cut_off(page: Page) -> None:
    """The line is lost."""
    page.context.set_offline(True)
    page.wait_for_selector(".table[data-line=lost]")


def analysed(page: Page) -> None:
    page.wait_for_selector(".analysis[data-ready=true]", timeout=90_000)


def screens(made: dict[str, str]) -> list[tuple[str, str, Prepare | None]]:
    """Name, address, and what is done before the picture."""
    return [
        ("hint", f"/g/{made['conquering']}", hinted),
        ("why-bot", f"/g/{made['conquering']}", explained),
        ("waiting", f"/g/{made['waiting']}", None),
        ("picking", f"/g/{made['picking']}", None),
        ("conquering", f"/g/{made['conquering']}", None),
        ("why-not", f"/g/{made['conquering']}", point_at_closed),
        ("deploying", f"/g/{made['deploying']}", None),
        ("five-players", f"/g/{made['five']}", None),
        ("rules-panel", f"/g/{made['conquering']}", clicked('[data-open="rules"]')),
        ("settings", f"/g/{made['conquering']}", clicked('[data-open="settings"]')),
        ("draft", f"/g/{made['conquering']}", drafted),
        ("draft-ahead", f"/g/{made['shared']}", clicked("[data-plan=begin]")),
        ("plan-left", f"/g/{made['left']}", None),
        ("disconnected", f"/g/{made['picking']}", cut_off),
        ("replay", f"/g/{made['finished']}?at=90", None),
        ("curtain", f"/g/{made['finished']}", clicked("[data-open=curtain]")),
        ("curtain-five", f"/g/{made['finished-five']}", clicked("[data-open=curtain]")),
        ("review", f"/g/{made['finished']}/review", analysed),
        ("fair", f"/g/{made['finished']}/fair", None),
        ("over", f"/g/{made['finished']}", None),
        *other_screens(made),
    ]
