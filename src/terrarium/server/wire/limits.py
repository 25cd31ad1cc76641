"""How much one client may ask: token buckets, kept for the clients seen lately."""

import asyncio
import ipaddress
import time
from collections import Counter, OrderedDict
from functools import cache

from terrarium.server.ops.settings import Settings
from terrarium.server.wire.connection import Backlog

MAX_HELD = 500
"""Refusals held back at once; beyond it they are given at once."""


def block(address: str) -> str:
    """The block of addresses that one client has: an IPv4 address, or the /64 of an IPv6 one.

    Whoever has one address of a /64 has all of them: counted one by one they would be as many clients as they like.
    """
    try:
        found = ipaddress.ip_address(address.split("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.IPv6Network((int(found) >> 64 << 64, 64)))
    return str(found)


def is_among(address: str, trusted: tuple[str, ...]) -> bool:
    """Is an address one of those that a setting names, each by itself or as a network (`10.0.0.0/8`), or by `*`?"""
    if "*" in trusted or address in trusted:
        return True
    try:
        found = ipaddress.ip_address(address.split("%")[0])
    except ValueError:
        return False
    plain = getattr(found, "ipv4_mapped", None) or found
    return any(plain in network for network in map(_network, trusted) if network is not None)


@cache
def _network(text: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network | None:
    """The network that a setting names; None where it names something else."""
    try:
        return ipaddress.ip_network(text, strict=False)
    except ValueError:
        return None


class Bucket:
    """Lets `rate` things a second pass for long, `burst` at once."""

    __slots__ = ("burst", "level", "rate", "stamp")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.level = burst
        self.stamp = time.monotonic()

    def take(self, amount: float = 1.0) -> bool:
        """Is there room for one more? Asking in vain makes the wait longer, up to a second more."""
        now = time.monotonic()
        self.level = min(self.burst, self.level + (now - self.stamp) * self.rate)
        self.stamp = now
        if self.level < amount:
            self.level = max(self.level - amount, -self.rate)
            return False
        self.level -= amount
        return True

    def queue(self) -> float:
        """Take a place among those that wait for room; seconds until it is one's turn. For who can be kept waiting, and
        asks for one thing at a time."""
        now = time.monotonic()
        self.level = min(self.burst, self.level + (now - self.stamp) * self.rate) - 1.0
        self.stamp = now
        return max(0.0, -self.level / self.rate)

    def wait(self, amount: float = 1.0) -> float:
        """Seconds until there is room again."""
        return max(0.0, (amount - self.level) / self.rate)


class Buckets:
    """One bucket per client, the least recently seen dropped beyond `limit`."""

    def __init__(self, rate: float, burst: float, limit: int = 20_000) -> None:
        self.rate = rate
        self.burst = burst
        self.limit = limit
        self.held = 0
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, client: str) -> Bucket:
        bucket = self._buckets.get(client)
        if bucket is None:
            bucket = self._buckets[client] = Bucket(self.rate, self.burst)
            if len(self._buckets) > self.limit:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(client)
        return bucket

    async def hold(self, bucket: Bucket) -> None:
        """Keep whoever asks too fast waiting for the refusal too: a flood then costs its sender, not us."""
        if self.held >= MAX_HELD:
            return
        self.held += 1
        try:
            await asyncio.sleep(min(1.0, bucket.wait()))
        finally:
            self.held -= 1


SHARED = 5
"""How much more than one person an address may do: people share one."""


class Quota:
    """How often in an hour something may be done by one person, and by one address; 0: as often as they like."""

    def __init__(self, an_hour: int) -> None:
        self.an_hour = an_hour
        self._people = Buckets(max(1, an_hour) / 3600, max(1, an_hour))
        self._blocks = Buckets(max(1, an_hour) * SHARED / 3600, max(1, an_hour) * SHARED)

    def spend(self, person: int | None, where: str, amount: float = 1.0) -> float:
        """Count it, as so many; seconds to wait where it was too often. Without a session one has an address still."""
        if not self.an_hour:
            return 0.0
        counted = [self._blocks.of(where)]
        if person is not None:
            counted.append(self._people.of(str(person)))
        waits = [bucket.wait(amount) for bucket in counted if not bucket.take(amount)]
        return max(waits, default=0.0)


class Crowd:
    """How many of something one person and one address have open at once; 0: as many as they like."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._open: Counter[str] = Counter()

    def enter(self, person: int | None, where: str) -> bool:
        """One more, if it is not too many."""
        if self.most and (
            self._open[where] >= self.most * SHARED
            or (person is not None and self._open[f"person {person}"] >= self.most)
        ):
            return False
        self._open[where] += 1
        if person is not None:
            self._open[f"person {person}"] += 1
        return True

    def leave(self, person: int | None, where: str) -> None:
        for name in (where, *([] if person is None else [f"person {person}"])):
            self._open[name] -= 1
            if self._open[name] <= 0:
                del self._open[name]


class Limits:
    """The buckets of one worker."""

    def __init__(self, settings: Settings) -> None:
        rate, connect_rate = settings.rate, settings.connect_rate
        self.requests = Buckets(rate, rate * 10)
        self.connects = Buckets(connect_rate, connect_rate * 10)
        self.packets = Buckets(rate * SHARED, rate * SHARED * 5)
        """What comes through all sockets of one address."""
        counted = settings.quotas
        self.sockets = Crowd(settings.most_sockets if counted else 0)
        self.backlog = Backlog()
        self.quotas = {
            "game": Quota(settings.games_hour if counted else 0),
            "import": Quota(settings.imports_hour if counted else 0),
            "chat": Quota(settings.chats_hour if counted else 0),
            "deed": Quota(settings.deeds_hour if counted else 0),
            "hint": Quota(settings.hints_hour if counted else 0),
            "review": Quota(settings.reviews_hour if counted else 0),
            "report": Quota(settings.reports_hour if counted else 0),
            "lab": Quota(settings.labs_hour if counted else 0),
            "unit": Quota(settings.units_hour if counted else 0),
            "study": Quota(settings.studies_hour if counted else 0),
            "session": Quota(settings.sessions_hour if counted else 0),
            "letter": Quota(settings.letters_hour if counted else 0),
        }
        self.own: dict[tuple[str, int], Buckets] = {}
        # Guessing secrets (invitations, seat keys, passwords): six at once, then one in ten seconds.
        self.guesses = Buckets(0.1, 6)

    def spend(
        self, what: str, person: int | None, where: str, quotas: dict[str, int] | None, amount: float = 1.0
    ) -> float:
        """Count something that is done so often an hour, as so many; seconds to wait where it was too often. What an
        operator allows one person comes before what everybody may do."""
        most = (quotas or {}).get(what)
        if most is None:
            return self.quotas[what].spend(person, where, amount)
        if most <= 0:
            return 3600.0
        bucket = self.own.setdefault((what, most), Buckets(most / 3600, most)).of(str(person))
        return 0.0 if bucket.take(amount) else bucket.wait(amount)
