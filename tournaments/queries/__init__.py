"""Readings of the event, as plain values that screens, api and notices share."""
