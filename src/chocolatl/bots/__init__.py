"""Players that are programs. A bot is a seat: it gets a view and a question, and nothing more.

bot = make_bot("greedy", seed=1)               by the short notation of chocolatl.bots.spec
bot.decide(view, question)                     its answer: the same for the same seed and view, everywhere
answer(bot, state, seat)                       builds the view that the bot may have, and asks it
"""

from chocolatl.bots.bot import Bot, answer, answers_by
from chocolatl.bots.registry import REGISTRY, Entry, Parameter
from chocolatl.bots.spec import BotSpecError, Spec, make_bot, parse_bot, parse_table

__all__ = [
    "REGISTRY",
    "Bot",
    "BotSpecError",
    "Entry",
    "Parameter",
    "Spec",
    "answer",
    "answers_by",
    "make_bot",
    "parse_bot",
    "parse_table",
]
