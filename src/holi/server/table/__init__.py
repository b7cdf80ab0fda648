"""A table's rules: who may do what when, and what every seat may see. No input or output, no clock, no randomness.

A table is its founding and its log. `decide` turns a command into an entry of the log or refuses it, `Table.evolve`
carries an entry out, and `views` makes all that leaves for a client.
"""
