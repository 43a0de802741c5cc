"""The posterior of each seat's kind, from all rounds that are over (Bayes' rule, rounds independent).

The evidence of a round depends on the round alone, so it is computed once and kept: a cache of a pure
function, not a memory of the bot. Its dice have a seed of their own.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from chocolatl.bots.equilibrium import plan_table as P
from chocolatl.bots.equilibrium.round_simulation import Arrays, Floats
from chocolatl.bots.equilibrium.value_network import NET_SIZE, WORK_SIZE
from chocolatl.bots.reading.bid_likelihood import add_log_likelihoods
from chocolatl.bots.reading.opponent_types import TYPES
from chocolatl.bots.reading.past_round import card_ranks, past_decisions, shown_bids
from chocolatl.engine import layout as L
from chocolatl.engine.board_vector import encode_board
from chocolatl.engine.layout import Vector
from chocolatl.engine.state_vector import new_vector
from chocolatl.rules import Board, RoundHistory, Rules, View

PRIOR = (0.78, 0.06, 0.06, 0.03, 0.03, 0.01, 0.01, 0.02)
"""Prior of each kind, in the order of opponent_types.py. Choices: a wrong reading costs more than a late one;
FLAT and RANDOM are beaten anyway and resemble an equilibrium most, so they need the most evidence."""
TRUST = 0.7
"""Exponent of the likelihoods (a tempered posterior): below 1 because rounds of one player are not
independent and nobody is exactly as modelled. A choice."""
ROUNDS_KEPT = 2048
"""Rounds whose evidence is kept: some hundred bytes each."""


def posterior(view: View) -> Floats:
    """The probability of each kind (column) for each seat (row); the prior before a round is over."""
    logs: Floats = np.tile(np.log(PRIOR), (len(view.players), 1))
    before: RoundHistory | None = None
    for entry in view.history:
        if entry.bids:
            logs += TRUST * round_evidence(entry, before, view.board, view.rules, view.version)
            before = entry
    chances: Floats = np.exp(logs - logs.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    return chances


@lru_cache(maxsize=ROUNDS_KEPT)
def round_evidence(
    entry: RoundHistory, before: RoundHistory | None, board: Board, rules: Rules, version: str
) -> Floats:
    """Log-likelihood of each seat's bids in one round for each kind."""
    out: Floats = np.zeros((len(entry.bids), TYPES))
    bids, b = shown_bids(entry), encode_board(board, rules, version)
    for number, position in enumerate(past_decisions(entry, board)):
        arrays = _arrays(position, b, 100 * entry.round + number)
        copied = arrays[6][P.COPY_AT : P.COPY_AT + L.SEATS * L.LAID_WIDTH]
        copied[:] = -1 if before is None else card_ranks(before)
        add_log_likelihoods(arrays, bids, int(before is not None), out)
    return out


def _arrays(base: Vector, b: Vector, seed: int) -> Arrays:
    """Room for sampling plans; nothing is simulated, so there is no network and no tape."""
    return (
        new_vector(),
        base,
        b,
        np.zeros(L.TAPE_SIZE, dtype=np.int8),
        np.zeros(NET_SIZE),
        np.zeros(WORK_SIZE),
        np.zeros(P.PLANS_SIZE, dtype=np.int64),
        np.zeros(P.WEIGHTS_SIZE),
        np.array([seed], dtype=np.uint64),
    )
