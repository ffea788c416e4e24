#!/bin/bash
# consume.sh CASE: builds and runs a program against the library installed in PREFIX.
# Environment: PREFIX, SOURCES, CC, CXX, FC; STATIC_LIBS, what libcuba.a needs besides -lm.
# shellcheck disable=SC2086,SC2046 # Options are meant to be split into words.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

include=-I$PREFIX/include
archive=$PREFIX/lib/libcuba.a
with_our_library="env LD_LIBRARY_PATH=$PREFIX/lib"
strict="-Wall -Wextra -Wno-unused-function -pedantic -Werror"

fail() { echo "FAILED: $*" >&2; exit 1; }

needs_no_shared_cuba() {
  if readelf -d "$1" | grep -E 'NEEDED.*(cuba|cuboid)'; then fail "$1 needs a shared library of ours"; fi
}

manual() {
  for page in man3/Vegas.3 man3/llVegas.3 man3/cuboid_integrate.3 man7/cuboid_options.7; do
    [ -s "$PREFIX/share/man/$page" ] || fail "$page is not installed"
  done
  [ -s "$PREFIX/share/doc/cuboid/html/index.html" ] || fail "the HTML manual is not installed"
}

command() {
  "$PREFIX/bin/cuboid" integrate -e 'x[0]*x[1]' --ndim 2 --device off
}

# --- naming the library ---

plain_cc() {
  $CC $include "$SOURCES/cuba.c" -o program -L"$PREFIX/lib" -lcuba -lm
  $with_our_library ./program
  # libcuba.so finds libcuboid.so beside it, whatever the way it was found itself.
  $CC $include "$SOURCES/cuba.c" -o program -L"$PREFIX/lib" -lcuba -lm -Wl,-rpath,"$PREFIX/lib"
  ./program
}

static_archive() {
  $CC $include "$SOURCES/cuba.c" -o program "$archive" -lm $STATIC_LIBS
  needs_no_shared_cuba program
  ./program
}

static_executable() {
  $CC $include -static "$SOURCES/cuba.c" -o program "$archive" -lm $STATIC_LIBS
  ./program
  $CC $include -fPIE -static-pie "$SOURCES/cuba.c" -o program "$archive" -lm $STATIC_LIBS
  ./program
}

not_position_independent() {
  $CC $include -fno-pie -no-pie "$SOURCES/cuba.c" -o program "$archive" -lm $STATIC_LIBS
  ./program
}

inside_shared_object() {
  $CC $include -fPIC -shared -Dmain=run "$SOURCES/cuba.c" -o libplugin.so "$archive" -lm \
    $STATIC_LIBS -Wl,-z,defs -Wl,-z,text
  needs_no_shared_cuba libplugin.so
  echo 'int run(void); int main(void) { return run(); }' > main.c
  $CC main.c -o program -L. -lplugin -Wl,-rpath,"$work"
  ./program
}

both_archives() {
  for order in "-lcuboid -lcuba" "-lcuba -lcuboid"; do
    $CC $include -static "$SOURCES/cuba.c" -o program -L"$PREFIX/lib" $order -lm $STATIC_LIBS
    ./program
  done
}

cxx() {
  $CXX $include "$SOURCES/exceptions.cpp" -o program -L"$PREFIX/lib" -lcuba
  $with_our_library ./program
  CUBOID_WORKERS=threads $with_our_library ./program
}

cxx_static() {
  $CXX $include "$SOURCES/exceptions.cpp" -o program "$archive"
  needs_no_shared_cuba program
  ./program
  CUBOID_WORKERS=threads ./program
}

cxx_static_runtime() {
  $CXX $include -static-libgcc -static-libstdc++ "$SOURCES/exceptions.cpp" -o program "$archive"
  ./program
  $CXX $include -static "$SOURCES/exceptions.cpp" -o program "$archive"
  ./program
  CUBOID_WORKERS=threads ./program
}

fortran() {
  $FC "$SOURCES/classic.f" -ffixed-line-length-none -o program -L"$PREFIX/lib" -lcuba
  $with_our_library ./program
}

fortran_static() {
  $FC "$SOURCES/classic.f" -ffixed-line-length-none -o program "$archive" $STATIC_LIBS
  needs_no_shared_cuba program
  ./program
}

