"""What landed is never edited: sites have run it. A schema change is a new migration, which moves their data."""

from hashlib import sha256

import pytest

from tests.architecture.source import ROOT

# At a release, put in each migration that came with it: `sha256sum */migrations/0*.py` prints the lines.
LANDED = """
5c5146e9b0f4ce2ae1dde3fec458fc3e96c78e77ed7f41942b074f65c80798ee  accounts/migrations/0001_initial.py
3328d8f3e16cc4f78eff227882a68b8eeac32b3b2115bd8747aa6678431ece63  accounts/migrations/0002_session.py
e233f536419cf67ff93691a690819fe98c39c9abdc16a33b4407d1d2dbaaac8b  accounts/migrations/0003_account_confirmed.py
eca0c072890009521fbef1fb5b1462e0f4e75025c04c6a6062edc40b2d379f8c  journal/migrations/0001_initial.py
072a7521f80f48e349ae6b5dad268487e687cbf3f92acb0819c09ac2492504cd  notices/migrations/0001_initial.py
03b231a57de54dc54e4cc0e9e8c1b58124f6ff0a1cddddea7f79100c9b7aa7d0  notices/migrations/0002_kinds_are_a_table.py
d3d06a5824b20f864a517714edde3c126bf877fec2a614bfb9a02699eb562893  notices/migrations/0003_mail_server.py
365d6449ffc8cd0f727965b3abf673c9925074a15f1ba60a5ac4bf4de794e11d  notices/migrations/0004_own_words.py
000ad5f29933994861f2760ed701a48f908a47b4cd249d0c5d26c7644eaa7efc  scoring/migrations/0001_initial.py
4decffdf4f7062aec196b874efd9f9959ab15816d9d1d275107df04d032bf19f  scoring/migrations/0002_entries_of_any_game.py
df4d7a3ebc1c9f818cd3634451313c64bf090e1556b16fe8668d1dfe8009811e  scoring/migrations/0003_names_without_choices.py
1371b72b7c40f30489f00de9b9680afe46484c066b4542add35b919b1f77f9d7  tournaments/migrations/0001_initial.py
14c2757eba334a3021ba404651c178076309c7606adc94ca255d4d6b1f0c7417  tournaments/migrations/0002_frozen_draws.py
c247e84ef1dd62f76a1254ec21a30fa01cc79e306aec4889f036f46ba6562230  tournaments/migrations/0003_stage_game.py
1f62ce30c64fc13ee4985ca06643935cd6dfb7e2003e07cbd0d12203e48f2d17  tournaments/migrations/0004_stages.py
2a82ca6a09df7bb6bc418ea6b62137bdbc56ed818bd5c93cab949fa3d32f9cc6  tournaments/migrations/0005_seats.py
ce42dd03c00c009840d1d77caffa03c3e1e40dfc0403a893ab831d2ce78a5e57  tournaments/migrations/0006_names_without_choices.py
23dcc776b396c97424df152d6060bf6e2e14b9a4c019976abf904f9558fa0d30  tournaments/migrations/0007_sittings.py
b40ab501986471244eb94fba08028b3442bd1e443974b6abd01130e287836127  tournaments/migrations/0008_stage_settings.py
597b47e3338b8d55bad58bb7542e44fc889e7b81fd965f09ace0598e292ec2c7  tournaments/migrations/0009_stage_entrance.py
"""
ROWS = [line.split() for line in LANDED.strip().splitlines()]


@pytest.mark.parametrize(("digest", "path"), ROWS, ids=[path for _, path in ROWS])
def test_landed_migration_is_as_it_was(digest: str, path: str) -> None:
    assert sha256((ROOT / path).read_bytes()).hexdigest() == digest, f"{path} has landed: write a new migration instead"
