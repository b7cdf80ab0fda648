# The two commands of the README are `make play` and `make test`; each sets up what it needs in .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
PEERS := $(VENV)/.peers
MUTATION := $(VENV)/.mutation
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint requirements.lock --editable
PYTEST := $(BIN)/python -m pytest --numprocesses auto
BOTH_MODES := tests/rules tests/game tests/bots

.PHONY: play test check check-page bench bench-compare mutation oracle bots kill secrecy training web shots audit clean help

help:  ## Show this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 16

$(READY): pyproject.toml requirements.lock
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(INSTALL) '.[dev]'
	@touch $@

$(PEERS): $(READY)
	$(INSTALL) '.[dev,peers]'
	@touch $@

$(MUTATION): $(READY)
	$(INSTALL) '.[dev,mutation]'
	@touch $@

play: web  ## Play in the browser: build the page, start the server, open it
	@$(BIN)/holi

test: check check-page  ## All tests, the rules in both modes
	$(PYTEST)
	HOLI_MODE=compiled $(PYTEST) $(BOTH_MODES)

check: $(READY)  ## Style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

check-page: $(READY)  ## The page: types, texts, size
	$(BIN)/python tools/build_page.py --check

bench: $(READY)  ## How fast it is
	@$(BIN)/holi bench

bench-compare: $(PEERS)  ## The same beside its peers
	@$(BIN)/holi bench --compare

mutation: $(MUTATION)  ## Which changes of the rules no test notices; takes an hour or so, can be interrupted
	$(BIN)/python tools/mutation.py

oracle: $(READY)  ## Play many games against the independent second implementation of the rules
	HOLI_ORACLE_GAMES=2000 $(BIN)/python -m pytest tests/game/test_against_oracle.py
	HOLI_ORACLE_GAMES=2000 HOLI_MODE=compiled $(BIN)/python -m pytest tests/game/test_against_oracle.py

bots: $(READY)  ## Ten thousand positions for every bot, and its time on a loaded machine
	HOLI_BOT_POSITIONS=10000 HOLI_MODE=compiled $(BIN)/python -m pytest tests/bots/test_many_positions.py
	HOLI_MODE=compiled $(BIN)/python tools/bots_under_load.py

kill: $(READY)  ## Kill a node 200 times under load, on SQLite and on PostgreSQL
	HOLI_KILLS=200 $(BIN)/python -m pytest -s tests/server/test_kill.py

secrecy: $(READY)  ## Thousands of positions that differ only in what a seat may not know; takes half an hour or so
	HOLI_SECRECY_POSITIONS=2000 $(BIN)/python -m pytest tests/server/test_secrecy.py

training: $(READY)  ## Train the example agent until it beats casual
	HOLI_TRAINING_ROUNDS=60 $(BIN)/python -m pytest tests/env/test_training.py

web: $(READY)  ## Build the page into the package
	@$(BIN)/python tools/build_page.py

shots: web  ## Pictures of every screen, both themes, large and on a phone, into build/shots
	$(BIN)/python tools/shots.py

audit: web  ## Lighthouse on the first screen, and how soon a turn answers on a slow device
	$(BIN)/python tools/audit.py
	$(BIN)/python tools/interaction.py

clean:  ## Remove everything that was built
	rm -rf $(VENV) build dist mutants .mypy_cache .ruff_cache .pytest_cache .hypothesis
