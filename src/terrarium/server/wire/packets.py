"""Packets: `{seq, type, data}` as JSON, all that is ever sent over a socket."""

import msgspec

encode = msgspec.json.Encoder().encode


def packet(seq: int, kind: str, data: object) -> bytes:
    """One packet; `seq` is the row after which what it says is true."""
    return encode({"seq": seq, "type": kind, "data": data})
