# The two commands of the README: `make play` and `make test`. Both set up what they need and can be run again.
PYTHON ?= $(shell for p in python3.11 python3.12 python3.13 python3; do $$p -c "import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))" 2>/dev/null && echo $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin
RULES := $(shell find src/terrarium/kernel src/terrarium/smallworld src/terrarium/terramystica src/terrarium/search src/terrarium/batch -name '*.py' 2>/dev/null)

WEB := $(shell find web -name node_modules -prune -o -type f -print 2>/dev/null) $(wildcard src/terrarium/words/*/*.json src/terrarium/maps_outlines/*/*.json)

.PHONY: play test check compile web clean

play: $(VENV)/compiled $(VENV)/web
	@$(BIN)/terrarium serve --port 0 --open

test: $(VENV)/compiled $(VENV)/web
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

# The browser table (`npm ci` cannot read a lock file without download addresses). Without Node the server runs without it and says so.
web: $(VENV)/web

$(VENV)/web: $(VENV)/installed $(WEB)
	@if command -v npm >/dev/null 2>&1; then \
	  cd web && npm install --silent --no-audit --no-fund && npm run build --silent; \
	else echo "No Node.js: the server runs without its browser table."; fi
	@touch $@

clean:
	rm -rf $(VENV) build dist web/node_modules src/terrarium/web_dist
	find src -name '*.so' -delete
