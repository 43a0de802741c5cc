"""A game as an animated file: every picture, for its time, and nothing of a game that is not true."""

import io
import struct
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image

from chocolatl.cli import main
from chocolatl.picture import Style
from chocolatl.picture.animation import Timed, palette_of, parts, write_gif, write_webp
from chocolatl.picture.film import Film, write_film
from chocolatl.picture.shots import people_of, shots
from chocolatl.records.record import encode
from chocolatl.rules import events as ev
from tests.records.corpus_games import NAMES, game, text

SMALL = Style(160, 120)


def squares(count: int) -> list[Timed]:
    """A square that walks over a field; every third time it rests."""
    found = []
    for nth in range(count):
        image = Image.new("RGB", (120, 64), (240, 230, 200))
        image.paste((200, 40, 30), (5 + 10 * (nth // 3), 20, 25 + 10 * (nth // 3), 40))
        found.append(Timed(image, 100))
    return found


def test_only_what_is_new_is_kept_and_rests_are_one_picture():
    found = list(parts(squares(9)))
    assert [part.ms for part in found] == [300, 300, 300]
    assert found[0].image.size == (120, 64)
    assert found[0].mask is None
    spots = [(part.left, part.top, part.image.size) for part in found[1:]]
    assert spots == [(0, 16, (48, 32)), (0, 16, (48, 32))]
    assert all(part.mask is not None and part.mask.size == part.image.size for part in found[1:])


@pytest.mark.parametrize("kind", ["webp", "gif"])
def test_every_picture_comes_back_for_its_time(kind):
    frames, file = squares(9), io.BytesIO()
    if kind == "webp":
        write_webp(file, frames, (120, 64), quality=95)
    else:
        write_gif(file, frames, palette_of([frame.image for frame in frames]))
    film: Any
    with Image.open(io.BytesIO(file.getvalue())) as film:
        assert (film.n_frames, film.size, film.info["loop"]) == (3, (120, 64), 0)
        for nth in range(film.n_frames):
            film.seek(nth)
            seen = film.convert("RGB")
            assert film.info["duration"] == 300
            for spot in ((10 + 10 * nth, 30), (2, 2), (100, 50)):
                wanted: Any = frames[3 * nth].image.getpixel(spot)
                assert all(abs(a - b) < 16 for a, b in zip(seen.getpixel(spot), wanted, strict=True))
    if kind == "webp":
        assert struct.unpack("<I", file.getvalue()[4:8])[0] == len(file.getvalue()) - 8


def test_a_film_is_written_picture_by_picture():
    """Most of it is on the disk before the last picture is made."""
    file = io.BytesIO()
    written = list[int]()

    def frames():
        for frame in squares(30):
            written.append(file.tell())
            yield frame

    write_webp(file, frames(), (120, 64))
    assert written == sorted(written)
    assert written[-1] > 0.8 * file.tell()


@pytest.mark.parametrize("name", NAMES[::9])
def test_every_event_of_a_game_has_its_pictures(name):
    record = game(name)
    seen = list(shots(record))
    assert seen[-1].picture.view.result == record.events[-1]
    assert seen[-1].picture.final is not None
    rounds = [event.round for event in record.events if isinstance(event, ev.RoundStarted)]
    assert sorted({shot.round for shot in seen}) == [0, *rounds]
    for round_ in rounds:
        grown = {shot.picture.show.location for shot in seen if shot.picture.show and shot.round == round_}
        assert grown == set(record.started.board.locations)
    assert all(shot.picture.caption for shot in seen)


def test_cards_turn_one_player_after_the_other():
    hidden = [
        sum(None in row.cards for row in shot.picture.show.rows) if shot.picture.show else 0
        for shot in shots(game("english-5"))
    ]
    grown = [nth for nth, count in enumerate(hidden) if count == 5]
    assert grown
    for nth in grown:
        assert hidden[nth : nth + 6] == [5, 4, 3, 2, 1, 0]


def test_scores_move_box_by_box_to_where_the_record_says():
    for shot in shots(game(NAMES[0])):
        boxes = [player.box for player in shot.picture.view.players]
        moved = shot.picture.boxes or boxes
        assert sum(a != b for a, b in zip(moved, boxes, strict=True)) <= 1


def test_rounds_speed_and_eyes_are_chosen():
    one, quick = io.BytesIO(), io.BytesIO()
    whole = write_film(one, game(NAMES[0]), Film(SMALL, rounds=range(2, 3)))
    half = write_film(quick, game(NAMES[0]), Film(SMALL, 1, range(2, 3), speed=2))
    assert abs(half - whole / 2) < whole / 20
    with pytest.raises(ValueError, match="no round 9"):
        write_film(one, game(NAMES[0]), Film(SMALL, rounds=range(9, 11)))
    with pytest.raises(ValueError, match="no seat 6: expected 0 to"):
        write_film(one, game(NAMES[0]), Film(SMALL, seat=6))


def test_a_name_that_our_fonts_cannot_write_is_the_colour_of_its_seat():
    people = people_of(("Ana", "李明", "\u202e"), "en")
    assert [person.name for person in people] == ["Ana", "maize", "indigo"]


def test_a_film_of_a_wrong_record_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    record = game(NAMES[0])
    number = next(i for i, event in enumerate(record.events) if isinstance(event, ev.Scored))
    wrong = replace(record.events[number], points=40)
    events = (*record.events[:number], wrong, *record.events[number + 1 :])
    (tmp_path / "wrong.json").write_bytes(encode(replace(record, events=events, checksum=None)))
    assert main(["film", str(tmp_path / "wrong.json"), "-o", str(tmp_path / "x.webp")]) == 1
    assert f"event {number}" in capsys.readouterr().err
    assert [file.name for file in tmp_path.iterdir()] == ["wrong.json"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["-o", "x.mp4"], "expected a name that ends in .webp, .gif, .png, .svg"),
        (["-o", "x.webp", "--size", "1280"], "expected width x height in pixels"),
        (["-o", "x.webp", "--size", "9000x9000"], "expected 120 to 3840 pixels each way"),
        (["-o", "x.webp", "--speed", "0"], "expected a number from 0.1 to 20"),
        (["-o", "x.webp", "--rounds", "3-1"], "expected a round, or two"),
        (["-o", "x.webp", "--seat", "-1"], "expected the number of a seat, or table"),
        (["-o", "x.webp", "--seat", "8"], "no seat 8: expected 0 to"),
        (["-o", "no/such/folder/x.png"], "expected a file that can be written"),
    ],
)
def test_film_refuses_precisely(arguments, said, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("game.jsonl").write_bytes(text(NAMES[0]))
    assert main(["film", "game.jsonl", *arguments]) == 2
    assert said in capsys.readouterr().err
    assert [file.name for file in tmp_path.iterdir()] == ["game.jsonl"]
