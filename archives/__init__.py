"""存档: one event as a file, read in again elsewhere; and what is to be forgotten of the people in it."""
