/**
 * A shop that trades while its account moves between cells: orders over HTTP, payments and payouts at a provider outside of all
 * cells, payers who pay. A caller that is told to come back comes back, and one that is sent on goes there.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { API_PATH } from "@holdfast/contract";
import { expect } from "vitest";
import { openExecutor } from "../../src/commands/execute.js";
import { requestPayout } from "../../src/commands/request-payout.js";
import { startPayment } from "../../src/commands/start-payment.js";
import { readConfig } from "../../src/config/index.js";
import type { AccountId, DestinationId, EscrowId, PayoutId } from "../../src/domain/ids.js";
import type { Result } from "../../src/domain/result.js";
import { DatabaseUnavailable } from "../../src/platform/database-errors.js";
import { openLog } from "../../src/platform/log.js";
import { uuidv7 } from "../../src/platform/random.js";
import { openHealth } from "../../src/providers/health.js";
import { openHttpClient } from "../../src/providers/http-client.js";
import { basesOf, openProviders } from "../../src/providers/open.js";
import { patiently } from "../faults/patience.js";
import type { Json, Merchant, World } from "../harness.js";
import { SECRET } from "../payments/desk.js";
import type { Doubles } from "../providers/doubles.js";
import { ORDER } from "../stories.js";
import { cents, openPurse } from "../wallet/wallet.js";
import type { Fixture } from "./fixture.js";

const AGAIN_MS = 30;
/** Of a country that pawaPay serves. */
const PHONE = "+243813456789";
const WALLET = "+243813456701";
const PAYOUT = cents("20.00");

export type Trade = {
  /** What was acknowledged, by the ids or references that were given. */
  readonly sessions: readonly string[];
  readonly paid: readonly string[];
  readonly payouts: readonly string[];
  /** Escrows that were called off after they were paid. */
  readonly refunded: readonly string[];
  /** It goes on for so many more rounds: two orders, a payment at the provider, a payout. */
  goOn(rounds: number): void;
  /** Takes nothing new. Resolves when what was begun is acknowledged. */
  close(): Promise<void>;
  /** What waits for its time in a cell is due; payers pay what they were asked for. */
  hasten(): Promise<void>;
};

/** Where people do things outside of the API, in each cell: as its pages do. */
type Counter = Parameters<typeof startPayment>[0];

export async function openTrade(
  fixture: Fixture,
  { doubles, shop }: { doubles: Doubles; shop: Merchant },
): Promise<Trade> {
  const account = shop.account as AccountId;
  const counters = await openCounters(fixture, doubles);
  const [first] = Object.values(fixture.cells) as [World];
  const destination = await openPurse(first, shop).destination({ number: WALLET });
  const send = openClient(fixture, shop);
  const trade = { sessions: [] as string[], paid: [] as string[], payouts: [] as string[], refunded: [] as string[] };
  let [isOver, rounds] = [false, 0];

  const order = async (): Promise<Json> => {
    const session = await send("/checkout/sessions", ORDER, { "Idempotency-Key": uuidv7() });
    trade.sessions.push(session["id"]);
    return send(`/test_helpers/checkout/sessions/${session["id"]}/confirm`, {});
  };
  const earn = async (escrow: Json): Promise<void> => {
    const milestone = `escrows/${escrow["id"]}/milestones/${escrow["milestones"][0].id}`;
    await send(`/${milestone}/submit`, { submission_details: "DHL 4410 8823 7712" });
    await send(`/test_helpers/${milestone}/approve`, {});
  };
  const payThere = async (escrow: Json): Promise<void> => {
    const wanted = { account, escrow: escrow["id"] as EscrowId, method: "mobile_money", phone: PHONE } as const;
    await counters.patiently((counter) => startPayment(counter, wanted));
    trade.paid.push(escrow["id"]);
  };
  const payOut = async (): Promise<void> => {
    const id = uuidv7() as PayoutId;
    const wanted = { account, id, destination: destination as DestinationId, amount: PAYOUT, requestedBy: null };
    await counters.patiently((counter) => requestPayout(counter, wanted));
    trade.payouts.push(id);
  };
  const callOff = async (): Promise<void> => {
    const id = trade.paid[trade.refunded.length];
    if (id === undefined || (await send(`/escrows/${id}`))["status"] !== "IN_ESCROW") return;
    await send(`/test_helpers/escrows/${id}/cancel`, {});
    trade.refunded.push(id);
  };
  const trading = (async () => {
    while (!isOver) {
      if (rounds === 0) {
        await sleep(AGAIN_MS);
        continue;
      }
      rounds -= 1;
      const escrow = await order();
      await send(`/test_helpers/escrows/${escrow["id"]}/payments`, {});
      await earn(escrow);
      await payOut();
      await payThere(await order());
      await callOff();
    }
  })();
  // Told by `close`, and by nobody before.
  trading.catch(() => undefined);
  return {
    ...trade,
    goOn: (more) => {
      rounds += more;
    },
    hasten: async () => {
      for (const deposit of doubles.pawapay.books.open()) doubles.pawapay.books.complete(deposit);
      for (const { db } of Object.values(fixture.cells)) await patiently(() => makeDue(db, account));
    },
    close: async () => {
      isOver = true;
      await trading.finally(counters.close);
    },
  };
}

