/** Who is written to when a payer's bank disputes a payment, and when it has decided: the seller, the buyer and operators. */
import { type Chargeback, owedFor } from "../domain/chargebacks.js";
import type { Money } from "../domain/currencies.js";
import type { Changes, Escrow, Facts } from "../domain/model.js";
import { MISTAKEN } from "../domain/rails.js";
import type { ChargebackStatus } from "../domain/states.js";
import { type BuyerMail, orderMail } from "./buyer/select-mails.js";
import { writeParams } from "./params.js";
import { aboutOrder, type SellerMail } from "./seller/select-mails.js";

export type ChargebackMails = {
  readonly buyer: readonly BuyerMail[];
  readonly seller: readonly SellerMail[];
  /** JSON of the parameters of each `operator_chargeback`. */
  readonly operators: readonly string[];
};

/** @param before what was known of the chargebacks of the escrow; others that are written have only been paid. */
export function selectChargebackMails(
  { chargeback: before }: Pick<Facts, "chargeback">,
  { chargebacks = [] }: Changes,
  escrow: Escrow | undefined,
): ChargebackMails {
  const news = chargebacks.flatMap((now) => {
    const was = before?.all.find(({ id }) => id === now.id)?.status ?? null;
    if (before === undefined || escrow === undefined || was === now.status) return [];
    const currency = before.payment.presented?.currency;
    const disputed =
      now.presented === null || currency === undefined ? null : [{ amount: now.presented.amount, currency }];
    return [{ now, was, escrow, disputed }];
  });
  return {
    buyer: news.flatMap(toBuyer),
    seller: news.flatMap(toSeller),
    operators: news.flatMap((one) =>
      one.now.status === "ANSWERED" || one.now.reason === MISTAKEN ? [] : [forOperators(one)],
    ),
  };
}

type News = {
  readonly now: Chargeback;
  readonly was: ChargebackStatus | null;
  readonly escrow: Escrow;
  /** Its amount as the payer's bank has it; null for USD. */
  readonly disputed: readonly Money[] | null;
};

function toBuyer({ now: { status, reason, ...now }, was, escrow, disputed }: News): readonly BuyerMail[] {
  const about = { amount: now.amount, disputed };
  // No bank has a say in it: it is told once.
  if (reason === MISTAKEN) return status === "LOST" ? orderMail(escrow, ["receipt_reversed", about]) : [];
  if (was === null && status !== "WON") return orderMail(escrow, ["chargeback_opened", about]);
  if (status === "WON" && was !== null) return orderMail(escrow, ["chargeback_won", about]);
  return status === "LOST" ? orderMail(escrow, ["chargeback_lost", about]) : [];
}

function toSeller({ now, was, escrow, disputed }: News): readonly SellerMail[] {
  const { status, reason } = now;
  const about = { amount: now.amount, disputed };
  if (reason === MISTAKEN) return status === "LOST" ? [aboutOrder(escrow, ["seller_receipt_reversed", about])] : [];
  if (status === "LOST") return [aboutOrder(escrow, ["seller_chargeback_lost", { ...about, owed: owedFor(now) }])];
  if (status === "WON") return was === null ? [] : [aboutOrder(escrow, ["seller_chargeback_won", about])];
  if (status === "ANSWERED" && was !== null) return [];
  return [aboutOrder(escrow, ["seller_chargeback_opened", { ...about, is_inquiry: status === "INQUIRY" }])];
}

const forOperators = ({ now: { id, status, amount, reason, provider, answerBy }, escrow, disputed }: News): string =>
  writeParams({
    chargeback: id,
    status,
    amount,
    reason,
    provider,
    answer_by: answerBy,
    reference: escrow.referenceCode,
    disputed,
  });
