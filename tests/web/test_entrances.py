"""Into an account without a password, in a real browser: with a passkey, and through somebody else."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.server.harness import REAL, Server
from tests.server.provider import Provider
from tests.web.browser import DIST, PHONE, Person
from tests.web.conftest import OpenPage


@pytest.fixture(scope="module")
def provider() -> Iterator[Provider]:
    made = Provider()
    yield made
    made.close()


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory, provider: Provider) -> Iterator[str]:
    """A server under a name: an address is no place for passkeys."""
    if not DIST.is_file():
        pytest.skip("the browser client is not built: run `make web` (needs Node)")
    folder: Path = tmp_path_factory.mktemp("entrances")
    path = folder / "providers.toml"
    path.write_text(provider.file())
    with Server(folder, **REAL, TERRARIUM_LOG_LEVEL="warning", TERRARIUM_OAUTH=str(path)) as server:
        yield server.base.replace("127.0.0.1", "localhost")


def with_authenticator(page: Page) -> None:
    """A device that holds passkeys and whose owner says yes to everything."""
    tools = page.context.new_cdp_session(page)
    tools.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
        "isUserVerified": True, "automaticPresenceSimulation": True,
    }  # fmt: skip
    tools.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def test_a_passkey_instead_of_a_password(base: str, open_page: OpenPage) -> None:
    page = open_page(lang="zh-Hant", size=PHONE)
    page.goto(f"{base}/account")
    with_authenticator(page)
    page.locator("[data-do=fresh]").click()
    page.locator("input[name=name]").fill("Ada of the key")
    page.locator("[data-do=passkey]").click()
    expect(page.locator("[data-do=sign-out]")).to_be_visible()
    expect(page.locator("[data-passkey]")).to_have_count(1)
    assert Person(page, base).hidden_overflow() == []
    page.locator("[data-do=sign-out]").click()
    page.locator("[data-do=passkey]").click()
    expect(page.locator("main").get_by_text("Ada of the key")).to_be_visible()
    # It is the only way in: it stays.
    page.locator("[data-passkey] button").click()
    expect(page.locator("[role=alert]")).to_be_visible()
    expect(page.locator("[data-passkey]")).to_have_count(1)


def test_who_has_no_passkey_is_told(base: str, open_page: OpenPage) -> None:
    page = open_page()
    page.goto(f"{base}/account")
    tools = page.context.new_cdp_session(page)
    tools.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    tools.send("WebAuthn.addVirtualAuthenticator", {"options": {**options, "isUserVerified": True}})
    page.locator("[data-do=passkey]").click()
    expect(page.locator("[role=alert]")).to_have_text("No passkey was given.")


def test_through_somebody_else(base: str, open_page: OpenPage, provider: Provider) -> None:
    provider.person = {"sub": "77", "preferred_username": "Bo from next door"}
    page = open_page()
    page.goto(f"{base}/account")
    page.locator("[data-provider=local]").click()
    expect(page.locator("[data-do=sign-out]")).to_be_visible()
    expect(page.locator("main").get_by_text("Bo from next door")).to_be_visible()
    page.goto(f"{base}/api/v1/oauth/local/back?code=x&state=y")
    page.wait_for_url("**/account?problem=*")
