// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The syntax of PTX 9.5. Numbers are sections of the PTX ISA manual.
//
// Every decision is LL(1), so the generated parser never simulates an automaton (a test counts the
// calls: none). The grammar has no actions and no labels: lib/ptx/Syntax/AstBuilder turns
// the order of rules and tokens into the tree. It names no instruction except `call`.
//
// The rules that list words of state spaces and directives are made of lib/ptx/Isa/Vocabulary/StateSpaces.td
// and Directives.td: `stateSpace`, `modifier`, `linkage`, and those of directives that have the form
// of others: `threadBlockDirective`, `resourceDirective`, `clusterFlag`, `abiDirective`,
// `registerDirective`. The build writes the whole grammar, which is installed.
parser grammar PtxParser;
options { tokenVocab = PtxLexer; }

// ===== 4.1, 11.1  Module ==============================================================================

module
  : versionDirective targetDirective+ addressSizeDirective? moduleItem* EOF
  ;

// A statement list on its own, such as the text of an inline assembly statement.
fragmentModule
  : statement* EOF
  ;

versionDirective     : Version Float ;                        // 11.1.1
targetDirective      : Target name (Comma name)* ;            // 11.1.2
addressSizeDirective : AddressSize count ;                    // 11.1.3

moduleItem
  : linkage? (entry | deviceFunction | variableDeclaration)
  | Common variableDeclaration
  | aliasDirective
  | pragmaDirective
  | fileDirective
  | sectionDirective
  | intermediateSection
  | metadataSection
  | dwarfDirective
  ;

// ===== 11.2  Kernel entry points and functions =========================================================

entry                                                         // 11.2.1
  : Entry name parameterList? entryDirective* (body | Semicolon)
  ;

// 11.2.2  A declaration has no body. Compilers for PTX 1.x also left out its semicolon.
deviceFunction
  : Func attributes? returnParameters? name parameterList? noReturn?
    (abiDirective | registerDirective | languageDirective)*
    (body | Semicolon)?
  ;

body : LBrace statement* RBrace ;

returnParameters : LParen (parameter (Comma parameter)*)? RParen ;
parameterList    : LParen (parameter (Comma parameter)*)? RParen ;

// 5.1.6  Kernel and device function parameters; 5.1.6.2 .ptr describes what a pointer points to.
// NVIDIA's compilers mark parameters that the run time fills in as .hidden; the manual leaves it out.
parameter
  : Hidden? qualifier* stateSpace qualifier* Vector? dataType pointerAttribute? alignment?
    (name | Sink) arrayDimensions?
  ;
pointerAttribute : Ptr pointedSpace? ;
// `ptxas` also takes `.texref`, `.samplerref` and `.surfref`, which are modifiers.
pointedSpace     : Const | ConstBank | Global | Local | Shared | Param | Modifier ;

entryDirective
  : threadBlockDirective
  | resourceDirective
  | clusterFlag
  | registerDirective
  | languageDirective
  | pragmaDirective
  ;
noReturn : NoReturn ;                                         // 11.4.6

aliasDirective : Alias name Comma name Semicolon ;            // 11.2.3

// ===== 5  State spaces, types, and variables ============================================================

variableDeclaration                                           // 5.4.1
  : qualifier* stateSpace qualifier* Vector? dataType alignment? (declarator (Comma declarator)*)? Semicolon
  ;
dataType   : Modifier ;                                       // 5.2  fundamental and alternate; 5.3 opaque
qualifier  : alignment | attributes ;
alignment  : Align count ;                                    // 5.4.5

// 5.4.8  .attribute(.managed, .unified(uuid1, uuid2))
attributes : Attribute LParen attribute (Comma attribute)* RParen ;
attribute  : Modifier (LParen Integer (Comma Integer)* RParen)? ;

declarator
  : name (parameterizedName | arrayDimensions? (Assign initializer)?)
  ;
parameterizedName : Less count Greater ;                      // 5.4.6  %r<100>
arrayDimensions   : firstDimension (LBracket constantExpression RBracket)* ;   // 5.4.3
firstDimension    : LBracket constantExpression? RBracket ;

