// Processes of the tests' own, for what must not happen in the test's.
#pragma once

#include <gtest/gtest.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>

namespace support {

/// Runs body in a child process and returns how that ended, as waitpid gives it.  body returns the
/// exit status.  The child skips what a normal end runs, a leak checker included.
template <class Body>
int wait_status_of(Body &&body) {
  fflush(nullptr);
  const pid_t child = fork();
  if (child == 0) {
    alarm(60);
    const int status = body();
    fflush(nullptr);
    _exit(status);
  }
  int status = -1;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  return status;
}

/// Expects that body, run in a child process, returns 0.
template <class Body>
void expect_zero_in_child(Body &&body) {
  const int status = wait_status_of(body);
  EXPECT_TRUE(WIFEXITED(status)) << "signal " << WTERMSIG(status);
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

}  // namespace support
