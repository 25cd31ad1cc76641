"""What strangers try: names that look like others', addresses that are not ours, numbers that are none."""

import json
import unicodedata
from collections.abc import Iterator

import httpx2
import pytest
from sqlalchemy import create_engine, insert

from terrarium.server.errors import Problem
from terrarium.server.ops.settings import Settings
from terrarium.server.people import names, operator
from terrarium.server.people.sessions import accounts_named
from terrarium.server.room.chat import clean_text
from terrarium.server.store import schema
from terrarium.server.wire.guard import allowed_hosts, check_host
from tests.server.harness import Client, Server, two_players


@pytest.mark.parametrize(
    ("given", "shown"),
    [("  Ada   Lovelace ", "Ada Lovelace"), ("Ａｄａ", "Ada"), ("ﬁona", "fiona"), ("文莉", "文莉"), ("Åsa", "Åsa")],
)
def test_a_name_is_shown_in_its_plain_form(given: str, shown: str) -> None:
    assert names.clean_name(given) == unicodedata.normalize("NFC", shown)


@pytest.mark.parametrize(
    "given",
    ["", "   ", "a" * 41, "Ada\u202eoB", "A\u200bda", "A\u2066da", "\u3164", "\u2800\u2800", "A" + "\u0301" * 5, "A\0"],
)
def test_a_name_has_nothing_invisible_in_it(given: str) -> None:
    with pytest.raises(Problem, match="bad_name"):
        names.clean_name(given)


UNSEEN = "\u00ad\u061c\u180e\u200d\u2065\ufe00\ufeff\ufff0\U0001107f\U00013441\U00016fe4\U0001bca0\U0001d159"
UNSEEN += "\U0001d173\U000e0001\U000e0041\U000e0100\U000e01ef\U000e0fff"


@pytest.mark.parametrize("sign", UNSEEN)
def test_what_fonts_leave_out_makes_no_other_name(sign: str) -> None:
    for name in (f"Ada{sign}", f"A{sign}da"):
        assert names.skeleton(name) == "ada", "also where an account was called so before"
        with pytest.raises(Problem, match="bad_name"):
            names.clean_name(name)


def test_how_a_sign_is_drawn_is_no_part_of_a_name() -> None:
    assert names.clean_name("Ada\ufe0f \u2764\ufe0f") == "Ada \u2764"


@pytest.mark.parametrize("given", ["\u2014", "-", "\u2013\u2014", "\u2500", " \u2212 "])
def test_nobody_is_called_like_those_who_are_gone(given: str) -> None:
    with pytest.raises(Problem, match="bad_name"):
        names.clean_name(given)


MIXED = ["\u0410da", "B\u043e", "\u0391lice"]  # Cyrillic А and о, Greek Α
# Letters that pass for Latin ones as capitals alone: Cyrillic В, Н, Т, М, К, Greek Ζ, Β.
MIXED += ["\u0412ob", "\u041dugo", "\u0422om", "\u041cax", "\u041aim", "\u0396oe", "\u0392en"]


@pytest.mark.parametrize("given", MIXED)
def test_a_name_does_not_mix_letters_that_look_alike(given: str) -> None:
    with pytest.raises(Problem, match="mixed_name"):
        names.clean_name(given)


@pytest.mark.parametrize("given", ["Ада", "Ελένη", "小明 Tom", "さくら", "O'Neil-2", "김철수"])
def test_names_of_all_languages_are_names(given: str) -> None:
    assert names.clean_name(given) == given


def test_two_accounts_do_not_look_alike(base: str) -> None:
    Client(base).post("/account", name="Paula 10", password="correct horse")
    for name in ("paula 10", "Paula l0", "PAULA 1O", "Раulа 10", "Ｐaula 10"):
        refused = Client(base).http.post("/account", json={"name": name, "password": "correct horse"})
        assert refused.status_code in (409, 422), name
        assert refused.json()["error"]["code"] in ("name_taken", "mixed_name"), name
    assert Client(base).post("/login", name="PAULA 10", password="correct horse")["name"] == "Paula 10"


