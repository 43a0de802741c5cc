"""The rules page and the first game, in a real browser on a real server."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from chocolatl.i18n import LANGUAGES
from tests.browser.player import ASKED, CONFIRM, CORNER
from tests.i18n.locale_files import words

TITLES = {language: str(words(language, "rules")["rules.page.title"]) for language in LANGUAGES}
PATIENCE = 60_000
# The next tip, or else the question: looked at in one moment, because a tip that was read goes slowly.
TIP_OR_QUESTION = f"""read => {{
    const tip = document.querySelector('[data-lesson]')?.dataset.lesson;
    if (tip) return tip !== read && tip;
    return document.querySelector('{ASKED}') && 'question';
}}"""


def visit(browser: Browser, language: str) -> Page:
    context = browser.new_context(
        locale=language, viewport={"width": 360, "height": 740}, reduced_motion="reduce"
    )
    context.set_default_timeout(PATIENCE)
    return context.new_page()


@pytest.fixture
def english(browser: Browser) -> Iterator[Page]:
    page = visit(browser, "en")
    yield page
    page.context.close()


def fits(page: Page) -> bool:
    wide, view = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    return bool(wide <= view)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_browser_chooses_the_language_of_the_rules(browser: Browser, server: str, language: str) -> None:
    page = visit(browser, language)
    page.goto(f"{server}/rules")
    expect(page.get_by_role("heading", level=1)).to_have_text(TITLES[language])
    page.context.close()


def test_a_link_to_a_rule_leads_to_it(english: Page, server: str) -> None:
    english.goto(f"{server}/rules#4.4.1")
    rule = english.locator("[id='4.4.1']")
    expect(rule).to_be_in_viewport()
    expect(rule.get_by_role("heading")).to_be_focused()
    expect(rule).to_contain_text("3.6")
    rule.get_by_role("link", name="3.6").click()
    expect(english.locator("[id='3.6']")).to_be_in_viewport()
    expect(english).to_have_url(re.compile(r"/rules#3\.6$"))


def test_another_edition_reads_the_rules_otherwise(english: Page, server: str) -> None:
    english.goto(f"{server}/rules")
    dice, first = english.locator("[id='3.4']"), english.locator("[id='2.2']")
    expect(dice.locator("[data-mark=differs]")).to_be_visible()
    expect(dice).to_contain_text("Different in: Dutch.")
    english.get_by_label("Edition").select_option("dutch")
    expect(dice).to_contain_text("Dutch edition: You may roll only one die")
    expect(dice).to_contain_text("Different in: English, German, French.")
    english.get_by_label("Edition").select_option("german")
    expect(first).to_contain_text("The first round is gold.")
    assert english.locator("[data-mark=differs]").count() > 0


def test_our_own_choices_are_marked(english: Page, server: str) -> None:
    english.goto(f"{server}/rules")
    expect(english.locator("[id='8']")).to_be_attached()
    marked = english.locator("[data-mark=own_choice]")
    owners = marked.evaluate_all("marks => marks.map(mark => mark.closest('[id]').id)")
    assert owners == ["3.5", "3.8", "3.9", "8"]


def test_searching_the_rules(english: Page, server: str) -> None:
    english.goto(f"{server}/rules")
    english.get_by_label("Search the rules").fill("old man")
    expect(english.locator("[id='3.3']")).to_be_visible()
    expect(english.locator("[id='4.2']")).to_have_count(0)
    english.get_by_label("Search the rules").fill("chess")
    expect(english.get_by_text("Nothing found")).to_be_visible()


def test_the_numbers_are_those_of_the_board(english: Page, server: str) -> None:
    board = english.request.get(f"{server}/api/info").json()["board"]
    english.goto(f"{server}/rules#4.5")
    cells = english.locator("[id='4.5'] tr").nth(1).locator("td")
    expect(cells).to_have_text([str(drink["first"]) for drink in board["drink"]])


def begin(page: Page, server: str) -> None:
    page.goto(f"{server}/learn")
    page.locator("form button").click()
    page.wait_for_url(re.compile(r"/table/"))


def lesson(page: Page, name: str) -> None:
    expect(page.locator(f"[data-lesson={name}]")).to_be_visible(timeout=PATIENCE)


def understood(page: Page) -> None:
    page.get_by_role("button", name="Got it").click()


def test_the_first_game_teaches_in_order(english: Page, server: str, axe_script: str) -> None:
    """Up to the first bid by mouse, with what each lesson points at."""
    begin(english, server)
    for name, place in (("goal", "track"), ("sacrifice", "altar")):
        lesson(english, name)
        expect(english.locator("[data-coach]").first).to_have_attribute("data-place", place)
        english.evaluate(axe_script)
        assert english.evaluate("axe.run('[data-lesson]').then(result => result.violations)") == []
        understood(english)
    english.get_by_role("button", name="Card 6", exact=True).click(position=CORNER)
    english.get_by_role("button", name="Sacrifice the 6").click()
    for name in ("mode_red", "laying", "places", "places_more"):
        lesson(english, name)
        assert fits(english)
        understood(english)
    expect(english.locator("[data-lesson]")).to_have_count(0)
    expect(english.locator("[data-coach]")).to_have_count(0)


def test_the_coach_remembers_and_can_be_silenced(english: Page, server: str) -> None:
    begin(english, server)
    lesson(english, "goal")
    understood(english)
    english.reload()
    lesson(english, "sacrifice")
    english.get_by_role("button", name="No more tips").click()
    expect(english.locator("[data-lesson]")).to_have_count(0)
    english.get_by_role("button", name="Turn tips on").click()
    lesson(english, "sacrifice")


def test_the_coach_leaves_the_keyboard_alone(english: Page, server: str) -> None:
    """A card is sacrificed by keyboard while a tip stands open; the focus is never taken away."""
    begin(english, server)
    lesson(english, "goal")
    card = english.get_by_role("button", name="Card 7", exact=True)
    card.focus()
    english.keyboard.press("Enter")
    expect(card).to_be_focused()
    english.get_by_role("button", name="Sacrifice the 7").focus()
    english.keyboard.press("Enter")
    lesson(english, "mode_red")


@pytest.mark.parametrize("language", LANGUAGES)
def test_learn_speaks_every_language(browser: Browser, server: str, language: str) -> None:
    page = visit(browser, language)
    begin(page, server)
    lesson(page, "goal")
    greeting = page.locator("[data-lesson] p").first.inner_text().split("!")[0].strip()
    assert str(words(language, "learn")["learn.goal"]).startswith(greeting)
    assert fits(page)
    page.context.close()


def answer(page: Page) -> None:
    """Any answer to the question that is open now; comes back when it is no longer open."""
    ask = page.locator(ASKED)
    turn, kind = ask.get_attribute("data-turn"), ask.get_attribute("data-ask") or ""
    if kind == "lay":
        lay_by_number(page)
    elif kind in ("sacrifice", "give_back"):
        ask.locator("[data-place=hand] button").nth(6).click(position=CORNER)
    page.locator(CONFIRM[kind]).click()
    expect(page.locator(f"[data-turn='{turn}']:not([data-done])")).to_have_count(0, timeout=30_000)


def lay_by_number(page: Page) -> None:
    """Round the locations: a number lays the card in focus, and the next one gets it."""
    page.locator("[data-hand] [data-card]").first.focus()
    complete = page.locator(".confirm[aria-disabled=false]")
    for location in range(12):
        if complete.count() == 0:
            page.keyboard.press(str(location % 6 + 1))


def test_a_whole_first_game_with_every_tip_read(english: Page, server: str) -> None:
    """The coach asks for quiet while a tip is read; the game goes on all the same, to its last lesson."""
    english.add_init_script("localStorage.setItem('chocolatl.settings', JSON.stringify({speed: 'instant'}))")
    begin(english, server)
    lesson(english, "goal")
    told = list[str]()
    while "end" not in told:
        tip = english.wait_for_function(TIP_OR_QUESTION, arg=told[-1] if told else "").json_value()
        if tip == "question":
            answer(english)
        else:
            told.append(tip)
            understood(english)
    assert len(told) == len(set(told))
    assert told[:2] == ["goal", "sacrifice"]
    always = {"mode_red", "places", "reveal", "ranking", "temple", "old_man", "plantation", "pyramid", "row"}
    assert always | {"drink", "drink_last", "next_mode", "deduce", "final"} <= set(told)
