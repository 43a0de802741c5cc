"""Laws that hold after every event of every game."""

from collections import Counter

from hypothesis import given
from msgspec.structs import replace

from chocolatl.rules import RULES_VERSIONS, any_answer, evolve, fold, step, waiting_for
from chocolatl.rules.event_writer import EventWriter
from chocolatl.rules.events import (
    AltarOpened,
    DieTaken,
    Exchanged,
    FigureTaken,
    HutBuilt,
    LeftoverRolled,
    Ranked,
    Revealed,
    Rolled,
    RoundEnded,
    RoundStarted,
    Scored,
    StonePlaced,
)
from tests.rules.games import boards, examples, opened, played, rule_sets, seeds, sizes, versions
from tests.rules.table import Told

whole_games = examples(40)


def prefixes(events):
    """Every state with the events that led to it."""
    state = None
    for number, event in enumerate(events, 1):
        state = evolve(state, event)
        yield state, events[:number]


@whole_games
@given(seeds, sizes, rule_sets, boards)
def test_a_state_is_the_fold_of_its_events(seed, players, rules, board):
    table, random = opened(seed, players, rules, board)
    while questions := waiting_for(table.state):
        seat = random.choice(list(questions))
        answer = any_answer(questions[seat], random)
        play = step(table.state, seat, answer, table.chance)
        table.do(seat, answer)
        assert isinstance(play, EventWriter)
        assert play.state == table.state
    assert fold(table.events) == table.state


@whole_games
@given(seeds, sizes, rule_sets, boards)
def test_cards_are_conserved(seed, players, rules, board):
    exchanged = set()
    exchanges = []
    for state, events in prefixes(played(seed, players, rules, board).events):
        event = events[-1]
        if isinstance(event, Exchanged):
            exchanges.append(event)
            exchanged.add(event.seat)
        elif isinstance(event, RoundEnded):
            exchanged.clear()
        for seat, player in enumerate(state.players):
            lost = [event.lost for event in exchanges if event.seat == seat]
            won = [event.won for event in exchanges if event.seat == seat]
            altar = () if player.sacrifice is None else (player.sacrifice,)
            assert sorted([*player.cards, *altar, *lost]) == sorted([*board.cards, *won])
            if seat not in exchanged:
                on_table = [card for group in player.laid for card in group]
                assert sorted([*player.hand, *on_table]) == list(player.cards)


@whole_games
@given(seeds, sizes, rule_sets, boards)
def test_the_cards_turned_up_are_those_that_the_events_showed(seed, players, rules, board):
    nothing = ((),) * len(board.locations)
    shown = [nothing] * players
    for state, events in prefixes(played(seed, players, rules, board).events):
        event = events[-1]
        if isinstance(event, Revealed):
            places = [board.locations.index(location) for location in event.locations]
            for seat, cards in enumerate(event.cards):
                now = dict(zip(places, cards, strict=True))
                shown[seat] = tuple(group + now.get(place, ()) for place, group in enumerate(shown[seat]))
        elif isinstance(event, RoundEnded):
            shown = [nothing] * players
        assert [state.shown(seat) for seat in state.seats] == shown


@whole_games
@given(seeds, sizes, rule_sets, boards)
def test_what_everyone_knows_of_a_hand_is_true_and_at_most_one_card_too_many(seed, players, rules, board):
    for state, events in prefixes(played(seed, players, rules, board).events):
        for player in state.players:
            assert not Counter(player.cards) - Counter(player.pool)
            assert len(player.pool) - len(player.cards) in (0, 1)
            if player.deduced_sacrifice is not None:
                assert player.deduced_sacrifice == player.sacrifice
            if player.deduced_sacrifice is None and player.sacrifice is not None:
                assert sorted([*player.cards, player.sacrifice]) == list(player.pool)
        if isinstance(events[-1], RoundStarted) and state.round > 1:
            assert all(player.deduced_sacrifice is not None for player in state.players)


@whole_games
@given(seeds, sizes, rule_sets, boards)
def test_dice_huts_cubes_and_stones_are_conserved(seed, players, rules, board):
    huts, stones, dice = Counter[int](), Counter[int](), Counter[int]()
    for state, events in prefixes(played(seed, players, rules, board).events):
        match events[-1]:
            case HutBuilt(seat):
                huts[seat] += 1
            case StonePlaced(seat):
                stones[seat] += 1
            case DieTaken(seat):
                dice[seat] += 1
            case Rolled(seat) | LeftoverRolled(seat):
                dice[seat] -= 1
        assert Counter(state.pyramid) == stones
        for seat, player in enumerate(state.players):
            assert (player.huts, player.dice) == (huts[seat], dice[seat])
            assert player.cubes == max(0, board.cubes - huts[seat] - stones[seat])
        if isinstance(events[-1], RoundEnded):
            assert len(state.pyramid) == 2 * state.round * ("pyramid" in board.locations)
            assert sum(huts.values()) == state.round * ("city" in board.locations)


