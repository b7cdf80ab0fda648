"""`python -m holi.cli` is `holi`."""

from holi.cli import main

main()
