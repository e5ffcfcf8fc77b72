"""The computer players: they get a View of the table and nothing else."""