/** A row that may not change at present stays as it is. */
async function makeDue(db: World["db"], account: AccountId): Promise<void> {
  for (const table of ["provider_calls", "payout_calls"])
    await db.query({
      name: `test: ${table} are due`,
      text: `update ${table} set due_at = 0 where account_id = $1 and status = 'OPEN' and leased_until is null`,
      values: [account],
    });
}

/** As the proxy and a patient client together: asks where the account was last, goes where it is sent, comes back when asked to. */
function openClient(fixture: Fixture, { apiKey }: Merchant) {
  let [at = ""] = Object.keys(fixture.cells);
  return async (path: string, body: Json | null = null, key: Record<string, string> = {}): Promise<Json> => {
    for (;;) {
      const reply = await fetch(`${fixture.cells[at]?.url}${API_PATH}${path}`, {
        method: body === null ? "GET" : "POST",
        ...(body === null ? {} : { body: JSON.stringify(body) }),
        headers: { Authorization: `Bearer ${apiKey}`, "Content-Type": "application/json", ...key },
      });
      const text = await reply.text();
      if (reply.ok) return JSON.parse(text) as Json;
      expect([421, 503], `${path}: ${text}`).toContain(reply.status);
      if (reply.status === 421) at = reply.headers.get("holdfast-cell") as string;
      else await sleep(AGAIN_MS);
    }
  };
}

/** Past the API, with each cell in turn until the account is there and open. */
async function openCounters(fixture: Fixture, doubles: Doubles) {
  const config = { ...readConfig({}), providers: doubles.providers };
  const log = openLog("silent");
  const httpClient = openHttpClient({ bases: basesOf(doubles.providers), isSandbox: true });
  const counters: readonly Counter[] = await Promise.all(
    Object.values(fixture.cells).map(async ({ db, service }) => {
      const origin = (): string => service.publicUrl;
      const health = openHealth(db, log);
      const providers = openProviders(config, { db, secret: SECRET, origin, httpClient, health });
      await Promise.all([health.refresh(), ...providers.all.map((one) => one.refresh())]);
      return { executor: openExecutor(db), providers };
    }),
  );
  return {
    close: () => httpClient.close(),
    patiently: async <Value, Reason>(ask: (counter: Counter) => Promise<Result<Value, Reason>>): Promise<Value> => {
      for (let tries = 0; ; tries += 1) {
        const counter = counters[tries % counters.length] as Counter;
        const told = await ask(counter).catch((error: unknown) => {
          if (!(error instanceof DatabaseUnavailable)) throw error;
          return null;
        });
        if (told?.ok === true) return told.value;
        if (told !== null) expect(told).toMatchObject({ reason: "not_found" });
        await sleep(AGAIN_MS);
      }
    },
  };
}
