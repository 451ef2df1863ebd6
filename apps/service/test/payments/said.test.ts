/** What providers say after they have said something else, and what they never say: nothing is booked twice, and nothing is lost. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { bookReport } from "../../src/commands/book-report.js";
import { retryRefund } from "../../src/commands/retry-refund.js";
import { COMMAND_LINE } from "../../src/domain/operators.js";
import { unixSeconds } from "../../src/platform/clock.js";
import { noticeKey } from "../../src/providers/open.js";
import type { DisputeReport, Named, PayeeReport } from "../../src/providers/port.js";
import { SIGNATURE_HEADER } from "../../src/providers/sandbox/read-notice.js";
import { signNotice } from "../../src/providers/signature.js";
import { type ClaimedCall, settleCall } from "../../src/store/queue/provider-calls.js";
import { listPendingNotices } from "../../src/store/read/desk/providers.js";
import { listFailedRefunds } from "../../src/store/read/desk/stuck.js";
import { wide } from "../bounds.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { NO_RATES } from "../rates.js";
import { confirmed } from "../stories.js";
import { type Desk, openDesk, SECRET, until } from "./desk.js";

const DAY = 86_400;

let world: World;
let shop: Merchant;
let desk: Desk;
beforeAll(async () => {
  world = await startWorld();
  shop = await world.merchant();
  desk = await openDesk(world, shop);
});
afterEach(async () => {
  for (const provider of ["sandbox-card", "sandbox-bank"]) {
    await desk.mood(provider, {});
    await fate(provider, { refunds: "paid", answers: "given", float: null, currency: null });
  }
});
afterAll(async () => {
  await world.checkLedger();
  await desk.close();
  await world.close();
});

const fate = async (provider: string, mood: Json): Promise<void> => {
  for (const [name, value] of Object.entries(mood)) {
    await desk.sql(
      `insert into sandbox_bank.moods (provider, ${name}) values ($1, $2) on conflict (provider) do update set ${name} = $2`,
      [provider, value],
    );
  }
};

const cancel = (escrow: Json): Promise<unknown> => shop.post(`/test_helpers/escrows/${escrow["id"]}/cancel`, {});

const call = async (escrow: Json, kind: string): Promise<Json> =>
  (
    await desk.sql(
      "select status, tries, silent, said, error from provider_calls where escrow_id = $1 and kind = $2 and leased_until is null",
      [escrow["id"], kind],
    )
  )[0] ?? {};

async function paid(method: "card" | "bank" = "bank"): Promise<Json> {
  const escrow = await confirmed(shop);
  const { reference } = await desk.begun(escrow, method);
  await (method === "bank" ? desk.transfer(reference, "256.45") : desk.typeCard(reference));
  await until(async () => (await desk.status(escrow)) === "IN_ESCROW");
  return escrow;
}

/** What the provider has of the refunds of an escrow: each time that one was done. */
const done = async (escrow: Json): Promise<readonly Json[]> =>
  desk.sql(
    `select o.reference from sandbox_bank.outgoing o join refund_parts p on p.reference::text = o.reference
     where p.escrow_id = $1 and not o.is_refused
     union all
     select r.reference from sandbox_bank.repeats r join refund_parts p on p.reference::text = r.reference where p.escrow_id = $1`,
    [escrow["id"]],
  );

const statusOf = async (escrow: Json): Promise<string | undefined> => (await desk.refunds(escrow))[0]?.status;

test(
  "a refund that takes fifteen days is asked about, first often and then daily, and is parked by nobody",
  wide(),
  async () => {
    const escrow = await paid();
    await fate("sandbox-bank", { refunds: "slow" });
    await cancel(escrow);
    await until(async () => (await call(escrow, "refund"))["said"] === "pending");
    await fate("sandbox-bank", { refunds: "paid" });
    for (let day = 1; day <= 14; day += 1) {
      const { tries } = await call(escrow, "refund");
      await world.advance(DAY);
      await until(async () => (await call(escrow, "refund"))["tries"] > tries);
      expect(await statusOf(escrow), `day ${day}`).toBe("SENT");
      expect(await call(escrow, "refund")).toMatchObject({ status: "OPEN", said: "pending", silent: 0 });
    }
    await world.advance(DAY + 60);
    await until(async () => (await statusOf(escrow)) === "SUCCEEDED");
    expect(await done(escrow)).toHaveLength(1);
  },
);

test("a refund whose answer was lost is looked up a day later, and not done again although its key is forgotten", async () => {
  const escrow = await paid();
  await fate("sandbox-bank", { answers: "lost" });
  await cancel(escrow);
  await until(async () => (await call(escrow, "refund"))["silent"] === 1);
  expect(await done(escrow)).toHaveLength(1);
  await desk.mood("sandbox-bank", { down: true });
  await world.advance(25 * 3_600);
  await fate("sandbox-bank", { answers: "given" });
  await desk.mood("sandbox-bank", {});
  await until(async () => {
    await world.advance(3_600);
    return (await statusOf(escrow)) === "SUCCEEDED";
  });
  expect(await done(escrow)).toHaveLength(1);
});

