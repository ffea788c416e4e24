#!/bin/bash
# same_bits_test.sh PROGRAM: results must not depend on which variants of its functions the C library
# picks for the processor.  77: here it has no others to pick.
set -euo pipefail
program=$1
plain() { GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2,-AVX512F,-FMA,-FMA4 "$program" "$@"; }

if cmp -s <("$program" library) <(plain library); then exit 77; fi
diff <("$program") <(plain)
