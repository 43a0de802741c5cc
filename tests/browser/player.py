"""A person at the page: answers whatever is asked, by mouse, by finger or by keyboard alone."""

import json
from collections.abc import Callable

from playwright.sync_api import Page

ASKED = "[data-ask]:not([data-done])"
SCRIPT = "localStorage.getItem('chocolatl.settings') ?? localStorage.setItem('chocolatl.settings', {})"
Answer = Callable[[Page, str], None]


def remembered(**changes: object) -> str:
    """A script that fills a new browser's memory: nothing moves, nothing sounds."""
    plain: dict[str, object] = {
        "language": "en",
        "theme": "light",
        "speed": "instant",
        "sound": False,
        "name": "Ana",
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
    asked = page.query_selector(ASKED)
    return asked.get_attribute("data-turn") if asked else None


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
    """Click, and click where it goes."""
    if kind == "lay":
        lay(page, page.click)
    elif kind in ("sacrifice", "give_back"):
        page.click(f"{ASKED} [data-place=hand] button >> nth=0")
    page.click(CONFIRM[kind])


def by_finger(page: Page, kind: str) -> None:
    """Tap, and tap where it goes."""
    if kind == "lay":
        lay(page, page.tap)
    elif kind in ("sacrifice", "give_back"):
        page.tap(f"{ASKED} [data-place=hand] button >> nth=0")
    page.tap(CONFIRM[kind])


def by_keyboard(page: Page, kind: str) -> None:
    """Never touch the mouse: Tab to the cards, numbers for the places, Enter to confirm."""
    if kind == "lay":
        tab_to(page, "[data-card]")
        while page.query_selector(f"{ASKED} .confirm:disabled"):
            page.keyboard.press(str(first_open_place(page)))
    elif kind in ("sacrifice", "give_back"):
        tab_to(page, "[data-place=hand] button")
        page.keyboard.press("Enter")
    tab_to(page, CONFIRM[kind].removeprefix(ASKED).removesuffix(" >> nth=0").strip())
    page.keyboard.press("Enter")


CONFIRM = {
    "lay": f"{ASKED} .confirm",
    "sacrifice": f"{ASKED} button.main",
    "give_back": f"{ASKED} button.main",
    "roll": f"{ASKED} button.main",
    "take": f"{ASKED} .choice >> nth=0",
    "place_first": f"{ASKED} .choices .button >> nth=0",
}


def lay(page: Page, touch: Callable[[str], None]) -> None:
    """Fill the places in order, two cards (or one) each."""
    while page.query_selector(f"{ASKED} .confirm:disabled"):
        touch(f"{ASKED} [data-hand] [data-card] >> nth=0")
        touch(f"{ASKED} .slot:not(.full) .put >> nth=0")


def first_open_place(page: Page) -> int:
    """The number of the first place that still wants a card, as printed on the board."""
    text = page.inner_text(f"{ASKED} .slot:not(.full) .put b >> nth=0")
    return int(text)


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until the focus is there."""
    for _ in range(200):
        if page.evaluate("s => document.activeElement?.matches(s)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never reaches {selector}")
