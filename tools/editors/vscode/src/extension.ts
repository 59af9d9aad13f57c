// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { statSync } from "node:fs";
import * as vscode from "vscode";
import { ExecuteCommandRequest, LanguageClient } from "vscode-languageclient/node";

import { documentSelector, findServer, scoped, whyNoDebugger } from "./server";

let client: LanguageClient | undefined;

function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
}

function languages(): string[] {
  return vscode.workspace.getConfiguration("ptxkit").get<string[]>("server.languages", ["ptx"]);
}

/**
 * The program and the arguments of the settings. A workspace can be of anybody: what its own settings would start
 * is started once the user has said yes to it.
 */
async function programOfSettings(
  context: vscode.ExtensionContext,
  settings: vscode.WorkspaceConfiguration,
): Promise<[string, string[]]> {
  const path = scoped(settings.inspect<string>("server.path"), "");
  const given = scoped(settings.inspect<string[]>("server.arguments"), []);
  if (path.ofWorkspace === undefined && given.ofWorkspace === undefined) {
    return [path.own, given.own];
  }
  const wanted: [string, string[]] = [path.ofWorkspace ?? path.own, given.ofWorkspace ?? given.own];
  const key = `server ${JSON.stringify(wanted)}`;
  let isAllowed = context.workspaceState.get<boolean>(key);
  if (isAllowed === undefined) {
    const yes = "Start It", no = "Use Mine";
    const text = [wanted[0] || "ptx-lsp", ...wanted[1]].join(" ");
    const answer = await vscode.window.showWarningMessage(`PTX: the workspace wants \`${text}\` to be started as the server.`, yes, no);
    isAllowed = answer === yes;
    if (answer !== undefined) {
      await context.workspaceState.update(key, isAllowed);
    }
  }
  return isAllowed ? wanted : [path.own, given.own];
}

async function start(context: vscode.ExtensionContext): Promise<void> {
  const settings = vscode.workspace.getConfiguration("ptxkit");
  const [path, given] = await programOfSettings(context, settings);
  const program = findServer(
    path,
    given,
    context.extensionPath,
    vscode.workspace.workspaceFolders?.[0]?.uri.fsPath,
    isFile,
  );
  client = new LanguageClient(
    "ptxkit",
    "PTX",
    { command: program.command, args: program.arguments },
    {
      documentSelector: documentSelector(languages()),
      initializationOptions: settings,
      synchronize: { configurationSection: "ptxkit" },
      // The editor shows the tokens of one server for a document: those of C++ are left to its own.
      middleware: {
        provideDocumentSemanticTokens: (document, token, next) =>
          document.languageId === "ptx" ? next(document, token) : undefined,
        provideDocumentRangeSemanticTokens: (document, range, token, next) =>
          document.languageId === "ptx" ? next(document, range, token) : undefined,
      },
    },
  );
  try {
    await client.start();
  } catch (error) {
    void vscode.window.showErrorMessage(`PTX: cannot start \`${program.command}\`: ${String(error)}`);
  }
}

async function stop(): Promise<void> {
  const old = client;
  client = undefined;
  if (old?.isRunning()) {
    await old.stop();
  }
}

/** Asks the server for a text about a document or a rule and shows it beside the document. */
async function show(command: string, argument: string, language: string): Promise<void> {
  try {
    const content: string = await client?.sendRequest(ExecuteCommandRequest.type, { command, arguments: [argument] });
    const document = await vscode.workspace.openTextDocument({ content, language });
    await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: true });
  } catch (error) {
    void vscode.window.showErrorMessage(`PTX: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function showOfDocument(command: string, language: string): Promise<void> {
  const uri = vscode.window.activeTextEditor?.document.uri;
  if (uri) {
    await show(command, uri.toString(), language);
  }
}

async function explainRule(): Promise<void> {
  const rule = await vscode.window.showInputBox({ prompt: "The name or the code of a rule, such as PTX3002" });
  if (rule) {
    await show("ptx-lsp.explain", rule, "markdown");
  }
}

/** The setting of the program that executes kernels. A workspace cannot set it. */
function debuggerPath(): string {
  return vscode.workspace.getConfiguration("ptxkit").get<string>("debugger.path", "");
}

function debugAdapter(): vscode.DebugAdapterExecutable {
  return new vscode.DebugAdapterExecutable(debuggerPath() || "ptx-run", ["--debug-adapter"]);
}

/** Returns the configuration, or undefined if there is no debugger: the launch then ends. */
function debugConfiguration(
  _folder: vscode.WorkspaceFolder | undefined,
  configuration: vscode.DebugConfiguration,
): vscode.DebugConfiguration | undefined {
  const problem = whyNoDebugger(debuggerPath(), process.env.PATH ?? "", isFile);
  if (problem === undefined) {
    return configuration;
  }
  void vscode.window.showErrorMessage(problem);
  return undefined;
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const restart = async (): Promise<void> => {
    await stop();
    await start(context);
  };
  // The extension becomes active for every language that the settings can name.
  const startIfNeeded = async (): Promise<void> => {
    if (!client && vscode.workspace.textDocuments.some((document) => languages().includes(document.languageId))) {
      await start(context);
    }
  };
  context.subscriptions.push(
    vscode.workspace.onDidOpenTextDocument(startIfNeeded),
    vscode.commands.registerCommand("ptxkit.restartServer", restart),
    vscode.commands.registerCommand("ptxkit.showRequirements", () => showOfDocument("ptx-lsp.requirements", "plaintext")),
    vscode.commands.registerCommand("ptxkit.showCanonicalForm", () => showOfDocument("ptx-lsp.canonicalForm", "ptx")),
    vscode.commands.registerCommand("ptxkit.checkLaunches", () => showOfDocument("ptx-lsp.checkLaunch", "plaintext")),
    vscode.commands.registerCommand("ptxkit.explainRule", explainRule),
    vscode.debug.registerDebugConfigurationProvider("ptx", { resolveDebugConfiguration: debugConfiguration }),
    vscode.debug.registerDebugAdapterDescriptorFactory("ptx", { createDebugAdapterDescriptor: debugAdapter }),
    vscode.workspace.onDidChangeConfiguration(async (change) => {
      if (change.affectsConfiguration("ptxkit.server")) {
        await stop();
        await startIfNeeded();
      }
    }),
  );
  await startIfNeeded();
}

export function deactivate(): Promise<void> {
  return stop();
}
