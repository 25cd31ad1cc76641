"""The network as plain arrays: what the players of training games use, and what is saved between generations."""

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
        with np.load(path) as arrays:
            count = len(arrays.files) // 2
            return cls([(arrays[f"w{k}"], arrays[f"b{k}"]) for k in range(count)])
