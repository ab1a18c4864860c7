# The whole workflow. Every target sets up its own .venv when needed and is quick when nothing has changed.
#
#   make play       set everything up and open the board in the browser
#   make terminal   set everything up and open a game in the terminal
#   make test       set everything up and run the tests (about five minutes on two idle cores)
#   make test-all   the slow tests too (seven to eight minutes), as .ci/run does
#   make check      formatters, linters, types (the page needs npm for its own), stubs, layers and sizes of files
#   make test-deep  the long runs: perft to depth 7, the oracle over 200,000 positions, the fuzzer with sanitizers,
#                   random changes of changed modules that tests should notice
#   make test-fuzz  the fuzzer of the core and of pickles, on a core built with the sanitizers
#   make test-asan  the tests on a core built with the address and undefined-behavior sanitizers
#   make test-tsan  the tests of the threaded search on a core built with the thread sanitizer
#   make test-lowest  tests in an environment with the lowest versions that pyproject.toml allows
#   make bench      speed of the core
#   make docs       the documentation as HTML in docs/_build
#   make build      compile the core again after a change
#   make wheel      an sdist and a wheel for other machines in dist
#   make test-wheel install both in clean environments and try them, also as older CPUs under qemu
#   make wheel-aarch64, make test-wheel-aarch64  the same for Linux on aarch64, with a cross-compiler and qemu

PYTHON ?= python3
# One more than the two cores of a small machine, because many tests wait for other processes.
JOBS ?= 3
BIN := .venv/bin
comma := ,
PIP := $(BIN)/python -m pip --disable-pip-version-check -q
CORE := $(shell find cpp -name '*.[ch]pp' -o -name '*.cmake') CMakeLists.txt
# Hundreds of tests start a process. Without cached bytecode, each process would compile all modules again.
export PYTHONDONTWRITEBYTECODE :=
# An editable install knows only the modules that existed when it was made. If a file is added or removed, the
# package is installed again.
LIST_MODULES := find src -name '*.py' | LC_ALL=C sort

.PHONY: play terminal test test-all check test-deep test-fuzz test-asan test-tsan test-lowest \
  wheel test-wheel wheel-aarch64 test-wheel-aarch64 bench docs build stubs format clean

play: .venv/.built
	@$(BIN)/hexapoda web

terminal: .venv/.built
	@HEXAPODA_STARTED_BY="make terminal" $(BIN)/hexapoda play

test: .venv/.built .venv/.dev
	$(BIN)/pytest -n $(JOBS) --dist worksteal

test-all: .venv/.built .venv/.dev
	$(BIN)/pytest -n $(JOBS) --dist worksteal $(ALL)

test-deep: .venv/.built .venv/.dev test-fuzz
	$(BIN)/pytest -n $(JOBS) --dist worksteal -m deep --timeout 3600
	$(BIN)/python tools/mutants.py

check: .venv/.built .venv/.dev tools/page/node_modules/.made
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/clang-format --dry-run -Werror $(filter %pp,$(CORE))
	$(BIN)/mypy
	$(BIN)/python tools/stubs.py --check
	$(BIN)/python tools/page_types.py --check
	$(BIN)/pytest tests/test_layers.py
	tools/page/node_modules/.bin/tsc -p tools/page
	tools/page/node_modules/.bin/biome ci --error-on-warnings .

# The type checker, the linter and the formatter of the page. Nothing else needs node.
tools/page/node_modules/.made: tools/page/package.json tools/page/package-lock.json
	@command -v npm >/dev/null || { echo "make check and make format need npm, for the scripts of the page"; exit 1; }
	npm ci --prefix tools/page --no-audit --no-fund --loglevel=error
	@touch $@

format: .venv/.dev tools/page/node_modules/.made
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(filter %pp,$(CORE))
	tools/page/node_modules/.bin/biome check --write .

stubs: .venv/.built .venv/.dev
	$(BIN)/python tools/stubs.py
	$(BIN)/python tools/page_types.py

bench: .venv/.built
	$(BIN)/hexapoda bench

docs: .venv/.built .venv/.docs
	$(BIN)/sphinx-build -W -q -b html docs docs/_build
	@echo "open docs/_build/index.html"

build:
	@rm -f .venv/.built
	@$(MAKE) --no-print-directory .venv/.built

# The tests of make test-all.
ALL := -m "not deep and not gpu"

# Runs tests in a second environment next to .venv, with the same tools and a sanitized core:
#   $(call sanitized,FOLDER,SANITIZERS,LIBRARY,OPTIONS,TESTS)
# libstdc++ is preloaded too: without it the sanitizer cannot intercept the exceptions of the core.
define sanitized
	$(PYTHON) -m venv $(1)
	echo "$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')" \
	  > "$$($(1)/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/tools.pth"
	PATH="$(CURDIR)/$(BIN):$$PATH" $(1)/bin/python -m pip --disable-pip-version-check install -q \
	  --no-build-isolation --no-deps --force-reinstall \
	  -C cmake.define.HEXAPODA_SANITIZE=$(2) -C build-dir=build/$(1) .
	LD_PRELOAD="$$($${CXX:-c++} -print-file-name=$(3)) $$($${CXX:-c++} -print-file-name=libstdc++.so)" \
	  $(4) $(1)/bin/python -m pytest --timeout 1800 $(5)
endef

