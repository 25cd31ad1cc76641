"""Packets: `{seq, type, data}` as JSON, all that is ever sent over a socket."""

try:
    import msgspec

    encode = msgspec.json.Encoder().encode
except ImportError:  # in a browser, where it cannot be had and nobody waits for a socket
    import json

    def encode(obj: object, /) -> bytes:
        return json.dumps(obj, ensure_ascii=False, separators=(",", ":")).encode()


def packet(seq: int, kind: str, data: object) -> bytes:
    """One packet; `seq` is the row after which what it says is true."""
    return encode({"seq": seq, "type": kind, "data": data})
