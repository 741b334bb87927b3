"""All steps, in the order in which they are taken: that in which these modules are read."""

# ruff: noqa: I001
from trying import first_day
from trying import data
from trying import faults
from trying import network
from trying import upgrades
from trying.steps import STEPS, left_out

__all__ = ["STEPS", "data", "faults", "first_day", "left_out", "network", "upgrades"]
