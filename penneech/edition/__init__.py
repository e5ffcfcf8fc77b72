"""The critical edition as data: what each witness has at each point, and what was made of it."""
