"""The network as plain arrays: what the players of training games use, and what is saved between generations.

Files of shipped networks (`.onnx`) are read too, without any package for them: of all they say only the weights count,
as `export.py` writes them.
"""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt
from librt.vecs import vec

Array = npt.NDArray[np.float32]


class ArrayNet:
    """Layers of weights and biases; every layer but the last is cut off at zero."""

    def __init__(self, layers: list[tuple[Array, Array]]) -> None:
        self.layers = layers
        self.width = layers[0][0].shape[0]

    def __call__(self, rows: vec[float]) -> list[float]:
        numbers = np.frombuffer(rows, dtype=np.float64)  # type: ignore[call-overload]
        x = numbers.reshape(-1, self.width).astype(np.float32)
        found: list[float] = self.answer(x).ravel().tolist()
        return found

    def answer(self, x: Array) -> Array:
        for weights, bias in self.layers[:-1]:
            x = np.maximum(x @ weights + bias, np.float32(0))
        weights, bias = self.layers[-1]
        return x @ weights + bias

    def widened(self, own: int, more_own: int, more_table: int) -> "ArrayNet":
        """The same network for rows whose seats' parts (of `own` numbers) and whose table's part have grown at their
        ends: what is new counts nothing yet."""
        weights, bias = self.layers[0]
        hidden = weights.shape[1]
        parts = [weights[k * own : (k + 1) * own] for k in range(3)]
        grown = [np.concatenate([part, np.zeros((more_own, hidden), np.float32)]) for part in parts]
        table = np.concatenate([weights[3 * own :], np.zeros((more_table, hidden), np.float32)])
        return ArrayNet([(np.concatenate([*grown, table]), bias), *self.layers[1:]])

    def sizes(self) -> tuple[int, int]:
        """Of the two hidden layers."""
        return self.layers[0][0].shape[1], self.layers[1][0].shape[1]

    def save(self, path: Path) -> None:
        arrays = {}
        for k, (weights, bias) in enumerate(self.layers):
            arrays[f"w{k}"] = weights
            arrays[f"b{k}"] = bias
        np.savez(path, **arrays)  # type: ignore[arg-type]

    @classmethod
    def load(cls, path: Path) -> "ArrayNet":
        """A network from its file, one of training or one that is shipped."""
        if path.suffix == ".onnx":
            found = tensors(path.read_bytes())
            return cls([(found[f"w{k}"], found[f"b{k}"]) for k in range(len(found) // 2)])
        with np.load(path) as arrays:
            count = len(arrays.files) // 2
            return cls([(arrays[f"w{k}"], arrays[f"b{k}"]) for k in range(count)])


GRAPH, INITIALIZER = 7, 5
DIMS, KIND, NAME, RAW = 1, 2, 8, 9
FLOAT = 1
"""Numbers of protobuf fields, and of a kind of numbers, in files of networks."""


def fields(data: bytes) -> Iterator[tuple[int, int | bytes]]:
    """Number and value of each field of a protobuf message."""
    at = 0

    def number() -> int:
        nonlocal at
        found = shift = 0
        while True:
            byte = data[at]
            at += 1
            found |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return found

    while at < len(data):
        key = number()
        kind = key & 7
        if kind == 0:
            yield key >> 3, number()
            continue
        length = number() if kind == 2 else {1: 8, 5: 4}[kind]
        yield key >> 3, data[at : at + length]
        at += length


def parts(data: bytes, field: int) -> list[bytes]:
    """The messages that stand in one field of a message."""
    return [value for number, value in fields(data) if number == field and isinstance(value, bytes)]


def tensors(model: bytes) -> dict[str, Array]:
    """The weights of a network's file, by name."""
    found: dict[str, Array] = {}
    for tensor in (each for graph in parts(model, GRAPH) for each in parts(graph, INITIALIZER)):
        dims = [value for number, value in fields(tensor) if number == DIMS and isinstance(value, int)]
        if (KIND, FLOAT) not in fields(tensor) or not parts(tensor, RAW):
            raise ValueError("weights that are no plain 32-bit numbers")
        numbers = np.frombuffer(parts(tensor, RAW)[0], dtype="<f4").reshape(dims).astype(np.float32)
        found[parts(tensor, NAME)[0].decode()] = numbers
    return found
