"""The HTTP interface against its own description: whatever is sent, no failure and no surprise."""

import asyncio
import contextlib
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import Case, GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from chocolatl.server.http.problems import PROBLEMS
from tools.load.http_client import call
from tools.load.server_process import ChildServerSettings, ServerProcess

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    negative_data_rejection,
    unsupported_method,
]


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with tempfile.TemporaryDirectory(prefix="chocolatl-") as folder:
        server = ServerProcess(ChildServerSettings(folder), Path(folder) / "log")
        try:
            yield server.ready()
        finally:
            server.stop()


@pytest.fixture(scope="module")
def cookie(address: str) -> str:
    """One that this server made: no other counts."""
    return asyncio.run(call(address, "/api/info")).cookie


@pytest.fixture(scope="module")
def tables(address: str, cookie: str) -> list[str]:
    """Mine: one open, one running, one against bots."""

    async def made() -> list[str]:
        wish = {"name": "Ana", "players": 3, "pace": {"pace": "relaxed"}}
        ids: list[str] = []
        for path in ("tables", "tables", "play-now"):
            body = wish if path == "tables" else {"name": "Ana"}
            ids.append((await call(address, f"/api/{path}", body, cookie)).json()["table"]["id"])
        await call(address, f"/api/tables/{ids[1]}/start", {"fill": "easy"}, cookie)
        return ids

    return asyncio.run(made())


@pytest.fixture(scope="module")
def api(address: str) -> Any:
    refusals = [*map(str, PROBLEMS), "405"]  # a body that is both wrong and too long is refused as too long
    config = schemathesis.Config.from_dict(
        {"checks": {"negative_data_rejection": {"expected-statuses": refusals}}}
    )
    return schemathesis.openapi.from_url(f"{address}/api/schema/openapi.json", config=config)


FEW = settings(
    max_examples=12,
    deadline=None,
    derandomize=True,
    database=None,
    phases=(Phase.generate,),
    suppress_health_check=list(HealthCheck),
)


def operations(api: Any) -> list[Any]:
    return [found.ok() for found in api.get_all_operations()]


@pytest.mark.parametrize("mode", GenerationMode)
def test_every_call_keeps_to_its_description(api: Any, cookie: str, mode: GenerationMode):
    assert len(operations(api)) > 15
    for operation in operations(api):

        @FEW
        @given(case=operation.as_strategy(generation_mode=mode))
        def check(case: Case[Any]) -> None:
            case.call_and_validate(cookies={"chocolatl": cookie}, checks=CHECKS)

        with contextlib.suppress(Unsatisfiable):  # nothing can be wrong where nothing is sent
            check()


def test_every_call_about_a_real_table_does_as_well(api: Any, cookie: str, tables: list[str]):
    about_tables = [operation for operation in operations(api) if "{table}" in operation.path]
    assert len(about_tables) > 10
    for operation in about_tables:

        @FEW
        @given(case=operation.as_strategy(), table=st.sampled_from(tables))
        def check(case: Case[Any], table: str) -> None:
            case.path_parameters["table"] = table
            case.call_and_validate(cookies={"chocolatl": cookie}, checks=CHECKS[:5])

        check()


def test_the_record_of_a_finished_game_is_described_as_a_record(address: str):
    described = asyncio.run(call(address, "/api/schema/openapi.json")).json()
    answer = described["paths"]["/api/tables/{table}/record"]["get"]["responses"]["200"]
    assert answer["content"]["application/json"]["schema"] == {"$ref": "#/components/schemas/Record"}
    assert "events" in described["components"]["schemas"]["Record"]["required"]
