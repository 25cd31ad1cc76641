"""How much one client may ask: token buckets, kept for the clients seen lately."""

import asyncio
import ipaddress
import time
from collections import OrderedDict

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


class Limits:
    """The buckets of one worker."""

    def __init__(self, rate: float, connect_rate: float) -> None:
        self.requests = Buckets(rate, rate * 10)
        self.connects = Buckets(connect_rate, connect_rate * 10)
        # Guessing secrets (invitations, seat keys, passwords): six at once, then one in ten seconds.
        self.guesses = Buckets(0.1, 6)
