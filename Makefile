# The two commands of the README: `make play` and `make test`. Both set up what they need and can be run again.
PYTHON ?= $(shell for p in python3.11 python3.12 python3.13 python3; do $$p -c "import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))" 2>/dev/null && echo $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin
RULES := $(shell find src/terrarium/kernel src/terrarium/smallworld src/terrarium/terramystica src/terrarium/search -name '*.py' 2>/dev/null)

.PHONY: play test check compile clean

play: $(VENV)/compiled
	@$(BIN)/terrarium play small-world --seats human,random

test: $(VENV)/compiled
	@$(BIN)/python tools/test.py

check: $(VENV)/installed
	@$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/mypy

compile: $(VENV)/compiled

$(VENV)/installed: pyproject.toml hatch_build.py
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade pip setuptools
	@TERRARIUM_PURE=1 $(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@

# The rules are compiled in place; without a C compiler the same source runs as it is.
$(VENV)/compiled: $(VENV)/installed $(RULES)
	@$(BIN)/python tools/compile.py
	@touch $@

clean:
	rm -rf $(VENV) build dist
	find src -name '*.so' -delete
