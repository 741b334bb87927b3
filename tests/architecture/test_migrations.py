"""What landed is never edited: sites have run it. A schema change is a new migration, which moves their data."""

from hashlib import sha256

import pytest

from tests.architecture.source import ROOT

# At a release, put in the migrations that came with it: `sha256sum */migrations/0*.py | cut -c-40,65-` prints them.
LANDED = """
5c5146e9b0f4ce2ae1dde3fec458fc3e96c78e77  accounts/migrations/0001_initial.py
3328d8f3e16cc4f78eff227882a68b8eeac32b3b  accounts/migrations/0002_session.py
e233f536419cf67ff93691a690819fe98c39c9ab  accounts/migrations/0003_account_confirmed.py
ab821149be6181ba1d8d9b4bd86b6b91873b21e0  integrations/migrations/0001_initial.py
c9c93a4651b994f1497aa86e19c125c00589fcf6  integrations/migrations/0002_webhooks_rest.py
a7efbeba55ae9eab264a8576f304cb775f277f0d  integrations/migrations/0003_channels_of_programs.py
eca0c072890009521fbef1fb5b1462e0f4e75025  journal/migrations/0001_initial.py
76b9e870c2202243fc1e7267fc294f2b618c350a  journal/migrations/0002_shared_versions.py
072a7521f80f48e349ae6b5dad268487e687cbf3  notices/migrations/0001_initial.py
03b231a57de54dc54e4cc0e9e8c1b58124f6ff0a  notices/migrations/0002_kinds_are_a_table.py
d3d06a5824b20f864a517714edde3c126bf877fe  notices/migrations/0003_mail_server.py
365d6449ffc8cd0f727965b3abf673c9925074a1  notices/migrations/0004_own_words.py
20a8357d57271c7e1b82166a130b7c310f1dba20  notices/migrations/0005_channels.py
49cc8ad433050287ef1def3b9b6aa10af2a4488a  notices/migrations/0006_subscriptions.py
70560b15e8b796d84c92262f8d6f93212c2c84da  notices/migrations/0007_the_words_of_a_pending_notice.py
0751e46c5948315fac5cb934a3204b0e3dc52c07  notices/migrations/0008_plainer_choices.py
837d4534ede76ccf1ac5ba29f23480f4bbeef022  notices/migrations/0009_mailing.py
4582db536bd0c02218d705094631bded02a5faed  notices/migrations/0010_waiting_by_event.py
55cb26db7b8a02b61b7f5096f5b5c3f3a21aab20  notices/migrations/0011_no_devices.py
3651311f1e5f77eb1fa842e263124a87db1dc680  notices/migrations/0012_no_webhooks.py
8176990b6788582453a77d86801611deda7e165a  notices/migrations/0013_branch_of_a_notice.py
000ad5f29933994861f2760ed701a48f908a47b4  scoring/migrations/0001_initial.py
4decffdf4f7062aec196b874efd9f9959ab15816  scoring/migrations/0002_entries_of_any_game.py
df4d7a3ebc1c9f818cd3634451313c64bf090e15  scoring/migrations/0003_names_without_choices.py
28d5254e4f3dcc546fe7aa70730531fd902a9c40  scoring/migrations/0004_behind.py
1371b72b7c40f30489f00de9b9680afe46484c06  tournaments/migrations/0001_initial.py
14c2757eba334a3021ba404651c178076309c760  tournaments/migrations/0002_frozen_draws.py
c247e84ef1dd62f76a1254ec21a30fa01cc79e30  tournaments/migrations/0003_stage_game.py
1f62ce30c64fc13ee4985ca06643935cd6dfb7e2  tournaments/migrations/0004_stages.py
2a82ca6a09df7bb6bc418ea6b62137bdbc56ed81  tournaments/migrations/0005_seats.py
ce42dd03c00c009840d1d77caffa03c3e1e40dfc  tournaments/migrations/0006_names_without_choices.py
23dcc776b396c97424df152d6060bf6e2e14b9a4  tournaments/migrations/0007_sittings.py
b40ab501986471244eb94fba08028b3442bd1e44  tournaments/migrations/0008_stage_settings.py
597b47e3338b8d55bad58bb7542e44fc889e7b81  tournaments/migrations/0009_stage_entrance.py
20e19e3aa34ef6bd96882fe10780a5c635e7098d  tournaments/migrations/0010_series.py
668bb54cde0ae87302e38ddc93047c503de52c08  tournaments/migrations/0011_branch_links.py
f083af48c18e719b551f17f41fabde5eb4e3ccb1  tournaments/migrations/0012_papers.py
dba9d1daa2f269c37c0ab14d7c4eed6976d5b730  tournaments/migrations/0013_names_public.py
b862a142ae16ab95b27090acc9c3ef8779184f9f  tournaments/migrations/0014_personal_data.py
6720cac5b14425b367307d768cb94c97a448bc9f  tournaments/migrations/0015_sealed_draws.py
cd97371b8168aa75d17bf1d2426308bb7f8208ad  tournaments/migrations/0016_ceremony.py
a8106293ca0e0f1220d3a30214f46ed170966cd1  tournaments/migrations/0017_plainer_choices.py
d2b75e62f53e0ae793fad2ef36c4408715064058  tournaments/migrations/0018_placings.py
0b44f637d3efb4cc53000af3c7b8c893ea8f9abc  tournaments/migrations/0019_sources_and_places_for.py
2d12745718e25dafa271ac6314a5394ed9814218  tournaments/migrations/0020_fill_sources_and_places_for.py
93803c8497d192ca5e1cc70100224d8e75828c12  tournaments/migrations/0021_sources_and_places_for_alone.py
8406e18f20cc41ade83b8fa5b484fd5ff38f6c56  tournaments/migrations/0022_team_name.py
"""
ROWS = [line.split() for line in LANDED.strip().splitlines()]


@pytest.mark.parametrize(("digest", "path"), ROWS, ids=[path for _, path in ROWS])
def test_landed_migration_is_as_it_was(digest: str, path: str) -> None:
    landed = sha256((ROOT / path).read_bytes()).hexdigest().startswith(digest)
    assert landed, f"{path} has landed: write a new migration instead"
