"""What landed is never edited: sites have run it. A schema change is a new migration, which moves their data."""

from hashlib import sha256

import pytest

from tests.architecture.source import ROOT

# At a release, put in each migration that came with it: `sha256sum */migrations/0*.py` prints the lines.
LANDED = """
5c5146e9b0f4ce2ae1dde3fec458fc3e96c78e77ed7f41942b074f65c80798ee  accounts/migrations/0001_initial.py
eca0c072890009521fbef1fb5b1462e0f4e75025c04c6a6062edc40b2d379f8c  journal/migrations/0001_initial.py
072a7521f80f48e349ae6b5dad268487e687cbf3f92acb0819c09ac2492504cd  notices/migrations/0001_initial.py
000ad5f29933994861f2760ed701a48f908a47b4cd249d0c5d26c7644eaa7efc  scoring/migrations/0001_initial.py
1371b72b7c40f30489f00de9b9680afe46484c066b4542add35b919b1f77f9d7  tournaments/migrations/0001_initial.py
14c2757eba334a3021ba404651c178076309c7606adc94ca255d4d6b1f0c7417  tournaments/migrations/0002_frozen_draws.py
"""
ROWS = [line.split() for line in LANDED.strip().splitlines()]


@pytest.mark.parametrize(("digest", "path"), ROWS, ids=[path for _, path in ROWS])
def test_landed_migration_is_as_it_was(digest: str, path: str) -> None:
    assert sha256((ROOT / path).read_bytes()).hexdigest() == digest, f"{path} has landed: write a new migration instead"
