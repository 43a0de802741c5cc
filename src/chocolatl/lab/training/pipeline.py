"""Training the values that the strong bots ship with: generation after generation of self-play, resumable."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from chocolatl.bots.equilibrium.round_simulation import Floats
from chocolatl.engine.board_vector import encode_board
from chocolatl.lab.executors.executor import Executor, LocalExecutor
from chocolatl.lab.training.self_play import SelfPlay
from chocolatl.lab.training.value_training import Positions, ValueNetwork, fit, loss
from chocolatl.rules import RULES_VERSION, Board, Rules, default_board

Tell = Callable[[str], None]
BATCH = 20
"""Games that one worker plays at once; a batch has chance of its own, so it matters nowhere who plays it."""


@dataclass(frozen=True)
class TrainingConfig:
    """What is trained, and how much of it."""

    players: int
    seed: int = 1
    sketched_games: int = 8000
    generations: int = 2
    games: int = 2000
    window: int = 2
    epochs: int = 12
    board: Board = field(default_factory=default_board)


@dataclass(frozen=True)
class GameBatch:
    """Some games of one generation, with the network before it (none: sketches)."""

    players: int
    seed: int
    games: int
    net: Floats | None
    board: Board


def play_batch(batch: GameBatch) -> Positions:
    """Their positions."""
    play = SelfPlay(encode_board(batch.board, Rules(), RULES_VERSION), batch.players, batch.seed)
    for _ in range(batch.games):
        play.game(batch.net)
    return play.positions()


class Training:
    """One network. A generation depends only on the seed and the ones before: a stop costs at most one."""

    def __init__(
        self, course: TrainingConfig, folder: Path, tell: Tell, executor: Executor | None = None
    ) -> None:
        self.course, self.folder, self.tell = course, folder, tell
        self.executor = executor or LocalExecutor()
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
        written = msgspec.json.encode(asdict(self.course))
        now: dict[str, Any] = msgspec.json.decode(written)
        if path.exists():
            # A course from before boards could be chosen says none.
            before = {"board": msgspec.json.decode(msgspec.json.encode(default_board()))}
            before |= msgspec.json.decode(path.read_bytes())
            if before | {"generations": None} != now | {"generations": None}:
                raise ValueError(f"{path} holds other settings: expected the same ones, or an empty folder")
        path.write_bytes(written)

    def _file(self, generation: int) -> Path:
        return self.folder / f"players_{self.course.players}_generation_{generation}.npz"

    def _load(self, generation: int) -> tuple[Floats, Positions]:
        with np.load(self._file(generation)) as file:
            return file["net"].astype(np.float64), Positions(file["inputs"].astype(float), file["shares"])

    def _train(self, generation: int) -> None:
        course = self.course
        random = np.random.default_rng([course.seed, course.players, generation])
        net = self._load(generation - 1)[0] if generation else None
        fresh = self._play(generation, net)
        before = ValueNetwork.fresh(random) if net is None else ValueNetwork.of(net)
        unseen = loss(before, fresh)
        known = [self._load(g)[1] for g in range(max(1, generation - course.window + 1), generation)]
        after = fit(before, joined([*known, fresh]), random, course.epochs, 0.004 if generation else 0.01)
        self.tell(
            f"{course.players} players, generation {generation}: {len(fresh.inputs)} positions, "
            f"loss on them before {unseen:.4f}, after {loss(after, fresh):.4f}"
        )
        self._save(generation, after, fresh)

    def _play(self, generation: int, net: Floats | None) -> Positions:
        """New positions, wherever they are played."""
        parts, played = list[Positions](), 0
        batches = self._batches(generation, net)
        for batch, part in zip(batches, self.executor.run(play_batch, batches), strict=True):
            parts.append(part)
            played += batch.games
            if played % 100 == 0:
                self.tell(f"{self.course.players} players, generation {generation}: {played} games")
        return joined(parts)

    def _batches(self, generation: int, net: Floats | None) -> list[GameBatch]:
        course = self.course
        games = course.sketched_games if net is None else course.games
        first = (course.seed * 1000 + generation) * 1_000_000
        sizes = [min(BATCH, games - done) for done in range(0, games, BATCH)]
        return [
            GameBatch(course.players, first + number, size, net, course.board)
            for number, size in enumerate(sizes)
        ]

    def _save(self, generation: int, net: ValueNetwork, fresh: Positions) -> None:
        """Written beside and moved, so that a stop leaves no half file."""
        part = self.folder / f"part_{self.course.players}.npz"
        np.savez_compressed(part, net=net.flat(), inputs=fresh.inputs.astype(np.float32), shares=fresh.shares)
        part.replace(self._file(generation))


def joined(parts: list[Positions]) -> Positions:
    """All positions in one."""
    return Positions(np.concatenate([p.inputs for p in parts]), np.concatenate([p.shares for p in parts]))
