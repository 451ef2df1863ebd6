/** The examples, run as they stand against a real service: a whole store on the worst of days, and the walk of the README. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { API_PATH } from "@holdfast/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { registerEndpoint } from "../../../../apps/service/src/commands/register-endpoint.js";
import type { AccountId } from "../../../../apps/service/src/domain/ids.js";
import { formatId } from "../../../../apps/service/src/domain/ids.js";
import { auditLedger } from "../../../../apps/service/src/store/read/money/audit.js";
import { bound } from "../../../../apps/service/test/bounds.js";
import { freePort, launch, newFolder, ROOT, until } from "../../../../apps/service/test/process/launch.js";
import { testSeal } from "../../../../apps/service/test/webhooks/shop.js";
import { Holdfast } from "../../src/index.js";
import { sandbox } from "../../src/testing.js";
import { type Deployment, openDeployment, persist } from "../deployment.js";

const EXAMPLES = join(ROOT, "packages/sdk/examples");
const KILLS = bound("storeKills");
const ORDER = "NW-10483";

let store: string;
let deployment: Deployment;
beforeAll(async () => {
  store = `http://127.0.0.1:${await freePort()}`;
  deployment = await openDeployment({ cutFirst: () => true, env: { WEBHOOK_ALLOWED_ORIGINS: store } });
});
afterAll(() => deployment.close());

test("both fit on a screen", () => {
  const linesOf = (name: string): number => readFileSync(join(EXAMPLES, name), "utf8").trimEnd().split("\n").length;
  expect(linesOf("store.ts")).toBeLessThanOrEqual(60);
  expect(linesOf("walk.ts")).toBeLessThanOrEqual(25);
});

test("the walk prints what the README's prints", async () => {
  const { line, apiKey } = deployment;
  const { stdout, stderr, code } = await launch([join(EXAMPLES, "walk.ts")], {
    env: { HOLDFAST_API_KEY: apiKey, HOLDFAST_URL: `${line.target}${API_PATH}` },
  }).ended;
  expect(code, stderr).toBe(0);
  const [last, ...events] = stdout.trimEnd().split("\n");
  expect(last).toMatch(/^TR-\S+ is COMPLETED$/);
  expect(events).toHaveLength(7);
  expect(events[0]).toBe("escrow.completed");
});

test(`a store survives ${KILLS} kills of the service, lost answers and doubled webhooks out of order: one order, one shipment`, async () => {
  const { line, db, account, apiKey } = deployment;
  const told = await registerEndpoint(
    { db, seal: testSeal(), checkUrl: async () => null },
    { account: account as AccountId, url: `${store}/webhooks`, events: null },
  );
  if (!told.ok) throw new Error(told.reason);
  const { endpoint, secret } = told.value;
  const holdfast = new Holdfast({ apiKey, baseUrl: line.baseUrl });
  const buyer = sandbox(holdfast);
  const direct = new Holdfast({ apiKey, baseUrl: `${line.target}${API_PATH}` });
  const network = await sandbox(direct).chaos(formatId("endpoint", endpoint.id), { duplicate: true, shuffle: true });
  expect(network).toMatchObject({ duplicate: true, shuffle: true });

  const database = join(newFolder(), "store.db");
  const running = launch([join(EXAMPLES, "store.ts")], {
    env: {
      HOLDFAST_API_KEY: apiKey,
      HOLDFAST_URL: line.baseUrl,
      WEBHOOK_SECRET: secret,
      DATABASE: database,
      PORT: new URL(store).port,
    },
  });

  const killing = (async () => {
    for (let kill = 1; kill <= KILLS; kill += 1) {
      await sleep(50 * kill);
      await deployment.kill();
    }
  })();

  const buy = async (): Promise<string> => {
    const answer = await fetch(`${store}/${ORDER}`, { method: "POST", redirect: "manual" });
    if (answer.status !== 303) throw new Error(`${answer.status}`);
    return answer.headers.get("location") ?? "";
  };
  const url = await persist(buy);
  expect(await persist(buy)).toBe(url);

  const find = async () => (await holdfast.sessions.list({ external_reference: ORDER })).data;
  const session = await persist(find);
  expect(session).toHaveLength(1);
  const act = async (step: () => Promise<unknown>): Promise<void> => {
    await step().catch(() => undefined); // lost, or done already: what stands is asked for
  };
  const escrow = await persist(async () => {
    const [{ id, escrow: made } = { id: "", escrow: null }] = await find();
    if (made === null) await act(() => buyer.confirm(id, { buyer_email: "ada@example.com" }));
    if (made === null) throw new Error("not confirmed");
    return made;
  });
  const reach = (status: string, step: (milestone: string) => Promise<unknown>) =>
    persist(async () => {
      const found = await holdfast.escrows.get(escrow);
      if (found.status === status) return found;
      await act(() => step(found.milestones[0]!.id));
      throw new Error(`is ${found.status}`);
    });
  await reach("IN_ESCROW", () => buyer.pay(escrow));
  await killing;
  const advance = () => buyer.advanceClock(60); // an attempt that met a dead service is made again after a minute
  await reach("WORK_IN_PROGRESS", advance);
  await reach("COMPLETED", (milestone) => buyer.approve(escrow, milestone));

  const books = new DatabaseSync(database, { readOnly: true });
  const orders = () => books.prepare("select * from orders").all();
  await until(async () => {
    if (orders()[0]?.["status"] === "COMPLETED") return true;
    await act(advance);
    return false;
  }, "the store knows that the order is complete");
  expect(orders()).toEqual([{ id: ORDER, status: "COMPLETED" }]);
  const parcels = books.prepare("select * from parcels").all();
  expect(parcels).toHaveLength(1);
  const { milestones } = await persist(() => holdfast.escrows.get(escrow));
  expect(milestones[0]?.submission_details).toBe(parcels[0]?.["tracking"]);
  expect(await persist(find)).toHaveLength(1);
  expect(await auditLedger(db)).toEqual([]);
  books.close();
  running.child.kill();
  await running.ended;
}, 120_000);
