"""Record files from anywhere: a clear line and exit code 1 or 2, bounded time and memory, never "fine"."""

import gzip
import hashlib
import io
import json
import random
import resource
import subprocess
import sys
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from chocolatl.cli import main
from chocolatl.cli.exit_codes import UsageError
from chocolatl.cli.output import write_page
from chocolatl.records.record import MOST_BYTES, MOST_EVENTS, RecordError, decode
from chocolatl.records.verify import verify
from tests.records.corpus_games import NAMES, text

SOUND = text("english-3")
FILES = settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def tree(name: str = "english-3") -> dict[str, Any]:
    found: dict[str, Any] = json.loads(text(name))
    return found


def sealed(changed: dict[str, Any]) -> bytes:
    """With a checksum that is right, as a forger would make it."""
    changed.pop("checksum", None)
    own = json.dumps(changed, ensure_ascii=False, separators=(",", ":")).encode()
    return json.dumps(changed | {"checksum": hashlib.sha256(own).hexdigest()}, ensure_ascii=False).encode()


def checked(data: bytes) -> str:
    """What `verify` makes of a text: fine, wrong, or no record."""
    try:
        return "fine" if verify(decode(data)).ok else "wrong"
    except RecordError:
        return "unreadable"


# ---- damage ----


@FILES
@given(st.sampled_from(NAMES), st.integers(0, 10**9))
def test_a_record_that_is_cut_off_anywhere_is_never_fine(name, end):
    data = text(name).rstrip()
    assert checked(data[: end % len(data)]) == "unreadable"


@FILES
@given(st.sampled_from(NAMES), st.integers(0, 10**9), st.integers(0, 7))
def test_a_flipped_bit_is_never_fine(name, place, bit):
    data = bytearray(text(name).rstrip())
    data[place % len(data)] ^= 1 << bit
    if json_or_none(bytes(data)) != json_or_none(text(name)):  # a space for a line feed changes nothing
        assert checked(bytes(data)) != "fine"


def json_or_none(data: bytes) -> Any:
    try:
        return json.loads(data)
    except ValueError:
        return None


OTHERS: st.SearchStrategy[Any] = st.sampled_from(
    (None, True, False, 0, -1, 7, 10**14, "", "x", "\x1b[2J", [], [[]], {}, {"event": "asked"})
)


@FILES
@given(st.sampled_from(NAMES), st.randoms(use_true_random=False), OTHERS)
def test_a_value_of_another_type_is_never_fine(name, rng, other):
    changed = tree(name)
    parent, key = rng.choice(list(places(changed)))
    if parent[key] == other or (parent is changed and key == "checksum"):
        return
    parent[key] = other
    assert checked(json.dumps(changed).encode()) != "fine"


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every value in a tree, as its parent and key."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in list(pairs):
        yield value, key
        yield from places(child)


@FILES
@given(st.sampled_from(NAMES), st.integers(0, 10**9))
def test_a_doubled_key_is_never_fine(name, place):
    data = text(name)
    found = [at for at in range(len(data)) if data.startswith(b'{"', at)]
    at = found[place % len(found)]
    key = data[at + 1 : data.index(b":", at)]
    assert checked(data[: at + 1] + key + b":0," + data[at + 1 :]) == "unreadable"


@FILES
@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(data):
    assert checked(data) == "unreadable"


# ---- forged headers ----

FORGED: dict[str, Callable[[dict[str, Any]], object]] = {
    "too few names": lambda t: t["names"].pop(),
    "too many names": lambda t: t["names"].append("Dora"),
    "two players": lambda t: t["events"][0].update(players=2),
    "six players": lambda t: t["events"][0].update(players=6),
    "a foreign version": lambda t: t.update(rules_version="9"),
    "the other version": lambda t: t.update(rules_version="2"),
    "another edition": lambda t: t.update(edition="german"),
    "no such edition": lambda t: t.update(edition="klingon"),
    "another key": lambda t: t.update(key="0" * 64),
    "another commitment": lambda t: t.update(commitment="0" * 64),
    "too many nonces": lambda t: t.update(nonces=["00"] * 4),
    "too few bots": lambda t: t.update(bots=["greedy"]),
    "an endless board": lambda t: t["events"][0]["board"].update(improvements_low=[5] * 257),
    "no first event": lambda t: t["events"].pop(0),
    "another format": lambda t: t.update(format="chocolatl-record/9"),
    "an escape in a name": lambda t: t["names"].__setitem__(0, "\x1b[2JAnna"),
    "a C1 control in a name": lambda t: t["names"].__setitem__(0, "\x9b2JAnna"),
    "a long name": lambda t: t["names"].__setitem__(0, "A" * 1000),
    "an escape in the edition": lambda t: t.update(edition="\x1b]0;owned\x07"),
    "an escape in a rule": lambda t: t["events"][1].update(rule="\x9b2J\u202e"),
}


