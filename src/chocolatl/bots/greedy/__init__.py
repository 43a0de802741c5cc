"""`greedy`: sensible play by hand-written judgement, in well under a millisecond.

worth.py     what each rank at each location is worth this round, in points
chances.py   how likely each rank is with a given total
plan.py      which cards go where, so that the expected worth is highest
bot.py       the answers, and the reasons for them

It uses only plain arithmetic, in a fixed order: the same view gives the same answer on every machine.
"""

from chocolatl.bots.greedy.greedy_bot import GreedyBot

__all__ = ["GreedyBot"]
