# The two commands of the README: `make play` and `make test`. Both set up what they need and can be run again; without make,
# `python tools/prepare.py play` does the same. `make test SHUFFLE=7` runs the tests in another order.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do $$p -c "import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 14))" 2>/dev/null && echo $$p && break; done)
BIN := .venv/bin

.PHONY: play test bare check compile web tab docs clean

play:
	@$(or $(PYTHON),$(error Terrarium needs Python 3.11 to 3.14)) tools/prepare.py play

test:
	@$(PYTHON) tools/prepare.py test
	@$(BIN)/python tools/test.py $(if $(SHUFFLE),--shuffle $(SHUFFLE))

# `make play` as on a machine with Python alone: without Node and without a C compiler.
bare:
	@$(PYTHON) tools/prepare.py test
	@TERRARIUM_BARE=1 $(BIN)/python -m pytest -q -p no:cacheprovider tests/install/test_play.py

check:
	@$(PYTHON) tools/prepare.py check
	@$(BIN)/python tools/test.py --check

# The rules are compiled beside their sources; where that cannot be done the same source runs as it is.
compile:
	@$(PYTHON) tools/prepare.py compile

# The browser table.
web:
	@$(PYTHON) tools/prepare.py web

# Terrarium in a tab: dist/tab, a folder that any file server can give out. `make tab WASM=1` compiles the rules to WebAssembly.
tab:
	@$(PYTHON) tools/prepare.py $(if $(WASM),wasm,tab)
	@$(BIN)/python tools/tab.py $(if $(WASM),--wasm)

# The documentation site, in build/site; a broken link is an error.
docs:
	@$(PYTHON) tools/prepare.py docs
	@$(BIN)/mkdocs build --strict

clean:
	rm -rf .venv build dist web/node_modules web/src/generated src/terrarium/web_dist
	find src -name '*.so' -delete -o -name '*.pyd' -delete
