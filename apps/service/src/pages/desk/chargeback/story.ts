/** The evidence for a bank, as plain text: made from what an order shows, for an operator to read, change and send. */
import type { Entry } from "../../../domain/model.js";
import { isAtQuote } from "../../../domain/presented.js";
import type { BuyerSignIn } from "../../../store/read/desk/chargebacks.js";
import { type PaymentView, receivedOf } from "../../../store/read/money/payments.js";
import type { Order, OrderEntry } from "../../../store/read/orders/orders.js";
import { usd } from "../../../words/format.js";
import { chargedRateLine, moneys } from "../../../words/presented.js";
import { operatorName } from "../../kit/operator.js";

const VERBS = {
  submit: "The seller delivered",
  requestRevision: "The buyer asked for changes of",
  approve: "The buyer approved",
  dispute: "The buyer opened a dispute with us about",
  resume: "The dispute was decided; work went on with",
  release: "The dispute was decided for the seller:",
  settle: "The order was settled:",
  refund: "All of it was refunded:",
  statement: "Written in the dispute about",
  offer: "A split was offered for",
  withdrawOffer: "An offer was withdrawn for",
  declineOffer: "An offer was declined for",
} as const satisfies Record<Entry["verb"], string>;

const WHO = {
  buyer: () => "buyer",
  merchant: () => "seller",
  operator: operatorName,
  timer: () => "the time to review ran out",
  bank: () => "the payer's bank",
} as const satisfies Record<Entry["actor"], () => string>;

/** Of what somebody wrote. */
const QUOTE_LENGTH = 600;
const moment = (unixSeconds: number): string =>
  `${new Date(unixSeconds * 1000).toISOString().slice(0, 16).replace("T", " ")} UTC`;

/** "KES 33,835.24 for $256.45, at $1 = KES 131.937": as the payer's bank knows it; null for USD, which the price says. */
function paidText(payment: PaymentView): string | null {
  const { presented, received } = payment;
  if (presented === null) return null;
  const rate = isAtQuote({ ...payment, presented }) ? `, at ${chargedRateLine(presented, "en")}` : "";
  return `${moneys(receivedOf(payment), "en")} for ${usd(received, "en")}${rate}`;
}

/** @param payment the one that is disputed; null where it is not known. */
export function storyOf(
  { escrow, merchant, lines, entries, evidence }: Order,
  { payment, signIns }: { readonly payment: PaymentView | null; readonly signIns: readonly BuyerSignIn[] },
): string {
  const paid = payment === null ? null : paidText(payment);
  const part = (entry: OrderEntry): string =>
    escrow.milestones.length === 1
      ? "the order"
      : `"${escrow.milestones.find(({ id }) => id === entry.milestone)?.title ?? ""}"`;
  return [
    `Order ${escrow.referenceCode}: ${escrow.title}`,
    ...(escrow.description === "" ? [] : [escrow.description]),
    `Seller: ${merchant.tradingName}. Buyer: ${escrow.buyerEmail}.`,
    `Price ${usd(escrow.amount, "en")}, fees ${usd(escrow.fees, "en")}. The money was held in escrow, and is released to the seller when the buyer approves.`,
    ...lines.map(({ name, quantity, unitAmount }) => `- ${quantity} x ${name}, ${usd(unitAmount, "en")} each`),
    "",
    `${moment(escrow.created)}: The buyer confirmed the order.`,
    ...(payment === null
      ? []
      : [`${moment(payment.created)}: The payment arrived${paid === null ? "" : `: ${paid}`}.`]),
    ...entries.map((entry) => {
      const files = evidence.filter((file) => file.entry === entry.number).map(({ name }) => name);
      const said = [...entry.text.trim()].slice(0, QUOTE_LENGTH).join("");
      return [
        `${moment(entry.created)}: ${VERBS[entry.verb]} ${part(entry)} (${WHO[entry.actor]()}).`,
        ...(said === "" ? [] : [`  "${said}"`]),
        ...(files.length === 0 ? [] : [`  Files: ${files.join(", ")}`]),
      ].join("\n");
    }),
    ...(signIns.length === 0
      ? []
      : [
          "",
          "The buyer signed in to see the order:",
          ...signIns.map(({ at, network }) => `- ${moment(at)}${network === "" ? "" : ` from ${network}`}`),
        ]),
  ].join("\n");
}

/** yyyy-mm-dd of the last delivery; null where nothing was delivered. */
export function deliveredOn({ entries }: Pick<Order, "entries">): string | null {
  const last = entries.findLast(({ verb }) => verb === "submit");
  return last === undefined ? null : new Date(last.created * 1000).toISOString().slice(0, 10);
}
