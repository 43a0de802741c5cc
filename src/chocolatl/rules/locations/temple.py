"""4.1 Temple: the first takes Chocolatl and moves one ahead, the last takes the old man."""

from __future__ import annotations

from chocolatl.rules.events import FigureTaken
from chocolatl.rules.play import Play

STEP_AHEAD = 1


def resolve(play: Play) -> None:
    """The ranking was made with the figure's old holder (3.7); only now it changes hands."""
    first, last = play.state.ranking[0].seat, play.state.ranking[-1].seat
    play.say(FigureTaken("chocolatl", first, before=play.state.chocolatl))
    play.score(first, STEP_AHEAD, "temple", "4.1")
    play.say(FigureTaken("old_man", last, before=play.state.old_man))
