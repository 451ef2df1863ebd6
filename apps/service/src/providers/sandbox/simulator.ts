/**
 * The sandbox's providers: another company each, as far as we are concerned. They keep books of their own
 * (store/sandbox), are asked through the port alone, and notify us over HTTP with a signature (notices.ts). A person plays
 * the payer on their pages (play.ts). They have the faults of real ones: what is asked again a day later is done again,
 * answers are lost, refunds fail after they succeeded, payouts come back, payers' banks dispute payments, and their balance
 * may be short.
 */

import type { PaymentMethod } from "@holdfast/contract";
import { decimalsOf, stepOf } from "../../domain/currencies.js";
import type { PaymentInstructions } from "../../domain/model.js";
import { AMOUNT_MAX, add, CURRENCY, cents, subtract, ZERO } from "../../domain/money.js";
import type { Queryable } from "../../platform/database.js";
import { sqlState } from "../../platform/database-errors.js";
import { type BankPayment, findOrder, takeOrder, withdrawOrder } from "../../store/sandbox/bank.js";
import {
  type BankBehaviour,
  type BankLine,
  type Fate,
  findOutgoing,
  type Gone,
  giveBack,
  listMovements,
  readBankBalance,
  readBankBehaviour,
  reportReturned,
  sendOut,
} from "../../store/sandbox/outgoing.js";
import type {
  Adapter,
  Cancelled,
  Capability,
  Created,
  FoundOut,
  LookedUp,
  PaidOut,
  PaymentOrder,
  PaymentReport,
  PayoutOrder,
  RefundOrder,
  StatementLine,
  StatementPage,
  Unknown,
  Unreachable,
} from "../port.js";
import { disputeOf, EVIDENCE_FILES, handIn, lookUpDispute } from "./disputes.js";
import { holderOf, isPaid } from "./holder.js";
import { DISPUTED_AT, HOLDER, PAYOUT_LATER, PAYOUT_REFUSED, SANDBOX, type SandboxName } from "./names.js";
import { verifyNotice } from "./read-notice.js";

/** How long a prompt stays on a phone. */
const PROMPT_SECONDS = 120;

/** How long what is paid later takes, by the service's clock; and until what comes back is back. */
const PAID_LATER_SECONDS = 600;
const PAID_SLOWLY_SECONDS = 15 * 86_400;
const RETURNED_AFTER_SECONDS = 3_600;

const FATES: Readonly<Record<BankBehaviour["refunds"] | BankBehaviour["payouts"], Fate>> = {
  paid: { isRefused: false, paidAfter: 0, returnsAfter: null },
  refused: { isRefused: true, paidAfter: 0, returnsAfter: null },
  later: { isRefused: false, paidAfter: PAID_LATER_SECONDS, returnsAfter: null },
  slow: { isRefused: false, paidAfter: PAID_SLOWLY_SECONDS, returnsAfter: null },
  returned: { isRefused: false, paidAfter: 0, returnsAfter: RETURNED_AFTER_SECONDS },
};
/** By the last digits of the number. */
const FATES_OF_NUMBERS: Readonly<Partial<Record<string, BankBehaviour["payouts"]>>> = {
  [PAYOUT_REFUSED]: "refused",
  [PAYOUT_LATER]: "later",
};

type Means = {
  readonly db: Queryable;
  /** What the provider signs its notices with. */
  readonly key: Buffer;
  /** Where its own pages are, without a slash at the end. */
  readonly origin: () => string;
  /** The card company keeps accounts for sellers. */
  readonly isHolder?: boolean;
};

const DOWN: Unreachable = { kind: "unreachable", reason: "it does not answer", isUndone: true };
const SILENT: Unreachable = { kind: "unreachable", reason: "its answer did not come" };

/** What is paid in besides USD, which all take from everywhere: by method, currencies with the countries that have it. */
const ABROAD: Readonly<Record<PaymentMethod, Readonly<Record<string, readonly string[] | null>>>> = {
  mobile_money: { KES: ["KE"], UGX: ["UG"], NGN: ["NG"], XOF: ["BJ", "BF", "CI", "ML", "SN", "TG"] },
  card: { EUR: null, GBP: null, JPY: null, KWD: null },
  bank: { EUR: null, KES: null },
};

/** Of three decimals the last is not taken, as card companies have it. */
const decimalsTaken = (currency: string): 0 | 2 => Math.min(2, decimalsOf(currency)) as 0 | 2;

const rangeOf = (currency: string, countries: readonly string[] | null) =>
  ({
    currency,
    countries,
    least: cents(stepOf(currency, decimalsTaken(currency))),
    most: AMOUNT_MAX,
    decimals: decimalsTaken(currency),
    pendingDays: 20,
    returnDays: 5,
  }) as const;

