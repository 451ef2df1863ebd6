/**
 * A process that has just started does not know yet what an adapter over HTTP can do, nor for how long it has to be waited for: what was
 * begun goes on all the same, and money that moves meanwhile is seen.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { cancelPayment } from "../../src/commands/cancel-payment.js";
import { type Executor, openExecutor } from "../../src/commands/execute.js";
import { refundTerms } from "../../src/commands/refund-order.js";
import { requestPayout } from "../../src/commands/request-payout.js";
import { startPayment } from "../../src/commands/start-payment.js";
import { type Config, readConfig } from "../../src/config/index.js";
import type { AccountId, EscrowId, PaymentId, PayoutId } from "../../src/domain/ids.js";
import { openLog } from "../../src/platform/log.js";
import { uuidv7 } from "../../src/platform/random.js";
import { openAsking } from "../../src/providers/http/client.js";
import { keysOf } from "../../src/providers/http/signature.js";
import { openTestMode, type TestMode } from "../../src/providers/http/test-mode.js";
import { type HttpClient, openHttpClient } from "../../src/providers/http-client.js";
import { openProviders } from "../../src/providers/open.js";
import type { Provider, Providers, Stay } from "../../src/providers/port.js";
import { payoutsBy } from "../../src/workers/payouts.js";
import { startProviderCalls } from "../../src/workers/provider-calls.js";
import { openWindow } from "../../src/workers/window.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { type Example, startNodeAdapter } from "../providers/http/examples.js";
import { ADAPTER_SECRET } from "../providers/http/stage.js";
import { NO_RATES } from "../rates.js";
import { confirmed } from "../stories.js";
import { cents, openPurse } from "../wallet/wallet.js";
import { SECRET, until } from "./desk.js";

const DAY = 86_400;
const MYBANK = "http:mybank";

let adapter: Example;
let httpClient: HttpClient;
let bank: TestMode;
let chosen: Pick<Config, "providers">;
let world: World;
let shop: Merchant;
let executor: Executor;
let told: Providers;
let untold: Providers;
beforeAll(async () => {
  adapter = await startNodeAdapter();
  const { url } = adapter;
  const named = { PROVIDERS: MYBANK, PROVIDER_MYBANK_URL: url, PROVIDER_MYBANK_SECRETS: ADAPTER_SECRET };
  chosen = { providers: readConfig(named).providers };
  world = await startWorld({ role: "web", ...chosen });
  httpClient = openHttpClient({ bases: [url], isSandbox: true });
  bank = openTestMode(openAsking({ httpClient, url, keys: keysOf([ADAPTER_SECRET]) }));
  shop = await world.merchant();
  executor = openExecutor(world.db);
  const means = { db: world.db, secret: SECRET, origin: () => world.service.publicUrl, httpClient };
  [told, untold] = [
    openProviders({ mode: "sandbox", ...chosen }, means),
    openProviders({ mode: "sandbox", ...chosen }, means),
  ];
  await told.byName(MYBANK)?.refresh();
});
afterAll(async () => {
  expect(untold.byName(MYBANK)?.capabilities).toEqual([]);
  await world.checkLedger();
  await world.close();
  await httpClient.close();
  await adapter.stop();
});

let statements = 0;
const sql = (text: string, values: readonly unknown[]): Promise<readonly Json[]> =>
  world.db.query<Json>({ name: `test: just started ${statements++}`, text, values });

/** A process with these providers asks them, until it is so. */
async function asking(providers: Providers, isSo: () => Promise<unknown>): Promise<void> {
  const origin = (): string => world.service.publicUrl;
  const log = openLog("silent");
  const calls = startProviderCalls({
    db: world.db,
    executor,
    providers,
    rates: NO_RATES,
    publicUrl: origin,
    log,
    tickMs: 50,
  });
  try {
    await until(isSo);
  } finally {
    await calls.stop();
  }
}

async function advance(seconds: number): Promise<void> {
  await bank.advance(seconds);
  await world.advance(seconds);
}

