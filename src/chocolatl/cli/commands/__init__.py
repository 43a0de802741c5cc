"""The sub-commands of `chocolatl`, one module each; see `chocolatl.cli`."""
