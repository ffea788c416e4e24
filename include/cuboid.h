/* cuboid: integration of functions over boxes in 1 to about 30 dimensions.
 *
 * This is the whole public interface, in C99.  It holds no CUDA type: a stream is a void pointer.
 *
 * Threads.  Handles are independent: two threads may integrate at once, each with its own handles,
 * or share an integrand handle that neither of them changes.  The integrand is called on the
 * calling thread unless the option "workers" says otherwise.  The settings of cuboid_cores,
 * cuboid_accel, cuboid_init, cuboid_exit and the grid slots of cuboid_Vegas belong to the process,
 * as in Cuba.
 *
 * Memory.  Whatever a cuboid_*_create or cuboid_integrate call hands out is given back with the
 * matching cuboid_*_free.  NULL may be freed.  Strings and arrays returned by accessors belong to
 * the handle and live as long as it does.
 *
 * Errors.  Functions return a status of CUBOID_STATUSES.  cuboid_last_error() has the sentence that
 * belongs to the last failure on the calling thread.  Nothing exits, aborts, or prints unasked.
 */
#ifndef CUBOID_H
#define CUBOID_H

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32)
#define CUBOID_API
#else
#define CUBOID_API __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* X(name, value, sentence).  0: converged.  > 0: a valid result that misses the request.  < 0: a
 * failure.  The values -1, -2, -99, 0 and 1 are those of Cuba.  -7 and -8 are not used again: in
 * 0.1 they were CUBOID_CANCELLED and CUBOID_TIME_LIMIT. */
#define CUBOID_STATUSES(X)                                                                    \
  X(CUBOID_CONVERGED, 0, "the requested accuracy was reached")                                \
  X(CUBOID_NOT_CONVERGED, 1, "the evaluations allowed by maxeval did not reach the accuracy") \
  X(CUBOID_CANCELLED, 2, "a cancel flag, a progress function or Ctrl-C ended it")             \
  X(CUBOID_TIME_LIMIT, 3, "the wall-clock limit was reached")                                 \
  X(CUBOID_BAD_NDIM, -1, "ndim is outside the range of the method")                           \
  X(CUBOID_BAD_NCOMP, -2, "ncomp is outside the range of the method")                         \
  X(CUBOID_BAD_ARGUMENT, -3, "an argument has a value that cannot be used")                   \
  X(CUBOID_NONFINITE, -4, "the integrand returned NaN or infinity")                           \
  X(CUBOID_OUT_OF_MEMORY, -5, "the memory needed is not available")                           \
  X(CUBOID_WORKER_LOST, -6, "a worker process or a rank died or stopped answering")           \
  X(CUBOID_EXCEPTION, -9, "the integrand threw an exception")                                 \
  X(CUBOID_NOT_COMPILED, -10, "this build of the library does not hold what was asked for")   \
  X(CUBOID_NO_DEVICE, -11, "no device can be used, or its driver or compiler is missing")     \
  X(CUBOID_DEVICE_FAILED, -12, "the device reported an error")                                \
  X(CUBOID_COMPILE_FAILED, -13, "the integrand's source or image cannot be compiled")         \
  X(CUBOID_DISAGREE, -14, "two versions of the integrand, or two ranks, differ")              \
  X(CUBOID_INTERNAL, -98, "an internal error; please report it")                              \
  X(CUBOID_ABORTED, -99, "the integrand returned -999")

typedef enum cuboid_status {
#define CUBOID_STATUS_ENTRY(name, value, sentence) name = value,
  CUBOID_STATUSES(CUBOID_STATUS_ENTRY)
#undef CUBOID_STATUS_ENTRY
} cuboid_status;

/* X(name, min_ndim, max_ndim, max_ncomp, gpu_max_ndim, gpu_max_ncomp, options, sentence).
 * max_ncomp: INT32_MAX means as many as there is memory for.  gpu_max_ndim, gpu_max_ncomp: up to
 * here the whole method runs on a GPU.  Beyond, or if they are 0, the method runs on the host, and
 * only the integrand is evaluated on the GPU.  options: those of CUBOID_OPTIONS that this method
 * has and others do not. */
#define CUBOID_METHODS(X)                                                                          \
  X(cuhre, 1, 20, INT32_MAX, 20, 1024,                                                             \
    "key splits probing last_only statefile keep_state overwrite_state",                           \
    "globally adaptive cubature, deterministic: smooth integrands up to about 7 dimensions; on a " \
    "GPU pagani takes its place")                                                                  \
  X(pagani, 1, 20, INT32_MAX, 20, 1024, "key probing",                                             \
    "cubature that refines many regions at once: the accuracy of cubature in up to about 10 "      \
    "dimensions, on a GPU or on many cores")                                                       \
  X(vegas, 1, 1024, INT32_MAX, 32, 1024,                                                           \
    "seed rng_level nstart nincrease nbatch smooth last_only statefile keep_state "                \
    "overwrite_state reset_state",                                                                 \
    "importance sampling with an adaptive grid: more dimensions, a few digits, peaks along the "   \
    "axes; on a GPU vegas_plus takes its place, with its options")                                 \
  X(suave, 1, 1024, INT32_MAX, 0, 0,                                                               \
    "seed rng_level nnew nmin flatness smooth last_only statefile keep_state overwrite_state",     \
    "importance sampling in regions that are bisected: a few peaks that lie across the axes, and " \
    "memory for all samples")                                                                      \
  X(divonne, 1, 1024, INT32_MAX, 0, 0,                                                             \
    "seed rng_level key1 key2 key3 maxpass border maxchisq mindeviation last_only statefile "      \
    "keep_state overwrite_state",                                                                  \
    "regions of about equal spread, found by searching extremes: narrow or many peaks, known "     \
    "positions of peaks, smooth integrands in up to about 10 dimensions")                          \
  X(vegas_plus, 1, 32, 1024, 32, 1024,                                                             \
    "seed nstart nincrease quasi alpha beta adapting combination intervals raise_samples "         \
    "statefile keep_state overwrite_state reset_state",                                            \
    "importance sampling with adaptive stratification: many samples, ridges and several peaks")    \
  X(m_cubes, 1, 32, 1024, 32, 1024,                                                                \
    "seed nstart nincrease quasi alpha adapting combination intervals raise_samples "              \
    "statefile keep_state overwrite_state reset_state",                                            \
    "vegas_plus with equal hypercubes: the cheapest samples")                                      \
  X(m_cubes_1d, 1, 32, 1024, 32, 1024,                                                             \
    "seed nstart nincrease quasi alpha adapting combination intervals raise_samples "              \
    "statefile keep_state overwrite_state reset_state",                                            \
    "m_cubes with one map for all axes: integrands that are symmetric in their axes")              \
  X(lattice, 1, 64, 32, 64, 32,                                                                    \
    "seed shifts lattice_points transform smooth_map statefile keep_state overwrite_state",        \
    "lattices with random shifts: smooth integrands in about 4 to 20 dimensions, products or "     \
    "not, "                                                                                        \
    "many digits")                                                                                 \
  X(line, 1, 1, INT32_MAX, 0, 0, "",                                                               \
    "adaptive Gauss-Kronrod pairs, double exponential at singular and infinite ends, "             \
    "deterministic: one dimension")

#define CUBOID_METHOD_LISTED(name, ...) ", " #name

/* The option complex.  Components 2 k and 2 k + 1 are the parts x and y of a complex number z, with
 * the errors dx and dy.  For each number, an error must be at most max(epsrel size, epsabs):
 *
 * - component: dx, with the size |x|, and dy, with the size |y|, as if they were no complex number;
 * - largest: max(dx, dy), with the size max(|x|, |y|);
 * - l2: sqrt(dx^2 + dy^2), with the size |z|;
 * - modulus: the most by which dx and dy change |z|, with the size |z|; the phase does not matter.
 *
 * An odd ncomp is refused with CUBOID_BAD_NCOMP.  Cuba's routines use component.
 *
 * The option norm.  All components are those of a vector: max, l1 (the sum) or l2 (the root of the
 * sum of squares) of their errors must be at most max(epsrel size, epsabs), where size is the same
 * of their values.  It goes with complex = component alone.  On a GPU, cuhre and pagani decide
 * about regions on the host then. */
/* The option log.  1: the integrand's values are logarithms of what is integrated, which is not
 * negative; -INFINITY is that of zero.  The result is the logarithm of each integral, with its
 * error: integrals like e^-5000 or e^5000 are in no danger.  epsrel is that of the integrals, and
 * so the absolute one of their logarithms; epsabs must be 0.  It goes with cuboid_integrate on the
 * host, without state files, traces, sample sinks, starts, ranks and worker processes. */
