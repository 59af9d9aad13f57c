// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// In place of the editor, as far as the extension uses it. `editor` says what there is and records what is shown.

type Listener<T> = (event: T) => unknown;

export interface FakeDocument {
  languageId: string;
  uri: { toString(): string };
}

/** What tests prepare and look at. */
export const editor = {
  settings: new Map<string, unknown>(),
  settingsOfWorkspace: new Map<string, unknown>(),
  questions: [] as string[],
  documents: [] as FakeDocument[],
  commands: new Map<string, (...given: unknown[]) => unknown>(),
  opened: [] as Listener<FakeDocument>[],
  configured: [] as Listener<{ affectsConfiguration(section: string): boolean }>[],
  errors: [] as string[],
  shown: [] as { content: string; language: string }[],
  answer: undefined as string | undefined,
  debuggers: new Map<string, { createDebugAdapterDescriptor(): unknown }>(),
  configurations: new Map<string, { resolveDebugConfiguration(folder: undefined, given: object): unknown }>(),
};

export const ViewColumn = { Beside: -2 };

export const workspace = {
  workspaceFolders: [{ uri: { fsPath: "/projects/a" } }],
  get textDocuments() {
    return editor.documents;
  },
  getConfiguration: () => ({
    get: (name: string, otherwise: unknown) => editor.settings.get(name) ?? otherwise,
    inspect: (name: string) => ({ globalValue: editor.settings.get(name), workspaceValue: editor.settingsOfWorkspace.get(name) }),
  }),
  onDidOpenTextDocument: (listener: Listener<FakeDocument>) => editor.opened.push(listener),
  onDidChangeConfiguration: (listener: (typeof editor.configured)[0]) => editor.configured.push(listener),
  openTextDocument: async (document: { content: string; language: string }) => document,
};

export const window = {
  get activeTextEditor() {
    return editor.documents.length ? { document: editor.documents[0] } : undefined;
  },
  showWarningMessage: async (text: string, ..._choices: string[]) => {
    editor.questions.push(text);
    return editor.answer;
  },
  showErrorMessage: async (text: string) => void editor.errors.push(text),
  showTextDocument: async (document: { content: string; language: string }) => void editor.shown.push(document),
  showInputBox: async () => editor.answer,
};

export const commands = {
  registerCommand: (name: string, handler: (...given: unknown[]) => unknown) => editor.commands.set(name, handler),
};

export class DebugAdapterExecutable {
  constructor(
    readonly command: string,
    readonly args: string[],
  ) {}
}

export const debug = {
  registerDebugAdapterDescriptorFactory: (type: string, factory: { createDebugAdapterDescriptor(): unknown }) =>
    editor.debuggers.set(type, factory),
  registerDebugConfigurationProvider: (type: string, provider: { resolveDebugConfiguration(folder: undefined, given: object): unknown }) =>
    editor.configurations.set(type, provider),
};
