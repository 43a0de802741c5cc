"""Chance that anyone can check: fair, named by purpose, sealed before and opened after."""

import hashlib
import hmac
from collections import Counter
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chocolatl.rules import SealedChance, default_board, key_from_seed
from chocolatl.rules.chance import (
    _below,
    bonus_die,
    commitment_of,
    harvest_dice,
    improvement,
    leftover_die,
    starting_stack,
)
from chocolatl.rules.events import RoundStarted
from tests.rules.games import examples, played, rule_sets, seeds, sizes
from tests.rules.table import Told

KEY = key_from_seed(1)


def stream(key, purpose, nonces=()):
    """The stream once more, from its description alone."""
    mixed = b"".join(len(nonce).to_bytes(4, "big") + nonce for nonce in nonces)
    inner = hmac.new(key, b"chocolatl stream" + mixed, hashlib.sha256).digest()
    for counter in count():
        yield from hmac.new(inner, f"{purpose}#{counter}".encode(), hashlib.sha256).digest()


@given(st.binary(min_size=32, max_size=32), st.text(max_size=20), st.lists(st.binary(max_size=9), max_size=3))
def test_a_die_is_the_first_byte_below_252(key, purpose, nonces):
    byte = next(byte for byte in stream(key, purpose, nonces) if byte < 252)
    assert SealedChance(key, nonces).die(purpose) == byte % 6 + 1


@given(st.binary(min_size=32, max_size=32), st.lists(st.integers(0, 99), max_size=60))
def test_a_shuffle_swaps_each_place_from_the_top(key, items):
    mixed, draws = list(items), stream(key, "pile")
    for top in range(len(items) - 1, 0, -1):
        fair = 256 // (top + 1) * (top + 1)
        other = next(byte for byte in draws if byte < fair) % (top + 1)
        mixed[top], mixed[other] = mixed[other], mixed[top]
    assert SealedChance(key).shuffle("pile", items) == tuple(mixed)


@pytest.mark.parametrize("limit", [*range(1, 14), 255, 256])
def test_every_number_below_a_limit_has_the_same_chance(limit):
    """A byte of the last, incomplete run of numbers is passed over (the 0 after it is taken instead)."""
    whole = 256 // limit * limit
    for byte in range(256):
        assert _below(limit, iter([byte, 0])) == (byte % limit if byte < whole else 0)
    assert set(Counter(byte % limit for byte in range(whole)).values()) == {256 // limit}


def test_a_stream_goes_on_after_its_first_blocks():
    items, draws = list(range(200)), stream(KEY, "long")
    for top in range(199, 0, -1):
        other = next(byte for byte in draws if byte < 256 // (top + 1) * (top + 1)) % (top + 1)
        items[top], items[other] = items[other], items[top]
    assert SealedChance(KEY).shuffle("long", range(200)) == tuple(items)


def test_a_stream_without_end_is_the_only_one_that_will_do():
    with pytest.raises(StopIteration):
        _below(6, iter([255, 254]))


@pytest.mark.parametrize("limit", [257, 300, 1000, 32_769, 65_535, 65_536])
def test_above_256_two_bytes_make_one_number(limit):
    """As for one byte: what lies in the last, incomplete run of numbers is passed over."""
    whole = 65_536 // limit * limit
    for drawn in {0, 1, 255, 256, limit - 1, limit % 65_536, whole - 1, whole % 65_536, 65_535}:
        expected = drawn % limit if drawn < whole else 7
        assert _below(limit, iter([*drawn.to_bytes(2, "big"), 0, 7])) == expected


@given(st.integers(1, 2**40), st.binary(min_size=32, max_size=32))
def test_drawing_ends_for_any_limit(limit, key):
    assert 0 <= _below(limit, SealedChance(key)._bytes("anything")) < limit


@given(st.lists(st.integers(0, 2000), min_size=250, max_size=600))
def test_long_lists_are_shuffled_too(items):
    assert sorted(SealedChance(KEY).shuffle("pile", items)) == sorted(items)


def test_the_commitment_is_the_hash_of_the_key():
    assert SealedChance(KEY).commitment == commitment_of(KEY) == hashlib.sha256(KEY).hexdigest()


def test_nonces_change_the_dice_but_not_the_commitment():
    plain, other, split = (SealedChance(KEY, nonces) for nonces in ((), (b"ab",), (b"a", b"b")))
    dice = [[chance.die(f"d{n}") for n in range(30)] for chance in (plain, other, split)]
    assert dice[0] != dice[1] != dice[2] != dice[0]
    assert plain.commitment == other.commitment


@pytest.mark.parametrize("size", [0, 31, 33])
def test_a_key_has_32_bytes(size):
    with pytest.raises(ValueError, match=f"a chance key has 32 bytes, this one has {size}"):
        SealedChance(bytes(size))


def test_seeds_give_different_keys():
    assert key_from_seed(1) == key_from_seed("1") != key_from_seed(2)
    assert key_from_seed(1) == hashlib.sha256(b"chocolatl seed 1").digest()


def test_a_purpose_always_gives_the_same_and_another_something_else():
    chance = SealedChance(KEY)
    faces = [chance.die(f"d{n}") for n in range(300)]
    assert faces == [chance.die(f"d{n}") for n in range(300)]
    assert set(faces) == {1, 2, 3, 4, 5, 6}
    assert chance.shuffle("a", range(9)) == chance.shuffle("a", range(9)) != chance.shuffle("b", range(9))
    assert sorted(chance.shuffle("a", (5, 5, 6))) == [5, 5, 6]


def test_the_purposes_of_a_game():
    asked = []

    class Listening(Told):
        def die(self, purpose):
            asked.append(purpose)
            return len(asked)

        def shuffle(self, purpose, items):
            asked.append(purpose)
            return tuple(reversed(items))

    chance = Listening()
    assert harvest_dice(chance, 4) == (3, 2, 1)
    assert bonus_die(chance, 4, "drink", 2, 1) == 4
    assert leftover_die(chance, 3) == 5
    assert starting_stack(chance, 4) == (3, 2, 1, 0)
    assert improvement(chance, "low", (5, 6, 7), 1) == 7
    assert improvement(chance, "low", (5, 6, 7), 3) == 5
    assert asked[:3] == ["harvest/4/1", "harvest/4/2", "harvest/4/3"]
    assert asked[3:] == ["bonus/4/drink/2/1", "final/3", "stack", "pile/low", "pile/low"]


@examples(30)
@given(seeds, sizes, rule_sets)
def test_the_harvest_is_the_same_whatever_players_decide(seed, players, rules):
    chance = SealedChance(key_from_seed(seed))
    table = played(seed, players, rules, default_board())
    for started in table.said(RoundStarted):
        assert started.harvest == harvest_dice(chance, started.round)
