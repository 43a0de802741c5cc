"""A server that cheats with the dice: what `verify` finds in the record alone, and beside what a page saw.

What the page itself finds stands in web/src/lib/fair/witness.test.ts and tests/browser/test_cheating.py.
"""

from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from chocolatl.cli import main
from chocolatl.records.draw_evidence import seen_problems
from chocolatl.records.record import Record, checksum_of, encode
from chocolatl.records.verify import verify
from chocolatl.rules import Event, SealedChance, key_from_seed
from chocolatl.rules.chance import starting_stack
from chocolatl.rules.commit_reveal import Draw, key_commitment, lots_of, nonce_commitment
from chocolatl.rules.events import LeftoverRolled, Rolled, RoundStarted, Started
from tests.records.drawing import TABLE, drawn, drawn_game, nonce, old_key, seen_by, with_nonce
from tests.records.playing import played

GAME = drawn_game(5)
VOIDED = drawn_game(6, missing=(2, 0))


def draw_of(made: Record) -> Draw:
    draw = made.started.draw
    assert draw is not None
    return draw


def forged(made: Record, **changes: object) -> Record:
    """The record with another draw, and a checksum that fits again."""
    draw = replace(draw_of(made), **changes)
    first = replace(made.started, draw=draw)
    return sealed(replace(made, events=(first, *made.events[1:]), commitment=draw.key_commitment))


def sealed(made: Record) -> Record:
    made = replace(made, checksum=None)
    return replace(made, checksum=checksum_of(made))


def problem(made: Record) -> str:
    report = verify(made)
    assert report.problem is not None, "nothing was found"
    return str(report.problem)


def put(values: tuple[str, ...], seat: int, value: str) -> tuple[str, ...]:
    return (*values[:seat], value, *values[seat + 1 :])


def test_an_honest_game_is_fine():
    for made in (GAME, VOIDED):
        report = verify(made)
        assert report.ok, report.problem
        assert "draw" in report.checked


# ---- from the record alone ----


@pytest.mark.parametrize("seat", [0, 1])
def test_an_altered_swapped_or_forgotten_nonce(seat: int):
    nonces = draw_of(GAME).nonces
    assert "not the one it had committed to" in problem(forged(GAME, nonces=put(nonces, seat, "ab" * 32)))
    assert "its nonce is ''" in problem(forged(GAME, nonces=put(nonces, seat, "")))
    swapped = (nonces[1], nonces[0], *nonces[2:])
    assert "not the one it had committed to" in problem(forged(GAME, nonces=swapped))


def test_a_nonce_of_another_table_another_seat_or_another_attempt():
    draw = draw_of(GAME)
    for wrong in (
        nonce_commitment("another222222222", 1, 1, nonce(1, 1)),
        nonce_commitment(TABLE, 1, 0, nonce(1, 1)),
        nonce_commitment(TABLE, 2, 1, nonce(1, 1)),
    ):
        cheated = forged(GAME, commitments=put(draw.commitments, 1, wrong))
        assert "not the one it had committed to" in problem(cheated)


def test_an_open_page_that_is_said_to_have_been_away():
    draw = draw_of(GAME)
    kinds = ("opened", "away", *draw.kinds[2:])
    assert "seat 1 is away" in problem(forged(GAME, kinds=kinds))
    silent = {"commitments": put(draw.commitments, 1, ""), "nonces": put(draw.nonces, 1, "")}
    assert "line" in problem(forged(GAME, kinds=kinds, **silent))  # and the dice are others then


def test_a_person_who_is_said_to_be_a_bot():
    draw = draw_of(GAME)
    silent = {"commitments": put(draw.commitments, 1, ""), "nonces": put(draw.nonces, 1, "")}
    assert "seat 1 is bot" in problem(forged(GAME, kinds=("opened", "bot", *draw.kinds[2:]), **silent))


def test_another_key():
    assert "key_commitment is" in problem(sealed(replace(GAME, key=key_from_seed("other").hex())))
    lots = lots_of(4, GAME.started.board)
    other = key_commitment(TABLE, 1, lots, key_from_seed("other"))
    cheated = forged(replace(GAME, key=key_from_seed("other").hex()), key_commitment=other)
    assert "line" in problem(cheated) or "event" in problem(cheated)


