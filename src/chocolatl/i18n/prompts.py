"""What a player is asked, and why an answer was refused, in words."""

from __future__ import annotations

from collections.abc import Sequence

from chocolatl.i18n.narrator import Narrator
from chocolatl.rules import Refusal
from chocolatl.rules import questions as q


def prompt(question: q.Question, names: Sequence[str], lang: str) -> str:
    """The question as one would ask it at the table."""
    return ask(Narrator(names, lang), question)


def refused(refusal: Refusal, lang: str) -> str:
    """Why an answer was not taken."""
    return Narrator((), lang).say(f"refusal.{refusal.code}")


def ask(narrator: Narrator, question: q.Question) -> str:
    """Like `prompt`, for whoever has a voice already."""
    match question:
        case q.ChooseSacrifice():
            return narrator.say("question.sacrifice")
        case q.LayCards():
            return _lay(narrator, question)
        case q.RollOrPass():
            return narrator.say("question.roll", at=narrator.at(question.location), n=question.dice)
        case q.TakePrize():
            return narrator.say("question.take", name=narrator.name(question.second))
        case q.ChooseOrder():
            return narrator.say("question.place_first", rows=", ".join(str(row + 1) for row in question.rows))
        case q.ChooseGiveBack():
            return narrator.say("question.give_back", card=question.won)


def _lay(narrator: Narrator, question: q.LayCards) -> str:
    first, *others = question.groups
    if others:
        return narrator.say("question.lay.all", n=first.count)
    return narrator.say("question.lay.one", n=first.count, at=narrator.at(first.location))
