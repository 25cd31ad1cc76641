"""Numbers written as bytes."""


class BytesWriter(bytearray):
    """Bytes that grow."""

    def getvalue(self) -> bytes:
        return bytes(self)


def write_i64_le(writer: BytesWriter, number: int) -> None:
    writer += number.to_bytes(8, "little", signed=True)


def read_i64_le(data: bytes, place: int) -> int:
    return int.from_bytes(data[place : place + 8], "little", signed=True)
