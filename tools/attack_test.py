"""What a stranger could do to a server, done to one: a line each, and what honest people notice of it.

    python tools/attack_test.py [--only bomb,bots] [--seconds 8]

A server is started on this machine with the limits an operator gets, and ended by its process id. Attackers and honest
people come from different addresses (the server believes a proxy on this machine). A line says what was tried, what
honest people saw, and `ok` or `FAILED`; the run ends with 1 if one failed. `docs/security.md` has the promises.
"""

import argparse
import hashlib
import hmac
import http.server
import json
import random
import socket
import socketserver
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import httpx2  # noqa: E402 - the path above must be in place first
from tests.server.harness import Server  # noqa: E402
from tests.support.spoil import some_way_in  # noqa: E402
from tools.attack_kit import (  # noqa: E402
    BOT_S,
    OPERATOR,
    QUICK_S,
    SEATS,
    Honest,
    Line,
    Person,
    long_record,
    memory,
    own_server,
    said,
    tarpit,
    told,
    window_request,
)

from terrarium import catalog  # noqa: E402
from terrarium.kernel.handmade import canonical, fingerprint  # noqa: E402
from terrarium.server.wire.protocol import SPARE_FILES  # noqa: E402


def takeback(server: Server, honest: Honest, seconds: float) -> Line:
    """Undo, requests and answers at once: a short run of the chaos test, which has a server of its own."""
    command = [sys.executable, str(ROOT / "tools" / "chaos_test.py"), "--seed", "5", "--steps", "300"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    last = (done.stdout.strip().splitlines() or [done.stderr[-200:]])[-1]
    return done.returncode == 0, "chaos: " + last[:120]


def webhooks(server: Server, honest: Honest, seconds: float) -> Line:
    """Eight addresses that never answer are added at once; each is asked whether it agrees."""
    with ExitStack() as stack, ThreadPoolExecutor(8) as threads:
        urls = [stack.enter_context(tarpit()) for _ in range(8)]
        eves = [Person(server.base, f"203.0.113.{number}") for number in range(8)]
        asked = [threads.submit(eve.http.post, "/channels", json={"kind": "webhook", "url": url})
                 for eve, url in zip(eves, urls, strict=True)]  # fmt: skip
        worst = honest.play(25)
        hanging = sum(1 for one in asked if not one.done())
        return told(worst, QUICK_S, f"{hanging} of 8 calls were still hanging")


def bomb(server: Server, honest: Honest, seconds: float) -> Line:
    """A short record with two to the thirty-first tokens, and one of nothing but take-backs."""
    game = catalog.game("small-world", 2)
    state, rows, _ = some_way_in(game, random.Random(4), 30)
    page = json.loads(json.dumps(state.dump()))
    for words in page["tribes"].values():
        words[3:] = [2**31] * 3
    head = catalog.new_record(game).format().strip()
    eve = Person(server.base, "203.0.113.20")
    eve.http.post("/games/import", json={"record": "", "seats": SEATS})  # begins the process that reads
    assert server.process is not None
    before, statuses, slowest = memory(server.process.pid), [], 0.0
    for text in (f"{head}\n# start {json.dumps(page)}\n", "\n".join([head, *rows, *["0 takeback 0", *rows] * 250])):
        began = time.monotonic()
        statuses.append(eve.http.post("/games/import", json={"record": text, "seats": SEATS}).status_code)
        slowest = max(slowest, time.monotonic() - began)
    growth = memory(server.process.pid) - before
    good, line = told(honest.play(10), QUICK_S, f"answers {statuses}, slowest {slowest:.2f} s, growth {growth:.0f} MB")
    return good and growth < 100 and 500 not in statuses, line


def mail(server: Server, honest: Honest, seconds: float) -> Line:
    """Thirty guests name the same address; counted by a mail server that takes everything."""
    mails: list[int] = []

    class Mail(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self.wfile.write(b"220 here\r\n")
            inside = False
            for raw in self.rfile:
                line = raw.strip()
                if inside and line == b".":
                    inside = False
                    mails.append(1)
                elif inside:
                    continue
                inside = inside or line == b"DATA"
                self.wfile.write(b"354 go on\r\n" if inside else b"250 fine\r\n")
                if line == b"QUIT":
                    return

    box = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Mail)
    box.daemon_threads = True
    threading.Thread(target=box.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory(prefix="terrarium-attack-") as folder:
        wishes = {**OPERATOR, "TERRARIUM_SMTP_URL": f"smtp://127.0.0.1:{box.server_address[1]}"}
        with Server(Path(folder), **wishes) as own:
            for number in range(30):
                eve = Person(own.base, f"203.0.113.{number}")
                eve.http.post("/channels", json={"kind": "email", "address": "Victim@example.org"})
    box.shutdown()
    box.server_close()
    return len(mails) == 1, f"{len(mails)} mail to an address that thirty guests named"


def bots(server: Server, honest: Honest, seconds: float) -> Line:
    """One client sets up a hundred tables of the strongest bots; somebody else plays against one bot."""
    eve = Person(server.base, "203.0.113.40")
    made = 0
    for _ in range(100):
        seats = [{"kind": "bot", "level": "master"}] * 2
        made += eve.http.post("/games", json={"title": "small-world", "seats": seats}).status_code == 201
    ada = Person(server.base, "198.51.100.9", "Ada")
    game = ada.new_game(["me", "greedy"], title="small-world")["table"]["id"]
    waits, ends = [], time.monotonic() + max(seconds, 20)
    seq, since = 0, time.monotonic()
    while time.monotonic() < ends:
        view = ada.view(game)
        if view.get("choices"):
            ada.play(game, view["choices"][-1]["text"], seq=view["seq"])
            seq, since = ada.view(game)["seq"], time.monotonic()
        elif view["seq"] > seq:
            waits.append(time.monotonic() - since)
            seq, since = view["seq"], time.monotonic()
        time.sleep(0.1)
    # How long a process takes to start is not what is asked here: the first answer does not count.
    worst = max(waits[1:], default=99.0)
    good, line = told(worst, BOT_S, f"{len(waits)} answers of an honest bot beside {made} tables of masters")
    return good, line


def reviews(server: Server, honest: Honest, seconds: float) -> Line:
    """One client brings sixty finished games and asks for the review of each; somebody else asks for one."""
    eve, ada = Person(server.base, "203.0.113.45"), Person(server.base, "198.51.100.10", "Ada")
    game = catalog.game("small-world", 2)
    _, rows, _ = some_way_in(game, random.Random(4), 5000)
    record = "\n".join([catalog.new_record(game).format().strip(), *rows])

    def brought(person: Person) -> str:
        number: str = person.post("/games/import", 201, record=record)["table"]["id"]
        return number

    asked = []
    for _ in range(60):
        with suppress(AssertionError):
            asked.append(eve.http.get(f"/games/{brought(eve)}/analysis").status_code)
    mine = brought(ada)
    began = ada.http.get(f"/games/{mine}/analysis")
    ends = time.monotonic() + 120
    while began.status_code == 200 and not began.json()["done"] and time.monotonic() < ends:
        time.sleep(0.5)
        began = ada.http.get(f"/games/{mine}/analysis")
    served = began.status_code == 200 and (began.json()["done"] > 0 or began.json()["ready"])
    counted = {status: asked.count(status) for status in sorted(set(asked))}
    good, line = told(honest.play(10), QUICK_S, f"answers to 60 reviews {counted}; another begins: {served}")
    return good and served, line


def passwords(server: Server, honest: Honest, seconds: float) -> Line:
    """Wrong passwords from forty addresses, and three hundred requests that are never said to their end."""
    stop = threading.Event()
    statuses: list[int] = []

    def guess(number: int) -> None:
        headers = {"X-Forwarded-For": f"2001:db8:{number:x}::{random.randrange(9999):x}"}
        with httpx2.Client(base_url=server.base + "/api/v1", headers=headers, timeout=60) as client:
            while not stop.is_set():
                with suppress(httpx2.HTTPError):
                    body = {"name": f"nobody{number}", "password": "wrong password"}
                    statuses.append(client.post("/login", json=body).status_code)

    with ExitStack() as stack:
        threads = stack.enter_context(ThreadPoolExecutor(40))
        for _ in range(300):
            with suppress(OSError):
                half = stack.enter_context(socket.create_connection(("127.0.0.1", server.port), 5))
                half.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow:")
        for number in range(40):
            threads.submit(guess, number)
        time.sleep(0.5)
        worst = honest.play(20)
        stop.set()
    counted = {status: statuses.count(status) for status in sorted(set(statuses))}
    good, line = told(worst, QUICK_S, f"300 half requests; answers to passwords {counted}")
    return good and 500 not in counted, line


def old_positions(server: Server, honest: Honest, seconds: float) -> Line:
    """Moves for the first position of a game of nine thousand rows, over and over: each asks for all that came since.
    Now and then it looks at the past, too."""
    eve = Person(server.base, "203.0.113.60")
    game = eve.post("/games/import", 201, record=long_record(9000), seats=SEATS)["table"]["id"]
    stop = threading.Event()
    sent: list[int] = []

    def ask() -> None:
        while not stop.is_set():
            body = {"id": f"x{len(sent)}", "expected_seq": 0, "moves": ["decline"]}
            sent.append(eve.http.post(f"/games/{game}/moves", json=body).status_code)
            if len(sent) % 10 == 0:
                sent.append(eve.http.get(f"/games/{game}/events?after={8400 + len(sent)}").status_code)

    thread = threading.Thread(target=ask)
    thread.start()
    worst = honest.play(20)
    stop.set()
    thread.join()
    counted = {status: sent.count(status) for status in sorted(set(sent))}
    good, line = told(worst, QUICK_S, f"answers to submissions for the past {counted}")
    return good and counted.keys() <= {200, 409, 429, 503}, line


def maps(server: Server, honest: Honest, seconds: float) -> Line:
    """Maps that take long to draw: sixteen for one table, then one for each of many tables."""
    dice, regions = random.Random(0), []
    for number in range(56):
        down, across = divmod(number, 8)
        sites = [(across * 3 + x, down * 2 + y) for y in range(2) for x in range(3)]
        at = [[30 + int((x + y % 2 / 2) * 39) + dice.randint(-1, 1), 30 + y * 67 + dice.randint(-1, 1)]
              for x, y in sites]  # fmt: skip
        regions.append({"at": at})
    data = canonical({"map": {"region": regions, "open": []}})
    value = f"{fingerprint(data)} {data}"
    eve, stop, statuses = Person(server.base, "203.0.113.65"), threading.Event(), []

    def set_up(options: dict[str, str]) -> None:
        answer = eve.http.post("/games", json={"title": "small-world", "seats": SEATS, "options": options})
        statuses.append(answer.status_code)

    def many() -> None:
        while not stop.is_set():
            set_up({f"map.m{number}": value for number in range(16)})
            set_up({"map.m": value})

    with ThreadPoolExecutor(4) as threads:
        for _ in range(4):
            threads.submit(many)
        worst = honest.play(20)
        stop.set()
    counted = {status: statuses.count(status) for status in sorted(set(statuses))}
    good, line = told(worst, QUICK_S, f"answers to maps of {len(value)} letters {counted}")
    return good and 500 not in counted, line


def sockets(server: Server, honest: Honest, seconds: float) -> Line:
    """One person opens more windows than a person may, then others of the same address more than an address may."""
    most = 8
    with own_server(TERRARIUM_MOST_SOCKETS=str(most)) as own, ExitStack() as opened:
        people = Honest(own.base)
        counts = []
        for _ in range(6):
            eve = Person(own.base, "203.0.113.70")
            counts.append(0)
            for _ in range(most + 2):
                window = opened.enter_context(socket.create_connection(("127.0.0.1", own.port), 10))
                window.sendall(window_request(people.game, eve))
                counts[-1] += window.recv(64).startswith(b"HTTP/1.1 101")
        good, line = told(people.play(15), QUICK_S, f"windows of six guests of one address: {counts}")
        return good and counts == [most] * 5 + [0], line


def long_records(server: Server, honest: Honest, seconds: float) -> Line:
    """Records with nine thousand rows of take-backs, as many as one person may bring: how much memory they keep."""
    eve = Person(server.base, "203.0.113.55")
    text, statuses = long_record(9000), []
    eve.http.post("/games/import", json={"record": text})
    assert server.process is not None
    before = memory(server.process.pid)
    worst = 0.0
    for _ in range(20):
        statuses.append(eve.http.post("/games/import", json={"record": text}).status_code)
        worst = max(worst, honest.play(1))
    growth = memory(server.process.pid) - before
    counted = {status: statuses.count(status) for status in sorted(set(statuses))}
    good, line = told(worst, QUICK_S, f"answers to records of {len(text)} letters {counted}, growth {growth:.0f} MB")
    return good and growth < 100 and 429 in counted, line


def unread(server: Server, honest: Honest, seconds: float) -> Line:
    """Windows that are told much and read nothing: long pings and short ones, all of which they want back."""
    eve = Person(server.base, "203.0.113.75")
    assert server.process is not None
    honest.play(5)
    before = memory(server.process.pid)
    with ExitStack() as stack:
        windows = []
        for _ in range(16):
            window = stack.enter_context(socket.socket())
            window.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            window.connect(("127.0.0.1", server.port))
            window.sendall(window_request(honest.game, eve))
            window.recv(20)
            window.settimeout(1)
            windows.append(window)
        worst, ends, pings = 0.0, time.monotonic() + 2 * seconds, [said({"x": "y" * 900}), said({"x": "y" * 64_000})]
        while time.monotonic() < ends:
            for window in windows:
                with suppress(OSError):
                    window.sendall(random.choice(pings))
            worst = max(worst, honest.play(1))
            time.sleep(0.1)
        growth = memory(server.process.pid) - before
    good, line = told(worst, QUICK_S, f"{len(windows)} windows that read nothing, growth {growth:.0f} MB")
    return good and growth < 30, line


def files(server: Server, honest: Honest, seconds: float) -> Line:
    """More connections than the server has files for: who was there plays on, and others come when they leave."""
    import resource

    assert server.process is not None
    honest.play(5)
    used = len([*Path(f"/proc/{server.process.pid}/fd").iterdir()])
    resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (used + SPARE_FILES + 8,) * 2)
    with ExitStack() as crowd:
        for _ in range(60):
            with suppress(OSError):
                crowd.enter_context(socket.create_connection(("127.0.0.1", server.port), 5))
        worst = honest.play(15)
    ends = time.monotonic() + 30
    while not (again := server.healthy()) and time.monotonic() < ends:
        time.sleep(0.1)
    logged = "no_more_files" in server.log.read_text()
    good, line = told(worst, QUICK_S, f"said in the log: {logged}; open again afterwards: {again}")
    return good and logged and again, line


def half(server: Server, honest: Honest, seconds: float) -> Line:
    """Three hundred requests that are never said to their end: each is hung up on after ten seconds."""
    with ExitStack() as stack:
        began, lines = time.monotonic(), []
        for number in range(300):
            one = stack.enter_context(socket.create_connection(("127.0.0.1", server.port), 5))
            one.sendall(HALVES[number % len(HALVES)])
            lines.append(one)
        worst = honest.play(20)
        for one in lines:
            one.settimeout(30)
            with suppress(OSError):
                while one.recv(4096):
                    pass
        ended = time.monotonic() - began
    good, line = told(worst, QUICK_S, f"300 half requests, all hung up on after {ended:.1f} s")
    return good and ended < 20, line


HALVES = (
    b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Slow:",
    b"POST /api/v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n{",
    b"GET /api/v1/games/aaaaaaaaaaaaaa/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n",
)


def spectators(server: Server, honest: Honest, seconds: float) -> Line:
    """Windows on a table with a delay of a day, opened and closed over and over: nothing of them stays."""
    ada, bo = honest.ada, honest.bo
    game = ada.new_game(["me", "open"], title="small-world", spectators="delay", delay=86_400)["table"]["id"]
    bo.post(f"/games/{game}/seats/1/sit")
    for _ in range(10):
        for person in (ada, bo):
            view = person.view(game)
            if view.get("choices"):
                person.play(game, view["choices"][-1]["text"], seq=view["seq"])
    eve = Person(server.base, "203.0.113.80")

    def come_and_go(times: int, block: int) -> None:
        for number in range(times):
            with eve.socket(game, **{"X-Forwarded-For": f"203.0.{block}.{number}"}) as window:
                window.until("hello")

    assert server.process is not None
    come_and_go(100, 114)
    before = memory(server.process.pid)
    come_and_go(250, 115)
    come_and_go(250, 116)
    growth = memory(server.process.pid) - before
    good, line = told(honest.play(10), QUICK_S, f"500 windows came and went, growth {growth:.1f} MB")
    return good and growth < 5, line


def signatures(server: Server, honest: Honest, seconds: float) -> Line:
    """What comes to a webhook is signed with the secret that adding it gave, and that secret opens no link."""
    heard: list[tuple[Any, bytes]] = []

    class Hook(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            heard.append((self.headers, body))
            self.send_response(200)
            self.end_headers()
            self.wfile.write(json.loads(body).get("challenge", "").encode())

        def log_message(self, *_: object) -> None:
            pass

    hook = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Hook)
    threading.Thread(target=hook.serve_forever, daemon=True).start()
    eve = Person(server.base, "203.0.113.90")
    made = eve.post("/channels", 201, kind="webhook", url=f"http://127.0.0.1:{hook.server_address[1]}/")
    eve.post(f"/channels/{made['id']}/test")
    hook.shutdown()
    hook.server_close()
    right = [
        hmac.compare_digest(
            headers["X-Terrarium-Signature"],
            "sha256="
            + hmac.new(
                made["secret"].encode(), headers["X-Terrarium-Timestamp"].encode() + b"." + body, hashlib.sha256
            ).hexdigest(),
        )
        for headers, body in heard
    ]
    opened = eve.http.post(f"/letters/{made['secret']}/confirm", headers={"Origin": server.base}).status_code
    return right == [True, True] and made["confirmed"] and opened == 404, f"signed: {right}; as a link: {opened}"


ATTACKS: dict[str, Callable[[Server, Honest, float], Line]] = {
    "takeback": takeback,
    "webhooks": webhooks,
    "bomb": bomb,
    "mail": mail,
    "bots": bots,
    "reviews": reviews,
    "passwords": passwords,
    "old_positions": old_positions,
    "maps": maps,
    "sockets": sockets,
    "long_records": long_records,
    "unread": unread,
    "files": files,
    "half": half,
    "spectators": spectators,
    "signatures": signatures,
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", default=",".join(ATTACKS), help="which, separated by commas: " + ", ".join(ATTACKS))
    parser.add_argument("--seconds", type=float, default=8.0)
    given = parser.parse_args()
    failed = 0
    for name in given.only.split(","):
        with (
            tempfile.TemporaryDirectory(prefix="terrarium-attack-") as folder,
            Server(Path(folder), **OPERATOR) as server,
        ):
            good, line = ATTACKS[name](server, Honest(server.base), given.seconds)
        print(f"{name:14} {'ok' if good else 'FAILED':6} {line}", flush=True)
        failed += not good
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
