/** What happens while a worker is at it: between what it read and what it writes, the bank, an operator or another worker has been there. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { bookReport } from "../../src/commands/book-report.js";
import { type Executor, openExecutor } from "../../src/commands/execute.js";
import { retryRefund } from "../../src/commands/retry-refund.js";
import { startPayment } from "../../src/commands/start-payment.js";
import type { AccountId, EscrowId, RefundId } from "../../src/domain/ids.js";
import { COMMAND_LINE } from "../../src/domain/operators.js";
import { openLog } from "../../src/platform/log.js";
import { openProviders } from "../../src/providers/open.js";
import type { Providers } from "../../src/providers/port.js";
import { typeCard } from "../../src/providers/sandbox/play.js";
import { type ClaimedCall, claimCalls, lookUntil, settleCall } from "../../src/store/queue/provider-calls.js";
import { startProviderCalls } from "../../src/workers/provider-calls.js";
import { openBank } from "../chargebacks/dispute.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { NO_RATES } from "../rates.js";
import { confirmed } from "../stories.js";
import { SECRET, until } from "./desk.js";

const CARD = "sandbox-card";
const VISA = "4242424242424242";

let world: World;
let shop: Merchant;
let executor: Executor;
let providers: Providers;
beforeAll(async () => {
  world = await startWorld({ role: "web" });
  shop = await world.merchant();
  executor = openExecutor(world.db);
  providers = openProviders(
    { mode: "sandbox" },
    { db: world.db, secret: SECRET, origin: () => world.service.publicUrl },
  );
});
afterAll(async () => {
  await world.checkLedger();
  await world.close();
});

let statements = 0;
const sql = (text: string, values: readonly unknown[] = []): Promise<readonly Json[]> =>
  world.db.query<Json>({ name: `test: meanwhile ${statements++}`, text, values });

/** One that does something else first, once, when a unit about such a subject is to be decided. */
function interrupted(kind: string, meanwhile: () => Promise<unknown>): Executor {
  let isDone = false;
  return {
    ...executor,
    change: async (unit) => {
      if (!isDone && unit.subject.kind === kind) {
        isDone = true;
        await meanwhile();
      }
      return executor.change(unit);
    },
  };
}

/** Providers are asked for what is due, by a worker with this executor, until it is so. */
async function asking(by: Executor, isSo: () => Promise<unknown>): Promise<void> {
  const means = { db: world.db, executor: by, providers, rates: NO_RATES, log: openLog("silent"), tickMs: 50 };
  const calls = startProviderCalls({ ...means, publicUrl: () => world.service.publicUrl });
  try {
    await until(isSo);
  } finally {
    await calls.stop();
  }
}

async function begun(): Promise<{ readonly escrow: Json; readonly reference: string }> {
  const escrow = await confirmed(shop);
  const about = { account: shop.account as AccountId, escrow: escrow["id"] as EscrowId, method: "card" } as const;
  expect(await startPayment({ executor, providers }, about)).toMatchObject({ ok: true });
  const row = async () =>
    (await sql("select reference, instructions from payments where escrow_id = $1", [escrow["id"]]))[0];
  await asking(executor, async () => (await row())?.["instructions"]);
  return { escrow, reference: (await row())?.["reference"] };
}

/** An order that was paid by card, cancelled, and whose refund nobody was asked for yet. */
async function cancelled(): Promise<Json> {
  const { escrow, reference } = await begun();
  await typeCard(world.db, reference, VISA);
  await world.advance(130);
  await asking(
    executor,
    async () => (await sql("select 1 from payments where reference = $1 and status = 'SUCCEEDED'", [reference]))[0],
  );
  await shop.post(`/test_helpers/escrows/${escrow["id"]}/cancel`, {});
  return escrow;
}

const partOf = async (escrow: Json): Promise<Json> =>
  (
    await sql(
      "select status, reference::text as reference, refund_id, charged_back::int as charged_back from refund_parts where escrow_id = $1",
      [escrow["id"]],
    )
  )[0] ?? {};
/** In cents: what the provider has paid back of an order. */
const paidBack = async (escrow: Json): Promise<number> =>
  Number(
    (
      await sql(
        `select coalesce(sum(o.amount), 0) as sum from sandbox_bank.outgoing o join refund_parts p on p.reference::text = o.reference
    where p.escrow_id = $1 and not o.is_refused`,
        [escrow["id"]],
      )
    )[0]?.["sum"],
  );

test("a bank takes a part of what is about to be paid back: the rest is asked for, and the payer has nothing twice", async () => {
  const escrow = await cancelled();
  const bank = openBank(world, { shop, executor });
  const by = interrupted("refund", () => bank.says(escrow, "lost", { amount: 10_000n }));
  await asking(by, async () => (await partOf(escrow))["status"] === "SUCCEEDED");
  expect(await partOf(escrow)).toMatchObject({ charged_back: 10_000 });
  expect(await paidBack(escrow)).toBe(15_645);
});

test("what is heard of a refund that an operator had tried anew meanwhile says nothing of the new one", async () => {
  const escrow = await cancelled();
  await sql("insert into sandbox_bank.moods (provider, refuses_refunds) values ($1, true)", [CARD]);
  await asking(executor, async () => (await partOf(escrow))["status"] === "FAILED");
  await sql("update sandbox_bank.moods set refuses_refunds = false where provider = $1", [CARD]);
  const { reference, refund_id: refund } = await partOf(escrow);
  const by = { operator: COMMAND_LINE, account: shop.account as AccountId, reason: "" };
  const which = { escrow: escrow["id"] as EscrowId, refund: refund as RefundId, secondFrom: null };
  const retried = interrupted("refund", () => retryRefund(executor, by, which));
  const means = { db: world.db, executor: retried, feeBorneBy: "house", rates: NO_RATES } as const;
  const late = { about: "refund", reference, outcome: "refused", reason: "The account is closed." } as const;
  expect(await bookReport(means, CARD, late)).toEqual({ kind: "booked" });
  const anew = await partOf(escrow);
  expect(anew["status"]).toBe("SENT");
  expect(anew["reference"]).not.toBe(reference);
  await asking(executor, async () => (await partOf(escrow))["status"] === "SUCCEEDED");
  expect(await paidBack(escrow)).toBe(25_645);
});

test("a look-up that ends while its payment is given up goes on for as long as money may come", async () => {
  const { reference } = await begun();
  await world.advance(130);
  const call = (await claimCalls(world.db, CARD, 100)).find(({ payment }) => payment.reference === reference);
  expect(call?.kind).toBe("look_up");
  const { now } = call as ClaimedCall;
  await lookUntil(world.db, call as ClaimedCall, now + 86_400);
  await settleCall(world.db, call as ClaimedCall, { status: "DONE", error: null });
  const [left] = await sql(
    "select c.status from provider_calls c join payments p on p.id = c.payment_id where p.reference = $1 and c.kind = 'look_up'",
    [reference],
  );
  expect(left).toEqual({ status: "OPEN" });
});
