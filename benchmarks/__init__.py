"""What is measured: run a module, read its table."""
