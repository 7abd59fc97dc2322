# What one does with a checkout; the commands are for Linux and macOS.
PYTHON ?= python3
PYTEST = .venv/bin/python -m pytest --dist worksteal
SCREENS ?= build/screens
BENCH ?= press plays searches start
# without cached bytecode each process of the tests would compile the sources again
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help install run quick test lint screens bench

help: ## list what can be made
	@sed -n 's/^\([a-z]*\):.*## /  \1\t/p' $(MAKEFILE_LIST) | expand -t 12

install: .venv/installed ## install the bot and all that its checks need into .venv
.venv/installed: pyproject.toml
	$(PYTHON) -m venv .venv
	.venv/bin/python -m pip install -q -e ".[test,lint]"
	touch $@

run: install ## run the bot, or open a practice table where there is no token
	.venv/bin/python -m bot

quick: install ## run the fast tests, which need neither a browser, nor PostgreSQL, nor the whole program
	$(PYTEST) -q -n logical --ignore=tests/e2e -m "not long and not slow and not browser and not e2e and not postgres"

test: install ## run every test but the long ones
	$(PYTEST) -n auto

lint: install ## check style and types
	bash .ci/lint .venv/bin

screens: install ## take a picture of every screen into SCREENS
	.venv/bin/python -m tests.e2e.browser.every_screen $(SCREENS)

bench: install ## measure a press, plays, searches and the start; BENCH names others
	@for name in $(BENCH); do echo "== $$name"; .venv/bin/python tests/bench/bench_$$name.py || exit 1; done
