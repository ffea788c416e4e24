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

extern "C" {

// ---- C: scalars by value ----

void Vegas(const int ndim, const int ncomp, integrand_t integrand, void *userdata, const int nvec,
           const cubareal epsrel, const cubareal epsabs, const int flags, const int seed,
           const int mineval, const int maxeval, const int nstart, const int nincrease,
           const int nbatch, const int gridno, const char *statefile, void *spin, int *neval,
           int *fail, cubareal integral[], cubareal error[], cubareal prob[]) {
  cuboid_Vegas(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, flags, seed, mineval,
               maxeval, nstart, nincrease, nbatch, gridno, statefile, spin, neval, fail, integral,
               error, prob);
}

void llVegas(const int ndim, const int ncomp, integrand_t integrand, void *userdata,
             const long long int nvec, const cubareal epsrel, const cubareal epsabs,
             const int flags, const int seed, const long long int mineval,
             const long long int maxeval, const long long int nstart, const long long int nincrease,
             const long long int nbatch, const int gridno, const char *statefile, void *spin,
             long long int *neval, int *fail, cubareal integral[], cubareal error[],
             cubareal prob[]) {
  cuboid_llVegas(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, flags, seed, mineval,
                 maxeval, nstart, nincrease, nbatch, gridno, statefile, spin, neval, fail, integral,
                 error, prob);
}

void Suave(const int ndim, const int ncomp, integrand_t integrand, void *userdata, const int nvec,
           const cubareal epsrel, const cubareal epsabs, const int flags, const int seed,
           const int mineval, const int maxeval, const int nnew, const int nmin,
           const cubareal flatness, const char *statefile, void *spin, int *nregions, int *neval,
           int *fail, cubareal integral[], cubareal error[], cubareal prob[]) {
  cuboid_Suave(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, flags, seed, mineval,
               maxeval, nnew, nmin, flatness, statefile, spin, nregions, neval, fail, integral,
               error, prob);
}

void llSuave(const int ndim, const int ncomp, integrand_t integrand, void *userdata,
             const long long int nvec, const cubareal epsrel, const cubareal epsabs,
             const int flags, const int seed, const long long int mineval,
             const long long int maxeval, const long long int nnew, const long long int nmin,
             const cubareal flatness, const char *statefile, void *spin, int *nregions,
             long long int *neval, int *fail, cubareal integral[], cubareal error[],
             cubareal prob[]) {
  cuboid_llSuave(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, flags, seed, mineval,
                 maxeval, nnew, nmin, flatness, statefile, spin, nregions, neval, fail, integral,
                 error, prob);
}

void Divonne(const int ndim, const int ncomp, integrand_t integrand, void *userdata, const int nvec,
             const cubareal epsrel, const cubareal epsabs, const int flags, const int seed,
             const int mineval, const int maxeval, const int key1, const int key2, const int key3,
             const int maxpass, const cubareal border, const cubareal maxchisq,
             const cubareal mindeviation, const int ngiven, const int ldxgiven, cubareal xgiven[],
             const int nextra, peakfinder_t peakfinder, const char *statefile, void *spin,
             int *nregions, int *neval, int *fail, cubareal integral[], cubareal error[],
             cubareal prob[]) {
  cuboid_Divonne(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, flags, seed, mineval,
                 maxeval, key1, key2, key3, maxpass, border, maxchisq, mindeviation, ngiven,
                 ldxgiven, xgiven, nextra, peakfinder, statefile, spin, nregions, neval, fail,
                 integral, error, prob);
}

void llDivonne(const int ndim, const int ncomp, integrand_t integrand, void *userdata,
               const long long int nvec, const cubareal epsrel, const cubareal epsabs,
               const int flags, const int seed, const long long int mineval,
               const long long int maxeval, const int key1, const int key2, const int key3,
               const int maxpass, const cubareal border, const cubareal maxchisq,
               const cubareal mindeviation, const long long int ngiven, const int ldxgiven,
               cubareal xgiven[], const long long int nextra, peakfinder_t peakfinder,
               const char *statefile, void *spin, int *nregions, long long int *neval, int *fail,
               cubareal integral[], cubareal error[], cubareal prob[]) {
  cuboid_llDivonne(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, flags, seed, mineval,
                   maxeval, key1, key2, key3, maxpass, border, maxchisq, mindeviation, ngiven,
                   ldxgiven, xgiven, nextra, peakfinder, statefile, spin, nregions, neval, fail,
                   integral, error, prob);
}

void Cuhre(const int ndim, const int ncomp, integrand_t integrand, void *userdata, const int nvec,
           const cubareal epsrel, const cubareal epsabs, const int flags, const int mineval,
           const int maxeval, const int key, const char *statefile, void *spin, int *nregions,
           int *neval, int *fail, cubareal integral[], cubareal error[], cubareal prob[]) {
  cuboid_Cuhre(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, flags, mineval, maxeval, key,
               statefile, spin, nregions, neval, fail, integral, error, prob);
}

void llCuhre(const int ndim, const int ncomp, integrand_t integrand, void *userdata,
             const long long int nvec, const cubareal epsrel, const cubareal epsabs,
             const int flags, const long long int mineval, const long long int maxeval,
             const int key, const char *statefile, void *spin, int *nregions, long long int *neval,
             int *fail, cubareal integral[], cubareal error[], cubareal prob[]) {
  cuboid_llCuhre(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, flags, mineval, maxeval,
                 key, statefile, spin, nregions, neval, fail, integral, error, prob);
}

// ---- Fortran: everything by reference ----
//
// Functions, userdata and spin are plain addresses.  The hidden length of statefile stands last and
// is read as 32 bits, which serves compilers that pass 64 as well; statefile may be %VAL(0).

void vegas(const int *ndim, const int *ncomp, integrand_t integrand, void *userdata,
           const int *nvec, const cubareal *epsrel, const cubareal *epsabs, const int *flags,
           const int *seed, const int *mineval, const int *maxeval, const int *nstart,
           const int *nincrease, const int *nbatch, const int *gridno, const char *statefile,
           void *spin, int *neval, int *fail, cubareal integral[], cubareal error[],
           cubareal prob[], int statefile_length) {
  cuboid_fortran_vegas(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, flags, seed, mineval,
                       maxeval, nstart, nincrease, nbatch, gridno, statefile, spin, neval, fail,
                       integral, error, prob, statefile_length);
}

void llvegas(const int *ndim, const int *ncomp, integrand_t integrand, void *userdata,
             const long long int *nvec, const cubareal *epsrel, const cubareal *epsabs,
             const int *flags, const int *seed, const long long int *mineval,
             const long long int *maxeval, const long long int *nstart,
             const long long int *nincrease, const long long int *nbatch, const int *gridno,
             const char *statefile, void *spin, long long int *neval, int *fail,
             cubareal integral[], cubareal error[], cubareal prob[], int statefile_length) {
  cuboid_fortran_llvegas(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, flags, seed,
                         mineval, maxeval, nstart, nincrease, nbatch, gridno, statefile, spin,
                         neval, fail, integral, error, prob, statefile_length);
}

void suave(const int *ndim, const int *ncomp, integrand_t integrand, void *userdata,
           const int *nvec, const cubareal *epsrel, const cubareal *epsabs, const int *flags,
           const int *seed, const int *mineval, const int *maxeval, const int *nnew,
           const int *nmin, const cubareal *flatness, const char *statefile, void *spin,
           int *nregions, int *neval, int *fail, cubareal integral[], cubareal error[],
           cubareal prob[], int statefile_length) {
  cuboid_fortran_suave(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, flags, seed, mineval,
                       maxeval, nnew, nmin, flatness, statefile, spin, nregions, neval, fail,
                       integral, error, prob, statefile_length);
}

void llsuave(const int *ndim, const int *ncomp, integrand_t integrand, void *userdata,
             const long long int *nvec, const cubareal *epsrel, const cubareal *epsabs,
             const int *flags, const int *seed, const long long int *mineval,
             const long long int *maxeval, const long long int *nnew, const long long int *nmin,
             const cubareal *flatness, const char *statefile, void *spin, int *nregions,
             long long int *neval, int *fail, cubareal integral[], cubareal error[],
             cubareal prob[], int statefile_length) {
  cuboid_fortran_llsuave(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, flags, seed,
                         mineval, maxeval, nnew, nmin, flatness, statefile, spin, nregions, neval,
                         fail, integral, error, prob, statefile_length);
}

void divonne(const int *ndim, const int *ncomp, integrand_t integrand, void *userdata,
             const int *nvec, const cubareal *epsrel, const cubareal *epsabs, const int *flags,
             const int *seed, const int *mineval, const int *maxeval, const int *key1,
             const int *key2, const int *key3, const int *maxpass, const cubareal *border,
             const cubareal *maxchisq, const cubareal *mindeviation, const int *ngiven,
             const int *ldxgiven, cubareal xgiven[], const int *nextra, peakfinder_t peakfinder,
             const char *statefile, void *spin, int *nregions, int *neval, int *fail,
             cubareal integral[], cubareal error[], cubareal prob[], int statefile_length) {
  cuboid_fortran_divonne(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, flags, seed,
                         mineval, maxeval, key1, key2, key3, maxpass, border, maxchisq,
                         mindeviation, ngiven, ldxgiven, xgiven, nextra, peakfinder, statefile,
                         spin, nregions, neval, fail, integral, error, prob, statefile_length);
}

void lldivonne(const int *ndim, const int *ncomp, integrand_t integrand, void *userdata,
               const long long int *nvec, const cubareal *epsrel, const cubareal *epsabs,
               const int *flags, const int *seed, const long long int *mineval,
               const long long int *maxeval, const int *key1, const int *key2, const int *key3,
               const int *maxpass, const cubareal *border, const cubareal *maxchisq,
               const cubareal *mindeviation, const long long int *ngiven, const int *ldxgiven,
               cubareal xgiven[], const long long int *nextra, peakfinder_t peakfinder,
               const char *statefile, void *spin, int *nregions, long long int *neval, int *fail,
               cubareal integral[], cubareal error[], cubareal prob[], int statefile_length) {
  cuboid_fortran_lldivonne(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, flags, seed,
                           mineval, maxeval, key1, key2, key3, maxpass, border, maxchisq,
                           mindeviation, ngiven, ldxgiven, xgiven, nextra, peakfinder, statefile,
                           spin, nregions, neval, fail, integral, error, prob, statefile_length);
}

void cuhre(const int *ndim, const int *ncomp, integrand_t integrand, void *userdata,
           const int *nvec, const cubareal *epsrel, const cubareal *epsabs, const int *flags,
           const int *mineval, const int *maxeval, const int *key, const char *statefile,
           void *spin, int *nregions, int *neval, int *fail, cubareal integral[], cubareal error[],
           cubareal prob[], int statefile_length) {
  cuboid_fortran_cuhre(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, flags, mineval,
                       maxeval, key, statefile, spin, nregions, neval, fail, integral, error, prob,
                       statefile_length);
}

void llcuhre(const int *ndim, const int *ncomp, integrand_t integrand, void *userdata,
             const long long int *nvec, const cubareal *epsrel, const cubareal *epsabs,
             const int *flags, const long long int *mineval, const long long int *maxeval,
             const int *key, const char *statefile, void *spin, int *nregions, long long int *neval,
             int *fail, cubareal integral[], cubareal error[], cubareal prob[],
             int statefile_length) {
  cuboid_fortran_llcuhre(ndim, ncomp, integrand, userdata, nvec, epsrel, epsabs, flags, mineval,
                         maxeval, key, statefile, spin, nregions, neval, fail, integral, error,
                         prob, statefile_length);
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
