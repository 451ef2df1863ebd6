/**
 * A rail of the operator's own behind the port. Nobody is asked over a network: what is expected, came in and is to be sent are rows
 * (store/providers/rails.ts), which operators and statements write and this adapter reads.
 */

import { decimalsOf } from "../../domain/currencies.js";
import { ZERO } from "../../domain/money.js";
import { isPayable } from "../../domain/payees.js";
import { MISTAKEN, payeeForm, type Rail, railProvider, receiptOfReversal, reversalId } from "../../domain/rails.js";
import { referenceKey } from "../../domain/reference-key.js";
import type { Queryable } from "../../platform/database.js";
import {
  addPayout,
  addRefund,
  expectPayment,
  findOutgoing,
  isExpected,
  listRailLines,
  listReceipts,
  stopExpecting,
} from "../../store/providers/rails.js";
import type {
  Adapter,
  Created,
  Disputes,
  FoundOut,
  LookedUp,
  PaidOut,
  PaymentOrder,
  PaysOut,
  RefundOrder,
  StatementPage,
  TakesPayments,
} from "../port.js";
import { referenceOf } from "../port.js";

/** For so long a refund may wait for its turn before a person has to look. */
const PENDING_DAYS = 30;

type Means = { readonly db: Queryable; readonly isLive: boolean };

export function openRail(rail: Rail, { db, isLive }: Means): Adapter {
  const name = railProvider(rail);
  return {
    name,
    capabilities: [takesOf(rail), ...paysOf(rail)],
    books: rail.statements === null ? null : { backDays: null, lagSeconds: LAG_SECONDS },
    disputes: reversalsOf(db, name),
    createPayment: (order) => createPayment(db, rail, order),
    findPayment: async (order) =>
      (await isExpected(db, { provider: name, reference: order.reference }))
        ? createdOf(rail, order)
        : { kind: "unknown" },
    cancelPayment: async (reference) => {
      const { came } = await stopExpecting(db, { provider: name, reference });
      return { kind: came ? "too_late" : "cancelled" };
    },
    lookUp: (reference) => lookUp(db, name, reference),
    refund: (order) => send(db, name, order),
    lookUpRefund: ({ reference }) => foundOf(db, { provider: name, kind: "refund", reference }),
    payout: async ({ reference, amount, currency, payee }) => {
      const form = payeeForm(rail);
      if (form === null || !isPayable(form, payee))
        return { kind: "refused", reason: "This rail doesn’t pay to such an account." };
      await addPayout(db, { provider: name, reference, amount, currency, payee });
      return { kind: "pending" };
    },
    lookUpPayout: ({ reference }) => foundOf(db, { provider: name, kind: "payout", reference }),
    verifyCallback: async () => ({ kind: "forged", reason: "a rail of one's own notifies nobody" }),
    checkPayee: async () => ({ kind: "unsupported" }),
    balance: async () => ({ kind: "balance", available: [], pending: [] }),
    statement: (_from, cursor) => readPage(db, rail, cursor),
    check: async () => ({ kind: "checked", account: `${rail.name}, ${rail.holder}`, isLive, problems: [] }),
  };
}

/** Lines of its statements that count, as they were imported. */
async function readPage(db: Queryable, rail: Rail, cursor: string | null): Promise<StatementPage> {
  const rows = await listRailLines(db, railProvider(rail), { after: cursor ?? "0", limit: PAGE });
  return {
    kind: "page",
    lines: rows.map(({ id, type, reference, amount, at }) => ({
      id,
      // What came in without a name is somebody's payment until a person knows better.
      type: type === "other" && amount > ZERO ? "payment" : type,
      object: id,
      reference,
      amount,
      fee: ZERO,
      net: amount,
      currency: rail.currency,
      at,
      availableAt: at,
    })),
    cursor: rows.at(-1)?.cursor ?? cursor,
    hasMore: rows.length === PAGE,
  };
}

const PAGE = 500;
/** Somebody imports statements, a few days late at times. */
const LAG_SECONDS = 4 * 86_400;

