"""The drawings of the page, made by functions; see kit.py."""
