/** Of every step one mail, in a crowd of orders; and mails about refunds, which no event tells of. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openExecutor } from "../../src/commands/execute.js";
import { decideApproveMilestone } from "../../src/domain/decisions/approve-milestone.js";
import { decideRefundPaid, decideSendRefund } from "../../src/domain/decisions/pay-refund.js";
import { decideSubmitMilestone } from "../../src/domain/decisions/submit-milestone.js";
import type { AccountId, EscrowId, MilestoneId, PaymentId, RefundId } from "../../src/domain/ids.js";
import type { Context, Decision, Escrow } from "../../src/domain/model.js";
import type { Database } from "../../src/platform/database.js";
import { type Merchant, startWorld, type World } from "../harness.js";
import { asBuyer, confirmed, pay, submit, TWO_PARTS } from "../stories.js";
import { expectMailOfEachStep } from "./steps.js";

const BUYER = "ada@example.com";
const order = { ...TWO_PARTS, customer_email: BUYER };

let world: World;
let shop: Merchant;
beforeAll(async () => {
  world = await startWorld({ role: "web" });
  shop = await world.merchant();
});
afterAll(async () => {
  await world.checkLedger();
  await world.close();
});

const paidRefunds = (): Promise<readonly { recipient: string; params: unknown }[]> =>
  world.db.query({ name: "paid refunds", text: "select recipient, params from mails where template = 'refund_paid'" });

test("of a crowd of orders each step is told once", async () => {
  await Promise.all(
    Array.from({ length: 12 }, async (_, index) => {
      const escrow = await confirmed(shop, { ...order, customer_email: `crowd${index}@example.com` });
      await pay(shop, escrow, { amount: "100.00" });
      if (index % 4 === 0) return shop.post(`/test_helpers/escrows/${escrow["id"]}/cancel`, {});
      await pay(shop, escrow);
      await Promise.all([submit(shop, escrow, 0), submit(shop, escrow, 1)]);
      if (index % 4 === 1) return asBuyer(shop, escrow, "dispute", 1, { reason: "in pieces" });
      return Promise.all([asBuyer(shop, escrow, "approve", 0), asBuyer(shop, escrow, "approve", 1)]);
    }),
  );
  expect(await expectMailOfEachStep(world.db)).toBe(3 * 3 + 3 * 6 + 6 * 6);
});

test("a mail is written with the change that it describes; a step without a mail writes none", async () => {
  const escrow = await confirmed(shop, order);
  await pay(shop, escrow);
  await submit(shop, escrow, 0);
  const sent: string[] = [];
  const watched: Database = {
    ...world.db,
    transaction: (work) =>
      world.db.transaction((tx) =>
        work({
          query: (statement) => {
            sent.push(statement.name.replace(/, one$/, ""));
            return tx.query(statement);
          },
          commit: () => tx.commit(),
        }),
      ),
  };
  const executor = openExecutor(watched);
  const step = async (decide: (escrow: Escrow, context: Context) => Decision): Promise<readonly string[]> => {
    sent.length = 0;
    await executor.change({
      account: shop.account as AccountId,
      subject: { kind: "escrow", id: escrow["id"] as EscrowId },
      decide: (facts, context) => decide(facts.escrow, context),
    });
    return [...sent];
  };
  const [first, second] = escrow["milestones"].map(({ id }: { id: string }) => id as MilestoneId) as [
    MilestoneId,
    MilestoneId,
  ];
  const approval = await step((current) => decideApproveMilestone(current, first, "buyer"));
  expect(approval).toContain("insert events");
  expect(approval).not.toContain("insert mails");
  const submission = await step((current, context) =>
    decideSubmitMilestone(current, { milestone: second, details: "DHL 1" }, context),
  );
  // Before the counters, whose locks everybody waits for.
  expect(submission.slice(-3)).toEqual(["insert mails", "lock counters", "insert events"]);
});

test("a refund that was paid out is told, once all of its parts are", async () => {
  const escrow = await confirmed(shop, order);
  await pay(shop, escrow, { amount: "100.00" });
  await pay(shop, escrow, { amount: "156.45", method: "bank" });
  await shop.post(`/test_helpers/escrows/${escrow["id"]}/cancel`, {});
  const parts = await world.db.query<{ refund_id: RefundId; payment_id: PaymentId }>({
    name: "parts",
    text: "select refund_id, payment_id from refund_parts where escrow_id = $1 order by payment_id",
    values: [escrow["id"]],
  });
  expect(parts).toHaveLength(2);
  const executor = openExecutor(world.db);
  const step = (payment: PaymentId, decide: typeof decideSendRefund | typeof decideRefundPaid) =>
    executor.change({
      account: shop.account as AccountId,
      subject: { kind: "refund", escrow: escrow["id"] as EscrowId, id: parts[0]!.refund_id },
      decide: (facts) =>
        decide === decideSendRefund
          ? decideSendRefund(facts.refund, payment)
          : decideRefundPaid(facts.escrow, facts.refund, payment),
    });
  for (const { payment_id } of parts) await step(payment_id, decideSendRefund);
  await step(parts[0]!.payment_id, decideRefundPaid);
  expect(await paidRefunds()).toEqual([]);
  await Promise.all([1, 2, 3].map(() => step(parts[1]!.payment_id, decideRefundPaid)));
  expect(await paidRefunds()).toMatchObject([{ recipient: BUYER, params: { amount: "25645", because: "cancelled" } }]);
});
