"""Texts: what cannot be seen, turns others round or ends a line comes in nowhere; patterns match it all."""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from chocolatl.records.record import Hex, Sha256
from chocolatl.rules.texts import BOARD_NAME, TextBound, clean_text, shown, text_problem, whole
from chocolatl.server.config import Config
from chocolatl.server.errors import RequestError
from chocolatl.server.http.cookies import Cookies
from chocolatl.server.ops.admin_session import open_admin_session
from chocolatl.server.protocol import EditionName, MessageId, Nonce
from chocolatl.server.secret import ServerSecret
from chocolatl.server.tables.text_safety import clean_name
from tests.records.corpus_games import game
from tests.rules.games import examples

FORBIDDEN = (
    "\0\x07\x1b\x7f\x85\n\r\t"  # controls
    "\u200b\u200c\u200e\u200f\u2060\u2061\ufeff\u00ad\u061c\u180e"  # zero width, marks of direction
    "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"  # turned round
    "\u2028\u2029\u3000\u00a0\u2003"  # other line ends and blanks
    "\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\ufe00\U000e0100\U000e0041\ue000\uffff"  # nothing to see
)
BOUND = TextBound(1, 100)


@pytest.mark.parametrize("character", FORBIDDEN)
def test_no_such_character_is_in_a_clean_text(character):
    assert character not in clean_text(f"A{character}b", 100)
    assert (
        text_problem(f"A{character}b", BOUND) == f"visible characters in one line, got U+{ord(character):04X}"
    )
    assert shown(f"A{character}b").isprintable()
    with pytest.raises(RequestError):
        clean_name(character)


@pytest.mark.parametrize(
    "text", ["A\u200db", "a\ufe0fb", "\u200dAna", "Ana\u200d", "a \u200d b", "Z\u0300\u0301\u0302"]
)
def test_joiners_selectors_and_piles_of_accents_do_not_make_two_names_of_one(text):
    assert text_problem(text, BOUND) is not None
    cleaned = clean_text(text, 100)
    assert text_problem(cleaned, BOUND) is None
    assert cleaned != text


@pytest.mark.parametrize("text", ["👩🏽‍🌾", "👩‍👩‍👧", "❤️‍🔥", "1️⃣", "🏳️‍🌈", "ක්‍ෂ", "名前", "Ana", "Ñandú", "a b"])
def test_letters_and_emoji_stay_as_they_are(text):
    assert clean_text(text, 100) == unicodedata.normalize("NFC", text)
    assert text_problem(text, BOUND) is None


@examples(300)
@given(st.text(st.characters(), max_size=60), st.integers(1, 30))
def test_a_clean_text_is_clean_bounded_and_stays_so(text, most):
    cleaned = clean_text(text, most)
    assert len(cleaned) <= most
    assert len(cleaned.encode()) <= TextBound(1, most).most_bytes
    assert clean_text(cleaned, most) == cleaned
    assert not any(unicodedata.category(c) in ("Cc", "Cs", "Co", "Cn", "Zl", "Zp") for c in cleaned)
    assert cleaned == " ".join(cleaned.split())
    shown(text).encode()


def test_lengths_are_told():
    assert text_problem("", BOARD_NAME) == "1 to 40 characters, got 0"
    assert text_problem("x" * 41, BOARD_NAME) == "1 to 40 characters, got 41"
    assert text_problem("...", BOARD_NAME) == "at least one letter, number or symbol"


@pytest.mark.parametrize("text", ["", "\n", "a\n", "a b", "a\0", "é", "x" * 41, "\u202e", "a\u200b"])
def test_message_ids_are_plain(text):
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(text, MessageId)


@pytest.mark.parametrize(
    ("kind", "text"),
    [(EditionName, "english"), (Nonce, "ab" * 32), (Sha256, "ab" * 32), (Hex, "ab"), (MessageId, "a")],
)
def test_a_line_feed_at_the_end_is_not_overlooked(kind, text):
    msgspec.convert(text, kind)
    for tail in ("\n", "\r", "\r\n", " ", "\0"):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert(text + tail, kind)


def test_whole_means_all_of_every_alternative():
    assert re.search(whole("a|b"), "b")
    assert not any(re.search(whole("a|b"), text) for text in ("ax", "xb", "a\n", "b\n", "ab"))


def test_a_cookie_with_a_line_feed_is_none():
    cookies = Cookies(ServerSecret(b"s" * 32))
    token = cookies.new(False)[1].decode().partition("=")[2].partition(";")[0]

    def found(text: str) -> str | None:
        return cookies.token_in({b"cookie": text.encode()}, False)

    assert found(f"chocolatl={token}") == token
    assert found(f"chocolatl={token}\n; x=1") is None
    assert found(f"chocolatl-xyz={token}") is None


def test_no_pattern_in_the_sources_ends_in_a_bare_dollar():
    """Python's `$` lets a last line feed pass; `whole`, `fullmatch` and `\\Z` do not."""
    bare = re.compile(
        r"""(?:pattern=|re\.(?:compile|match|fullmatch|search)\()\s*[rf]*["'][^"'\n]*(?<!\\)\$["']"""
    )
    for file in Path("src").rglob("*.py"):
        found = bare.findall(file.read_text())
        assert not found, f"{file}: {found}"


async def test_a_record_with_such_names_is_taken_in_cleaned(tmp_path: Path):
    made = game("english-3")
    names = ("\u202eAna\0", "\u3164", "x" * 500)
    made = replace(made, names=names, checksum=None)
    async with open_admin_session(Config(data=tmp_path), create=True) as open_office:
        table = await open_office.import_record(made)
        [row] = await open_office.tables()
    assert row.id == table
    assert [doc.name for doc in row.lobby.seats] == ["Ana", "Player 2", "x" * 24]
