/* Calls down, as it may, and outside of the project. */
#include <stdlib.h>

int cuda_function(void);
int upper_function(void);

int upper_function(void) {
  return abs(cuda_function());
}
