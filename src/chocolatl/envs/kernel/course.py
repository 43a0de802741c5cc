"""From one question to the next, stopping where chance has to be dealt."""

from __future__ import annotations

from chocolatl.envs.kernel.picks import open_question, sort_hands
from chocolatl.fast.chance import ON_TAPE
from chocolatl.fast.compiled import inner
from chocolatl.fast.engine import advance
from chocolatl.fast.layout import (
    ANSWER_AT,
    ASK,
    ASK_LAY,
    ASK_ROLL,
    ASK_SACRIFICE,
    ASK_SEAT,
    B_PLACES,
    LAST,
    NEXT_PLACE,
    NO_QUESTION,
    NOT_LAST,
    OVER,
    Ints,
)

# What the tape must hold before the game can go on.
NO_CHANCE, ROUND_CHANCE, BONUS_CHANCE, FINAL_CHANCE = range(4)


@inner
def chance_due(s: Ints, b: Ints) -> int:
    """The draw that the next stretch of the game needs; a new round and the end follow a pause."""
    ask = s[ASK]
    if ask == ASK_SACRIFICE:
        return ROUND_CHANCE
    if ask == ASK_ROLL and s[ANSWER_AT + s[ASK_SEAT]] == 1:
        return BONUS_CHANCE
    if ask == NO_QUESTION and s[NEXT_PLACE] == b[B_PLACES] - 1:
        return ROUND_CHANCE if s[LAST] == NOT_LAST else FINAL_CHANCE
    return NO_CHANCE


@inner
def go_on(s: Ints, b: Ints, tape: Ints, dealt: bool) -> int:
    """Play one stretch: to the next question, the end of a location, or the draw that is due first."""
    due = chance_due(s, b)
    if due != NO_CHANCE and not dealt:
        return due
    if s[ASK] == ASK_LAY:
        sort_hands(s)  # what is left may be laid without a question, the higher card first
    advance(s, b, tape, ON_TAPE, True)
    if s[ASK] != NO_QUESTION:
        open_question(s)
    return NO_CHANCE


@inner
def between(s: Ints) -> bool:
    """Whether the game stands between two locations, with nobody to answer."""
    return s[ASK] == NO_QUESTION and not s[OVER]
