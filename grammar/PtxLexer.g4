// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The lexical structure of PTX 9.5 (manual chapter 4). The production lexer, lib/ptx/Syntax/Lex/Lexer.cpp, is
// written by hand for speed; the tests run the lexer that ANTLR makes of this file beside it
// over every input and compare the two token streams. This file is the definition.
//
// The words of state spaces and directives, which come first, are made of lib/ptx/Isa/Vocabulary/StateSpaces.td and Directives.td. The build
// writes the whole grammar, which is installed.
lexer grammar PtxLexer;

// ----- 5.4.2  Vectors --------------------------------------------------------------------------------

Vector            : '.v2' | '.v4' ;

// ----- 4.4  Identifiers ------------------------------------------------------------------------------

// Names that the syntax knows. Except WARP_SZ they stay legal as identifiers (see `name` in PtxParser.g4).
Call              : 'call' ;
Generic           : 'generic' ;
FunctionName      : 'function_name' ;
InlinedAt         : 'inlined_at' ;
WarpSize          : 'WARP_SZ' ;                      // 4.5.4  predefined constant

Identifier        : [a-zA-Z] WordChar* | [_$%] WordChar+ ;
Sink              : '_' ;                            // 6.1  a result that is not wanted

// ----- 4.5  Constants --------------------------------------------------------------------------------

// 4.5.1  Integer constants: hexadecimal, octal, binary, decimal; U makes them unsigned.
Integer           : '0' [xX] HexDigit+ 'U'?
                  | '0' [bB] [01]+ 'U'?
                  | '0' [0-7]* 'U'?
                  | [1-9] [0-9]* 'U'? ;

// 4.5.2  Floating-point constants: decimal, or the exact bits of a 32-bit (0f) or 64-bit (0d) value.
Float             : [0-9]+ '.' [0-9]* Exponent?
                  | '.' [0-9]+ Exponent?
                  | [0-9]+ Exponent ;
Float32           : '0' [fF] Hex4 Hex4 ;
Float64           : '0' [dD] Hex4 Hex4 Hex4 Hex4 ;

// 11.4.7, 11.5  Strings: no escapes; may contain line breaks.
String            : '"' ~'"'* '"' ;

// ----- 9.1  Instruction modifiers ---------------------------------------------------------------------

// Any other dotted word: a type, a modifier of an instruction, a component of a vector (`%tid.x`),
// an attribute, the name of a debug section. The parts of a qualified word (`.shared::cta`) belong together.
// It is after the constants since `.5` is a number.
// In the factor of a sparse vector (`.sp::2:4`) a number follows another.
Modifier          : '.' WordChar+ ('::' WordChar+)* | '.' WordChar+ '::' [0-9]+ ':' [0-9]+ ;

// ----- 4.6, 6  Operators and punctuation --------------------------------------------------------------

Semicolon : ';' ;   Comma    : ',' ;   Colon     : ':' ;   At        : '@' ;
LBrace    : '{' ;   RBrace   : '}' ;   LParen    : '(' ;   RParen    : ')' ;
LBracket  : '[' ;   RBracket : ']' ;   Assign    : '=' ;   Question  : '?' ;
Plus      : '+' ;   Minus    : '-' ;   Not       : '!' ;   Tilde     : '~' ;
Star      : '*' ;   Slash    : '/' ;   Percent   : '%' ;   Less      : '<' ;
Greater   : '>' ;   ShiftL   : '<<' ;  ShiftR    : '>>' ;  LessEqual : '<=' ;
GreaterEqual : '>=' ; EqualEqual : '==' ; NotEqual : '!=' ; Amp      : '&' ;
Caret     : '^' ;   Pipe     : '|' ;   AmpAmp    : '&&' ;  PipePipe  : '||' ;
Backslash : '\\' ;

// ----- 4.1, 4.2  Source format and comments ------------------------------------------------------------

WhiteSpace   : [ \t\n\r\f\u001A]+ -> skip ;
LineComment  : '//' ~'\n'* -> skip ;
BlockComment : '/*' .*? '*/' -> skip ;
// The only `#` line is the position that a C preprocessor leaves: # 12 "file.cu" 1
LineMarker   : '#' Blank* ('line' Blank+)? [0-9]+ Blank+ '"' ~'"'* '"' (Blank+ [0-9]+)* (Blank | '\r')*
               '\n' -> skip ;

// ----- What no rule above takes; the parser explains these --------------------------------------------

UnterminatedString  : '"' ~'"'* EOF ;
UnterminatedComment : '/*' (~'*' | '*'+ ~[*/])* '*'* EOF ;
Unexpected          : . ;

fragment Blank    : [ \t\f\u001A] ;
fragment WordChar : [a-zA-Z0-9_$] ;
fragment HexDigit : [0-9a-fA-F] ;
fragment Hex4     : HexDigit HexDigit HexDigit HexDigit ;
fragment Exponent : [eE] [+-]? [0-9]+ ;
