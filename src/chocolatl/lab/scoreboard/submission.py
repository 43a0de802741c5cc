"""What is scored: a bot in short notation (a program too), or a Python function that makes one."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from chocolatl.bots import Bot, make_bot, parse_bot
from chocolatl.bots.bot import Seed

MakeBot = Callable[[Seed], Bot]


class SubmissionError(ValueError):
    """Nothing that can be scored; the message says what was expected."""


def load_submission(text: str) -> MakeBot:
    """The function that makes it from a seed.

    Args:
        text: `greedy:0`, `external:./bot`, `package.module:function` or `file.py:function`.
    """
    module, colon, name = text.rpartition(":")
    if colon and (module.endswith(".py") or (name.isidentifier() and "." in module)):
        return _function(module, name)
    try:
        parse_bot(text)
    except ValueError as wrong:
        raise SubmissionError(f"{wrong}; or file.py:function, or package.module:function") from None
    return lambda seed: make_bot(text, seed)


def _function(module: str, name: str) -> MakeBot:
    try:
        loaded = _from_file(Path(module)) if module.endswith(".py") else import_module(module)
    except (ImportError, OSError) as wrong:
        raise SubmissionError(f"{module}: {wrong}: expected a module that can be imported") from None
    found: Any = getattr(loaded, name, None)
    if not callable(found):
        raise SubmissionError(f"{module} has no function {name!r}: expected one that makes a bot from a seed")
    made: MakeBot = found
    return made


def _from_file(path: Path) -> ModuleType:
    if not path.is_file():
        raise OSError("no such file")
    spec = spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    loaded = module_from_spec(spec)
    sys.modules[path.stem] = loaded
    spec.loader.exec_module(loaded)
    return loaded
