// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import * as path from "node:path";

/** How the server is started. */
export interface ServerProgram {
  command: string;
  arguments: string[];
}

/** What of a file system the search needs. */
export type IsFile = (file: string) => boolean;

/**
 * The program to start: the one of the settings, else the one in the extension, else the one on
 * `PATH`. A path of the settings may begin with `${workspaceFolder}`; `folder` is that folder.
 */
export function findServer(
  setting: string,
  given: readonly string[],
  extension: string,
  folder: string | undefined,
  isFile: IsFile,
): ServerProgram {
  const own = path.join(extension, "server", "bin", "ptx-lsp");
  let command = isFile(own) ? own : "ptx-lsp";
  if (setting !== "") {
    command = setting.replace(/^\$\{workspaceFolder\}/, folder ?? ".");
  }
  return { command, arguments: [...given] };
}

/** The values of a setting in the scopes that the editor tells of. */
export interface Scopes<T> {
  defaultValue?: T;
  globalValue?: T;
  workspaceValue?: T;
  workspaceFolderValue?: T;
}

/** What a setting says without the workspace, and what the workspace says if that is something else. */
export function scoped<T>(scopes: Scopes<T> | undefined, otherwise: T): { own: T; ofWorkspace: T | undefined } {
  const own = scopes?.globalValue ?? scopes?.defaultValue ?? otherwise;
  const ofWorkspace = scopes?.workspaceFolderValue ?? scopes?.workspaceValue;
  return { own, ofWorkspace: JSON.stringify(ofWorkspace) === JSON.stringify(own) ? undefined : ofWorkspace };
}

/** The kinds of documents that the server is told of. */
export function documentSelector(languages: readonly string[]): { scheme: string; language: string }[] {
  return languages.flatMap((language) =>
    ["file", "untitled"].map((scheme) => ({ scheme, language })),
  );
}

/**
 * Why the debugger cannot be started, and what would help; undefined if it can. `setting` is the program of the settings, empty for the
 * one on `search`, the value of `PATH`.
 */
export function whyNoDebugger(setting: string, search: string, isFile: IsFile): string | undefined {
  if (setting !== "") {
    return path.isAbsolute(setting) && !isFile(setting)
      ? `PTX: the setting \`ptxkit.debugger.path\` names \`${setting}\`, which does not exist.`
      : undefined;
  }
  const names = process.platform === "win32" ? ["ptx-run.exe", "ptx-run"] : ["ptx-run"];
  const isFound = search
    .split(path.delimiter)
    .filter((folder) => folder !== "")
    .some((folder) => names.some((name) => isFile(path.join(folder, name))));
  return isFound
    ? undefined
    : "PTX: the debugger requires `ptx-run`, which is not on `PATH`. Install the wheel or an archive of ptxkit, or set `ptxkit.debugger.path`.";
}