@whole_games
@given(seeds, sizes, rule_sets, boards, versions)
def test_a_score_is_the_sum_of_its_point_events(seed, players, rules, board, version):
    points: Counter[int] = Counter()
    for state, events in prefixes(played(seed, players, rules, board, version).events):
        event = events[-1]
        if isinstance(event, Scored):
            points[event.seat] += event.points
            assert event.points == event.due or (event.due < event.points <= 0 == event.box)
        assert [player.box for player in state.players] == [points[seat] for seat in range(players)]
        boxes = [state.players[seat].box for seat in state.line]
        assert boxes == sorted(boxes)
        assert sorted(state.line) == list(range(players))
    assert state.result is not None
    assert state.result.scores == tuple(points[seat] for seat in range(players))


@whole_games
@given(seeds, sizes, rule_sets, boards)
def test_the_end_is_one_move_of_each_marker_by_all_that_is_due(seed, players, rules, board):
    events = played(seed, players, rules, board).events
    last = max(number for number, event in enumerate(events) if isinstance(event, RoundEnded))
    state, due = fold(events[: last + 1]), Counter[int]()
    for event in events[last + 1 :]:
        if isinstance(event, Scored):
            due[event.seat] += event.due
    play = EventWriter(state, Told())
    for seat in range(players):
        play.score(seat, due[seat], "sacrifice", "6.1")
    end = fold(events)
    assert (play.state.line, play.state.players) == (end.line, _as_before(play.state, end))


def _as_before(before, end):
    """The players at the end with the dice and sacrifices that they had before final scoring."""
    kept = zip(before.players, end.players, strict=True)
    return tuple(replace(old, box=new.box) for old, new in kept)


@whole_games
@given(seeds, sizes, rule_sets, boards)
def test_the_versions_differ_only_after_the_last_round(seed, players, rules, board):
    one, two = (played(seed, players, rules, board, version) for version in RULES_VERSIONS)
    ends = [
        max(number for number, event in enumerate(table.events) if isinstance(event, RoundEnded))
        for table in (one, two)
    ]
    assert one.events[1 : ends[0] + 1] == two.events[1 : ends[1] + 1]
    assert all(old >= new for old, new in zip(one.boxes(), two.boxes(), strict=True))


@whole_games
@given(seeds, sizes, rule_sets, boards)
def test_figures_have_one_holder_who_won_or_lost_the_last_temple(seed, players, rules, board):
    for state, events in prefixes(played(seed, players, rules, board).events):
        taken = {event.figure: event.seat for event in events if isinstance(event, FigureTaken)}
        assert (state.chocolatl, state.old_man) == (taken.get("chocolatl"), taken.get("old_man"))
        if isinstance(events[-1], RoundEnded) and "temple" in board.locations:
            assert state.chocolatl != state.old_man


@whole_games
@given(seeds, sizes, rule_sets, boards)
def test_a_game_ends_in_time_and_visits_every_location_once_a_round(seed, players, rules, board):
    table = played(seed, players, rules, board)
    rounds = len(table.said(RoundStarted))
    assert rounds == len(table.said(RoundEnded)) == table.state.round <= board.rounds
    assert [event.location for event in table.said(Ranked)] == list(board.locations) * rounds
    assert len(table.said(AltarOpened)) == 1
    assert table.state.result is not None
    assert table.state.result is table.events[-1]
    assert table.state.asked is None


@whole_games
@given(seeds, sizes, rule_sets, boards)
def test_a_ranking_is_complete_and_explained(seed, players, rules, board):
    for event in played(seed, players, rules, board).said(Ranked):
        assert sorted(line.seat for line in event.ranking) == list(range(players))
        for above, below in zip(event.ranking, event.ranking[1:], strict=False):
            assert above.total >= below.total
            assert (above.beats_next is not None) == (above.total == below.total)
        for line in event.ranking:
            assert line.total == sum(line.cards) + sum(line.dice) + line.huts + line.old_man
        assert event.ranking[-1].beats_next is None
