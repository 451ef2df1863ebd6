/**
 * Reports as they are kept between the notice that brought them and their booking, and what no report may say. A report that is
 * read here is whole: what is missing of one, or can't be read, never becomes a default on the way to the books.
 */
import { formatAmount } from "../domain/currencies.js";
import { type Cents, parseCents, ZERO } from "../domain/money.js";
import { PAYMENT_FAILURES } from "../domain/states.js";
import { sha256 } from "../platform/hash.js";
import type {
  DisputeReport,
  FoundOut,
  Money,
  Named,
  OutgoingReport,
  PayeeReport,
  PaymentReport,
  ProviderIds,
  Report,
  Unreachable,
  Verified,
} from "./port.js";
import { Unreadable } from "./unreadable.js";

/** What no provider ever says of money; null for a report that may be booked. */
function problemOf(report: Report): string | null {
  switch (report.about) {
    case "payment":
      if (report.outcome !== "succeeded") return null;
      return problemOfMoney(report) ?? problemOfFee(report.fee ?? ZERO);
    case "refund":
    case "payout":
      return report.money === undefined ? null : problemOfMoney(report.money);
    case "dispute":
      return problemOfMoney(report) ?? problemOfFee(report.fee);
    case "payee":
      return null;
    default:
      return report satisfies never;
  }
}

/** As many digits as the database's integers hold for sure. */
const CENTS_MAX = 10n ** 18n - 1n;

const problemOfMoney = ({ amount }: Money): string | null =>
  amount > 0n && amount <= CENTS_MAX ? null : `it tells of an amount of ${amount}`;
const problemOfFee = (fee: Cents): string | null =>
  fee >= 0n && fee <= CENTS_MAX ? null : `it tells of a fee of ${fee}`;

/** What is wrong with any of them. */
const problemIn = (reports: readonly Report[]): string | null =>
  reports.map(problemOf).find((problem) => problem !== null) ?? (isText(reports) ? null : "it bears signs of no text");

/** Whether the database can hold all texts in it: no NUL, and no half of a sign. */
function isText(value: unknown): boolean {
  if (typeof value === "string") return !value.includes("\0") && value.isWellFormed();
  return typeof value !== "object" || value === null || Object.values(value).every(isText);
}

/** @throws {Unreadable} for what no provider ever says. */
export function requireSound(reports: readonly Report[]): void {
  const problem = problemIn(reports);
  if (problem !== null) throw new Unreadable(problem);
}

/** A notice that tells what no provider ever says is as good as one that can't be read. */
export function sound(verified: Verified): Verified {
  const problem = verified.kind === "genuine" ? problemIn(verified.reports) : null;
  return problem === null || verified.kind !== "genuine"
    ? verified
    : { kind: "unreadable", id: verified.id, reason: problem };
}

/** What was paid is what was asked for, as far as the provider says how much: else a person has to look. */
export function asAsked<Answer extends FoundOut>({ amount, currency }: Money, answer: Answer): Answer | Unreachable {
  if (answer.kind !== "paid" || answer.money === undefined) return answer;
  const { money } = answer;
  if (money.amount === amount && money.currency === currency) return answer;
  const said = `${formatAmount(money.amount, money.currency)} ${money.currency} was paid, and ${formatAmount(amount, currency)} ${currency} was asked for`;
  return { kind: "unreachable", reason: `it says that ${said}`, cause: "unreadable" };
}

/**
 * Of a notice whose signature bears no time, where reports say how things stand now: the same bytes sent again may report something new.
 */
export const noticeIdOf = (body: Buffer, reports: readonly Report[]): string =>
  sha256(Buffer.concat([body, Buffer.from(JSON.stringify(reports, written))])).toString("hex");
const written = (_name: string, value: unknown): unknown => (typeof value === "bigint" ? String(value) : value);

// As they are kept ---------------------------------------------------------------------------------------------------

type Kept = Readonly<Record<string, unknown>>;

/** As the callback wrote them: amounts are text. @throws {Unreadable} for anything else than reports. */
export function reportsFrom(kept: unknown): readonly Report[] {
  if (!Array.isArray(kept)) throw new Unreadable("it was not kept as a list");
  return kept.map((one: unknown) => {
    if (!isObject(one)) throw new Unreadable("it was not kept as a report");
    const report = readers[oneOf(ABOUT, one, "about")](one);
    const problem = problemOf(report);
    if (problem !== null) throw new Unreadable(problem);
    return report;
  });
}

