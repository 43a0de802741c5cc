"""The moving picture of the README, from a game between bots: `python -m tools.readme_film`."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec.structs import replace

from chocolatl.cli import main as chocolatl
from chocolatl.picture import Style
from chocolatl.picture.film import Film, write_film
from chocolatl.records.record import Record, decode

TARGET = Path(__file__).resolve().parents[1] / "docs" / "pictures" / "film.webp"
BOTS, SEED = "greedy,flat,random,flat,greedy", "11"
NAMES = ("Ana", "Ohtli", "Cuicatl", "Bo", "Hanna")
FILM = Film(Style(960, 540), rounds=range(1, 2), speed=1.5)
MOST_BYTES = 1_500_000


def game() -> Record:
    """The same game every time; its bots have been given names."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "game.jsonl"
        if chocolatl(["simulate", "--games", "1", "--players", BOTS, "--seed", SEED, "--record", str(file)]):
            sys.exit("no game was played")
        return replace(decode(file.read_bytes()), names=NAMES)


def main() -> None:
    """Refuses to write what would be too heavy for the first page that anybody sees."""
    with TARGET.open("w+b") as file:
        write_film(file, game(), FILM)
        size = file.tell()
    sys.stdout.write(f"{TARGET.name}: {size} bytes\n")
    if size > MOST_BYTES:
        sys.exit(f"expected at most {MOST_BYTES}: choose fewer rounds, a smaller size or quality")


if __name__ == "__main__":
    main()
