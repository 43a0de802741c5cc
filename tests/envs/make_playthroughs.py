"""Writes the golden playthroughs of the newest rules anew: python -m tests.envs.make_playthroughs."""

from pathlib import Path

from open_spiel.python.algorithms.generate_playthrough import playthrough

import chocolatl.envs.openspiel  # noqa: F401  (registers the games)

FOLDER = Path(__file__).parent / "playthroughs"
GAMES = {
    "red-2": "chocolatl(board=pair,players=3,rules_version=2)",
    "gold-2": "chocolatl(board=short,edition=german,players=3,rules_version=2)",
    "green-2": "chocolatl(board=short,edition=dutch,players=3,rules_version=2)",
    "all-at-once-2": "chocolatl(board=short,edition=french,players=3,rules_version=2)",
    "simultaneous-2": "chocolatl_simultaneous(board=short,players=3,rules_version=2)",
}
"""Those of rules version 1 are kept as they were written."""

if __name__ == "__main__":
    for name, game in GAMES.items():
        (FOLDER / f"{name}.txt").write_text(playthrough(game, [], seed=2010))