# A damaged pickle may ask for any amount of memory: the allocation must fail, not abort the process or use up the memory
# of the machine.
ASAN := ASAN_OPTIONS=detect_leaks=0:abort_on_error=1:allocator_may_return_null=1:max_allocation_size_mb=3072 UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1
test-fuzz: .venv/.built .venv/.dev
	$(call sanitized,.venv-asan,address$(comma)undefined,libasan.so,$(ASAN) HEXAPODA_FUZZ_CALLS=5000,-n $(JOBS) -m "deep or not deep" tests/core/test_core_fuzz.py)

# Without the tests that start a browser, a database server or Ray: these would run under the sanitizer too.
CORE_TESTS := tests/core tests/hive tests/hex tests/games tests/engines tests/protocols tests/records tests/cli tests/terminal README.md
test-asan: .venv/.built .venv/.dev
	$(call sanitized,.venv-asan,address$(comma)undefined,libasan.so,$(ASAN),-n $(JOBS) $(ALL) $(CORE_TESTS))

# Only the tests of threaded searches: the threads of the interpreter itself are not of interest. `setarch -R` turns
# off address randomization, which the sanitizer of some compilers does not support.
test-tsan: .venv/.built .venv/.dev
	$(call sanitized,.venv-tsan,thread,libtsan.so,TSAN_OPTIONS=halt_on_error=1:exitcode=66 setarch -R,tests/engines/test_alphabeta.py tests/engines/test_hex_rave.py tests/hex/test_solver.py -k "thread or stop or pondering")

# What depends on other packages, with the lowest versions that pyproject.toml allows of them. These versions use what
# is deprecated in newer packages that they need, so a warning is no error here. Tests that need PyTorch are skipped,
# even where CI is set.
LOWEST_TESTS := tests/train/test_ray_cluster.py tests/storage tests/practice tests/terminal tests/cli tests/nn/test_onnx_file.py \
  tests/train/test_environments.py tests/train/test_openspiel.py tests/train/test_dataset.py tests/web/test_connections.py \
  tests/web/test_games_api.py tests/web/test_library.py tests/web/test_live.py tests/web/test_matches_api.py
test-lowest: .venv-lowest/.built
	CI= .venv-lowest/bin/python -m pytest -n $(JOBS) $(ALL) -o filterwarnings=default --disable-warnings $(LOWEST_TESTS)

.venv-lowest/.made: pyproject.toml tools/requirements.py
	$(PYTHON) -m venv --clear .venv-lowest
	$(PYTHON) tools/requirements.py lowest > .venv-lowest/lowest.txt
	.venv-lowest/bin/python -m pip --disable-pip-version-check install -q -r .venv-lowest/lowest.txt
	@touch $@

.venv-lowest/.built: .venv-lowest/.made FORCE
	PATH="$(CURDIR)/.venv-lowest/bin:$$PATH" .venv-lowest/bin/python -m pip --disable-pip-version-check install -q \
	  --no-build-isolation --no-deps --force-reinstall -C build-dir=build/.venv-lowest .

# The Pythons that wheels are built for and tried with; those of other Linux machines, by releases of Debian.
PYTHONS ?= $(BIN)/python
RELEASES ?= bookworm trixie
wheel: .venv/.tools .venv/.wheel
	$(BIN)/python -m tools.wheel_build $(PYTHONS)

wheel-aarch64: .venv/.tools .venv/.wheel
	$(BIN)/python -m tools.wheel_build --aarch64 $(RELEASES)

test-wheel: .venv/.tools .venv/.wheel
	[ -e dist/*.tar.gz ] || $(MAKE) --no-print-directory wheel
	$(BIN)/python -m tools.wheel_check $(PYTHONS)

test-wheel-aarch64: .venv/.tools .venv/.wheel
	ls dist/*_aarch64.whl >/dev/null || $(MAKE) --no-print-directory wheel-aarch64
	$(BIN)/python -m tools.wheel_check --aarch64 $(RELEASES)

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "hexapoda needs Python 3.11 or newer; choose one: make PYTHON=python3.12" >&2; exit 2; }
	$(PYTHON) -m venv .venv

.venv/.tools: pyproject.toml tools/requirements.py | $(BIN)/python
	@echo "setting up .venv ..."
	@$(BIN)/python tools/requirements.py build > .venv/build.txt && $(PIP) install -r .venv/build.txt
	@touch $@

.venv/.dev: pyproject.toml tools/requirements.py | $(BIN)/python
	@$(BIN)/python tools/requirements.py dev > .venv/dev.txt && $(PIP) install -r .venv/dev.txt
	@touch $@

.venv/.docs: pyproject.toml tools/requirements.py | $(BIN)/python
	@$(BIN)/python tools/requirements.py docs > .venv/docs.txt && $(PIP) install -r .venv/docs.txt
	@touch $@

.venv/.wheel: pyproject.toml tools/requirements.py | $(BIN)/python
	@$(BIN)/python tools/requirements.py wheel > .venv/wheel.txt && $(PIP) install -r .venv/wheel.txt
	@touch $@

.venv/.modules: FORCE | $(BIN)/python
	@$(LIST_MODULES) | cmp -s - $@ || $(LIST_MODULES) > $@

.venv/.built: .venv/.tools .venv/.modules $(CORE) pyproject.toml
	@echo "compiling the core (some minutes the first time) ..."
	@PATH="$(CURDIR)/$(BIN):$$PATH" $(PIP) install --no-build-isolation -e .
	@touch $@

FORCE:

clean:
	rm -rf .venv .venv-asan .venv-tsan .venv-lowest build dist docs/_build tools/page/node_modules
