"""What the machine itself costs meanwhile: one sync of its disk, and how late it wakes a process that sleeps.

No answer can be quicker on another screen than a sync; on a busy machine these figures tell why one is slow.
"""

from __future__ import annotations

import os
import threading
import time
from pathlib import Path

PAUSE = 0.04
PAGE = bytes(4096)


class MachineBaseline(threading.Thread):
    """Measures beside the bench, some twenty times a second; milliseconds."""

    def __init__(self, folder: Path) -> None:
        super().__init__(daemon=True)
        self.syncs: list[float] = []
        self.delays: list[float] = []
        self._file = folder / "yardstick"
        self._over = threading.Event()

    def __enter__(self) -> MachineBaseline:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self.join()

    def run(self) -> None:
        """Sleep, write, sync, again."""
        with self._file.open("wb") as file:
            while not self._over.is_set():
                began = time.perf_counter()
                time.sleep(PAUSE)
                woken = time.perf_counter()
                file.write(PAGE)
                file.flush()
                os.fsync(file.fileno())
                self.delays.append((woken - began - PAUSE) * 1000)
                self.syncs.append((time.perf_counter() - woken) * 1000)
