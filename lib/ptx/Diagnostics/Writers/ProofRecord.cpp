// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/Writers/ProofRecord.h"

using namespace ptx;

std::string ProofRecord::Claim::words() const {
  if (parameter.empty())
    return "for the numbers of this launch" +
           (notForOthers.empty() ? "" : "; not for others: " + notForOthers.words());
  std::string text =
      "for all `" + parameter + "` from " + std::to_string(least) + " to " + std::to_string(most);
  if (multipleOf > 1)
    text += " that are multiples of " + std::to_string(multipleOf);
  return text;
}

std::string ProofRecord::Role::words() const {
  std::string text = "role: " + std::to_string(warps.size()) +
                     (warps.size() == 1 ? " warp, number " : " warps, from number ") +
                     std::to_string(warps.front()) + ", at line " + std::to_string(line);
  if (!changes.empty())
    text += "; counters change by";
  for (int64_t change : changes)
    text += " " + std::to_string(change);
  return text;
}

std::string ProofRecord::Object::words() const {
  return "mbarrier object `" + name + "` of CTA " + std::to_string(cta) + ": " +
         std::to_string(phases) + " phases; parity " + std::to_string(parity) + ", " +
         std::to_string(arrivals) + " arrivals and " + std::to_string(bytes) + " bytes are missing";
}

std::string ProofRecord::Redundancy::words() const {
  std::string text =
      "line " + std::to_string(line) + ", column " + std::to_string(column) + ": `" + statement;
  return text + (suffices.empty() ? "` is not needed" : "`: `" + suffices + "` suffices");
}

std::vector<std::string> ProofRecord::shown() const {
  std::vector<std::string> lines;
  for (const Claim &claim : claims)
    lines.push_back(claim.words());
  for (const Period &period : periods) {
    lines.push_back("each " + std::to_string(period.step) + " of `" + period.parameter +
                    "` repeat the state of the launch:");
    for (const Role &role : period.roles)
      lines.push_back("  " + role.words());
    for (const Object &object : period.objects)
      lines.push_back("  " + object.words());
  }
  return lines;
}
