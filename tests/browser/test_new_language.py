"""A language is a folder: with two more folders, page, command line and checks know two more languages.

The texts are the English ones with other vowels, in all plural forms that Polish and Japanese have.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from chocolatl.i18n.catalogue import LOCALES
from tests.browser.conftest import served_by
from tests.i18n.locale_files import Text, needed_plurals, words

ROOT = Path(__file__).resolve().parents[2]
NEW = {"pl": "Polski", "ja": "日本語"}
PARTS = ("game", "hints", "learn", "page", "rules")
VOWELS = dict(zip("aeiou", "ąęįǫų", strict=True))
PYTEST = ("-m", "pytest", "-q", "-p", "no:cacheprovider")
NOT_COPIED = shutil.ignore_patterns("__pycache__", "static", "node_modules")


def foreign(text: str) -> str:
    """The same with other vowels; what stands in braces is not for translators."""
    return re.sub(r"\{\w+\}|[aeiou]", lambda found: VOWELS.get(found[0], found[0]), text)


def translated(text: Text, language: str) -> Text:
    if isinstance(text, str):
        return foreign(text)
    return {form: f"{foreign(text['other'])} ({form})" for form in sorted(needed_plurals(language))}


def add_language(folder: Path, language: str) -> None:
    folder.mkdir()
    same: dict[str, list[str]] = {}
    for part in PARTS:
        english = words("en", part)
        texts = {key: translated(text, language) for key, text in english.items()}
        same[part] = [key for key in english if texts[key] == english[key]]
        (folder / f"{part}.json").write_text(json.dumps(texts), "utf-8")
    (folder / "same_as_english.json").write_text(json.dumps(same), "utf-8")


@pytest.fixture(scope="module")
def grown(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the source tree with two folders more."""
    root = tmp_path_factory.mktemp("grown")
    for name in ("src", "web", "docs", "tests"):
        shutil.copytree(ROOT / name, root / name, ignore=NOT_COPIED)
    (root / "web" / "node_modules").symlink_to(ROOT / "web" / "node_modules")
    shutil.copy(ROOT / "pyproject.toml", root)
    for language in NEW:
        add_language(root / "src" / "chocolatl" / "i18n" / "locales" / language, language)
    return root


def run_in(root: Path, *command: str | Path) -> str:
    environment = os.environ | {"PYTHONPATH": str(root / "src"), "PYTHONUTF8": "1"}
    done = subprocess.run([sys.executable, *command], cwd=root, env=environment, capture_output=True)
    assert done.returncode == 0, done.stdout.decode() + done.stderr.decode()
    return done.stdout.decode()


def test_the_command_line_tells_a_game_in_it(grown: Path) -> None:
    record = ROOT / "tests" / "records" / "corpus" / "english-3.jsonl.gz"
    told = run_in(grown, "-m", "chocolatl", "replay", record, "--lang", "pl")
    assert {form for form in needed_plurals("pl") if f"({form})" in told} == {"one", "few", "many"}
    assert "(other)" in run_in(grown, "-m", "chocolatl", "replay", record, "--lang", "ja")


def test_the_checks_look_at_it(grown: Path) -> None:
    tests = ("tests/i18n/test_catalogue.py", "tests/page/test_words.py", "tests/learn/test_words.py")
    told = run_in(grown, *PYTEST, *tests, "-k", "pl or ja", "-rA")
    assert {language for language in NEW if f"[{language}]" in told} == set(NEW)


def test_a_text_that_is_missing_or_forgotten_fails_the_checks(grown: Path) -> None:
    file = grown / "src" / "chocolatl" / "i18n" / "locales" / "ja" / "page.json"
    whole = file.read_text("utf-8")
    texts = json.loads(whole)
    for broken in ({**texts, "lobby.settings": words("en")["lobby.settings"]}, dict(list(texts.items())[1:])):
        file.write_text(json.dumps(broken), "utf-8")
        with pytest.raises(AssertionError, match="failed"):
            run_in(
                grown, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/page/test_words.py", "-k", "ja"
            )
    file.write_text(whole, "utf-8")


@pytest.fixture(scope="module")
def address(grown: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    run_in(grown, "web/build.py", "build")
    with served_by(grown, tmp_path_factory.mktemp("data")) as url:
        yield url


def test_the_page_speaks_it(browser: Browser, address: str) -> None:
    page = browser.new_context(locale="pl-PL").new_page()
    page.goto(f"{address}/rules")
    expect(page.locator("html")).to_have_attribute("lang", "pl")
    page.get_by_role("searchbox").fill("altar")
    found = page.get_by_text(re.compile(rf"\d+ {foreign('rules found')}"))
    expect(found).to_be_visible()
    number = int(found.inner_text().split()[0])
    form = page.evaluate("n => new Intl.PluralRules('pl').select(n)", number)
    expect(found).to_have_text(f"{number} {foreign('rules found')} ({form})")
    page.context.close()


def test_its_own_name_is_among_the_languages(browser: Browser, address: str) -> None:
    page = browser.new_context(locale="ja-JP").new_page()
    page.goto(address)
    page.get_by_role("button", name=foreign("Settings")).first.click()
    languages = page.get_by_label(foreign("Language"))
    languages.wait_for()
    names = languages.locator("option").all_inner_texts()
    assert set(NEW.values()) < set(names)
    page.context.close()


def test_no_folder_here_is_one_of_these() -> None:
    assert not [language for language in NEW if LOCALES.joinpath(language).is_dir()]
