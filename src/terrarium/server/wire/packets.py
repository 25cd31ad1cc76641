"""Packets: `{seq, type, data}` as JSON, all that is ever sent over a socket."""

try:
    import msgspec

    encode = msgspec.json.Encoder().encode

    def spelled(part: object) -> object:
        """A part of several packets, made JSON once; only to be put into packets."""
        return msgspec.Raw(encode(part))

except ImportError:  # in a browser, where it cannot be had and nobody waits for a socket
    import json

    def encode(obj: object, /) -> bytes:
        return json.dumps(obj, ensure_ascii=False, separators=(",", ":")).encode()

    def spelled(part: object) -> object:
        return part


def packet(seq: int, kind: str, data: object) -> bytes:
    """One packet; `seq` is the row after which what it says is true."""
    return encode({"seq": seq, "type": kind, "data": data})
