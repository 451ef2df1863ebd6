/**
 * Disputes as the sandbox plays them, from the payer's bank to the house's books: told by signed notices, answered by an
 * operator, decided, and found again in the provider's statement.
 */
import { afterEach, beforeEach, expect, test } from "vitest";
import { sendEvidence } from "../../src/commands/send-evidence.js";
import type { AccountId, ChargebackId, EscrowId, PaymentId } from "../../src/domain/ids.js";
import { COMMAND_LINE } from "../../src/domain/operators.js";
import { openLog } from "../../src/platform/log.js";
import type { RefundOrder } from "../../src/providers/port.js";
import { type BankDeed, disputeCard, findPlayed } from "../../src/providers/sandbox/play.js";
import { listCoveredDays, listStatementDays } from "../../src/store/read/desk/books.js";
import { watchChargebacks } from "../../src/workers/chargebacks.js";
import { startNotices } from "../../src/workers/notices.js";
import type { Ticker } from "../../src/workers/ticker.js";
import { type BooksStage, openBooksStage } from "../books/stage.js";
import { newPerson } from "../console/seller.js";
import type { Json } from "../harness.js";
import { cents } from "../payments/desk.js";
import { NO_RATES } from "../rates.js";
import { asBuyer, confirmed, ORDER, submit } from "../stories.js";
import { type Bank, openBank } from "./dispute.js";

let stage: BooksStage;
let bank: Bank;
let notices: Ticker;
beforeEach(async () => {
  stage = await openBooksStage();
  const { world, shop, desk } = stage;
  bank = openBank(world, { shop, executor: desk.executor });
  notices = startNotices({
    db: world.db,
    executor: desk.executor,
    feeBorneBy: "merchant",
    rates: NO_RATES,
    log: openLog("silent"),
    tickMs: 25,
  });
});
afterEach(async () => {
  await notices.stop();
  await stage.world.checkLedger();
  await stage.close();
});

type Paid = { readonly escrow: Json; readonly reference: string };

/** Paid on the issuer's page, and booked by the notice that came of it. */
async function paidByCard(amount: string): Promise<Paid> {
  const { shop, desk } = stage;
  const escrow = await confirmed(shop, { ...ORDER, amount });
  const { reference } = await desk.begun(escrow);
  await desk.sql("update provider_calls set due_at = due_at + 1000000000000 where kind = 'look_up'");
  expect(await desk.typeCard(reference)).toBe("approved");
  await desk.post();
  expect(await desk.status(escrow)).toBe("IN_ESCROW");
  return { escrow, reference };
}

async function earned(amount: string): Promise<Paid> {
  const paid = await paidByCard(amount);
  await submit(stage.shop, paid.escrow);
  await asBuyer(stage.shop, paid.escrow, "approve");
  return paid;
}

/** Somebody plays the payer's bank, and the provider tells of it. */
async function plays({ reference }: Paid, deed: BankDeed): Promise<string> {
  const came = await disputeCard(stage.world.db, reference, deed);
  await stage.desk.post();
  return came;
}

async function answers({ escrow, reference }: Paid): Promise<void> {
  const { desk, shop } = stage;
  const [row] = await desk.sql("select id, payment_id, their_id from chargebacks where escrow_id = $1", [escrow["id"]]);
  const named = {
    account: shop.account as AccountId,
    escrow: escrow["id"] as EscrowId,
    payment: row?.["payment_id"] as PaymentId,
    id: row?.["id"] as ChargebackId,
    provider: stage.card.name,
  };
  const evidence = {
    theirId: row?.["their_id"] as string,
    product: ORDER.title,
    buyer: { name: null, email: "ada@buyer.example" },
    deliveredOn: null,
    story: "It was delivered, and the buyer approved.",
    files: [{ name: "label.pdf", type: "application/pdf", content: new Uint8Array(3) }],
  };
  expect(await sendEvidence(desk, named, { operator: COMMAND_LINE, evidence })).toMatchObject({ ok: true });
  expect((await findPlayed(stage.world.db, "sandbox-card", reference))?.dispute).toMatchObject({
    stage: "answered",
    story: evidence.story,
    files: ["label.pdf"],
  });
  await desk.post();
}

