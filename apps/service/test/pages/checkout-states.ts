/** The hosted page in every state it can be in, as plain values. */

import type { EscrowStatus } from "@holdfast/contract";
import type { AccountId, EscrowId, PaymentId, RefundId, SessionId } from "../../src/domain/ids.js";
import type { PaymentInstructions } from "../../src/domain/model.js";
import type { Cents } from "../../src/domain/money.js";
import type { PaymentFailure } from "../../src/domain/states.js";
import { type Filled, NOTHING_FILLED } from "../../src/pages/checkout/session/pay-form.js";
import { CHECKING_SECONDS, type Mine, type Standing, type View } from "../../src/pages/checkout/session/state.js";
import type { PageContext } from "../../src/pages/kit/page-context.js";
import type { Site } from "../../src/pages/kit/site.js";
import type { PaymentView, RefundView } from "../../src/store/read/money/payments.js";
import type { HostedEscrow, HostedSession } from "../../src/store/read/orders/hosted-sessions.js";
import type { Locale } from "../../src/words/locale.js";

const usd = (amount: bigint): Cents => amount as Cents;
const NOW = 1_795_200_000;
const TOTAL = usd(25_645n);

export const SESSION: HostedSession = {
  account: "4120985531276640128" as AccountId,
  id: "0199c1f0-8a6e-7d1c-9b2a-4f0d5c6e7a81" as SessionId,
  status: "OPEN",
  isEmbedded: false,
  merchant: {
    sellerCode: "NW3KX8Q2",
    tradingName: "Northwind Ceramics",
    isVerified: true,
    takesPayments: true,
    brand: { name: "", colour: null, logo: null, supportEmail: "" },
  },
  title: "Hand-thrown dinner set",
  description: "Ash glaze, for six people. Every piece is thrown by hand, so no two are quite the same.",
  reference: "NW-10482",
  lines: [
    { name: "Dinner plate, ash glaze", unitAmount: usd(2_400n), quantity: 6, sku: "PL-ASH-27" },
    { name: "Soup bowl, ash glaze", unitAmount: usd(1_450n), quantity: 6, sku: "BW-ASH-18" },
    { name: "Insured courier, 5 days", unitAmount: usd(1_890n), quantity: 1, sku: "" },
  ],
  milestones: [
    { title: "Dispatched with tracking", amount: usd(9_990n), description: "Both parcels are with the courier." },
    { title: "Delivered and checked", amount: usd(15_000n), description: "Everything arrived in one piece." },
  ],
  amount: usd(24_990n),
  fees: usd(655n),
  customerEmail: "ada@example.com",
  successUrl: "https://shop.example/orders/NW-10482/thanks?from=holdfast&ok=1",
  cancelUrl: "https://shop.example/cart",
  expiresAt: 1_795_291_200,
  completedAt: null,
  escrow: null,
  reviewWindowSeconds: null,
  deliveryDeadlineSeconds: null,
  now: NOW,
};

export const ESCROW: HostedEscrow = {
  id: "0199c1f2-0000-7d1c-9b2a-4f0d5c6e7a81" as EscrowId,
  status: "PENDING_FUNDING",
  isBanks: false,
  referenceCode: "TR-20261120.082486.24990",
  buyerEmail: "ada@example.com",
  funded: usd(0n),
  refunded: usd(0n),
  fundingDeadline: NOW + 259_200,
  dueAt: NOW + 259_200,
};

export const payment = (changes: Partial<PaymentView> = {}): PaymentView => ({
  id: "0199c1f3-0000-7d1c-9b2a-4f0d5c6e7a81" as PaymentId,
  method: "mobile_money",
  status: "CREATED",
  asked: TOTAL,
  received: usd(0n),
  presented: null,
  created: NOW,
  receivedAt: null,
  failure: null,
  instructions: null,
  ...changes,
});

export const refund = (changes: Partial<RefundView> = {}): RefundView => ({
  id: "0199c1f4-0000-7d1c-9b2a-4f0d5c6e7a81" as RefundId,
  amount: usd(1_000n),
  held: usd(0n),
  taken: usd(0n),
  presented: null,
  back: null,
  reason: "overpaid",
  status: "SENT",
  created: NOW,
  asked: null,
  ...changes,
});

