"""HTTP under /api and the built page."""
