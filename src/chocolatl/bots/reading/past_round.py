"""The decisions of a finished round, as positions of the compiled engine: what everybody knew, and all hands.

A red round has one decision, a gold round one per location (the last one is forced and left out), a green
round two. Points, figures, huts and dice that changed hands in the middle of a gold round are not in the
history: its later decisions are seen as if the table stood as the round began.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from chocolatl.engine import layout as L
from chocolatl.engine.layout import Vector
from chocolatl.engine.state_vector import REASONS, new_vector, write_cards, write_improvements, write_line
from chocolatl.rules import Board, RoundHistory
from chocolatl.rules.types import COLOURS


def past_decisions(entry: RoundHistory, board: Board) -> Iterator[Vector]:
    """A position for every bid of the round that was a choice."""
    places = len(board.locations)
    if entry.mode == "gold":
        for first in range(places - 1):
            yield _position(entry, board, first, [2] * first + [0] * (places - first))
        return
    yield _position(entry, board, 0, [0] * places)
    if entry.mode == "green":
        yield _position(entry, board, 0, [1] * places)


def shown_bids(entry: RoundHistory) -> Vector:
    """All cards in the order they were laid: seat, place, 2."""
    bids: Vector = np.zeros(L.SEATS * L.LAID_WIDTH, dtype=np.int64)
    for seat, groups in enumerate(entry.bids):
        for place, cards in enumerate(groups):
            write_cards(bids, seat * L.LAID_WIDTH + 2 * place, cards)
    return bids


def card_ranks(entry: RoundHistory) -> Vector:
    """Which card of the sorted hand lay in which slot: what a player who copies a round lays again."""
    ranks: Vector = np.full(L.SEATS * L.LAID_WIDTH, -1, dtype=np.int64)
    for seat, groups in enumerate(entry.bids):
        cards = np.array([card for group in groups for card in group])
        # A stable sort twice is the rank of each card, equal cards in the order of the board.
        order = np.argsort(np.argsort(cards, kind="stable"), kind="stable")
        ranks[seat * L.LAID_WIDTH : seat * L.LAID_WIDTH + len(cards)] = order
    return ranks


def _position(entry: RoundHistory, board: Board, first: int, laid: list[int]) -> Vector:
    """The table as the round began, with so many cards of everybody turned up at each place."""
    s = new_vector()
    places, players = len(board.locations), len(entry.bids)
    s[L.PLAYERS], s[L.ROUND], s[L.MODE] = players, entry.round, COLOURS.index(entry.mode)
    s[L.LAST_ROUND_REASON] = REASONS.index(entry.last)
    s[L.CHOCOLATL] = L.NOBODY if entry.chocolatl is None else entry.chocolatl
    s[L.OLD_MAN] = L.NOBODY if entry.old_man is None else entry.old_man
    s[L.STONES] = entry.stones
    s[L.HARVEST_AT : L.HARVEST_AT + len(entry.harvest)] = entry.harvest
    write_improvements(s, board, entry.round, entry.improvements)
    write_line(s, entry.line)
    s[L.BOX_AT : L.BOX_AT + players] = entry.boxes
    s[L.HUTS_AT : L.HUTS_AT + players] = entry.huts
    s[L.DICE_AT : L.DICE_AT + players] = entry.dice
    s[L.ASK], s[L.ASK_FROM], s[L.ASK_UNTIL] = L.ASK_LAY, first, places
    s[L.LAID_N_AT : L.LAID_N_AT + places] = laid
    s[L.SHOWN_N_AT : L.SHOWN_N_AT + places] = laid
    # In round 1 nobody knew the others' altars; after it all hands are known.
    s[L.HANDS_SEEN] = entry.round > 1
    s[L.CARD_COUNT], s[L.HAND_SIZE] = 2 * places, 2 * places - sum(laid)
    for seat, groups in enumerate(entry.bids):
        _write_hand(s, seat, groups, laid)
    return s


def _write_hand(s: Vector, seat: int, groups: tuple[tuple[int, ...], ...], laid: list[int]) -> None:
    held = [card for group, count in zip(groups, laid, strict=True) for card in group[count:]]
    write_cards(s, L.CARDS_AT + seat * L.HAND_MAX, sorted(card for group in groups for card in group))
    write_cards(s, L.HAND_AT + seat * L.HAND_MAX, sorted(held))
    for place, (group, count) in enumerate(zip(groups, laid, strict=True)):
        write_cards(s, L.LAID_AT + seat * L.LAID_WIDTH + 2 * place, group[:count])
