"""HTML and plots for reports."""
