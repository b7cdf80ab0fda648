"""Playing in the terminal: what is drawn, asked and saved."""
