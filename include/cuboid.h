/* cuboid: integrals over boxes and other regions, in 1 to 1024 dimensions (CUBOID_METHODS).
 *
 * This is the whole interface, in C99.  It holds no CUDA type: a stream is a void pointer.
 *
 * Threads.  Threads may integrate at once, each with its own handles, or share an integrand that
 * none of them changes.  The integrand is called on the calling thread, unless it is declared
 * thread-safe or the option workers says otherwise.  What cuboid_cores, cuboid_accel, cuboid_init,
 * cuboid_exit and cuboid_register set, and the grid slots of cuboid_Vegas, belong to the process.
 *
 * Memory.  Each handle is given back with its _free function; NULL may be freed.  Strings and
 * arrays that functions return belong to the handle and live as long as it does.
 *
 * Errors.  A status of CUBOID_STATUSES is returned: CUBOID_BAD_ARGUMENT for a NULL that is not
 * allowed.  cuboid_last_error() has the sentence.  Nothing exits, aborts or prints unasked. */
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
 * has and not all methods have. */
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
  X(line, 1, 1, INT32_MAX, 0, 0, "probing",                                                        \
    "adaptive Gauss-Kronrod pairs, double exponential at singular and infinite ends, "             \
    "deterministic: one dimension")

#define CUBOID_METHOD_LISTED(name, ...) ", " #name

/* The options complex and norm say how errors of several components are measured; docs/choosing.md
 * has the formulas.  complex: components 2 k and 2 k + 1 are the real and imaginary part of a
 * number; an odd ncomp is refused with CUBOID_BAD_NCOMP; Cuba's routines use component.  norm: all
 * components are those of a vector; only with complex = component.
 *
 * The option log, 1: the integrand's values are logarithms of a function that is not negative,
 * -INFINITY is that of 0, and the result is the logarithm of the integral, with its error.  epsrel
 * is that of the integral; epsabs must be 0.  Derivatives by parameters are those of the logarithm,
 * with an error up to epsrel, or epsrel times their size where that is above 1.  It goes with ranks
 * and state files, on the host; what it does not go with: docs/peaks.md. */
/* X(name, kind, default, range, role, level, sentence).  kind: integer (int64_t), real (double) or
 * text.  range: any; between(min, max); at_least(min); number (not NaN); positive (finite);
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
    "vegas, vegas_plus, m_cubes: samples of the first iteration; where neither this nor "          \
    "nincrease is set, more in five dimensions and above")                                         \
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
    "cuhre, pagani, line: points between those of the rules: none, about as many as the rules "    \
    "take, or all that find more")                                                                 \
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

/* Cuba's integrand, on the host: writes the values of ncomp components at nvec points.
 *
 * - x: [nvec][ndim], the points.
 * - f: [nvec][ncomp], filled with NaN beforehand: what is not written counts as NaN.
 *
 * Return -999 to stop with CUBOID_ABORTED; other values are ignored.  Functions may take the
 * further arguments of Cuba's contract, which are always passed; cast them then: const int *nvec,
 * const int *core, and with Vegas and Suave const double *weight, const int *iter, with Divonne
 * const int *phase.  *nvec is at most the option nvec, 1 by default. */
typedef int (*cuboid_function)(const int *ndim, const double x[], const int *ncomp, double f[],
                               void *userdata);

/* Cuba's peak finder for Divonne: points of a region where the integrand may have peaks.
 *
 * - b: [ndim][2], the lower and upper bound of each axis, within 0 to 1.
 * - x: [*n][ndim], to be written.
 * - *n: the most points; set it to the number written.  In the ll forms a long long int. */
typedef void (*cuboid_peakfinder)(const int *ndim, const double b[], int *n, double x[],
                                  void *userdata);

/* Receives a line of the log, without its newline.  user: as given to cuboid_options_set_log.
 * level: 1 to 3, the verbosity from which on it is written. */
typedef void (*cuboid_log_function)(void *user, int level, const char *line);

/* Receives count >= 1 consecutive samples of an iteration: 1, 2, ..., or 0 for samples of suave
 * that are no estimate.  The sum of weight times f over an iteration is its estimate.  The arrays
 * are valid until the function returns.
 *
 * - x: [count][ndim], in the box.
 * - weight: [count].
 * - f: [count][ncomp]. */
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

/* Receives the progress, which is valid until the function returns.  Return 0 to go on; another
 * value ends the integration as the cancel flag does, with CUBOID_CANCELLED. */
typedef int (*cuboid_progress_function)(void *user, const cuboid_progress *progress);

/* Receives a record of the trace: a line of JSON without its newline, valid until the function
 * returns.  user: as given to cuboid_options_set_trace. */
typedef void (*cuboid_trace_function)(const char *line, void *user);

/* Called in every worker, and in the master if it evaluates, before the first and after the last
 * evaluation of an integration.  arg: as given to cuboid_init or cuboid_exit.  *core: number of the
 * worker, 32768 in the master. */
typedef void (*cuboid_hook)(void *arg, const int *core);

typedef struct cuboid_integrand cuboid_integrand;
typedef struct cuboid_options cuboid_options;
typedef struct cuboid_result cuboid_result;
typedef struct cuboid_many cuboid_many;

/* ---- the library ---- */

/* The version of the library that is loaded: "major.minor.patch". */
CUBOID_API const char *cuboid_version(void);
/* The sentence of a status; "unknown status" for other numbers. */
CUBOID_API const char *cuboid_status_text(int status);
/* The name of a status, as in CUBOID_STATUSES; "" for other numbers. */
CUBOID_API const char *cuboid_status_name(int status);
/* The sentence of the last failure on this thread; "" if its last call did not fail.  It lives
 * until the next call on this thread. */
CUBOID_API const char *cuboid_last_error(void);

/* ---- integrands ---- */

/* Makes an integrand of a function on the host, which is called at 1 to nvec points of a box or
 * region.  ndim: 1 to 1024.  ncomp: at least 1.  userdata: passed on to the function; may be NULL.
 * *integrand: NULL on failure.  CUBOID_BAD_NDIM, CUBOID_BAD_NCOMP, CUBOID_BAD_ARGUMENT. */
