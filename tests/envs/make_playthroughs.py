"""Writes the golden playthroughs anew: python -m tests.envs.make_playthroughs."""

from pathlib import Path

from open_spiel.python.algorithms.generate_playthrough import playthrough

import chocolatl.envs.openspiel  # noqa: F401  (registers the games)

FOLDER = Path(__file__).parent / "playthroughs"
GAMES = {
    "red": "chocolatl(board=pair)",
    "gold": "chocolatl(board=short,edition=german)",
    "green": "chocolatl(board=short,edition=dutch)",
    "simultaneous": "chocolatl_simultaneous(board=short)",
}

if __name__ == "__main__":
    for name, game in GAMES.items():
        (FOLDER / f"{name}.txt").write_text(playthrough(game, [], seed=2010))
