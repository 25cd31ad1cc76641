"""Guidance that fades: what was done how often is kept with the person; off, and on again from the beginning."""

from terrarium.server.people.guidance import KINDS
from tests.server.harness import Client
from tests.server.test_accounts import SECRET, account, signed_in


def test_what_was_done_is_kept_and_grows(base: str) -> None:
    ada = Client(base)
    assert ada.get("/guidance") == {"on": True, "deeds": {}}
    assert ada.call("PUT", "/guidance", deeds={"coins": {"roll": 2, "end": 1}})["deeds"] == {
        "coins": {"roll": 2, "end": 1}
    }
    # Another browser that knows of less takes nothing away.
    assert ada.call("PUT", "/guidance", deeds={"coins": {"roll": 1, "end": 3}})["deeds"] == {
        "coins": {"roll": 2, "end": 3}
    }
    assert Client(base, "Bo").get("/guidance")["deeds"] == {}
    assert ada.call("PUT", "/guidance", on=False) == {"on": False, "deeds": {"coins": {"roll": 2, "end": 3}}}
    assert ada.call("PUT", "/guidance", on=False)["on"] is False
    assert ada.call("PUT", "/guidance", on=True) == {"on": True, "deeds": {}}, "from the beginning"


def test_nonsense_is_refused(base: str) -> None:
    ada = Client(base)
    ada.call("PUT", "/guidance", 404, deeds={"chess": {"mate": 1}})
    for wrong in ({"Roll": 1}, {"roll": 100}, {"roll": -1}, {"x" * 13: 1}):
        ada.call("PUT", "/guidance", 422, deeds={"coins": wrong})
    names = [chr(97 + n // 26) + chr(97 + n % 26) for n in range(KINDS + 1)]
    ada.call("PUT", "/guidance", 422, deeds={"coins": dict.fromkeys(names, 1)})
    ada.call("PUT", "/guidance", deeds={"coins": dict.fromkeys(names[:-1], 1)})
    ada.call("PUT", "/guidance", 422, deeds={"coins": {names[-1]: 1}})
    assert len(ada.get("/guidance")["deeds"]["coins"]) == KINDS


def test_it_goes_with_its_person(base: str) -> None:
    guest = Client(base, "Ada")
    guest.call("PUT", "/guidance", deeds={"coins": {"roll": 3}})
    account(base, "Ada the Guided")
    guest.post("/login", name="Ada the Guided", password=SECRET)
    ada = signed_in(base, "Ada the Guided", SECRET)
    assert ada.get("/guidance")["deeds"] == {"coins": {"roll": 3}}
    assert "deed coins/roll" in {row["thing"] for row in ada.get("/account/data")["learning"]}
    ada.post("/account/forget", password=SECRET)
