"""The bids of rounds that are over, as the numbers that `history=True` adds to an observation."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from chocolatl.envs.env_config import EnvConfig
from chocolatl.rules.state import Cards, RoundHistory
from chocolatl.rules.types import COLOURS, Seat


def earlier_rounds(made: EnvConfig, history: Sequence[RoundHistory], seat: Seat) -> NDArray[np.int8]:
    """A line for each round of the board, one after the other; zeros for a round that is not over.

    Args:
        made: the setting, with history.
        history: that of a view; bids are in it once their round is over.
        seat: whose bids come first.
    """
    out = np.zeros((made.board.rounds, (made.size - made.past_at) // made.board.rounds), np.int8)
    for one in history:
        if one.bids:
            modes = [int(one.mode == colour) for colour in COLOURS]
            bids = [*one.bids[seat:], *one.bids[:seat]]
            out[one.round - 1] = [*modes, *(slot for bid in bids for group in bid for slot in _slots(group))]
    return out.ravel()


def _slots(group: Cards) -> list[int]:
    return [card + 1 for card in group]
