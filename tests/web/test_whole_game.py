"""Two people in different languages and a bot play Small World to its end, while somebody watches."""

from playwright.sync_api import expect

from tests.web.browser import Person, play_to_the_end
from tests.web.conftest import OpenPage

FREE = "open"


def test_two_browsers_and_a_bot_play_a_whole_game(base: str, open_page: OpenPage) -> None:
    ada = Person(open_page(lang="en"), base, "Ada")
    bo = Person(open_page(lang="zh-Hant"), base, "Bo")
    game = ada.new_game(3, ["me", FREE, "greedy"])
    expect(ada.page.locator("main")).to_contain_text("Waiting for players")
    bo.page.goto(f"{base}/g/{game}")
    bo.page.locator('[data-do="sit"]').click()
    for person in (ada, bo):
        person.wait(lambda seen: seen["status"] == "live")

    watcher = Person(open_page(lang="zh-Hans"), base, "Mei")
    watcher.page.goto(f"{base}/g/{game}")
    watcher.wait(lambda seen: seen["seq"] > 0 and seen["status"] == "live")

    play_to_the_end([ada, bo])
    watcher.wait(lambda seen: seen["status"] == "over" and seen["ask"] == "over")
    assert ada.errors == bo.errors == watcher.errors == []
    assert watcher.look()["buttons"] == []
    expect(ada.page.locator(".chronicle")).to_contain_text("The game is over.")
    expect(bo.page.locator(".chronicle")).to_contain_text("對局結束。")
    expect(watcher.page.locator(".chronicle")).to_contain_text("对局结束。")
    coins = [person.page.locator(".player .coin").all_inner_texts() for person in (ada, bo, watcher)]
    scores = [[int("".join(filter(str.isdigit, text))) for text in found] for found in coins]
    assert scores[0] == scores[1] == scores[2]
    assert min(scores[0]) > 0

    ada.page.locator(".bar .primary").click()
    ada.page.wait_for_url("**/review")
    ada.page.wait_for_selector(".victory h2")
    expect(ada.page.locator(".rank").first).to_contain_text(str(max(scores[0])))
    with ada.page.expect_download() as picture:
        ada.do("share")
    assert picture.value.path().stat().st_size > 20_000
