"""Fixtures for all tests."""

import signal

pytest_plugins = ["tests.services"]

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Started in the background of a shell: every process that a test starts would be deaf to Ctrl-C as well.
    signal.signal(signal.SIGINT, signal.default_int_handler)
