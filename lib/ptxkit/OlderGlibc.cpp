// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Linked into the released C library, which is to load with glibc 2.17 although a newer one was
// there when it was built. Each function has the name of one that glibc has in a newer version too,
// which the linker would take, and calls the version that all releases have. Nothing outside of the
// library sees them.

#include <csignal>
#include <pthread.h>
#include <sys/stat.h>

#if defined(__x86_64__)
#define PTX_OLDEST "GLIBC_2.2.5"
static constexpr int statVersion = 1;
#else
#define PTX_OLDEST "GLIBC_2.17"
static constexpr int statVersion = 0;
#endif

#define PTX_FROM_OLDEST(name) __asm__(".symver oldest_" #name "," #name "@" PTX_OLDEST)
PTX_FROM_OLDEST(pthread_create);
PTX_FROM_OLDEST(pthread_join);
PTX_FROM_OLDEST(pthread_once);
PTX_FROM_OLDEST(pthread_sigmask);
PTX_FROM_OLDEST(__xstat);
PTX_FROM_OLDEST(__fxstat);
PTX_FROM_OLDEST(__lxstat);
PTX_FROM_OLDEST(exp2);
PTX_FROM_OLDEST(log2);
#undef PTX_FROM_OLDEST

extern "C" {

int oldest_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
int oldest_pthread_join(pthread_t, void **);
int oldest_pthread_once(pthread_once_t *, void (*)());
int oldest_pthread_sigmask(int, const sigset_t *, sigset_t *);
int oldest___xstat(int, const char *, struct stat *);
int oldest___fxstat(int, int, struct stat *);
int oldest___lxstat(int, const char *, struct stat *);
double oldest_exp2(double);
double oldest_log2(double);

/// Whether the process has one thread. Some releases do not provide this information; false then.
char __libc_single_threaded = 0;

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                   void *argument) noexcept {
  return oldest_pthread_create(thread, attributes, run, argument);
}

int pthread_join(pthread_t thread, void **result) { return oldest_pthread_join(thread, result); }

int pthread_once(pthread_once_t *once, void (*run)()) { return oldest_pthread_once(once, run); }

int pthread_sigmask(int how, const sigset_t *set, sigset_t *old) noexcept {
  return oldest_pthread_sigmask(how, set, old);
}

int stat(const char *path, struct stat *status) noexcept {
  return oldest___xstat(statVersion, path, status);
}

int fstat(int file, struct stat *status) noexcept {
  return oldest___fxstat(statVersion, file, status);
}

int lstat(const char *path, struct stat *status) noexcept {
  return oldest___lxstat(statVersion, path, status);
}

double exp2(double exponent) noexcept { return oldest_exp2(exponent); }

double log2(double number) noexcept { return oldest_log2(number); }
}
