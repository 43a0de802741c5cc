"""One word for one thing: each language keeps to its own vocabulary, in every file."""

import json
import re
from pathlib import Path

import pytest

import chocolatl.i18n

LOCALES = Path(chocolatl.i18n.__file__).parent / "locales"
# Words that a language has given up: a second name for something, or one that says something else.
TWINS = {
    "en": ("place by place", r"Set(ting)? the table", "of such games", "with most", "'"),
    "nl": ("scorespoor", "scorest", "spellen", "hints", "Balveld", "stad", "gelijkspel", "tafel dek", "'"),
    "de": ("Orte?[ns]?", "Punkteleiste", "Holzwürfel", "Wertungsstein", "Punktemarker", "täte", "Altar", "'"),
    "fr": ("pions? de score", "offres?", "mode or", "en or", "Autel", "[Jj]eu de balle", "ce tour-ci", "'"),
}
# A line never begins with the mark that ends a clause.
BREAKS = re.compile(r"[^\s] [:;?!»%]|« ")


def texts(language: str) -> dict[str, str]:
    return {
        f"{file.stem}:{key}": json.dumps(text, ensure_ascii=False)
        for file in sorted((LOCALES / language).glob("*.json"))
        if file.stem != "same_as_english"
        for key, text in json.loads(file.read_text()).items()
    }


@pytest.mark.parametrize("language", TWINS)
def test_no_second_word_for_the_same_thing(language: str) -> None:
    twins = re.compile("|".join(rf"\b{word}\b" if word != "'" else word for word in TWINS[language]))
    assert {key: text for key, text in texts(language).items() if twins.search(text)} == {}


def test_french_marks_stay_with_their_word() -> None:
    assert {key: text for key, text in texts("fr").items() if BREAKS.search(text)} == {}
