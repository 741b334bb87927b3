"""All steps, in the order in which they are taken."""

from trying import first_day  # isort: split
from trying import data  # isort: split
from trying import faults  # isort: split
from trying import network  # isort: split
from trying import upgrades
from trying.steps import STEPS

__all__ = ["STEPS", "data", "faults", "first_day", "network", "upgrades"]