/** Who takes payments by a method pays out by it too; nobody is paid to a card, but to an account that the card company keeps. */
const capabilitiesOf = (name: SandboxName, isHolder: boolean): readonly Capability[] => {
  const { method } = SANDBOX[name];
  const ranges = Object.entries({ [CURRENCY]: null, ...ABROAD[method] }).map(([currency, countries]) =>
    rangeOf(currency, countries),
  );
  const takes = ranges.map(
    (range): Capability => ({
      ...range,
      direction: "in",
      method,
      refundDays: null,
      holdDays: null,
      isPartial: true,
      refundsInTurn: false,
      isCancellable: true,
      lateDays: method === "bank" ? 30 : 0,
    }),
  );
  if (method !== "card")
    return [...takes, ...ranges.map((range): Capability => ({ ...range, direction: "out", method }))];
  return isHolder ? [...takes, { ...rangeOf(CURRENCY, null), direction: "out", method: "connected" }] : takes;
};

export function openSimulator(name: SandboxName, { db, key, origin, isHolder = false }: Means): Adapter {
  const { method, path } = SANDBOX[name];
  const whileUp = async <Answer>(work: (mood: BankBehaviour) => Promise<Answer>): Promise<Answer | Unreachable> => {
    const mood = await readBankBehaviour(db, name);
    return mood.isDown ? DOWN : work(mood);
  };
  /** What changes something there; its answer may get lost, before it was done or after. */
  const doing = <Answer>(work: (mood: BankBehaviour) => Promise<Answer>): Promise<Answer | Unreachable> =>
    whileUp(async (mood) => {
      if (mood.answers === "dropped") return SILENT;
      const answer = await work(mood);
      return mood.answers === "lost" ? SILENT : answer;
    });
  const pageOf = (reference: string) => ({ playPath: `${path}/${reference}`, origin });
  return {
    name,
    capabilities: capabilitiesOf(name, isHolder),
    holder: isHolder && name === HOLDER ? holderOf(db, { origin, doing, whileUp }) : null,
    books: { backDays: null, lagSeconds: 0 },
    disputes:
      name === DISPUTED_AT
        ? {
            files: EVIDENCE_FILES,
            lookUp: (theirId) => whileUp(() => lookUpDispute(db, name, theirId)),
            answer: (evidence) => doing(() => handIn(db, name, evidence)),
          }
        : null,
    payPages: () => [origin()],
    createPayment: (order) => doing(() => create(db, name, { order, ...pageOf(order.reference) })),
    findPayment: (order) =>
      whileUp(async () => {
        const found = await findOrder(db, name, order.reference);
        return found === null || found.asked === null ? UNKNOWN : createdOf(name, found, pageOf(order.reference));
      }),
    cancelPayment: (reference) => doing(async () => cancelled(await withdrawOrder(db, name, reference))),
    lookUp: (reference) => whileUp(async () => lookedUp(await findOrder(db, name, reference))),
    refund: (order) => doing((mood) => refund(db, name, { order, mood })),
    lookUpRefund: ({ reference }) => whileUp(() => lookUpOutgoing(db, name, reference)),
    payout: (order) => doing((mood) => payOut(db, name, { order, mood })),
    lookUpPayout: ({ reference }) => whileUp(() => lookUpOutgoing(db, name, reference)),
    verifyCallback: async ({ headers, body }) => verifyNotice(key, headers, body),
    checkPayee: async ({ name: given }) =>
      method === "bank" ? { kind: "known", name: given } : { kind: "unsupported" },
    balance: () =>
      whileUp(async () => ({ kind: "balance" as const, available: await readBankBalance(db, name), pending: [] })),
    statement: (from, cursor) => whileUp(() => statementOf(db, name, { from, cursor })),
    check: () => whileUp(async () => ({ kind: "checked", account: "of the sandbox", isLive: false, problems: [] })),
  };
}

const UNKNOWN: Unknown = { kind: "unknown" };

type OfPage = { readonly playPath: string; readonly origin: () => string };

async function create(
  db: Queryable,
  provider: SandboxName,
  { order, ...page }: OfPage & { readonly order: PaymentOrder },
): Promise<Created> {
  const expires =
    SANDBOX[provider].method === "mobile_money" ? { afterSeconds: PROMPT_SECONDS } : { at: order.expiresAt };
  const taken = await takeOrder(db, { ...order, provider, expires });
  return taken === null ? SILENT : createdOf(provider, taken, page);
}

function createdOf(provider: SandboxName, taken: BankPayment, { playPath, origin }: OfPage): Created {
  if (taken.status === "CANCELLED" || taken.status === "FAILED") {
    return { kind: "refused", failure: taken.failure ?? "cancelled" };
  }
  return { kind: "created", instructions: { ...instructionsOf(provider, taken, origin() + playPath), playPath } };
}

function instructionsOf(provider: SandboxName, taken: BankPayment, pageUrl: string): PaymentInstructions {
  const { reference } = taken;
  switch (SANDBOX[provider].method) {
    case "mobile_money":
      return { kind: "prompt", phone: taken.phone ?? "", expiresAt: taken.expiresAt ?? 0 };
    case "card":
      return { kind: "redirect", url: pageUrl };
    case "bank":
      return {
        kind: "transfer",
        bank: "Sandbox Bank",
        accountName: "Client Funds (sandbox)",
        accountNumber: "0100 2000 3000",
        reference,
        amount: taken.asked ?? ZERO,
      };
    default:
      return SANDBOX[provider] satisfies never;
  }
}

