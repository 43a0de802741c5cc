"""What the board is like to play on: what locations are worth, how games go and end, who has an advantage."""

from chocolatl.arena.study.play import play_study
from chocolatl.arena.study.report import BoardStudy, StudyReport
from chocolatl.arena.study.variants import VARIANTS, Variant, VariantError, variant_named

__all__ = [
    "VARIANTS",
    "BoardStudy",
    "StudyReport",
    "Variant",
    "VariantError",
    "play_study",
    "variant_named",
]
