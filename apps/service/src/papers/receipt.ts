/** The receipt and the invoice of an order: one bill, for what was paid and for what is to be paid. */
import { isEndedByMistake } from "../domain/ended-by-bank.js";
import { totalOf } from "../domain/escrow.js";
import { add, type Cents, subtract, ZERO } from "../domain/money.js";
import { isAtQuote } from "../domain/presented.js";
import { UNFUNDED } from "../domain/states.js";
import type { Issuer } from "../store/read/issuer.js";
import { goingBack, type PaymentView, type RefundView, receivedOf } from "../store/read/money/payments.js";
import { restOf, sumOf } from "../store/read/orders/lines.js";
import type { Order } from "../store/read/orders/orders.js";
import { countryName, day, grouped, instant, usd } from "../words/format.js";
import type { Locale } from "../words/locale.js";
import { chargedRateLine, moneys } from "../words/presented.js";
import type { Zone } from "../words/zone.js";
import { holderLines } from "./holder.js";
import type { Paper, Section, Sum } from "./paper.js";
import { orderWords, receiptWords } from "./words.js";

/** What a bill is made of. */
export type Billed = {
  readonly order: Pick<Order, "escrow" | "lines" | "entries" | "transfers">;
  readonly payments: readonly PaymentView[];
  readonly refunds: readonly RefundView[];
  readonly issuer: Issuer;
};

type How = {
  readonly kind: "receipt" | "invoice";
  readonly locale: Locale;
  /** The reader's. */
  readonly zone: Zone;
  /** Unix seconds: what came later is not on it. */
  readonly at: number;
  readonly isSandbox: boolean;
};

/** Of payments, and of refunds: an order of more has a page that shows them. */
const MOVEMENTS_MAX = 50;

export function billOf(billed: Billed, how: How): Paper {
  const { kind, locale, zone, at, isSandbox } = how;
  const words = receiptWords(locale);
  const { escrow } = billed.order;
  const isOpen = (UNFUNDED as readonly string[]).includes(escrow.status);
  const states = orderWords(locale);
  const status = isEndedByMistake(billed.order) ? states.mistaken : states[`status_${escrow.status}`];
  return {
    locale,
    title: words[kind],
    number: escrow.referenceCode,
    notice: isSandbox ? words.rehearsal : "",
    name: billed.issuer.brandName === "" ? billed.issuer.tradingName : billed.issuer.brandName,
    logo: billed.issuer.logo,
    facts: [
      [words.number, escrow.referenceCode],
      ...(escrow.externalReference === "" ? [] : [[words.order, escrow.externalReference] as const]),
      [words.ordered, day(escrow.created, locale, zone)],
      ...(kind === "invoice" && isOpen ? [[words.due, instant(escrow.fundingDeadline, locale, zone)] as const] : []),
      ...(kind === "receipt" ? [[words.issued, day(at, locale, zone)] as const, [words.status, status] as const] : []),
    ],
    parties: [
      { label: words.from, lines: sellerLines(billed.issuer, locale) },
      { label: words.to, lines: [escrow.buyerEmail] },
      { label: words.heldBy, lines: holderLines() },
    ],
    // An invoice says what the payer's bank shows, where that isn't the amount which is taken off.
    sections: [
      itemsOf(billed, how),
      ...(kind === "receipt" || isPaidAbroad(billed, at) ? movementsOf(billed, how) : []),
    ],
    footer: words.footer,
    pageOf: words.page,
  };
}

function sellerLines(issuer: Issuer, locale: Locale): readonly string[] {
  const { tradingName, legalName, address, country, taxId, supportEmail, sellerCode } = issuer;
  return [
    tradingName,
    legalName === tradingName ? "" : legalName,
    ...address.split("\n"),
    countryName(country, locale),
    taxId === "" ? "" : `${receiptWords(locale).taxId}: ${taxId}`,
    supportEmail,
    sellerCode,
  ].filter((line) => line.trim() !== "");
}

