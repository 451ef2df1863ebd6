/** One outcome that the database refuses costs the others nothing, and is not tried for ever. */
import { expect, test } from "vitest";
import type { AccountId, EndpointId } from "../../src/domain/ids.js";
import type { Queryable, Statement } from "../../src/platform/database.js";
import { DatabaseUnavailable } from "../../src/platform/database-errors.js";
import { openLog } from "../../src/platform/log.js";
import type { AttemptOutcome } from "../../src/store/queue/outcomes.js";
import { openRecorder } from "../../src/webhooks/record.js";

const outcome = (response: string, delivery = response): AttemptOutcome => ({
  account: "1" as AccountId,
  endpoint: delivery as EndpointId,
  fence: "1",
  delivery,
  dueAt: "0",
  state: "PENDING",
  waitMs: 0,
  counts: true,
  statusCode: 500,
  error: null,
  response,
  durationMs: 1,
  signature: null,
  standardSignature: null,
});

/** A database that refuses each statement with an answer that it can't store. */
function openRefusing(refused: RegExp): { db: Queryable; kept: string[]; statements: () => number; away: boolean } {
  let statements = 0;
  const state = {
    kept: [] as string[],
    away: false,
    statements: () => statements,
    db: {
      query: async <Row>({ values = [] }: Statement) => {
        statements += 1;
        if (state.away) throw new DatabaseUnavailable("away");
        const responses = values[11] as string[];
        if (responses.some((text) => refused.test(text))) throw new Error("invalid byte sequence");
        const endpoints = values[2] as string[];
        state.kept.push(...endpoints);
        return endpoints.map((endpoint_id) => ({ endpoint_id, fence: "1", is_enabled: true })) as Row[];
      },
    },
  };
  return state;
}

const open = (db: Queryable) => openRecorder({ db, worker: "w", log: openLog("silent"), isStopping: () => false });

test("the others of its batch are recorded at once, and it is kept without its answer", async () => {
  const database = openRefusing(/^poison/);
  const recorder = open(database.db);
  const told = await Promise.all(["a", "poison", "b", "c"].map((text) => recorder.record(outcome(text))));
  expect(told).toEqual([true, true, true, true]);
  expect(database.kept.toSorted()).toEqual(["a", "b", "c", "poison"]);
  expect(recorder.unrecorded).toBe(0);
});

test("what can't be kept in any way gives its lane up, after a bounded number of tries", async () => {
  const database = openRefusing(/^$|^poison/);
  const recorder = open(database.db);
  expect(await Promise.all(["a", "poison"].map((text) => recorder.record(outcome(text))))).toEqual([true, false]);
  expect(database.statements()).toBe(4);
});
