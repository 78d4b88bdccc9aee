# One target per thing people do; `make help` lists them. Each makes .venv when it is missing or old.

PYTHON ?= python3.11
# A package index other than pip's own: make test INDEX=https://...
INDEX ?=
POSITION ?= positions/half_ball_blue.json
LEVEL ?= pro
PICTURE ?= suggest.png
STROKES ?= 20000
SEED ?= 1

VENV := .venv
BAULK := $(VENV)/bin/baulk
PIP := $(VENV)/bin/python -m pip --quiet --disable-pip-version-check
INSTALL := $(PIP) install $(if $(INDEX),--index-url $(INDEX)) --constraint constraints.txt

# What pyproject.toml asks for, one requirement a word: $(call requirements,dependencies)
requirements = $$($(VENV)/bin/python -c 'import tomllib; p = tomllib.load(open("pyproject.toml", "rb"))["project"]; print(*p$(1))')

export MPLBACKEND ?= Agg

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help suggest test lint format soak bench core dev clean FORCE

help: ## list these targets
	@sed -n 's/^\([a-z]*\):.*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 18

suggest: core ## rank the strokes for POSITION at LEVEL and draw PICTURE
	@$(BAULK) suggest $(POSITION) --level $(LEVEL) --picture $(PICTURE)

test: dev ## run the tests; TESTS="tests/physics -k throw" picks some
	@$(VENV)/bin/python -m pytest $(TESTS)

lint: dev ## check style, formatting and types
	$(VENV)/bin/ruff check
	$(VENV)/bin/ruff format --check
	$(VENV)/bin/mypy

format: dev ## sort imports, fix what can be fixed, format
	$(VENV)/bin/ruff check --fix-only --quiet
	$(VENV)/bin/ruff format

soak: core ## hunt faults in STROKES random strokes from SEED
	@$(BAULK) soak physics --n $(STROKES) --seed $(SEED)

bench: core ## measure the engine on this machine
	@$(BAULK) bench physics

core: $(VENV)/.core $(VENV)/.linked ## make .venv with what playing needs

dev: $(VENV)/.core $(VENV)/.dev $(VENV)/.linked ## make .venv with the development tools too

clean: ## remove .venv, build outputs and caches
	rm -rf $(VENV) build dist *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find physics env agents training src tests -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/bin/python:
	@command -v $(PYTHON) >/dev/null || { echo "$(PYTHON) not found: make PYTHON=/path/to/python3.11" >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV)

$(VENV)/.core: pyproject.toml constraints.txt | $(VENV)/bin/python
	@echo "Installing what Baulk needs into $(VENV) ..." >&2
	@$(INSTALL) setuptools $(call requirements,["dependencies"])
	@touch $@

$(VENV)/.dev: $(VENV)/.core
	@echo "Installing the development tools into $(VENV) ..." >&2
	@$(INSTALL) $(call requirements,["optional-dependencies"]["dev"])
	@touch $@

# The strict editable install is a tree of links, one per file: made again when the files change.
$(VENV)/.linked: $(VENV)/.files $(VENV)/.core
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

# The list of package files, written only when it differs from the last one.
$(VENV)/.files: FORCE | $(VENV)/bin/python
	@find physics env agents training src/baulk -type f ! -path '*/__pycache__/*' ! -name '*.md' | LC_ALL=C sort > $@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi
