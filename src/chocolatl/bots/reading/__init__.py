"""Reading opponents: who bids how, judged by what they have shown.

past_round.py          the decisions of a finished round, as positions of the compiled engine
greedy_plan.py         what the greedy bot lays there, exactly
opponent_types.py      the kinds of players that are told apart, and what each would lay
bid_likelihood.py      how well each kind explains what a seat laid
type_posterior.py      all rounds together: the probability of each kind, per seat

Everything follows from the view: no memory, no hidden cards.
"""