// A number known to the lexer: alignments, sizes of CTAs, files. Not an expression.
count : Integer | WarpSize ;

// 5.4.4  Initializers: constants, addresses, masked addresses, nested lists, fields of opaque types
initializer
  : initializerList
  | plainName addressOffset?
  | genericAddress
  | Integer (maskedAddress | constantRest)
  | WarpSize constantRest
  | constantPrefix constantTerm constantRest
  | constantAtom constantRest
  ;
initializerList  : LBrace (initializerElement (Comma initializerElement)*)? RBrace ;
initializerElement
  : initializerList
  | plainName (fieldValue | addressOffset)?
  | genericAddress
  | Integer (maskedAddress | constantRest)
  | WarpSize constantRest
  | constantPrefix constantTerm constantRest
  | constantAtom constantRest
  ;
fieldValue     : Assign (name | constantExpression) ;         // 5.3  { addr_mode_0 = clamp_to_edge }
genericAddress : genericName addressOffset? ;                 // generic(var) + 4
genericName    : Generic LParen name RParen ;
maskedAddress                                                 // 0xFF00(var), 0xFF(1000 + 546)
  : LParen (plainName addressOffset? | genericAddress | constantExpression) RParen
  ;
addressOffset  : Plus constantExpression ;

// ===== 4.5.5  Constant expressions ======================================================================

// Operators associate and bind as in C (table 5). The rule is flat: the tree builder folds
// the list of terms and operators by precedence.
constantExpression : constantTerm constantRest ;
constantRest       : (binaryOperator constantTerm)* conditional? ;
conditional        : Question constantExpression Colon constantExpression ;
constantTerm       : constantPrefix* constantPrimary ;
constantPrefix     : Plus | Minus | Not | Tilde ;
constantPrimary    : Integer | WarpSize | constantAtom ;
constantAtom       : Float | Float32 | Float64 | LParen (cast | constantExpression RParen) ;
cast               : Modifier RParen constantTerm ;           // (.s64) (.u64)
binaryOperator
  : Star | Slash | Percent | Plus | Minus | ShiftL | ShiftR | Less | Greater | LessEqual
  | GreaterEqual | EqualEqual | NotEqual | Amp | Caret | Pipe | AmpAmp | PipePipe
  ;

// ===== 4.3, 9  Statements ===============================================================================

statement
  : labelOrInstruction
  | labelOrCall
  | guardedInstruction
  | variableDeclaration
  | locDirective
  | locIntermediate
  | pragmaDirective
  | block
  | continuedInstruction
  ;
// Not in the manual; ptxas accepts one backslash before an instruction, and after its guard, and
// ignores it.
continuedInstruction
  : lineContinuation (Identifier | Generic | FunctionName | InlinedAt) modifier* operands? Semicolon
  ;
lineContinuation : Backslash ;
block : LBrace statement* RBrace ;

// `name:` or an instruction: one rule, since both begin with a name.
labelOrInstruction
  : (Identifier | Generic | FunctionName | InlinedAt)          // the opcode
    (Colon labelledDirective? | modifier* operands? Semicolon)
  ;
labelOrCall
  : Call (Colon labelledDirective? | modifier* callOperands Semicolon)
  ;
guardedInstruction                                            // 9.3  predicated execution
  : guard (lineContinuation? (Identifier | Generic | FunctionName | InlinedAt) modifier* operands?
          | Call modifier* callOperands) Semicolon
  ;
guard    : At Not? name ;

// 11.3  Lists that a branch or an indirect call refers to by their label
labelledDirective
  : BranchTargets targetList Semicolon
  | CallTargets targetList Semicolon
  | CallPrototype returnParameters? Sink parameterList? noReturn? abiDirective* Semicolon
  ;
targetList : target (Comma target)* ;
target     : name parameterizedName? ;

// ===== 6  Operands ======================================================================================

operands : destination (Comma operand)* ;

// The first operand may be a destination: a pair `p|q`, or `_` for a result that is not wanted.
destination
  : (Identifier | Call | FunctionName | InlinedAt | Generic) (pairedName | component | index | addressOffset)?
  | Sink pairedPredicate?
  | vector pairedPredicate?
  | address
  | signedOperand
  | constantStart constantRest
  ;
