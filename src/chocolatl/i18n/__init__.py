"""The game in words, in four languages: what happened and why, what is asked, why an answer was refused."""

from chocolatl.i18n.catalogue import LANGUAGES, catalogue
from chocolatl.i18n.event_sentences import describe_event
from chocolatl.i18n.prompts import prompt, refused
from chocolatl.i18n.transcript import EVERYTHING, TranscriptLine, transcript

__all__ = [
    "EVERYTHING",
    "LANGUAGES",
    "TranscriptLine",
    "catalogue",
    "describe_event",
    "prompt",
    "refused",
    "transcript",
]
