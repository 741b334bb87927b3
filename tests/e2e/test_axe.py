"""Nothing serious stands in the way of a person with a screen reader, on any page, in both languages, light and dark."""

import pytest
