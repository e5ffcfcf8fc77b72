"""Old printed texts as transcriptions keep them: read, set aside how they were set, searched."""
