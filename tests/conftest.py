"""Fixtures for all tests."""

import signal
import sys

import pytest
from hypothesis import settings

pytest_plugins = ["tests.services"]

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Started in the background of a shell: every process that a test starts would be deaf to Ctrl-C as well.
    signal.signal(signal.SIGINT, signal.default_int_handler)

if "tests.mutation" not in sys.modules:  # which has a profile of its own
    settings.register_profile("untimed", deadline=None)  # no test asserts a time: the machine may be busy
    settings.load_profile("untimed")

LONGEST = (
    "test_ray_with_two_workers_of_which_one_is_killed_gives_the_same",
    "test_self_play_on_ray_gives_the_same_network",
    "test_every_target_has_a_figure",
    "test_on_postgresql_and_valkey",
    "test_several_workers_on_one_port",
    "test_three_people_and_a_bot_through_all_modes",
    "test_one_screen_and_five_phones",
    "test_nobody_loses_a_seat_during_a_reveal_that_is_longer_than_the_clock",
    "test_a_whole_game_by_mouse",
    "test_a_whole_first_game_with_every_tip_read",
    "test_four_friends_from_the_invitation_to_the_rematch",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest tests begin first, so that no process is left alone with one of them at the end."""
    items.sort(key=lambda item: item.originalname not in LONGEST if isinstance(item, pytest.Function) else 1)
