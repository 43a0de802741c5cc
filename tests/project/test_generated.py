"""Generated files are in step with the code, and one command writes them."""

import tools.generate.__main__ as generate
from tools.generate import drawings


def test_no_generated_file_is_stale() -> None:
    stale = sorted(str(path.relative_to(generate.ROOT)) for path in generate.stale())
    assert stale == [], "run `python3 run.py update`"


def test_no_drawing_is_left_over() -> None:
    assert drawings.left_over() == [], "run `python3 run.py update`"
