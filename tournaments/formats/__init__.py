"""赛制 (formats): how matches follow from one another. Plain values in and out; nothing here knows a database."""
