"""Where notices arrive in tests: webhooks, pushes and letters, and the links of letters."""

import http.server
import json
import re
import socketserver
import threading

import httpx2

from tests.server.harness import Server


class Inbox:
    """A webhook and push receiver, and a mail server that only listens."""

    def __init__(self) -> None:
        self.posts: list[tuple[str, dict[str, str], bytes]] = []
        self.asked: list[tuple[str, dict[str, str], bytes]] = []
        """Questions whether messages are wanted."""
        self.mails: list[str] = []
        inbox = self

        class Web(http.server.BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                asked = json.loads(body).get("challenge", "") if self.headers["X-Terrarium-Signature"] else ""
                told = inbox.asked if asked else inbox.posts
                told.append((self.path, {k.lower(): v for k, v in self.headers.items()}, body))
                self.send_response(500 if "broken" in self.path and not asked else 201)
                self.end_headers()
                # Whoever wants messages gives the challenge back.
                # One page sends back all that comes to it.
                self.wfile.write(b"" if "silent" in self.path else body if "echo" in self.path else asked.encode())

            def log_message(self, *_: object) -> None:
                pass

        class Mail(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                self.wfile.write(b"220 inbox\r\n")
                data = False
                lines: list[str] = []
                for raw in self.rfile:
                    line = raw.decode().rstrip("\r\n")
                    if data and line == ".":
                        data = False
                        inbox.mails.append("\n".join(lines))
                    elif data:
                        lines.append(line)
                        continue
                    data = data or line == "DATA"
                    unknown = line.startswith("RCPT") and "nobody" in line
                    self.wfile.write(b"354 go on\r\n" if data else b"550 who?\r\n" if unknown else b"250 fine\r\n")
                    if line == "QUIT":
                        return

        self.web = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Web)
        self.mail = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Mail)
        self.mail.daemon_threads = True
        for service in (self.web, self.mail):
            threading.Thread(target=service.serve_forever, daemon=True).start()

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.web.server_address[1]}{path}"

    def close(self) -> None:
        for service in (self.web, self.mail):
            service.shutdown()
            service.server_close()


def wishes(inbox: Inbox) -> dict[str, str]:
    return {
        "TERRARIUM_NOTIFY_AFTER_S": "0.2",
        "TERRARIUM_PRIVATE_WEBHOOKS": "1",
        "TERRARIUM_SMTP_URL": f"smtp://127.0.0.1:{inbox.mail.server_address[1]}",
        "TERRARIUM_PUBLIC_URL": "https://table.example",
    }


def link_in(mail: str, what: str) -> str:
    """The path of the link with which a letter is answered."""
    joined = mail.replace("=\n", "")
    found: list[str] = re.findall(rf"https://table.example(/api/v1/letters/[\w-]+/{what})", joined)
    return found[0]


def agree(server: Server, mail: str, what: str = "confirm") -> str:
    """Open the link of a letter and press its button."""
    path = link_in(mail, what)
    with httpx2.Client(base_url=server.base) as browser:
        assert 'method="post"' in browser.get(path).text
        answer = browser.post(path, headers={"Origin": server.base})
    assert answer.status_code == 200
    return answer.text
