"""JSON texts that mean one thing only (no key twice, no fractions), and their canonical form."""

from __future__ import annotations

import json
from typing import Any, NoReturn

import msgspec

MOST_DIGITS = 15
"""Of a number: every language reads so many digits exactly."""

_encode = msgspec.json.Encoder().encode


class JsonTextError(ValueError):
    """A text that some readers would take for another value than we do."""


def parse(data: bytes | str) -> Any:
    """The value of a JSON text, objects with their keys in order. Raises JsonTextError."""
    try:
        return json.loads(
            data,
            object_pairs_hook=_object,
            parse_int=_whole_number,
            parse_float=_no_number,
            parse_constant=_no_number,
        )
    except RecursionError:
        raise JsonTextError("nested too deeply") from None
    except (ValueError, UnicodeDecodeError) as error:
        raise JsonTextError(
            f"not JSON: {error}" if type(error) is not JsonTextError else str(error)
        ) from None


def canonical(tree: Any) -> bytes:
    """Compact JSON in UTF-8: keys in the order they have, no spaces, only `"`, `\\` and control characters
    escaped, the shortest way. `jq -cj` prints the same."""
    return _encode(tree)


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise JsonTextError(f"the key {twice[:40]!r} stands twice in one object")
    return made


def _whole_number(text: str) -> int:
    if len(text.lstrip("-")) > MOST_DIGITS:
        raise JsonTextError(f"the number {text[:20]}… has more than {MOST_DIGITS} digits")
    return int(text)


def _no_number(text: str) -> NoReturn:
    raise JsonTextError(f"the number {text[:20]}: expected a whole number")
