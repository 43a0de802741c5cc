"""What an agent is told of the game: the rules in short and the form of answers; never which are legal."""

from __future__ import annotations

RULES_TEXT = """\
Chocolatl, default board, english edition (other tables: the view's `rules` and `board` say what differs).

Everybody has cards 0 to 12. First each sacrifices one card in secret; it is worth its value at the end.
Then at most seven rounds. In each round everybody lays the other twelve cards, two on each of six
locations, in secret and at the same time. The colour of the leader's box sets how: gold, location after
location, each revealed before the next; red, all twelve at once; green, one card on every location, all
revealed, then the second card on every location.

An offering is the sum of the two cards, +1 for each own hut (-1 in the city), -1 for the old man (+1 at the
temple), and bonus dice rolled after the reveal. Ranks go from high to low; ties: the holder of the
Chocolatl figure, then the marker further behind, then the higher one in its stack.

temple      first takes the Chocolatl figure and 1 point, last takes the old man
plantation  first, second and third score the highest, middle and lowest harvest die
city        first takes the hut or the bonus die, second takes the other
pyramid     two stones: both for the first if 3 or more ahead, else one each; a full row pays 5, 4, 3 or 2
            to the player with most stones in it
drink       8 and 4, 7 and 3, 6 and 2 for first and second, then 5, 4, 3, 2 for the first; the last loses 2
ball_court  first and second win a better card and give one back; in the last round 6 and 3 points

Last round: the seventh, or when a marker reaches box 40, or a player's cubes are used up. At the end: 1 for
each stone, 3 for most stones, 3 for the figure, -3 for the old man, the sacrifice's value, 3 for the
highest sacrifice, and a leftover die. Most points win.

Answers are JSON, by the kind of question:
sacrifice    {"do": "sacrifice", "card": CARD}
lay          {"do": "lay", "cards": [[CARD, CARD], ...]}, one group for each group of the question
roll         {"do": "roll"} or {"do": "pass"}
take         {"do": "take", "prize": "hut"} or {"do": "take", "prize": "die"}
place_first  {"do": "place_first", "seat": SEAT}
give_back    {"do": "give_back", "card": CARD}
"""