operand
  : (Identifier | Call | FunctionName | InlinedAt | Generic) (component | index | addressOffset)?
  | vector
  | address addressQualifier?
  | signedOperand
  | constantStart constantRest
  ;
pairedName      : Pipe (name | Sink) ;
pairedPredicate : Pipe name ;
component     : Modifier ;                                    // %tid.x, and selectors of video instructions
constantStart : Integer | WarpSize | constantAtom ;

// A negated predicate `!p`, a negated register of a video instruction `-r`, or a signed constant.
signedOperand
  : Minus (name component? | constantTerm constantRest)
  | Not (name | constantTerm constantRest)
  | (Plus | Tilde) constantTerm constantRest
  ;

// 6.4.1  Addresses: [var] [reg] [reg+imm] [var+imm] [imm]; textures and tensors: [a, c] [a, b, {x, y}];
// handles of a fabric: [a, 16] [1, b]
address
  : LBracket (name (addressOffset | coordinates)? | constantExpression coordinates?) RBracket
  ;
addressQualifier : Modifier ;                                 // 9.7.9.8  ld [a].unified
coordinates : (Comma (name | vector | constantExpression))+ ;
index       : LBracket (name addressOffset? | constantExpression) RBracket ;   // 6.4.2  var[i]

vector        : LBrace vectorElement (Comma vectorElement)* RBrace ;           // 6.4.3
vectorElement : name component? | Sink | constantExpression ;

// 7.1, 9.7.12.5  call (results), function, (arguments), prototype;
callOperands
  : (callArguments Comma)? name (Comma (callArguments (Comma name)? | name))?
  ;
callArguments : LParen (callArgument (Comma callArgument)*)? RParen ;
callArgument  : name | Sink | constantExpression ;

// ===== 11.5, 11.4.7  Debugging directives and pragmas ====================================================

fileDirective : File count String (Comma count (Comma count)?)? ;             // 11.5.3
locDirective  : Loc count count count (Comma inlinedLocation)? ;              // 11.5.4
locIntermediate : LocIntermediate count count count ;                          // 11.5.5
inlinedLocation
  : FunctionName (name | Modifier) (Plus Integer)? Comma InlinedAt count count count
  ;
sectionDirective : Section Modifier LBrace sectionLine* RBrace ;               // 11.5.2
sectionLine      : name Colon | Modifier sectionValue (Comma sectionValue)* ;
sectionValue
  : Minus? Integer
  | name (Plus Integer | Minus name)?
  | Modifier (Plus Integer)?
  ;
// 11.5.6  The text between `.source_begin` and `.source_end` is one token.
intermediateSection : IntermediateSection LBrace codeBlock* RBrace ;
codeBlock
  : CodeBlock LBrace IrName Colon String SourceFileName Colon count SourceText RBrace
  ;
// Not in the manual: what tools want to know, and the labels of `trace.mark`.
metadataSection : MetadataSection LBrace metadataDomain? metadataNode* RBrace ;
metadataDomain  : MetadataDomain count ;
metadataNode    : Metadata count LBrace String (Comma metadataItem)+ RBrace ;
metadataItem
  : String
  | dataType count
  | MetadataIndex count
  | MetadataLabel String
  ;
// 11.5.1  Superseded by .section in PTX 2.0
dwarfDirective
  : Dwarf (Section Modifier Comma String Comma At name | Modifier dwarfValue (Comma dwarfValue)*)
  ;
dwarfValue : Integer | (name | Modifier) (Plus Integer)? ;

languageDirective : Language language (Comma language)* ;                      // 11.8.2
language          : String | Integer ;

pragmaDirective : Pragma String (Comma String)* Semicolon ;                    // 11.4.7

// ===== 4.4  Identifiers ==================================================================================

// Most tokens are names: a rule inside of the rule would be a tenth of the work of the parser, and where
// an operand begins with one, its tokens are listed in place of the rule.
name      : Identifier | Call | FunctionName | InlinedAt | Generic ;
plainName : Identifier | Call | FunctionName | InlinedAt ;
