/* cuboid's transport over MPI, for any MPI library of version 3.0 or later: see cuboid_transport.h.
 */
#include <limits.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cuboid_transport.h"

/* The integer that a communicator is in Fortran.  The standard ABI of MPI 5 has one for all
 * languages, and nothing of Fortran. */
#ifdef MPI_ABI_VERSION
typedef int fortran_handle;
#define from_fortran MPI_Comm_fromint
#else
typedef MPI_Fint fortran_handle;
#define from_fortran MPI_Comm_f2c
#endif

/* A communicator of cuboid's own, so that its messages never meet those of the program. */
struct context {
  MPI_Comm comm;
  int ranks;
  MPI_Request request;
  int *counts, *offsets; /* [ranks] */
};

static pid_t initialising_process;

static int say(char *text, const char *sentence) {
  snprintf(text, CUBOID_TRANSPORT_TEXT, "%s", sentence);
  return 1;
}

static void finalise(void) {
  int finalised = 1;
  /* Not in a process that was forked from the one that has initialised MPI. */
  if (getpid() != initialising_process) return;
  MPI_Finalized(&finalised);
  if (!finalised) MPI_Finalize();
}

static int initialise(char *text) {
  int level;
  if (MPI_Init_thread(NULL, NULL, MPI_THREAD_SERIALIZED, &level) != MPI_SUCCESS)
    return say(text, "MPI cannot be initialised");
  initialising_process = getpid();
  atexit(finalise);
  return 0;
}

/* Whether this thread may call MPI now. */
static int usable(void *context, char text[CUBOID_TRANSPORT_TEXT]) {
  int initialised = 0, finalised = 0, level = 0, main_thread = 0;
  (void)context;
  MPI_Initialized(&initialised);
  if (!initialised) return say(text, "MPI is not initialised: call MPI_Init before");
  MPI_Finalized(&finalised);
  if (finalised) return say(text, "MPI is finalised already");
  MPI_Query_thread(&level);
  MPI_Is_thread_main(&main_thread);
  if (level < MPI_THREAD_SERIALIZED && !main_thread)
    return say(text,
               "MPI was initialised for one thread, and this is another: call MPI_Init_thread with "
               "MPI_THREAD_SERIALIZED, or integrate on the thread that has called MPI_Init");
  return 0;
}

/* The communicator of a handle in C, or of one in Fortran, which may have another size. */
static int read_handle(const void *handle, size_t size, MPI_Comm *comm, char *text) {
  if (size == sizeof *comm) {
    memcpy(comm, handle, size);
  } else if (size == sizeof(fortran_handle)) {
    fortran_handle number;
    memcpy(&number, handle, size);
    *comm = from_fortran(number);
  } else {
    snprintf(
        text, CUBOID_TRANSPORT_TEXT,
        "size = %zu is not that of a communicator, which has %zu bytes in C and %zu in Fortran",
        size, sizeof *comm, sizeof(fortran_handle));
    return 1;
  }
  return *comm == MPI_COMM_NULL ? say(text, "comm is MPI_COMM_NULL") : 0;
}

static void close_context(void *opaque) {
  struct context *context = opaque;
  int finalised = 1;
  MPI_Finalized(&finalised);
  if (!finalised && context->request == MPI_REQUEST_NULL && context->comm != MPI_COMM_NULL)
    MPI_Comm_free(&context->comm);
  /* What an operation that is not over works with has to stay. */
  if (context->request != MPI_REQUEST_NULL) return;
  free(context->counts);
  free(context->offsets);
  free(context);
}

static struct context *make_context(int ranks) {
  struct context *context = calloc(1, sizeof *context);
  if (context == NULL) return NULL;
  context->comm = MPI_COMM_NULL;
  context->request = MPI_REQUEST_NULL;
  context->ranks = ranks;
  context->counts = malloc((size_t)ranks * sizeof(int));
  context->offsets = malloc((size_t)ranks * sizeof(int));
  if (context->counts != NULL && context->offsets != NULL) return context;
  close_context(context);
  return NULL;
}

static int open_context(const void *handle, size_t size, void **opened, int *rank, int *ranks,
                        char text[CUBOID_TRANSPORT_TEXT]) {
  MPI_Comm comm = MPI_COMM_WORLD;
  int initialised = 0, between_groups = 0;
  struct context *context;
  MPI_Initialized(&initialised);
  if (!initialised && handle == NULL && initialise(text)) return 1;
  if (usable(NULL, text)) return 1;
  if (handle != NULL && read_handle(handle, size, &comm, text)) return 1;
  MPI_Comm_test_inter(comm, &between_groups);
  if (between_groups) return say(text, "comm is an intercommunicator, which has two groups");
  MPI_Comm_size(comm, ranks);
  context = make_context(*ranks);
  if (context == NULL) return say(text, "memory for the communicator is missing");
  if (MPI_Comm_dup(comm, &context->comm) != MPI_SUCCESS) {
    close_context(context);
    return say(text, "MPI_Comm_dup fails");
  }
  MPI_Comm_set_errhandler(context->comm, MPI_ERRORS_RETURN);
  MPI_Comm_rank(context->comm, rank);
  *opened = context;
  return 0;
}

static int gather(void *opaque, uint64_t *words, const int64_t *first) {
  struct context *context = opaque;
  int r;
  if (first[context->ranks] > INT_MAX) return 1;
  for (r = 0; r < context->ranks; ++r) {
    context->offsets[r] = (int)first[r];
    context->counts[r] = (int)(first[r + 1] - first[r]);
  }
  return MPI_Iallgatherv(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, words, context->counts,
                         context->offsets, MPI_UINT64_T, context->comm,
                         &context->request) != MPI_SUCCESS;
}

static int broadcast(void *opaque, uint64_t *words, int64_t count, int root) {
  struct context *context = opaque;
  if (count > INT_MAX) return 1;
  return MPI_Ibcast(words, (int)count, MPI_UINT64_T, root, context->comm, &context->request) !=
         MPI_SUCCESS;
}

static int sum(void *opaque, uint64_t *words, int64_t count) {
  struct context *context = opaque;
  if (count > INT_MAX) return 1;
  return MPI_Iallreduce(MPI_IN_PLACE, words, (int)count, MPI_UINT64_T, MPI_SUM, context->comm,
                        &context->request) != MPI_SUCCESS;
}

static int finished(void *opaque) {
  struct context *context = opaque;
  int over = 0;
  if (MPI_Test(&context->request, &over, MPI_STATUS_IGNORE) != MPI_SUCCESS) return -1;
  return over;
}

const cuboid_transport cuboid_transport_table = {CUBOID_TRANSPORT_VERSION,
                                                 open_context,
                                                 close_context,
                                                 usable,
                                                 gather,
                                                 broadcast,
                                                 sum,
                                                 finished};
