"""Whoever has many addresses counts once."""

import ipaddress

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from chocolatl.server.client_address import UNKNOWN, address_key, client_key

V4 = st.ip_addresses(v=4)
V6 = st.integers(2**64, 2**128 - 1).map(ipaddress.IPv6Address)


@given(V6, V6)
def test_one_key_for_each_network_of_version_6(one: ipaddress.IPv6Address, other: ipaddress.IPv6Address):
    same = int(one) >> 64 == int(other) >> 64
    assert (address_key(str(one)) == address_key(str(other))) == same


@given(V6, st.integers(0, 2**64 - 1))
def test_however_the_second_half_is_chosen(one: ipaddress.IPv6Address, host: int):
    other = ipaddress.IPv6Address(int(one) >> 64 << 64 | host)
    assume(other.ipv4_mapped is None)
    for text in (str(other), other.exploded, str(other).upper(), f"[{other}]", f"{other}%eth0", f" {other}"):
        assert address_key(text) == address_key(str(one))


@given(V4, V4)
def test_version_4_is_itself_also_when_it_is_mapped(one: ipaddress.IPv4Address, other: ipaddress.IPv4Address):
    assert (address_key(str(one)) == address_key(str(other))) == (one == other)
    for text in (f"::ffff:{one}", f"::FFFF:{int(one) >> 16:x}:{int(one) & 0xFFFF:x}", f"::ffff:{one}%2"):
        assert address_key(text) == address_key(str(one)) == str(one)


@given(st.text(max_size=60))
def test_nonsense_is_one_caller(text: str):
    try:
        ipaddress.ip_address(text.strip().strip("[]").partition("%")[0])
    except ValueError:
        assert address_key(text) == UNKNOWN


@pytest.mark.parametrize(
    ("scope", "key"),
    [
        ({"client": ("2001:db8::1", 5)}, "2001:db8::/64"),
        ({"client": ("2001:db8:0:0:ffff::1", 5)}, "2001:db8::/64"),
        ({"client": ("2001:db8:0:1::1", 5)}, "2001:db8:0:1::/64"),
        ({"client": ("fe80::1%eth0", 5)}, "fe80::/64"),
        ({"client": ("10.0.0.7", 5)}, "10.0.0.7"),
        ({"client": None}, UNKNOWN),
        ({}, UNKNOWN),
    ],
)
def test_the_caller_of_a_request(scope: dict[str, object], key: str):
    assert client_key(scope) == key