@pytest.mark.parametrize("how", FORGED)
def test_a_forged_header_is_told_and_the_game_is_not(how, tmp_path, capsys):
    changed = tree()
    FORGED[how](changed)
    file = tmp_path / "forged.json"
    file.write_bytes(sealed(changed))
    for arguments in (["replay", str(file)], ["replay", "--position", "20", str(file)]):
        assert main(arguments) in (1, 2)
        out, err = capsys.readouterr()
        assert out == "" if how != "an escape in a rule" else len(out.splitlines()) <= 2
        assert err.startswith("chocolatl: ")
        assert len(err.splitlines()) == 1
    assert main(["verify", str(file)]) in (1, 2)
    assert main(["verify", "--json", str(file)]) in (1, 2)
    out, err = capsys.readouterr()
    assert not any(c in out + err for c in "\x1b\x9b\x07\u202e")


# ---- files without end ----


def limited() -> None:
    """In the child: 600 MB of memory and 60 seconds of computing time."""
    resource.setrlimit(resource.RLIMIT_AS, (1_200_000_000, 1_200_000_000))
    resource.setrlimit(resource.RLIMIT_CPU, (60, 60))


def run(*arguments: str, stdin: Any = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "chocolatl", *arguments]
    return subprocess.run(
        command, stdin=stdin, capture_output=True, text=True, timeout=120, preexec_fn=limited, check=False
    )


def packed(path: Path, chunk: bytes, times: int) -> Path:
    packer = zlib.compressobj(9, wbits=31)
    with path.open("wb") as file:
        for _ in range(times):
            file.write(packer.compress(chunk))
        file.write(packer.flush())
    return path


MEGABYTE = 1024 * 1024
ENDLESS: dict[str, Callable[[Path], Path]] = {
    "a line without end": lambda folder: packed(folder / "a.gz", b"[" * MEGABYTE, 60),
    "blank lines": lambda folder: packed(folder / "b.gz", b"\n" * MEGABYTE, 60),
    "a name without end": lambda folder: packed(folder / "c.gz", b"A" * MEGABYTE, 60),
    "one record again and again": lambda folder: packed(folder / "d.gz", b"{}\n" * 300_000, 60),
    "many lines of one record": lambda folder: packed(
        folder / "e.gz", b"{\n" + b'"a": 1,\n'.ljust(99) * 10_000, 60
    ),
    "zeros": lambda _: Path("/dev/zero"),
}


@pytest.mark.skipif(sys.platform == "win32", reason="no limits of memory there")
@pytest.mark.parametrize("how", ENDLESS)
@pytest.mark.parametrize("command", ["verify", "replay"])
def test_a_file_without_end_comes_to_one(command, how, tmp_path):
    done = run(command, str(ENDLESS[how](tmp_path)))
    assert done.returncode == 2, done.stderr[-2000:]
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_a_damaged_gzip_file_is_told(tmp_path, capsys):
    data = bytearray(gzip.compress(SOUND * 3))
    rng = random.Random(5)
    for number in range(40):
        broken = bytearray(data)
        broken[rng.randrange(len(broken))] ^= 1 << rng.randrange(8)
        file = tmp_path / f"{number}.gz"
        file.write_bytes(broken)
        code = main(["verify", str(file)])
        out, err = capsys.readouterr()
        assert code in (0, 2)  # 0: the flipped bit was in the head, where the time stands
        assert (code == 0) == (err == "" and out.count(": fine: ") == 3)
    for end in (0, 5, 20, len(data) - 3):
        (tmp_path / "cut.gz").write_bytes(data[:end])
        assert main(["verify", str(tmp_path / "cut.gz")]) == 2


