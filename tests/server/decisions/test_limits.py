"""How much a person and an address may do: what is refused, with which words, and which places are free."""

import pytest

from chocolatl.server.config import Rates
from chocolatl.server.errors import RequestError
from chocolatl.server.rate_limit import Bucket, Buckets, OpenCount
from chocolatl.server.traffic_limits import Kind, Traffic, makes_table, person_key, routed

CLOCK = [0.0]


def traffic(**rates: object) -> Traffic:
    return Traffic(Rates(**rates), lambda: CLOCK[0])  # type: ignore[arg-type]


def test_a_person_has_the_rate_and_an_address_ten_times_as_much():
    limits = traffic(answers=(1, 3))
    assert [limits.take("answers", "ana", "home") for _ in range(4)] == [True] * 3 + [False]
    others = [limits.take("answers", f"p{n}", "home") for n in range(40)]
    assert others == [True] * 27 + [False] * 13
    assert limits.take("answers", "zoe", "elsewhere")
    assert limits.take("chat", "ana", "home"), "each kind is counted for itself"
    CLOCK[0] += 2
    assert [limits.take("answers", "ana", "home", cost) for cost in (1.0, 2.0, 1.0)] == [True, False, True]


def test_new_tables_are_counted_the_same_for_a_person_and_an_address():
    limits = traffic(new_tables=(1, 2))
    assert [limits.take("new_tables", f"p{n}", "home") for n in range(3)] == [True, True, False]


def test_a_refusal_names_the_limit():
    limits = traffic(chat=(0.5, 1))
    limits.refuse("chat", "lines", "ana", "home")
    with pytest.raises(RequestError) as denied:
        limits.refuse("chat", "lines", "ana", "home")
    problem = denied.value.problem
    assert (problem.code, problem.reason) == ("too_fast", "too many lines")
    assert problem.expected == "at most 1 at once and 0.5 a second"
    limits.refuse("chat", "lines", "bo", "home")
    for number in range(8):
        limits.refuse("chat", "lines", f"p{number}", "home")
    with pytest.raises(RequestError):
        limits.refuse("chat", "lines", "p9", "home")
    limits.refuse("chat", "lines", "p10", "elsewhere")


@pytest.mark.parametrize(
    ("rates", "who"),
    [
        ({"sockets_per_address": 2}, [("home", "a", "t"), ("home", "b", "u"), ("home", "c", "v")]),
        ({"sockets_per_person": 2}, [("x", "ana", "t"), ("y", "ana", "u"), ("z", "ana", "v")]),
        ({"sockets_per_person": 2}, [("x", None, "t"), ("x", None, "u"), ("x", None, "v")]),
        ({"sockets_per_address_and_table": 2}, [("home", "a", "t"), ("home", "b", "t"), ("home", "c", "t")]),
    ],
)
def test_places_for_sockets_are_taken_and_given_back(
    rates: dict[str, int], who: list[tuple[str, str | None, str]]
):
    limits = traffic(**rates)
    for _ in range(2):
        with limits.socket(*who[0]) as one, limits.socket(*who[1]) as two, limits.socket(*who[2]) as three:
            assert (one, two, three) == (True, True, False)
    assert all(not len(count) for count in limits._open)
    with limits.socket("home", "a", "t") as one, limits.socket("other", "b", "t2") as two:
        assert one
        assert two


def test_who_is_who():
    assert person_key("t", 0, "v", "home") == "t/0"
    assert person_key("t", None, "v", "home") == "v"
    assert person_key("t", None, None, "home") == "home"
    assert [routed(path) for path in ("/api//tables/", "/", "/a/b")] == ["/api/tables", "", "/a/b"]
    assert makes_table("POST", "/api/tables/")
    assert makes_table("POST", "//api/play-now")
    assert not makes_table("GET", "/api/tables")
    assert not makes_table("POST", "/api/tables/x")


def test_every_kind_has_its_own_rate():
    kinds: tuple[Kind, ...] = (
        "messages",
        "chat",
        "requests",
        "answers",
        "mutes",
        "commits",
        "sockets",
        "files",
    )
    for kind in kinds:
        limits = traffic(**{kind: (1, 1)})
        assert limits.take(kind, "ana", "home")
        assert not limits.take(kind, "ana", "home")


def test_a_bucket_to_the_token():
    now = [0.0]
    bucket = Bucket((2, 4), lambda: now[0])
    assert [bucket.take() for _ in range(5)] == [True] * 4 + [False]
    now[0] = 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    now[0] = 100.0
    assert [bucket.take(4), bucket.take(0.5)] == [True, False], "full is full, however long nobody came"
    now[0] = 200.0
    assert [bucket.take(6), bucket.take(0)] == [True, False], "what costs more waits for a full one, and owes"
    now[0] = 201.0
    assert bucket.take(0)


def test_the_bucket_of_the_longest_silent_is_forgotten():
    now = [0.0]
    buckets = Buckets((1, 1), lambda: now[0], 2)
    assert buckets.take("a")
    assert buckets.take("b")
    assert not buckets.take("a")
    assert buckets.take("c")
    assert len(buckets) == 2
    assert not buckets.take("a"), "heard of later than b"
    assert buckets.take("b"), "forgotten"


def test_counts_of_what_is_open():
    count = OpenCount(2)
    assert [count.enter("a") for _ in range(3)] == [True, True, False]
    assert count.enter("b")
    count.leave("a")
    assert (len(count), count.enter("a"), count.enter("a")) == (2, True, False)
    for _ in range(3):
        count.leave("a")
    assert len(count) == 1
    assert [count.enter("a") for _ in range(3)] == [True, True, False]
