"""4.3 City: the first chooses the hut or the bonus die, the second must take the other."""

from __future__ import annotations

from chocolatl.rules.actions import Take
from chocolatl.rules.events import DieTaken, HutBuilt
from chocolatl.rules.locations.cubes import used_cube
from chocolatl.rules.play import Play


def resolve(play: Play) -> None:
    """Always a real choice: both prizes exist in every round."""
    play.ask("take", (play.state.ranking[0].seat,), ("city",))


def answered(play: Play) -> None:
    """Hand out both prizes."""
    first, second = (standing.seat for standing in play.state.ranking[:2])
    choice = play.state.answers[first]
    assert isinstance(choice, Take)
    builder, roller = (first, second) if choice.prize == "hut" else (second, first)
    play.say(HutBuilt(builder))
    used_cube(play, builder)
    play.say(DieTaken(roller))
