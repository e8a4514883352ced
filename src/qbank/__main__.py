"""`python -m qbank` is the same as `qbank`."""

from __future__ import annotations

import sys

from qbank.cli import main

sys.exit(main())
