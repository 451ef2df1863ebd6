/** The adapters that others begin with, in Node and PHP, before the conformance suite. */
import { afterAll, beforeAll, test } from "vitest";
import { type Database, openDatabase } from "../../../src/platform/database.js";
import { newDatabase } from "../../harness.js";
import { has, needs } from "../../programs.js";
import { conforms, type Stage } from "../conformance.js";
import { DISPUTES } from "../conformance-disputes.js";
import { type Example, startNodeAdapter, startPhpAdapter } from "./examples.js";
import { openHttpStage } from "./stage.js";

let db: Database;
beforeAll(async () => {
  db = openDatabase(await newDatabase(), { connections: 4 });
});
afterAll(() => db.close());

const stageOf = (start: () => Promise<Example>) => async (): Promise<Stage> => {
  const adapter = await start();
  const stage = await openHttpStage(db, { url: adapter.url, isClockShared: false });
  return {
    ...stage,
    close: async () => {
      await stage.close();
      await adapter.stop();
    },
  };
};

const OF_A_BANK = { skipped: [...DISPUTES, "a refusal is reported with its reason, and no money is taken afterwards"] };

conforms(
  "the adapter in Node",
  stageOf(() => startNodeAdapter()),
  OF_A_BANK,
);
if (has("php")) conforms("the adapter in PHP", stageOf(startPhpAdapter), { ...OF_A_BANK, isWide: true });
else test("the adapter in PHP", (context) => needs(context, "php"));
