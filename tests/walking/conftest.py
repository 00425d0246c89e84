"""One planted vault for all tests of the room; none of them changes it."""

import pytest
from walking_vault import open_planted

from florilegium.vault.opening import OpenVault


@pytest.fixture(scope="session")
def planted(tmp_path_factory: pytest.TempPathFactory) -> OpenVault:
    """The vault of `walking_vault.NOTES`, opened."""
    return open_planted(tmp_path_factory.mktemp("planted"))
