"""What an optional part of the package needs: where it is missing, the message says what to install."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class MissingExtraError(ImportError):
    """A library of an extra is not installed."""


@contextmanager
def needs(extra: str) -> Iterator[None]:
    """Imports in here that fail name the extra.

    >>> with needs("envs"):
    ...     import no_such_library
    Traceback (most recent call last):
    chocolatl.extras.MissingExtraError: no_such_library is not installed: run pip install "chocolatl[envs]"
    """
    try:
        yield
    except MissingExtraError:
        raise
    except ModuleNotFoundError as missing:
        if missing.name is not None and missing.name.startswith("chocolatl"):
            raise
        name = (missing.name or "a library").partition(".")[0]
        raise MissingExtraError(f'{name} is not installed: run pip install "chocolatl[{extra}]"') from missing
