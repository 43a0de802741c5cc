"""A release is refused unless version, changelog and tag say the same."""

import pytest

from tools.release import newest_entry, problems

CHANGELOG = (
    "# Changes\n\n## 0.2.0 - 2026-11-17\n\n### Added\n- One thing.\n\n## 0.1.0 - 2026-10-01\n- Another.\n"
)


def test_a_tagged_and_dated_version_can_be_released():
    assert problems("0.2.0", CHANGELOG, ["v0.2.0"], dirty=False) == []


@pytest.mark.parametrize(
    ("changelog", "tags", "dirty", "said"),
    [
        (CHANGELOG, [], False, "no tag v0.2.0"),
        (CHANGELOG, ["v0.1.0"], False, "no tag v0.2.0"),
        (CHANGELOG, ["v0.2.0"], True, "not committed"),
        (CHANGELOG.replace(" - 2026-11-17", ""), ["v0.2.0"], False, "has no date"),
        (CHANGELOG.replace("2026-11-17", "2026-13-17"), ["v0.2.0"], False, "is no date"),
        (
            CHANGELOG.replace("## 0.2.0 - 2026-11-17", "## Unreleased"),
            ["v0.2.0"],
            False,
            "begins with Unreleased",
        ),
    ],
)
def test_anything_else_is_refused_with_the_reason(changelog, tags, dirty, said):
    (problem,) = problems("0.2.0", changelog, tags, dirty)
    assert said in problem


def test_the_notes_are_the_newest_entry_alone():
    assert newest_entry(CHANGELOG) == ("0.2.0", "2026-11-17", "### Added\n- One thing.\n")


def test_a_changelog_without_entries_is_named():
    with pytest.raises(ValueError, match="found none"):
        newest_entry("# Changes\n")
