/** Mails to operators of the deployment, in English as their desk is. */
import { CHARGEBACK_STATUSES } from "../domain/states.js";
import { instant } from "../words/format.js";
import { withUsd } from "../words/presented.js";
import type { Zone } from "../words/zone.js";
import { given } from "./given.js";
import type { Fact, Letter } from "./letter.js";
import { amount, moneys, oneOf, orNull, type ParamsOf, text, uuid, wholeNumber } from "./params.js";

export const OPERATOR_CHARGEBACK_FIELDS = {
  chargeback: uuid,
  status: oneOf(CHARGEBACK_STATUSES),
  amount,
  /** In the provider's words. */
  reason: text,
  provider: text,
  /** Unix seconds; null for no answer wanted. */
  answer_by: orNull(wholeNumber),
  /** The order's `TR-` code. */
  reference: text,
  /** The amount as the payer's bank has it; null for USD. */
  disputed: orNull(moneys),
} as const;
type Params = ParamsOf<typeof OPERATOR_CHARGEBACK_FIELDS>;

const TEXT_LENGTH = 120;

const HAPPENED = {
  INQUIRY: ["A bank asks about a payment", "It takes no money yet. Answer it, and it may stay so."],
  OPEN: ["Chargeback", "Look at what there is to prove, and send it before the deadline."],
  ANSWERED: ["Chargeback answered", "The bank has our answer."],
  WON: ["Chargeback won", "What was taken is back where it was. There is nothing to do."],
  LOST: ["Chargeback lost", "The money is gone. Where something is left of the order, it waits for your decision."],
} as const satisfies Record<Params["status"], readonly [title: string, next: string]>;

export function operatorChargebackLetter(params: Params, publicUrl: string, zone: Zone): Letter {
  const [title, next] = HAPPENED[params.status];
  const money = withUsd(params.disputed, params.amount, "en");
  const isOpen = params.status === "INQUIRY" || params.status === "OPEN";
  const facts: readonly (Fact | null)[] = [
    ["Amount", money],
    ["Order", params.reference],
    ["Provider", params.provider],
    ["Reason", given(params.reason, TEXT_LENGTH)],
    isOpen && params.answer_by !== null ? ["Answer by", instant(params.answer_by, "en", zone)] : null,
  ];
  return {
    locale: "en",
    subject: `${title}: ${money}`,
    blocks: [
      { say: next },
      { facts: facts.filter((fact) => fact !== null) },
      { link: { label: "Open the chargeback", url: `${publicUrl}/desk/chargebacks/${params.chargeback}` } },
    ],
    footer: "You get this mail because you are an operator of this deployment.",
  };
}