# Every line of the page that builds a program with the module, for a prefix that nobody searches.
fortran_lines() {
  cp "$SOURCES/module.f90" program.f90
  local count=0
  while read -r line; do
    rm -f a.out
    eval "${line/gfortran/$FC}"
    $with_our_library ./a.out
    count=$((count + 1))
  done < <(sed -n 's/^    \(gfortran .*program.f90.*\)/\1/p' "$SOURCES/../../fortran/README.md")
  [ "$count" -gt 1 ] || fail "fortran/README.md shows no line that builds a program"
}

# --- relinking: the program was linked with another Cuba, and meets ours at run time ---

link_with_other_cuba() {
  mkdir other
  $CC -fPIC -shared "$SOURCES/other_cuba.c" -o other/libcuba.so "$@"
  ln -sf libcuba.so other/libcuba.so.0
  $CC $include "$SOURCES/cuba.c" -o program -Lother -lcuba -lm
  if LD_LIBRARY_PATH=other ./program; then fail "the other library gave results"; fi
}

relink_without_soname() {
  link_with_other_cuba
  $with_our_library ./program
}

relink_with_soname() {
  link_with_other_cuba -Wl,-soname,libcuba.so.0
  $with_our_library ./program
}

preload() {
  link_with_other_cuba
  env LD_LIBRARY_PATH=other LD_PRELOAD="$PREFIX/lib/libcuba.so" ./program
}

# --- looking for the library ---

# As AC_CHECK_LIB and AC_SEARCH_LIBS do: a declaration of their own, and a link.
check_lib() {
  for name in vegas Vegas vegas_ llVegas llvegas_ cuhre Cuhre cuhre_ llCuhre llcuhre_; do
    echo "char $name(); int main(void) { return $name(); }" > conftest.c
    $CC -w -fno-builtin conftest.c -o conftest -L"$PREFIX/lib" -lcuba -lm || fail "no $name in libcuba.so"
    $CC -w -fno-builtin conftest.c -o conftest "$archive" -lm $STATIC_LIBS || fail "no $name in libcuba.a"
  done
  echo 'int main(void) { return 0; }' > conftest.c
  $CC conftest.c -o conftest -L"$PREFIX/lib" -lcuba
}

pkg_config() { PKG_CONFIG_PATH="$PREFIX/lib/pkgconfig" pkg-config "$@"; }

pkg_config_cuba() {
  pkg_config --exists 'cuba >= 4.2'
  $CC "$SOURCES/cuba.c" -o program $(pkg_config --cflags --libs cuba) -lm
  $with_our_library ./program
}

pkg_config_cuboid() {
  $CC "$SOURCES/native.c" -o program $(pkg_config --cflags --libs cuboid) -lm
  $with_our_library ./program
}

pkg_config_static() {
  $CC -static "$SOURCES/cuba.c" -o program $(pkg_config --static --cflags --libs cuba)
  ./program
  $CC -static "$SOURCES/native.c" -o program $(pkg_config --static --cflags --libs cuboid)
  ./program
}

# Nothing that is installed may know where it was installed to.
moved_prefix() {
  if grep -rlIF "$PREFIX" "$PREFIX"; then fail "these files name the prefix"; fi
  cp -a "$PREFIX" moved
  PREFIX=$work/moved
  pkg_config_cuba
}

# --- the headers alone ---

header() {
  local compiler=$1 language=$2 standard=$3
  shift 3
  for name in "$@"; do
    printf '#include <%s>\n#include <%s>\nint main(void) { return 0; }\n' "$name" "$name" > header.c
    $compiler -x "$language" -std="$standard" $strict $include -c header.c -o header.o
  done
}

header_c89() { header "$CC" c c89 cuba.h; }
header_c99() { header "$CC" c c99 cuba.h cuboid.h; }
header_c11() { header "$CC" c c11 cuba.h cuboid.h; }
header_cxx() {
  header "$CXX" c++ c++98 cuba.h
  header "$CXX" c++ c++11 cuba.h cuboid.h
  header "$CXX" c++ c++20 cuba.h cuboid.h
}

"$1"
