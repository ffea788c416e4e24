/* For the examples that run on a GPU where there is one: a handle for a function whose text is
 * given as well.  The library compiles the text for the GPU and leaves out what the function does
 * not use; without a GPU it calls the function. */
#ifndef ON_GPU_OR_HOST_H
#define ON_GPU_OR_HOST_H

#include <stdio.h>
#include <stdlib.h>

#include "cuboid.h"
#include "text_of.h"

/* name: of the function in the file.  Says where it will run.  Ends the program on failure. */
static cuboid_integrand *on_gpu_or_host(int ndim, int ncomp, cuboid_function function,
                                        const char *name, const char *file, void *userdata,
                                        int64_t userdata_bytes) {
  cuboid_integrand *device = NULL, *host = NULL;
  const char *description = NULL;
  char *text = text_of(file);
  if (text == NULL) {
    fprintf(stderr, "%s cannot be read; it is to be this program's source\n", file);
    exit(2);
  }
  if (cuboid_integrand_from_cuda_source(&device, ndim, ncomp, text, name, userdata,
                                        userdata_bytes) != 0 ||
      cuboid_register(function, device) != 0 ||
      cuboid_integrand_create(&host, ndim, ncomp, function, userdata) != 0) {
    fprintf(stderr, "%s\n", cuboid_last_error());
    exit(1);
  }
  cuboid_integrand_free(device);
  free(text);
  if (cuboid_device(&description) == 0)
    printf("on %s\n", description);
  else
    printf("on the host: %s\n", cuboid_last_error());
  return host;
}

#endif
