"""Write a network as ONNX: `python tools/train/export.py best.npz src/terrarium/bots/nets/FAMILY.onnx`. Needs onnx."""

import sys
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
from tools.train.nets import ArrayNet


def model(net: ArrayNet) -> onnx.ModelProto:
    """Rows in, two answers a row out."""
    nodes, weights = [], []
    at = "rows"
    for k, (w, b) in enumerate(net.layers):
        last = k + 1 == len(net.layers)
        weights += [
            numpy_helper.from_array(w.astype(np.float32), f"w{k}"),
            numpy_helper.from_array(b.astype(np.float32), f"b{k}"),
        ]
        out = "answers" if last else f"sum{k}"
        nodes.append(helper.make_node("Gemm", [at, f"w{k}", f"b{k}"], [out]))
        if not last:
            nodes.append(helper.make_node("Relu", [out], [f"layer{k}"]))
            at = f"layer{k}"
    graph = helper.make_graph(
        nodes, "values",
        [helper.make_tensor_value_info("rows", TensorProto.FLOAT, ["n", net.width])],
        [helper.make_tensor_value_info("answers", TensorProto.FLOAT, ["n", 2])],
        weights,
    )  # fmt: skip
    found = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
    onnx.checker.check_model(found)
    return found


if __name__ == "__main__":
    source, target = map(Path, sys.argv[1:3])
    target.write_bytes(model(ArrayNet.load(source)).SerializeToString())
    print(f"{target}: {target.stat().st_size} bytes")
