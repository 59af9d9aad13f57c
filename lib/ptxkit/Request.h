// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTXKIT_REQUEST_H
#define PTXKIT_REQUEST_H

#include <string>
#include <string_view>

namespace ptxkit::detail {

/// Answers `ptxkit_request`: docs/library.md lists the methods.
std::string answer(std::string_view request);

} // namespace ptxkit::detail

#endif // PTXKIT_REQUEST_H
