"""The game in the browser: pages made on the server, which work without scripts."""
