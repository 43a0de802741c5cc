"""Test the environments with learning libraries, and with the oldest and newest Gymnasium, each on its own.

python3 run.py libraries            all of them
python3 run.py libraries oldest     one of them: learning, oldest, newest
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / ".tools" / "libraries"
BIN = "Scripts" if sys.platform == "win32" else "bin"
LEARNING = ("torch", "sb3-contrib", "torchrl", "tianshou", "supersuit", "ray[rllib]", "moviepy")
CONVENTIONS = ("tests/envs/test_conventions.py", "tests/envs/test_rewards.py", "tests/envs/test_rendering.py")
TRIALS = {
    "learning": (LEARNING, ("tests/libraries", "tests/envs/test_rendering.py")),
    "oldest": (("gymnasium==1.1.0", "pettingzoo==1.25.0"), CONVENTIONS),
    "newest": (("gymnasium<2", "pettingzoo"), CONVENTIONS),
}
"""What is installed beside `chocolatl[envs]`, and which tests run there."""


def trial(name: str) -> int:
    """pip and not uv: it also finds wheels in folders that pip's own settings name."""
    packages, tests = TRIALS[name]
    venv = FOLDER / name
    python = str(venv / BIN / "python")
    if not Path(python).exists():
        subprocess.run([sys.executable, "-m", "venv", str(venv)], check=True)
    install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*install, *packages, "pytest", "hypothesis", "-e", f"{ROOT}[envs]"], check=True)
    return subprocess.run([python, "-m", "pytest", "-q", *tests], cwd=ROOT).returncode


def main(names: list[str]) -> int:
    """All that were named, or all."""
    unknown = [name for name in names if name not in TRIALS]
    if unknown:
        print(f"{unknown[0]!r} does not exist: expected {', '.join(TRIALS)}", file=sys.stderr)
        return 2
    results = {name: trial(name) for name in names or TRIALS}
    for name, code in results.items():
        print(f"{name}: {'FAILED' if code else 'ok'}")
    return int(any(results.values()))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
