// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTXKIT_EXPECTED_H
#define PTXKIT_EXPECTED_H

#include <string>
#include <utility>
#include <variant>

namespace ptxkit {

/// The reason for a failed call, as one line of text.
struct Failure {
  std::string text;
};

/// The result of a call that can fail: a `T` or a `Failure`. ptxkit throws no exceptions other than
/// `std::bad_alloc`.
template <class T> class [[nodiscard]] Expected {
public:
  Expected(T value) : held(std::move(value)) {}
  Expected(Failure failure) : held(std::move(failure)) {}

  /// Whether there is a value.
  explicit operator bool() const { return held.index() == 0; }

  /// The value. Precondition: there is one.
  T &operator*() & { return *std::get_if<0>(&held); }
  const T &operator*() const & { return *std::get_if<0>(&held); }
  T &&operator*() && { return std::move(*std::get_if<0>(&held)); }
  T *operator->() { return std::get_if<0>(&held); }
  const T *operator->() const { return std::get_if<0>(&held); }

  /// The reason for the failure; empty if there is a value.
  std::string error() const {
    const Failure *failure = std::get_if<1>(&held);
    return failure ? failure->text : std::string();
  }

private:
  std::variant<T, Failure> held;
};

} // namespace ptxkit

#endif // PTXKIT_EXPECTED_H
