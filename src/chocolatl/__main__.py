"""`python -m chocolatl` is the command `chocolatl`."""

import sys

from chocolatl.cli import main

if __name__ == "__main__":
    sys.exit(main())
