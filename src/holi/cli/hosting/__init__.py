"""Commands for running a server."""
