"""The reference engine: what the rules make of the cards, event by event.

It is written to be read beside a rulebook. Every transition is pure: a value and a move give a new
value and the facts that happened. It knows no screen, file, clock or random source.
"""
