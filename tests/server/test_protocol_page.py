"""docs/PROTOCOL.md says everything that the code can say, and nothing else."""

import re
from pathlib import Path
from typing import Any, get_args

import msgspec

from chocolatl.server import protocol
from tests.server.harness import Visitor, served

PAGE = (Path(__file__).parents[2] / "docs" / "PROTOCOL.md").read_text()


def section(title: str) -> str:
    return PAGE.split(f"{title}\n", 1)[1].split("\n#", 1)[0]


def first_cells(text: str) -> list[str]:
    return re.findall(r"^\| `([^`]+)` \|", text, re.MULTILINE)


def tags(union: Any) -> set[str]:
    return {msgspec.inspect.type_info(kind).tag for kind in get_args(union)}  # type: ignore[attr-defined]


def codes() -> set[str]:
    return {code for part in get_args(protocol.Code) for code in get_args(part)}


def test_every_message_is_described_once():
    client, server = (
        first_cells(section("### Client to server")),
        first_cells(section("### Server to client")),
    )
    assert len(client) == len(set(client))
    assert set(client) == tags(protocol.ClientMessage)
    assert len(server) == len(set(server))
    assert set(server) == tags(protocol.ServerMessage)


def test_every_code_is_described_once():
    listed = first_cells(section("## Codes"))
    assert len(listed) == len(set(listed))
    assert set(listed) == codes()


def test_every_code_is_used():
    source = "".join(path.read_text() for path in (Path(protocol.__file__).parents[2]).rglob("*.py"))
    for code in codes():
        assert source.count(f'"{code}"') >= 2, f"{code} is defined and never said"


async def test_every_call_is_described_and_nothing_else(tmp_path: Path):
    async with served(tmp_path) as (url, _):
        schema = (await Visitor(url).http.get("/api/schema/openapi.json")).json()
    served_calls = {f"{verb.upper()} {path}" for path, verbs in schema["paths"].items() for verb in verbs}
    listed = {cell.replace("\\|", "|").split("?")[0] for cell in first_cells(section("## HTTP"))}
    assert listed == served_calls
