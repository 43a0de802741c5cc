"""The board drawn without a browser: like the page's, whole in every moment, and nothing that is secret."""

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from chocolatl.i18n import LANGUAGES
from chocolatl.picture import Picture, Style, people_named, pixels, png, svg
from chocolatl.picture.art import THEMES, tokens
from chocolatl.picture.board_layout import ALTAR, PLACES, SLABS, centre
from chocolatl.picture.shots import shots
from chocolatl.picture.text import broken, cut, legible, width
from chocolatl.records.record import replay
from chocolatl.rules.state import Player, State
from chocolatl.rules.view import view
from tests.records.corpus_games import NAMES, game

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "web"
PEOPLE = people_named(("Ana", "Bo", "Cy", "Hanna", "Teo"))
SMALL = Style(320, 180)


def states(name: str) -> list[State]:
    return [after for _, _, after in replay(game(name))]


def picture_of(state: State, seat: int | None = None) -> Picture:
    return Picture(view(state, seat), PEOPLE[: len(state.players)])


def drawn(state: State, seat: int | None = None) -> str:
    return svg(picture_of(state, seat), SMALL)


@pytest.mark.parametrize("name", NAMES[::9])
def test_every_position_is_drawn_and_everything_it_names_is_there(name):
    for state in states(name)[::7]:
        text = drawn(state)
        ElementTree.fromstring(text)
        named = set(re.findall(r'\bid="([^"]+)"', text))
        assert set(re.findall(r'href="#([^"]+)"', text)) | set(re.findall(r"url\(#([^)]+)\)", text)) <= named
        assert "var(" not in text
        assert "light-dark" not in text


def with_other_secrets(state: State) -> State:
    """The same table to all eyes, with every hidden card exchanged for another."""

    def other(player: Player) -> Player:
        laid = tuple(
            (*cards[:up], *(card + 50 for card in cards[up:]))
            for cards, up in zip(player.laid, state.up, strict=True)
        )
        hand = tuple(card + 50 for card in player.hand)
        return replace(player, hand=hand, cards=hand, laid=laid, sacrifice=77)

    answers = tuple(None if answer is None else "other" for answer in state.answers)
    return replace(state, players=tuple(map(other, state.players)), answers=answers)


@pytest.mark.parametrize("name", NAMES[::12])
def test_a_public_picture_does_not_depend_on_a_secret(name):
    for state in states(name)[::5]:
        assert drawn(state) == drawn(with_other_secrets(state))


@pytest.mark.parametrize("name", NAMES[::9])
def test_a_film_shows_no_card_before_it_is_turned_up(name):
    for shot in shots(game(name)):
        seen = shot.picture.view
        assert (seen.seat, seen.own) == (None, None)
        if shot.picture.show is not None:
            place = seen.board.locations.index(shot.picture.show.location)
            for row in shot.picture.show.rows:
                up = seen.players[row.seat].shown[place]
                assert all(card in (None, known) for card, known in zip(row.cards, up, strict=True))


def test_a_seat_sees_its_own_cards_and_no_others():
    state = next(s for s in states(NAMES[0]) if s.asked and s.asked.kind == "lay" and any(s.answers))
    mine = [drawn(state, seat) for seat in state.seats]
    assert len(set(mine)) == len(mine)
    changed = with_other_secrets(state)
    own = replace(changed, players=(state.players[0], *changed.players[1:]), answers=state.answers)
    assert drawn(own, 0) == mine[0]


@pytest.mark.parametrize("size", [(1280, 720), (640, 360), (1200, 630), (400, 800), (1000, 150)])
@pytest.mark.parametrize("theme", THEMES)
def test_a_picture_has_the_size_and_colours_that_were_asked_for(size, theme):
    image = pixels(picture_of(states(NAMES[0])[60]), Style(size[0], size[1], theme))
    assert (image.size, image.mode) == (size, "RGB")
    floor: Any = image.getpixel((image.width // 2, image.height - 2))
    assert max(map(abs, (a - b for a, b in zip(floor, _rgb(tokens(theme)["tray2"]), strict=True)))) < 6


def _rgb(colour: str) -> tuple[int, int, int]:
    red, green, blue = bytes.fromhex(colour[1:])
    return red, green, blue


def test_the_same_position_is_the_same_file():
    picture = picture_of(states(NAMES[0])[90])
    assert png(picture, SMALL) == png(picture, SMALL)


@pytest.mark.parametrize("size", [(0, 100), (100, 720), (4000, 720), (-5, 720)])
def test_a_size_that_is_no_picture_is_refused(size):
    with pytest.raises(ValueError, match="expected 120 to 3840 pixels"):
        Style(*size)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_has_all_words(lang):
    for shot in list(shots(game(NAMES[2]), lang=lang))[::9]:
        ElementTree.fromstring(svg(shot.picture, Style(640, 360, lang=lang)))


def test_the_places_are_those_of_the_page():
    page = (WEB / "src" / "board" / "layout.ts").read_text()
    wide = page[page.index("export const WIDE") : page.index("export const TALL")]
    spots = {n: (int(x), int(y)) for n, x, y in re.findall(r"(\w+): \{ x: (\d+), y: (\d+)", wide)}
    assert spots.pop("altar") == ALTAR
    assert spots == PLACES
    slabs = page[page.index("export const SLAB") : page.index("export function centre")]
    assert {n: (int(x), int(y)) for n, x, y in re.findall(r"(\w+): \{ x: (\d+), y: (\d+)", slabs)} == SLABS
    assert centre(0) == (1088, 568)
    assert centre(60) == centre(0)


def test_text_is_cut_and_broken_within_its_width():
    for size in (12, 30):
        assert width(cut("A very long name of a player", size, 90), size) <= 90
        assert all(width(line, size) <= 200 for line in broken("many words " * 20, size, 200, 3))
    assert cut("Ana", 20, 100) == "Ana"
    assert broken("one two", 10, 1000, 2) == ["one two"]


@pytest.mark.parametrize(("name", "can"), [("Zoë", True), ("Łukasz", True), ("李明", False), ("", False)])
def test_a_name_that_cannot_be_written_is_known(name, can):
    assert legible(name) is can
