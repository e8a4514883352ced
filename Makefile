# Two commands do everything on a machine with python3 (3.11 or newer, with venv) and make:
#   make audit    set up, then audit the questions in this repository
#   make test     set up, then run all tests
# and for those who change the code:
#   make check    lint, types, architecture, generated files, and the tests
#   make generate write the generated files anew (schema/ and reference pages in docs/)
#   make gallery  make docs/gallery/ anew, its pictures of web pages with Chromium if there is one
#   make pictures make the pictures of the tutorials anew, that of a web page with Chromium if there is one
#   make consumers install the programs that read what we render (into .consumers/), and test with them

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.PHONY: audit test check lint generate gallery pictures consumers clean

audit: $(VENV)/.run
	$(BIN)/qbank audit

test: $(VENV)/.dev
	$(BIN)/python -m pytest -n auto

check: lint test

lint: $(VENV)/.dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m qbank.generate --check

generate: $(VENV)/.dev
	$(BIN)/python -m qbank.generate --write

gallery: $(VENV)/.dev
	$(PIP) install --requirement docs/gallery/requirements.txt
	$(BIN)/python docs/gallery/make.py

pictures: $(VENV)/.dev
	$(PIP) install --requirement docs/gallery/requirements.txt
	$(BIN)/python docs/pictures/make.py

consumers: $(VENV)/.dev
	$(BIN)/python tests/consumers/install.py
	$(BIN)/python -m pytest -n auto --dist worksteal -m consumer -rs tests/consumers

clean:
	rm -rf $(VENV) .consumers .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "qbank needs Python 3.11 or newer; name one with 'make PYTHON=/path/to/python3.12 ...'" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV) \
	  || { echo "python3 has no venv; on Debian: apt-get install python3-venv" >&2; rm -rf $(VENV); exit 1; }

$(VENV)/.run: pyproject.toml | $(VENV)/bin/python
	$(PIP) install --editable .
	touch $@

$(VENV)/.dev: pyproject.toml | $(VENV)/bin/python
	$(PIP) install --editable '.[dev]'
	touch $@ $(VENV)/.run
