/* An MPI job: every method gives on all ranks the bits that one process gives, and what is no
 * communicator is refused with a sentence.  Ends with status 0 on all ranks if that is so. */
#include <math.h>
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cuba.h"
#include "cuboid.h"

enum { ndim = 3, ncomp = 1 };

static int failures;

static void expect(int condition, const char *what) {
  if (condition) return;
  ++failures;
  fprintf(stderr, "failed: %s (%s)\n", what, cuboid_last_error());
}

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static long long calls;
static int abort_at = -1;

/* Takes some microseconds, so that it pays to share the points out. */
static int integrand(const int *n, const double x[], const int *m, double f[], void *userdata) {
  const double end = seconds() + *(const double *)userdata;
  double square = 0;
  int d;
  (void)m;
  for (d = 0; d < *n; ++d) square += (x[d] - 0.4) * (x[d] - 0.4);
  f[0] = exp(-20 * square);
  while (seconds() < end) continue;
  return calls++ == abort_at ? -999 : 0;
}

struct answer {
  int fail, neval, nregions;
  double value, error, prob;
};

static struct answer by_cuba(int which, double *cost) {
  struct answer a;
  memset(&a, 0, sizeof a);
  calls = 0;
  if (which == 0)
    Vegas(ndim, ncomp, integrand, cost, 1, 1e-6, 1e-12, 0, 0, 0, 6000, 500, 250, 400, 0, NULL, NULL,
          &a.neval, &a.fail, &a.value, &a.error, &a.prob);
  else if (which == 1)
    Suave(ndim, ncomp, integrand, cost, 1, 1e-6, 1e-12, 0, 0, 0, 6000, 1000, 2, 25, NULL, NULL,
          &a.nregions, &a.neval, &a.fail, &a.value, &a.error, &a.prob);
  else if (which == 2)
    Divonne(ndim, ncomp, integrand, cost, 1, 1e-6, 1e-12, 0, 0, 0, 6000, 47, 1, 1, 5, 0, 10, 0.25,
            0, ndim, NULL, 0, NULL, NULL, NULL, &a.nregions, &a.neval, &a.fail, &a.value, &a.error,
            &a.prob);
  else
    Cuhre(ndim, ncomp, integrand, cost, 1, 1e-6, 1e-12, 0, 0, 6000, 0, NULL, NULL, &a.nregions,
          &a.neval, &a.fail, &a.value, &a.error, &a.prob);
  return a;
}

static void compare_with_one_process(MPI_Comm comm) {
  double cheap = 0, costly = 1e-5;
  int which;
  for (which = 0; which < 4; ++which) {
    struct answer one, many, many_cheap;
    cuboid_use_communicator(NULL, 0);
    one = by_cuba(which, &cheap);
    expect(cuboid_use_communicator(&comm, sizeof comm) == 0, "the communicator is taken");
    many_cheap = by_cuba(which, &cheap);
    many = by_cuba(which, &costly);
    expect(memcmp(&one, &many, sizeof one) == 0, "the bits of one process, points shared out");
    expect(memcmp(&one, &many_cheap, sizeof one) == 0, "the bits of one process, cheap points");
  }
}

static void end_together(int rank) {
  double cost = 1e-5;
  struct answer a;
  abort_at = rank == 0 ? 100 : -1;
  a = by_cuba(0, &cost);
  expect(a.fail == CUBOID_ABORTED, "-999 on one rank ends all");
  abort_at = -1;
}

/* Sends to this rank itself, which needs no other. */
static int talking_integrand(const int *n, const double x[], const int *m, double f[],
                             void *userdata) {
  int sent = calls > 0, received = -1;
  MPI_Sendrecv(&sent, 1, MPI_INT, 0, 0, &received, 1, MPI_INT, 0, 0, MPI_COMM_SELF,
               MPI_STATUS_IGNORE);
  return sent == received ? integrand(n, x, m, f, userdata) : -999;
}

static void let_the_integrand_call_mpi(void) {
  double cost = 1e-5, value, error, prob;
  int nregions, neval, fail = -1;
  Cuhre(ndim, ncomp, talking_integrand, &cost, 1, 1e-6, 1e-12, 0, 0, 6000, 0, NULL, NULL, &nregions,
        &neval, &fail, &value, &error, &prob);
  const struct answer silent = by_cuba(3, &cost);
  expect(fail == silent.fail && value == silent.value, "an integrand may call MPI itself");
}

static void *integrate_on_a_thread(void *fail) {
  double cost = 0;
  *(int *)fail = by_cuba(0, &cost).fail;
  return NULL;
}

/* MPI_Init promises no more than calls by the thread that made it. */
static void refuse_other_threads(int size) {
  pthread_t thread;
  int level, fail = -1;
  MPI_Query_thread(&level);
  if (pthread_create(&thread, NULL, integrate_on_a_thread, &fail) != 0) return;
  pthread_join(thread, NULL);
  if (size < 2) return;
  expect(level < MPI_THREAD_SERIALIZED ? fail < 0 : fail >= 0,
         "another thread integrates if MPI may be called on it");
}

static void refuse_what_is_no_communicator(void) {
  const MPI_Comm null = MPI_COMM_NULL;
  MPI_Fint fortran = MPI_Comm_c2f(MPI_COMM_WORLD);
  expect(cuboid_use_communicator(&null, sizeof null) == CUBOID_BAD_ARGUMENT &&
             strstr(cuboid_last_error(), "MPI_COMM_NULL") != NULL,
         "MPI_COMM_NULL is refused");
  expect(cuboid_use_communicator(&null, 5) == CUBOID_BAD_ARGUMENT &&
             strstr(cuboid_last_error(), "size = 5") != NULL,
         "a wrong size is refused");
  expect(cuboid_use_communicator(&fortran, sizeof fortran) == 0, "the integer of Fortran is taken");
}

int main(int argc, char **argv) {
  double cost = 0;
  int rank, size;
  MPI_Comm all = MPI_COMM_WORLD, half;
  expect(cuboid_use_communicator(&all, sizeof all) == CUBOID_BAD_ARGUMENT &&
             strstr(cuboid_last_error(), "not initialised") != NULL,
         "before MPI_Init there is no communicator");
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  compare_with_one_process(MPI_COMM_WORLD);
  refuse_what_is_no_communicator();
  if (size > 1) end_together(rank);
  let_the_integrand_call_mpi();
  refuse_other_threads(size);
  /* Two jobs beside each other. */
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
  compare_with_one_process(half);
  MPI_Comm_free(&half);
  expect(cuboid_use_communicator(&all, sizeof all) == 0, "the communicator is taken again");
  MPI_Finalize();
  by_cuba(0, &cost);
  expect(size < 2 || strstr(cuboid_last_error(), "finalised") != NULL,
         "after MPI_Finalize calls are refused");
  return failures > 0;
}