CUBOID_API int cuboid_integrand_create(cuboid_integrand **integrand, int ndim, int ncomp,
                                       cuboid_function function, void *userdata);
/* A function of one variable that is singular at a limit other than 0: beside x it gets how far x
 * is from the limits, also where x itself is rounded to a limit.  It is called at one point.
 *
 * - from_lower, to_upper: x - lower and upper - x, both positive; infinite at an infinite limit.
 *   lower is the smaller limit.  (3 - x)^-.9 up to 3 is pow(to_upper, -.9).
 * - f: [ncomp], NaN before the call.
 *
 * Return -999 to stop with CUBOID_ABORTED; other values are ignored. */
typedef int (*cuboid_distance_function)(double x, double from_lower, double to_upper, int ncomp,
                                        double f[], void *userdata);
/* Makes an integrand of such a function, for the method line, which auto takes then, in lists as
 * well; other methods, regions and log = 1 refuse it.  ncomp: at least 1.  userdata: passed on to
 * the function; may be NULL.  *integrand: NULL on failure.  CUBOID_BAD_NCOMP,
 * CUBOID_BAD_ARGUMENT. */
CUBOID_API int cuboid_integrand_from_distances(cuboid_integrand **integrand, int ncomp,
                                               cuboid_distance_function function, void *userdata);
/* Frees an integrand.  Integrands made of it by cuboid_integrand_on_domain, and registrations,
 * stay. */
CUBOID_API void cuboid_integrand_free(cuboid_integrand *integrand);
/* Says whether the function may be called on several threads at once.  thread_safe: not 0: it may,
 * and with the option workers = auto it is where that pays.  0, the default: on one thread at a
 * time. */
CUBOID_API int cuboid_integrand_set_thread_safe(cuboid_integrand *integrand, int thread_safe);
/* Makes an integrand of a text, as "exp(-a*(x^2 + y^2))/2", or "a*x, a*y" with two components
 * (docs/expressions.md).  It is thread-safe, and needs no compiler; it has a version for a GPU
 * where one can be used when it is made.
 *
 * - ncomp: *ncomp becomes the number of components, 1 to 1024; may be NULL.  ndim: 1 to 1024.
 * - names: of at most 1024 parameters, as "a, sigma", which the text may call p[0], p[1] as well.
 *   NULL: the parameters are p[0] to the last p[i] in the text.
 * - parameters: a double for each, read at each integration where they are; NULL if there are none,
 *   or for lists, where userdata have them.
 *
 * *integrand: NULL on failure.  CUBOID_BAD_ARGUMENT: text or names are not understood (the sentence
 * has the column), or too long: a million characters.  CUBOID_BAD_NDIM; CUBOID_COMPILE_FAILED on a
 * GPU. */
CUBOID_API int cuboid_integrand_from_expression(cuboid_integrand **integrand, int *ncomp, int ndim,
                                                const char *text, const char *names,
                                                void *parameters);
/* What is to be known of a component, 0 to ncomp - 1, as "the derivative by a leaves out moving
 * jumps ...".  "": nothing, and for NULL and other numbers.  Messages of results have it too. */
CUBOID_API const char *cuboid_integrand_remark(const cuboid_integrand *integrand, int component);

/* ---- regions ----
 *
 * Where an integral is taken, if that is no box: the image of the unit cube under a map t -> x with
 * a known Jacobian (docs/regions.md).  cuboid_integrand_on_domain makes an integrand on the unit
 * cube of an integrand and a region; all calls take it, with NULL for the limits.
 *
 * For all functions that make one: *domain is NULL on failure.  Handles and arrays that they are
 * given may be freed afterwards, but for functions and their userdata.  ndim: 1 to 1024
 * (CUBOID_BAD_NDIM).  Numbers must be finite where nothing else is said (CUBOID_BAD_ARGUMENT).
 *
 * A parametric region has no numbers of its own: of each integral, alone or in a list, the doubles
 * at the beginning of its userdata are those of the region, and the integrand gets the address of
 * what follows.  Of regions made of such they come one after the other, a condition's last. */
typedef struct cuboid_domain cuboid_domain;

/* Frees a region.  Integrands and regions that were made of it stay. */
CUBOID_API void cuboid_domain_free(cuboid_domain *domain);
/* A box with places of kinks, jumps and singularities.
 *
 * - lower, upper: [ndim], finite or +-INFINITY.  Limits in falling order count negatively.
 * - ends: [ndim], where the integrand is singular, as x^-a and log x are at 0: a sum of 1 (lower
 *   limit), 2 (upper limit) and 4 (breaks), none of them infinite; there the axis is mapped by the
 *   double exponential formula.  NULL: nowhere.
 * - nbreaks: [ndim], the numbers of places at which the axes are cut; breaks: these places, those
 *   of the first axis first, in rising order and within the limits.  NULL for both: none. */
CUBOID_API int cuboid_domain_box(cuboid_domain **domain, int ndim, const double *lower,
                                 const double *upper, const int *ends, const int *nbreaks,
                                 const double *breaks);
/* The square lower < x[0], x[1] < upper in 2 dimensions, for an integrand that is singular where
 * x[0] = x[1], as |x[0] - x[1]|^-a or log |x[0] - x[1]|.  lower < upper, both finite. */
CUBOID_API int cuboid_domain_diagonal(cuboid_domain **domain, double lower, double upper);
/* A box with points where an integrand is singular, as |x - p|^-a or log |x - p|, or has a narrow
 * peak.  It is cut there, and each part comes to its point in pyramids, so that the Jacobian takes
 * away ndim - 1 powers of the distance (M. G. Duffy, SIAM J. Numer. Anal. 19 (1982) 1260).
 *
 * - lower, upper: [ndim], lower < upper, finite or +-INFINITY.
 * - x: [npoints][ndim], within the box or on its border; npoints: at least 1. */
CUBOID_API int cuboid_domain_around_points(cuboid_domain **domain, int ndim, const double *lower,
                                           const double *upper, int npoints, const double *x);
