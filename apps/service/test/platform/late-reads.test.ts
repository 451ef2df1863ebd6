/** Reads that may be a little late, on a standby that really streams: what they show, how old it is, and when the primary is asked. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { CurrentReads, Database, Queryable } from "../../src/platform/database.js";
import { openDatabase } from "../../src/platform/database.js";
import { type LateReads, type LateSource, openLateReads, type Reads } from "../../src/platform/late-reads.js";
import { consoleOf, newPerson } from "../console/seller.js";
import { newOperator } from "../desk/operator.js";
import { startWorld } from "../harness.js";
import { funded, openSession } from "../stories.js";
import { textOf } from "../visitor.js";
import { openPair, type Pair } from "./standby.js";

let pair: Pair;
let db: Database;
const sources: LateSource[] = [];

beforeAll(async () => {
  pair = await openPair();
  db = openDatabase(pair.primaryUrl, { connections: 2 });
}, 60_000);

beforeEach(() => pair.pauseReplay(false));

afterAll(async () => {
  for (const source of sources) await source.close();
  await db.close();
  await pair.close();
});

function lateBy(url: string | null, secondsMax?: number): LateSource {
  const source = openLateReads(url, db, secondsMax);
  sources.push(source);
  return source;
}

let offset = 0;

/** Something committed, and what a reader finds of it. */
async function change(): Promise<number> {
  offset += 1;
  await pair.admin(`update test_clock set offset_seconds = ${offset}`);
  return offset;
}

async function found(reads: Reads): Promise<number> {
  const [row] = await reads.read<{ offset: string }>({
    name: "test: offset",
    text: 'select offset_seconds as "offset" from test_clock',
  });
  return Number(row?.offset);
}

test("a read goes to the standby and says how old it is; without one it is of the primary, and up to date", async () => {
  const now = await change();
  await pair.caughtUp();
  await pair.pauseReplay(true);
  const later = await change();
  const late = await lateBy(pair.standbyUrl).open();
  expect(await found(late)).toBe(now);
  expect(late.ageSeconds).toBeGreaterThanOrEqual(0);
  const current = await lateBy(null).open();
  expect(await found(current)).toBe(later);
  expect(current.ageSeconds).toBeNull();
});

test("a standby that is too far behind is not asked", async () => {
  await change();
  await pair.caughtUp();
  await pair.pauseReplay(true);
  const now = await change();
  const late = await lateBy(pair.standbyUrl, 0).open();
  expect(late.ageSeconds).toBeNull();
  expect(await found(late)).toBe(now);
});

test("a name that leads to a primary is not taken for a standby", async () => {
  const late = await lateBy(pair.primaryUrl).open();
  expect(late.ageSeconds).toBeNull();
  expect(await found(late)).toBe(offset);
});

test("what decides, writes or follows the feed takes no reads that may be late", () => {
  const late: LateReads = { ageSeconds: 1, read: db.read };
  const show = (_reads: Reads): boolean => true;
  const decide = (_reads: CurrentReads): boolean => true;
  const ask = (_reads: Queryable): boolean => true;
  expect(show(late) && show(db) && decide(db)).toBe(true);
  // @ts-expect-error what it shows may be over
  decide(late);
  // @ts-expect-error a statement could write
  ask(late);
});

test("figures, lists of the past and files are read on the standby and say how old they are; what is acted on is true now", async () => {
  await pair.pauseReplay(false);
  const world = await startWorld({ databaseUrl: pair.primaryUrl, readUrl: pair.standbyUrl, role: "web" });
  try {
    const shop = await world.merchant();
    const [owner, operator] = [await newPerson(world, shop), await newOperator(world)];
    await funded(shop);
    await pair.caughtUp();
    await pair.pauseReplay(true);
    await openSession(shop);
    const covered = "insert into client_money_days values (1, 'USD', 1, 0, 0, 0, 0, 0, 0)";
    const differs = `
      insert into reconciliation_differences (provider, class, currency, amount, suspense, opened)
      values ('umbrella', 'unknown_type', 'USD', 1, 1, 1)`;
    for (const text of [covered, differs]) await db.pool.query(text);
    const home = consoleOf(shop);
    const AGE = /Up to \d+ seconds? old\./;
    for (const [person, path] of [
      [owner, home],
      ...["books", "webhooks", "accounts", "audit", "security"].map((page) => [operator, `/desk/${page}`] as const),
      [operator, "/desk/disputes?which=ended"],
      [operator, "/desk/chargebacks?which=decided"],
    ] as const) {
      const { status, html } = await person.get(path);
      expect([status, AGE.test(html)], path).toEqual([200, true]);
    }
    for (const [person, path] of [
      ...["/sessions", "/escrows", "/wallet", "/wallet/statement"].map((page) => [owner, home + page] as const),
      ...["", "/disputes", "/chargebacks", "/verifications", "/approvals", "/stuck", "/ledger"].map(
        (page) => [operator, `/desk${page}`] as const,
      ),
      [operator, "/desk/books?said=float"],
    ] as const) {
      const { status, html } = await person.get(path);
      expect([status, AGE.test(html)], path).toEqual([200, false]);
    }
    const ages: (string | null)[] = [];
    for (const path of [
      "/wallet/statement.csv",
      "/security.csv",
      "/exports/escrows/download",
      "/exports/events/download",
    ]) {
      const { status, headers } = await owner.get(home + path);
      expect(status, path).toBe(200);
      ages.push(headers.get("age"));
    }
    expect(ages).toEqual([...Array(3).fill(expect.stringMatching(/^\d+$/)), null]);
    // One of the two sessions.
    expect(textOf((await owner.get(home)).html)).toContain("1 of 1");
    const books = async (path: string): Promise<readonly boolean[]> => {
      const text = textOf((await operator.get(path)).html);
      return ["umbrella", "No statement has been read yet."].map((words) => text.includes(words));
    };
    // A difference is there to be closed, whatever else is late.
    expect(await books("/desk/books")).toEqual([true, true]);
    expect(await books("/desk/books?said=float")).toEqual([true, false]);
  } finally {
    await world.close();
  }
});

test("a standby that goes away leaves its reads to the primary, also those of a file that has begun", async () => {
  await change();
  await pair.caughtUp();
  const source = lateBy(pair.standbyUrl);
  const late = await source.open();
  expect(late.ageSeconds).not.toBeNull();
  await pair.stopStandby();
  const now = await change();
  expect(await found(late)).toBe(now);
  expect((await source.open()).ageSeconds).toBeNull();
});