const takesOf = ({ method, currency, countries, least, most, days }: Rail): TakesPayments => ({
  direction: "in",
  method,
  currency,
  countries,
  least,
  most,
  decimals: decimalsOf(currency),
  pendingDays: PENDING_DAYS,
  returnDays: 0,
  refundDays: null,
  holdDays: null,
  isPartial: true,
  refundsInTurn: false,
  isCancellable: true,
  lateDays: days,
});

/** Payouts wait for a batch, which people make and approve, and for the bank's statement. */
function paysOf(rail: Rail): readonly PaysOut[] {
  const [form, { payouts, currency }] = [payeeForm(rail), rail];
  if (payouts == null || form === null) return [];
  const { least, most, countries } = payouts;
  const decimals = decimalsOf(currency);
  const range = { currency, countries, least, most, decimals, pendingDays: PENDING_DAYS, returnDays: 0 } as const;
  return [{ direction: "out", method: "bank", payee: form, ...range }];
}

async function createPayment(db: Queryable, rail: Rail, order: PaymentOrder): Promise<Created> {
  const { reference, amount, currency } = order;
  await expectPayment(db, { provider: railProvider(rail), reference, key: referenceKey(reference), amount, currency });
  return createdOf(rail, order);
}

async function lookUp(db: Queryable, provider: string, reference: string): Promise<LookedUp> {
  if (!(await isExpected(db, { provider, reference }))) return { kind: "unknown" };
  const receipts = await listReceipts(db, { provider, reference });
  return {
    kind: "known",
    reports: receipts.map((one) => ({ about: "payment", reference, outcome: "succeeded", ...one })),
  };
}

const createdOf = (
  { name, holder, account, note, currency, qr }: Rail,
  { reference, amount }: PaymentOrder,
): Extract<Created, { kind: "created" }> => ({
  kind: "created",
  instructions: {
    kind: "transfer",
    bank: name,
    accountName: holder,
    accountNumber: account[0]?.value ?? "",
    reference,
    amount,
    rail: { fields: account, note, ...(qr === null ? {} : { qr: { ...qr, currency } }) },
  },
});

/** It waits for an operator to send it. No more goes back than came in. */
async function send(
  db: Queryable,
  provider: string,
  { reference, payment, amount, currency }: RefundOrder,
): Promise<PaidOut> {
  return (await addRefund(db, { provider, reference, payment, amount, currency }))
    ? { kind: "pending" }
    : { kind: "refused", reason: "less than that came in by the payment, or it goes back already" };
}

async function foundOf(db: Queryable, named: Parameters<typeof findOutgoing>[1]): Promise<FoundOut> {
  const found = await findOutgoing(db, named);
  if (found === null) return { kind: "unknown" };
  const { status, amount, currency, reason } = found;
  switch (status) {
    case "OPEN":
      return { kind: "pending" };
    case "PAID":
      return { kind: "paid", money: { amount, currency } };
    case "REFUSED":
      return { kind: "refused", reason: reason ?? "" };
    case "RETURNED":
      return { kind: "returned", reason: reason ?? "" };
    default:
      return status satisfies never;
  }
}

/**
 * A receipt that was booked by mistake is taken back as a bank takes a payment back, by two operators (commands/reverse-receipt.ts):
 * what is called so has been decided.
 */
const reversalsOf = (db: Queryable, provider: string): Disputes => ({
  files: { most: 0, types: [] },
  lookUp: async (theirId) => {
    const named = receiptOfReversal(theirId);
    if (named === null) return { kind: "unknown" };
    const receipts = await listReceipts(db, { provider, reference: named.reference });
    const found = receipts.find(({ receipt }) => receipt === named.receipt);
    if (found === undefined) return { kind: "unknown" };
    return {
      kind: "known",
      report: {
        about: "dispute",
        payment: referenceOf(named),
        theirId: reversalId(named.reference, named.receipt),
        stage: "lost",
        isTaken: true,
        fee: ZERO,
        reason: MISTAKEN,
        answerBy: null,
        amount: found.amount,
        currency: found.currency,
      },
    };
  },
  answer: async () => ({ kind: "refused", reason: "no bank decides about it" }),
});
