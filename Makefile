# A front for CMake; nothing is compiled by rules of this file.
#
#   make                    build the libraries and the examples
#   make demo               run programs written for Cuba, in C and in Fortran
#   make check              run all tests
#   make bench              run the benchmarks
#   make arena              run cuboid and its peers on the same integrals, and write build/arena/index.html;
#                           ARENA="--jobs 8" takes the whole of them (hours), ARENA=--quick a hundredth
#   make install PREFIX=…   install, to /usr/local by default; DESTDIR is heeded
#   make uninstall          remove what the last make install has put there
#   make wheel              write build/wheels/cuboid-*.whl and the source archive for pip
#   make docs               write build/site, the documentation as pages with a search
#   make dist               write build/cuboid-VERSION.tar.gz, the committed sources
#   make release            tag the version, and write build/publish: archive, sums, SBOM, filled recipes
#   make clean              remove what was built
#
# OPTIONS=… goes to cmake, as in make OPTIONS=-DCUBOID_WERROR=ON.

MAKEFLAGS += --no-print-directory
PREFIX = /usr/local
OPTIONS =
ARENA = --quick
JOBS = $(shell nproc)
BUILD = build/release

all: packages-build
	cmake --preset release -DCUBOID_TESTS=OFF $(OPTIONS)
	cmake --build $(BUILD) --parallel $(JOBS)

demo: packages-build
	cmake --preset release -DCUBOID_TESTS=OFF $(OPTIONS)
	cmake --build $(BUILD) --parallel $(JOBS) --target demo demo_fortran
	@echo
	$(BUILD)/examples/demo
	@echo
	$(BUILD)/examples/demo_fortran

check: packages-check
	cmake --preset release -DCUBOID_TESTS=ON $(OPTIONS)
	cmake --build $(BUILD) --parallel $(JOBS)
	ctest --preset release --parallel $(JOBS)

bench: packages-bench
	cmake --preset bench $(OPTIONS)
	cmake --build build/bench --parallel $(JOBS)
	cmake --build build/bench --target bench

# The peers come from PyPI and Debian; the arena says which of them it skips.  LIBRARY=…/libcuboid.so takes an
# installed library, with libcuba.so beside it, in place of a build.
arena_rows = build/arena/rows$(filter --quick,$(ARENA)).csv
arena: $(if $(LIBRARY),,all) build/arena-tools/ready
	$(if $(LIBRARY),,cmake --install $(BUILD) --prefix build/arena/prefix)
	export PYTHONPATH=python/src CUBOID_LIBRARY=$(or $(LIBRARY),$$PWD/build/arena/prefix/lib/libcuboid.so) && \
	  build/arena-tools/bin/python tests/arena/arena.py $(ARENA) --rows $(arena_rows) && \
	  build/arena-tools/bin/python tests/arena/score.py $(arena_rows) && \
	  build/arena-tools/bin/python tests/arena/page.py $(arena_rows) build/arena/index.html

build/arena-tools/ready: .packaging/arena.txt
	python3 -m venv build/arena-tools
	@while read -r peer; do build/arena-tools/bin/python -m pip install --quiet "$$peer" || \
	  echo "$$peer cannot be had"; done < .packaging/arena.txt
	@touch $@

install: all
	cmake --install $(BUILD) --prefix $(PREFIX)
	@if [ -z "$(DESTDIR)" ] && [ "$$(id -u)" = 0 ]; then ldconfig; fi

uninstall:
	cmake --build $(BUILD) --target uninstall
	@if [ -z "$(DESTDIR)" ] && [ "$$(id -u)" = 0 ]; then ldconfig; fi

# The version is asked of CMakeLists.txt, where it stands.
dist:
	@mkdir -p build
	@version=$$(sed -n 's/^project(cuboid VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt) && \
	  git archive --prefix=cuboid-$$version/ -o build/cuboid-$$version.tar.gz HEAD && \
	  echo build/cuboid-$$version.tar.gz

# Nothing leaves the machine: the tag is pushed, and the folder put where .packaging/url.txt says, by hand.
release: dist
	@test -z "$$(git status --porcelain)" || { echo "there are changes that are not committed"; exit 1; }
	@version=$$(sed -n 's/^project(cuboid VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt) && \
	  { grep -m 1 '^## ' CHANGELOG.md | grep -q "^## $$version\( \|$$\)" || \
	    { echo "the first section of CHANGELOG.md is not that of $$version"; exit 1; }; } && \
	  SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) .packaging/fill build/cuboid-$$version.tar.gz build/publish && \
	  git tag -a v$$version -F build/publish/CHANGES.md --cleanup=verbatim && echo build/publish

# Tools from PyPI, in an environment of their own.
tools = build/$(1)-tools/bin/python
build/%-tools/bin/python: .packaging/%.txt
	python3 -m venv build/$*-tools
	$@ -m pip install --quiet -r .packaging/$*.txt
	@touch $@

# Linked with what .packaging/old_glibc makes, so that the wheel runs with glibc 2.28, and with libstdc++ inside, which
# manylinux has in an older version.  auditwheel looks whether that is so, and gives the wheel its tag.
comma = ,
space = $() $()
old_glibc = -B$(CURDIR)/build/old_glibc -static-libstdc++ -Wl$(comma)--allow-shlib-undefined
wheel: packages-build $(call tools,wheel)
	rm -rf build/wheel build/made
	$(call tools,wheel) .packaging/old_glibc/make build/old_glibc
	$(call tools,wheel) -m pip wheel --no-deps --no-build-isolation -w build/made -C build-dir=build/wheel \
	  -C "cmake.define.CMAKE_SHARED_LINKER_FLAGS=$(old_glibc)" -C "cmake.define.CMAKE_EXE_LINKER_FLAGS=$(old_glibc)" \
	  -C "cmake.define.CUBOID_READY_ARCHITECTURES=80;90" \
	  $(if $(OPTIONS),-C "cmake.args=$(subst $(space),;,$(strip $(OPTIONS)))") .
	$(call tools,wheel) -m build --no-isolation --sdist --outdir build/wheels .
	PATH=$$PWD/build/wheel-tools/bin:$$PATH $(call tools,wheel) -m auditwheel repair \
	  --plat manylinux_2_28_x86_64 -w build/wheels build/made/*.whl

# All links are checked: a dead one ends it.
docs: $(call tools,docs)
	$(call tools,docs) docs/site/build

clean:
	rm -rf build

packages-%:
	@.ci/packages $*

.PHONY: all demo check bench arena install uninstall dist release wheel docs clean
