"""One memory for all the tests of reading that change nothing in it."""

from pathlib import Path

import pytest
from varied_memory import make_varied


@pytest.fixture(scope="session")
def varied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_varied(tmp_path_factory.mktemp("varied") / "memory", 160)
