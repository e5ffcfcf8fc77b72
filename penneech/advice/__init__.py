"""Players at work on a record: what one would play next, and what the cards played gave away."""