/* A region between limits that are expressions (docs/expressions.md).
 *
 * - lower, upper: [ndim] texts; those of an axis may have x[0] to x[axis - 1] and the parameters.
 *   Values may be infinite; where limits cross, they count negatively.
 * - names: of the parameters, with commas between them; NULL: p[0], p[1] ...
 * - nparameters: 0 to 1024, as many as there are names.
 * - parameters: [nparameters], copied; NULL with nparameters > 0: the region is parametric.
 *
 * CUBOID_BAD_ARGUMENT: the sentence has the argument and the column of what is not understood. */
CUBOID_API int cuboid_domain_from_expressions(cuboid_domain **domain, int ndim,
                                              const char *const lower[], const char *const upper[],
                                              const char *names, int nparameters,
                                              const double *parameters);
/* cuboid_domain_from_expressions with breaks, at which the axes are cut.
 *
 * - nbreaks: [ndim], at least 0.
 * - breaks: texts, those of the first axis first, in what limits may have, with values in rising
 *   order; NULL: none. */
CUBOID_API int cuboid_domain_cut_by_expressions(cuboid_domain **domain, int ndim,
                                                const char *const lower[],
                                                const char *const upper[], const int *nbreaks,
                                                const char *const breaks[], const char *names,
                                                int nparameters, const double *parameters);
/* The image of a region: its point x goes to map[0], map[1] ... The Jacobian comes from exact
 * derivatives.
 *
 * - of: NULL for the unit cube, or a region of ndim dimensions, no surface, without parameters.
 * - map: [ndim] expressions in x[0] to x[ndim - 1] and the parameters, one to one inside, smooth.
 * - names, nparameters, parameters: as in cuboid_domain_from_expressions. */
CUBOID_API int cuboid_domain_image_by_expressions(cuboid_domain **domain, int ndim,
                                                  const cuboid_domain *of, const char *const map[],
                                                  const char *names, int nparameters,
                                                  const double *parameters);
/* Writes the limits of one axis, 0 to ndim - 1, for count points.
 *
 * - x: [count][ndim], of which x[0] to x[axis - 1] are set.
 * - lower, upper: [count], to be written; they may be infinite. */
typedef void (*cuboid_limits_function)(int axis, int64_t count, const double x[], double lower[],
                                       double upper[], void *userdata);
/* A region between limits that are a function on the host, which is called where the integrand is,
 * and on as many threads.  userdata: passed on to it.  The region has no version for a GPU. */
CUBOID_API int cuboid_domain_from_function(cuboid_domain **domain, int ndim,
                                           cuboid_limits_function limits, void *userdata);
/* A simplex.  vertices: [ndim + 1][ndim], in any order; NULL: the region is parametric, with these
 * numbers.  apex: 0 to ndim, the vertex near which the integrand is singular or roughest; -1:
 * none.  A simplex without volume is allowed: integrals over it are 0. */
CUBOID_API int cuboid_domain_simplex(cuboid_domain **domain, int ndim, const double *vertices,
                                     int apex);
/* The points with inner <= |x - centre| <= radius: a ball, or a shell.  centre: [ndim].  inner: 0
 * for a ball; 0 <= inner < radius.  centre NULL: the region is parametric, with the ndim + 2
 * numbers centre, inner, radius, and ndim >= 2. */
CUBOID_API int cuboid_domain_ball(cuboid_domain **domain, int ndim, const double *centre,
                                  double inner, double radius);
/* The surface |x - centre| = radius, over which ndim - 1 coordinates are integrated.  ndim: at
 * least 2.  centre: [ndim].  radius: above 0. */
CUBOID_API int cuboid_domain_sphere(cuboid_domain **domain, int ndim, const double *centre,
                                    double radius);
/* The points (x, y) with x in first and y in second: a cylinder is a disc and an interval.  Its
 * ndim is the sum of theirs. */
CUBOID_API int cuboid_domain_product(cuboid_domain **domain, const cuboid_domain *first,
                                     const cuboid_domain *second);
/* The points x = matrix y + offset with y of a region that is no surface: an ellipsoid, a half
 * space.  matrix: [ndim][ndim], row by row, with a determinant that is not 0.  offset: [ndim]. */
CUBOID_API int cuboid_domain_image(cuboid_domain **domain, const cuboid_domain *of,
                                   const double *matrix, const double *offset);
/* Regions together, with one accuracy; what lies in several counts as often.  pieces: [npieces], of
 * the same ndim and cube_ndim.  npieces: at least 1. */
CUBOID_API int cuboid_domain_union(cuboid_domain **domain, int npieces,
                                   const cuboid_domain *const pieces[]);
/* A region whose integrand is singular where coordinates of its unit cube are 0 or 1, as on facets
 * of a simplex or at limits that are functions.  ends: [cube_ndim], a sum of 1 (at 0) and 2 (at 1).
 */
CUBOID_API int cuboid_domain_with_ends(cuboid_domain **domain, const cuboid_domain *of,
                                       const int *ends);
/* The points of a region where a condition is above 0: a jump as x < y, or a level as y - x.  The
 * integrand is called nowhere else.
 *
 * - condition: on the host, with the ndim of the region and one component; an expression for a GPU.
 * - nvec: at least 1, the most points in a call of the condition.
 * - lines: 0 to 1024 parts of the unit cube's last axis, between which the border is looked for,
 *   for each point; 0: the condition is asked at the point alone; -1: 16, 64 or 256 up to 5
 *   dimensions, as even points of the region need, else 0. */
CUBOID_API int cuboid_domain_where(cuboid_domain **domain, const cuboid_domain *of,
                                   const cuboid_integrand *condition, int64_t nvec, int lines);
/* The number of coordinates of a region's points, and of those that are integrated; 0 for NULL. */
CUBOID_API int cuboid_domain_ndim(const cuboid_domain *domain);
CUBOID_API int cuboid_domain_cube_ndim(const cuboid_domain *domain);
/* Writes the map of a region that is not parametric, at count >= 0 points.
 *
 * - t: [count][cube_ndim], in the unit cube.
 * - x: [count][ndim], in the region, written.
 * - jacobian: [count], the volume of the region for that of the cube, written.
 *
 * CUBOID_BAD_ARGUMENT: count < 0, or a parametric region. */
