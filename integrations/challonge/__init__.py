"""Challonge's JSON of a tournament (API v1): read (`file`, `trees`), and written of an event (`export`). The mapping
stands as a table in docs/challonge.md."""
