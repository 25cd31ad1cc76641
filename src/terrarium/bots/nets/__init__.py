"""The learned networks, one file a family (`tools/train` makes them), and how they are asked.

They need onnxruntime, the extra `learned`; without it `network` finds none and the hand-made minds play.
"""

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from librt.vecs import vec


class Network:
    """One network on one core: the same rows always get the same answer."""

    def __init__(self, data: bytes) -> None:
        import numpy
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        self.numpy = numpy
        self.session = onnxruntime.InferenceSession(data, options, providers=["CPUExecutionProvider"])
        self.width = int(self.session.get_inputs()[0].shape[1])

    def __call__(self, rows: "vec[float]") -> list[float]:
        """What it says of each row, one after the other."""
        numpy = self.numpy
        x = numpy.frombuffer(rows, dtype=numpy.float64).reshape(-1, self.width).astype(numpy.float32)
        found: list[float] = self.session.run(None, {"rows": x})[0].ravel().tolist()
        return found


@cache
def network(family: str) -> Network | None:
    """The network of a family; None where there is none or nothing to run it with."""
    path = files(__name__).joinpath(f"{family}.onnx")
    try:
        return Network(path.read_bytes()) if path.is_file() else None
    except ImportError:  # the extra is not installed
        return None