/* X(name, kind, default, range, role, level, sentence).  kind: integer (int64_t), real (double) or
 * text.  range: any; between(least, most); at_least(least); number (not NaN); positive (finite);
 * less_than(limit, what the limit is); either(value, range); one_of("names, with commas").
 * role, which says what is bound to the value: numbers: what a method finds, and so its state file
 * and all ranks; goal: when it stops, and so the state file of a list, and all ranks; pace: all
 * ranks; own: nothing.  level: basic, method or expert: in which order people are shown them. */
#define CUBOID_OPTIONS(X)                                                                          \
  X(method, text, "auto", one_of("auto" CUBOID_METHODS(CUBOID_METHOD_LISTED)), pace, basic,        \
    "auto (chosen after a first look at the integrand)" CUBOID_METHODS(CUBOID_METHOD_LISTED))      \
  X(epsrel, real, 1e-3, number, goal, basic, "requested relative accuracy; negative: as 0")        \
  X(epsabs, real, 0, number, goal, basic,                                                          \
    "requested absolute accuracy, negative as 0; the larger of the two counts")                    \
  X(complex, text, "component", one_of("component, largest, l2, modulus"), goal, method,           \
    "component: each by itself; largest, l2, modulus: pairs are complex numbers with one error")   \
  X(norm, text, "component", one_of("component, max, l1, l2"), goal, method,                       \
    "component: each by itself; max, l1, l2: all are a vector with one error")                     \
  X(log, integer, 0, between(0, 1), numbers, method,                                               \
    "1: values of the integrand are logarithms, and so is the result")                             \
  X(mineval, integer, 0, any, goal, method, "minimum number of integrand evaluations")             \
  X(maxeval, integer, 1000000, any, goal, basic,                                                   \
    "number of evaluations after which no new work is begun")                                      \
  X(nvec, integer, 1, at_least(1), pace, method,                                                   \
    "maximum number of points in one call of the integrand, 1 to 2^31 - 1")                        \
  X(seed, integer, 0, between(INT32_MIN, INT32_MAX), numbers, basic,                               \
    "0: Sobol points (but see quasi; natively random beyond 40 dimensions); else the seed")        \
  X(rng_level, integer, 0, between(INT32_MIN, INT32_MAX), numbers, expert,                         \
    "with a seed: 0 Mersenne Twister, 1 to 4 Ranlux luxury, more: period p")                       \
  X(nstart, integer, 1000, at_least(1), numbers, method,                                           \
    "vegas, vegas_plus, m_cubes: samples of the first iteration; of the last two, where neither "  \
    "this nor nincrease is set, more in five dimensions and above")                                \
  X(nincrease, integer, 500, any, numbers, method,                                                 \
    "vegas, vegas_plus, m_cubes: samples added in each iteration")                                 \
  X(nbatch, integer, 1000, at_least(1), pace, expert,                                              \
    "vegas: samples drawn before the integrand is called")                                         \
  X(quasi, integer, -1, between(-1, 1), numbers, method,                                           \
    "vegas_plus, m_cubes: 1: Sobol points, no hypercubes; 0: random; -1: 1 for vegas with seed 0 " \
    "from 131072 samples an iteration on")                                                         \
  X(alpha, real, -1, either(-1, between(0, 10)), numbers, expert,                                  \
    "vegas_plus, m_cubes: how far an iteration moves the map, 0: not; -1: 1, later less")          \
  X(beta, real, 0.75, between(0, 1), numbers, expert,                                              \
    "vegas_plus: samples of a hypercube are proportional to sigma^beta, 0 to 1")                   \
  X(adapting, integer, -1, at_least(-1), numbers, expert,                                          \
    "vegas_plus, m_cubes: iterations that refine the map; -1: all")                                \
  X(combination, text, "samples", one_of("samples, inverse_variance"), numbers, expert,            \
    "vegas_plus, m_cubes: weights of the iterations: samples or inverse_variance")                 \
  X(intervals, integer, 1000, between(2, 1024), numbers, expert,                                   \
    "vegas_plus, m_cubes: maximum number of intervals of the map on an axis, about, 2 to 1024")    \
  X(raise_samples, integer, 1, between(0, 1), pace, expert,                                        \
    "vegas_plus, m_cubes on a GPU: 1: raise nstart to what keeps it busy, 0: do not")              \
  X(nnew, integer, 1000, at_least(2), numbers, method, "suave: samples of each step, at least 2")  \
  X(nmin, integer, 2, any, numbers, method,                                                        \
    "suave: minimum samples with which a set counts in a region, at most nnew")                    \
  X(flatness, real, 25, positive, numbers, method,                                                 \
    "suave: > 0; large for an integrand that is flat but for a few peaks")                         \
  X(key1, integer, 47, between(INT32_MIN, INT32_MAX), numbers, method,                             \
    "divonne: sample of the partitioning: 7, 9, 11, 13: a rule; < 0: random, else a lattice")      \
  X(key2, integer, 1, between(INT32_MIN, INT32_MAX), numbers, method,                              \
    "divonne: sample of the main integration, or a factor for the number of points needed")        \
  X(key3, integer, 1, between(INT32_MIN, INT32_MAX), numbers, method,                              \
    "divonne: refinement: 0: none, 1: splits regions, else a third sample")                        \
  X(maxpass, integer, 5, between(INT32_MIN, INT32_MAX), numbers, expert,                           \
    "divonne: number of cycles without progress after which the partitioning ends")                \
  X(border, real, 0, less_than(0.5, "half of the cube's width"), numbers, method,                  \
    "divonne: width of the border, < 0.5, in which values are extrapolated")                       \
  X(maxchisq, real, 10, number, numbers, method,                                                   \
    "divonne: maximum chi-square between two samples of a region")                                 \
  X(mindeviation, real, 0.25, number, numbers, method,                                             \
    "divonne: minimum deviation that is refined, in units of the accuracy")                        \
  X(smooth, integer, 1, between(0, 1), numbers, expert,                                            \
    "vegas, suave: 1: smooth the refined grid, 0: do not")                                         \
  X(last_only, integer, -1, between(-1, 1), numbers, expert,                                       \
    "1: use only the last samples or regions, 0: average all; -1: 1 for cuhre, suave, else 0")     \
  X(shifts, integer, 10, between(10, 32), numbers, method,                                         \
    "lattice: minimum number of random shifts, whose spread is the error; up to 32 if they fit")   \
  X(lattice_points, integer, 0, either(0, between(1024, 68719476736)), numbers, method,            \
    "lattice: points of each shift of the last lattice, 1024 to 2^36: this power of 2, or the "    \
    "largest prime not above; 0: the power of 2 that maxeval allows")                              \
  X(transform, text, "auto", one_of("auto, none, baker, korobov1, korobov2, korobov3"), numbers,   \
    method, "lattice: what makes the integrand periodic; auto: the best of none to korobov3")      \
  X(smooth_map, integer, 1, between(0, 1), numbers, expert,                                        \
    "lattice: 1: try a smooth map of each axis, up to 32 dimensions, 0: do not")                   \
  X(key, integer, 0, between(INT32_MIN, INT32_MAX), numbers, method,                               \
    "cuhre, pagani: degree of the rule, 7, 9, 11 (3-D) or 13 (2-D); else the default")             \
  X(splits, integer, 1, at_least(1), numbers, method,                                              \
    "cuhre: regions split at a time, at most, for calls of many points; 1: only the worst")        \
  X(probing, text, "standard", one_of("none, standard, thorough"), numbers, method,                \
    "cuhre, pagani: points between those of the rules: none, as many as the rules take, or all "   \
    "that find more")                                                                              \
  X(statefile, text, "", any, own, basic,                                                          \
    "regular file that keeps the state for a later resume; empty: none")                           \
  X(keep_state, integer, 0, between(0, 1), pace, expert, "1: keep the state file after success")   \
  X(reset_state, integer, 0, between(0, 1), pace, expert,                                          \
    "vegas: 1: take only the grid from the state file")                                            \
  X(overwrite_state, integer, 0, between(0, 1), pace, expert,                                      \
    "a state file that does not match: 1: replace it, 0: refuse it")                               \
  X(nonfinite, text, "stop", one_of("stop, zero"), numbers, basic,                                 \
    "NaN or infinity from the integrand: stop, or count it as zero")                               \
  X(workers, text, "auto", one_of("serial, fork, threads, auto"), own, method,                     \
    "serial, fork, threads, auto: threads if the integrand is declared so, else serial")           \
  X(devices, text, "", device_list, own, basic,                                                    \
    "GPUs to use: numbers with commas, or all; empty: CUBOID_DEVICE, else the current one")        \
  X(compile, text, "auto", one_of("auto, quick, full"), numbers, expert,                           \
    "texts on a GPU: quick: called by kernels that stand ready; full: compiled with them, which "  \
    "takes .3 s and pays from 1e9 evaluations on; auto: by maxeval")                               \
  X(cores, integer, -1, between(-1, INT32_MAX), own, basic,                                        \
    "number of workers; -1: CUBACORES, else what the machine has")                                 \
  X(worker_timeout, real, 60, number, own, expert,                                                 \
    "seconds without any progress after which a worker is lost; 0: never")                         \
  X(rank_timeout, real, 60, at_least(0), own, expert,                                              \
    "with ranks or several GPUs: seconds without a sign of one after which it is lost; 0: never")  \
  X(time_limit, real, 0, at_least(0), own, basic,                                                  \
    "wall-clock seconds after which the best result so far is given; 0: none")                     \
  X(memory_limit, integer, 0, at_least(0), pace, expert,                                           \
    "maximum bytes of working memory; 0: three quarters of the physical memory")                   \
  X(verbosity, integer, 0, between(0, 3), own, method, "0 to 3: what goes to the log")             \
  X(trace_regions, integer, 1000, at_least(1), pace, expert,                                       \
    "with a trace: maximum regions written one by one; the others are merged")                     \
  X(trace_samples, integer, 0, at_least(0), pace, expert,                                          \
    "with a trace: maximum samples written, evenly chosen; 0: none")