test("an order whose answer was lost is found when it is asked for again: the payer is asked once", async () => {
  const escrow = await confirmed(shop);
  await fate("sandbox-card", { answers: "lost" });
  expect(await desk.start(escrow)).toMatchObject({ ok: true });
  await until(async () => (await call(escrow, "create"))["silent"] === 1);
  await fate("sandbox-card", { answers: "given" });
  await world.advance(2);
  const [row] = await until(async () => {
    const payments = await desk.payments(escrow);
    return payments[0]?.instructions ? await desk.rows(escrow) : null;
  });
  expect(await desk.sql("select asks from provider_objects where reference = $1", [row?.reference])).toEqual([
    { asks: 1 },
  ]);
  await desk.typeCard(row?.reference ?? "");
  await until(async () => (await desk.status(escrow)) === "IN_ESCROW");
});

test.each(["notice", "look-up"])(
  "a refund fails after it was paid, by %s: it is owed again, and an operator sends it anew",
  async (how) => {
    const escrow = await paid();
    await desk.mood("sandbox-bank", { notices: how === "notice" ? "once" : "never" });
    await fate("sandbox-bank", { refunds: "returned" });
    await cancel(escrow);
    await until(async () => (await statusOf(escrow)) === "SUCCEEDED");
    await fate("sandbox-bank", { refunds: "paid" });
    await world.advance(how === "notice" ? 3_700 : DAY + 60);
    await until(async () => (await statusOf(escrow)) === "FAILED");
    await world.checkLedger();
    const owed =
      "select (credits - debits)::int as owed from ledger_accounts where kind = 'refunds_payable' and escrow_id = $1";
    expect(await desk.sql(owed, [escrow["id"]])).toEqual([{ owed: 25645 }]);
    const [stuck] = await until(async () => {
      const all = (await listFailedRefunds(world.db)).filter(({ escrow: of }) => of === escrow["id"]);
      return all[0]?.error === "" ? null : all;
    });
    expect(stuck).toMatchObject({ isRefused: true, error: expect.stringMatching(/came back|does not exist any more/) });
    const by = { operator: COMMAND_LINE, account: shop.account as never, reason: "" };
    const which = { escrow: escrow["id"] as never, refund: stuck?.refund as never, secondFrom: null };
    expect(await retryRefund(desk.executor, by, which)).toMatchObject({ ok: true });
    await until(async () => (await statusOf(escrow)) === "SUCCEEDED");
    expect(await desk.sql(owed, [escrow["id"]])).toEqual([{ owed: 0 }]);
    const booked =
      "select kind, round from ledger_transfers where escrow_id = $1 and kind like 'refund\\__%' order by created, id";
    expect(await desk.sql(booked, [escrow["id"]])).toEqual([
      { kind: "refund_paid", round: 1 },
      { kind: "refund_returned", round: 1 },
      { kind: "refund_paid", round: 2 },
    ]);
  },
);

test("a refund for which the balance does not reach waits for it, and nobody is told that it failed", async () => {
  const escrow = await paid();
  await fate("sandbox-bank", { float: 100 });
  await cancel(escrow);
  await until(async () => (await call(escrow, "refund"))["said"] === "short");
  for (let tries = 0; tries < 12; tries += 1) await world.advance(DAY);
  expect(await statusOf(escrow)).toBe("SENT");
  await fate("sandbox-bank", { float: null });
  await until(async () => {
    await world.advance(901);
    return (await statusOf(escrow)) === "SUCCEEDED";
  });
  expect(await done(escrow)).toHaveLength(1);
});

test("money in another currency is not booked, by notice or by look-up, and waits for a person", async () => {
  const escrow = await confirmed(shop);
  const { reference } = await desk.begun(escrow, "card");
  await fate("sandbox-card", { currency: "EUR" });
  await desk.typeCard(reference);
  await desk.post();
  const parked = await until(
    async () =>
      (
        await desk.sql("select status, error from provider_notices where reports->0->>'reference' = $1", [reference])
      )[0],
  );
  expect(parked).toEqual({ status: "PARKED", error: "Money arrived in EUR, and USD was asked for." });
  await world.advance(121);
  await until(async () => (await call(escrow, "look_up"))["status"] === "PARKED");
  expect(await desk.status(escrow)).toBe("AWAITING_PAYMENT");
  expect(await desk.payments(escrow)).toMatchObject([{ received: 0n }]);
  expect(await desk.sql("select 1 from ledger_transfers where escrow_id = $1", [escrow["id"]])).toEqual([]);
});

