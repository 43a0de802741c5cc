"""Edges that surviving mutants showed: each test is about one of them."""

from chocolatl.rules.commit_reveal import Voided
from chocolatl.server.bots.fair_queue import AGED_SECONDS, Shares, Ticket
from chocolatl.server.config import Rates
from chocolatl.server.rate_limit import Buckets, OpenCount
from chocolatl.server.store.documents import DrawDoc, SeatDoc
from chocolatl.server.tables.draw_state import outcome
from chocolatl.server.tables.lobby import public_seat
from chocolatl.server.traffic_limits import Traffic


def test_a_ticket_ages_by_how_long_it_waits_not_by_the_time_of_day():
    late = Ticket("home", "table", "analysis", since=1e6)
    assert late.rank(1e6 + AGED_SECONDS - 1) == 2
    assert late.rank(1e6 + AGED_SECONDS) == 0


def test_each_worker_that_serves_a_key_is_counted():
    shares = Shares()
    for key in ("a", "a", "b"):
        shares.enter(key)
    shares.begin("a")
    shares.begin("a")
    shares.end("a", 0.0)
    assert shares.least(["a", "b"]) == "b", "one worker still serves a"


def test_an_address_pays_for_what_is_dear_as_well():
    limits = Traffic(Rates(requests=(0, 10), people_per_address=2), lambda: 0.0)
    assert [limits.take("requests", f"p{n}", "home", 5.0) for n in range(5)] == [True] * 4 + [False]


def test_one_request_costs_one():
    buckets = Buckets((0.0, 2.0), lambda: 0.0)
    assert [buckets.take("home") for _ in range(3)] == [True, True, False]


def test_the_bucket_that_was_made_first_is_forgotten_first():
    buckets = Buckets((0.0, 1.0), lambda: 0.0, keys=2)
    assert [buckets.take(key) for key in ("a", "b", "c")] == [True] * 3
    assert not buckets.take("c"), "c is the newest and is remembered"
    assert buckets.take("a"), "a was forgotten, and begins anew"


def test_leaving_without_having_entered_takes_no_place_from_anybody():
    places = OpenCount(1)
    places.leave("home")
    assert len(places) == 0
    assert places.enter("home")
    assert not places.enter("home")


def test_the_first_event_tells_of_every_attempt_that_was_voided():
    gone = Voided(1, "b" * 64, "a" * 64, ("opened",) * 3, ("d" * 64,) * 3, (1,))
    doc = DrawDoc(2, "c" * 64, ("bot",) * 3, ("",) * 3, ("",) * 3, voided=(gone,))
    told = outcome(doc, "kakaw22222222222")
    assert told.voided == (gone,)


def test_everybody_sees_which_bot_sits_on_a_seat():
    assert public_seat(SeatDoc("bot", "Citlali", "jade", bot="easy")).bot == "easy"
