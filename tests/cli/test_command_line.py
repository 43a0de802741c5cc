"""One command: it explains itself, refuses precisely, and its examples are true."""

import io
import shlex
import signal
import subprocess
import sys
from contextlib import redirect_stdout
from pathlib import Path
from types import ModuleType

import pytest

from chocolatl import __version__
from chocolatl.cli import COMMANDS, main
from chocolatl.cli.parser import modules

MODULES = modules(COMMANDS)
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
    assert all(f"{name} " in shown and module.HELP.split()[0] in shown for name, module in MODULES.items())


def test_no_command_shows_the_help_and_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "usage: chocolatl" in capsys.readouterr().out


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
    assert "unexpected argument 'fish'" in capsys.readouterr().err


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"chocolatl {__version__}\n"


@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        ("comp", ["completion"]),
        ("simulate --edition ge", ["german"]),
        ("simulate --rot", ["--rotate"]),
        ("board check mi", ["mine.toml"]),
        ("simulate --board mi", ["mine.toml"]),
    ],
)
def test_completion_is_valid_bash_and_knows_commands_choices_and_files(
    typed: str, completed: list[str], empty_folder: Path
) -> None:
    script = run_line("chocolatl completion bash")[1]
    subprocess.run(["bash", "-n"], input=script, text=True, check=True)
    Path("mine.toml").touch()
    words = f"chocolatl {typed}"
    ask = f"COMP_WORDS=({words}) COMP_CWORD={words.count(' ')}\n_shtab_chocolatl\necho ${{COMPREPLY[@]}}"
    told = subprocess.run(["bash"], input=f"{script}\n{ask}", text=True, capture_output=True, check=True)
    assert told.stdout.split() == completed


def test_python_dash_m_is_the_same_command() -> None:
    told = subprocess.run([sys.executable, "-m", "chocolatl", "--version"], capture_output=True, text=True)
    assert (told.returncode, told.stdout) == (0, f"chocolatl {__version__}\n")


def test_starting_up_loads_nothing_heavy() -> None:
    code = "import sys, chocolatl.cli as c; c.main(['--help']); print(*sys.modules)"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    heavy = {"numpy", "numba", "rich", "litestar", "sqlalchemy", "uvicorn", "textual"}
    assert heavy.isdisjoint(told.stdout.splitlines()[-1].split())


def test_output_cut_off_by_a_pipe_is_no_traceback() -> None:
    line = f"{sys.executable} -m chocolatl completion bash | true"
    told = subprocess.run(["bash", "-c", line], capture_output=True, text=True)
    assert "Traceback" not in told.stderr