CUBOID_API int cuboid_domain_map(const cuboid_domain *domain, int64_t count, const double *t,
                                 double *x, double *jacobian);
/* Makes an integrand over the unit cube, in cube_ndim dimensions, of one over a region.  integrand:
 * with the ndim of the region, and no region of its own.  On a GPU it runs if it is an expression
 * or a source text and the region has no function on the host; without a version for the host it
 * must be such a one.  A version that is registered for the host function is not used.  *mapped:
 * NULL on failure.  CUBOID_BAD_ARGUMENT. */
CUBOID_API int cuboid_integrand_on_domain(cuboid_integrand **mapped,
                                          const cuboid_integrand *integrand,
                                          const cuboid_domain *domain);

/* Makes an integrand of an expression and its exact derivatives by parameters (docs/gradients.md).
 * Its components: those of the text, their derivatives by parameter wrt[0], those by wrt[1] ...
 *
 * - ncomp, ndim, text, names, parameters: as in cuboid_integrand_from_expression.
 * - wrt: [nwrt], numbers of parameters, each once; NULL: the first nwrt.  nwrt: at least 1.
 * - domain: NULL: the integrand takes the limits of the call.  Else it is one over the unit cube;
 *   parameters in expressions of the region are those of the text, with the same names, and the
 *   derivatives are those of the integral, whose border moves.  Another parametric region has its
 *   numbers before those of the text.
 *
 * Where jumps move with a parameter, the derivative leaves out what they bring, and
 * cuboid_integrand_remark says so.  CUBOID_BAD_ARGUMENT: as there; no such parameter; tgamma or
 * lgamma of one. */
CUBOID_API int cuboid_integrand_gradient_from_expression(cuboid_integrand **integrand, int *ncomp,
                                                         int ndim, const char *text,
                                                         const char *names, void *parameters,
                                                         int nwrt, const int wrt[],
                                                         const cuboid_domain *domain);
/* The same with derivatives of any order.  Components: those of the text by the first row of wrt,
 * then by the second ... From the second order on, fabs, fmin and fmax leave out moving jumps too.
 *
 * - nderivatives: at least 1.  order: 1 to 8.
 * - wrt: [nderivatives][order]: each row has the numbers of parameters by which one derivative is
 *   taken, and -1 for none: a row of -1 is the text itself. */
CUBOID_API int cuboid_integrand_derivatives_from_expression(
    cuboid_integrand **integrand, int *ncomp, int ndim, const char *text, const char *names,
    void *parameters, int nderivatives, int order, const int wrt[], const cuboid_domain *domain);

/* A function with its derivatives by parameters, as one that is compiled for dual numbers
 * (cuboid_dual.hpp has it of one for a point).  It is called with n points, in any thread.
 *
 * - x: [n][ndim] if moves is 0: no coordinate depends on a parameter.  Else [n][ndim][1 + nwrt]:
 * each coordinate and its derivatives by parameters wrt[0], wrt[1] ...
 * - f: [n][ncomp][1 + nwrt], each value and its derivatives, to be written.
 * - parameters: those of the integral.
 * - jumps: NULL: nobody asks.  Else [n][nwrt], zeros; where comparisons depend on parameter wrt[i],
 *   jumps[i] of the point becomes a number above 0 that tells how they came out.  jumps[0] = -1: no
 *   comparison depends on any, and f is not written.
 *
 * Return -999 to stop with CUBOID_ABORTED; other values are ignored. */
typedef int (*cuboid_dual_function)(int ndim, const double x[], int ncomp, double f[], int64_t n,
                                    int moves, int nwrt, const int wrt[], const double parameters[],
                                    int64_t jumps[]);
/* Makes the integrand of such a function: ncomp values, then their derivatives, in the order of
 * cuboid_integrand_gradient_from_expression, then with order 2 the second ones: by wrt[0] twice, by
 * wrt[0] and wrt[1] ... by wrt[1] twice ...
 *
 * - names, nparameters: as in cuboid_domain_from_expressions; at least one.
 * - parameters: [nparameters], read at each integration where they are, and at once, at some
 *   thousand points, to see whether jumps move; for a list, those of one of its integrals.
 * - wrt: [nwrt]; NULL: the first nwrt.  nwrt 0: the value alone.
 * - order: 1, or 2: of a cuboid_dual_function of duals of duals, which has (1 + nwrt)^2 numbers
 *   instead of 1 + nwrt: at (1 + nwrt) i + j the derivative by wrt[i - 1] and wrt[j - 1], where an
 *   index of 0 stands for none.
 * - domain: not NULL; cuboid_domain_box for limits that are numbers.
 *
 * *integrand: NULL on failure.  CUBOID_BAD_NDIM, CUBOID_BAD_NCOMP, CUBOID_BAD_ARGUMENT. */
CUBOID_API int cuboid_integrand_derivatives_from_duals(cuboid_integrand **integrand, int ndim,
                                                       int ncomp, cuboid_dual_function function,
                                                       const char *names, int nparameters,
                                                       void *parameters, int nwrt, const int wrt[],
                                                       int order, const cuboid_domain *domain);

/* ---- integrands on a GPU ----
 *
 * They are used like integrands on the host, or instead of a host function in Cuba's routines
 * (cuboid_register); docs/device-integrands.md.  ndim: 1 to 1024; ncomp: at least 1; *integrand:
 * NULL on failure.  CUBOID_BAD_NDIM, CUBOID_BAD_NCOMP, CUBOID_BAD_ARGUMENT.
 *
 * In the environment, CUBOID_DEVICE chooses the device by its number, several as "0,2" or "all",
 * which work on each integral together, or none: "off".  The option devices does the same for one
 * call.  CUBOID_CACHE: the folder for compiled kernels, "off" for none.
 *
 * A call leaves the thread's current device and context as they were, and its work on the device is
 * finished when it returns.  After a kernel that traps or reads outside of its memory, the process
 * cannot use the device any more; CUBOID_DEVICE_FAILED says so. */

