// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
// Common classes of the option tables.

#ifndef PTX_DRIVER_OPTIONBASE_TD
#define PTX_DRIVER_OPTIONBASE_TD

include "llvm/Option/OptParser.td"

// A heading of `--help`. They appear in the order of `position`.
class Heading<string position, string title> : OptionGroup<position>, HelpText<title>;

// The words of `PTX_OUTPUT_FORMATS`, in that order.
defvar OutputFormats = "text,concise,jsonl,json,sarif,github,gitlab,junit,ptxas";

#endif // PTX_DRIVER_OPTIONBASE_TD