/** What says of a refund that was asked for that a part of the bill is taken back: the paper beside the receipt. */
export function creditNoteOf(billed: Billed, { asked, ...refund }: CreditedRefund, how: Omit<How, "kind">): Paper {
  const { locale, zone } = how;
  const words = receiptWords(locale);
  const { escrow } = billed.order;
  const bill = billOf(billed, { ...how, kind: "receipt" });
  const row = (name: string, amount: Cents): readonly string[] => [name, usd(amount, locale)];
  return {
    ...bill,
    title: words.creditNote,
    number: asked.number,
    facts: [
      [words.number, asked.number],
      [words.creditFor, escrow.referenceCode],
      ...(escrow.externalReference === "" ? [] : [[words.order, escrow.externalReference] as const]),
      [words.on, instant(refund.created, locale, zone)],
      [words.status, orderWords(locale)[`refundStatus_${refund.status}`]],
      [words.reason, orderWords(locale)[`refund_${refund.reason}`]],
      ...(refund.back === null ? [] : [[words.credited, moneys(refund.back, locale)] as const]),
    ],
    sections: [
      {
        heading: escrow.title,
        columns: [
          { head: words.item, width: 0.76, isNumber: false },
          { head: words.sum, width: 0.24, isNumber: true },
        ],
        rows: [
          row(words.creditOf, subtract(refund.amount, asked.fees)),
          ...(asked.fees === ZERO ? [] : [row(orderWords(locale).fees, asked.fees)]),
        ],
        empty: "",
        sums: [{ name: words.credited, amount: usd(refund.amount, locale), isTotal: true }],
      },
    ],
  };
}

type CreditedRefund = RefundView & { readonly asked: NonNullable<RefundView["asked"]> };

/** The refund that a number names; null for none of the order's. */
export const creditedIn = (refunds: readonly RefundView[], number: string | undefined): CreditedRefund | null =>
  refunds.find((refund): refund is CreditedRefund => refund.asked?.number === number) ?? null;

/** Lines that don't add up to the order have one more, so that the bill does. */
function itemsOf(billed: Billed, how: How): Section {
  const { locale } = how;
  const words = receiptWords(locale);
  const { escrow, lines } = billed.order;
  const row = (name: string, quantity: number, [price, sum]: readonly [Cents, Cents]): readonly string[] => [
    name,
    grouped(quantity, locale),
    usd(price, locale),
    usd(sum, locale),
  ];
  const rest = restOf(lines, escrow.amount);
  return {
    heading: escrow.title,
    columns: [
      { head: words.item, width: 0.52, isNumber: false },
      { head: words.quantity, width: 0.12, isNumber: true },
      { head: words.price, width: 0.18, isNumber: true },
      { head: words.sum, width: 0.18, isNumber: true },
    ],
    rows: [
      ...(lines.length === 0 ? [row(escrow.title, 1, [escrow.amount, escrow.amount])] : []),
      ...lines.map((line) => row(line.name, line.quantity, [line.unitAmount, sumOf(line)])),
      ...(rest === null ? [] : [[words.other, "", "", usd(rest, locale)]]),
    ],
    empty: "",
    sums: sumsOf(billed, how),
  };
}

function sumsOf(billed: Billed, { kind, locale, at }: How): readonly Sum[] {
  const [words, names] = [receiptWords(locale), orderWords(locale)];
  const { escrow } = billed.order;
  const total = totalOf(escrow);
  const sum = (name: string, amount: Cents, isTotal = false): Sum => ({ name, amount: usd(amount, locale), isTotal });
  const paid = add(...paymentsUntil(billed, at).map(({ received }) => received));
  // What is over takes no money any more, and what went back isn't asked for again.
  const paidByNow = add(...paymentsUntil(billed, Number.MAX_SAFE_INTEGER).map(({ received }) => received));
  const isOpen = (UNFUNDED as readonly string[]).includes(escrow.status) || paidByNow >= total;
  const open = isOpen && paid < total ? subtract(total, paid) : ZERO;
  const back = add(...billed.refunds.filter(({ created }) => created <= at).map(goingBack));
  return [
    sum(names.amount, escrow.amount),
    sum(names.fees, escrow.fees),
    sum(names.total, total, true),
    ...(kind === "invoice"
      ? [
          sum(words.paid, paid),
          ...(back === ZERO ? [] : [sum(names.returned, back), sum(words.net, subtract(paid, back))]),
          sum(words.open, open, true),
        ]
      : []),
  ];
}

const paymentsUntil = ({ payments }: Billed, at: number): readonly PaymentView[] =>
  payments.filter((one) => one.status === "SUCCEEDED" && paidAt(one) <= at);

const isPaidAbroad = (billed: Billed, at: number): boolean =>
  paymentsUntil(billed, at).some(({ presented }) => presented !== null);

