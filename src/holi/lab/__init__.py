"""The laboratory: speed (`holi bench`), matches of bots (`holi arena`), training (`holi train`)."""
