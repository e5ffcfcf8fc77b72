"""Studies: the same deals played under several variants, and what may be concluded from them."""
