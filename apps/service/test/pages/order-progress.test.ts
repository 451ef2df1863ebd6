/** The tracker of an order says what happened, and nothing else. */
import { expect, test } from "vitest";
import type { Shipping } from "../../src/domain/shipping.js";
import type { OrderView } from "../../src/pages/buyer/load.js";
import { progressOf } from "../../src/pages/buyer/order/progress.js";

type Said = readonly [part: number, verb: string, shipping?: Shipping];
type Facts = {
  readonly status: string;
  readonly parts?: readonly string[];
  readonly said?: readonly Said[];
  readonly fundedAt?: number | null;
  readonly refunds?: readonly string[];
};

const DHL: Shipping = { carrier: "DHL", trackingNumber: "4410", trackingUrl: "" };

/** As much of an order as the tracker reads. */
const orderOf = ({ status, parts = ["PENDING"], said = [], fundedAt = 200, refunds = [] }: Facts): OrderView =>
  ({
    escrow: {
      status,
      created: 100,
      fundedAt,
      milestones: parts.map((one, id) => ({
        id,
        status: one,
        disputed: one === "DISPUTED" ? { from: "PENDING" } : null,
      })),
    },
    entries: said.map(([milestone, verb, shipping], at) => ({ milestone, verb, shipping, created: 300 + at })),
    refunds: refunds.map((one) => ({ status: one, created: 900 })),
    endedAt: 800,
  }) as unknown as OrderView;

const told = (facts: Facts): string =>
  progressOf(orderOf(facts))
    .map(({ name, state, at, parts }) => `${name} ${state}${at === null ? "" : ` ${at}`}${parts ? ` (${parts})` : ""}`)
    .join(", ");

test.each<[string, Facts, string]>([
  [
    "unpaid",
    { status: "PENDING_FUNDING", fundedAt: null },
    "confirmed done 100, toPay now, delivery next, approval next, released next",
  ],
  [
    "paid as far as its buyer knows",
    { status: "WAITING_PAYMENT_CONFIRMATION", fundedAt: null },
    "confirmed done 100, paying waiting, delivery next, approval next, released next",
  ],
  [
    "paid",
    { status: "IN_ESCROW" },
    "confirmed done 100, paid done 200, awaitingDelivery waiting, approval next, released next",
  ],
  [
    "with a carrier",
    { status: "WORK_IN_PROGRESS", parts: ["AWAITING_REVIEW"], said: [[0, "submit", DHL]] },
    "confirmed done 100, paid done 200, shipped done 300, approval now, released next",
  ],
  [
    "delivered without a carrier",
    { status: "WORK_IN_PROGRESS", parts: ["AWAITING_REVIEW"], said: [[0, "submit"]] },
    "confirmed done 100, paid done 200, delivered done 300, approval now, released next",
  ],
  [
    "sent back for changes",
    {
      status: "WORK_IN_PROGRESS",
      parts: ["REVISION_REQUESTED"],
      said: [
        [0, "submit"],
        [0, "requestRevision"],
      ],
    },
    "confirmed done 100, paid done 200, awaitingDelivery waiting, approval next, released next",
  ],
  [
    "two of three parts on their way, one of them approved",
    {
      status: "WORK_IN_PROGRESS",
      parts: ["COMPLETED", "AWAITING_REVIEW", "PENDING"],
      said: [
        [0, "submit", DHL],
        [0, "approve"],
        [1, "submit", DHL],
      ],
    },
    "confirmed done 100, paid done 200, awaitingDelivery waiting (2), approval now (1), released next (1)",
  ],
  [
    "completed",
    {
      status: "COMPLETED",
      parts: ["COMPLETED"],
      said: [
        [0, "submit", DHL],
        [0, "approve"],
      ],
    },
    "confirmed done 100, paid done 200, shipped done 300, approved done 301, released done 800",
  ],
  [
    "released by a decision, never delivered",
    {
      status: "COMPLETED",
      parts: ["COMPLETED"],
      said: [
        [0, "dispute"],
        [0, "release"],
      ],
    },
    "confirmed done 100, paid done 200, released done 800",
  ],
  [
    "in dispute",
    { status: "DISPUTED", parts: ["DISPUTED"], said: [[0, "dispute"]] },
    "confirmed done 100, paid done 200, disputed bad, delivery next, approval next, released next",
  ],
  ["cancelled before it was paid", { status: "DECLINED", fundedAt: null }, "confirmed done 100, cancelled stopped 800"],
  [
    "cancelled, the refund on its way",
    { status: "CANCELLED", refunds: ["SUCCEEDED", "SENT"] },
    "confirmed done 100, paid done 200, cancelled stopped 800, refunding waiting",
  ],
  [
    "cancelled, the refund held by the bank of who paid",
    { status: "CANCELLED", refunds: ["SUCCEEDED", "HELD"] },
    "confirmed done 100, paid done 200, cancelled stopped 800, refundHeld waiting",
  ],
  [
    "settled and refunded",
    {
      status: "CLOSED",
      parts: ["COMPLETED"],
      said: [
        [0, "submit"],
        [0, "settle"],
      ],
      refunds: ["SUCCEEDED"],
    },
    "confirmed done 100, paid done 200, delivered done 300, settled stopped 800, refunded done 900",
  ],
  ["out of time", { status: "DEADLINE_EXPIRED", fundedAt: null }, "confirmed done 100, expired stopped 800"],
])("an order that is %s", (_name, facts, steps) => {
  expect(told(facts)).toBe(steps);
});
