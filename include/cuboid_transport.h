/* What a plug-in library offers to cuboid that carries words between the processes of a job.
 *
 * cuboid is not linked to an MPI library.  It opens a plug-in when a communicator is first needed:
 * the file that CUBOID_MPI_LIBRARY names, or libcuboid_mpi_openmpi.so or libcuboid_mpi_mpich.so,
 * whichever belongs to the MPI library of the process.  For another MPI library compile
 * cuboid_mpi.c, which is installed with cuboid, by its mpicc:
 *
 *   mpicc -shared -fPIC -I PREFIX/include -o libcuboid_mpi_mine.so cuboid_mpi.c
 *
 * The library defines cuboid_transport_table.  All functions that return int return 0 if they have
 * done their work; those with a text then leave it alone, and else write a sentence to it, with its
 * final 0. */
#ifndef CUBOID_TRANSPORT_H
#define CUBOID_TRANSPORT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CUBOID_TRANSPORT_VERSION 1
#define CUBOID_TRANSPORT_TEXT 512

typedef struct cuboid_transport {
  int version; /* CUBOID_TRANSPORT_VERSION */

  /* Opens a communicator with the processes of the one whose handle is the size bytes at comm;
   * NULL: with all of the job, and what must be started is started, to be ended when the process
   * exits. Every process of the communicator calls it. */
  int (*open)(const void *comm, size_t size, void **context, int *rank, int *number_of_ranks,
              char text[CUBOID_TRANSPORT_TEXT]);
  void (*close)(void *context);

  /* Whether the others can be called now, on this thread. */
  int (*usable)(void *context, char text[CUBOID_TRANSPORT_TEXT]);

  /* Each begins an operation, which all processes begin in the same order; one is under way at a
   * time.  gather: words[first[r]] to before words[first[r + 1]] are those of process r.  sum:
   * modulo 2^64.  The arrays stay until the operation is over. */
  int (*gather)(void *context, uint64_t *words, const int64_t *first);
  int (*broadcast)(void *context, uint64_t *words, int64_t count, int root);
  int (*sum)(void *context, uint64_t *words, int64_t count);

  /* 1: the operation is over; 0: not yet; -1: it has failed.  Does not wait. */
  int (*finished)(void *context);
} cuboid_transport;

#if defined(_WIN32)
extern const cuboid_transport cuboid_transport_table;
#else
extern const cuboid_transport cuboid_transport_table __attribute__((visibility("default")));
#endif

#ifdef __cplusplus
}
#endif

#endif
