"""Nobody starves, nobody gets more than a share, whatever others ask for. No process, no time passes."""

from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chocolatl.server.bots.fair_queue import AGED_SECONDS, Bounds, FairQueue, Kind, Shares, Ticket

MANY = Bounds(10_000, 10_000, 10_000, 10_000)
costs = st.floats(0.001, 1.0)


def ticket(address: str, table: str = "", kind: Kind = "game", since: float = 0.0) -> Ticket:
    return Ticket(address, table or address, kind, since)


def served(queue: FairQueue, cost: float, now: float = 0.0) -> Ticket:
    found = queue.take(now)
    assert found is not None
    queue.done(found, cost)
    return found


@given(st.lists(costs, min_size=2, max_size=6), st.integers(1, 4))
def test_keys_that_always_want_more_get_the_same_time(prices: Sequence[float], workers: int):
    """Each address has jobs of its own price, as many as it likes."""
    queue, used = FairQueue(MANY), Counter[str]()
    for number in range(len(prices)):
        for _ in range(60):
            queue.put(ticket(str(number)))
    workers = min(workers, len(prices) - 1)  # with as many workers as keys, each has one to itself
    running: list[tuple[float, Ticket]] = []
    clock = 0.0
    for _ in range(50):
        while len(running) < workers:
            next_one = queue.take(0.0)
            assert next_one is not None
            running.append((clock + prices[int(next_one.address)], next_one))
        running.sort(key=lambda entry: entry[0])
        clock, done = running.pop(0)
        queue.done(done, prices[int(done.address)])
        used[done.address] += prices[int(done.address)]  # type: ignore[assignment]
        assert max(used.values()) <= clock * workers / len(prices) + (workers + 1) * max(prices)


def test_tables_of_one_address_share_what_the_address_gets():
    queue = FairQueue(MANY)
    for _ in range(40):
        queue.put(ticket("a", "first"))
        queue.put(ticket("b"))
    for _ in range(10):
        queue.put(ticket("a", "second"))
    order = [served(queue, 0.1) for _ in range(40)]
    assert Counter(one.address for one in order) == {"a": 20, "b": 20}
    assert Counter(one.table for one in order if one.address == "a") == {"first": 10, "second": 10}


@pytest.mark.parametrize("flood", [1, 20, 1000])
def test_a_stranger_is_served_after_what_is_running_however_many_wait(flood: int):
    queue = FairQueue(MANY)
    for number in range(flood):
        queue.put(ticket("hostile", f"table {number}"))
    running = queue.take(0.0)
    assert running is not None
    queue.put(ticket("stranger"))
    queue.done(running, 0.4)
    assert served(queue, 0.4).address == "stranger"


@given(st.floats(1.0, 100.0), st.floats(1.0, 10.0))
def test_newcomers_without_end_keep_nobody_waiting(debt: float, cost: float):
    """`old` has had much more than `rival`; from then on a new address comes for each one that is served."""
    queue = FairQueue(MANY)
    queue.put(ticket("old"))
    queue.put(ticket("rival"))
    assert served(queue, debt).address == "old"
    queue.put(ticket("old"))
    for number in range(int(2 * debt / cost) + 3):
        queue.put(ticket(f"new {number}"))
        if served(queue, cost).address == "old":
            return
    raise AssertionError("old was never served")


def test_idle_time_is_no_credit_and_use_is_remembered():
    queue = FairQueue(MANY)
    queue.put(ticket("busy"))
    queue.put(ticket("rival"))
    assert served(queue, 1.0).address == "busy"
    queue.put(ticket("busy"))  # one at a time, always anew, is no way round the account
    assert served(queue, 1.0).address == "rival"
    for _ in range(3):
        queue.put(ticket("late riser"))
        queue.put(ticket("busy"))
    firsts = [served(queue, 1.0).address for _ in range(6)]
    assert firsts.count("late riser") == 3
    assert firsts[:4].count("late riser") <= 3


@given(st.lists(st.sampled_from(["put", "take", "done", "drop"]), max_size=200), st.randoms())
def test_every_ticket_is_served_or_dropped_once_and_nothing_is_remembered_of_the_paid(steps, random):
    queue, bounds = FairQueue(Bounds(5, 12, 5, 12)), Bounds(5, 12, 5, 12)
    waiting: list[Ticket] = []
    running: list[Ticket] = []
    for now, step in enumerate(steps):
        if step == "put":
            new = ticket(random.choice("ab"), random.choice("xyz"), since=now)
            own = sum(one.address == new.address for one in waiting)
            assert queue.put(new) == (own < bounds.games_of_address and len(waiting) < bounds.games)
            waiting += [new] * (own < bounds.games_of_address and len(waiting) < bounds.games)
        elif step == "take":
            found = queue.take(now)
            assert (found is None) == (not waiting)
            if found is not None:
                waiting.remove(found)
                running.append(found)
        elif step == "done" and running:
            queue.done(running.pop(random.randrange(len(running))), random.random())
        elif step == "drop" and waiting:
            gone = waiting.pop(random.randrange(len(waiting)))
            assert queue.drop(gone)
            assert not queue.drop(gone)
        assert len(queue) == len(waiting)


