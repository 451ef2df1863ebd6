/** What operators do about one payment by a rail: book what came in, say that nothing did, take back what was booked by mistake. */
import { askSecond } from "../../../commands/ask-second.js";
import { bookReceipt } from "../../../commands/book-receipt.js";
import { isSecondNeeded, type OnAccount } from "../../../commands/on-account.js";
import { refuseReceipt } from "../../../commands/refuse-receipt.js";
import { reverseReceipt } from "../../../commands/reverse-receipt.js";
import { type Currency, formatAmount } from "../../../domain/currencies.js";
import { parseUuid } from "../../../domain/ids.js";
import { type Cents, CURRENCY, cents, formatMoney } from "../../../domain/money.js";
import { dayOf } from "../../../domain/reconciliation.js";
import { dayText } from "../../../platform/clock.js";
import type { Answer } from "../../kit/answer.js";
import { PageRefusal } from "../../kit/refusal.js";
import type { Handler, Posted } from "../../kit/route.js";
import { UNPROCESSABLE } from "../../kit/status.js";
import type { DeskContext } from "../access.js";
import { receiptPath } from "../links.js";
import type { DeskServices } from "../load.js";
import { NO_REASON, operatorOf, readReason, type TypedReason } from "../parts.js";
import { saidOf } from "../words.js";
import { NOTHING_TYPED, readReceipt, type TypedReceipt } from "./form.js";
import { loadShown, type ShownReceipts } from "./load.js";
import { NO_REVERSAL, ReceiptPage, type TypedReversal } from "./view.js";

type ReceiptAction = Handler<DeskContext, DeskServices, Posted>;

export const book: ReceiptAction = async (context, { params, form }, { db, config }) => {
  const shown = await loadShown(params, { db });
  const { currency, asked: askedFor, askedUsd } = shown.expected;
  const read = readReceipt(form, dayOf(shown.now), currency);
  if (!read.ok) return again(context, { shown, typed: read.typed }, config);
  const { escrow, payment, reference, referenceCode } = shown.expected;
  const receipt = read.value;
  const by = byOf(context, shown);
  const acted = await bookReceipt(db, by, {
    ...receipt,
    escrow,
    payment,
    worth: cents((receipt.amount * askedUsd + askedFor - 1n) / askedFor),
    secondFrom: config.manualFrom,
  });
  if (!acted.ok && acted.reason === "unchanged") {
    const { amount = "", day = "", bank_reference: bankReference = "" } = form;
    const problems = { bankReference: "Money with this reference of the bank is booked already." };
    return again(context, { shown, typed: { amount, day, bankReference, problems } }, config);
  }
  if (!isSecondNeeded(acted)) return `${pathOf(shown)}?said=${saidOf(acted, "booked")}`;
  const asked = await askSecond(db, by, {
    request: { action: "book_receipt", escrow, payment, ...receipt },
    subject: `${reference} ${receipt.bankReference}`,
    shown: {
      amount: amountIn(receipt.amount, currency),
      reference: referenceCode,
      day: dayText(receipt.day),
      "bank reference": receipt.bankReference,
    },
  });
  return `${pathOf(shown)}?said=${saidOf(asked, "second")}`;
};

export const refuse: ReceiptAction = async (context, { params, form }, { db, config }) => {
  const shown = await loadShown(params, { db });
  const reason = readReason(form["reason"], 500);
  if (reason.problem !== null) return again(context, { shown, reason }, config);
  const { escrow, payment } = shown.expected;
  const acted = await refuseReceipt(db, { ...byOf(context, shown), reason: reason.reason }, { escrow, payment });
  return `${pathOf(shown)}?said=${saidOf(acted, "claim-refused")}`;
};

/** Another operator always confirms it. */
export const reverse: ReceiptAction = async (context, { params, form }, { db, executor, config }) => {
  const shown = await loadShown(params, { db });
  const { escrow, referenceCode } = shown.expected;
  const payment = parseUuid("payment", form["booked"] ?? "");
  const receipt = shown.receipts.find((one) => one.payment === payment);
  if (payment === null || receipt === undefined) throw new PageRefusal("not_found");
  const reversal = readReason(form["reversal_reason"]);
  if (reversal.problem !== null) return again(context, { shown, reversal: { ...reversal, payment } }, config);
  const by = { ...byOf(context, shown), reason: reversal.reason };
  const acted = await reverseReceipt(executor, by, { escrow, payment });
  if (!isSecondNeeded(acted)) return `${pathOf(shown)}?said=${saidOf(acted, "reversed", "not-held")}`;
  const asked = await askSecond(db, by, {
    request: { action: "reverse_receipt", escrow, payment },
    subject: `receipt ${payment}`,
    shown: {
      amount: amountIn(receipt.amount, shown.expected.currency),
      reference: referenceCode,
      "bank reference": receipt.bankReference,
    },
  });
  return `${pathOf(shown)}?said=${saidOf(asked, "second")}`;
};

/** Of dollars the digits alone. */
const amountIn = (amount: Cents, currency: Currency): string =>
  currency === CURRENCY ? formatMoney(amount) : `${formatAmount(amount, currency)} ${currency}`;

const pathOf = ({ expected: { sellerCode, escrow, payment } }: ShownReceipts): string =>
  receiptPath(sellerCode, escrow, payment);

const byOf = (context: DeskContext, { expected: { account } }: ShownReceipts): OnAccount => ({
  operator: operatorOf(context),
  account,
  reason: "",
});

/** The page again, with what has to be put right. */
function again(
  context: DeskContext,
  {
    shown,
    typed = NOTHING_TYPED,
    reason = NO_REASON,
    reversal = NO_REVERSAL,
  }: {
    readonly shown: ShownReceipts;
    readonly typed?: TypedReceipt;
    readonly reason?: TypedReason;
    readonly reversal?: TypedReversal;
  },
  { manualFrom }: DeskServices["config"],
): Answer {
  const page = (
    <ReceiptPage
      context={context}
      shown={shown}
      from={manualFrom}
      typed={typed}
      reason={reason}
      reversal={reversal}
      said={undefined}
    />
  );
  return { status: UNPROCESSABLE, page };
}
