"""Chocolatl itself: pure functions over immutable values. A game is a list of events.

events = start(board, rules, players, chance)      the first events
state = fold(events)                               what they add up to
waiting_for(state)                                 who is asked what
decide(state, seat, action, chance)                what an answer leads to, or why it is refused
play_to_end(state, answer, chance)                 the whole game, question by question
"""

from chocolatl.rules.actions import Action, GiveBack, Lay, Pass, PlaceFirst, Roll, Sacrifice, Take
from chocolatl.rules.any_answer import any_answer, random_player
from chocolatl.rules.board import Board, default_board
from chocolatl.rules.build_question import question
from chocolatl.rules.chance import Chance, SealedChance, key_from_seed
from chocolatl.rules.editions import EDITIONS, Rules
from chocolatl.rules.events import Event
from chocolatl.rules.evolve import evolve
from chocolatl.rules.game import decide, fold, play_to_end, start, step, waiting_for
from chocolatl.rules.questions import Question
from chocolatl.rules.refusal import Refusal
from chocolatl.rules.state import Player, RoundHistory, State
from chocolatl.rules.types import LOCATIONS, Card, Colour, Location, Seat, Source
from chocolatl.rules.versions import RULES_VERSION, RULES_VERSIONS, edition_named
from chocolatl.rules.view import View, redact, view

__all__ = [
    "EDITIONS",
    "LOCATIONS",
    "RULES_VERSION",
    "RULES_VERSIONS",
    "Action",
    "Board",
    "Card",
    "Chance",
    "Colour",
    "Event",
    "GiveBack",
    "Lay",
    "Location",
    "Pass",
    "PlaceFirst",
    "Player",
    "Question",
    "Refusal",
    "Roll",
    "RoundHistory",
    "Rules",
    "Sacrifice",
    "SealedChance",
    "Seat",
    "Source",
    "State",
    "Take",
    "View",
    "any_answer",
    "decide",
    "default_board",
    "edition_named",
    "evolve",
    "fold",
    "key_from_seed",
    "play_to_end",
    "question",
    "random_player",
    "redact",
    "start",
    "step",
    "view",
    "waiting_for",
]
