"""Trained policies, one file a title (`examples/train_ppo.py` makes them), and how they are asked.

A file holds the weights in half precision and a page about itself: the table it was trained at, the layout of what it
was shown, and its learning curve. It needs NumPy and no more.
"""

import hashlib
import io
import json
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from terrarium.batch.observer import Observer  # a browser has none

ABOUT = "about"
"""The entry of a file that holds its page."""
LETTERS = 16
"""Of a layout's fingerprint."""


def layout_of(observer: "Observer") -> str:
    """A fingerprint of what a policy is shown and answers: columns with their meaning, actions by number."""
    state = observer.game.new()
    columns = [[f.name, f.start, f.count, f.low, f.high, f.meaning] for f in observer.fields]
    text = json.dumps([columns, [state.text(code) for code in observer.actions]])
    return hashlib.sha256(text.encode()).hexdigest()[:LETTERS]


def packed(about: dict[str, Any], weights: "dict[str, npt.NDArray[Any]]") -> bytes:
    """A policy as a file: the page about it, and its weights as they are."""
    import numpy as np

    page = np.frombuffer(json.dumps(about, ensure_ascii=False).encode(), np.uint8)
    file = io.BytesIO()
    entries: dict[str, Any] = {ABOUT: page, **weights}
    np.savez_compressed(file, **entries)
    return file.getvalue()


class Policy:
    """A trunk over the whole observation and one head that all places of the board share, as the example trains it.

    Sums are NumPy's own and not those of a linear algebra library: one core, whatever the machine has.
    """

    def __init__(self, data: bytes) -> None:
        import numpy

        self.numpy = numpy
        with numpy.load(io.BytesIO(data)) as file:
            self.about: dict[str, Any] = json.loads(file[ABOUT].tobytes())
            self.weights = {
                name: file[name].astype(numpy.float32) for name in file.files if name not in (ABOUT, "order")
            }
            self.order = file["order"].astype(numpy.int64)

    def __call__(self, observation: "npt.NDArray[np.int16]") -> "npt.NDArray[np.float32]":
        """How much it likes each action, by number, legal or not."""
        numpy, weights = self.numpy, self.weights
        places, first = weights["place"].shape[0], int(self.about["first"])
        seen = observation * weights["scale"]
        trunk = numpy.maximum(self.layer("trunk.0", seen), 0)
        trunk = numpy.maximum(self.layer("trunk.2", trunk), 0)
        per = weights["near.weight"].shape[1]
        beside = seen[first : first + places * per].reshape(places, per)
        near = numpy.einsum("pi,oi->po", beside, weights["near.weight"])
        parts = numpy.maximum(near + self.layer("context", trunk) + weights["place"], 0)
        kinds = numpy.einsum("pi,oi->po", parts, weights["kinds.weight"]) + weights["kinds.bias"]
        likings: npt.NDArray[np.float32] = numpy.concatenate([self.layer("plain", trunk), kinds.ravel()])[self.order]
        return likings

    def layer(self, name: str, x: "npt.NDArray[np.float32]") -> "npt.NDArray[np.float32]":
        weight, bias = self.weights[f"{name}.weight"], self.weights[f"{name}.bias"]
        found: npt.NDArray[np.float32] = self.numpy.einsum("oi,i->o", weight, x) + bias
        return found


@cache
def policy_of(title: str) -> Policy | None:
    """The policy of a title; None where there is none. ImportError without NumPy."""
    path = files(__name__).joinpath(f"{title}.npz")
    return Policy(path.read_bytes()) if path.is_file() else None
