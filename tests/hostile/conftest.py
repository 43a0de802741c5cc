"""As for the tests of the server: coroutines, both databases."""

from tests.server.conftest import _logs_to_stderr, database, pytest_pyfunc_call

__all__ = ["_logs_to_stderr", "database", "pytest_pyfunc_call"]
