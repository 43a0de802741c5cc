"""A policy of these examples as an ONNX file, which `chocolatl score` plays: pip install "chocolatl[onnx]".

python examples/onnx_file.py policy.npz policy.onnx
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from train_policy import Policy


def write_onnx(policy: Policy, path: Path) -> None:
    """int8 observations in, a number for each action out; the value of the position is left away."""
    helper: Any = onnx.helper
    first, second = policy.weights
    constants = {
        "scale": policy.scale,
        "first": first[:-1],
        "first_bias": first[-1],
        "second": second[:-1, :-1],
        "second_bias": second[-1, :-1],
    }
    graph = helper.make_graph(
        [
            helper.make_node("Cast", ["observation"], ["numbers"], to=onnx.TensorProto.FLOAT),
            helper.make_node("Mul", ["numbers", "scale"], ["scaled"]),
            helper.make_node("Gemm", ["scaled", "first", "first_bias"], ["sums"]),
            helper.make_node("Tanh", ["sums"], ["hidden"]),
            helper.make_node("Gemm", ["hidden", "second", "second_bias"], ["scores"]),
        ],
        "policy",
        [helper.make_tensor_value_info("observation", onnx.TensorProto.INT8, ["n", len(policy.scale)])],
        [helper.make_tensor_value_info("scores", onnx.TensorProto.FLOAT, ["n", second.shape[1] - 1])],
        [onnx.numpy_helper.from_array(np.ascontiguousarray(a), name) for name, a in constants.items()],
    )
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9), path)


if __name__ == "__main__":
    write_onnx(Policy.load(Path(sys.argv[1])), Path(sys.argv[2]))
