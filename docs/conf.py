"""Sphinx settings: this folder's Markdown and pages made from docstrings (`python3 run.py docs`)."""

from chocolatl import __version__

project = "Chocolatl"
author = "Chocolatl contributors"
release = version = __version__
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx.ext.viewcode"]
source_suffix = {".md": "markdown"}
myst_heading_anchors = 3
myst_links_external_new_tab = False
suppress_warnings = ["myst.xref_missing"]  # links to files beside the documentation; a test follows them
html_theme = "furo"
html_title = "Chocolatl"
html_copy_source = False
autodoc_typehints = "signature"
autodoc_member_order = "bysource"
exclude_patterns = ["pictures"]
