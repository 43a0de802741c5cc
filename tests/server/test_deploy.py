"""The files for deployment name options that exist, and each other."""

import json
import re
import shlex
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click
import pytest
import yaml  # type: ignore[import-untyped]  # it has no types

from chocolatl.cli import app

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
CONTAINER = (DEPLOY / "Containerfile").read_text()
ENTRYPOINT = json.loads(re.findall(r"^ENTRYPOINT (\[.*\])$", CONTAINER, re.MULTILINE)[0])
UNIT = (DEPLOY / "chocolatl.service").read_text()
PAGE = (ROOT / "docs" / "DEPLOY.md").read_text()


def understood(words: list[str]) -> Any:
    """As the command line reads it; a wrong option ends the test."""
    command: click.Command | None = app
    while isinstance(command, click.Group):
        _, command, words = command.resolve_command(click.Context(app), words)
    assert command is not None
    return SimpleNamespace(**command.make_context("", words).params)


def test_the_container_serves():
    assert ENTRYPOINT[0] == "chocolatl"
    assert understood(ENTRYPOINT[1:]).data == Path("/var/lib/chocolatl")


@pytest.mark.parametrize("name", ["server1", "server2"])
def test_both_servers_share_database_bus_and_secret(name: str):
    service = COMPOSE["services"][name]
    args = understood(ENTRYPOINT[1:] + service["command"])
    assert args.database.startswith("postgresql://")
    assert args.bus
    assert service["volumes"] == COMPOSE["services"]["server1"]["volumes"]
    assert f"{name}:{args.port}" in (DEPLOY / "Caddyfile").read_text()
    assert (DEPLOY / service["build"]["context"] / service["build"]["dockerfile"]).exists()


def test_every_volume_is_declared():
    mounts = [mount for service in COMPOSE["services"].values() for mount in service.get("volumes", ())]
    named = {mount.partition(":")[0] for mount in mounts if not mount.startswith(".")}
    assert named == set(COMPOSE["volumes"])
    files = [mount.partition(":")[0] for mount in mounts if mount.startswith(".")]
    assert files
    assert all((DEPLOY / file).exists() for file in files)


def test_the_unit_serves():
    [line] = re.findall(r"^ExecStart=\S*chocolatl (.*)$", UNIT, re.MULTILINE)
    assert understood(shlex.split(line)).host == "127.0.0.1"


@pytest.mark.parametrize(
    "line", re.findall(r"^(?:sudo .*?)?chocolatl (.*)$", PAGE.replace("\\\n", ""), re.MULTILINE)
)
def test_every_command_of_the_page_exists(line: str):
    assert understood(shlex.split(line.partition(" > ")[0], comments=True))