export const INSTRUCTIONS = {
  prompt: {
    kind: "prompt",
    phone: "+254712345678",
    expiresAt: NOW + 300,
    playPath: "/sandbox/phone/HFJ4K7QM2XW9TP",
  },
  redirect: { kind: "redirect", url: "/sandbox/card/HFJ4K7QM2XW9TP" },
  transfer: {
    kind: "transfer",
    bank: "Sandbox Bank",
    accountName: "Holdfast Escrow",
    accountNumber: "0070 0001 2345 6789",
    reference: "HFJ4K7QM2XW9TP",
    amount: TOTAL,
    playPath: "/sandbox/bank/HFJ4K7QM2XW9TP",
  },
} as const satisfies Record<PaymentInstructions["kind"], PaymentInstructions>;

type Shown = { readonly view: View; readonly context: PageContext; readonly filled?: Filled };
type Look = { readonly site: Site; readonly locale?: Locale; readonly session?: Partial<HostedSession> };

function show(standing: Standing, { site, locale = "en", session = {} }: Look, email: string | null): Shown {
  return {
    view: {
      session: { ...SESSION, ...session },
      standing,
      path: "/pay/7QK2M9XA/cs_0csza9zjke7aesdb9ta9p1wyk0",
      query: "",
      returnedAt: null,
      isFramed: false,
      link: "https://pay.example/pay/7QK2M9XA/cs_0csza9zjke7aesdb9ta9p1wyk0",
      orderPath: standing.kind === "mine" ? `/orders/7QK2M9XA/${ESCROW.id}` : null,
      methods: ["mobile_money", "card", "bank"],
      price: { choices: ["USD"], currency: "USD", offer: null, signed: "" },
      countries: ["KE"],
      shown: {},
      // A transfer can be paid back for less long than an order without deadlines may take.
      refundDays: { bank: 180 },
      tooLong: null,
      fundingDeadlineSeconds: 259_200,
      phones: { choices: ["KE", "TZ", "UG"], isAll: false, likely: "KE" },
      networks: [],
      known: { method: null, phone: "" },
    },
    context: {
      site,
      locale,
      buyer: email === null ? null : { email, locale, zone: null, sessionId: "" },
      csrf: "token",
      url: "/pay/7QK2M9XA/cs_0csza9zjke7aesdb9ta9p1wyk0",
      frame: null,
      signIn: { pending: null, notice: null },
    },
  };
}

const mine = (
  status: EscrowStatus,
  {
    payments = [],
    refunds = [],
    funded = 0n,
    isBanks = false,
  }: Partial<Pick<Mine, "payments" | "refunds">> & { funded?: bigint; isBanks?: boolean } = {},
): Mine => ({
  kind: "mine",
  escrow: { ...ESCROW, status, isBanks, funded: usd(funded) },
  payments,
  refunds,
  claim: null,
});

const waiting = (instructions: PaymentInstructions | null): Mine =>
  mine("AWAITING_PAYMENT", { payments: [payment({ instructions })] });

export const failed = (failure: PaymentFailure): Mine =>
  mine("PENDING_FUNDING", { payments: [payment({ status: "FAILED", failure, instructions: INSTRUCTIONS.prompt })] });

const paid = payment({ status: "SUCCEEDED", received: TOTAL, receivedAt: NOW });
const part = payment({
  method: "bank",
  status: "SUCCEEDED",
  received: usd(10_000n),
  receivedAt: NOW,
  instructions: INSTRUCTIONS.transfer,
});

