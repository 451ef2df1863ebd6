/** What a cell of several asks the others and answers them. One cell alone has nobody to ask. */
import { registerCells, registerLine } from "./api/operations.js";
import { TAKE_CALLBACK } from "./callbacks/elsewhere.js";
import { type Taking, takeForwarded } from "./callbacks/plugin.js";
import type { Directory } from "./cells/directory.js";
import { answerLine, openLine } from "./cells/line.js";
import type { Config } from "./config/index.js";
import { answersOfPages } from "./pages/answers.js";
import type { Log } from "./platform/log.js";
import { answering, NO_OTHER_CELLS, type OtherCells } from "./platform/other-cells.js";
import { secretKeysOf } from "./setup.js";

export type Peers = { readonly otherCells: OtherCells; close(): Promise<void> };

export function openPeers(config: Config, directory: Directory | null, log: Log): Peers {
  const { cell, extraCa } = config;
  if (cell === null || directory === null) return { otherCells: NO_OTHER_CELLS, close: async () => undefined };
  if ((cell.cellUrl ?? null) === null)
    log.warn("CELL_URL is not set: other cells can't ask this one, and call it away");
  const { others, close } = openLine(cell, { directory, secretKeys: secretKeysOf(config), extraCa, log });
  return { otherCells: others, close };
}

/** At OPS_PORT: what the proxy and other cells ask. */
export async function registerAnswers(
  app: Parameters<typeof registerLine>[0],
  { config, directory }: { readonly config: Config; readonly directory: Directory },
  means: Taking & Parameters<typeof answersOfPages>[0],
): Promise<void> {
  registerCells(app, directory.find);
  const answers = [answering(TAKE_CALLBACK, (handed) => takeForwarded(means, handed)), ...answersOfPages(means)];
  await app.register(async (scope) => registerLine(scope, answerLine(secretKeysOf(config), answers)));
}
