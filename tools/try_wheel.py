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
    """A new virtual environment that holds the wheel and its locked requirements, and nothing else."""
    (wheel,) = (ROOT / "dist").glob("*.whl")
    venv = folder / "venv"
    pip = [uv, "pip", "install", "--quiet", "--python", str(venv)]
    subprocess.run([uv, "venv", "--quiet", "--python", sys.executable, str(venv)], check=True)
    subprocess.run([*pip, "--require-hashes", "-r", str(ROOT / "requirements" / "base.txt")], check=True)
    subprocess.run([*pip, "--no-deps", str(wheel)], check=True)
    return venv / BIN


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
        command = environment(folder, uv) / "chocolatl"
        play_games(command, folder)
        if "<title>Chocolatl" not in (page := open_page(command, folder)):
            print(f"not the page: {page[:200]!r}", file=sys.stderr)
            return 1
    print("the wheel plays, verifies and serves its page")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
