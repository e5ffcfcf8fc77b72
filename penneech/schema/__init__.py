"""The JSON Schemas of variants, sources and records, made from the rules and the catalogue."""