def test_a_record_has_a_largest_size(capsys, monkeypatch):
    with pytest.raises(RecordError, match=f"expected at most {MOST_BYTES}"):
        decode(SOUND + b" " * MOST_BYTES)
    changed = tree()
    changed["events"] = [{"event": "hut_built", "seat": 0}] * (MOST_EVENTS + 1)
    with pytest.raises(RecordError, match=f"length <= {MOST_EVENTS}"):
        decode(json.dumps(changed).encode())
    monkeypatch.setattr(
        "sys.stdin", io.TextIOWrapper(io.BytesIO(b"{\n" + b'"a": 1,\n'.ljust(99) * (MOST_BYTES // 90)))
    )
    assert main(["verify", "-"]) == 2
    assert f"expected a record of at most {MOST_BYTES} bytes" in capsys.readouterr().err


def test_a_file_of_something_else_is_given_up(tmp_path, capsys):
    file = tmp_path / "other.txt"
    file.write_bytes(b"".join(b"line %d\n" % n for n in range(100_000)))
    assert main(["verify", str(file)]) == 2
    assert len(capsys.readouterr().out.splitlines()) == 100


# ---- what is there stays ----


def test_simulate_replaces_no_file(tmp_path, capsys):
    file = tmp_path / "games.jsonl"
    command = ["simulate", "--players", "random*3", "--games", "1", "--record", str(file)]
    assert main(command) == 0
    before = file.read_bytes()
    assert main(command) == 2
    assert f"--record {file}: exists: expected a new file, or --append" in capsys.readouterr().err
    assert file.read_bytes() == before
    assert main([*command, "--append", "--seed", "2"]) == 0
    assert file.read_bytes().startswith(before)
    assert main(["verify", str(file)]) == 0
    assert capsys.readouterr().out.count(": fine: ") == 2
    assert main(["simulate", "--games", "1", "--append"]) == 2


def test_a_report_replaces_reports_only(tmp_path):
    file = tmp_path / "report.html"
    write_page(file, "<!doctype html>\n1")
    write_page(file, "<!doctype html>\n2")
    assert file.read_text().endswith("2")
    other = tmp_path / "results.jsonl"
    other.write_bytes(SOUND)
    for path, said in ((other, "is no HTML page"), (tmp_path / "no" / "x.html", "No such file")):
        with pytest.raises(UsageError, match=said):
            write_page(path, "<!doctype html>\n3")
    assert other.read_bytes() == SOUND


@pytest.mark.parametrize(
    "action",
    [["list"], ["export"], ["import", "x.jsonl"], ["backup", "copy.db"], ["prune"], ["close", "a" * 16]],
)
def test_admin_makes_nothing_where_no_server_was(action, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.jsonl").write_bytes(SOUND)
    (tmp_path / "empty").mkdir()
    for folder in ("typo", "empty"):
        assert main(["admin", *action, "--data", folder]) == 2
        assert "there is no database" in capsys.readouterr().err
        assert main(["admin", *action, "--database", f"sqlite:{folder}/other.db"]) == 2
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["empty", "x.jsonl"]


def test_admin_imports_version_1_games_of_all_editions_and_sizes(tmp_path, capsys):
    corpus = Path(__file__).parents[1] / "records" / "corpus"
    files = [
        str(corpus / f"{edition}-{n}.jsonl.gz")
        for edition in ("english", "dutch", "german", "french")
        for n in (3, 4, 5)
    ]
    data = ["--data", str(tmp_path)]
    assert main(["admin", "import", *files, *data, "--create"]) == 0
    assert main(["admin", "list", *data]) == 0
    capsys.readouterr()
    assert main(["admin", "export", *data]) == 0
    exported = capsys.readouterr().out.splitlines()
    assert len(exported) == len(files)
    assert {decode(line.encode()).rules_version for line in exported} == {"1"}
    assert all(verify(decode(line.encode())).ok for line in exported)


def test_admin_import_tells_hostile_records_and_takes_the_sound_ones(tmp_path, capsys):
    lines = []
    for how in FORGED.values():
        changed = tree()
        how(changed)
        lines.append(sealed(changed))
    file = tmp_path / "mixed.jsonl"
    file.write_bytes(b"\n".join((*lines, SOUND)))
    assert main(["admin", "import", str(file), "--data", str(tmp_path), "--create"]) == 2
    out, err = capsys.readouterr()
    assert len(out.splitlines()) == 1
    assert len(err.splitlines()) == len(FORGED)
    assert not any(c in err for c in "\x1b\x9b\x07\u202e")
