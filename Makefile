# The one door: `make` alone lists the targets. Each target sets up all that it needs.
.DEFAULT_GOAL := help
SHELL := /bin/sh
PYTHON ?= python3
VENV := .venv
export FLORILEGIUM_SHELL_PATH := $(PATH)
BIN := $(VENV)/bin
# Stages run as `python -m stages.x`, so the environment's python must be the first on PATH.
export PATH := $(CURDIR)/$(BIN):$(PATH)
export PIP_DISABLE_PIP_VERSION_CHECK := 1
PYTEST_WORKERS ?= 2

.PHONY: help research test check sync page browser encoder lock golden answers bench eval eval-retrieval eval-mentions clean

help: ## List the targets
	@grep -E '^[a-z-]+:.*## ' Makefile | sed -e 's/:.*## /\t/' | awk -F '\t' '{printf "make %-14s %s\n", $$1, $$2}'

research: $(VENV)/.run ## Set up, then build the memory of every topic in params.yaml
	@florilegium run

test: $(VENV)/.dev $(VENV)/.web ## Set up, then run every check: Ruff, mypy, generated parts, tests
	@$(MAKE) --no-print-directory check
	@pytest -q -n $(PYTEST_WORKERS)

check: $(VENV)/.dev ## Lint, types, and whether the generated parts are up to date
	ruff check .
	ruff format --check .
	mypy
	python tools/sync.py --check

sync: $(VENV)/.dev ## Write the generated parts again: deps, README's tree and picture, params table
	python tools/sync.py

golden: $(VENV)/.dev ## Write the expected results of the golden libraries again, for review
	UPDATE_GOLDEN=1 pytest -q -m golden

answers: $(VENV)/.dev ## Write the stored answers of the example library again, after prompts or candidates changed
	python tools/make_answers.py

bench: $(VENV)/.dev ## Measure indexing and search on generated vaults, with ratios against baselines
	python tools/bench.py

eval: $(VENV)/.run ## Measure everything and write docs/evaluation.md again: DATA=<folder with scifact/ and lihua/>
	@python -m evaluate.page $(if $(DATA),--data "$(DATA)") $(ARGS)

eval-retrieval: $(VENV)/.run ## Measure the search on a set: DATA=<folder with docs.jsonl, queries.jsonl, qrels.tsv>
	@test -n "$(DATA)" || { echo "eval-retrieval: name a set: make eval-retrieval DATA=<folder>" >&2; exit 2; }
	@python -m evaluate.retrieval "$(DATA)" $(ARGS)

eval-mentions: $(VENV)/.run ## Measure the links that a vault's notes might have: DATA=<folder of vaults>
	@test -n "$(DATA)" || { echo "eval-mentions: name a folder: make eval-mentions DATA=<folder of vaults>" >&2; exit 2; }
	@python -m evaluate.mentions --data "$(DATA)" $(ARGS)

page: web/node_modules/.package-lock.json ## Bundle the page that each memory carries (needs node)
	cd web && node build.mjs

browser: ## Install Debian's Chromium, in which the page is tested (needs root)
	apt-get update -qq
	DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium chromium-driver

encoder: $(VENV)/.run ## Install the optional encoder that can read beside the words (see docs/encoders.md)
	@$(BIN)/python -m pip install -q --require-hashes -r requirements-encoder.lock

lock: pyproject.toml ## Pin the dependencies again (needs uv)
	uv pip compile -q --universal --generate-hashes --python-version 3.11 --no-emit-index-url --no-emit-find-links \
	  --no-header --no-annotate --extra build pyproject.toml -o requirements.lock
	uv pip compile -q --universal --generate-hashes --python-version 3.11 --no-emit-index-url --no-emit-find-links \
	  --no-header --no-annotate --extra build --extra dev -c requirements.lock pyproject.toml -o requirements-dev.lock
	uv pip compile -q --universal --generate-hashes --python-version 3.11 --no-emit-index-url --no-emit-find-links \
	  --no-header --no-annotate --extra encoder -c requirements-dev.lock pyproject.toml -o requirements-encoder.lock

clean: ## Remove what the pipeline and the tools made, but not the environment
	rm -rf library metrics topics/*/work topics/*/memory topics/*/research.md .florilegium \
	  .mypy_cache .pytest_cache .ruff_cache .hypothesis

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Florilegium needs Python 3.11 or newer; name one with: make PYTHON=/path/to/python3.12 ..." >&2; exit 2; }
	$(PYTHON) -m venv $(VENV)

# The stamps hold the set-up of this very checkout: a changed lock or a moved folder installs again.
$(VENV)/.run: $(BIN)/python requirements.lock pyproject.toml
	@echo "Setting up the environment (once; a minute or more)"
	@$(BIN)/python -m pip install -q --require-hashes -r requirements.lock
	@$(BIN)/python -m pip install -q --no-deps --no-build-isolation --no-index -e .
	@# A relative path, since Python before 3.13 cannot read another one with an umlaut in it where the locale is C.
	@for link in $(VENV)/lib/python3*/site-packages/_editable_impl_florilegium.pth; do echo ../../../.. > "$$link"; done
	@touch $@

$(VENV)/.dev: $(VENV)/.run requirements-dev.lock
	@$(BIN)/python -m pip install -q --require-hashes -r requirements-dev.lock
	@touch $@

# Node is for those who work on the page: without it the committed bundle is used and its tests say why they are skipped.
web/node_modules/.package-lock.json: web/package-lock.json
	@cd web && npm ci --silent --prefer-offline --fetch-retries=0
	@touch $@

$(VENV)/.web: web/package-lock.json
	@if command -v npm >/dev/null; then \
	  $(MAKE) --no-print-directory web/node_modules/.package-lock.json || echo "web/: npm could not install; tests of the page's bundle are skipped"; fi
	@touch $@