/* Cuba's integrand.  x: nvec points of ndim contiguous coordinates; f: nvec results of ncomp
 * contiguous values, filled with NaN beforehand.  Return -999 to stop; other values are ignored.
 * Functions may take the further arguments of Cuba's contract, which are always passed: const int
 * *nvec, const int *core, and with Vegas and Suave const double *weight, const int *iter, with
 * Divonne const int *phase; cast them then. */
typedef int (*cuboid_function)(const int *ndim, const double x[], const int *ncomp, double f[],
                               void *userdata);

/* Cuba's peak finder for Divonne: writes up to *n points of ndim coordinates to x where the
 * integrand may have peaks in the region with the bounds b (lower and upper, axis by axis), and
 * sets *n to their number.  With the ll forms of the routine n is a pointer to a long long int. */
typedef void (*cuboid_peakfinder)(const int *ndim, const double b[], int *n, double x[],
                                  void *userdata);

/* Receives one line, without its newline, at a verbosity level of 1 to 3. */
typedef void (*cuboid_log_function)(void *user, int level, const char *line);

/* Receives count consecutive samples of an iteration (1, 2, ...): x[count][ndim] in the box,
 * weight[count], f[count][ncomp].  The sum of weight times f over an iteration is its estimate. The
 * arrays are valid only until the function returns. */
typedef void (*cuboid_sample_sink)(void *user, int64_t iteration, int64_t count, int ndim,
                                   const double x[], const double weight[], int ncomp,
                                   const double f[]);

/* How far an integration has come.  Newer libraries may append members; size then grows. */
typedef struct cuboid_progress {
  int64_t size;          /* bytes of this structure in the library that fills it */
  const char *method;    /* the method that runs, as in cuboid_result_method */
  const char *phase;     /* what it does: "integration", "partitioning" ... */
  int64_t iterations;    /* completed */
  int64_t evaluations;   /* of the integrand; those under way may be included */
  int64_t maxeval;       /* the option */
  int64_t nregions;      /* 0 for methods without */
  double seconds;        /* since the call began, on the clock of time_limit */
  double rate;           /* evaluations per second */
  double seconds_left;   /* estimated from how the error has fallen; NaN: no estimate */
  double share;          /* tolerance / error of the worst component; at 1 it is reached */
  double share_relative; /* the same with epsrel alone */
  double share_absolute; /* the same with epsabs alone */
  int64_t ncomp;         /* length of value and error */
  const double *value;   /* current estimates; NaN before the first */
  const double *error;
} cuboid_progress;

/* Receives the progress.  If it returns nonzero, the integration ends as by the cancel flag, with
 * CUBOID_CANCELLED.  progress is valid only until the function returns. */
typedef int (*cuboid_progress_function)(void *user, const cuboid_progress *progress);

/* Receives a record of the trace: a line of JSON without its newline, valid only until the function
 * returns. */
typedef void (*cuboid_trace_function)(const char *line, void *user);

/* Called in every worker, and in the master if it evaluates, before the first and after the last
 * evaluation of an integration.  core: number of the worker, 32768 in the master. */
typedef void (*cuboid_hook)(void *arg, const int *core);

typedef struct cuboid_integrand cuboid_integrand;
typedef struct cuboid_options cuboid_options;
typedef struct cuboid_result cuboid_result;
typedef struct cuboid_many cuboid_many;

/* ---- the library ---- */

/* "major.minor.patch" of the library that is loaded. */
CUBOID_API const char *cuboid_version(void);
/* Sentence of a status; "unknown status" for other numbers. */
CUBOID_API const char *cuboid_status_text(int status);
/* Name of a status as in CUBOID_STATUSES; "" for other numbers. */
CUBOID_API const char *cuboid_status_name(int status);
/* Sentence on the last failure on this thread; "" if its last call did not fail. */
CUBOID_API const char *cuboid_last_error(void);

/* ---- integrands ---- */

/* A host function of ndim >= 1 coordinates and ncomp >= 1 components.  *integrand: NULL on failure.
 */
CUBOID_API int cuboid_integrand_create(cuboid_integrand **integrand, int ndim, int ncomp,
                                       cuboid_function function, void *userdata);
CUBOID_API void cuboid_integrand_free(cuboid_integrand *integrand);
/* thread_safe: 1 if the function may be called on several threads at once.  With the option
 * workers = auto it then is, where that pays.  0, the default: it is called on one thread. */
CUBOID_API int cuboid_integrand_set_thread_safe(cuboid_integrand *integrand, int thread_safe);
/* The function that a text describes, as "exp(-a*(x^2 + y^2))/2", or "a*x, a*y" with two
 * components: the manual has its grammar, in expressions.  It needs no compiler, and is
 * thread-safe.  Where a GPU can be used when it is made, and NVRTC is there, it is compiled for it,
 * and integrations take place there or on the host as with cuboid_register.
 *
 * *ncomp is set to the number of components; ncomp may be NULL.  ndim: 1 to 1024.
 * names: of the parameters, with commas between them, as "a, sigma"; those are p[0] and p[1] in the
 * text as well.  NULL: the parameters are p[0] to the last p[i] in the text.
 * parameters: a double for each of them, which each integration reads where they are.  With
 * cuboid_integrate_many, its userdata take their place.  NULL if there are none, or for such lists.
 *
 * *integrand: NULL on failure.  CUBOID_BAD_ARGUMENT: the text or a name is not understood, and
 * cuboid_last_error() has the column; or there are more than 1024 parameters or components, or a
 * million characters.  CUBOID_BAD_NDIM; CUBOID_COMPILE_FAILED, on a GPU. */
CUBOID_API int cuboid_integrand_from_expression(cuboid_integrand **integrand, int *ncomp, int ndim,
                                                const char *text, const char *names,
                                                void *parameters);
/* What is to be known of a component, from 0: "the derivative by a leaves out moving jumps ...";
 * "": nothing, and for NULL and other numbers.  Messages of results have it too.  It lives as long
 * as the handle. */
CUBOID_API const char *cuboid_integrand_remark(const cuboid_integrand *integrand, int component);

/* ---- regions ----
 *
 * Where an integral is taken, if that is no box: a region is the image of the unit cube under a map
 * whose Jacobian is known.  cuboid_integrand_on_domain makes an integrand on the unit cube of an
 * integrand and a region; all calls take it, with NULL for the limits, and so do all methods, lists
 * and ranks.  *domain and *mapped: NULL on failure.  Those that functions are given may be freed
 * afterwards, but for the integrand's function and userdata.  Numbers must be finite where nothing
 * else is said.  CUBOID_BAD_ARGUMENT and CUBOID_BAD_NDIM have a sentence.
 *
 * Regions that are called parametric have no numbers of their own: of each integral, alone or in a
 * list, the doubles at the begin of its userdata are those of the region, and the integrand gets
 * the address of what follows.  They go into no other region. */
typedef struct cuboid_domain cuboid_domain;

CUBOID_API void cuboid_domain_free(cuboid_domain *domain);
/* A box, whose limits may be infinite.  Limits in falling order count negatively.  breaks: places
 * where an integrand has kinks or jumps, at which the axis is cut: nbreaks[axis] numbers for each
 * axis, those of the first axis first, in rising order and within the limits; NULL for both: none.
 * ends: for each axis, where the integrand is singular, as x^-a or log x are at 0: a sum of 1, the
 * lower limit, 2, the upper one, and 4, the breaks; NULL: nowhere.  There the axis is mapped by the
 * double exponential formula. */
CUBOID_API int cuboid_domain_box(cuboid_domain **domain, int ndim, const double *lower,
                                 const double *upper, const int *ends, const int *nbreaks,
                                 const double *breaks);
/* The square from lower to upper on two axes, for an integrand that is singular where x[0] = x[1],
 * as |x[0] - x[1]|^-a or log |x[0] - x[1]|. */
