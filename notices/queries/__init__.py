"""Readings of the notices: the board for everybody, the outbox for the office."""