def test_a_header_that_tells_another_commitment_than_the_draw():
    assert "the draw in event 0 says" in problem(sealed(replace(GAME, commitment="ab" * 32)))
    assert "nonces" in problem(sealed(replace(GAME, nonces=("00",) * 4)))


def test_one_die_one_card_one_place():
    changed = 0
    other: Event
    for number, event in enumerate(GAME.events):
        match event:
            case Rolled() | LeftoverRolled():
                other = replace(event, value=event.value % 6 + 1)
            case RoundStarted():
                other = replace(event, improvements=tuple(reversed(event.improvements)))
                if other == event:
                    continue
            case Started():
                other = replace(event, line=(*event.line[1:], event.line[0]))
            case _:
                continue
        events = (*GAME.events[:number], other, *GAME.events[number + 1 :])
        assert f"event {number}:" in problem(sealed(replace(GAME, events=events)))
        changed += 1
    assert changed > 5


@pytest.mark.parametrize("pile", ["improvements_high", "improvements_low"])
def test_piles_printed_in_another_order(pile: str):
    """Fisher-Yates moves places: whoever may choose the order of the cards may choose what is turned up."""
    board = GAME.started.board
    cheated = replace(board, **{pile: tuple(reversed(getattr(board, pile)))})
    first = replace(GAME.started, board=cheated)
    assert "the key and the piles give" in problem(sealed(replace(GAME, events=(first, *GAME.events[1:]))))


def test_an_attempt_that_is_dropped_or_counted_without_a_name():
    draw = draw_of(VOIDED)
    assert "2 voided attempts are told" in problem(forged(VOIDED, attempt=2))
    assert "0 voided attempts" in problem(forged(VOIDED, voided=()))
    assert "stands where attempt 1" in problem(forged(VOIDED, voided=draw.voided[1:], attempt=2))
    nobody = (replace(draw.voided[0], missing=()), *draw.voided[1:])
    assert "no seat that took part is named" in problem(forged(VOIDED, voided=nobody))
    stranger = (replace(draw.voided[0], missing=(3,)), *draw.voided[1:])
    assert "no seat that took part is named" in problem(forged(VOIDED, voided=stranger))


def test_a_seat_that_voids_twice():
    draw = draw_of(VOIDED)
    twice = replace(
        draw.voided[1], missing=(2,), kinds=draw.voided[0].kinds, commitments=draw.voided[0].commitments
    )
    assert "did not open an earlier attempt" in problem(forged(VOIDED, voided=(draw.voided[0], twice)))
    assert "let no earlier attempt down" in problem(forged(GAME, kinds=("barred", *draw_of(GAME).kinds[1:])))


def test_a_key_that_is_used_twice():
    draw = draw_of(VOIDED)
    lots = lots_of(4, VOIDED.started.board)
    same = key_commitment(TABLE, 2, lots, old_key(6, 1))
    again = (draw.voided[0], replace(draw.voided[1], key=draw.voided[0].key, key_commitment=same))
    assert "the same key" in problem(forged(VOIDED, voided=again))
    assert VOIDED.key is not None
    known = key_commitment(TABLE, 1, lots, bytes.fromhex(VOIDED.key))
    before = (replace(draw.voided[0], key=VOIDED.key, key_commitment=known), draw.voided[1])
    assert "was published before" in problem(forged(VOIDED, voided=before))
    other = (replace(draw.voided[0], key="ab" * 32), draw.voided[1])
    assert "but its key gives" in problem(forged(VOIDED, voided=other))


@pytest.mark.parametrize("field", ["kinds", "commitments", "nonces"])
@pytest.mark.parametrize("size", [0, 1, 3, 5])
def test_lists_of_the_wrong_length(field: str, size: int):
    values = getattr(draw_of(GAME), field)
    assert "expected" in problem(forged(GAME, **{field: (values * 2)[:size]}))


# ---- beside what a page saw ----


def differences(made: Record, saw: Draw, seat: int = 0) -> list[str]:
    assert verify(made).ok, "this forgery is to be found only by the page"
    return list(seen_problems(seen_by(saw, seat), made))


def test_what_the_page_saw_is_what_the_record_tells():
    assert differences(GAME, draw_of(GAME)) == []
    assert differences(GAME, draw_of(GAME), seat=1) == []
    for seat in range(4):
        assert differences(VOIDED, draw_of(VOIDED), seat) == []


