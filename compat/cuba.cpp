// The symbols of the Cuba library, each one call into include/cuboid.h.
//
// Every routine R exists eight times: R and llR take scalars by value (C), r and llr take
// everything by reference (Fortran), and each has a twin with one trailing underscore, the name
// that Fortran compilers give to r and llr.  The twins are aliases: one address, one state.
//
// Cuba's archive also shows three data objects, cubafun_, cubaverb_ and cubaworkers_.  They are the
// inside of its worker processes, no header declares them, and cuboid has no such state to show:
// they are not exported.
//
// To add a routine: four definitions below, four lines in CUBA_TWINS, eight names in cuba.map.

#include "cuba.h"

#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>

#include "cuboid.h"

namespace {

// The number meant by an argument of cubacores, cubaaccel or cubaverbose.  Cuba 4.1 declares these
// arguments by value, Cuba 4.2 by pointer, Fortran always passes an address, and all of them arrive
// in the same register.  Which one it is shows in its 64 bits:
//
// - Numbers below 65536 in magnitude, zero- or sign-extended, are numbers: no system maps memory
//   below that address.  NULL is zero.
// - What is not aligned for an int is a number too.
// - Everything else is an address if an int can be read there, and otherwise a number.
//
// The limits of this.  A number of 65536 or more is misread if the program has memory at just that
// address, which needs a program that is not position independent (from 0x400000 on) or a debugger
// that loads programs at low addresses.  The calling convention leaves the upper half of an int's
// register undefined; compilers clear or sign-extend it in practice, and where one does not, the
// last rule still finds the number, as such an address can hardly be read.
int number_at_or_in(const int *argument) {
  const auto bits = reinterpret_cast<std::uintptr_t>(argument);
  const auto value = static_cast<int>(static_cast<std::uint32_t>(bits));

  constexpr int lowest_address = 65536;
  const bool extended = bits >> 32 == 0 || static_cast<std::int64_t>(bits) == value;
  const bool small = -lowest_address < value && value < lowest_address;
  const bool misaligned = bits % alignof(int) != 0;
  if ((extended && small) || misaligned) return value;

  // The kernel reads on our behalf: an address that is not mapped is an error here, not a fault.
  int pointed_at = 0;
  iovec local{&pointed_at, sizeof pointed_at};
  iovec remote{const_cast<int *>(argument), sizeof pointed_at};
  if (process_vm_readv(getpid(), &local, 1, &remote, 1, 0) == sizeof pointed_at) return pointed_at;
  if (errno == EFAULT) return value;

  // The system call itself is not allowed, as in some containers.  Programs have their data from
  // 0x400000 on, and hardly above 2 GiB but below 4 GiB, where negative numbers are.
  constexpr int lowest_data_address = 0x400000;
  return extended && value < lowest_data_address ? value : *argument;
}

}  // namespace

// The arguments of each routine.  number: int or long long int.  at: nothing for C, which has
// scalars by value, and * for Fortran, which has everything by reference.
// clang-format off
#define FIRST_PARAMETERS(number, at) \
  const int at ndim, const int at ncomp, integrand_t integrand, void *userdata, \
  const number at nvec, const cubareal at epsrel, const cubareal at epsabs, const int at flags
#define FIRST_ARGUMENTS ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, flags

#define LAST_PARAMETERS(number) \
  number *neval, int *fail, cubareal integral[], cubareal error[], cubareal prob[]
#define LAST_ARGUMENTS neval, fail, integral, error, prob

#define VEGAS_PARAMETERS(number, at) \
  FIRST_PARAMETERS(number, at), const int at seed, const number at mineval, \
  const number at maxeval, const number at nstart, const number at nincrease, \
  const number at nbatch, const int at gridno, const char *statefile, void *spin, \
  LAST_PARAMETERS(number)
#define VEGAS_ARGUMENTS \
  FIRST_ARGUMENTS, seed, mineval, maxeval, nstart, nincrease, nbatch, gridno, statefile, spin, \
  LAST_ARGUMENTS

#define SUAVE_PARAMETERS(number, at) \
  FIRST_PARAMETERS(number, at), const int at seed, const number at mineval, \
  const number at maxeval, const number at nnew, const number at nmin, \
  const cubareal at flatness, const char *statefile, void *spin, int *nregions, \
  LAST_PARAMETERS(number)
#define SUAVE_ARGUMENTS \
  FIRST_ARGUMENTS, seed, mineval, maxeval, nnew, nmin, flatness, statefile, spin, nregions, \
  LAST_ARGUMENTS

#define DIVONNE_PARAMETERS(number, at) \
  FIRST_PARAMETERS(number, at), const int at seed, const number at mineval, \
  const number at maxeval, const int at key1, const int at key2, const int at key3, \
  const int at maxpass, const cubareal at border, const cubareal at maxchisq, \
  const cubareal at mindeviation, const number at ngiven, const int at ldxgiven, \
  cubareal xgiven[], const number at nextra, peakfinder_t peakfinder, const char *statefile, \
  void *spin, int *nregions, LAST_PARAMETERS(number)
#define DIVONNE_ARGUMENTS \
  FIRST_ARGUMENTS, seed, mineval, maxeval, key1, key2, key3, maxpass, border, maxchisq, \
  mindeviation, ngiven, ldxgiven, xgiven, nextra, peakfinder, statefile, spin, nregions, \
  LAST_ARGUMENTS

