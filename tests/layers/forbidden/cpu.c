/* Calls down, as it may. */
int lower_function(void);
int cpu_function(void);

int cpu_function(void) {
  return lower_function();
}