def test_grinding_a_nonce_after_the_others_have_opened():
    """The operator's seat 1: tries nonces until its marker lies on top, and makes up a record that fits."""
    key, honest = key_from_seed(5), drawn(5)
    tries = (with_nonce(honest, 1, sha) for sha in (nonce(number, 9) for number in range(1000)))
    lucky = next(draw for draw in tries if starting_stack(SealedChance(key, (), draw), 4)[0] == 1)
    made = played(5, 4, draw=lucky)
    assert made.started.line[0] == 1
    assert differences(made, honest) == ["attempt 1: the page was shown other commitments when it was locked"]


def test_another_key_chosen_after_the_openings():
    """Two pages were shown different hashes of the key, or one hash was exchanged later."""
    made = drawn_game(7)
    assert "the page was shown the key's hash" in differences(made, drawn(5))[0]
    assert differences(made, drawn(7), seat=1) == []  # the other page was shown the one that counted


def test_an_unlucky_start_that_was_dropped():
    """The page opened attempt 1; the record tells only of another start, with everything new."""
    made = played(8, 4, draw=drawn(8))
    assert differences(made, drawn(5))
    blamed = drawn_game(9, missing=(0,))
    saw = replace(draw_of(blamed), voided=(replace(draw_of(blamed).voided[0], missing=(1,)),))
    found = list(seen_problems(seen_by(saw, 0), blamed))
    assert any("said not to have opened" in one for one in found)
    vanished = played(5, 4, draw=drawn(5))
    assert "attempt 2, which this page saw, is not told" in differences(vanished, drawn(5, missing=(1,)))[-1]


def test_a_record_without_the_draw_or_of_another_table():
    plain = played(5, 4)
    assert differences(plain, draw_of(GAME)) == ["the record tells of no draw, but this page saw one"]
    elsewhere = played(5, 4, draw=drawn(5, table="another222222222"))
    assert "the record is of table another222222222" in differences(elsewhere, draw_of(GAME))[0]


def test_another_nonce_in_the_place_of_the_page_s_own():
    made = played(5, 4, draw=with_nonce(drawn(5), 0, nonce(1, 9)))
    assert any("is not the one this page opened" in one for one in differences(made, drawn(5)))


# ---- the command ----


def written(folder: Path, made: Record, saw: Draw, seat: int = 0) -> tuple[str, str]:
    record, seen = folder / "game.json", folder / "seen.json"
    record.write_bytes(encode(made))
    seen.write_bytes(msgspec.json.encode(seen_by(saw, seat)))
    return str(record), str(seen)


def test_verify_says_who_drew_and_whether_a_page_saw_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    record, seen = written(tmp_path, GAME, draw_of(GAME))
    assert main(["verify", record]) == 0
    assert "dice drawn with Anna, Ben\n" in capsys.readouterr().out
    assert main(["verify", record, "--seen", seen]) == 0
    assert "dice drawn with Anna, Ben; as this page saw it\n" in capsys.readouterr().out


def test_verify_says_what_differs_from_what_a_page_saw(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    record, seen = written(tmp_path, drawn_game(7), drawn(5))
    assert main(["verify", record]) == 0
    assert main(["verify", record, "--seen", seen]) == 1
    assert "WRONG: attempt 1: the page was shown the key's hash" in capsys.readouterr().out


@pytest.mark.parametrize(
    "text", ["", "{}", "[" * 5000, '{"format":"chocolatl-seen/2"}', '"' + "x" * 70_000 + '"']
)
def test_a_file_that_no_page_wrote(tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str):
    record, seen = written(tmp_path, GAME, draw_of(GAME))
    Path(seen).write_text(text)
    assert main(["verify", record, "--seen", seen]) == 2
    assert seen in capsys.readouterr().err
    assert main(["verify", record, "--seen", str(tmp_path / "none.json")]) == 2


def test_games_without_a_draw_are_never_said_to_be_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    record = tmp_path / "old.json"
    record.write_bytes(encode(played(5, 4, nonces=(b"one", b"two", b"three", b"four"))))
    assert main(["verify", str(record)]) == 0
    said = capsys.readouterr().out.partition("fine:")[2]
    assert "commitment" in said
    assert "draw" not in said
