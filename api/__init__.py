"""The event for programs: JSON over the same actions and queries as the screens."""
