"""Terra Mystica in a real browser: a whole game by clicks, plans, standing orders, three languages, axe."""

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.server.harness import Client
from tests.web.browser import PHONE, ROOT, Person, play_to_the_end, settle
from tests.web.conftest import OpenPage
from tests.web.mystic import Mystic, against_somebody, seated

AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
LANGUAGES = ["en", "zh-Hant", "zh-Hans"]


def serious(page: Page) -> list[str]:
    """What axe finds serious or worse."""
    settle(page)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: list[dict[str, Any]] = json.loads(
        page.evaluate("async () => JSON.stringify((await axe.run(document)).violations)")
    )
    return [
        f"{item['id']}: {item['nodes'][0]['html'][:120]}" for item in found if item["impact"] in ("serious", "critical")
    ]


def test_a_whole_game_against_a_bot(open_page: OpenPage, base: str) -> None:
    page = open_page()
    person = Mystic(page, base, seed=2)
    game = person.new_mystic_game()
    play_to_the_end([person])
    assert person.errors == []
    assert person.asked["main"] >= 6, person.asked
    shown = [int(text) for text in page.locator("td.vp").all_inner_texts()]
    scores = Client(base).get(f"/games/{game}")["result"]["scores"]
    assert sorted(shown) == sorted(scores)
    page.locator("[data-review]").last.click()
    page.wait_for_url("**/review")
    page.wait_for_selector("tr.sum")
    # Every point of the final score has a source, and a round in which it was gained.
    table = page.locator("section:has(tr.sum) tbody tr")
    sums = [0] * len(scores)
    for row in table.all()[:-1]:
        for place, text in enumerate(row.locator("td").all_inner_texts()):
            sums[place] += 0 if text == "·" else int(text.replace("−", "-"))
    assert sums == sorted(scores, reverse=True)
    assert serious(page) == []
    assert Person(page, base).hidden_overflow() == []


def test_a_whole_game_by_touch(open_page: OpenPage, base: str) -> None:
    page = open_page(size=PHONE, lang="zh-Hant", theme="dark")
    person = Mystic(page, base, seed=3)
    person.new_mystic_game(level="random")
    play_to_the_end([person])
    assert person.errors == []


def test_a_plan_is_private_until_it_is_played(open_page: OpenPage, base: str) -> None:
    person = seated(open_page, base, 1, 1, "main")
    page, game = person.page, person.page.url.rsplit("/", 1)[-1]
    before = person.look()
    assert before["ask"] == "main"
    page.locator("[data-plan=begin]").click()
    person.wait(lambda s: s["plan"] == "0" and not s["pending"])
    person.answer(person.look())
    person.sure()
    tried = person.wait(lambda s: s["plan"] == "1" and not s["pending"])
    assert tried["seq"] == before["seq"] == Client(base).get(f"/games/{game}")["seq"]
    page.locator("[data-plan=drop]").click()
    person.wait(lambda s: sorted(s["hexes"]) == sorted(before["hexes"]))
    page.locator("[data-plan=begin]").click()
    person.wait(lambda s: s["plan"] == "0" and not s["pending"])
    person.answer(person.look())
    person.sure()
    person.wait(lambda s: s["plan"] == "1" and not s["pending"])
    page.locator("[data-plan=keep]").click()
    after = person.wait(lambda s: s["seq"] > before["seq"] and not s["pending"])
    assert after["plan"] == ""


def test_standing_orders_for_power_are_kept(open_page: OpenPage, base: str) -> None:
    page = seated(open_page, base, 1, 1, "main").page
    page.locator('[aria-label="Settings"]').click()
    with page.expect_response(lambda answer: answer.url.endswith("/orders") and answer.ok):
        page.locator("[data-orders]").select_option("vp2")
    page.reload()
    page.wait_for_selector(".table.mystica[data-line=open]")
    page.locator('[aria-label="Settings"]').click()
    expect(page.locator("[data-orders]")).to_have_value("vp2")


def test_the_price_on_a_hex_is_what_is_paid(open_page: OpenPage, base: str) -> None:
    """Darklings pay for spades in priests, so that soon every good has been paid."""
    person = against_somebody(open_page, base, seed=9)
    begun = person.wait(lambda s: s["mine"] and "faction darklings" in s["buttons"])
    person.do("faction darklings")
    person.wait(lambda s: s["seq"] > begun["seq"] and not s["pending"])
    goods = {"workers", "coins", "priests", "power"}
    bought: list[str] = []
    while not person.paid >= goods and len(bought) < 30:
        person.to_main()
        seen = person.look()
        group = next((g for g in ("land", "power", "upgrade") if g in seen["groups"] and g not in bought[-2:]), "pass")
        had, before = person.purse(), seen["seq"]
        bought.append(group)
        if group == "pass":
            person.step()
            continue
        price = person.buy(group)
        person.sure()
        person.wait(lambda s, before=before: s["seq"] > before and not s["pending"])  # type: ignore[misc]
        assert person.purse() == {what: n + price.get(what, 0) for what, n in had.items()}, (group, price)
        assert "−" in "".join(person.page.locator(f'.log [data-log="{before + 1}"] .changes').all_inner_texts())
    assert person.paid >= goods, bought
    assert person.errors == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_nothing_overflows_and_axe_is_content_in(lang: str, open_page: OpenPage, base: str) -> None:
    person = seated(open_page, base, 1, 1, "main", lang=lang)
    page = person.page
    found: dict[str, list[str]] = {}
    for width in (1440, 390):
        page.set_viewport_size({"width": width, "height": 844 if width == 390 else 900})
        for theme in ("light", "dark"):
            page.evaluate(f"localStorage.setItem('terrarium.theme', '{theme}')")
            page.reload()
            page.wait_for_selector(".table.mystica[data-line=open]")
            page.wait_for_selector(".bar .prompt")
            found[f"{width} {theme} overflow"] = person.hidden_overflow()
            found[f"{width} {theme} axe"] = serious(page)
        words = page.evaluate("document.body.innerText")
        found[f"{width} words"] = [word for word in words.split() if word.startswith(("mystica.", "table.", "event."))]
    assert {key: bad for key, bad in found.items() if bad} == {}
    assert person.errors == []