def test_a_guest_has_no_name_of_an_account(base: str) -> None:
    early, host = Client(base, "Grace"), Client(base, "Heidi")
    owner = Client(base, "Otto")
    owner.http.headers["X-Forwarded-For"] = "203.0.113.6"
    owner.post("/account", name="Grace", password="correct horse")

    def refused(method: str, path: str, **body: object) -> None:
        error = other.call(method, path, 409, **body)["error"]
        assert (error["code"], "Grace" in error["sentence"]) == ("name_of_account", True)

    other = Client(base, "Ivan")
    game = host.new_game(["open", "open"])["table"]["id"]
    for name in ("Grace", "GRACE", "\uff27race"):
        assert other.http.post("/session", json={"name": name}).status_code == 409
    refused("PATCH", "/session", name="Grace")
    refused("POST", f"/games/{game}/seats/0/sit", name="Grace")
    other = early
    refused("POST", f"/games/{game}/seats/0/sit")
    refused("POST", "/games", title="coins", seats=[{"kind": "me"}, {"kind": "open"}])
    early.call("PATCH", "/session", name="Judy")
    early.post(f"/games/{game}/seats/0/sit")
    owner.post(f"/games/{game}/seats/1/sit")
    owner.call("PATCH", "/session", name="grace")


def test_names_of_creatures_are_everybodys(base: str) -> None:
    """Guests are called so until they say otherwise: an account of that name would keep them out."""
    badger = Client(base, "Badger")
    badger.http.headers["X-Forwarded-For"] = "203.0.113.7"
    refused = badger.post("/account", 409, name="Badger", password="correct horse")
    assert refused["error"]["code"] == "name_taken"
    assert Client(base, "Badger").user != Client(base, "Badger").user


ALIKE = [
    ("Bob", "\u0412\u041e\u0412"),
    ("Tom", "\u0422\u041e\u041c"),
    ("Kate", "\u041a\u0410\u0422\u0415"),
    ("Nik", "\u039d\u0399\u039a"),
    ("Jean-Luc", "Jean\u2010Luc"),
    ("Jean-Luc", "Jean\u2013Luc"),
    ("O'Neil", "O\u2019Neil"),
    ("O'Neil", "O\u02bcNeil"),
]


@pytest.mark.parametrize(("known", "other"), ALIKE)
def test_names_that_look_alike_are_one(known: str, other: str) -> None:
    assert names.skeleton(names.clean_name(other)) == names.skeleton(known)


@pytest.mark.parametrize("name", ["Ада", "Ελένη", "Вера", "Νίκος", "Straße", "İlknur", "김철수"])
def test_an_account_is_opened_in_capitals_and_small_letters(name: str) -> None:
    assert {names.skeleton(form) for form in (name.upper(), name.casefold())} == {names.skeleton(name)}


def test_different_names_stay_different() -> None:
    known = ["Ада", "Ada", "Ελένη", "Elena", "Jean Luc", "Jean-Luc", "ONeil", "O'Neil", "Вера", "Vera", "さくら"]
    assert len({names.skeleton(name) for name in known}) == len(known)


def test_an_account_from_before_is_found_under_its_old_form() -> None:
    engine = create_engine("sqlite://")
    schema.metadata.create_all(engine)
    with engine.begin() as connection:
        for account in ("bob", "вoв", "jean‐luc"):  # as they were kept: capitals that look alike were not seen
            row = {"name": account, "account": account, "password": account, "lang": "en", "created": 0.0}
            connection.execute(insert(schema.users).values(**row))
        for name, account in (("Bob", "bob"), ("ВОВ", "вoв"), ("Jean‐Luc", "jean‐luc")):
            assert accounts_named(connection, name)[0][1] == account
            assert operator.find(connection, name).account == account


