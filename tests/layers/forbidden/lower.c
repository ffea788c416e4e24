/* Calls up. */
int upper_function(void);
int lower_function(void);

int lower_function(void) {
  return upper_function();
}
