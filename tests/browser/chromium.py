"""The Chromium that browser tests drive: one on this machine, else npm's @sparticuz/chromium (Linux x64).

`python tests/browser/chromium.py` fetches what the browser tests need and is not there yet.
"""

import os
import runpy
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
MODULES = HERE / "node_modules"
UNPACKED = MODULES / ".chromium"
BUILD = HERE.parents[1] / "web" / "build.py"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge")
MAC = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
# The last four keep it from calling home.
FLAGS = ("--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync",
         "--no-first-run")  # fmt: skip
# The packed settings name folders of another machine; without a font, text has no size and reads as empty.
FONTS = f"""<fontconfig>
  <dir>{UNPACKED / "fonts"}</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>{UNPACKED / "font-cache"}</cachedir>
</fontconfig>
"""


def on_this_machine() -> str | None:
    return os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, (*NAMES, MAC))), None)


def prepare() -> None:
    """Install axe-core and, only when the machine has no Chromium, unpack one."""
    build = runpy.run_path(str(BUILD))
    if on_this_machine():
        build["install"](HERE, "--omit=optional")
        return
    build["install"](HERE)
    if UNPACKED.exists():
        return
    with tempfile.TemporaryDirectory(dir=MODULES) as folder:
        inside = Path(folder) / "chromium"
        inside.mkdir()
        environment = os.environ | {"TMPDIR": str(inside)}
        subprocess.run([build["node"](), HERE / "unpack.mjs"], env=environment, check=True)
        (inside / "fonts" / "fonts.conf").write_text(FONTS)
        inside.rename(UNPACKED)


def launch_options() -> dict[str, Any]:
    """What to pass to Playwright's `launch`."""
    if found := on_this_machine():
        return {"executable_path": found, "args": FLAGS}
    own = {"LD_LIBRARY_PATH": str(UNPACKED / "al2023" / "lib"), "FONTCONFIG_PATH": str(UNPACKED / "fonts")}
    return {"executable_path": UNPACKED / "chromium", "args": FLAGS, "env": os.environ | own}


if __name__ == "__main__":
    prepare()
