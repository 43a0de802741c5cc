"""The page's types are the server's types."""

from chocolatl.server.typescript import TARGET, typescript


def test_the_page_has_the_types_of_the_server() -> None:
    assert TARGET.read_text() == typescript(), "stale: run `python -m chocolatl.server.typescript`"
