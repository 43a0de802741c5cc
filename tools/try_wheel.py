"""Install the wheel of dist/ into an empty environment, without the source tree, and play."""

import os
import re
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = "Scripts" if os.name == "nt" else "bin"
START_SECONDS = 60


def environment(folder: Path, uv: str) -> Path:
    """A new virtual environment that holds the wheel and what `pip install chocolatl` brings: no extras."""
    (wheel,) = (ROOT / "dist").glob("*.whl")
    venv = folder / "venv"
    subprocess.run([uv, "venv", "--quiet", "--python", sys.executable, str(venv)], check=True)
    install(uv, venv, "core")
    subprocess.run(
        [uv, "pip", "install", "--quiet", "--python", str(venv), "--no-deps", str(wheel)], check=True
    )
    return venv


def install(uv: str, venv: Path, lock: str) -> None:
    """Bring the environment up to a lock."""
    file = ROOT / "requirements" / f"{lock}.txt"
    pip = [uv, "pip", "install", "--quiet", "--python", str(venv), "--require-hashes"]
    subprocess.run([*pip, "-r", str(file)], check=True)


def refused(command: Path, python: Path, folder: Path) -> bool:
    """Without extras, what needs one says which, in one line."""
    serve = subprocess.run([command, "play", "--no-browser"], cwd=folder, capture_output=True, text=True)
    envs = subprocess.run([python, "-c", "import chocolatl.envs"], cwd=folder, capture_output=True, text=True)
    told = serve.stderr.strip(), envs.stderr.strip().splitlines()[-1]
    right = told[0].endswith('pip install "chocolatl[server]"') and "\n" not in told[0]
    if not right or not told[1].endswith('pip install "chocolatl[envs]"'):
        print(f"extras are not named: {told}", file=sys.stderr)
        return False
    return True


def play_games(command: Path, folder: Path) -> None:
    """A few games from seed to verified record."""
    subprocess.run([command, "simulate", "--games", "3", "--record", "games.jsonl"], cwd=folder, check=True)
    subprocess.run([command, "verify", "games.jsonl"], cwd=folder, check=True)


def open_page(command: Path, folder: Path) -> str:
    """The page that `chocolatl play` of the wheel serves."""
    call = [str(command), "play", "--no-browser", "--port", "0", "--data", str(folder / "data")]
    with subprocess.Popen(call, cwd=folder, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            for line in server.stdout:
                if found := re.search(r"http://\S+", line):
                    with urllib.request.urlopen(found[0], timeout=START_SECONDS) as page:
                        text: str = page.read().decode()
                        return text
        finally:
            server.terminate()
    raise SystemExit("`chocolatl play` printed no address")


def main(uv: str) -> int:
    os.environ.pop("PYTHONPATH", None)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        venv = environment(folder, uv)
        command = venv / BIN / "chocolatl"
        play_games(command, folder)
        if not refused(command, venv / BIN / "python", folder):
            return 1
        install(uv, venv, "base")
        if "<title>Chocolatl" not in (page := open_page(command, folder)):
            print(f"not the page: {page[:200]!r}", file=sys.stderr)
            return 1
    print("the wheel plays, verifies and serves its page")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
