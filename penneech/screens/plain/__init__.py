"""Play line by line: what is typed is read, what is said is written, and nothing is drawn."""
