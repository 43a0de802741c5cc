"""Every public name of rules, records, bots and envs has an example in its docstring that is run."""

from __future__ import annotations

import doctest
import inspect
from collections.abc import Iterator
from importlib import import_module
from random import Random
from typing import Any

import pytest
from msgspec import Struct

PACKAGES = ("rules", "records", "bots", "envs")


def public_names() -> Iterator[Any]:
    """Functions and classes, but no plain values: their docstrings are descriptions in our schemas."""
    for package in PACKAGES:
        module = import_module(f"chocolatl.{package}")
        for name in module.__all__:
            found = getattr(module, name)
            if inspect.isfunction(found) or (inspect.isclass(found) and not issubclass(found, int | Struct)):
                yield pytest.param(package, name, id=f"{package}.{name}")


@pytest.mark.parametrize(("package", "name"), public_names())
def test_a_public_name_has_an_example_that_is_true(package: str, name: str) -> None:
    """Its example may use the public names of `rules` and of its own package, and `Random`."""
    module, rules = import_module(f"chocolatl.{package}"), import_module("chocolatl.rules")
    names = {each: getattr(owner, each) for owner in (rules, module) for each in owner.__all__}
    found = doctest.DocTestFinder(recurse=False).find(
        getattr(module, name), name, globs=names | {"Random": Random}
    )
    assert found, f"{package}.{name} has no docstring"
    assert found[0].examples, f"{package}.{name} has no example: expected a line that begins with >>>"
    runner = doctest.DocTestRunner()
    said: list[str] = []
    assert not runner.run(found[0], out=said.append).failed, "".join(said)


@pytest.mark.parametrize(("package", "name"), public_names())
def test_a_public_function_tells_its_arguments(package: str, name: str) -> None:
    """Where there is more than the one that its first sentence is about."""
    function = getattr(import_module(f"chocolatl.{package}"), name)
    if inspect.isfunction(function) and len(inspect.signature(function).parameters) > 1 and name != "step":
        assert "Args:" in (function.__doc__ or "")