/** One that it does not know it will not take any more: so careful are few. */
function cancelled(status: BankPayment["status"] | null): Cancelled {
  switch (status) {
    case "CANCELLED":
    case "FAILED":
      return { kind: "cancelled" };
    case "SUCCEEDED":
      return { kind: "too_late" };
    case "OPEN":
    case "CHALLENGED":
    case null:
      return SILENT;
    default:
      return status satisfies never;
  }
}

function lookedUp(order: BankPayment | null): LookedUp {
  if (order === null || order.asked === null) return UNKNOWN;
  const { reference } = order;
  const received = order.receipts.map(
    (money, index): PaymentReport => ({
      about: "payment",
      reference,
      receipt: index + 1,
      outcome: "succeeded",
      ...money,
    }),
  );
  if (received.length > 0) return { kind: "known", reports: received };
  const failure = order.status === "CANCELLED" ? "cancelled" : order.failure;
  return {
    kind: "known",
    reports: failure === null ? [] : [{ about: "payment", reference, receipt: 1, outcome: "failed", failure }],
  };
}

/** What becomes of it is settled when it is asked for first. */
async function refund(
  db: Queryable,
  provider: SandboxName,
  { order, mood }: { readonly order: RefundOrder; readonly mood: BankBehaviour },
): Promise<PaidOut> {
  const fate = FATES[mood.refusesRefunds ? "refused" : mood.refunds];
  await reportReturned(db);
  try {
    const gone = await giveBack(db, provider, { ...order, receipt: order.payment, ...fate });
    return gone === null ? { kind: "refused", reason: "there is no such payment" } : wordsOf(gone);
  } catch (error) {
    if (sqlState(error) === CHECK_VIOLATION)
      return { kind: "refused", reason: "it is more than is left of the payment" };
    throw error;
  }
}

const CHECK_VIOLATION = "23514";

/** What becomes of a payout goes by its number, else by the provider's mood. */
async function payOut(
  db: Queryable,
  provider: SandboxName,
  { order, mood }: { readonly order: PayoutOrder; readonly mood: BankBehaviour },
): Promise<PaidOut> {
  const { reference, amount, currency, payee, source = null } = order;
  const isRefused = payee.kind === "connected" && !(await isPaid(db, payee.number));
  const fate = FATES[isRefused ? "refused" : (FATES_OF_NUMBERS[payee.number.slice(-4)] ?? mood.payouts)];
  const gone = await sendOut(db, provider, { reference, amount, currency, destination: payee.number, source, ...fate });
  return gone === null ? SILENT : wordsOf(gone);
}

async function lookUpOutgoing(db: Queryable, provider: SandboxName, reference: string): Promise<FoundOut> {
  const gone = await findOutgoing(db, provider, reference);
  if (gone === null || gone === "short") return UNKNOWN;
  return wordsOf(gone) as FoundOut;
}

function wordsOf(gone: Gone): PaidOut {
  switch (gone) {
    case "paid":
    case "pending":
      return { kind: gone };
    case "refused":
      return { kind: gone, reason: "The account is closed." };
    case "returned":
      return { kind: gone, reason: "The account does not exist any more." };
    case "short":
      return { kind: gone, reason: "Its balance does not reach." };
    default:
      return gone satisfies never;
  }
}

const PAGE = 500;

/** What was written while it was read may bear an earlier moment: so much is read again, and a line that is told twice is one. */
const OVERLAP_SECONDS = 60;

/** The cursor is the moment and the id of the last line, and at the end of the statement a little before it. */
async function statementOf(
  db: Queryable,
  provider: SandboxName,
  { from, cursor }: { readonly from: number; readonly cursor: string | null },
): Promise<StatementPage> {
  const [at = "", ...id] = (cursor ?? `${from - 1} ~`).split(" ");
  const moved = await listMovements(db, provider, { at: Number(at), id: id.join(" "), limit: PAGE });
  const last = moved.at(-1);
  const hasMore = moved.length === PAGE;
  return {
    kind: "page",
    lines: moved.flatMap(linesOf),
    cursor: last === undefined ? cursor : hasMore ? `${last.at} ${last.id}` : `${last.at - OVERLAP_SECONDS} `,
    hasMore,
  };
}

const FAULTY_FEE = cents(100n);

/** What the statement tells of a movement. Of what it lacks or has twice the balance knows nothing. */
function linesOf({ fault, ...moved }: BankLine): readonly StatementLine[] {
  const fee = add(moved.fee, fault === "fee" ? FAULTY_FEE : ZERO);
  const object = moved.type.startsWith("chargeback") ? disputeOf(moved.reference) : moved.id;
  const line = { ...moved, object, fee, net: subtract(moved.amount, fee), availableAt: moved.at };
  switch (fault) {
    case "left_out":
      return [];
    case "twice":
      return [line, { ...line, id: `${line.id}-again` }];
    default:
      return [line];
  }
}