/** A notice that nobody signed. */
const claim = (order: string, outcome: string): Promise<Response> =>
  fetch(`${world.url}/callbacks/sandbox-card`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ order, receipt: 1, outcome, amount_minor: "99999999", currency: "USD" }),
  });

test("a notice that nobody signed books nothing: it brings the look-up forward, which does", async () => {
  const escrow = await confirmed(shop);
  const { reference } = await desk.begun(escrow, "card");
  await desk.mood("sandbox-card", { notices: "never" });
  await desk.typeCard(reference);
  // Of an order that nobody has paid it changes nothing, whatever it says.
  const other = await confirmed(shop);
  const unpaid = await desk.begun(other, "card");
  expect((await claim(unpaid.reference, "succeeded")).status).toBe(200);
  await until(async () => (await call(other, "look_up"))["tries"] === 1);
  expect(await desk.payments(other)).toMatchObject([{ received: 0n, status: "CREATED" }]);
  expect((await claim(reference, "failed")).status).toBe(200);
  await until(async () => (await desk.status(escrow)) === "IN_ESCROW");
  expect(await desk.payments(escrow)).toMatchObject([{ received: 25645n, status: "SUCCEEDED" }]);
  expect(
    await desk.sql("select 1 from provider_notices where reports->0->>'reference' = any($1)", [
      [reference, unpaid.reference],
    ]),
  ).toEqual([]);
});

test.each([
  ["is to be made again in an hour", { status: "OPEN", afterSeconds: 3_600, error: null }],
  ["was the last", { status: "DONE", error: null }],
] as const)("a notice that comes while a look-up which %s is under way brings another at once", async (_, settled) => {
  await desk.mood("sandbox-card", { notices: "never" });
  const escrow = await confirmed(shop);
  const payment = await desk.begun(escrow, "card");
  // Another worker asks, and has its answer: nobody has paid.
  const [held] = await desk.sql<ClaimedCall>(
    `update provider_calls set leased_until = clock_timestamp() + interval '1 minute', fence = fence + 1
     where escrow_id = $1 and kind = 'look_up' returning account_id as account, escrow_id as escrow, kind, refund_id as refund, fence`,
    [escrow["id"]],
  );
  await desk.typeCard(payment.reference);
  expect((await claim(payment.reference, "succeeded")).status).toBe(200);
  await settleCall(world.db, { ...(held as ClaimedCall), payment: payment as never }, settled);
  await until(async () => (await desk.status(escrow)) === "IN_ESCROW");
});

test("money that comes after the payment was given up, and of which nobody tells, is found by look-up alone", async () => {
  await desk.mood("sandbox-bank", { notices: "never" });
  const escrow = await confirmed(shop);
  const first = await desk.begun(escrow, "bank");
  expect(await desk.cancel(escrow, first.id)).toMatchObject({ ok: true });
  await world.advance(5 * DAY);
  await desk.transfer(first.reference, "256.45");
  await until(async () => {
    await world.advance(DAY);
    return (await desk.payments(escrow))[0]?.received === 25645n;
  });
});

test("a dispute of a payment that is not known here is of nobody; news of a payee change nothing", async () => {
  const payment: Named = { kind: "payment_intent", theirId: "pi_1" };
  const dispute: DisputeReport = {
    about: "dispute",
    payment,
    theirId: "dp_1",
    stage: "opened",
    isTaken: true,
    amount: 25645n as never,
    currency: "USD",
    fee: 1500n as never,
    reason: "fraudulent",
    answerBy: null,
  };
  const payee: PayeeReport = { about: "payee", theirId: "acct_1" };
  const means = { db: world.db, executor: desk.executor, feeBorneBy: "merchant" as const, rates: NO_RATES };
  expect(await bookReport(means, "sandbox-card", dispute)).toEqual({ kind: "unnamed" });
  expect(await bookReport(means, "sandbox-card", payee)).toEqual({ kind: "booked" });
});

test("a genuine notice that names nobody is kept, looked at again, and booked by nobody", async () => {
  const body = Buffer.from(
    JSON.stringify({ order: "HFNOBODY000001", receipt: 1, outcome: "succeeded", amount_minor: "100" }),
  );
  const signed = { [SIGNATURE_HEADER]: signNotice(noticeKey(SECRET, "sandbox-card"), unixSeconds(), body) };
  const told = await fetch(`${world.url}/callbacks/sandbox-card`, {
    method: "POST",
    headers: signed,
    body: new Uint8Array(body),
  });
  expect(told.status).toBe(200);
  const waiting = async () =>
    (await listPendingNotices(world.db)).find(({ reports }) => reports.includes("HFNOBODY000001"));
  expect(await until(waiting)).toMatchObject({ provider: "sandbox-card", status: "UNNAMED" });
  await until(async () => {
    await world.advance(DAY);
    return ((await waiting())?.tries ?? 0) >= 3;
  });
  expect(await desk.sql("select 1 from payments where reference = 'HFNOBODY000001'")).toEqual([]);
});
