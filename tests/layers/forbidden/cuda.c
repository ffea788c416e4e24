/* Calls another kind of engine, and says so in its USES. */
int cpu_function(void);
int cuda_function(void);

int cuda_function(void) {
  return cpu_function();
}
