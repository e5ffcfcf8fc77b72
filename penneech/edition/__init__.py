"""The edition: what is said of the readings and the sources, as values that pages are made of."""
