"""Load: many honest players at many tables of a server, over its own protocol, to see what it bears (`holi load`)."""
