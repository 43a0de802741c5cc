"""Bots are named on one line, and a wrong line says what was meant."""

import pytest

from chocolatl.bots import REGISTRY, BotSpecError, make_bot, parse_bot, parse_table


def names(table: str) -> list[str]:
    return [str(spec) for spec in parse_table(table)]


def test_a_table_is_a_list_with_counts() -> None:
    assert names("greedy,random*3") == ["greedy", "random", "random", "random"]
    assert names("R*2, G:5,greedy") == ["random", "random", "greedy:variation=5", "greedy"]


def test_settings_go_by_place_or_by_name() -> None:
    assert parse_bot("greedy:0") == parse_bot("G:variation=0") != parse_bot("greedy")
    assert parse_bot("greedy:0").values() == {"variation": 0}
    assert parse_bot(str(parse_bot("greedy:7"))) == parse_bot("greedy:7")


@pytest.mark.parametrize(
    ("table", "says"),
    [
        ("gredy,random*3", "'gredy' does not exist: expected random, greedy"),
        ("gredy,random*3", "did you mean 'greedy'?"),
        ("greedy,random*0", "'0' after the star: expected a number from 1 to 5"),
        ("greedy,random*x", "'x' after the star"),
        ("greedy,random", "these are 2, expected 3 to 5"),
        ("greedy*6", "'6' after the star"),
        ("greedy*3,random*3", "these are 6, expected 3 to 5"),
        ("greedy:101,random*3", "variation '101': expected a whole number from 0 to 100"),
        ("greedy:1:2,random*3", "'2' is left over: expected variation"),
        ("greedy:1:variation=2,random*3", "variation is given twice"),
        ("greedy:varation=2,random*3", "did you mean 'variation'?"),
        ("random:1,random*3", "'1' is left over: expected none"),
        ("", "'' does not exist"),
    ],
)
def test_a_wrong_table_quotes_the_input_and_what_was_expected(table: str, says: str) -> None:
    with pytest.raises(BotSpecError) as told:
        parse_table(table)
    assert says in str(told.value)


def test_names_and_aliases_are_all_different() -> None:
    words = [word.lower() for entry in REGISTRY.values() for word in (entry.name, entry.alias)]
    assert len(words) == len(set(words))
    assert all(len(entry.alias) == 1 for entry in REGISTRY.values() if "@" not in entry.name)


@pytest.mark.parametrize("entry", REGISTRY.values(), ids=list(REGISTRY))
def test_every_default_can_be_read(entry) -> None:
    assert set(parse_bot(entry.name).values()) == {parameter.name for parameter in entry.parameters}
    assert all(parameter.help for parameter in entry.parameters)
    assert make_bot(entry.alias, seed=1)
