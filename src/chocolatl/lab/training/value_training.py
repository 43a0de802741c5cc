"""Training of the value network: Adam (Kingma and Ba 2014) on cross-entropy, in NumPy.

624 weights and a few million rows need no framework. Targets are each seat's win share, smoothed by later
opinions of the network (self_play.py).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from chocolatl.bots.equilibrium.round_simulation import Floats
from chocolatl.bots.equilibrium.value_network import FEATURES, HIDDEN, NET_SIZE

WEIGHT_DECAY = 1e-5
"""Gradient of an L2 penalty, per weight. A choice, not measured."""


@dataclass
class Positions:
    """Rows of positions: numbers per seat, and each seat's share that was reached."""

    inputs: Floats  # position, seat, feature
    shares: Floats  # position, seat


@dataclass
class ValueNetwork:
    """The weights in the shapes that NumPy multiplies."""

    first: Floats
    bias: Floats
    out: Floats

    @classmethod
    def fresh(cls, random: np.random.Generator) -> ValueNetwork:
        """Small random weights."""
        first = random.normal(size=(FEATURES, HIDDEN)) * (1.0 / FEATURES) ** 0.5
        return cls(first, np.zeros(HIDDEN), random.normal(size=HIDDEN) * 0.1)

    @classmethod
    def of(cls, flat: Floats) -> ValueNetwork:
        """From the one row of numbers that compiled code and files use."""
        cut = FEATURES * HIDDEN
        first = flat[:cut].reshape(FEATURES, HIDDEN).copy()
        return cls(first, flat[cut : cut + HIDDEN].copy(), flat[cut + HIDDEN :].copy())

    def flat(self) -> Floats:
        """As one row of numbers."""
        flat = np.concatenate([self.first.ravel(), self.bias, self.out])
        assert flat.size == NET_SIZE
        return flat

    def shares(self, inputs: Floats) -> Floats:
        """Shares for many positions at once."""
        hidden = np.maximum(0.0, inputs @ self.first + self.bias)
        return _softmax(hidden @ self.out)


def _softmax(logits: Floats) -> Floats:
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    shares: Floats = powers / powers.sum(axis=1, keepdims=True)
    return shares


def loss(net: ValueNetwork, data: Positions) -> float:
    """Mean cross-entropy."""
    return float(-(data.shares * np.log(net.shares(data.inputs) + 1e-9)).sum(axis=1).mean())


def fit(
    net: ValueNetwork, data: Positions, random: np.random.Generator, epochs: int, rate: float
) -> ValueNetwork:
    """Adam on cross-entropy, with a rate that falls to zero."""
    weights = net.flat()
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    size, batch, step = len(data.inputs), 256, 0
    total = epochs * max(1, size // batch)
    for _ in range(epochs):
        order = random.permutation(size)
        for start in range(0, size - batch + 1, batch):
            rows = order[start : start + batch]
            slope = (
                _slope(ValueNetwork.of(weights), data.inputs[rows], data.shares[rows])
                + WEIGHT_DECAY * weights
            )
            step += 1
            mean = 0.9 * mean + 0.1 * slope
            square = 0.999 * square + 0.001 * slope**2
            scale = rate * (1 - step / (total + 1)) / (1 - 0.9**step)
            weights -= scale * mean / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
    return ValueNetwork.of(weights)


def _slope(net: ValueNetwork, inputs: Floats, shares: Floats) -> Floats:
    before = inputs @ net.first + net.bias
    hidden = np.maximum(0.0, before)
    error = (_softmax(hidden @ net.out) - shares) / len(inputs)
    back = error[:, :, None] * net.out * (before > 0)
    first = np.einsum("psf,psh->fh", inputs, back, optimize=True)
    return np.concatenate([first.ravel(), back.sum(axis=(0, 1)), np.einsum("ps,psh->h", error, hidden)])
