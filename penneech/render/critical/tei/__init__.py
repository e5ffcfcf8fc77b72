"""The apparatus, and a collation, encoded in TEI P5."""
