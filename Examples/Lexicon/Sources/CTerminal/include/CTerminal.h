#ifndef C_TERMINAL_H
#define C_TERMINAL_H

#include <termios.h>

/// Puts the terminal back if the process crashes: writes a sequence to standard output and sets the
/// mode of standard input. Then the crash goes on as it would have without this.
///
/// In C, because a signal handler may use nothing that allocates or waits.
void terminal_restore_on_crash(const struct termios *mode, const char *sequence);

/// The terminal has been put back; a crash leaves it alone.
void terminal_is_restored(void);

#endif
