"""HTTP: the twins of the commands, what is only read, and the page."""
