#ifndef HEAP_STATISTICS_H
#define HEAP_STATISTICS_H

#include <stddef.h>

/// The bytes that the process has allocated on the heap and not freed.
size_t heap_bytes_in_use(void);

#endif
