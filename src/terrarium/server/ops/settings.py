"""What the operator decides: one frozen object, filled from the command line and from TERRARIUM_* variables."""

import errno
import ipaddress
import json
import math
import os
import secrets
import socket
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import terrarium

MAX_BODY = 64 * 1024
"""Bytes of one request body or WebSocket packet; an imported record may be longer (MAX_RECORD)."""
MAX_RECORD = 1024 * 1024


@dataclass(frozen=True)
class Settings:
    """Every switch of the server, with the default that suits one process on one computer."""

    database: str = "sqlite:///data/terrarium.db"
    redis: str = ""
    database_s: float = 15.0
    """How long PostgreSQL may take for one answer before its connection is given up; 0: as long as it likes."""
    redis_s: float = 2.0
    """How long Redis may take for one answer before it counts as gone."""
    ping_s: float = 20.0
    """How often a socket is asked whether somebody is still there; it has as long to say so."""
    host: str = "127.0.0.1"
    port: int = 8000
    titles: str = "terrarium.catalog:titles"
    """`module:function` that gives the titles, so that bot processes can import it too."""
    house_units: str = ""
    """Units of the house, which sit at every new table that takes such: a JSON object of options, `unit.<id>` with its
    fingerprint and data each (`terrarium serve --unit FILE` writes it)."""
    house_maps: str = ""
    """Maps of the house, which every new table of their title may choose: a JSON list of titles and options, `map.<id>`
    with its fingerprint and data (`terrarium serve --map FILE` writes it)."""
    tab: str = ""
    """The folder of Terrarium in a tab, given out under /tab/; empty: where `make tab` put it, if it did."""
    origins: tuple[str, ...] = ()
    """Origins allowed besides the server's own address, for a proxy that changes the host name."""
    hosts: tuple[str, ...] = ()
    """Names under which this server answers; empty: its addresses, localhost, this computer's name and those of
    `public_url` and `origins`. `*`: any."""
    secure_cookies: bool = False
    """True behind HTTPS: the session cookie is then sent over HTTPS only."""
    trusted_proxies: str = "127.0.0.1"
    public_url: str = ""
    """The address people use, for links in notifications."""
    bot_workers: int = 1
    bot_cores: int = 1
    """Processes that search one answer together: each of the `bot_workers` keeps that many less one beside it."""
    bot_budget_s: float = 1.0
    bot_simulations: int = 0
    """Simulations for each position that a bot searches or reviews, however long they take; 0: as time allows."""
    bot_grace_s: float = 15.0
    """A bot that needs this much more than its budget is taken for stuck; starting its process counts."""
    bot_nice: int = 10
    """By how much bots give way to the server."""
    bot_pause_s: float = 0.5
    """How long a bot waits before it answers, so that people can follow and take back a slip."""
    sweep_s: float = 1.0
    """How often clocks and absent seats are looked at."""
    notify_after_s: float = 10.0
    smtp_url: str = ""
    """smtp://user:password@host:port (or smtps://) for e-mail; empty: no e-mail."""
    mail_from: str = "terrarium@localhost"
    private_webhooks: bool = False
    """May a webhook point into a private network, and a push anywhere? Only where every player is trusted."""
    push_hosts: tuple[str, ...] = (
        "fcm.googleapis.com",
        "push.services.mozilla.com",
        "push.apple.com",
        "notify.windows.com",
    )
    """The services through which browsers take pushes, with all names below these: nobody else is written to in the
    name of a subscription."""
    reading_s: float = field(default_factory=lambda: 1.0 if terrarium.compiled else 20.0)
    """Processor time that reading an imported record may take; more where the rules run as plain Python."""
    reading_mb: int = 100
    """Megabytes that reading an imported record may take, where the platform can bound them."""
    oauth: str = ""
    """A file of places through which people may sign in (`people.oauth`); empty: none."""
    rate: float = 20.0
    """Requests or packets a second that one client may send for long; ten seconds' worth at once."""
    connect_rate: float = 10.0
    """New sockets a second per address for long."""
    request_s: float = 10.0
    """A request that has not arrived whole after so many seconds is hung up on."""
    quotas: bool = True
    """False: what follows is not counted, neither by person nor by address. For tests of load."""
    most_connections: int = 200
    """Connections of one address (an IPv6 /64) that is no trusted proxy; 0: as many as it likes."""
    most_sockets: int = 40
    """Open sockets of one person; of one address five times as many. 0: as many as they like."""
    most_games: int = 50
    """Tables that one person may host at once, open or running (for the public too), and five times as many all who
    come from one address; 0: as many as they like."""
    most_bots: int = 60
    """Bots at these tables, counted alike; 0: as many as they like."""
    games_hour: int = 120
    """Tables that one person may set up in an hour, and all at once; of one address five times as many, here and in
    what follows. 0: as many as they like."""
    imports_hour: int = 60
    chats_hour: int = 1200
    deeds_hour: int = 300
    """What a table tells of somebody in the chat: sitting down, standing up, asking, answering, going on, silence."""
    hints_hour: int = 300
    reviews_hour: int = 60
    reports_hour: int = 20
    labs_hour: int = 60
    """Checks and labs of the workshop."""
    units_hour: int = 120
    """Units and maps put into the gallery or changed there."""
    studies_hour: int = 120
    """Studies begun or copied."""
    sessions_hour: int = 120
    """New guests; five times as many of one address."""
    letters_hour: int = 20
    """Mail addresses and webhooks that are asked whether they want messages."""
    check_games: int = 500
    """Random games with each partner that a unit plays before it may be published."""
    lab_games: int = 3600
    """Games of bots that a lab plays at most at the table it was asked about."""
    rooms: int = 5000
    """Games held in memory; the least recently used ones without sockets are dropped beyond it."""
    keep_guests_days: float = 30.0
    """A guest without a session who never sat anywhere is forgotten after so many days; 0: never."""
    keep_open_tables_days: float = 30.0
    """A table that nobody has come to for so long is closed; 0: never."""
    keep_notices_days: float = 90.0
    """How long it is remembered that a message was sent, and addresses that never agreed; 0: for ever."""
    slow_ms: float = 0.0
    """Log every move that takes longer, with the time of each stage; 0: none."""
    seed: str = ""
    """For tests alone: the secrets of all games follow from it. Empty: nobody can guess them."""
    metrics: str = ""
    """`address:port` for Prometheus; empty: /metrics, for this computer alone."""
    access_log: bool = False
    """Log every request, with the address and the person it comes from."""
    log_level: str = "info"
    log_format: str = "json"
    worker: str = field(default_factory=lambda: secrets.token_hex(4))