CUBOID_API int cuboid_domain_diagonal(cuboid_domain **domain, double lower, double upper);
/* A box, with npoints >= 1 places x[npoints][ndim], within it or on its border, where an integrand
 * is singular, as |x - p|^-a or log |x - p|, or has a narrow peak.  The box is cut there, and each
 * part comes to its point in pyramids, so that the Jacobian takes away ndim - 1 powers of the
 * distance (M. G. Duffy, SIAM J. Numer. Anal. 19 (1982) 1260). */
CUBOID_API int cuboid_domain_around_points(cuboid_domain **domain, int ndim, const double *lower,
                                           const double *upper, int npoints, const double *x);
/* Limits that are expressions (as those of cuboid_integrand_from_expression) in the coordinates
 * before them: lower[axis] and upper[axis] may have x[0] to x[axis - 1] and the parameters.  They
 * may be inf, and cross: then they count negatively.  names: of the parameters, with commas between
 * them; NULL: p[0], p[1] ...  parameters: [nparameters], which are copied; NULL with nparameters >
 * 0: the region is parametric. */
CUBOID_API int cuboid_domain_from_expressions(cuboid_domain **domain, int ndim,
                                              const char *const lower[], const char *const upper[],
                                              const char *names, int nparameters,
                                              const double *parameters);
/* The same with breaks, at which the axes are cut: nbreaks[axis] expressions for each axis, those
 * of the first axis first, as the limits have them, and in rising order. */
CUBOID_API int cuboid_domain_cut_by_expressions(cuboid_domain **domain, int ndim,
                                                const char *const lower[],
                                                const char *const upper[], const int *nbreaks,
                                                const char *const breaks[], const char *names,
                                                int nparameters, const double *parameters);
/* The image of a region under a map of ndim expressions in its coordinates and the parameters: the
 * point x of the region goes to map[0], map[1] ...  The map must be one to one inside, and smooth;
 * its Jacobian is found by derivatives, exactly.  of: NULL for the unit cube, or a region that is
 * no surface and has no parameters.  names, nparameters, parameters: as above. */
CUBOID_API int cuboid_domain_image_by_expressions(cuboid_domain **domain, int ndim,
                                                  const cuboid_domain *of, const char *const map[],
                                                  const char *names, int nparameters,
                                                  const double *parameters);
/* Writes the limits of one axis for count points.  x: count rows of ndim coordinates, of which
 * those before the axis are set.  lower, upper: [count]. */
typedef void (*cuboid_limits_function)(int axis, int64_t count, const double x[], double lower[],
                                       double upper[], void *userdata);
/* Limits that are a function on the host, which is called where the integrand is, and on as many
 * threads.  The region has no version for a GPU. */
CUBOID_API int cuboid_domain_from_function(cuboid_domain **domain, int ndim,
                                           cuboid_limits_function limits, void *userdata);
/* A simplex.  vertices: [ndim + 1][ndim]; their order does not matter; NULL: the region is
 * parametric, and has them from userdata.  apex: number of the vertex near which the integrand is
 * singular or roughest, or -1.  Without volume: every integral over it is 0. */
CUBOID_API int cuboid_domain_simplex(cuboid_domain **domain, int ndim, const double *vertices,
                                     int apex);
/* A ball without the ball of the radius inner: 0 <= inner < radius.  centre: [ndim]; NULL: the
 * region is parametric, with the centre, inner and radius of each integral, and ndim >= 2. */
CUBOID_API int cuboid_domain_ball(cuboid_domain **domain, int ndim, const double *centre,
                                  double inner, double radius);
/* The surface |x - centre| = radius in ndim >= 2 dimensions: ndim - 1 coordinates are integrated.
 */
CUBOID_API int cuboid_domain_sphere(cuboid_domain **domain, int ndim, const double *centre,
                                    double radius);
/* The points (x, y) with x of the one and y of the other: a cylinder is a disc and an interval. */
CUBOID_API int cuboid_domain_product(cuboid_domain **domain, const cuboid_domain *first,
                                     const cuboid_domain *second);
/* The points matrix y + offset with y of a region, as ellipsoids and half spaces are.  matrix:
 * [ndim][ndim], row by row, with a determinant that is not 0.  offset: [ndim]. */
CUBOID_API int cuboid_domain_image(cuboid_domain **domain, const cuboid_domain *of,
                                   const double *matrix, const double *offset);
/* npieces >= 1 regions together, with one accuracy.  Where they overlap counts as often. */
CUBOID_API int cuboid_domain_union(cuboid_domain **domain, int npieces,
                                   const cuboid_domain *const pieces[]);
/* A region with an integrand that is singular where coordinates of its unit cube are 0 or 1, as on
 * facets of a simplex or at limits that are functions.  ends: [cube_ndim], as those of a box. */
CUBOID_API int cuboid_domain_with_ends(cuboid_domain **domain, const cuboid_domain *of,
                                       const int *ends);
/* The points of a region where the condition, of one component, is above 0; it may be a jump as
 * x < y or a level as y - x.  The integrand is called nowhere else.  nvec: most points in a call of
 * the condition, if it is a function, as the option nvec has it.  lines: parts into which the
 * unit cube's last axis is cut for each point, to look for the border between them; 0: none, the
 * condition is asked at the point alone, and may be an expression on a GPU; -1: 16 up to 5
 * dimensions, else 0. */
CUBOID_API int cuboid_domain_where(cuboid_domain **domain, const cuboid_domain *of,
                                   const cuboid_integrand *condition, int64_t nvec, int lines);
/* Coordinates of the integrand, and those that are integrated; 0 for NULL. */
CUBOID_API int cuboid_domain_ndim(const cuboid_domain *domain);
CUBOID_API int cuboid_domain_cube_ndim(const cuboid_domain *domain);
/* The map.  t: count points of the unit cube; x: count points of the region; jacobian: [count], the
 * volume of the region for that of the cube. */
CUBOID_API int cuboid_domain_map(const cuboid_domain *domain, int64_t count, const double *t,
                                 double *x, double *jacobian);
/* The integrand over the region, as one over the unit cube of cube_ndim dimensions.  ndim of the
 * integrand: that of the region.  On a GPU: integrands from expressions and from source, over
 * regions without functions on the host; an integrand that has no version for the host needs these.
 * A version for a GPU that is registered for the host function is not used. */
CUBOID_API int cuboid_integrand_on_domain(cuboid_integrand **mapped,
                                          const cuboid_integrand *integrand,
                                          const cuboid_domain *domain);

/* An expression, as cuboid_integrand_from_expression has it, with its derivatives by nwrt >= 1 of
 * its parameters, which are exact: components are those of the text, then their derivatives by
 * parameter number wrt[0], then those by wrt[1] ...; wrt NULL: by the first nwrt parameters.  All
 * share the points and what they have in common; each has its own error.
 *
 * domain: NULL: the integrand takes the limits of the call, which depend on no parameter.  Else a
 * region, and the integrand is one over the unit cube, as of cuboid_integrand_on_domain.  If the
 * region was made of expressions, its parameters are those of the text, with the same names, and
 * where they move it, the derivatives are those of the integral: of f(x(t, p), p) times the
 * Jacobian at fixed t, so that nothing is evaluated on the border.  The values that the region was
 * made with do not count, and if it is parametric, it has those of the text.  Another parametric
 * region has its numbers before those of the text.
 *
 * Where a comparison, floor, sign or a condition depends on a parameter, the jump moves with it,
 * and the derivative leaves out what it brings: cuboid_integrand_remark and messages say so.  Where
 * the region was cut by expressions, and no such place lies between the breaks, at the parameters
 * as they are now and as far as some thousand points show, nothing is left out.
 *
 * CUBOID_BAD_ARGUMENT: as above, and where the text has no parameters, wrt names one that there is
 * not or one twice, or tgamma or lgamma of a parameter would have to be differentiated. */
CUBOID_API int cuboid_integrand_gradient_from_expression(cuboid_integrand **integrand, int *ncomp,
                                                         int ndim, const char *text,
                                                         const char *names, void *parameters,
                                                         int nwrt, const int wrt[],
                                                         const cuboid_domain *domain);
/* The same with derivatives of any order: row i of wrt[nderivatives][order] has the numbers of the
 * parameters by which the i-th is taken, where -1 stands for none, so that a row of -1 is the text
 * itself.  Components are those of the text by the first row, then by the second ...  order: 1 to
 * 8.  From the second on, fabs, fmin and fmax of a parameter leave out moving jumps as well. */
CUBOID_API int cuboid_integrand_derivatives_from_expression(
    cuboid_integrand **integrand, int *ncomp, int ndim, const char *text, const char *names,
    void *parameters, int nderivatives, int order, const int wrt[], const cuboid_domain *domain);

