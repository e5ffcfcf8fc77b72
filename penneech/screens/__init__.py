"""A game that people play: the session, which no screen is in, and the screens that drive it."""
