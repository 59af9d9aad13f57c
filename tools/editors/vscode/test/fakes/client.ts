// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// In place of the client of the protocol.

export const ExecuteCommandRequest = { type: "workspace/executeCommand" };

/** What tests prepare and look at. */
export const clients = {
  all: [] as LanguageClient[],
  failure: undefined as Error | undefined,
  answer: (request: { command: string; arguments: string[] }): string => JSON.stringify(request),
};

export interface Middleware {
  provideDocumentSemanticTokens(document: unknown, token: unknown, next: (...given: unknown[]) => unknown): unknown;
}

export class LanguageClient {
  running = false;

  constructor(
    readonly id: string,
    readonly name: string,
    readonly program: { command: string; args: string[] },
    readonly options: { documentSelector: unknown; middleware: Middleware },
  ) {
    clients.all.push(this);
  }

  async start(): Promise<void> {
    if (clients.failure) {
      throw clients.failure;
    }
    this.running = true;
  }

  async stop(): Promise<void> {
    this.running = false;
  }

  isRunning(): boolean {
    return this.running;
  }

  async sendRequest(_type: unknown, request: { command: string; arguments: string[] }): Promise<string> {
    return clients.answer(request);
  }
}
