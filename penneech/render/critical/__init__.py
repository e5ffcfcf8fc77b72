"""The critical edition set: the apparatus, two witnesses side by side, collations, the stemma."""