/* A function that has its derivatives by parameters, as one that is compiled for dual numbers
 * (cuboid_dual.hpp).  It is called at one point, in any thread.  x[ndim][1 + nwrt] has each
 * coordinate and its derivatives by parameters number wrt[0], wrt[1] ..., and f[ncomp][1 + nwrt] is
 * to have each value so.  parameters: those of the integral.  jumps: nwrt zeros; where comparisons
 * depend on parameter number wrt[i], jumps[i] becomes a number that tells how they came out.
 * Return -999 to stop; other values are ignored. */
typedef int (*cuboid_dual_function)(int ndim, const double x[], int ncomp, double f[], int nwrt,
                                    const int wrt[], const double parameters[], int64_t jumps[]);
/* The integrand of cuboid_integrand_gradient_from_expression for such a function: ncomp values,
 * then their derivatives.  names, nparameters: as in cuboid_domain_from_expressions.  parameters
 * are read where they are, and at once, at some thousand points, to see whether jumps move; for a
 * list, those of one of its integrals.  wrt NULL: the first nwrt.  domain must be set: limits that
 * are numbers are cuboid_domain_box. */
CUBOID_API int cuboid_integrand_gradient_from_duals(cuboid_integrand **integrand, int ndim,
                                                    int ncomp, cuboid_dual_function function,
                                                    const char *names, int nparameters,
                                                    void *parameters, int nwrt, const int wrt[],
                                                    const cuboid_domain *domain);

/* ---- integrands on a GPU ----
 *
 * They are used like integrands on the host, or take the place of a host function in Cuba's
 * routines (cuboid_register).
 *
 * The environment variable CUBOID_DEVICE chooses the device by its number.  With several, as in
 * "0,2" or "all", all of them work on each integral; "off" means none.  The option devices does the
 * same for one call.  CUBOID_CACHE is the folder for compiled kernels, by default the folder cuboid
 * in the user's cache; "off" means none.
 *
 * A call leaves the calling thread's current device and context as they were.  All work is done in
 * the device's primary context, on a stream of the library, and is finished when the call returns.
 * After a kernel that reads outside of its memory, or traps, the process cannot use the device any
 * more; the message of CUBOID_DEVICE_FAILED says so. */

/* Evaluates n points: x[n][ndim] to f[n][ncomp], both in device memory; f is filled with NaN
 * beforehand.  The function is called on the host.  It starts its work on the stream, a
 * cudaStream_t, and need not wait for it.  Where samples or lattices are drawn, or regions refined,
 * on the device, n is up to some ten millions.  Return -999 to stop; other values are ignored. */
typedef int (*cuboid_device_batch)(int ndim, const double x[], int ncomp, double f[], int64_t n,
                                   void *stream, void *userdata);

/* The same for many integrals at once.  integral[n], in device memory as well: to which of those of
 * cuboid_integrate_many a point belongs, the first being 0; in cuboid_integrate, all are 0. */
typedef int (*cuboid_device_many_batch)(int ndim, const double x[], int ncomp, double f[],
                                        int64_t n, const int64_t integral[], void *stream,
                                        void *userdata);

/* A function in C or CUDA C++, given as source text, which is compiled for the GPU.  It has the
 * first four, five or seven parameters of Cuba's integrand and returns int.  Functions in the text
 * that it does not use, such as main, are left out.
 *
 * Each integration begins by copying userdata_bytes bytes from userdata to the device; pointers in
 * them are not followed.  With 0 bytes the function gets NULL.
 *
 * If the status is CUBOID_COMPILE_FAILED, cuboid_last_error() has the compiler's log; its line
 * numbers are those of the text.  This succeeds without a GPU too: what then integrates it, a list
 * as well, returns CUBOID_NO_DEVICE unless the integrand is the version of a host function
 * (cuboid_register).  cuboid_device() says beforehand whether there is one.  Without a compiler the
 * errors of the text are found only when an integration needs it.  *integrand: NULL on failure. */
CUBOID_API int cuboid_integrand_from_cuda_source(cuboid_integrand **integrand, int ndim, int ncomp,
                                                 const char *source, const char *function_name,
                                                 void *userdata, int64_t userdata_bytes);
/* The same for compiled code: LTO-IR (which is inlined), PTX, fatbin or cubin, with relocatable
 * device code.  The image of image_bytes bytes holds the function as extern "C" with Cuba's five
 * parameters. */
CUBOID_API int cuboid_integrand_from_cuda_image(cuboid_integrand **integrand, int ndim, int ncomp,
                                                const void *image, int64_t image_bytes,
                                                const char *function_name, void *userdata,
                                                int64_t userdata_bytes);
/* A function on the host that starts kernels of its own.  It is passed userdata unchanged. */
CUBOID_API int cuboid_integrand_from_device_batch(cuboid_integrand **integrand, int ndim, int ncomp,
                                                  cuboid_device_batch function, void *userdata);
/* The same with the numbers of integrals: cuhre, pagani, vegas_plus, m_cubes and lattice hand over
 * points of many integrals of cuboid_integrate_many together, whose userdata must then be NULL. */
CUBOID_API int cuboid_integrand_from_device_many_batch(cuboid_integrand **integrand, int ndim,
                                                       int ncomp, cuboid_device_many_batch function,
                                                       void *userdata);
/* Used by cuboid.cuh: kernels around a functor of functor_bytes bytes.  names: the name of each
 * kernel, followed by a newline.  kernels: an array of cudaKernel_t.  version: of cuboid.cuh. */
CUBOID_API int cuboid_integrand_from_kernels(cuboid_integrand **integrand, int ndim, int ncomp,
                                             const void *functor, int64_t functor_bytes,
                                             const char *names, const void *kernels,
                                             const char *version);

/* From now on, calls that integrate host_function with the integrand's ndim and ncomp may run the
 * integrand on the GPU instead.  If such a call passes userdata, not NULL, they are copied to the
 * device in place of the integrand's.  The first such call compares both functions at a few points;
 * if they differ, its status is CUBOID_DISAGREE.  The integrand may be freed after this. */
CUBOID_API int cuboid_register(cuboid_function host_function, const cuboid_integrand *integrand);
/* Ends this.  CUBOID_BAD_ARGUMENT if nothing is registered for the function. */
CUBOID_API int cuboid_unregister(cuboid_function host_function);

/* Returns 0 if integrations can run on a GPU now, and sets *description to its name and number;
 * else CUBOID_NO_DEVICE, and cuboid_last_error() says what is missing.  The description lives as
 * long as the library is loaded.  description may be NULL. */
CUBOID_API int cuboid_device(const char **description);

/* ---- many machines ----
 *
 * Every rank of an MPI communicator makes the same calls with the same arguments.  The points are
 * shared out among the ranks, and all get the same result: that of a single process.
 *
 * If the integrand throws on one rank, or its cancel flag is set or its time limit reached, the
 * call ends on all.  Calls from within an integrand, calls in a forked process, and
 * cuboid_integrate_many work in their own process alone.  Rank 0 reads and writes state files and
 * prints lines; a sample sink gets all samples on every rank.  MPI is called on the calling thread
 * only, and never while the integrand runs.
 *
 * The library is not linked to MPI.  It opens a plug-in that belongs to the MPI library of the
 * process: see cuboid_transport.h.  Without one the status is CUBOID_NOT_COMPILED. */

/* From now on, the integrations of this process are made by all ranks of *comm together.  *comm is
 * a handle of size bytes: an MPI_Comm of C, or the integer of Fortran.  All its ranks must make
 * this call, since the communicator is duplicated.  comm NULL: each process is on its own again.
 *
 * With CUBOID_MPI=world in the environment, programs that do not make this call work on
 * MPI_COMM_WORLD.  If MPI is not initialised, the library initialises it, and finalises it at
 * exit.  Where this cannot be done, calls fail, and the first of a process prints one line on
 * stderr that says what is missing. */
CUBOID_API int cuboid_use_communicator(const void *comm, size_t size);

/* ---- options: every name of CUBOID_OPTIONS ---- */

CUBOID_API int cuboid_options_create(cuboid_options **options);
CUBOID_API void cuboid_options_free(cuboid_options *options);
CUBOID_API int cuboid_options_set_integer(cuboid_options *options, const char *name, int64_t value);
CUBOID_API int cuboid_options_set_real(cuboid_options *options, const char *name, double value);
CUBOID_API int cuboid_options_set_text(cuboid_options *options, const char *name,
                                       const char *value);
CUBOID_API int cuboid_options_get_integer(const cuboid_options *options, const char *name,
                                          int64_t *value);
CUBOID_API int cuboid_options_get_real(const cuboid_options *options, const char *name,
                                       double *value);
/* *value is valid until the option is set again or the handle is freed. */
CUBOID_API int cuboid_options_get_text(const cuboid_options *options, const char *name,
                                       const char **value);
