"""Load test (`holi load`): players at many tables of a server at once, over its own protocol."""
