"""What people do with tokens and webhooks. Every function is an action: one transaction, an actor, a record."""