/** Whose page it is where it is somebody's: the buyer who confirmed. */
const MINE = {
  "to pay": mine("PENDING_FUNDING"),
  "declined before": failed("declined"),
  "asking the provider": waiting(null),
  "waiting for the phone": waiting(INSTRUCTIONS.prompt),
  "waiting for the card": waiting(INSTRUCTIONS.redirect),
  "waiting for the transfer": waiting(INSTRUCTIONS.transfer),
  "on its way": mine("WAITING_PAYMENT_CONFIRMATION", { payments: [payment({ status: "PENDING" })] }),
  "paid in part": mine("PARTIALLY_FUNDED", { payments: [part], funded: 10_000n }),
  "paying the rest": mine("AWAITING_PAYMENT", {
    payments: [part, payment({ method: "bank", asked: usd(15_645n), instructions: INSTRUCTIONS.transfer })],
    funded: 10_000n,
  }),
  paid: mine("IN_ESCROW", { payments: [paid], funded: 25_645n }),
  "paid too much": mine("IN_ESCROW", { payments: [paid], refunds: [refund()], funded: 25_645n }),
  "under way": mine("WORK_IN_PROGRESS", { payments: [paid], funded: 25_645n }),
  disputed: mine("DISPUTED", { payments: [paid], funded: 25_645n }),
  "disputed by a bank": mine("DISPUTED", { payments: [paid], funded: 25_645n, isBanks: true }),
  done: mine("COMPLETED", { payments: [paid], funded: 25_645n }),
  settled: mine("CLOSED", {
    payments: [paid],
    refunds: [refund({ reason: "settled", status: "SUCCEEDED" })],
    funded: 25_645n,
  }),
  cancelled: mine("CANCELLED", {
    payments: [paid],
    refunds: [refund({ reason: "cancelled", amount: TOTAL, status: "FAILED" })],
    funded: 25_645n,
  }),
  declined: mine("DECLINED"),
  "too late": mine("DEADLINE_EXPIRED", {
    payments: [part],
    refunds: [refund({ reason: "deadline", amount: usd(10_000n), status: "PENDING" })],
    funded: 10_000n,
  }),
  undelivered: mine("DEADLINE_EXPIRED", {
    payments: [paid],
    refunds: [refund({ reason: "deadline", amount: TOTAL })],
    funded: 25_645n,
  }),
} as const satisfies Record<string, Mine>;

/** @param returnedAt Unix seconds */
function backFromCard(look: Look, returnedAt: number): Shown {
  const standing = mine("AWAITING_PAYMENT", {
    payments: [payment({ method: "card", created: NOW - 60, instructions: INSTRUCTIONS.redirect })],
  });
  const shown = show(standing, { ...look, session: { ...COMPLETED, ...look.session } }, ADA);
  return { ...shown, view: { ...shown.view, returnedAt } };
}

const ADA = "ada@example.com";
const COMPLETED = { status: "COMPLETED", completedAt: NOW, escrow: ESCROW } as const;

export const STATES: Readonly<Record<string, (look: Look) => Shown>> = {
  "to review": (look) => show({ kind: "open" }, look, null),
  "to confirm": (look) => show({ kind: "open" }, look, ADA),
  "to confirm, without a phone number": (look) => ({
    ...show({ kind: "open" }, look, ADA),
    filled: { ...NOTHING_FILLED, method: "mobile_money", phone: "0712", country: "KE", problem: "phone" },
  }),
  "to confirm, and how the number was read": (look) => ({
    ...show({ kind: "open" }, look, ADA),
    filled: {
      ...NOTHING_FILLED,
      method: "mobile_money",
      phone: "0712 345 678",
      country: "KE",
      unsure: { number: "+254712345678", country: "KE", shown: "+254 712 345 678", isPlain: false, isAtHome: false },
    },
  }),
  "nothing offered": ({ ...look }) => {
    const shown = show({ kind: "open" }, look, null);
    return { ...shown, view: { ...shown.view, methods: [] } };
  },
  ...Object.fromEntries(
    Object.entries(MINE).map(([name, standing]) => [
      name,
      (look: Look) =>
        show(standing, { ...look, session: { ...COMPLETED, escrow: standing.escrow, ...look.session } }, ADA),
    ]),
  ),
  "back from the card": (look) => backFromCard(look, NOW),
  "back from the card, and nothing was heard": (look) => backFromCard(look, NOW - CHECKING_SECONDS),
  "confirmed by whom?": (look) =>
    show({ kind: "completed" }, { ...look, session: { ...COMPLETED, ...look.session } }, null),
  "confirmed by somebody else": (look) =>
    show({ kind: "taken" }, { ...look, session: { ...COMPLETED, ...look.session } }, "grace@example.com"),
  "ran out": (look) =>
    show(
      { kind: "expired" },
      { ...look, session: { status: "EXPIRED", now: SESSION.expiresAt, ...look.session } },
      null,
    ),
  "closed by the seller": (look) =>
    show({ kind: "expired" }, { ...look, session: { status: "EXPIRED", ...look.session } }, null),
};
