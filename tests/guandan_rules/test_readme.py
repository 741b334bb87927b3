"""guandan_rules/README.md, the page of the package, is run as it stands."""

import doctest

from tests.guandan_rules.factories import PACKAGE


def test_readme_examples_are_true():
    result = doctest.testfile(str(PACKAGE / "README.md"), module_relative=False)
    assert result.attempted > 40
    assert result.failed == 0
