"""What the board is like to play on: what locations are worth, how games go and end, who has an advantage."""

from chocolatl.lab.study.board_variants import VARIANTS, Variant, VariantError, variant_named
from chocolatl.lab.study.run_study import play_study
from chocolatl.lab.study.study_report import BoardStudy, StudyReport

__all__ = [
    "VARIANTS",
    "BoardStudy",
    "StudyReport",
    "Variant",
    "VariantError",
    "play_study",
    "variant_named",
]
