/* Its USES name what Cuba's routines know nothing of. */
int cuba_function(void);

int cuba_function(void) {
  return 0;
}
