// Counts what a program allocates on the heap and which tasks it creates, for `scripts/budgets`.
//
// To be preloaded (LD_PRELOAD) on Linux. At the end it prints both numbers on the standard error.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>

static atomic_ulong allocations;
static atomic_ulong tasks;

// The C library's own functions under their other names.
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size) {
  allocations++;
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  allocations++;
  return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
  allocations++;
  return __libc_realloc(memory, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  allocations++;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  allocations++;
  *memory = __libc_memalign(alignment, size);
  return *memory ? 0 : ENOMEM;
}

typedef struct {
  void *task;
  void *context;
} new_task;

// Swift's calling convention is C's for as many arguments and results.
typedef new_task (*create_task)(size_t, void *, const void *, void *, void *);

new_task swift_task_create(size_t flags, void *options, const void *result, void *entry,
                           void *context) {
  static create_task create;
  if (!create) create = (create_task)dlsym(RTLD_NEXT, "swift_task_create");
  tasks++;
  return create(flags, options, result, entry, context);
}

__attribute__((destructor)) static void print_counts(void) {
  fprintf(stderr, "allocations=%lu tasks=%lu\n", allocations, tasks);
}