/** "Mobile money · KES 131,937.00 ($1 = KES 131.937)": how it was paid, and what the payer's bank shows where that isn't the amount beside it. */
function wayOf(payment: PaymentView, locale: Locale): string {
  const method = orderWords(locale)[`method_${payment.method}`];
  const { presented } = payment;
  if (presented === null) return method;
  const rate = isAtQuote({ ...payment, presented }) ? ` (${chargedRateLine(presented, locale)})` : "";
  return `${method} · ${moneys(receivedOf(payment), locale)}${rate}`;
}

/** When its money came, not when the buyer began to pay. */
const paidAt = ({ receivedAt, created }: PaymentView): number => receivedAt ?? created;

/** Money that was booked by mistake, and taken back: it never came. */
const mistakenUntil = ({ order }: Billed, at: number): Cents =>
  add(
    ...order.transfers
      .filter(({ kind, created, isMistake }) => kind === "chargeback_taken" && isMistake && created <= at)
      .map(({ amount }) => amount),
  );

/** What the payer's bank took of payments, and has kept; what it took of refunds stands with those. */
function takenUntil(billed: Billed, at: number): Cents {
  const { order, refunds } = billed;
  const moved = (wanted: "chargeback_taken" | "chargeback_returned"): Cents =>
    add(...order.transfers.filter(({ kind, created }) => kind === wanted && created <= at).map(({ amount }) => amount));
  const kept = subtract(moved("chargeback_taken"), add(moved("chargeback_returned"), mistakenUntil(billed, at)));
  const ofRefunds = add(...refunds.map(({ taken }) => taken));
  return kept > ofRefunds ? subtract(kept, ofRefunds) : ZERO;
}

/** What the buyer has paid in the end: without what went back, what a bank took, and what never came. */
const netOf = (payments: readonly PaymentView[], refunds: readonly RefundView[], taken: Cents): Cents =>
  subtract(
    add(...payments.map(({ received }) => received)),
    add(...refunds.map(goingBack), ...refunds.map((one) => one.taken), taken),
  );

/** What arrived, and what went back. */
function movementsOf(billed: Billed, { locale, zone, at }: How): readonly Section[] {
  const [words, names] = [receiptWords(locale), orderWords(locale)];
  const payments = paymentsUntil(billed, at);
  const refunds = billed.refunds.filter(({ created }) => created <= at);
  const taken = takenUntil(billed, at);
  const mistaken = mistakenUntil(billed, at);
  const columns = [
    { head: words.method, width: 0.44, isNumber: false },
    { head: words.on, width: 0.36, isNumber: false },
    { head: words.sum, width: 0.2, isNumber: true },
  ];
  const section = (heading: string, rows: Section["rows"], sums: readonly Sum[]): Section => ({
    heading,
    columns,
    rows: [
      ...rows.slice(0, MOVEMENTS_MAX),
      ...(rows.length > MOVEMENTS_MAX ? [[words.more({ count: rows.length - MOVEMENTS_MAX }), "", ""]] : []),
    ],
    empty: words.nothing,
    sums: rows.length === 0 ? [] : sums,
  });
  const sum = (name: string, amounts: readonly Cents[]): Sum => ({
    name,
    amount: usd(add(...amounts), locale),
    isTotal: false,
  });
  const received = section(
    words.paymentsReceived,
    payments.map((one) => [wayOf(one, locale), instant(paidAt(one), locale, zone), usd(one.received, locale)]),
    [
      sum(
        names.received,
        payments.map((one) => one.received),
      ),
      ...(taken === ZERO ? [] : [sum(names.takenBack, [taken])]),
      ...(mistaken === ZERO ? [] : [sum(names.mistaken, [mistaken])]),
    ],
  );
  if (refunds.length === 0) return [received];
  const returned = section(
    words.refunds,
    refunds.map((one) => [
      [
        names[`refundStatus_${one.status}`],
        names[`refund_${one.reason}`],
        ...(one.back === null ? [] : [moneys(one.back, locale)]),
      ].join(" · "),
      instant(one.created, locale, zone),
      usd(one.amount, locale),
    ]),
    [
      sum(names.returned, refunds.map(goingBack)),
      ...(
        [
          [names.heldBack, refunds.map(({ held }) => held)],
          [names.takenBack, refunds.map(({ taken }) => taken)],
        ] as const
      ).flatMap(([name, amounts]) => (add(...amounts) === ZERO ? [] : [sum(name, amounts)])),
      { ...sum(words.net, [netOf(payments, refunds, add(taken, mistaken))]), isTotal: true },
    ],
  );
  return [received, returned];
}