/** An order whose buyer was told where to pay to. */
async function ordered(): Promise<{ readonly escrow: Json; readonly payment: PaymentId; readonly reference: string }> {
  const escrow = await confirmed(shop);
  const about = { account: shop.account as AccountId, escrow: escrow["id"] as EscrowId };
  expect(await startPayment({ executor, providers: told }, { ...about, method: "bank" })).toMatchObject({ ok: true });
  const row = async () =>
    (await sql("select id, reference, instructions from payments where escrow_id = $1", [escrow["id"]]))[0];
  await asking(told, async () => (await row())?.["instructions"]);
  const { id, reference } = (await row()) ?? {};
  return { escrow, payment: id, reference };
}

const statusOf = async (table: "payments" | "refunds", escrow: Json): Promise<string> =>
  (await sql(`select status from ${table} where escrow_id = $1`, [escrow["id"]]))[0]?.["status"];
/** Null while somebody is at it. */
const callOf = async (escrow: Json, kind: string): Promise<Json | null> =>
  (
    await sql("select status, said from provider_calls where escrow_id = $1 and kind = $2 and leased_until is null", [
      escrow["id"],
      kind,
    ])
  )[0] ?? null;

test("a refund that it finds paid is looked at again, and one that came back is owed again", async () => {
  const { escrow, reference } = await ordered();
  await bank.pay(reference);
  await advance(130);
  await asking(told, async () => (await statusOf("payments", escrow)) === "SUCCEEDED");
  await bank.condition({ refunds: "returned" });
  await shop.post(`/test_helpers/escrows/${escrow["id"]}/cancel`, {});
  await asking(
    untold,
    async () =>
      (await callOf(escrow, "refund"))?.["said"] === "paid" || (await callOf(escrow, "refund"))?.["status"] === "DONE",
  );
  expect(await callOf(escrow, "refund")).toEqual({ status: "OPEN", said: "paid" });
  await bank.condition({ refunds: "paid" });
  await advance(DAY + 60);
  await asking(untold, async () => (await statusOf("refunds", escrow)) === "FAILED");
});

test("money that comes for a payment which was given up is found", async () => {
  const { escrow, payment, reference } = await ordered();
  const given = { account: shop.account as AccountId, escrow: escrow["id"] as EscrowId, payment };
  expect(await cancelPayment(executor, { ...given, failure: "cancelled" })).toMatchObject({ ok: true });
  await advance(130);
  await asking(untold, async () => (await callOf(escrow, "cancel"))?.["status"] === "DONE");
  expect(await statusOf("payments", escrow)).toBe("FAILED");
  await bank.pay(reference);
  await advance(DAY + 60);
  await asking(
    untold,
    async () => (await callOf(escrow, "look_up")) !== null && (await statusOf("payments", escrow)) === "SUCCEEDED",
  );
});

test("a payout that it finds paid is looked at again, and one that came back is in the wallet again", async () => {
  const purse = openPurse(world, shop);
  await purse.earn("100.00");
  const destination = await purse.destination({ kind: "bank", number: "DE02120300000000202051" });
  const wanted = { account: shop.account as AccountId, id: uuidv7() as PayoutId, destination, amount: cents("40.00") };
  expect(await requestPayout({ executor, providers: told }, { ...wanted, requestedBy: null })).toMatchObject({
    ok: true,
  });
  const means = { db: world.db, executor, providers: untold, log: openLog("silent") };
  const send = async (): Promise<void> => {
    const window = openWindow(payoutsBy(untold.byName(MYBANK) as Provider, means));
    await window.fill();
    await window.settled();
  };
  await bank.condition({ payouts: "returned" });
  await advance(120);
  await send();
  expect(await purse.payout(wanted.id)).toMatchObject({ status: "PAID" });
  await bank.condition({ payouts: "paid" });
  await advance(DAY + 60);
  await send();
  expect(await purse.payout(wanted.id)).toMatchObject({ status: "RETURNED" });
});

test("for how many days a provider gives payments back is asked for when it matters", () => {
  const stays: Stay[] = [];
  const terms = refundTerms({ refundFees: "always" }, { stays: () => stays });
  expect(terms.refundDays(MYBANK, "bank")).toBeNull();
  stays.push({ provider: MYBANK, method: "bank", refundDays: 90, holdDays: null });
  expect(terms.refundDays(MYBANK, "bank")).toBe(90);
});
