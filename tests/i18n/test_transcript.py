"""A game told in words: reasons and rule numbers, for each pair of eyes what these may see."""

import pytest

from chocolatl.i18n import EVERYTHING, LANGUAGES, describe_event, prompt, transcript
from chocolatl.rules import events as ev
from chocolatl.rules.actions import Lay
from chocolatl.rules.questions import ChooseGiveBack, Group, LayCards, RollOrPass
from tests.records.corpus_games import NAMES, game

NAMES_AT_TABLE = ("Anna", "Ben", "Cleo")
STOPPED = "Ben would lose 2 but loses only 1, as nobody drops below box 0: first at the temple. (rule 3.9)"


def of_record(record, *how):
    return transcript(record.names, record.events, *how)


def standing(seat, total, cards, tie=None, huts=0, old_man=0, dice=()):
    return ev.Standing(seat, total, cards, huts, old_man, dice, tie)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_every_event_of_the_corpus_is_told(name, lang):
    for line in of_record(game(name), EVERYTHING, lang):
        assert line.text
        assert all(text.strip() and "{" not in text for text in line.text)


@pytest.mark.parametrize(
    ("lang", "words"),
    [
        ("en", "Tie: Anna holds the Chocolatl figure and comes before Ben. (rule 3.6)"),
        ("nl", "Gelijke stand: Anna heeft de Chocolatl-figuur en gaat vóór Ben. (regel 3.6)"),
        ("de", "Gleichstand: Anna hat die Chocolatl-Figur und kommt vor Ben. (Regel 3.6)"),
        ("fr", "Égalité\u00a0: Anna détient la figurine Chocolatl et passe devant Ben. (règle 3.6)"),
    ],
)
def test_a_ranking_tells_its_sums_and_why_a_tie_was_won(lang, words):
    ranking = (
        standing(0, 17, (12, 4), tie="figure", huts=1),
        standing(1, 17, (9, 4), old_man=-1, dice=(3, 2)),
        standing(2, 3, (1, 2)),
    )
    lines = describe_event(ev.Ranked("drink", ranking), NAMES_AT_TABLE, lang)
    assert lines[-1] == words
    if lang == "en":
        assert lines[1:3] == [
            "1. Anna: 17 (cards 12 + 4, huts +1)",
            "2. Ben: 17 (cards 9 + 4, old man −1, rolled 3 + 2)",
        ]


@pytest.mark.parametrize(
    ("points", "due", "words"),
    [
        (1, 1, "Ben scores 1 point and is on box 0: first at the temple. (rule 4.1)"),
        (4, 4, "Ben scores 4 points and is on box 0: first at the temple. (rule 4.1)"),
        (-2, -2, "Ben loses 2 points and is on box 0: first at the temple. (rule 4.1)"),
        (-1, -2, STOPPED),
    ],
)
def test_points_are_told_with_number_source_and_rule(points, due, words):
    event = ev.Scored(1, points, due, "temple", 0, (0, 1, 2), "4.1")
    assert describe_event(event, NAMES_AT_TABLE, "en") == [words]


def test_a_row_tells_with_whom_it_was_tied():
    event = ev.RowCompleted(row=1, stones=(1, 2, 0, 2, 2), winner=3, tie="behind")
    assert describe_event(event, ("Anna", "Ben", "Cleo", "Dirk", "Eva"), "nl") == [
        "Rij 2 van de piramide is vol: Dirk wint die met 2 stenen. (regel 4.4.1)",
        "Gelijke stand: Dirk ligt verder achter op het puntenspoor en gaat vóór Ben en Eva. (regel 3.6)",
    ]


def test_the_listener_is_marked():
    event = ev.DieTaken(1)
    assert describe_event(event, NAMES_AT_TABLE, "de", seat=1) == [
        "Ben (du) nimmt den Bonuswürfel. (Regel 4.3)"
    ]
    assert describe_event(event, NAMES_AT_TABLE, "de", seat=2) == ["Ben nimmt den Bonuswürfel. (Regel 4.3)"]


def test_a_bid_without_the_position_is_told_without_its_locations():
    event = ev.Answered(3, 0, Lay(((1, 2), (5, 0))), "2.3")
    assert describe_event(event, NAMES_AT_TABLE, "en") == ["Anna lays 1 + 2, 5 + 0. (rule 2.3)"]


@pytest.mark.parametrize("seat", [0, 1, 2, 3, None])
def test_a_story_tells_nobody_what_they_could_not_see(seat):
    """Other seats' sacrifices, bids before the reveal and cards given back appear only to their owners."""
    record = game("changed-minds")
    whole = list(of_record(record))
    for line, full in zip(of_record(record, seat), whole, strict=True):
        event = full.event
        secret = isinstance(event, ev.Answered) and event.action is not None and line.event != event
        assert secret <= (line.text != full.text)
        if isinstance(event, ev.Answered) and isinstance(event.action, Lay) and event.seat != seat:
            assert not any(character.isdigit() for text in line.text for character in text.split("(rule")[0])


def test_a_story_of_a_seat_that_does_not_exist_is_refused():
    with pytest.raises(ValueError, match="no seat 7: expected 0 to 2"):
        list(of_record(game("english-3"), 7))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_name_may_hold_anything(lang):
    names = ("{name}", "%s", "<b>")
    assert "{name}" in describe_event(ev.DieTaken(0), names, lang)[0]


@pytest.mark.parametrize(
    ("question", "words"),
    [
        (LayCards(1, (1, 2), (Group("temple", 2, (), ()),)), "Lay 2 cards at the temple."),
        (
            LayCards(1, (1, 2), (Group("temple", 1, (), ()), Group("city", 1, (), ()))),
            "Lay 1 card on every location.",
        ),
        (RollOrPass(1, "city", 1, (), ()), "Roll a bonus die in the city? You may still roll 1."),
        (ChooseGiveBack(1, 14, (1, 2)), "You have won the 14. Which old card do you give back?"),
    ],
)
def test_a_question_is_asked_as_at_the_table(question, words):
    assert prompt(question, NAMES_AT_TABLE, "en") == words