#define CUHRE_PARAMETERS(number, at) \
  FIRST_PARAMETERS(number, at), const number at mineval, const number at maxeval, \
  const int at key, const char *statefile, void *spin, int *nregions, LAST_PARAMETERS(number)
#define CUHRE_ARGUMENTS \
  FIRST_ARGUMENTS, mineval, maxeval, key, statefile, spin, nregions, LAST_ARGUMENTS

// clang-format on

extern "C" {

// For Fortran, functions, userdata and spin are plain addresses.  The hidden length of statefile
// stands last and is read as 32 bits, which serves compilers that pass 64 as well; statefile may be
// %VAL(0).

void Vegas(VEGAS_PARAMETERS(int, )) {
  cuboid_Vegas(VEGAS_ARGUMENTS);
}

void vegas(VEGAS_PARAMETERS(int, *), int statefile_length) {
  cuboid_fortran_vegas(VEGAS_ARGUMENTS, statefile_length);
}

void llVegas(VEGAS_PARAMETERS(long long int, )) {
  cuboid_llVegas(VEGAS_ARGUMENTS);
}

void llvegas(VEGAS_PARAMETERS(long long int, *), int statefile_length) {
  cuboid_fortran_llvegas(VEGAS_ARGUMENTS, statefile_length);
}

void Suave(SUAVE_PARAMETERS(int, )) {
  cuboid_Suave(SUAVE_ARGUMENTS);
}

void suave(SUAVE_PARAMETERS(int, *), int statefile_length) {
  cuboid_fortran_suave(SUAVE_ARGUMENTS, statefile_length);
}

void llSuave(SUAVE_PARAMETERS(long long int, )) {
  cuboid_llSuave(SUAVE_ARGUMENTS);
}

void llsuave(SUAVE_PARAMETERS(long long int, *), int statefile_length) {
  cuboid_fortran_llsuave(SUAVE_ARGUMENTS, statefile_length);
}

void Divonne(DIVONNE_PARAMETERS(int, )) {
  cuboid_Divonne(DIVONNE_ARGUMENTS);
}

void divonne(DIVONNE_PARAMETERS(int, *), int statefile_length) {
  cuboid_fortran_divonne(DIVONNE_ARGUMENTS, statefile_length);
}

void llDivonne(DIVONNE_PARAMETERS(long long int, )) {
  cuboid_llDivonne(DIVONNE_ARGUMENTS);
}

void lldivonne(DIVONNE_PARAMETERS(long long int, *), int statefile_length) {
  cuboid_fortran_lldivonne(DIVONNE_ARGUMENTS, statefile_length);
}

void Cuhre(CUHRE_PARAMETERS(int, )) {
  cuboid_Cuhre(CUHRE_ARGUMENTS);
}

void cuhre(CUHRE_PARAMETERS(int, *), int statefile_length) {
  cuboid_fortran_cuhre(CUHRE_ARGUMENTS, statefile_length);
}

void llCuhre(CUHRE_PARAMETERS(long long int, )) {
  cuboid_llCuhre(CUHRE_ARGUMENTS);
}

void llcuhre(CUHRE_PARAMETERS(long long int, *), int statefile_length) {
  cuboid_fortran_llcuhre(CUHRE_ARGUMENTS, statefile_length);
}

// ---- settings: the same symbol for C and Fortran ----

void cubacores(const int *n, const int *p) {
  cuboid_cores(number_at_or_in(n), number_at_or_in(p));
}

void cubaaccel(const int *n, const int *p) {
  cuboid_accel(number_at_or_in(n), number_at_or_in(p));
}

void cubaverbose(const int *level) {
  cuboid_verbose(number_at_or_in(level));
}

void cubainit(void (*init)(), void *arg) {
  cuboid_init(reinterpret_cast<cuboid_hook>(init), arg);
}

void cubaexit(void (*exit)(), void *arg) {
  cuboid_exit(reinterpret_cast<cuboid_hook>(exit), arg);
}

void cubafork(void *pspin) {
  cuboid_fork(pspin);
}

void cubawait(void *pspin) {
  cuboid_wait(pspin);
}

// For Fortran 77, which has no C strings: the sentence on the last failure, cut or filled with
// blanks. Cuba has no such routine, and cuba.h does not declare it.
void cubaerror(char text[], int length) {
  const char *sentence = cuboid_last_error();
  for (int i = 0; i < length; ++i) text[i] = *sentence != '\0' ? *sentence++ : ' ';
}

#define CUBA_TWINS(X) \
  X(Vegas)            \
  X(llVegas)          \
  X(vegas)            \
  X(llvegas)          \
  X(Suave)            \
  X(llSuave)          \
  X(suave)            \
  X(llsuave)          \
  X(Divonne)          \
  X(llDivonne)        \
  X(divonne)          \
  X(lldivonne)        \
  X(Cuhre)            \
  X(llCuhre)          \
  X(cuhre)            \
  X(llcuhre)          \
  X(cubafork)         \
  X(cubawait)         \
  X(cubainit)         \
  X(cubaexit)         \
  X(cubaerror)

#define CUBA_TWIN(name) decltype(name) name##_ __attribute__((alias(#name)));
CUBA_TWINS(CUBA_TWIN)
#undef CUBA_TWIN

// These names are overloaded in cuba.h, so their types are written out.
void cubacores_(const int *n, const int *p) __attribute__((alias("cubacores")));
void cubaaccel_(const int *n, const int *p) __attribute__((alias("cubaaccel")));
void cubaverbose_(const int *level) __attribute__((alias("cubaverbose")));

}  // extern "C"