/* Evaluates n points, up to some ten millions.  It is called on the host, starts its work on the
 * stream, and need not wait for it.  Return -999 to stop; other values are ignored.
 *
 * - x: [n][ndim], and f: [n][ncomp], in device memory; f is filled with NaN beforehand.
 * - stream: a cudaStream_t. */
typedef int (*cuboid_device_batch)(int ndim, const double x[], int ncomp, double f[], int64_t n,
                                   void *stream, void *userdata);

/* The same for points of many integrals.  integral: [n], in device memory as well: the number, from
 * 0, of the integral of cuboid_integrate_many to which a point belongs; 0 in cuboid_integrate. */
typedef int (*cuboid_device_many_batch)(int ndim, const double x[], int ncomp, double f[],
                                        int64_t n, const int64_t integral[], void *stream,
                                        void *userdata);

/* Makes an integrand of source text in C or CUDA C++, compiled for the GPU.
 *
 * - source: a file's text; what the function does not use, such as main, is left out.
 * - function_name: of a function with the first four, five or seven parameters of Cuba's integrand.
 * - userdata: userdata_bytes >= 0 bytes, copied to the device as each integration begins; pointers
 *   in them are not followed.  With 0 bytes the function gets NULL.
 *
 * CUBOID_COMPILE_FAILED: cuboid_last_error() has the compiler's log, with line numbers of the text;
 * without a compiler, errors are found when an integration needs it.  Without a GPU this succeeds,
 * and integrations return CUBOID_NO_DEVICE unless this is registered for a host function. */
CUBOID_API int cuboid_integrand_from_cuda_source(cuboid_integrand **integrand, int ndim, int ncomp,
                                                 const char *source, const char *function_name,
                                                 void *userdata, int64_t userdata_bytes);
/* The same for compiled code.  image: image_bytes >= 1 bytes of LTO-IR (which is inlined), PTX,
 * fatbin or cubin with relocatable device code, with the function as extern "C" and Cuba's five
 * parameters. */
CUBOID_API int cuboid_integrand_from_cuda_image(cuboid_integrand **integrand, int ndim, int ncomp,
                                                const void *image, int64_t image_bytes,
                                                const char *function_name, void *userdata,
                                                int64_t userdata_bytes);
/* Makes the integrand of a source text and its derivatives by parameters, in the order of
 * cuboid_integrand_gradient_from_expression: the GPU's compiler reads dual numbers for double.
 *
 * - source, function_name: as in cuboid_integrand_from_cuda_source, where userdata are the
 *   parameters; or a function double f(const double *x, const double *p), with p or without.
 * - host: the same function for the host, where jumps are looked for, and which takes its place
 *   without a GPU.
 * - all others: as in cuboid_integrand_derivatives_from_duals.
 *
 * Over a region that has no version for a GPU, the integrand is one for the host.
 * CUBOID_COMPILE_FAILED: as there. */
CUBOID_API int cuboid_integrand_gradient_from_cuda_source(
    cuboid_integrand **integrand, int ndim, int ncomp, const char *source,
    const char *function_name, cuboid_dual_function host, const char *names, int nparameters,
    void *parameters, int nwrt, const int wrt[], const cuboid_domain *domain);
/* Makes an integrand of a function on the host that starts kernels of its own.  userdata: passed to
 * it unchanged. */
CUBOID_API int cuboid_integrand_from_device_batch(cuboid_integrand **integrand, int ndim, int ncomp,
                                                  cuboid_device_batch function, void *userdata);
/* The same for a function that gets the numbers of integrals: cuhre, pagani, vegas_plus, m_cubes
 * and lattice hand over points of many integrals of cuboid_integrate_many together, whose userdata
 * must be NULL. */
CUBOID_API int cuboid_integrand_from_device_many_batch(cuboid_integrand **integrand, int ndim,
                                                       int ncomp, cuboid_device_many_batch function,
                                                       void *userdata);
/* Used by cuboid.cuh: kernels around a functor.
 *
 * - functor: functor_bytes >= 1 bytes, copied.
 * - names: the name of each kernel, followed by a newline.  kernels: a cudaKernel_t for each.
 * - version: of cuboid.cuh; another than the library's is refused. */
CUBOID_API int cuboid_integrand_from_kernels(cuboid_integrand **integrand, int ndim, int ncomp,
                                             const void *functor, int64_t functor_bytes,
                                             const char *names, const void *kernels,
                                             const char *version);

/* From now on, calls that integrate host_function with the integrand's ndim and ncomp may run the
 * integrand on the GPU instead.  If such a call passes userdata, not NULL, they are copied to the
 * device instead of the integrand's.  The first such call compares both functions at 16 points; if
 * they differ, its status is CUBOID_DISAGREE.  integrand: one for a device, else
 * CUBOID_BAD_ARGUMENT; it may be freed after this. */
CUBOID_API int cuboid_register(cuboid_function host_function, const cuboid_integrand *integrand);
/* Ends this for a host function.  CUBOID_BAD_ARGUMENT: nothing is registered for it. */
CUBOID_API int cuboid_unregister(cuboid_function host_function);

/* Says whether integrations can run on a GPU now.  0: yes, and *description becomes its name and
 * number, which live as long as the library is loaded.  CUBOID_NO_DEVICE: no, and
 * cuboid_last_error() says what is missing.  description may be NULL. */
CUBOID_API int cuboid_device(const char **description);

/* ---- many machines ----
 *
 * Every rank of an MPI communicator makes the same calls with the same arguments.  The points are
 * shared out among the ranks, and all get the result of a single process (docs/scaling.md).
 *
 * If the integrand throws on one rank, or its cancel flag is set or its time limit reached, the
 * call ends on all.  Rank 0 reads and writes state files and prints lines; a sample sink gets all
 * samples on every rank.  Calls from within an integrand, calls in a forked process, and
 * cuboid_integrate_many work in their own process alone.  MPI is called on the calling thread only,
 * and never while the integrand runs.
 *
 * The library is not linked to MPI: it opens a plug-in (cuboid_transport.h) for the MPI library of
 * the process.  CUBOID_NOT_COMPILED: there is none. */

