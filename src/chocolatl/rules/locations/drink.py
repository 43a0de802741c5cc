"""4.5 Cacao drink: first and second score, fewer each round; the last loses points in every round."""

from __future__ import annotations

from chocolatl.rules.play import Play


def resolve(play: Play) -> None:
    """The penalty comes last (3.8)."""
    board, ranking = play.state.board, play.state.ranking
    pay = board.drink[play.state.round - 1]
    play.score(ranking[0].seat, pay.first, "drink_first", "4.5")
    play.score(ranking[1].seat, pay.second, "drink_second", "4.5")
    play.score(ranking[-1].seat, -board.drink_last, "drink_last", "4.5")
