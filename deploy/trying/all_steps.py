"""All steps, in the order in which they are taken: that in which these modules are read."""

# ruff: noqa: I001
from deploy.trying import first_day
from deploy.trying import data
from deploy.trying import faults
from deploy.trying import network
from deploy.trying import upgrades
from deploy.trying.site import STEPS, left_out

__all__ = ["STEPS", "data", "faults", "first_day", "left_out", "network", "upgrades"]
