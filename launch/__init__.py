"""From a fresh clone to a running site: environment, servers, processes. Standard library only, until .venv exists."""