def test_chat_turns_no_line_around() -> None:
    assert clean_text("abc\u202edef\u2069") == "abcdef"
    assert clean_text("好，走吧") == "好，走吧", "punctuation of other languages stays"
    assert clean_text("👩\u200d🚀") == "👩\u200d🚀"


def test_guesses_from_elsewhere_do_not_lock_the_owner_out(base: str) -> None:
    # Everybody comes from one address here; a proxy says from where they really come.
    owner, again = Client(base), Client(base)
    for one in (owner, again):
        one.http.headers["X-Forwarded-For"] = "203.0.113.5"
    owner.post("/account", name="Olga", password="correct horse")
    guesser = httpx2.Client(base_url=base + "/api/v1", headers={"X-Forwarded-For": "198.51.100.7"})
    got = [guesser.post("/login", json={"name": "Olga", "password": f"guess {n}"}).status_code for n in range(12)]
    assert 429 in got, "whoever guesses is slowed down"
    assert again.post("/login", name="Olga", password="correct horse")["name"] == "Olga"


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("named"), TERRARIUM_HOSTS="table.example") as started:
        yield started


def test_only_names_of_this_server_are_answered(named: Server) -> None:
    def ask(host: str, path: str = "/api/v1/titles") -> int:
        return httpx2.get(named.base + path, headers={"Host": host}).status_code

    assert ask("table.example") == 200
    assert ask("TABLE.example:8443") == 200
    assert ask("evil.example") == 400
    assert ask("table.example.evil.example") == 400
    assert ask("evil.example", "/") == 400
    assert ask("anything", "/livez") == 200, "who looks after the process may call it as he likes"


def test_without_a_setting_the_own_names_are_allowed() -> None:
    hosts = allowed_hosts(Settings(public_url="https://table.example/x", origins=("https://other.example",)))
    for good in ("127.0.0.1:8000", "[::1]:8000", "localhost", "192.168.1.5", "table.example", "other.example:443"):
        check_host({"host": good}, hosts)
    for bad in ("evil.example", "", "localhost.evil.example"):
        with pytest.raises(Problem, match="bad_host"):
            check_host({"host": bad}, hosts)
    check_host({"host": "evil.example"}, allowed_hosts(Settings(hosts=("*",))))


def test_numbers_that_are_none_are_refused(base: str) -> None:
    ada, _, game = two_players(base)
    headers = {"Content-Type": "application/json"}
    for number in ("NaN", "Infinity", "-Infinity", "1e999"):
        seats = '"seats": [{"kind": "me"}, {"kind": "open"}]'
        clock = f'"clock": {{"kind": "move", "seconds": {number}}}'
        for field in (f'"absent_after": {number}', f'"delay": {number}', clock):
            body = f'{{"title": "coins", {seats}, {field}}}'
            assert ada.http.post("/games", content=body, headers=headers).status_code == 422, body
        orders = f'{{"orders": [{{"ask": "*", "play": "*", "facts": {{"vp": {{"max": {number}}}}}}}]}}'
        assert ada.http.put(f"/games/{game}/orders", content=orders, headers=headers).status_code == 422, orders
        move = f'{{"id": "x", "expected_seq": {number}, "moves": ["end"]}}'
        assert ada.http.post(f"/games/{game}/moves", content=move, headers=headers).status_code == 422
    assert json.loads(ada.http.get(f"/games/{game}/private").text)["orders"] == []


ODD = ["/%00", "/assets/%00", "/g/%00", "/api/v1/games/%00", "/api/v1/games?title=%00", "/" + "a" * 5000, "/%ff%fe"]


@pytest.mark.parametrize("path", ODD)
def test_odd_addresses_are_answered_with_a_sentence(base: str, path: str) -> None:
    assert httpx2.get(base + path).status_code < 500
    if "%00" in path:
        assert 400 <= httpx2.get(base + path).status_code < 500