_TRUE = ("1", "true", "yes", "on")
_FALSE = ("0", "false", "no", "off")
_POSITIVE = (
    "rate", "connect_rate", "request_s", "ping_s", "sweep_s", "redis_s", "reading_s", "reading_mb", "rooms",
)  # fmt: skip
"""Where 0 would mean that nothing is let in, or that nobody ever rests."""
_CHOICES = {"log_level": ("debug", "info", "warning", "error", "critical"), "log_format": ("json", "plain")}


class SettingError(Exception):
    """A setting that is none: its name, what it was, and the code of what it must be (`ops.setting`)."""

    def __init__(self, name: str, value: str, what: str, choices: tuple[str, ...] = ()) -> None:
        super().__init__(f"{name}={value}: {what}")
        self.args_ = {"name": name, "value": value, "what": what, "choices": ", ".join(choices)}


def _number(name: str, raw: str, whole: bool) -> int | float:
    try:
        value = int(raw) if whole else float(raw)
    except ValueError:
        value = math.nan
    if not math.isfinite(value) or value < 0:
        raise SettingError(name, raw, "whole" if whole else "number")
    return value


def check(settings: Settings) -> None:
    """What can be said of settings before anything is opened; SettingError names the first that is wrong."""
    for name, choices in _CHOICES.items():
        if str(getattr(settings, name)).lower() not in choices:
            raise SettingError(name, str(getattr(settings, name)), "choice", choices)
    for name in _POSITIVE:
        if not getattr(settings, name) > 0:
            raise SettingError(name, str(getattr(settings, name)), "positive")
    if not 0 <= settings.port <= 65535:
        raise SettingError("port", str(settings.port), "port")
    if settings.metrics and not metrics_address(settings.metrics):
        raise SettingError("metrics", settings.metrics, "address")
    if settings.database.split(":", 1)[0].split("+")[0] not in ("sqlite", "postgresql"):
        raise SettingError("database", settings.database.split(":", 1)[0], "database")
    if settings.redis and settings.redis.split(":", 1)[0] not in ("redis", "rediss", "unix"):
        raise SettingError("redis", settings.redis.split(":", 1)[0], "redis")
    if settings.tab and not (Path(settings.tab) / "index.html").is_file():
        raise SettingError("tab", settings.tab, "tab")
    if not _is_house(settings.house_units, lambda found: _is_options(found, "unit.")):
        raise SettingError("house_units", settings.house_units[:80], "house")
    if not _is_house(settings.house_maps, _is_maps):
        raise SettingError("house_maps", settings.house_maps[:80], "house")
    check_names(settings)


def _is_house(text: str, fits: Callable[[Any], bool]) -> bool:
    """Is this what `terrarium serve --unit` or `--map` writes? Tables are made with it, so it is looked at before."""
    try:
        return not text or fits(json.loads(text))
    except (ValueError, RecursionError):
        return False


def _is_options(found: Any, kind: str) -> bool:
    return isinstance(found, dict) and all(
        name.startswith(kind) and isinstance(value, str) for name, value in found.items()
    )


