#include "CTerminal.h"

#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

enum { MAXIMUM_LENGTH = 64 };

static const int crashes[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGABRT, SIGSYS};
enum { CRASH_COUNT = sizeof crashes / sizeof *crashes };

static struct sigaction actions_before[CRASH_COUNT];
static struct termios mode_to_restore;
static char sequence_to_write[MAXIMUM_LENGTH];
static size_t sequence_length;
static volatile sig_atomic_t is_armed;
static int is_installed;

static void restore_and_go_on(int number) {
  if (is_armed) {
    is_armed = 0;
    // Whether it is written or not, the process ends.
    ssize_t written = write(STDOUT_FILENO, sequence_to_write, sequence_length);
    (void)written;
    tcsetattr(STDIN_FILENO, TCSANOW, &mode_to_restore);
  }
  for (size_t index = 0; index < CRASH_COUNT; index += 1) {
    if (crashes[index] == number) {
      sigaction(number, &actions_before[index], NULL);
    }
  }
  // Delivered when this returns, to whoever would have had it first.
  raise(number);
}

void terminal_restore_on_crash(const struct termios *mode, const char *sequence) {
  is_armed = 0;
  mode_to_restore = *mode;
  sequence_length = strnlen(sequence, MAXIMUM_LENGTH);
  memcpy(sequence_to_write, sequence, sequence_length);
  if (!is_installed) {
    is_installed = 1;
    struct sigaction action = {.sa_handler = restore_and_go_on, .sa_flags = SA_ONSTACK};
    sigemptyset(&action.sa_mask);
    for (size_t index = 0; index < CRASH_COUNT; index += 1) {
      sigaction(crashes[index], &action, &actions_before[index]);
    }
  }
  is_armed = 1;
}

void terminal_is_restored(void) {
  is_armed = 0;
}