/* From now on, the integrations of this process are made by all ranks of *comm together, all of
 * which must make this call.  *comm: a handle of size bytes, an MPI_Comm of C or the integer of
 * Fortran; it is duplicated.  comm NULL: each process is on its own again.
 *
 * With CUBOID_MPI=world in the environment, programs that do not make this call work on
 * MPI_COMM_WORLD.  If MPI is not initialised, the library initialises it, and finalises it at
 * exit.  Where this cannot be done, calls fail, and the first prints one line on stderr. */
CUBOID_API int cuboid_use_communicator(const void *comm, size_t size);

/* ---- options: every name of CUBOID_OPTIONS ----
 *
 * Functions with options return CUBOID_CONVERGED, or CUBOID_BAD_ARGUMENT for a NULL handle or name,
 * a name that is no option, an option of another kind, or a value outside of its range; the old
 * value stays then.  The handle may be changed or freed while no call uses it. */

/* Makes a handle with the defaults of all options.  *options: NULL on failure. */
CUBOID_API int cuboid_options_create(cuboid_options **options);
/* Frees a handle. */
CUBOID_API void cuboid_options_free(cuboid_options *options);
/* Sets an option of the kind integer, real or text.  value: within the range of CUBOID_OPTIONS.  A
 * text is copied; NULL is "". */
CUBOID_API int cuboid_options_set_integer(cuboid_options *options, const char *name, int64_t value);
CUBOID_API int cuboid_options_set_real(cuboid_options *options, const char *name, double value);
CUBOID_API int cuboid_options_set_text(cuboid_options *options, const char *name,
                                       const char *value);
/* Sets *value to that of an option.  A text is valid until the option is set again or the handle is
 * freed. */
CUBOID_API int cuboid_options_get_integer(const cuboid_options *options, const char *name,
                                          int64_t *value);
CUBOID_API int cuboid_options_get_real(const cuboid_options *options, const char *name,
                                       double *value);
CUBOID_API int cuboid_options_get_text(const cuboid_options *options, const char *name,
                                       const char **value);
/* Sends the lines that the option verbosity asks for to log(user, level, line).  log NULL: to
 * stdout. */
CUBOID_API int cuboid_options_set_log(cuboid_options *options, cuboid_log_function log, void *user);
/* Sets the flag that ends a call: soon after *cancel becomes nonzero, with CUBOID_CANCELLED and the
 * best result so far, as after time_limit with CUBOID_TIME_LIMIT.
 *
 * - cancel: read as long as a call with these options runs; NULL: none.
 *
 * neval counts all evaluations until then.  Values are NaN where the method has no estimate yet:
 * before its first sum is complete (vegas in its first iteration and suave in its first sample have
 * the estimate of the samples so far). */
CUBOID_API int cuboid_options_set_cancel(cuboid_options *options, const volatile int *cancel);
/* Has function(user, progress) called on the calling thread, between two calls of the integrand,
 * and on a GPU between two iterations.  The numbers of the result do not change.
 *
 * - function: NULL: none.  If it throws, the integration ends with CUBOID_EXCEPTION.
 * - seconds: least time between two calls, at least 0 (else CUBOID_BAD_ARGUMENT); 0: as often as
 *   the library can. */
CUBOID_API int cuboid_options_set_progress(cuboid_options *options,
                                           cuboid_progress_function function, void *user,
                                           double seconds);
/* Records what the method does, in lines of JSON (docs/trace.md); trace_regions and trace_samples
 * bound their number.  They go to the file at path, which is emptied first, to function(line, user)
 * on the calling thread, or to both.  NULL for both, or an empty path: no trace.  The numbers of
 * the result do not change.  With several ranks, rank 0 writes it.
 *
 * If the file cannot be opened, the call ends with CUBOID_BAD_ARGUMENT.  If it cannot be written
 * later, as on a full disk, the result is still given, and its message says so; a trace without the
 * record "end" is not complete.  If the function throws, the call ends with CUBOID_EXCEPTION. */
CUBOID_API int cuboid_options_set_trace(cuboid_options *options, const char *path,
                                        cuboid_trace_function function, void *user);
/* Sets the communicator of the calls with these options: comm and size as in
 * cuboid_use_communicator.  comm NULL: that of the process. */
CUBOID_API int cuboid_options_set_communicator(cuboid_options *options, const void *comm,
                                               size_t size);
/* Hands all samples of vegas, suave, vegas_plus, m_cubes, m_cubes_1d and lattice to sink(user, ...)
 * on the calling thread, in batches, in the same order each time; on a GPU each is evaluated twice
 * for this.  Samples that only find the integrand's scale, or the map and transform of lattice, are
 * left out; those by which suave chooses its regions have the iteration 0.  Other methods refuse a
 * sink, and auto is vegas with one.  If the sink throws, the integration ends with
 * CUBOID_EXCEPTION.  sink NULL: none. */
CUBOID_API int cuboid_options_set_sample_sink(cuboid_options *options, cuboid_sample_sink sink,
                                              void *user);
/* Has calls begin with the map of an earlier result, for chains of integrals that change little
 * (docs/many.md).  result: of vegas_plus, m_cubes, m_cubes_1d, or vegas on a GPU, with the same
 * ndim, for any of these methods; integrand, box and accuracy may differ.  It is copied and may be
 * freed; NULL: no start.  The numbers of the result depend on it.  Other methods refuse a start,
 * and so does a call with a state file.  If uniform samples find what the map misses, the
 * integration begins again without it, and the message says so. */
CUBOID_API int cuboid_options_set_start(cuboid_options *options, const cuboid_result *result);
/* The number of options. */
CUBOID_API int cuboid_options_count(void);
/* The name, kind ("integer", "real", "text") and sentence of option i, from 0; "" for other i. */
CUBOID_API const char *cuboid_options_name(int i);
CUBOID_API const char *cuboid_options_kind(int i);
CUBOID_API const char *cuboid_options_help(int i);
/* The level of option i: "basic", "method" or "expert"; "" for other i. */
CUBOID_API const char *cuboid_options_level(int i);

