"""Training the values that the strong bots ship with: generation after generation of self-play, resumable."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import msgspec
import numpy as np

from chocolatl.bots.strong.selfplay import SelfPlay
from chocolatl.bots.strong.stage import Floats
from chocolatl.bots.strong.training import Net, Positions, fit, loss
from chocolatl.fast.board import encode_board
from chocolatl.rules.board import default_board
from chocolatl.rules.editions import Rules

Tell = Callable[[str], None]


@dataclass(frozen=True)
class Course:
    """What is trained, and how much of it."""

    players: int
    seed: int = 1
    sketched_games: int = 8000
    generations: int = 2
    games: int = 2000
    window: int = 2
    epochs: int = 12


class Training:
    """One network. A generation depends only on the seed and the ones before: a stop costs at most one."""

    def __init__(self, course: Course, folder: Path, tell: Tell) -> None:
        self.course, self.folder, self.tell = course, folder, tell
        self.b = encode_board(default_board(), Rules())
        folder.mkdir(parents=True, exist_ok=True)

    def run(self) -> Floats:
        """Train what is missing; returns the last network."""
        self._check_course()
        for generation in range(self.course.generations + 1):
            if not self._file(generation).exists():
                self._train(generation)
        return self._load(self.course.generations)[0]

    def _check_course(self) -> None:
        """A folder belongs to one course; more generations may be added to it."""
        path = self.folder / f"course_{self.course.players}.json"
        now = asdict(self.course) | {"generations": None}
        if path.exists() and msgspec.json.decode(path.read_bytes()) | {"generations": None} != now:
            raise ValueError(f"{path} holds other settings: expected the same ones, or an empty folder")
        path.write_bytes(msgspec.json.encode(asdict(self.course)))

    def _file(self, generation: int) -> Path:
        return self.folder / f"players_{self.course.players}_generation_{generation}.npz"

    def _load(self, generation: int) -> tuple[Floats, Positions]:
        with np.load(self._file(generation)) as file:
            return file["net"].astype(np.float64), Positions(file["inputs"].astype(float), file["shares"])

    def _train(self, generation: int) -> None:
        course = self.course
        random = np.random.default_rng([course.seed, course.players, generation])
        play = SelfPlay(self.b, course.players, course.seed * 1000 + generation)
        before = self._play(play, generation, random)
        fresh = play.positions()
        unseen = loss(before, fresh)
        known = [self._load(g)[1] for g in range(max(1, generation - course.window + 1), generation)]
        net = fit(before, joined([*known, fresh]), random, course.epochs, 0.004 if generation else 0.01)
        self.tell(
            f"{course.players} players, generation {generation}: {len(fresh.inputs)} positions, "
            f"loss on them before {unseen:.4f}, after {loss(net, fresh):.4f}"
        )
        self._save(generation, net, fresh)

    def _play(self, play: SelfPlay, generation: int, random: np.random.Generator) -> Net:
        """Write new positions down; returns the network that they were played with."""
        if generation == 0:
            for _ in range(self.course.sketched_games):
                play.game(None)
            return Net.fresh(random)
        flat = self._load(generation - 1)[0]
        for game in range(self.course.games):
            play.game(flat)
            if (game + 1) % 100 == 0:
                self.tell(f"{self.course.players} players, generation {generation}: {game + 1} games")
        return Net.of(flat)

    def _save(self, generation: int, net: Net, fresh: Positions) -> None:
        """Written beside and moved, so that a stop leaves no half file."""
        part = self.folder / f"part_{self.course.players}.npz"
        np.savez_compressed(part, net=net.flat(), inputs=fresh.inputs.astype(np.float32), shares=fresh.shares)
        part.replace(self._file(generation))


def joined(parts: list[Positions]) -> Positions:
    """All positions in one."""
    return Positions(np.concatenate([p.inputs for p in parts]), np.concatenate([p.shares for p in parts]))
