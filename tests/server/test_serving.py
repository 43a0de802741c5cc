"""Starting: ports, pages, health, and what is said when something is missing."""

import gzip
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from chocolatl.cli import main
from chocolatl.server.errors import StartupError
from chocolatl.server.http.static_files import StaticFiles
from chocolatl.server.ops.serve import bind
from tests.server.harness import Visitor, served

LOADED = """
import sys
from importlib.metadata import packages_distributions
import chocolatl.server.ops.serve, chocolatl.cli.commands.play
found = packages_distributions()
for name in {module.partition(".")[0] for module in sys.modules}:
    print(*found.get(name, ()), sep="\\n")
"""


def test_a_server_needs_only_what_a_plain_installation_has():
    """Here there is more, which comes with the tests and can hide that something is missing."""
    run = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)
    loaded = {re.sub("[-_.]+", "-", name).lower() for name in run.stdout.split()}
    locked = (Path(__file__).parents[2] / "requirements" / "base.txt").read_text()
    installed = set(re.findall(r"^([a-z0-9-]+)==", locked, re.MULTILINE))
    assert {"sqlalchemy", "greenlet", "litestar"} <= loaded
    looked_for = {"attrs", "annotated-types", "python-multipart"}  # by Litestar: whether they are there
    assert loaded - installed <= looked_for | {"chocolatl"}


def test_the_next_port_when_the_first_is_taken():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(StartupError, match=str(port)):
            bind("127.0.0.1", port)
        with bind("127.0.0.1", port, next_ports=True) as other:
            assert port < other.getsockname()[1] <= port + 20


def test_a_database_that_cannot_be_is_wrong_usage(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    assert main(["serve", "--port", "0", "--data", str(tmp_path), "--database", "mysql://x"]) == 2
    assert "mysql://x" in capsys.readouterr().err
    dead = "postgresql://nobody@127.0.0.1:1/x"
    assert main(["serve", "--port", "0", "--data", str(tmp_path), "--database", dead]) == 2
    assert "cannot reach the database" in capsys.readouterr().err


async def test_health_readiness_and_metrics(tmp_path: Path):
    async with served(tmp_path) as (url, server):
        http = Visitor(url).http
        assert (await http.get("/healthz")).text == "ok\n"
        assert (await http.get("/readyz")).status_code == 200
        await Visitor(url).create()
        assert "chocolatl_tables_created_total 1.0" in (await http.get("/metrics")).text
        server.services.background.draining = True
        assert (await http.get("/readyz")).status_code == 503


def page_in(folder: Path) -> StaticFiles:
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>x</title>")
    (folder / "assets" / "app-1234.js").write_text("let x = 1;\n" * 500)
    return StaticFiles(folder)


def test_the_page_for_every_address_it_draws_and_nothing_for_missing_files(tmp_path: Path):
    page = page_in(tmp_path / "static")
    index = page.find("/")
    assert index is not None
    assert page.find("/table/abc") == index
    assert not index.forever
    assert page.find("/assets/missing.js") is None
    script = page.find("/assets/app-1234.js")
    assert script is not None
    assert script.forever
    assert script.packed is not None
    assert gzip.decompress(script.packed) == script.body


def test_a_page_built_anew_is_served_anew(tmp_path: Path):
    import os

    page = page_in(tmp_path / "static")
    before = page.find("/")
    index = tmp_path / "static" / "index.html"
    index.write_text("<!doctype html><title>y</title>")
    os.utime(index, ns=(1, 1))
    after = page.find("/")
    assert before is not None
    assert after is not None
    assert before.tag != after.tag


async def test_without_a_page_it_says_how_to_build_one(tmp_path: Path):
    async with served(tmp_path / "data") as (url, server):
        server.app._page = StaticFiles(tmp_path / "nowhere")
        answer = await Visitor(url).http.get("/")
        assert answer.status_code == 503
        assert "run.py play" in answer.text
        assert (await Visitor(url).http.get("/api/info")).status_code == 200
