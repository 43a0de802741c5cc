"""Nothing is told by colour alone: players have a shape and a letter, rounds a shape.

Seen with four kinds of colour vision and in forced colours.
"""

import base64
from collections.abc import Iterator
from itertools import combinations

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.player import by_keyboard, play_on, remembered

SEEN_BY = ("achromatopsia", "deuteranopia", "protanopia", "tritanopia")
COLOURS = ("jade", "maize", "chili", "indigo", "plum")
# Of the pixels of two players' marks, how many are clearly lighter in one of them.
DIFFERENT = 0.05
COMPARE = """async ([one, other]) => {
    const grey = async (data) => {
        const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
        const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
        const canvas = new OffscreenCanvas(32, 32).getContext('2d');
        canvas.drawImage(image, 0, 0, 32, 32);
        const { data: pixels } = canvas.getImageData(0, 0, 32, 32);
        return Array.from({ length: 1024 }, (_, i) =>
            0.3 * pixels[4 * i] + 0.6 * pixels[4 * i + 1] + 0.1 * pixels[4 * i + 2]);
    };
    const [a, b] = [await grey(one), await grey(other)];
    return a.filter((light, i) => Math.abs(light - b[i]) > 60).length / a.length;
}"""
# Whatever is painted in a player's colour, and carries neither the player's symbol nor the name.
BARE = """([colours, names]) => colours.flatMap(colour => [...document.querySelectorAll(`main .${colour}`)])
    .filter(e => e.getClientRects().length && !e.closest('symbol'))
    .filter(e => !e.matches('.token') && !e.querySelector('[href*="sym-"], [href*="mark-"]'))
    .filter(e => !names.some(name => e.textContent.includes(name)))
    .map(e => e.outerHTML.slice(0, 120))"""
SHAPES = """() => Object.fromEntries(['red', 'green', 'gold'].map(colour => {
    const shape = document.querySelector(`.ground .box.${colour} :is(rect, circle, path)`);
    return [colour, `${shape.tagName} ${shape.getAttribute('d') ?? shape.getAttribute('rx') ?? ''}`];
}))"""


@pytest.fixture(scope="module")
def table(browser: Browser, server: str) -> Iterator[Page]:
    """A table of five, seen from the second round, when stones, huts and markers are out."""
    context = browser.new_context(viewport={"width": 1366, "height": 768}, reduced_motion="reduce")
    context.add_init_script(remembered())
    page = context.new_page()
    page.goto(server, wait_until="networkidle")
    seated = page.request.post(f"{server}/api/play-now", data={"name": "Ana", "players": 5}).json()
    page.goto(f"{server}/table/{seated['table']['id']}")
    later = ".board .place[data-place=pyramid] .stone [href*=sym-]"
    play_on(page, by_keyboard, until=lambda kind: kind == "lay" and page.locator(later).count() > 0)
    yield page
    context.close()


def marks(page: Page) -> dict[str, str]:
    """How each player's mark looks: a PNG as text."""
    found = {colour: page.locator(f".players .token.{colour}").first for colour in COLOURS}
    return {colour: base64.b64encode(mark.screenshot()).decode() for colour, mark in found.items()}


def assert_told_apart(page: Page) -> None:
    shots = marks(page)
    alike = [
        (one, other)
        for one, other in combinations(COLOURS, 2)
        if page.evaluate(COMPARE, [shots[one], shots[other]]) < DIFFERENT
    ]
    assert alike == []


@pytest.mark.parametrize("vision", SEEN_BY)
def test_players_are_told_apart_with_every_kind_of_colour_vision(table: Page, vision: str) -> None:
    session = table.context.new_cdp_session(table)
    session.send("Emulation.setEmulatedVisionDeficiency", {"type": vision})
    assert_told_apart(table)
    session.send("Emulation.setEmulatedVisionDeficiency", {"type": "none"})


def test_players_and_buttons_are_told_apart_in_forced_colours(table: Page) -> None:
    table.emulate_media(forced_colors="active")
    assert_told_apart(table)
    flat: list[str] = table.eval_on_selector_all(
        "main .button, main .tool",
        """all => all.filter(e => e.offsetParent && parseFloat(getComputedStyle(e).borderWidth) === 0)
                     .map(e => e.outerHTML.slice(0, 90))""",
    )
    assert flat == []
    table.emulate_media(forced_colors="none")


@pytest.mark.parametrize("size", [(1366, 768), (390, 664)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_what_has_a_players_colour_has_the_symbol_too(table: Page, size: tuple[int, int]) -> None:
    table.set_viewport_size({"width": size[0], "height": size[1]})
    table.locator(".place .sign").nth(5).wait_for()
    names = table.locator(".players .name").all_inner_texts()
    bare: list[str] = table.evaluate(BARE, [COLOURS, [name.split()[0] for name in names if name]])
    assert bare == []


def test_boxes_of_the_track_have_a_shape_for_each_kind_of_round(table: Page) -> None:
    table.set_viewport_size({"width": 1366, "height": 768})
    table.locator(".ground .box").nth(59).wait_for()
    shapes: dict[str, str] = table.evaluate(SHAPES)
    assert len(set(shapes.values())) == 3, shapes