const isObject = (value: unknown): value is Kept =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const ABOUT = ["payment", "refund", "payout", "dispute", "payee"] as const;
const readers: { readonly [About in (typeof ABOUT)[number]]: (kept: Kept) => Report } = {
  payment: paymentFrom,
  refund: (kept) => outgoingFrom(kept, "refund"),
  payout: (kept) => outgoingFrom(kept, "payout"),
  dispute: (kept) => disputeFrom(kept),
  payee: (kept): PayeeReport => ({ about: "payee", theirId: textIn(kept, "theirId") }),
};

function paymentFrom(kept: Kept): PaymentReport {
  const about = {
    about: "payment",
    reference: textIn(kept, "reference"),
    receipt: integerIn(kept, "receipt"),
    ...(kept["theirs"] === undefined ? {} : { theirs: theirsIn(kept["theirs"]) }),
  } as const;
  const outcome = oneOf(["pending", "succeeded", "failed"], kept, "outcome");
  switch (outcome) {
    case "pending":
      return { ...about, outcome };
    case "failed":
      return { ...about, outcome, failure: oneOf(PAYMENT_FAILURES, kept, "failure") };
    case "succeeded":
      return {
        ...about,
        outcome,
        ...moneyIn(kept),
        ...(kept["fee"] === undefined ? {} : { fee: centsIn(kept, "fee") }),
        ...(kept["at"] === undefined ? {} : { at: integerIn(kept, "at") }),
      };
    default:
      return outcome satisfies never;
  }
}

function outgoingFrom(kept: Kept, about: OutgoingReport["about"]): OutgoingReport {
  const money = kept["money"];
  const named = {
    about,
    reference: textIn(kept, "reference"),
    ...(isObject(money) ? { money: moneyIn(money) } : {}),
  };
  if (money !== undefined && !isObject(money)) throw new Unreadable("its money can't be read");
  const outcome = oneOf(["paid", "pending", "refused", "returned"], kept, "outcome");
  return outcome === "paid" || outcome === "pending"
    ? { ...named, outcome }
    : { ...named, outcome, reason: textIn(kept, "reason") };
}

const disputeFrom = (kept: Kept): DisputeReport => ({
  about: "dispute",
  payment: namedIn(kept["payment"]),
  theirId: textIn(kept, "theirId"),
  stage: oneOf(["inquiry", "opened", "answered", "won", "lost"], kept, "stage"),
  isTaken: kept["isTaken"] === true,
  fee: centsIn(kept, "fee"),
  reason: textIn(kept, "reason"),
  answerBy: kept["answerBy"] === null ? null : integerIn(kept, "answerBy"),
  ...moneyIn(kept),
});

function namedIn(named: unknown): Named {
  if (typeof named === "string") return named;
  if (!isObject(named)) throw new Unreadable("it names no payment");
  return { kind: textIn(named, "kind"), theirId: textIn(named, "theirId") };
}

function theirsIn(theirs: unknown): ProviderIds {
  if (!isObject(theirs)) throw new Unreadable("its ids can't be read");
  return Object.fromEntries(Object.keys(theirs).map((kind) => [kind, textIn(theirs, kind)]));
}

const moneyIn = (kept: Kept): Money => ({ amount: centsIn(kept, "amount"), currency: textIn(kept, "currency") });

function centsIn(kept: Kept, name: string): Cents {
  const amount = parseCents(textIn(kept, name));
  if (amount === null) throw new Unreadable(`its ${name} can't be read`);
  return amount;
}

function textIn(kept: Kept, name: string): string {
  const value = kept[name];
  if (typeof value !== "string") throw new Unreadable(`it has no ${name}`);
  return value;
}

function integerIn(kept: Kept, name: string): number {
  const value = kept[name];
  if (typeof value !== "number" || !Number.isSafeInteger(value)) throw new Unreadable(`it has no ${name}`);
  return value;
}

function oneOf<Value extends string>(values: readonly Value[], kept: Kept, name: string): Value {
  const value = values.find((one) => one === kept[name]);
  if (value === undefined) throw new Unreadable(`its ${name} can't be read`);
  return value;
}
