/* The interface of the Cuba library, as cuboid's libcuba offers it.
 *
 * Argument lists and symbol names are those of Cuba 4.2; the text is cuboid's own.  The manual
 * pages Vegas(3), Suave(3), Divonne(3) and Cuhre(3) explain every argument;
 * docs/cuba-compatibility.md says what a program that was written for Cuba can rely on.  Programs
 * compiled with Cuba's own header run with this library as well.
 */
#ifndef CUBA_H
#define CUBA_H

typedef double cubareal;

/* C89 and C++98 have no long long, but compilers do. */
#ifdef __GNUC__
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wlong-long"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The full list of arguments is
 *   (ndim, x, ncomp, f, userdata, nvec, core, weight, iter)   Vegas, Suave
 *   (ndim, x, ncomp, f, userdata, nvec, core, phase)          Divonne
 *   (ndim, x, ncomp, f, userdata, nvec, core)                 Cuhre
 * with const int *nvec, const int *core, const cubareal weight[], const int *iter, const int
 * *phase. An integrand may leave out arguments at the end; cast one that takes more than five. */
typedef int (*integrand_t)(const int *ndim, const cubareal x[], const int *ncomp, cubareal f[],
                           void *userdata);

/* Writes points where the integrand may have peaks.  With llDivonne n points to a long long int. */
typedef void (*peakfinder_t)(const int *ndim, const cubareal b[], int *n, cubareal x[],
                             void *userdata);

void Vegas(const int ndim, const int ncomp, integrand_t integrand, void *userdata, const int nvec,
           const cubareal epsrel, const cubareal epsabs, const int flags, const int seed,
           const int mineval, const int maxeval, const int nstart, const int nincrease,
           const int nbatch, const int gridno, const char *statefile, void *spin, int *neval,
           int *fail, cubareal integral[], cubareal error[], cubareal prob[]);

void llVegas(const int ndim, const int ncomp, integrand_t integrand, void *userdata,
             const long long int nvec, const cubareal epsrel, const cubareal epsabs,
             const int flags, const int seed, const long long int mineval,
             const long long int maxeval, const long long int nstart, const long long int nincrease,
             const long long int nbatch, const int gridno, const char *statefile, void *spin,
             long long int *neval, int *fail, cubareal integral[], cubareal error[],
             cubareal prob[]);

void Suave(const int ndim, const int ncomp, integrand_t integrand, void *userdata, const int nvec,
           const cubareal epsrel, const cubareal epsabs, const int flags, const int seed,
           const int mineval, const int maxeval, const int nnew, const int nmin,
           const cubareal flatness, const char *statefile, void *spin, int *nregions, int *neval,
           int *fail, cubareal integral[], cubareal error[], cubareal prob[]);

void llSuave(const int ndim, const int ncomp, integrand_t integrand, void *userdata,
             const long long int nvec, const cubareal epsrel, const cubareal epsabs,
             const int flags, const int seed, const long long int mineval,
             const long long int maxeval, const long long int nnew, const long long int nmin,
             const cubareal flatness, const char *statefile, void *spin, int *nregions,
             long long int *neval, int *fail, cubareal integral[], cubareal error[],
             cubareal prob[]);

void Divonne(const int ndim, const int ncomp, integrand_t integrand, void *userdata, const int nvec,
             const cubareal epsrel, const cubareal epsabs, const int flags, const int seed,
             const int mineval, const int maxeval, const int key1, const int key2, const int key3,
             const int maxpass, const cubareal border, const cubareal maxchisq,
             const cubareal mindeviation, const int ngiven, const int ldxgiven, cubareal xgiven[],
             const int nextra, peakfinder_t peakfinder, const char *statefile, void *spin,
             int *nregions, int *neval, int *fail, cubareal integral[], cubareal error[],
             cubareal prob[]);

void llDivonne(const int ndim, const int ncomp, integrand_t integrand, void *userdata,
               const long long int nvec, const cubareal epsrel, const cubareal epsabs,
               const int flags, const int seed, const long long int mineval,
               const long long int maxeval, const int key1, const int key2, const int key3,
               const int maxpass, const cubareal border, const cubareal maxchisq,
               const cubareal mindeviation, const long long int ngiven, const int ldxgiven,
               cubareal xgiven[], const long long int nextra, peakfinder_t peakfinder,
               const char *statefile, void *spin, int *nregions, long long int *neval, int *fail,
               cubareal integral[], cubareal error[], cubareal prob[]);

void Cuhre(const int ndim, const int ncomp, integrand_t integrand, void *userdata, const int nvec,
           const cubareal epsrel, const cubareal epsabs, const int flags, const int mineval,
           const int maxeval, const int key, const char *statefile, void *spin, int *nregions,
           int *neval, int *fail, cubareal integral[], cubareal error[], cubareal prob[]);

void llCuhre(const int ndim, const int ncomp, integrand_t integrand, void *userdata,
             const long long int nvec, const cubareal epsrel, const cubareal epsabs,
             const int flags, const long long int mineval, const long long int maxeval,
             const int key, const char *statefile, void *spin, int *nregions, long long int *neval,
             int *fail, cubareal integral[], cubareal error[], cubareal prob[]);

/* Cuba 4.1 declared the numbers of cubacores and cubaaccel by value, Cuba 4.2 by pointer.  The
 * symbols take either, so this header leaves the choice to the caller: cubacores(2, 10000) and
 * cubacores(&n, &p) both compile and do what they say, in C and in C++.  So does cubaverbose. */
#if defined(__cplusplus)
void cubacores(const int *n, const int *p);
void cubaaccel(const int *n, const int *p);
void cubaverbose(const int *level);
}
extern "C++" {
inline void cubacores(const int n, const int p) {
  cubacores(&n, &p);
}
inline void cubaaccel(const int n, const int p) {
  cubaaccel(&n, &p);
}
inline void cubaverbose(const int level) {
  cubaverbose(&level);
}
}
extern "C" {
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L
void cubacores(...);
void cubaaccel(...);
void cubaverbose(...);
#else
void cubacores();
void cubaaccel();
void cubaverbose();
#endif

void cubainit(void (*init)(), void *arg);
void cubaexit(void (*exit)(), void *arg);
void cubafork(void *pspin);
void cubawait(void *pspin);

#ifdef __cplusplus
}
#endif

#ifdef __GNUC__
#pragma GCC diagnostic pop
#endif

#endif
