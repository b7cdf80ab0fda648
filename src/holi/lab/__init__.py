"""The laboratory: speed beside the peers (`holi bench`), matches of bots (`holi arena`), training (`holi train`)."""
