"""The pages of docs/comparison: what stored studies say of the readings, in figures and words."""
