"""The game on a terminal's whole screen, in Textual; what it shows comes from the session alone."""
