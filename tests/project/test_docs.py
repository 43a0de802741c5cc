"""The documentation is true: its code runs, its commands work, its rule numbers exist."""

import json
import re
import runpy
import shlex
from pathlib import Path

import pytest

from chocolatl.cli import main
from chocolatl.records.record import Record
from chocolatl.rules.editions import EDITIONS
from chocolatl.rules.rounds import RESOLVE
from tests.records.corpus_games import NAMES, game

ROOT = Path(__file__).parents[2]
FILES = {path.relative_to(ROOT / "docs").as_posix(): path for path in (ROOT / "docs").rglob("*.md")} | {
    name: ROOT / name for name in ("README.md", "CONTRIBUTING.md")
}
DOCS = {name: path.read_text() for name, path in FILES.items()}
RULES = DOCS["RULES.md"]
SECTIONS = set(re.findall(r"^## (\d)\.", RULES, re.MULTILINE))
RULE_NUMBERS = SECTIONS | set(re.findall(r"\*\*(\d(?:\.\d+)+)[ *]", RULES))


def blocks(language: str, text: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", [name for name, text in DOCS.items() if blocks("python", text)])
def test_python_blocks_run_one_after_the_other(page):
    scope: dict[str, object] = {}
    for block in blocks("python", DOCS[page]):
        exec(compile(block, page, "exec"), scope)


@pytest.mark.parametrize("page", [name for name, text in DOCS.items() if blocks("console", text)])
def test_commands_work(page, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(ROOT / "examples"))
    for block in blocks("console", DOCS[page]):
        for program, line in re.findall(r"^\$ (chocolatl|python) (.*)$", block, re.MULTILINE):
            if program == "chocolatl":
                assert (line, main(shlex.split(line))) == (line, 0)
            elif line.startswith("examples/"):
                monkeypatch.setattr("sys.argv", shlex.split(line))
                runpy.run_path(str(ROOT / shlex.split(line)[0]), run_name="__main__")


@pytest.mark.parametrize("page", DOCS)
def test_links_within_the_documentation_lead_somewhere(page):
    targets = re.findall(r"\]\(([^)#:]+)\)", DOCS[page])
    assert [target for target in targets if not (FILES[page].parent / target).exists()] == []


def test_every_rule_that_an_event_cites_is_in_the_rules():
    cited = {event.rule for name in NAMES for event in game(name).events}
    assert {"1.2", "2.3", "3.6", "4.4.1", "6.3"} <= cited <= RULE_NUMBERS


def test_every_rule_that_the_code_cites_is_in_the_rules():
    sources = [path.read_text() for path in (ROOT / "src/chocolatl/rules").rglob("*.py")]
    cited = {
        number for text in sources for number in re.findall(r"(?<![\d.])[1-7]\.\d(?:\.\d)?(?![\d.])", text)
    }
    assert cited <= RULE_NUMBERS


def test_the_table_of_editions_is_that_of_the_code():
    for switch in EDITIONS["english"].__struct_fields__:
        row = (
            "| "
            + " | ".join([f"`{switch}`", *(getattr(rules, switch) for rules in EDITIONS.values())])
            + " |"
        )
        assert row in RULES


def test_the_record_page_names_every_field_and_event():
    text = DOCS["RECORD.md"]
    assert [field for field in Record.__struct_fields__ if f"| `{field}` |" not in text] == []
    definitions = json.loads((ROOT / "docs" / "record.schema.json").read_text())["$defs"].values()
    tags = [tag for d in definitions for tag in d["properties"].get("event", {}).get("enum", ())]
    assert tags
    assert [tag for tag in tags if f"`{tag}`" not in text] == []


def test_every_location_is_in_the_rules():
    titles = re.findall(r"\*\*4\.\d ([A-Z][a-z ]+)\.\*\*", RULES)
    assert [title.lower().replace(" ", "_") for title in titles] == [
        "cacao_drink" if location == "drink" else location for location in RESOLVE
    ]


LONGEST_LINE = 120


def test_no_line_of_markdown_is_too_long():
    files = [*ROOT.glob("*.md"), *(ROOT / ".github").rglob("*.md"), *(ROOT / "docs").rglob("*.md")]
    long = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in files
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if len(line) > LONGEST_LINE
    ]
    assert long == []