/* The number of methods of CUBOID_METHODS. */
CUBOID_API int cuboid_methods_count(void);
/* The name and sentence of method i, from 0, and its options, with blanks between their names; ""
 * for other i. */
CUBOID_API const char *cuboid_methods_name(int i);
CUBOID_API const char *cuboid_methods_help(int i);
CUBOID_API const char *cuboid_methods_options(int i);
/* Limits of method i; 0 for other i.  on_gpu: not 0: those within which all of it runs on a GPU, 0
 * if it does not. */
CUBOID_API int cuboid_methods_min_ndim(int i);
CUBOID_API int cuboid_methods_max_ndim(int i, int on_gpu);
CUBOID_API int cuboid_methods_max_ncomp(int i, int on_gpu);

/* ---- integration ---- */

/* Integrates over a box.  Returns the status: CUBOID_CONVERGED, CUBOID_NOT_CONVERGED, or what ended
 * the call; CUBOID_BAD_NDIM, CUBOID_BAD_NCOMP or CUBOID_BAD_ARGUMENT before any evaluation.
 *
 * - lower, upper: [ndim], finite or +-INFINITY; each axis with lower > upper changes the sign;
 *   lower = upper: the result is 0, converged, without an evaluation.  NULL for both: the unit
 *   cube, which an integrand over a region needs.
 * - options: NULL for the defaults.
 * - result: may be NULL.  *result is set even on failure, with NaN for values that are not known,
 *   unless integrand is NULL or there is no memory for it; then it is NULL.
 *
 * A state file (options statefile, keep_state, overwrite_state) belongs to a box, a method, the
 * options that the numbers depend on, and an integrand, recognised by its values at three points,
 * which do not count as evaluations.  If it does not match, or another run uses it, the call ends
 * with CUBOID_BAD_ARGUMENT and leaves it as it is (docs/cuba-compatibility.md). */
CUBOID_API int cuboid_integrate(const cuboid_integrand *integrand, const double *lower,
                                const double *upper, const cuboid_options *options,
                                cuboid_result **result);

/* cuboid_result_free frees a result; cuboid_result_status has what cuboid_integrate returned.
 *
 * NULL is allowed, there and below: the status is CUBOID_BAD_ARGUMENT, texts are "", numbers and
 * ncomp 0, the covariance is NULL, and value, error, chi2 and prob are an array of 1024 NaN. */
CUBOID_API void cuboid_result_free(cuboid_result *result);
CUBOID_API int cuboid_result_status(const cuboid_result *result);
/* What to do, if anything, what was seen, which tolerance was met, and why the integration stopped:
 * at most 200 characters unless the status is negative.  Values that are all zero are no answer,
 * and the status is CUBOID_NOT_CONVERGED, unless epsabs > 0 and mineval > 0: then it is
 * CUBOID_CONVERGED after mineval evaluations. */
CUBOID_API const char *cuboid_result_message(const cuboid_result *result);
/* What the message had no room for, and behind "auto: " what auto saw of the integrand, what it
 * expected each method to need, and which it took.  "": nothing. */
CUBOID_API const char *cuboid_result_reasons(const cuboid_result *result);
/* The method that ran, as in CUBOID_METHODS. */
CUBOID_API const char *cuboid_result_method(const cuboid_result *result);
/* The number of components. */
CUBOID_API int cuboid_result_ncomp(const cuboid_result *result);
/* Arrays of ncomp numbers.
 *
 * - value: the integrals; NaN where none is known.
 * - error: absolute; a standard deviation for methods that draw samples, an estimate that should
 *   not be exceeded for cuhre, pagani and line.
 * - chi2: of the iterations about their mean, with dof degrees of freedom.
 * - prob: the probability, 0 to 1, of a smaller chi2 than this one; -999: not defined. */
CUBOID_API const double *cuboid_result_value(const cuboid_result *result);
CUBOID_API const double *cuboid_result_error(const cuboid_result *result);
CUBOID_API const double *cuboid_result_chi2(const cuboid_result *result);
CUBOID_API const double *cuboid_result_prob(const cuboid_result *result);
/* Covariances of the values, ncomp (ncomp + 1) / 2 numbers: (0, 0), (1, 0), (1, 1), (2, 0), ...
 * Known for vegas_plus, m_cubes, m_cubes_1d, lattice and vegas, and for a box without volume.  NULL
 * for other methods, with more than 32 components, and with last_only. */
CUBOID_API const double *cuboid_result_covariance(const cuboid_result *result);
/* The degrees of freedom of chi2. */
CUBOID_API int64_t cuboid_result_dof(const cuboid_result *result);
/* The number of evaluations of the integrand, those of steps that were given up included. */
CUBOID_API int64_t cuboid_result_neval(const cuboid_result *result);
/* The number of regions; 0 for methods without. */
CUBOID_API int64_t cuboid_result_nregions(const cuboid_result *result);
/* The number of iterations. */
CUBOID_API int64_t cuboid_result_niterations(const cuboid_result *result);
/* The number of iterations at the beginning that are not part of the result: of vegas, vegas_plus,
 * m_cubes and m_cubes_1d those in which the map was still being found, of lattice its first
 * lattices; 0 for other methods. */
CUBOID_API int64_t cuboid_result_left_out(const cuboid_result *result);
/* Of the evaluations, those between the points of the rules of cuhre and pagani, where something
 * may hide (the option probing); 0 for other methods. */
CUBOID_API int64_t cuboid_result_probed(const cuboid_result *result);
/* 1: the error can be believed as far as the method can tell.  0: it cannot; the result is then not
 * converged, and the message says what was seen and what to try:
 *
 * - methods that draw samples: the iterations contradict each other, a few samples make up most of
 *   the sum, or maxeval leaves suave or divonne no fresh samples for a last check;
 * - cuhre, pagani, line: maxeval leaves no room to confirm what rests on the first regions alone;
 * - all: only zeros were seen, a value that was not finite was counted as zero, or there is no
 *   value, after a failure or as the call was ended before the first one. */
