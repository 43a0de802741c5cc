"""Random boards: anywhere within the bounds, at their edges, and just beyond one of them."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from msgspec.structs import replace

from chocolatl.records.board_limits import CARD, CARD_LISTS, ENTRIES, LENGTHS, NUMBERS, Bound
from chocolatl.rules import Board
from chocolatl.rules.board import Drink, Row
from chocolatl.rules.types import COLOURS, LOCATIONS


def within(bound: Bound, least: int | None = None) -> st.SearchStrategy[int]:
    low = bound.least if least is None else least
    return st.one_of(st.sampled_from((low, bound.most)), st.integers(low, bound.most))


def cards(count: int) -> st.SearchStrategy[tuple[int, ...]]:
    return st.lists(within(CARD), min_size=count, max_size=count).map(tuple)


def entries(kind: Any, key: str, count: int) -> st.SearchStrategy[tuple[Any, ...]]:
    one = st.builds(kind, **{part: within(bound) for part, bound in ENTRIES[key].items()})
    return st.lists(one, min_size=count, max_size=count).map(tuple)


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """A board that can be played on; edges of the bounds come up often."""
    numbers: dict[str, Any] = {key: draw(within(bound)) for key, bound in NUMBERS.items()}
    rounds = numbers["rounds"]
    chosen = draw(st.sets(st.sampled_from(LOCATIONS), min_size=1))
    locations = tuple(place for place in LOCATIONS if place in chosen)
    piles: dict[str, Any] = {
        key: draw(within(LENGTHS[key], rounds - 1).flatmap(cards))
        for key in ("improvements_low", "improvements_high")
    }
    rows = draw(within(LENGTHS["pyramid"]).flatmap(lambda count: entries(Row, "pyramid", count)))
    if sum(row.boxes for row in rows) < 2 * rounds:
        rows = (*rows[:-1], replace(rows[-1], boxes=2 * rounds))
    track = st.lists(st.sampled_from(COLOURS), min_size=1, max_size=draw(st.sampled_from((3, 200))))
    return Board(
        name="b" * draw(st.sampled_from((1, 40))),
        cards=tuple(sorted(draw(cards(2 * len(locations) + 1)))),
        locations=locations,
        track=draw(track.map(tuple)),
        drink=draw(within(LENGTHS["drink"], rounds).flatmap(lambda count: entries(Drink, "drink", count))),
        pyramid=rows,
        **numbers,
        **piles,
    )


@st.composite
def boards_beyond(draw: st.DrawFn) -> tuple[str, Board]:
    """A board with one number or list out of bounds, and its key."""
    board = draw(boards())
    key = draw(st.sampled_from((*NUMBERS, *LENGTHS, "name", "card", "entry")))
    far = st.sampled_from((1, 2, 256, 10**6, 2**63, 10**400))
    if key == "name":
        return key, replace(
            board, name=draw(st.sampled_from(("", "x" * 41, "a\0b", "a\u202eb", "\u3164", "\ud800")))
        )
    if key in NUMBERS:
        wrong = draw(st.one_of(far.map(NUMBERS[key].most.__add__), far.map(NUMBERS[key].least.__sub__)))
        return key, replace(board, **{key: wrong})
    if key == "card":
        pile = draw(st.sampled_from(CARD_LISTS))
        values = getattr(board, pile) or (0,)
        wrong = draw(st.one_of(far.map(CARD.most.__add__), far.map(CARD.least.__sub__)))
        return pile, replace(board, **{pile: (*values[:-1], wrong)})
    if key == "entry":
        rows = board.drink
        return "drink", replace(board, drink=(*rows[:-1], Drink(0, 1000 + draw(far))))
    count = draw(st.sampled_from((LENGTHS[key].most + 1, LENGTHS[key].most + 300, 0)))
    if count == 0 and LENGTHS[key].least == 0:
        count = 257
    return key, replace(board, **{key: (getattr(board, key) or (0,))[:1] * count})
