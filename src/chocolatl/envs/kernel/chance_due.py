"""From one question to the next, stopping where chance has to be dealt."""

from __future__ import annotations

from chocolatl.engine import layout as L
from chocolatl.engine.advance import advance
from chocolatl.engine.chance_tape import ON_TAPE
from chocolatl.engine.jit import jit_internal
from chocolatl.engine.layout import Ints
from chocolatl.envs.kernel.pick_actions import open_question, sort_hands

# What the tape must hold before the game can go on.
NO_CHANCE, ROUND_CHANCE, BONUS_CHANCE, FINAL_CHANCE = range(4)


@jit_internal
def chance_due(s: Ints, b: Ints) -> int:
    """The draw that the next stretch of the game needs; a new round and the end follow a pause."""
    ask = s[L.ASK]
    if ask == L.ASK_SACRIFICE:
        return ROUND_CHANCE
    if ask == L.ASK_ROLL and s[L.ANSWER_AT + s[L.ASK_SEAT]] == 1:
        return BONUS_CHANCE
    if ask == L.NO_QUESTION and s[L.NEXT_PLACE] == b[L.B_PLACES] - 1:
        return ROUND_CHANCE if s[L.LAST_ROUND_REASON] == L.NOT_LAST else FINAL_CHANCE
    return NO_CHANCE


@jit_internal
def go_on(s: Ints, b: Ints, tape: Ints, dealt: bool) -> int:
    """Play one stretch: to the next question, the end of a location, or the draw that is due first."""
    due = chance_due(s, b)
    if due != NO_CHANCE and not dealt:
        return due
    if s[L.ASK] == L.ASK_LAY:
        sort_hands(s)  # what is left may be laid without a question, the higher card first
    advance(s, b, tape, ON_TAPE, True)
    if s[L.ASK] != L.NO_QUESTION:
        open_question(s)
    return NO_CHANCE


@jit_internal
def between(s: Ints) -> bool:
    """Whether the game stands between two locations, with nobody to answer."""
    return s[L.ASK] == L.NO_QUESTION and not s[L.OVER]
