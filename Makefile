# Everything that a person or a machine runs here. Python 3.11 or newer and make are all it needs:
# the first target that wants the environment makes it, from what requirements.lock pins; what only
# tests and other work on the project need comes when that begins, from requirements-dev.lock.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
JOBS   ?= 2
WORKERS ?= 6

CREATED   := $(VENV)/.created
INSTALLED := $(VENV)/.installed
TOOLED    := $(VENV)/.tooled
EQUIPPED  := $(VENV)/.equipped
WARMED    := $(VENV)/.warmed
LOCKSTEP  := $(VENV)/.warmed-lockstep
FUZZER    := build/fuzz/.installed
KERNELS   := src/shengji/__init__.py $(addprefix src/shengji/play/,jit.py compiler.py sharing.py sources.py) $(shell grep -rl --include='*.py' '^@compiled' src/shengji 2>/dev/null)
TOOLS     := web/node_modules/.package-lock.json
CLIENT    := src/shengji/server/static/index.html
WORDS     := web/src/words/generated/keys.ts
WIRE      := web/src/wire.ts
REQUESTS  := web/src/requests.ts
FORMS     := web/src/room/settings.fields.ts
SOURCES   := $(shell find web/src web/public web/plugins web/index.html web/*.ts web/*.js -type f -not -path '*/generated/*' -not -name '*.fields.ts' -not -path $(WIRE) -not -path $(REQUESTS) 2>/dev/null)
NPM       := $(BIN)/python -m web.npm
PIP       := $(BIN)/python -m pip install --quiet --disable-pip-version-check

MAKEFLAGS     += --no-print-directory
# What Python has compiled is kept, whatever is set outside: the tests start many processes.
unexport PYTHONDONTWRITEBYTECODE
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
ifndef TOGETHER
.NOTPARALLEL:
endif
.PHONY: help play serve web cluster chaos test docs checks quick lint types imports client unit format bench campaign all-cases night strength strength-check load flood fuzz faults history-speed page install-check sbom reproducible image-check ray screenshots mutants coverage generated setup lock clean

help: ## Say what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

play: $(WARMED) ## Play in the terminal
	@$(BIN)/shengji play

# Compiling the rules takes one core for a while; the other builds the client.
serve: $(INSTALLED) ## Serve the table on the web, for browsers here and in the house
	@$(MAKE) -j 2 TOGETHER=yes $(WARMED) $(CLIENT)
	@$(BIN)/shengji serve

web: $(CLIENT) ## Build the browser client

# What tests need comes beside what the program needs, and checks are made beside the compiling. The
# tests begin as soon as all that they need is there, beside the checks that are left, and end last.
test: ## Check everything: lint, types, imports, the client, the tests
	@$(MAKE) -j 2 TOGETHER=yes unit checks

docs: $(EQUIPPED) ## Build the documents as a site, in build/docs
	$(BIN)/python -m docs.site

checks: $(WARMED) lint types imports client $(CLIENT)

lint: $(EQUIPPED) ## Check style, layout and prose
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/python -m tests.prose

types: $(EQUIPPED) ## Check the types, strictly
	$(BIN)/mypy

imports: $(EQUIPPED) ## Check that each room imports only from the rooms below it
	$(BIN)/lint-imports

quick: lint types ## Check style and types, and test the rules: under a minute, before each commit
	$(BIN)/pytest -q tests/cards tests/rules

client: $(TOOLS) $(WORDS) $(REQUESTS) $(FORMS) ## Check the browser client: types, style, layout, tests
	$(NPM) run --silent check
	$(NPM) run --silent format:check
	$(NPM) run --silent test

# Three for each core: who tests a browser, a terminal or a server waits for it.
unit: $(LOCKSTEP) $(EQUIPPED) $(CLIENT) $(WIRE) ## Run the tests and the examples in the documentation; say which were slowest
	$(BIN)/pytest -q --workers $(WORKERS) --durations 30 --durations-min 5

format: $(EQUIPPED) $(TOOLS) ## Lay out the code, and mend what can be mended by itself
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(NPM) run --silent format

bench: $(WARMED) ## Measure the speed
	$(BIN)/shengji bench

HANDS ?= 20000
SEED  ?= 1

campaign: $(EQUIPPED) $(WARMED) $(CLIENT) ## Make all trials that tests make a twentieth of, and play matches over random rules: make campaign HANDS=20000 SEED=1
	$(BIN)/pytest --workers $(WORKERS) -q --campaign tests --ignore tests/browser
	$(BIN)/pytest --workers $(WORKERS) -q --campaign -m campaign tests/browser
	$(BIN)/python -m tests.campaign --hands $(HANDS) --seed $(SEED) --jobs $(JOBS)

PLAYERS ?= 24
ROUNDS  ?= 4

all-cases: $(LOCKSTEP) $(EQUIPPED) $(CLIENT) $(WIRE) ## Make the tests that are left to campaigns, each once; takes a quarter of an hour
	$(BIN)/pytest --workers $(WORKERS) -q --campaign -m campaign

night: $(EQUIPPED) $(WARMED) $(CLIENT) ## Play a whole night with bots, and leave a site to look at: make night PLAYERS=24 ROUNDS=4 SEED=1
	@$(BIN)/python -m benchmarks.night --players $(PLAYERS) --rounds $(ROUNDS) --seed $(SEED)

TABLES ?= 300

load: $(EQUIPPED) $(WARMED) $(CLIENT) ## Load the server with tables that are played at: make load TABLES=1000
	$(BIN)/python -m benchmarks.load --tables $(TABLES) --seconds 20

flood: $(EQUIPPED) $(WARMED) $(CLIENT) ## Flood the server, by sockets and by requests, beside tables that are played at; takes three minutes
	$(BIN)/python -m benchmarks.load.flood

MINUTES ?= 10

strength: $(EQUIPPED) $(WARMED) ## Play on at the matches of docs/strength.md, and write it: make strength MINUTES=60 ONLY=strong-medium
	@nice $(BIN)/python -m benchmarks.strength play --minutes $(MINUTES) --jobs $(JOBS) --only "$(ONLY)"

strength-check: $(EQUIPPED) $(WARMED) ## Check that the bots have not become weaker; takes some minutes
	@$(BIN)/python -m benchmarks.strength check --jobs $(JOBS)

page: $(EQUIPPED) $(WARMED) $(CLIENT) ## Measure how fast the site opens
	$(BIN)/python -m benchmarks.page

fuzz: $(EQUIPPED) $(WARMED) $(FUZZER) ## Feed each decoder what it has never read, guided by its branches: make fuzz MINUTES=15 SEED=1 ONLY=record
	@PYTHONPATH=build/fuzz/atheris nice $(BIN)/python -m tests.fuzz --minutes $(MINUTES) --seed $(SEED) --only "$(ONLY)"

faults: $(LOCKSTEP) $(EQUIPPED) $(CLIENT) $(WIRE) ## Fail disks, clocks, memory and processes in every way that tests know; takes some minutes
	@nice $(BIN)/pytest -q --campaign -m faults --workers $(JOBS) tests

MATCHES ?= 100000

history-speed: $(EQUIPPED) $(WARMED) ## Ask a database with many matches: make history-speed MATCHES=100000
	$(BIN)/python -m benchmarks.history --matches $(MATCHES)

cluster: $(EQUIPPED) $(WARMED) $(CLIENT) ## Run a site of many servers on this machine: PostgreSQL, NATS, two doors, two nodes with tables, two bot workers
	@$(BIN)/python -m benchmarks.cluster --port $(or $(PORT),8000)

FAULTS ?= 100
PACE   ?= 0.4
SERVERS ?= both

chaos: $(EQUIPPED) $(WARMED) $(CLIENT) ## Hurt a site of one server, and such a one, and prove from its logs that nothing was lost: make chaos FAULTS=100 MINUTES=10 SEED=1 ONLY=NATS PACE=2 SERVERS=one
	@nice $(BIN)/python -m benchmarks.cluster.chaos --faults $(FAULTS) --minutes $(MINUTES) --seed $(SEED) --only "$(ONLY)" --pace $(PACE) --servers $(SERVERS)

install-check: $(EQUIPPED) $(CLIENT) ## Build, check and install what is published, run tests out of the sdist, and measure sizes and first answers; takes ten minutes, and the network
	@nice $(BIN)/python -m benchmarks.install

sbom: $(EQUIPPED) $(CLIENT) ## List what a site is made of with its licences, in build/sbom.json (CycloneDX), and check these
	@$(BIN)/python -m benchmarks.supply sbom

reproducible: $(EQUIPPED) ## Build sdist and wheel twice, in other surroundings, and compare them byte by byte; takes minutes
	@nice $(BIN)/python -m benchmarks.supply reproducible

image-check: $(EQUIPPED) ## Run the steps of the image in a clean folder, and start what they make; takes minutes
	@nice $(BIN)/python -m tests.image

# Ray is large, and only clusters need it: it has a folder of its own.
ray: $(EQUIPPED) $(WARMED) ## Check that a cluster of Ray plays, and writes data, as this machine does alone; takes minutes
	@$(PIP) --target build/beside --upgrade 'ray>=2.40'
	@PYTHONPATH=build/beside nice $(BIN)/python -m tests.arena.on_ray

screenshots: $(EQUIPPED) $(WARMED) $(CLIENT) ## Take pictures of the site, in build/screens; those of the documents with DOCUMENTS=--documents
	$(BIN)/python -m tests.browser.screenshots $(DOCUMENTS)

mutants: $(EQUIPPED) $(WARMED) ## Plant faults in the rules, the site, the tables and the evenings, and list those that no test sees: make mutants MINUTES=10 SEED=1
	@nice $(BIN)/python -m tests.mutants --minutes $(MINUTES) --seed $(SEED)

coverage: $(EQUIPPED) $(WARMED) ## Test every rule of the family, row by row
	@JOBS=$(JOBS) $(BIN)/python -m tests.coverage

generated: $(EQUIPPED) $(WARMED) $(WORDS) $(REQUESTS) $(FORMS) ## Write again what is generated: the rules book, the picture of the rooms, the lists of addresses and of commands, the tables of settings, of a night's events, of columns, of the fields of records, of the layout, of scale and of the family, the matrix, the client's words, types, requests and forms
	$(BIN)/python -m docs.rules_book
	$(BIN)/python -m docs.rooms
	$(BIN)/python -m docs.addresses
	$(BIN)/python -m docs.settings
	$(BIN)/python -m docs.columns
	$(BIN)/python -m docs.record_fields
	$(BIN)/python -m docs.night_events
	$(BIN)/python -m docs.commands
	$(BIN)/python -m docs.questions
	$(BIN)/python -m docs.layout
	$(BIN)/python -m docs.programs
	$(BIN)/python -m benchmarks.scale
	$(BIN)/python -m tests.family.make_table
	$(BIN)/python -m tests.matrix.make_matrix

setup: $(EQUIPPED) $(WARMED) ## Install everything and compile the rules, once

COMPILE := $(BIN)/uv pip compile --upgrade --universal --fork-strategy fewest --python-version 3.11 \
	--generate-hashes --no-emit-index-url --quiet --custom-compile-command 'make lock'
LOCK := $(COMPILE) pyproject.toml --extra site --group build

lock: $(INSTALLED) ## Pin the newest dependencies that pyproject.toml allows
	$(BIN)/pip install --quiet uv
	$(LOCK) --output-file requirements.lock
	$(LOCK) --group dev --constraint requirements.lock --output-file requirements-dev.lock \
		$$(sed -n 's/^\([A-Za-z0-9._-]*\).*==.*/--no-emit-package \1/p' requirements.lock)
	$(COMPILE) --group fuzz --output-file requirements-fuzz.lock

clean: ## Remove the environment and all that was made
	rm -rf $(VENV) web/node_modules $(dir $(CLIENT) $(WORDS)) $(WIRE) $(REQUESTS) web/src/*/*.fields.ts build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find src tests docs web -depth -name __pycache__ -exec rm -rf {} +

$(CREATED):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
		echo "shengji needs Python 3.11 or newer, and '$(PYTHON)' is not. Name another: make PYTHON=python3.12" >&2; \
		exit 1; }
	@echo "Setting up the environment in $(VENV) ..."
	@$(PYTHON) -m venv $(VENV)
	@touch $@

# Pinned and checked by hash, with plain pip; our own package is linked, not copied. Python compiles
# what it needs when it needs it, which is half of what is there.
$(INSTALLED): $(CREATED) pyproject.toml requirements.lock
	@$(PIP) --no-compile --require-hashes -r requirements.lock
	@$(PIP) --no-deps --no-build-isolation -e .
	@touch $@

# None of these is among those above: both come at the same time, and others use what is there.
$(TOOLED): $(CREATED) requirements-dev.lock
	@echo "Setting up the tools of development ..."
	@$(PIP) --no-compile --require-hashes --no-deps -r requirements-dev.lock
	@touch $@

$(EQUIPPED): $(INSTALLED) $(TOOLED)
	@touch $@

# Large, and only fuzzing needs it: it has a folder of its own.
$(FUZZER): $(INSTALLED) requirements-fuzz.lock
	@$(PIP) --require-hashes --no-deps --upgrade --target $(@D)/atheris -r requirements-fuzz.lock
	@touch $@

# The tools of the client, pinned in its own lock file. The Node that runs them is a wheel.
$(TOOLS): $(INSTALLED) web/package.json web/package-lock.json
	@echo "Setting up the tools of the browser client ..."
	@$(NPM) ci --loglevel error --no-fund --no-audit
	@touch $@

# The client's words, in files of which this is one.
$(WORDS): $(INSTALLED) web/make_words.py $(shell find web/words src/shengji -name '*.toml' -o -path 'src/*words*.py' 2>/dev/null)
	@$(BIN)/python -m web.make_words

# The client's types, of which nothing is left in what is built; then its requests, which stay as
# they are unless an address has changed.
$(WIRE): $(INSTALLED) web/make_types.py web/make_requests.py $(shell find src/shengji -name '*.py' 2>/dev/null)
	@$(BIN)/python -m web.make_requests
	@$(BIN)/python -m web.make_types

$(REQUESTS): $(WIRE)
	@test -e $@ || $(BIN)/python -m web.make_requests

# The fields of the client's forms, in files of which this is one.
$(FORMS): $(INSTALLED) $(WORDS) web/make_forms.py $(shell grep -rlw --include='*.py' Setting src/shengji 2>/dev/null) $(wildcard src/shengji/forms/*.py)
	@$(BIN)/python -m web.make_forms

$(CLIENT): $(TOOLS) $(SOURCES) $(WORDS) $(REQUESTS) $(FORMS)
	@echo "Building the browser client ..."
	@$(NPM) run --silent build -- --logLevel warn
	@touch $@

# The compiled rules are kept beside their source; when one changes, all are compiled again.
$(WARMED): $(INSTALLED) $(KERNELS)
	@$(BIN)/shengji warm
	@touch $@

# Who plays needs none of these.
$(LOCKSTEP): $(WARMED)
	@$(BIN)/python -c 'from shengji.env.vector import Hands; Hands(lanes=1)'
	@touch $@