/* Lines that the option verbosity asks for go to log(user, level, line).  NULL: to stdout. */
CUBOID_API int cuboid_options_set_log(cuboid_options *options, cuboid_log_function log, void *user);
/* The integration stops soon after *cancel becomes nonzero, with the status CUBOID_CANCELLED and
 * the best result so far.  After time_limit it does the same with CUBOID_TIME_LIMIT.  neval counts
 * all evaluations until then.  If vegas is stopped in its first iteration, or suave in its first
 * sample, the result is the estimate of the samples so far.  Other methods have no estimate before
 * their first sum is complete; their values are NaN. */
CUBOID_API int cuboid_options_set_cancel(cuboid_options *options, const volatile int *cancel);
/* function(user, progress) is called on the calling thread, at most once in `seconds` (>= 0; with 0
 * as often as the library can), between two calls of the integrand, and on a GPU between two
 * iterations.  It works with all methods and does not change the numbers of the result.  If it
 * throws, the integration ends with CUBOID_EXCEPTION.  NULL: none.  For lists of integrals see
 * cuboid_integrate_many. */
CUBOID_API int cuboid_options_set_progress(cuboid_options *options,
                                           cuboid_progress_function function, void *user,
                                           double seconds);
/* Records what the method does, in lines of JSON: what is integrated and how, the result after each
 * iteration, the map of the methods that have one, the regions at the end, and how it ended.  The
 * lines go to the file at path, to function(line, user) on the calling thread, or to both.  NULL
 * for both, or an empty path: no trace.  docs/trace.md describes the records; trace_regions and
 * trace_samples bound their number.  The numbers of the result do not change.
 *
 * The file is emptied first.  If it cannot be opened, the call ends with CUBOID_BAD_ARGUMENT.  If
 * it cannot be written later, as on a full disk, the result is still given, and its message says
 * so. A trace without the record "end" is not complete.  If the function throws, the integration
 * ends with CUBOID_EXCEPTION.  With several ranks, rank 0 writes the trace. */
CUBOID_API int cuboid_options_set_trace(cuboid_options *options, const char *path,
                                        cuboid_trace_function function, void *user);
/* The same as cuboid_use_communicator, for the calls with these options. */
CUBOID_API int cuboid_options_set_communicator(cuboid_options *options, const void *comm,
                                               size_t size);
/* Hands all samples of vegas, suave, vegas_plus, m_cubes, m_cubes_1d and lattice to sink(user, ...)
 * on the calling thread, in batches, in the same order each time.  Not among them are samples that
 * only find the scale of the integrand before the first iteration, or the map and the transform of
 * lattice.  Samples by which suave chooses its regions have the iteration 0 and are no estimate.
 *
 * A GPU evaluates each sample twice for this.  Other methods refuse a sink; with one, the method
 * auto is vegas.  If the sink throws, the integration ends with CUBOID_EXCEPTION.  NULL: none. */
CUBOID_API int cuboid_options_set_sample_sink(cuboid_options *options, cuboid_sample_sink sink,
                                              void *user);
/* Begins with the map of an earlier result, which saves the iterations that find one.  This is for
 * chains of integrals that change little from one to the next.  vegas_plus, m_cubes, m_cubes_1d,
 * and vegas on a GPU can begin so, with a result of any of these methods and the same ndim; the
 * integrand, the box and the accuracy may differ.  Other methods refuse a start, as do calls with a
 * state file.
 *
 * Uniform samples, a tenth more than the first iteration has, show what the map misses.  If they
 * find something, the integration begins again without it, and the message says so.  The numbers of
 * the result depend on the start.  The map is copied: the result may be freed.  NULL: none. */
CUBOID_API int cuboid_options_set_start(cuboid_options *options, const cuboid_result *result);
/* Number of options, and the name, kind ("integer", "real", "text") and sentence of number i. */
CUBOID_API int cuboid_options_count(void);
CUBOID_API const char *cuboid_options_name(int i);
CUBOID_API const char *cuboid_options_kind(int i);
CUBOID_API const char *cuboid_options_help(int i);
/* "basic", "method" or "expert". */
CUBOID_API const char *cuboid_options_level(int i);

/* Number of methods of CUBOID_METHODS, and the name, the sentence and the options of method i, with
 * blanks between the names of options.  Other i: "". */
CUBOID_API int cuboid_methods_count(void);
CUBOID_API const char *cuboid_methods_name(int i);
CUBOID_API const char *cuboid_methods_help(int i);
CUBOID_API const char *cuboid_methods_options(int i);
/* Limits of method i.  on_gpu: those within which the whole method runs on a GPU.  Other i: 0. */
CUBOID_API int cuboid_methods_min_ndim(int i);
CUBOID_API int cuboid_methods_max_ndim(int i, int on_gpu);
CUBOID_API int cuboid_methods_max_ncomp(int i, int on_gpu);

/* ---- integration ---- */

/* Integrates over the box lower[ndim] to upper[ndim].  NULL for both: the unit cube.  Limits may be
 * +-INFINITY.  Each axis with lower > upper changes the sign.  With lower = upper on an axis the
 * result is 0 with an error of 0, converged, without an evaluation, and the message names the axis.
 * options: NULL for the defaults.
 *
 * Returns the status.  *result is set even on failure, with NaN for values that are not known,
 * unless integrand is NULL or there is no memory for it; then it is NULL.  result may be NULL.
 *
 * A state file (options statefile, keep_state, overwrite_state) belongs to a box, a method, the
 * options that the numbers depend on, and an integrand, which is recognised by its values at three
 * points.  Every run with a state file evaluates these; they do not count as evaluations.  If the
 * file does not match, or another run uses it, the call ends with CUBOID_BAD_ARGUMENT and the file
 * is left as it is.  The superuser goes on from the files of other users only with
 * CUBOID_FOREIGN_STATE=1 in the environment.  The result's message or reasons say where the
 * run began. */
CUBOID_API int cuboid_integrate(const cuboid_integrand *integrand, const double *lower,
                                const double *upper, const cuboid_options *options,
                                cuboid_result **result);

/* The functions below accept a NULL result.  They return the status CUBOID_BAD_ARGUMENT, "" for
 * texts, 0 for numbers and for ncomp, NULL for the covariance, and for value, error, chi2 and prob
 * an array of 1024 NaN. */
CUBOID_API void cuboid_result_free(cuboid_result *result);
CUBOID_API int cuboid_result_status(const cuboid_result *result);
/* What to do, if anything, what was seen, which tolerance was met, and why the integration stopped,
 * in a sentence or two: at most 200 characters unless the status is negative.  If all values were
 * zero, the message says so, and the status is CUBOID_NOT_CONVERGED; with epsabs > 0 and
 * mineval > 0, it is CUBOID_CONVERGED after mineval evaluations.  This does not apply to a
 * component that is zero beside others that are not. */
CUBOID_API const char *cuboid_result_message(const cuboid_result *result);
/* What the message had no room for, and behind "auto: " what auto saw of the integrand, what it
 * expected each method to need, and which it took.  "": nothing. */
CUBOID_API const char *cuboid_result_reasons(const cuboid_result *result);
CUBOID_API const char *cuboid_result_method(const cuboid_result *result);
CUBOID_API int cuboid_result_ncomp(const cuboid_result *result);
/* Arrays of ncomp numbers.  error: absolute; a standard deviation for methods that draw samples, an
 * estimate that should not be exceeded for cuhre and pagani.  prob: the probability of a smaller
 * chi2 than this one (-999: not defined). */
CUBOID_API const double *cuboid_result_value(const cuboid_result *result);
CUBOID_API const double *cuboid_result_error(const cuboid_result *result);
CUBOID_API const double *cuboid_result_chi2(const cuboid_result *result);
CUBOID_API const double *cuboid_result_prob(const cuboid_result *result);
/* Covariances of the values, ncomp (ncomp + 1) / 2 numbers: (0, 0), (1, 0), (1, 1), (2, 0), ...
 * Known for vegas_plus, m_cubes, m_cubes_1d, lattice and vegas, and for a box without volume.  NULL
 * for other methods, with more than 32 components, and with last_only. */
CUBOID_API const double *cuboid_result_covariance(const cuboid_result *result);
CUBOID_API int64_t cuboid_result_dof(const cuboid_result *result);
CUBOID_API int64_t cuboid_result_neval(const cuboid_result *result);
/* Number of regions; 0 for vegas. */
CUBOID_API int64_t cuboid_result_nregions(const cuboid_result *result);
CUBOID_API int64_t cuboid_result_niterations(const cuboid_result *result);
/* Number of iterations at the beginning that are not part of the result.  vegas, vegas_plus,
 * m_cubes and m_cubes_1d leave out those in which the map was still being found, and lattice may
 * leave out its first lattices.  0 for other methods. */
CUBOID_API int64_t cuboid_result_left_out(const cuboid_result *result);
/* Of the evaluations, those between the points of the rules of cuhre and pagani, where something
 * may hide (the option probing).  0 for other methods. */