test("one dispute is won and another is lost: order, wallet, statement and the house's book agree to the cent", async () => {
  const { world, desk } = stage;
  // In the morning, so that the statement of a day tells all that came in it.
  const [clock] = await desk.sql("select service_now()::int as now");
  await world.advance(86_400 - (clock?.["now"] % 86_400) + 28_800);
  await earned("1000.00");
  const [held, sold] = [await paidByCard("100.00"), await earned("50.00")];

  expect(await plays(held, "inquire")).toBe("inquired");
  expect(await bank.escrow(held.escrow)).toMatchObject({ status: "DISPUTED", charged_back: "0", open_chargebacks: 1 });
  expect(await plays(held, "take")).toBe("taken_back");
  expect(await bank.rows(held.escrow)).toMatchObject([
    { status: "OPEN", amount: "10280", from_held: "10280", fee: "1500" },
  ]);
  await answers(held);
  expect(await bank.rows(held.escrow)).toMatchObject([{ status: "ANSWERED" }]);
  expect(await plays(held, "won")).toBe("won");
  expect(await bank.escrow(held.escrow)).toMatchObject({
    status: "WORK_IN_PROGRESS",
    held: "10280",
    open_chargebacks: 0,
  });

  await world.advance(60);
  const owner = await newPerson(world, stage.shop);
  const order = await owner.get(`/console/${stage.shop.sellerCode}/escrows/${held.escrow["id"]}`);
  expect(order.html).toContain(`href="/sandbox/card/${held.reference}"`);
  const received = (await desk.payments(sold.escrow))[0]?.received;
  expect(await plays(sold, "take")).toBe("taken_back");
  await answers(sold);
  expect(await plays(sold, "lost")).toBe("lost");
  expect(await bank.rows(sold.escrow)).toMatchObject([{ status: "LOST", from_wallet: String(received), fee: "1500" }]);
  expect(await plays(sold, "won")).toBe("too_late");

  // Fees are paid out of what the seller has.
  const providers = { all: desk.providers.all };
  await watchChargebacks({
    db: world.db,
    executor: desk.executor,
    feeBorneBy: "merchant",
    rates: NO_RATES,
    providers,
    log: openLog("silent"),
  });
  expect(await bank.balances()).toMatchObject({ merchant_owes: 0 });

  expect(await stage.rested()).toMatchObject({ found: 0, error: null });
  for (const _ of [1, 2, 3, 4]) {
    await world.advance(86_400);
    expect(await stage.read()).toMatchObject({ found: 0, error: null });
  }
  expect(await stage.open()).toEqual([]);
  const lines = await desk.sql(
    "select type, reference, amount::int, fee::int from provider_lines where type like 'chargeback%' order by number",
  );
  expect(lines).toEqual([
    { type: "chargeback", reference: held.reference, amount: -10_280, fee: 1_500 },
    { type: "chargeback_returned", reference: held.reference, amount: 10_280, fee: 0 },
    { type: "chargeback", reference: sold.reference, amount: -Number(received), fee: 1_500 },
  ]);
  expect(await stage.balances()).toMatchObject({ provider_costs: "30.00" });
  const days = await listStatementDays(world.db, { provider: stage.card.name, day: null, limit: 9 });
  expect(days.length).toBeGreaterThan(0);
  expect(days.every(({ off }) => off === null || off === 0n)).toBe(true);
  const covered = await listCoveredDays(world.db, 9);
  expect(covered.map(({ isCovered, untold }) => [isCovered, untold])).toEqual(covered.map(() => [true, 0n]));
  expect(stage.alarms()).toEqual([]);
});

test("a bank that only asked and drops it has taken nothing; what it took can't be refunded, and what was refunded it can't take", async () => {
  const { card } = stage;
  const paid = await paidByCard("100.00");
  expect(await plays(paid, "lost")).toBe("too_late");
  expect(await plays(paid, "inquire")).toBe("inquired");
  expect(await plays(paid, "lost")).toBe("too_late");
  expect(await plays(paid, "won")).toBe("won");
  expect(await plays(paid, "take")).toBe("too_late");
  expect(await bank.rows(paid.escrow)).toMatchObject([{ status: "WON", taken: "0", fee: "0" }]);
  expect(await bank.escrow(paid.escrow)).toMatchObject({ status: "WORK_IN_PROGRESS", held: "10280" });

  const other = await paidByCard("100.00");
  const refund = { payment: other.reference, method: "card", currency: "USD", amount: cents("40.00") } as const;
  const [first, second] = [1, 2].map((part) => ({ ...refund, reference: `${other.reference}-${part}` })) as [
    RefundOrder,
    RefundOrder,
  ];
  expect(await card.refund(first)).toMatchObject({ kind: "paid" });
  expect(await disputeCard(stage.world.db, other.reference, "take")).toBe("taken_back");
  expect((await findPlayed(stage.world.db, "sandbox-card", other.reference))?.dispute).toMatchObject({
    amount: 6_280n,
  });
  expect(await card.refund(second)).toMatchObject({ kind: "refused", reason: expect.stringContaining("left") });
});
