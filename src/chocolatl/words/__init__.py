"""The game in words, in four languages: what happened and why, what is asked, why an answer was refused."""

from chocolatl.words.asking import prompt, refused
from chocolatl.words.catalogue import LANGUAGES, catalogue
from chocolatl.words.story import EVERYTHING, Line, story
from chocolatl.words.tell import tell

__all__ = ["EVERYTHING", "LANGUAGES", "Line", "catalogue", "prompt", "refused", "story", "tell"]
