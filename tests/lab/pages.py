"""Reads a page as strictly as no browser would."""

from html.parser import HTMLParser

VOID = {"meta", "br", "hr", "img", "link", "input"}
REFERENCES = {"src", "href", "srcset", "action", "data", "poster", "xlink:href"}


class Page(HTMLParser):
    """Every tag is closed in order; remembers what it saw."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.references: list[str] = []
        self.pictures: list[dict[str, str | None]] = []
        self.cells: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.references += [value or "" for name, value in attrs if name in REFERENCES]
        assert len({name for name, _ in attrs}) == len(attrs)
        if tag == "svg":
            self.pictures.append(dict(attrs))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] in ("td", "th"):
            self.cells.append(data)


def read_page(text: str) -> Page:
    """A page that stands alone and that everybody can read; raises AssertionError if it does not."""
    page = Page(text)
    assert text.startswith("<!doctype html>\n<html lang=")
    assert page.references == []
    for word in ("http:", "https:", "//", "url(", "@import", "<script"):
        assert word not in text
    assert "prefers-color-scheme: dark" in text
    assert page.pictures
    assert all(picture["role"] == "img" for picture in page.pictures)
    assert page.tags.count("desc") == len(page.pictures) <= page.tags.count("title")
    assert page.tags.count("caption") == page.tags.count("table")
    assert page.tags.count("h1") == page.tags.count("main") == 1
    return page
