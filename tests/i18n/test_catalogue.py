"""Four languages say the same things, all of them, and nothing that nobody hears."""

import string
from collections.abc import Iterator, Mapping
from typing import get_args

import pytest

from chocolatl.i18n import LANGUAGES, catalogue, refused
from chocolatl.i18n.catalogue import Text
from chocolatl.i18n.event_sentences import TELL, describe_in
from chocolatl.i18n.narrator import Narrator
from chocolatl.i18n.prompts import ask
from chocolatl.records.record import replay
from chocolatl.rules import Event, Refusal, Roll, question
from chocolatl.rules.events import LastRoundReason, QuestionKind
from chocolatl.rules.refusal import RefusalCode
from chocolatl.rules.types import COLOURS, LOCATIONS, SOURCES, TieBreak
from chocolatl.rules.view import redact
from tests.i18n.locale_files import OTHERS, needed_plurals, possible_plurals, same_as_english
from tests.records.corpus_games import NAMES, game


class Spy(Mapping[str, Text]):
    """The English catalogue, which remembers what it was asked for."""

    def __init__(self) -> None:
        self.used = set[str]()

    def __getitem__(self, key: str) -> Text:
        self.used.add(key)
        return catalogue("en")[key]

    def __iter__(self) -> Iterator[str]:
        return iter(catalogue("en"))

    def __len__(self) -> int:
        return len(catalogue("en"))


def forms(text: Text) -> list[str]:
    return [text] if isinstance(text, str) else list(text.values())


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_all_languages_have_the_same_keys_in_the_same_order():
    assert all(list(catalogue(lang)) == list(catalogue("en")) for lang in OTHERS)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_placeholders_agree_in_all_languages_and_plural_forms(lang):
    for key, text in catalogue(lang).items():
        wanted = placeholders(forms(catalogue("en")[key])[0])
        assert [(key, placeholders(form)) for form in forms(text)] == [(key, wanted)] * len(forms(text))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_plurals_follow_the_language_and_count_n(lang):
    for key, text in catalogue(lang).items():
        if isinstance(text, dict):
            assert needed_plurals(lang) <= set(text) <= possible_plurals(lang), key
            assert all("n" in placeholders(form) for form in text.values()), key
            assert isinstance(catalogue("en")[key], dict), key


@pytest.mark.parametrize("lang", OTHERS)
def test_nothing_is_left_in_english(lang):
    same = {key for key, text in catalogue(lang).items() if text == catalogue("en")[key]}
    assert same == same_as_english(lang, "game")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_noun_reason_and_refusal_has_its_words(lang):
    wanted = {
        *(f"source.{source}" for source in SOURCES),
        *(f"tie.{tie}" for tie in get_args(TieBreak)),
        *(f"refusal.{code}" for code in get_args(RefusalCode)),
        *(f"location.{location}" for location in LOCATIONS),
        *(f"at.{location}" for location in LOCATIONS),
        *(f"mode.{mode}" for mode in COLOURS),
        *(f"mode.{mode}.means" for mode in COLOURS),
        *(f"event.last_round.{reason}" for reason in get_args(LastRoundReason)),
        *(f"result.{by}" for by in ("points", "sacrifice", "shared")),
    }
    assert wanted <= set(catalogue(lang))
    for kind in get_args(QuestionKind):
        assert any(key.startswith(f"question.{kind}") for key in catalogue(lang))


def test_every_kind_of_event_can_be_told():
    assert set(TELL) == set(get_args(Event))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_refusal_is_told_in_every_language(lang):
    for code in get_args(RefusalCode):
        assert refused(Refusal(code, 0, Roll(), "something else"), lang)


def test_an_unknown_language_is_refused_with_those_that_exist():
    with pytest.raises(ValueError, match="unknown language 'tlh': expected one of en, de, fr, nl"):
        catalogue("tlh")


def test_no_text_is_there_for_nobody():
    """The corpus shows everything a game can hold: telling it all must use every text."""
    spy = Spy()
    for name in NAMES:
        record = game(name)
        voices = [(seat, Narrator(record.names, "en", seat, spy)) for seat in (0, None)]
        for before, event, after in replay(record):
            for seat, narrator in voices:
                describe_in(narrator, event, before)
                describe_in(narrator, redact(event, seat, record.started.rules), before)
                if (asked := question(after, 0)) is not None:
                    ask(narrator, asked)
    for code in get_args(RefusalCode):
        spy[f"refusal.{code}"]
    assert sorted(set(spy) - spy.used) == []
