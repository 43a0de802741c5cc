"""What a player is asked, and why an answer was refused, in words."""

from __future__ import annotations

from collections.abc import Sequence

from chocolatl.rules import questions as q
from chocolatl.rules.refusal import Refusal
from chocolatl.words.voice import Voice


def prompt(question: q.Question, names: Sequence[str], lang: str) -> str:
    """The question as one would ask it at the table."""
    return ask(Voice(names, lang), question)


def refused(refusal: Refusal, lang: str) -> str:
    """Why an answer was not taken."""
    return Voice((), lang).say(f"refusal.{refusal.code}")


def ask(voice: Voice, question: q.Question) -> str:
    """Like `prompt`, for whoever has a voice already."""
    match question:
        case q.ChooseSacrifice():
            return voice.say("question.sacrifice")
        case q.LayCards():
            return _lay(voice, question)
        case q.RollOrPass():
            return voice.say("question.roll", at=voice.at(question.location), n=question.dice)
        case q.TakePrize():
            return voice.say("question.take", name=voice.name(question.second))
        case q.ChooseOrder():
            return voice.say("question.place_first", rows=", ".join(str(row + 1) for row in question.rows))
        case q.ChooseGiveBack():
            return voice.say("question.give_back", card=question.won)


def _lay(voice: Voice, question: q.LayCards) -> str:
    first, *others = question.groups
    if others:
        return voice.say("question.lay.all", n=first.count)
    return voice.say("question.lay.one", n=first.count, at=voice.at(first.location))
