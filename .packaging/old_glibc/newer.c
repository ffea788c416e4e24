/* What glibc has only after 2.28 and our objects, compiled with newer headers, call.  Each is
   written with what 2.28 has, is hidden, and so changes nothing for the program that loads the
   library. */

#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>

#define HIDDEN __attribute__((visibility("hidden")))

/* glibc 2.33: before, these went by a version of struct stat, 1 on x86-64. */
int __xstat(int version, const char *path, struct stat *to);
int __lxstat(int version, const char *path, struct stat *to);
int __fxstat(int version, int file, struct stat *to);

HIDDEN int stat(const char *path, struct stat *to) {
  return __xstat(1, path, to);
}
HIDDEN int lstat(const char *path, struct stat *to) {
  return __lxstat(1, path, to);
}
HIDDEN int fstat(int file, struct stat *to) {
  return __fxstat(1, file, to);
}

/* glibc 2.32: whether reference counts may do without atomic instructions.  Never. */
HIDDEN char __libc_single_threaded = 0;

/* glibc 2.32. */
extern const char *const sys_siglist[];
HIDDEN const char *sigdescr_np(int signal) {
  return signal > 0 && signal < 32 ? sys_siglist[signal] : NULL;
}

/* glibc 2.30: a wait until a time of any clock.  That of the day is taken for the rest of the time;
   libstdc++ looks at its clock again when the wait has ended. */
HIDDEN int pthread_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                                  clockid_t clock, const struct timespec *until) {
  struct timespec now, day;
  clock_gettime(clock, &now);
  clock_gettime(CLOCK_REALTIME, &day);
  day.tv_sec += until->tv_sec - now.tv_sec;
  day.tv_nsec += until->tv_nsec - now.tv_nsec;
  if (day.tv_nsec < 0) {
    day.tv_nsec += 1000000000;
    --day.tv_sec;
  } else if (day.tv_nsec >= 1000000000) {
    day.tv_nsec -= 1000000000;
    ++day.tv_sec;
  }
  return pthread_cond_timedwait(condition, mutex, &day);
}

/* glibc 2.36: libstdc++ of such systems draws from it in std::random_device. */
HIDDEN uint32_t arc4random(void) {
  uint32_t drawn;
  while (getrandom(&drawn, sizeof drawn, 0) != sizeof drawn) continue;
  return drawn;
}