CUBOID_API int cuboid_result_trusted(const cuboid_result *result);
/* The number of integrand values that were NaN or infinite: with nonfinite = zero all of them,
 * which counted as zero; else those of the batch that ended the call.  What cubature steps off does
 * not count. */
CUBOID_API int64_t cuboid_result_nonfinite(const cuboid_result *result);

/* Combines count >= 1 results of the same integral over the same box, by methods that draw random
 * numbers, each with another seed.  Returns the status of *combined, which may be combined with
 * others.
 *
 * - value: the mean, weighted by evaluations, since one by inverse variance is drawn towards runs
 *   that have missed something.  error: its standard deviation.
 * - chi2: of the results about the mean, with count - 1 degrees of freedom.
 * - evaluations, regions, iterations: the sums.
 *
 * It has converged if the strictest epsrel and epsabs of the runs are reached, all are trusted, and
 * chi2 does not contradict their errors.  CUBOID_BAD_ARGUMENT, with NULL: failures, equal seeds,
 * results that differ in ndim, ncomp or box, those of cuhre and pagani.  Whether the integrand is
 * the same is not checked. */
CUBOID_API int cuboid_combine(int64_t count, const cuboid_result *const results[],
                              cuboid_result **combined);

/* ---- many integrals in one call: docs/many.md ---- */

/* Integrates one integrand count >= 1 times; what an integral gets does not depend on the others.
 *
 * - lower, upper: integral i begins at lower[i * box_stride] and upper[i * box_stride], ndim
 *   numbers each.  box_stride: at least ndim; 0: one box for all.  NULL for both limits: the unit
 *   cube.
 * - userdata: those of integral i, or its functor, are at userdata + i * userdata_stride bytes; 0:
 *   the same for all.  NULL, with stride 0: those that the integrand was made with.
 *
 * Returns CUBOID_CONVERGED if all converged; CUBOID_NOT_CONVERGED if some did not, or failed, which
 * spoils no other; CUBOID_CANCELLED, CUBOID_TIME_LIMIT, or CUBOID_EXCEPTION of a progress function,
 * if the call ended early: what is finished stands, the rest has that status, NaN and no
 * evaluations.  Else nothing was integrated, and *many is NULL: CUBOID_BAD_ARGUMENT for NaN in a
 * box, strides that overlap, a sample sink, a trace.  The integrand must not leave the call by
 * longjmp. */
CUBOID_API int cuboid_integrate_many(const cuboid_integrand *integrand, int64_t count,
                                     const double *lower, const double *upper, int64_t box_stride,
                                     const void *userdata, int64_t userdata_stride,
                                     const cuboid_options *options, cuboid_many **many);
/* Frees the results of a list.  Of NULL, the functions below return CUBOID_BAD_ARGUMENT, "" for
 * texts, NULL for arrays and 0 for numbers. */
CUBOID_API void cuboid_many_free(cuboid_many *many);
/* What cuboid_integrate_many returned. */
CUBOID_API int cuboid_many_status(const cuboid_many *many);
/* How many integrals ended with which status, and why the first of each did; how many boxes have no
 * volume. */
CUBOID_API const char *cuboid_many_message(const cuboid_many *many);
/* The method of the list, or auto where each integral has one of its own. */
CUBOID_API const char *cuboid_many_method(const cuboid_many *many);
/* The number of integrals, and of components of each. */
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
 * the message of that one ("": none). */
CUBOID_API int64_t cuboid_many_number_of(const cuboid_many *many, int status);
CUBOID_API int64_t cuboid_many_first_of(const cuboid_many *many, int status);
CUBOID_API const char *cuboid_many_reason_of(const cuboid_many *many, int status);
/* Wall-clock seconds of the call, without the compilation of kernels. */
CUBOID_API double cuboid_many_seconds(const cuboid_many *many);

/* ---- Cuba's routines, argument by argument (C: scalars by value) ----
 *
 * Arguments and results are those of Cuba 4.2.2 (docs/cuba-compatibility.md).
 *
 * - integral, error, prob: [ncomp], NaN on failure.
 * - *fail: a status; of Divonne, above 0: an estimate of the evaluations that it still needs.
 * - spin: NULL, the address of -1, or that of a pointer as cuboid_fork sets it.
 * - xgiven: [ngiven][ldxgiven], where the integrand may have peaks; points outside of the cube are
 *   ignored.  ldxgiven: at least ndim; 0: the same point again.
 * - peakfinder: called for each region of the partitioning unless nextra, the most points that it
 *   may write, is 0; then it may be NULL.
 *
 * Exceptions of the integrand, the peak finder or a hook pass to the caller, as through Cuba, after
 * all that belongs to the call has been released.  If a worker throws, nothing is thrown.  *fail is
 * CUBOID_EXCEPTION. */

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

/* Sets the number of worker processes.  n < 0: at most -n, less the load of the machine.  points:
 * the most in a batch of one. */
CUBOID_API void cuboid_cores(int n, int points);
/* Sets the number of accelerator workers, whose argument core is -n to -1.  points: as above. */
CUBOID_API void cuboid_accel(int n, int points);
/* Sets hooks before the first and after the last evaluation in every process.  function: NULL
 * removes the hook.  arg: passed on to it. */
CUBOID_API void cuboid_init(cuboid_hook function, void *arg);
CUBOID_API void cuboid_exit(cuboid_hook function, void *arg);
/* cuboid_fork starts the workers that cuboid_cores asks for, and sets the pointer at pspin to them,
 * also if there are none; cuboid_wait ends them and sets it to NULL.  pspin NULL: nothing is done.
 */
CUBOID_API void cuboid_fork(void *pspin);
CUBOID_API void cuboid_wait(void *pspin);
/* Gives every integration at least this verbosity, 0 to 3. */
CUBOID_API void cuboid_verbose(int level);

#ifdef __cplusplus
}
#endif

#endif
