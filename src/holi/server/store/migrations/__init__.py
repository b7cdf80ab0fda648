"""How the database came to its present form, one step a file in `versions` (Alembic).

A change of `schema` needs a next file there, whose `down_revision` is the one before, and its number in `HEAD` of
`holi.server.store.upgrade`. A test compares the steps with the schema, so that none is forgotten.
"""
