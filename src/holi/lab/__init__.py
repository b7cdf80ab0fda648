"""The laboratory: how fast the game runs, alone and beside its peers (`holi bench`)."""
