// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A rule for each form of decision that ANTLR writes in a way of its own.
parser grammar TinyParser;
options { tokenVocab = TinyLexer; }

file : item+ end? EOF ;                     // a loop, an option
item : Word | Number (Quote pair)* | Open choice ;  // alternatives
pair : Word | Quote | K00 ;                 // a set
far : K00 | K01 | K65 | Quote ;             // a set of more than 64 kinds
choice : (Word far | Number)? Close ;       // an option of alternatives
loop : (Word pair | Number)* Close ;        // a loop of alternatives
twice : (Word pair | Number)+ Close ;       // the same, at least once
end : Close (K01 | K02) loop twice ;        // a set of two
