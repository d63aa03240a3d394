# Every target sets up what it needs, by play.py; the environment is kept in .venv.
PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin/python

.PHONY: play test pythons release evenings journeys monkey windows lint types check bench fuzz mutants bots levels prove dist screens pictures catalogues sprites sounds clean

play: $(VENV)/play
	@$(RUN) main.py $(ARGS)

test: $(VENV)/dev
	@$(RUN) play.py test $(ARGS)

# Whole programs and the people before them in one simulated time: what falls is told with the shortest list of
# acts that shows it. `make evenings ARGS="--evenings 100 --seed 7"`.
evenings: $(VENV)/dev
	@$(RUN) -m tests.evening $(ARGS)

# The quick tests, and the package as pip installs it, on each other Python that is here.
pythons: $(VENV)/dev
	@.ci/pythons

# They mostly wait for what is to be seen.
journeys: $(VENV)/dev
	$(RUN) -m pytest tests/desktop -m journey -n $$($(RUN) -c 'import os; print(1 + 2 * (os.cpu_count() or 1))') --dist worksteal $(ARGS)

# A minute at every scene, where the journeys take three, and something else each time: the seed is told where
# something breaks, and `make monkey MONKEY_SEED=7 ARGS="-k 'a_monkey and lobby'"` plays that again.
monkey: export MONKEY_SECONDS ?= 60
monkey: export MONKEY_SEED ?= $(shell date +%s)
monkey: $(VENV)/dev
	$(RUN) -m pytest tests/desktop -m journey -k a_monkey -n $$($(RUN) -c 'import os; print(1 + (os.cpu_count() or 1))') --dist worksteal $(ARGS)

# The program for Windows, built and tried under Wine; ARGS=tests: the tests of what has no window, by Windows' Python.
windows: $(VENV)/dev
	@$(RUN) -m tests.windows $(ARGS)

lint: $(VENV)/dev
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .

# Also as on the systems that are not here: what those do not have is an error.
types: $(VENV)/dev
	$(VENV)/bin/mypy
	$(VENV)/bin/mypy --platform win32 --cache-dir .mypy_cache/win32 --no-warn-unused-ignores main.py play.py game
	$(VENV)/bin/mypy --platform darwin --cache-dir .mypy_cache/darwin --no-warn-unused-ignores main.py play.py game

check: lint types test

# Every scene at five sizes, in three languages, at three sizes of text: what is cut off, overlapped, outside or pale.
screens: $(VENV)/dev
	@$(RUN) -m tests.bench.screens $(ARGS)

# The pictures of the README, taken of the program at play.
pictures: $(VENV)/dev
	@$(RUN) -m tests.bench.pictures

bench: $(VENV)/dev
	@$(RUN) -m tests.bench $(ARGS)

# Damaged files, messages and packets: a hundred times as many as in `make test`.
fuzz: $(VENV)/dev
	@TIMES=$(or $(TIMES),100) $(RUN) play.py test tests/net/test_fuzz.py tests/storage/test_damage.py -o faulthandler_timeout=0 $(ARGS)

# Each bound of the wire changed by one: a test has to fail for it. `make mutants ARGS="MODULE.py TESTS"`: another module.
mutants: $(VENV)/dev
	@$(RUN) -m tests.bench.mutants $(ARGS)

bots: $(VENV)/dev
	@$(RUN) -m tests.bench.bots $(ARGS)

levels: $(VENV)/dev
	@$(RUN) -m levels.make_levels $(ARGS)

# Each stored solution is replayed.
prove: $(VENV)/play
	@for list in $(filter-out %/calendar.toml,$(wildcard levels/*.toml levels/daily/*.toml)); do $(RUN) main.py check $$list || exit 1; done

# Wheel, source archive and programs with their SHA256SUMS, in dist.
release: $(VENV)/dev
	@$(RUN) distribution/release.py $(ARGS)

# A program for this platform that runs without Python, in an archive: dist/haisty-VERSION-PLATFORM.
dist: $(VENV)/dev
	@$(RUN) distribution/build.py $(ARGS)

catalogues: $(VENV)/dev
	$(RUN) -m game.locale.build

sprites: $(VENV)/dev
	$(RUN) sprites/make_cards.py
	$(RUN) sprites/make_art.py
	$(RUN) sprites/make_brass.py
	$(RUN) sprites/make_icons.py
	$(RUN) sprites/make_people.py
	$(RUN) sprites/make_table.py
	$(RUN) sprites/make_icon.py
	$(RUN) sprites/make_lettering.py
	$(RUN) sprites/make_text_font.py

sounds: $(VENV)/dev
	$(RUN) sounds/make_sounds.py

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis

# What is not there yet counts as new.
$(RUN):

$(VENV)/play: requirements.txt $(RUN)
	@$(PYTHON) play.py setup

$(VENV)/dev: requirements.txt requirements-dev.txt $(RUN)
	@$(PYTHON) play.py setup dev