CUBOID_API int64_t cuboid_result_probed(const cuboid_result *result);
/* 1: the error can be believed as far as the method can tell.  0: it cannot; the result is then not
 * converged, and the message says what was seen and what to try.
 *
 * Methods that draw samples: 0 if the iterations contradict each other, if a few samples make up
 * most of the sum, or if maxeval leaves suave or divonne no fresh samples for a last check.
 * pagani: 0 if maxeval leaves no room to confirm a result that rests on the first regions alone.
 * All methods: 0 if only zeros were seen, if a value that was not finite was counted as zero, and
 * where there is no value, after a failure or if the call was ended before the first one. */
CUBOID_API int cuboid_result_trusted(const cuboid_result *result);
/* Number of integrand values that were NaN or infinite. */
CUBOID_API int64_t cuboid_result_nonfinite(const cuboid_result *result);

/* Combines the results of independent runs: the same integral over the same box, by methods that
 * draw random numbers, each run with another seed.
 *
 * - value: the mean, weighted by evaluations.  A mean by inverse variance would be drawn towards
 *   runs that have missed something.
 * - error: the standard deviation of this mean.
 * - chi2: of the results about the mean, with count - 1 degrees of freedom.
 * - evaluations, regions and iterations: the sums.
 *
 * The combined result has converged if the strictest epsrel and epsabs of the runs are reached, all
 * runs are trusted, and chi2 does not contradict their errors.  It may be combined with others.
 *
 * Returns its status.  Refused with CUBOID_BAD_ARGUMENT, with NULL in *combined, are failures,
 * equal seeds, results that differ in ndim, ncomp or the box, and those of cuhre and pagani, whose
 * errors are no standard deviations.  Whether the integrand is the same is not checked. */
CUBOID_API int cuboid_combine(int64_t count, const cuboid_result *const results[],
                              cuboid_result **combined);

/* ---- many integrals in one call ----
 *
 * docs/many.md compares it with components and with batches of points. */

/* count integrals of one integrand.  Integral i is over the box lower[i * box_stride] ... to
 * upper[i * box_stride] ..., ndim numbers each; a stride of 0 means the same box for all, and NULL
 * for both limits the unit cube.  Its userdata are at userdata + i * userdata_stride bytes; 0: the
 * same for all; userdata NULL, with stride 0: those that the integrand was made with.  Of an
 * integrand that was made from a functor, the userdata are the functor of integral i.
 *
 * Functions that are declared thread-safe are integrated on several threads, an integral on one of
 * them at a time; the options workers and cores count as in cuboid_integrate.  On a GPU cuhre and
 * pagani refine many integrals at once, each by a warp, in up to 16384 regions and with up to 8
 * components.  vegas_plus, m_cubes, m_cubes_1d and vegas draw the samples of many at once, each by
 * a block, with up to 8 components, 32768 samples in the first iteration and 65536 in others, and
 * 128 iterations.  lattice sums those of many at once, up to 4194304 points of an integral.  cores
 * bounds the threads that decide about them.  What needs more, and all else, follows one by one.
 *
 * The numbers of an integral do not depend on what else is in the list, on its place, on
 * count, or on threads.  On the host they are those of cuboid_integrate with the method that is
 * named.  Where none is, an integral in up to 7 dimensions is begun by cuhre, for some thousands of
 * evaluations; if that does not settle it, a method is chosen for it as in cuboid_integrate, in
 * more dimensions at once; cuboid_many_method is then auto, and the message says how often which
 * method was taken.  On a GPU all are worked on side by side by cuhre in up to 7 dimensions, else
 * by vegas, and those that need more room than they have there get a method as in
 * cuboid_integrate.  There cuboid_integrate may begin with more regions, and raises nstart to 2^20
 * where a list raises it to 16384; with raise_samples = 0 the bits of samples are those of
 * cuboid_integrate.
 *
 * Returns CUBOID_CONVERGED if all integrals converged and CUBOID_NOT_CONVERGED if some did not, or
 * failed, which spoils no other.  CUBOID_CANCELLED and CUBOID_TIME_LIMIT are about the whole call:
 * what is finished stands, and integrals that were not begun have that status, NaN, and no
 * evaluations.  So do those that are left where a progress function throws; the call then returns
 * CUBOID_EXCEPTION.  Other statuses: nothing was integrated, and *many is NULL.  Sample sinks and
 * traces are refused.  verbosity: 1: a line at the end, 2: one after each tenth as well, 3: on a
 * GPU also where the time went.  The integrand must not leave the call by longjmp.
 *
 * Progress is that of the whole: iterations are the integrals that are finished, share is theirs of
 * count, and phase is "integrals"; ncomp is 0, and the shares of single tolerances are NaN.
 *
 * A state file (options statefile, keep_state, overwrite_state), with any method, keeps the
 * integrals that are finished.  A later call takes them over, does the others, and gives the bits
 * of a call that was not interrupted.  Integrals that ended for lack of time, of memory, of a
 * worker or of a device are done again.  The file is written at the end and at most once a second,
 * less often where that would take more than a twentieth of the time.  It is removed when all
 * integrals are finished, unless keep_state is 1.  It is bound to count, the boxes, the method, the
 * options that the numbers depend on, epsrel, epsabs, mineval, maxeval, and the values of up to 16
 * of the integrals at three points, which do not count as evaluations. */
CUBOID_API int cuboid_integrate_many(const cuboid_integrand *integrand, int64_t count,
                                     const double *lower, const double *upper, int64_t box_stride,
                                     const void *userdata, int64_t userdata_stride,
                                     const cuboid_options *options, cuboid_many **many);
/* Of NULL: the status is CUBOID_BAD_ARGUMENT, texts are "", arrays NULL and numbers 0. */
CUBOID_API void cuboid_many_free(cuboid_many *many);
CUBOID_API int cuboid_many_status(const cuboid_many *many);
/* How many integrals ended with which status, and why the first of each did; how many boxes have no
 * volume. */
CUBOID_API const char *cuboid_many_message(const cuboid_many *many);
CUBOID_API const char *cuboid_many_method(const cuboid_many *many);
CUBOID_API int64_t cuboid_many_count(const cuboid_many *many);
CUBOID_API int cuboid_many_ncomp(const cuboid_many *many);
/* Arrays [count][ncomp], as those of a cuboid_result.  prob is made when it is first asked for;
 * NULL if memory for it is missing. */
CUBOID_API const double *cuboid_many_value(const cuboid_many *many);
CUBOID_API const double *cuboid_many_error(const cuboid_many *many);
CUBOID_API const double *cuboid_many_prob(const cuboid_many *many);
/* Arrays [count]: the status of each integral, and its evaluations. */
CUBOID_API const int *cuboid_many_statuses(const cuboid_many *many);
CUBOID_API const int64_t *cuboid_many_neval(const cuboid_many *many);
/* Of the integrals that ended with a status: their number, the index of the first (-1: none), and
 * the message of that one. */
CUBOID_API int64_t cuboid_many_number_of(const cuboid_many *many, int status);
CUBOID_API int64_t cuboid_many_first_of(const cuboid_many *many, int status);
CUBOID_API const char *cuboid_many_reason_of(const cuboid_many *many, int status);
/* Wall-clock time of the call, without the compilation of kernels. */
CUBOID_API double cuboid_many_seconds(const cuboid_many *many);

/* ---- Cuba's routines, argument by argument (C: scalars by value) ----
 *
 * integral, error, prob: arrays of ncomp numbers, NaN on failure.  *fail: a status.  spin: NULL, or
 * the address of -1, or the address of a pointer as cuboid_fork sets it.
 *
 * cuboid_Suave gives the numbers of Cuba 4.2.2, or with CUBOID_SUAVE=4.1 in the environment those
 * of 4.1.  The first component decides what is bisected.
 *
 * cuboid_Divonne: if the accuracy is not reached, *fail is an estimate of the evaluations that it
 * still needs.  xgiven: ngiven points where the integrand may have peaks; points outside of the
 * cube are ignored.  Each begins ldxgiven numbers after the one before it: at least ndim, or 0 to
 * repeat the same point.  With one point ldxgiven does not matter.  peakfinder: called for every
 * region of the partitioning, unless nextra is 0; then it may be NULL.  nextra: the maximum number
 * of points that it may write.
 *
 * Exceptions that the integrand, the peak finder or a hook throws pass to the caller, as through
 * Cuba, after everything that belongs to the call has been released; *fail is CUBOID_EXCEPTION.  If
 * a worker process throws, *fail is the same, and nothing is thrown. */

CUBOID_API void cuboid_Vegas(int ndim, int ncomp, cuboid_function integrand, void *userdata,
                             int nvec, double epsrel, double epsabs, int flags, int seed,
                             int mineval, int maxeval, int nstart, int nincrease, int nbatch,
                             int gridno, const char *statefile, void *spin, int *neval, int *fail,
                             double integral[], double error[], double prob[]);
