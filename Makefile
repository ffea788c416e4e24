# A front for CMake; nothing is compiled by rules of this file.
#
#   make                    build the libraries and the examples
#   make demo               run programs written for Cuba, in C and in Fortran
#   make check              run all tests
#   make bench              run the benchmarks
#   make install PREFIX=…   install, to /usr/local by default; DESTDIR is heeded
#   make clean              remove what was built
#
# OPTIONS=… goes to cmake, as in make OPTIONS=-DCUBOID_WERROR=ON.

MAKEFLAGS += --no-print-directory
PREFIX = /usr/local
OPTIONS =
JOBS = $(shell nproc)
BUILD = build/release

release: packages-build
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
	ctest --preset release

bench: packages-bench
	cmake --preset bench $(OPTIONS)
	cmake --build build/bench --parallel $(JOBS)
	cmake --build build/bench --target bench

install: release
	cmake --install $(BUILD) --prefix $(PREFIX)
	@if [ -z "$(DESTDIR)" ] && [ "$$(id -u)" = 0 ]; then ldconfig; fi

clean:
	rm -rf build

packages-%:
	@.ci/packages $*

.PHONY: release demo check bench install clean
