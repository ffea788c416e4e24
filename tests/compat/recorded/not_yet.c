/* The driver names all routines of Cuba.  Those that the library does not have yet are here; no
 * case that runs calls them. */
#include <stdlib.h>

#define NOT_YET(name) \
  void name(void);    \
  void name(void) {   \
    abort();          \
  }

NOT_YET(Divonne)
NOT_YET(llDivonne)
