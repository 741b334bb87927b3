"""What people do to an event; a module a subject. Every function is an action: one transaction, an actor, a record."""
