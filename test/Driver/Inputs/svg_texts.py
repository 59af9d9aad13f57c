# Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Prints the texts of an SVG figure, which must be well-formed: svg_texts.py FILE."""

import sys
import xml.dom.minidom

figure = xml.dom.minidom.parse(sys.argv[1])
texts = [text.firstChild.data for text in figure.getElementsByTagName("text")]
print(" | ".join(texts))
# The chips of the legend are 26 wide.
cells = [r for r in figure.getElementsByTagName("rect") if r.getAttribute("width") != "26"]
print("rectangles:", len(cells))