def test_games_come_before_hints_and_these_before_analyses():
    queue = FairQueue(MANY)
    kinds: tuple[Kind, ...] = ("analysis", "hint", "game")
    for address in "abc":
        for kind in kinds:
            queue.put(ticket(address, kind=kind))
    order = [served(queue, 1.0).kind for _ in range(9)]
    assert order == ["game"] * 3 + ["hint"] * 3 + ["analysis"] * 3


def test_an_analysis_that_has_waited_long_counts_as_a_game():
    queue = FairQueue(MANY)
    queue.put(ticket("reader", kind="analysis"))
    now, answered = 0.0, []
    while "reader" not in answered:
        queue.put(ticket("player", since=now))
        answered.append(served(queue, 1.0, now).address)
        now += 1.0
    assert now - 1.0 == AGED_SECONDS
    assert ticket("a", kind="analysis").rank(AGED_SECONDS - 0.01) == 2


def test_each_address_has_so_many_places_and_opinions_have_their_own():
    queue = FairQueue(Bounds(games_of_address=2, games=3, opinions_of_address=1, opinions=2))
    assert [queue.put(ticket("a")) for _ in range(3)] == [True, True, False]
    assert [queue.put(ticket("b")) for _ in range(2)] == [True, False]
    assert [queue.put(ticket("a", kind="hint")) for _ in range(2)] == [True, False]
    assert [queue.put(ticket(one, kind="analysis")) for one in "bc"] == [True, False]
    assert len(queue) == 5


def test_a_dropped_place_is_free_again():
    queue = FairQueue(Bounds(games_of_address=1))
    first = ticket("a")
    assert queue.put(first)
    assert not queue.put(ticket("a"))
    assert queue.drop(first)
    assert queue.put(ticket("a"))


@given(st.lists(st.tuples(st.sampled_from("abcdefgh"), costs), max_size=80))
def test_accounts_do_not_pile_up(services: Sequence[tuple[str, float]]):
    """One after the other, nobody waits: nobody has had more than a share, so nobody is remembered."""
    shares = Shares()
    for key, seconds in services:
        shares.enter(key)
        shares.begin(key)
        shares.end(key, seconds)
        assert shares.empty
        assert shares.remembered == 0


@pytest.mark.parametrize("services", [1, 5, 30])
def test_a_newcomer_waits_no_longer_than_one_round_of_those_who_wait(services: int):
    queue = FairQueue(MANY)
    for address in "ab":
        for _ in range(services + 5):
            queue.put(ticket(address))
    for _ in range(2 * services):
        served(queue, 1.0)
    queue.put(ticket("newcomer"))
    assert "newcomer" in {served(queue, 1.0).address for _ in range(3)}


@pytest.mark.parametrize("table", [False, True])
def test_time_counts_and_not_turns_and_coming_anew_each_time_is_no_way_round(table: bool):
    """`dear` asks for 5 s, one question at a time; nine others for 1 s. As addresses and as tables of one."""
    queue, used = FairQueue(MANY), Counter[str]()

    def ask(name: str) -> None:
        queue.put(ticket("home", name) if table else ticket(name))

    for _ in range(20):
        for number in range(9):
            ask(f"cheap {number}")
    ask("dear")
    for _ in range(150):
        found = queue.take(0.0)
        assert found is not None
        price = 5 if found.table == "dear" else 1
        queue.done(found, price)
        used[found.table] += price
        if found.table == "dear":
            ask("dear")
        assert used["dear"] <= used.total() / 10 + 5


@pytest.mark.parametrize("table", [False, True])
def test_with_several_workers_those_who_are_served_by_fewer_come_first(table: bool):
    queue = FairQueue(MANY)
    queue.put(ticket("home", "b") if table else ticket("b"))
    queue.put(ticket("home", "rival") if table else ticket("rival"))
    assert served(queue, 0.1).table == "b"
    for _ in range(5):
        for name in "ab":
            queue.put(ticket("home", name) if table else ticket(name))
    taken = [queue.take(0.0) for _ in range(3)]
    assert {one.table for one in taken if one is not None} == {"a", "b", "rival"}
