"""A person at the page: answers whatever is asked, by mouse, by finger or by keyboard alone."""

import json
from collections.abc import Callable
from functools import partial

from playwright.sync_api import Page, Position

ASKED = "[data-ask]:not([data-done])"
SCRIPT = "localStorage.getItem('chocolatl.settings') ?? localStorage.setItem('chocolatl.settings', {})"
Answer = Callable[[Page, str], None]


def remembered(**changes: object) -> str:
    """A script that fills a new browser's memory: nothing moves, nothing sounds, no first game."""
    plain: dict[str, object] = {
        "language": "en",
        "theme": "light",
        "speed": "instant",
        "sound": False,
        "name": "Ana",
        "explained": True,
    }
    return SCRIPT.format(json.dumps(json.dumps(plain | changes)))


def wait(page: Page) -> str:
    """Wait until something is asked or the game is over: the kind of question, or `end`."""
    found: str = page.wait_for_function(
        f"() => document.querySelector('.end') ? 'end' : document.querySelector('{ASKED}')?.dataset.ask"
    ).json_value()
    return found


def turn(page: Page) -> str | None:
    """The number of the open question."""
    number: str | None = page.evaluate("s => document.querySelector(s)?.dataset.turn ?? null", ASKED)
    return number


def there(page: Page, selector: str) -> bool:
    """Whether something is on the page now. No handle is kept: it would keep the element in memory."""
    found: bool = page.evaluate("s => document.querySelector(s) !== null", selector)
    return found


def play_on(page: Page, answer: Answer, until: Callable[[str], bool] = lambda _: False) -> None:
    """Answer everything until the end, or until the given kind of question is asked."""
    while (kind := wait(page)) != "end" and not until(kind):
        number = turn(page)
        answer(page, kind)
        page.wait_for_function(
            f"n => document.querySelector('.end') || document.querySelector('{ASKED}')?.dataset.turn !== n",
            arg=number,
        )


def by_mouse(page: Page, kind: str) -> None:
    """Click cards in the order of the places."""
    if kind == "lay":
        lay(page, partial(page.click, position=CORNER))
    elif kind in ("sacrifice", "give_back"):
        page.click(f"{ASKED} [data-place=hand] button >> nth=0", position=CORNER)
    page.click(CONFIRM[kind])


def by_finger(page: Page, kind: str) -> None:
    """Tap cards in the order of the places."""
    if kind == "lay":
        lay(page, partial(page.tap, position=CORNER))
    elif kind in ("sacrifice", "give_back"):
        page.tap(f"{ASKED} [data-place=hand] button >> nth=0", position=CORNER)
    page.tap(CONFIRM[kind])


def by_keyboard(page: Page, kind: str) -> None:
    """Never touch the mouse: numbers for the places, Tab to the buttons, Enter to confirm."""
    if kind == "lay":
        while there(page, f"{ASKED} {OPEN}"):
            page.keyboard.press(str(first_open_place(page)))
    elif kind in ("sacrifice", "give_back"):
        tab_to(page, "[data-place=hand] button")
        page.keyboard.press("Enter")
    tab_to(page, CONFIRM[kind].removeprefix(ASKED).removesuffix(" >> nth=0").strip())
    page.keyboard.press("Enter")


# Cards overlap; their corner with the number never does.
CORNER = Position(x=14, y=14)
# A bid that still wants cards.
OPEN = ".confirm[aria-disabled=true]"
CONFIRM = {
    "lay": f"{ASKED} .confirm",
    "sacrifice": f"{ASKED} .confirm",
    "give_back": f"{ASKED} .confirm",
    "roll": f"{ASKED} .confirm.main",
    "take": f"{ASKED} .choice >> nth=0",
    "place_first": f"{ASKED} .choices .button >> nth=0",
}


def lay(page: Page, touch: Callable[[str], None]) -> int:
    """Aim at the first place, then touch one card after another; how many touches it took."""
    touch(f"{ASKED} .slot:not(.full) .sign >> nth=0")
    touches = 1
    while there(page, f"{ASKED} {OPEN}"):
        touch(f"{ASKED} [data-hand] [data-card] >> nth=0")
        touches += 1
    return touches


def first_open_place(page: Page) -> int:
    """The number of the first place that still wants a card, as printed on the board."""
    return int(page.inner_text(f"{ASKED} .slot:not(.full) .sign b >> nth=0"))


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until the focus is there."""
    for _ in range(200):
        if page.evaluate("s => document.activeElement?.matches(s)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never reaches {selector}")
