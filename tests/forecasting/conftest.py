"""The forecast is held against the pipeline of the roles' tests."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1] / "claude"))
