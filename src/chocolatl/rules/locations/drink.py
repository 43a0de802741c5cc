"""4.5 Cacao drink: first and second score, fewer each round; the last loses points in every round."""

from __future__ import annotations

from chocolatl.rules.event_writer import EventWriter


def resolve(writer: EventWriter) -> None:
    """The penalty comes last (3.8)."""
    board, ranking = writer.state.board, writer.state.ranking
    pay = board.drink[writer.state.round - 1]
    writer.score(ranking[0].seat, pay.first, "drink_first", "4.5")
    writer.score(ranking[1].seat, pay.second, "drink_second", "4.5")
    writer.score(ranking[-1].seat, -board.drink_last, "drink_last", "4.5")