CUBOID_API void cuboid_llVegas(int ndim, int ncomp, cuboid_function integrand, void *userdata,
                               long long int nvec, double epsrel, double epsabs, int flags,
                               int seed, long long int mineval, long long int maxeval,
                               long long int nstart, long long int nincrease, long long int nbatch,
                               int gridno, const char *statefile, void *spin, long long int *neval,
                               int *fail, double integral[], double error[], double prob[]);
CUBOID_API void cuboid_Suave(int ndim, int ncomp, cuboid_function integrand, void *userdata,
                             int nvec, double epsrel, double epsabs, int flags, int seed,
                             int mineval, int maxeval, int nnew, int nmin, double flatness,
                             const char *statefile, void *spin, int *nregions, int *neval,
                             int *fail, double integral[], double error[], double prob[]);
CUBOID_API void cuboid_llSuave(int ndim, int ncomp, cuboid_function integrand, void *userdata,
                               long long int nvec, double epsrel, double epsabs, int flags,
                               int seed, long long int mineval, long long int maxeval,
                               long long int nnew, long long int nmin, double flatness,
                               const char *statefile, void *spin, int *nregions,
                               long long int *neval, int *fail, double integral[], double error[],
                               double prob[]);
CUBOID_API void cuboid_Divonne(int ndim, int ncomp, cuboid_function integrand, void *userdata,
                               int nvec, double epsrel, double epsabs, int flags, int seed,
                               int mineval, int maxeval, int key1, int key2, int key3, int maxpass,
                               double border, double maxchisq, double mindeviation, int ngiven,
                               int ldxgiven, double xgiven[], int nextra,
                               cuboid_peakfinder peakfinder, const char *statefile, void *spin,
                               int *nregions, int *neval, int *fail, double integral[],
                               double error[], double prob[]);
CUBOID_API void cuboid_llDivonne(int ndim, int ncomp, cuboid_function integrand, void *userdata,
                                 long long int nvec, double epsrel, double epsabs, int flags,
                                 int seed, long long int mineval, long long int maxeval, int key1,
                                 int key2, int key3, int maxpass, double border, double maxchisq,
                                 double mindeviation, long long int ngiven, int ldxgiven,
                                 double xgiven[], long long int nextra,
                                 cuboid_peakfinder peakfinder, const char *statefile, void *spin,
                                 int *nregions, long long int *neval, int *fail, double integral[],
                                 double error[], double prob[]);
CUBOID_API void cuboid_Cuhre(int ndim, int ncomp, cuboid_function integrand, void *userdata,
                             int nvec, double epsrel, double epsabs, int flags, int mineval,
                             int maxeval, int key, const char *statefile, void *spin, int *nregions,
                             int *neval, int *fail, double integral[], double error[],
                             double prob[]);
CUBOID_API void cuboid_llCuhre(int ndim, int ncomp, cuboid_function integrand, void *userdata,
                               long long int nvec, double epsrel, double epsabs, int flags,
                               long long int mineval, long long int maxeval, int key,
                               const char *statefile, void *spin, int *nregions,
                               long long int *neval, int *fail, double integral[], double error[],
                               double prob[]);

/* The same for Fortran 77: every argument by reference, and at the end the hidden length of
 * statefile.  Each of the four Vegas entries (C or Fortran, int or long long) has grid slots of its
 * own. */
CUBOID_API void cuboid_fortran_vegas(const int *ndim, const int *ncomp, cuboid_function integrand,
                                     void *userdata, const int *nvec, const double *epsrel,
                                     const double *epsabs, const int *flags, const int *seed,
                                     const int *mineval, const int *maxeval, const int *nstart,
                                     const int *nincrease, const int *nbatch, const int *gridno,
                                     const char *statefile, void *spin, int *neval, int *fail,
                                     double integral[], double error[], double prob[],
                                     int statefile_length);
CUBOID_API void cuboid_fortran_llvegas(const int *ndim, const int *ncomp, cuboid_function integrand,
                                       void *userdata, const long long int *nvec,
                                       const double *epsrel, const double *epsabs, const int *flags,
                                       const int *seed, const long long int *mineval,
                                       const long long int *maxeval, const long long int *nstart,
                                       const long long int *nincrease, const long long int *nbatch,
                                       const int *gridno, const char *statefile, void *spin,
                                       long long int *neval, int *fail, double integral[],
                                       double error[], double prob[], int statefile_length);
CUBOID_API void cuboid_fortran_suave(const int *ndim, const int *ncomp, cuboid_function integrand,
                                     void *userdata, const int *nvec, const double *epsrel,
                                     const double *epsabs, const int *flags, const int *seed,
                                     const int *mineval, const int *maxeval, const int *nnew,
                                     const int *nmin, const double *flatness, const char *statefile,
                                     void *spin, int *nregions, int *neval, int *fail,
                                     double integral[], double error[], double prob[],
                                     int statefile_length);
CUBOID_API void cuboid_fortran_llsuave(const int *ndim, const int *ncomp, cuboid_function integrand,
                                       void *userdata, const long long int *nvec,
                                       const double *epsrel, const double *epsabs, const int *flags,
                                       const int *seed, const long long int *mineval,
                                       const long long int *maxeval, const long long int *nnew,
                                       const long long int *nmin, const double *flatness,
                                       const char *statefile, void *spin, int *nregions,
                                       long long int *neval, int *fail, double integral[],
                                       double error[], double prob[], int statefile_length);
CUBOID_API void cuboid_fortran_divonne(
    const int *ndim, const int *ncomp, cuboid_function integrand, void *userdata, const int *nvec,
    const double *epsrel, const double *epsabs, const int *flags, const int *seed,
    const int *mineval, const int *maxeval, const int *key1, const int *key2, const int *key3,
    const int *maxpass, const double *border, const double *maxchisq, const double *mindeviation,
    const int *ngiven, const int *ldxgiven, double xgiven[], const int *nextra,
    cuboid_peakfinder peakfinder, const char *statefile, void *spin, int *nregions, int *neval,
    int *fail, double integral[], double error[], double prob[], int statefile_length);
CUBOID_API void cuboid_fortran_lldivonne(
    const int *ndim, const int *ncomp, cuboid_function integrand, void *userdata,
    const long long int *nvec, const double *epsrel, const double *epsabs, const int *flags,
    const int *seed, const long long int *mineval, const long long int *maxeval, const int *key1,
    const int *key2, const int *key3, const int *maxpass, const double *border,
    const double *maxchisq, const double *mindeviation, const long long int *ngiven,
    const int *ldxgiven, double xgiven[], const long long int *nextra, cuboid_peakfinder peakfinder,
    const char *statefile, void *spin, int *nregions, long long int *neval, int *fail,
    double integral[], double error[], double prob[], int statefile_length);
CUBOID_API void cuboid_fortran_cuhre(const int *ndim, const int *ncomp, cuboid_function integrand,
                                     void *userdata, const int *nvec, const double *epsrel,
                                     const double *epsabs, const int *flags, const int *mineval,
                                     const int *maxeval, const int *key, const char *statefile,
                                     void *spin, int *nregions, int *neval, int *fail,
                                     double integral[], double error[], double prob[],
                                     int statefile_length);
CUBOID_API void cuboid_fortran_llcuhre(const int *ndim, const int *ncomp, cuboid_function integrand,
                                       void *userdata, const long long int *nvec,
                                       const double *epsrel, const double *epsabs, const int *flags,
                                       const long long int *mineval, const long long int *maxeval,
                                       const int *key, const char *statefile, void *spin,
                                       int *nregions, long long int *neval, int *fail,
                                       double integral[], double error[], double prob[],
                                       int statefile_length);

/* ---- Cuba's settings, for the process ---- */

/* n worker processes, each with at most `points` points per batch.  Negative n: at most -n, less
 * the load of the machine. */
CUBOID_API void cuboid_cores(int n, int points);
/* n accelerator workers, each with at most `points` points per batch.  Their argument core is -n to
 * -1. */
CUBOID_API void cuboid_accel(int n, int points);
/* Hooks before and after the evaluations of every process.  function NULL removes the hook. */
CUBOID_API void cuboid_init(cuboid_hook function, void *arg);
CUBOID_API void cuboid_exit(cuboid_hook function, void *arg);
/* pspin: address of a pointer.  cuboid_fork starts the workers that cuboid_cores asks for, and sets
 * the pointer to them, also if there are none.  cuboid_wait ends them and sets it to NULL. */
CUBOID_API void cuboid_fork(void *pspin);
CUBOID_API void cuboid_wait(void *pspin);
/* Every integration has at least this verbosity, 0 to 3. */
CUBOID_API void cuboid_verbose(int level);

#ifdef __cplusplus
}
#endif

#endif