def _is_maps(found: Any) -> bool:
    return isinstance(found, list) and all(
        isinstance(page, dict)
        and isinstance(page.get("title"), str)
        and isinstance(page.get("option"), list)
        and len(page["option"]) == 2
        and all(isinstance(text, str) for text in page["option"])
        and page["option"][0].startswith("map.")
        for page in found
    )


ELSEWHERE = ("BARE", "CONFORMANCE", "DB_PASSWORD", "HEADERS", "LANG", "NO_CLIENT", "PURE", "RANDOM_UNITS")
"""What such variables name beside settings: how it is built, tested and put into containers, and the language."""


def unknown(environ: Mapping[str, str] = os.environ) -> list[tuple[str, str]]:
    """Variables that look like settings and are none, each with the setting that may be meant (or nothing): a limit
    that is misspelt holds for nobody. They are told and not refused: one file of them may serve several versions."""
    known = [item.name.upper() for item in fields(Settings)]
    names = [name.removeprefix("TERRARIUM_") for name in sorted(environ) if name.startswith("TERRARIUM_")]
    strange = [name for name in names if name not in known and name not in ELSEWHERE]
    return [(name, (get_close_matches(name, known, 1) or [""])[0]) for name in strange]


def check_door(host: str, port: int) -> int:
    """The port that can be listened on there (any free one for 0); SettingError where the address is none of this
    computer's, or the port is not free."""
    try:
        found = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError) as error:
        raise SettingError("host", host, "listen") from error
    family, kind, _, _, address = found[0]
    with socket.socket(family, kind) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(address)
        except OSError as error:
            if error.errno == errno.EADDRNOTAVAIL:
                raise SettingError("host", host, "listen") from error
            raise SettingError("port", str(port), "taken") from error
        return int(probe.getsockname()[1])


def check_names(settings: Settings) -> None:
    """Addresses and names of hosts; what is none would be passed over in silence."""
    for name, urls in (("public_url", [settings.public_url]), ("origins", settings.origins)):
        for url in urls:
            if url and not is_url(url, ("http", "https")):
                raise SettingError(name, url, "url")
    if settings.smtp_url and not is_url(settings.smtp_url, ("smtp", "smtps")):
        raise SettingError("smtp_url", settings.smtp_url.split(":", 1)[0], "smtp")  # it may hold a password
    for name, hosts in (("hosts", settings.hosts), ("push_hosts", settings.push_hosts)):
        for host in hosts:
            if "/" in host or host.count(":") == 1:
                raise SettingError(name, host, "host")
    for proxy in filter(None, (part.strip() for part in settings.trusted_proxies.split(","))):
        if proxy != "*" and not is_network(proxy):
            raise SettingError("trusted_proxies", proxy, "proxy")


def is_url(text: str, schemes: tuple[str, ...]) -> bool:
    try:
        parts = urlsplit(text)
        return parts.scheme in schemes and bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        return False


def is_network(text: str) -> bool:
    """An address, or a network of them."""
    try:
        ipaddress.ip_network(text, strict=False)
    except ValueError:
        return False
    return True


def metrics_address(text: str) -> tuple[str, int] | None:
    """`address:port` as two; None where it is no such thing."""
    host, _, port = text.rpartition(":")
    if not host or not port.isdigit() or not 0 < int(port) <= 65535:
        return None
    return host.strip("[]"), int(port)


def from_environment(environ: Mapping[str, str] = os.environ, **given: object) -> Settings:
    """Settings from TERRARIUM_* variables, then from `given` where it is not None."""
    wishes: dict[str, object] = {}
    for item in fields(Settings):
        raw = environ.get("TERRARIUM_" + item.name.upper())
        if raw is None or raw == "":
            continue
        default = item.default if item.default_factory is MISSING else item.default_factory()
        if isinstance(default, bool):
            if raw.lower() not in (*_TRUE, *_FALSE):
                raise SettingError(item.name, raw, "choice", (*_TRUE, *_FALSE))
            wishes[item.name] = raw.lower() in _TRUE
        elif isinstance(default, int | float):
            wishes[item.name] = _number(item.name, raw, isinstance(default, int))
        elif isinstance(default, tuple):
            wishes[item.name] = tuple(part.strip() for part in raw.split(",") if part.strip())
        else:
            wishes[item.name] = raw
    wishes.update({name: value for name, value in given.items() if value is not None})
    made = Settings(**wishes)  # type: ignore[arg-type]
    check(made)
    return made


def prepare_data_folder(settings: Settings) -> None:
    """Make the folder of an embedded SQLite database; nothing to do for others."""
    prefix = "sqlite:///"
    if settings.database.startswith(prefix) and ":memory:" not in settings.database:
        try:
            Path(settings.database[len(prefix) :]).parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise SettingError("database", settings.database, "folder") from error
