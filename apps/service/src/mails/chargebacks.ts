/** Who is written to when a payer's bank disputes a payment, and when it has decided: the seller, the buyer and operators. */
import { type Chargeback, owedFor } from "../domain/chargebacks.js";
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
    return before === undefined || escrow === undefined || was === now.status ? [] : [{ now, was, escrow }];
  });
  return {
    buyer: news.flatMap(toBuyer),
    seller: news.flatMap(toSeller),
    operators: news.flatMap(({ now, escrow: of }) =>
      now.status === "ANSWERED" || now.reason === MISTAKEN ? [] : [forOperators(now, of)],
    ),
  };
}

type News = { readonly now: Chargeback; readonly was: ChargebackStatus | null; readonly escrow: Escrow };

function toBuyer({ now: { status, amount, reason }, was, escrow }: News): readonly BuyerMail[] {
  // No bank has a say in it: it is told once.
  if (reason === MISTAKEN) return status === "LOST" ? orderMail(escrow, ["receipt_reversed", { amount }]) : [];
  if (was === null && status !== "WON") return orderMail(escrow, ["chargeback_opened", { amount }]);
  if (status === "WON" && was !== null) return orderMail(escrow, ["chargeback_won", { amount }]);
  return status === "LOST" ? orderMail(escrow, ["chargeback_lost", { amount }]) : [];
}

function toSeller({ now, was, escrow }: News): readonly SellerMail[] {
  const { status, amount, reason } = now;
  if (reason === MISTAKEN)
    return status === "LOST" ? [aboutOrder(escrow, ["seller_receipt_reversed", { amount }])] : [];
  if (status === "LOST") return [aboutOrder(escrow, ["seller_chargeback_lost", { amount, owed: owedFor(now) }])];
  if (status === "WON") return was === null ? [] : [aboutOrder(escrow, ["seller_chargeback_won", { amount }])];
  if (status === "ANSWERED" && was !== null) return [];
  return [aboutOrder(escrow, ["seller_chargeback_opened", { amount, is_inquiry: status === "INQUIRY" }])];
}

const forOperators = ({ id, status, amount, reason, provider, answerBy }: Chargeback, escrow: Escrow): string =>
  writeParams({
    chargeback: id,
    status,
    amount,
    reason,
    provider,
    answer_by: answerBy,
    reference: escrow.referenceCode,
  });
