/* For the examples that hand the text of a file to the library. */
#ifndef TEXT_OF_H
#define TEXT_OF_H

#include <stdio.h>
#include <stdlib.h>

/* The whole file as a string, or NULL. */
static char *text_of(const char *path) {
  char *text = NULL;
  FILE *file = fopen(path, "r");
  if (file && fseek(file, 0, SEEK_END) == 0) {
    const long length = ftell(file);
    rewind(file);
    text = calloc(1, (size_t)length + 1);
    if (text && fread(text, 1, (size_t)length, file) != (size_t)length) text[0] = 0;
  }
  if (file) fclose(file);
  return text;
}

#endif
