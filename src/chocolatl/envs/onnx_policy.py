"""A network in an ONNX file as a policy: it gives each action a number, the highest legal one is played."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chocolatl.envs.env_config import setting
from chocolatl.envs.policy_bot import PolicyBot
from chocolatl.envs.spaces import ObservationForm
from chocolatl.extras import needs

SEEN, MASK = "observation", "action_mask"
FORMS = {"tensor(int8)": "int8", "tensor(float)": "normalised"}
"""The type of the input `observation` says in which form the network reads it."""


class OnnxError(ValueError):
    """A file that is no such network, or one for other sizes; the message says what was expected."""


class OnnxPolicy:
    """Inputs: a line `observation` and, if the network wants it, `action_mask`; the first output is read."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._session = _session(path)
        inputs = {one.name: one for one in self._session.get_inputs()}
        if SEEN not in inputs or not set(inputs) <= {SEEN, MASK}:
            raise OnnxError(f"{path} reads {', '.join(inputs)}: expected observation, and action_mask or not")
        if inputs[SEEN].type not in FORMS:
            raise OnnxError(f"{path} reads {inputs[SEEN].type}: expected {' or '.join(FORMS)}")
        self.observations = FORMS[inputs[SEEN].type]
        self.width = inputs[SEEN].shape[-1]
        self._mask_type = np.float32 if MASK in inputs and inputs[MASK].type == "tensor(float)" else np.int8
        self._masked = MASK in inputs

    def __call__(self, seen: NDArray[Any], mask: NDArray[np.int8]) -> int:
        """The legal action with the highest number; of equal ones the first."""
        if isinstance(self.width, int) and self.width != len(seen):
            raise OnnxError(f"{self.path} reads {self.width} numbers: expected {len(seen)} at this table")
        given = {SEEN: seen[None]} | ({MASK: mask[None].astype(self._mask_type)} if self._masked else {})
        numbers = self._session.run(None, given)[0]
        if numbers.shape != (1, len(mask)):
            raise OnnxError(f"{self.path} gives {numbers.shape}: expected (1, {len(mask)}), one an action")
        return int(np.where(mask, numbers[0], -np.inf).argmax())


def onnx_bot(path: Path, sizes: Collection[int]) -> PolicyBot:
    """The bot that plays by the network in this file.

    Args:
        path: the file. Its width says whether it reads the history, too.
        sizes: numbers of players for which it must fit; OnnxError if it does not.
    """
    policy = OnnxPolicy(path)
    history = policy.width in [setting(players, history=True).size for players in sizes]
    for players in sizes:
        made = setting(players, history=history)
        form = ObservationForm(made, "cards", policy.observations)
        policy(form.numbers(made.low), np.ones(made.actions, np.int8))
    return PolicyBot(policy, policy.observations, history)


def _session(path: Path) -> Any:
    """One thread, so that the same numbers are added in the same order."""
    with needs("onnx"):
        import onnxruntime
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    try:
        return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
    except Exception as wrong:  # its own exceptions share no base class
        raise OnnxError(f"{path}: {wrong}: expected a network as ONNX") from None
