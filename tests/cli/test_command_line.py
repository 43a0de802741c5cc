"""One command: it explains itself, refuses precisely, and its examples are true."""

import io
import os
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

from chocolatl import __version__
from chocolatl.cli import COMMANDS, OLD_NAMES, main
from chocolatl.cli.developer_commands import developer_commands, refuse_without_checkout
from chocolatl.cli.exit_codes import UsageError
from chocolatl.cli.parser import Option

MODULES = {name: import_module(module) for name, (module, _) in COMMANDS.items()}
EXAMPLES_THAT_END = [pytest.param(m, id=name) for name, m in MODULES.items() if not hasattr(m, "ENDLESS")]


def run_line(line: str) -> tuple[int, str]:
    """What a shell would do with `chocolatl … > file`; returns exit code and output."""
    words = shlex.split(line)
    target = Path(words[words.index(">") + 1]) if ">" in words else None
    output = io.StringIO()
    with redirect_stdout(output):
        code = main(words[1 : words.index(">")] if target else words[1:])
    if target:
        target.write_text(output.getvalue())
    return code, output.getvalue()


@pytest.fixture
def empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("module", EXAMPLES_THAT_END)
def test_examples_of_help_work(module: ModuleType, empty_folder: Path) -> None:
    assert module.EXAMPLES
    for line in module.EXAMPLES:
        assert line.startswith("chocolatl ")
        code, output = run_line(line)
        assert (line, code) == (line, 0)
        assert output


@pytest.mark.parametrize("name", [name for name, module in MODULES.items() if hasattr(module, "ENDLESS")])
def test_examples_that_serve_start_and_stop_with_ctrl_c(name: str, tmp_path: Path) -> None:
    for line in MODULES[name].EXAMPLES:
        command = [sys.executable, "-m", "chocolatl", *shlex.split(line)[1:]]
        with subprocess.Popen(
            command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        ) as process:
            assert process.stdout is not None
            said = process.stdout.readline()
            process.send_signal(signal.SIGINT)
            rest, _ = process.communicate(timeout=30)
        assert b"Traceback" not in said + rest
        assert process.returncode in (0, 130), (line, said + rest)


@pytest.mark.parametrize("name", MODULES)
def test_every_command_explains_itself(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([name, "--help"]) == 0
    shown = capsys.readouterr().out
    assert all(line in shown for line in MODULES[name].EXAMPLES)
    assert "exit codes:" in shown


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--help"]) == 0
    shown = capsys.readouterr().out
    assert all(f"{name} " in shown and text.split()[0] in shown for name, (_, text) in COMMANDS.items())


def test_no_command_shows_the_help_and_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "Usage: chocolatl" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("line", "named", "nearest"),
    [
        ("chocolatl completon bash", "'completon'", "'completion'"),
        ("chocolatl completion bsh", "'bsh'", "'bash'"),
        ("chocolatl simulate --game 3", "'--game'", "'--games'"),
        ("chocolatl simulate --gmaes=3", "'--gmaes'", "'--games'"),
        ("chocolatl completion --hlp", "'--hlp'", "'--help'"),
    ],
)
def test_unknown_words_are_refused_with_the_nearest_match(
    line: str, named: str, nearest: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_line(line)[0] == 2
    said = capsys.readouterr().err
    assert named in said
    assert "expected" in said
    assert f"did you mean {nearest}?" in said


def test_a_surplus_argument_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["completion", "bash", "fish"]) == 2
    assert "unexpected extra argument (fish)" in capsys.readouterr().err


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"chocolatl {__version__}\n"


@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        ("comp", ["plain,compile", "plain,completion"]),
        ("simulate --edition ge", ["plain,german"]),
        ("simulate --rot", ["plain,--rotate"]),
        ("board check mi", ["file,mi"]),
        ("simulate --board mi", ["file,mi"]),
    ],
)
def test_completion_is_valid_bash_and_knows_commands_choices_and_files(
    typed: str, completed: list[str]
) -> None:
    script = run_line("chocolatl completion bash")[1]
    subprocess.run(["bash", "-n"], input=script, text=True, check=True)
    assert "_CHOCOLATL_COMPLETE=bash_complete" in script
    words = f"chocolatl {typed}"
    asked = {"_CHOCOLATL_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
    told = subprocess.run([sys.executable, "-m", "chocolatl"], env=os.environ | asked, capture_output=True)
    assert told.stdout.decode().split() == completed


@pytest.mark.parametrize(("old", "new"), OLD_NAMES.items())
def test_old_names_of_commands_still_work_and_are_not_shown(
    old: str, new: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([old, "--help"]) == 0
    told = capsys.readouterr().out
    main([new, "--help"])
    assert capsys.readouterr().out == told.replace(f"chocolatl {old}", f"chocolatl {new}")
    if new == "verify-engine":
        assert main([old, "--games", "1"]) == 0
    main(["--help"])
    assert f" {old} " not in capsys.readouterr().out


def options() -> Iterator[tuple[str, Option]]:
    for name, module in MODULES.items():
        commands = [module.run, *getattr(module.run, "commands", {}).values()]
        for each in (param for command in commands for param in command.params):
            if isinstance(each, Option) and each.was:
                yield name, each


def test_old_names_of_options_still_work_and_are_not_shown(capsys: pytest.CaptureFixture[str]) -> None:
    found = list(options())
    old = {"--rehearse", "--asked", "--size", "--sizes", "--hero", "--engine", "--address", "--beside"}
    assert {each.was for _, each in found} == old
    for name, each in found:
        assert each.was in each.opts
        main([name, *(["prune"] if name == "admin" else []), "--help"])
        assert f"{each.was} " not in capsys.readouterr().out


def test_python_dash_m_is_the_same_command() -> None:
    told = subprocess.run([sys.executable, "-m", "chocolatl", "--version"], capture_output=True, text=True)
    assert (told.returncode, told.stdout) == (0, f"chocolatl {__version__}\n")


def test_starting_up_loads_nothing_heavy() -> None:
    code = "import sys, chocolatl.cli as c; c.main(['--help']); print(*sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    heavy = {"numpy", "chocolatl.rules", "numba", "rich", "litestar", "sqlalchemy", "uvicorn", "textual"}
    assert heavy.isdisjoint(told.stdout.splitlines()[-1].split())


def test_output_cut_off_by_a_pipe_is_no_traceback() -> None:
    line = f"{sys.executable} -m chocolatl completion bash | true"
    told = subprocess.run(["bash", "-c", line], capture_output=True, text=True)
    assert "Traceback" not in told.stderr


def test_developer_commands_are_of_a_checkout_only(tmp_path: Path) -> None:
    assert developer_commands().keys() == {"bench", "soak"}
    assert developer_commands(tmp_path) == {}
    with pytest.raises(UsageError, match="bench is a tool for developers and not installed"):
        refuse_without_checkout(["bench", "rules"], tmp_path)
    refuse_without_checkout(["play"], tmp_path)
