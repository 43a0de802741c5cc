"""Fixtures for all tests."""

import signal
import sys

from hypothesis import settings

pytest_plugins = ["tests.services"]

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Started in the background of a shell: every process that a test starts would be deaf to Ctrl-C as well.
    signal.signal(signal.SIGINT, signal.default_int_handler)

if "tests.mutation" not in sys.modules:  # which has a profile of its own
    settings.register_profile("untimed", deadline=None)  # no test asserts a time: the machine may be busy
    settings.load_profile("untimed")
