/** What an adapter is tried with, and how it is said what it got wrong. */
import { type Cents, cents, formatMoney } from "../../../domain/money.js";
import type { Payee } from "../../../domain/payouts.js";
import { unixSeconds } from "../../../platform/clock.js";
import { uuidv7 } from "../../../platform/random.js";
import type { HttpClient, Response } from "../../http-client.js";
import type { Adapter, Asked, PaymentOrder, PayoutOrder, RefundOrder, TakesPayments, Unreachable } from "../../port.js";
import type { Reported } from "../capabilities.js";
import { type Keys, signedHeaders } from "../signature.js";
import type { Plays, TestMode } from "../test-mode.js";

/** The adapter broke the protocol: the sentence tells its author how. */
export class Wrong extends Error {}

export type Bench = {
  readonly adapter: Adapter;
  readonly told: Reported;
  readonly plays: Plays;
  readonly test: TestMode;
  /** Sends anything, signed in any way. `target`: path and query, below the adapter's address. */
  raw(question: RawQuestion): Promise<Response | Unreachable>;
  readonly keys: Keys;
};

export type RawQuestion = {
  readonly method: "GET" | "POST";
  readonly target: string;
  readonly body?: string;
  /** What differs from a right signature: null for none at all. */
  readonly signing?: Partial<Signing> | null;
};
type Signing = { readonly keys: Keys; readonly seconds: number; readonly body: string; readonly id: string };

export type Check = {
  readonly group: string;
  /** Names it for --only; also part of the command that reproduces it. */
  readonly id: string;
  readonly title: string;
  /** Why it can't be tried; null for nothing. */
  readonly skip?: (bench: Bench) => string | null;
  /** Resolves with what was seen. @throws {Wrong} */
  readonly run: (bench: Bench) => Promise<string>;
};

export function opensRaw({
  httpClient,
  url,
  keys,
}: {
  readonly httpClient: Pick<HttpClient, "ask">;
  readonly url: string;
  readonly keys: Keys;
}): Bench["raw"] {
  const base = new URL(url);
  const prefix = base.pathname.replace(/\/$/, "");
  return ({ method, target, body = "", signing = {} }) => {
    const id = `${method}:${prefix}${target}:${uuidv7().replaceAll("-", "")}`;
    const right: Signing = { keys, seconds: unixSeconds(), body, id };
    const { keys: signedBy, ...signed } = { ...right, ...signing };
    return httpClient.ask({
      method,
      url: base.origin + prefix + target,
      headers: {
        ...(method === "POST" ? { "content-type": "application/json" } : {}),
        ...(signing === null ? {} : signedHeaders(signedBy, signed)),
      },
      body: method === "POST" ? body : null,
    });
  };
}

// What is asked for ----------------------------------------------------------------------------------------------------

/** An adapter over HTTP keeps its own books: it is told nothing of earlier questions. */
export const ASKED: Asked = { at: 0, lastAt: 0, now: 0, theirId: null, data: {} };

export const takesOf = ({ told }: Bench): TakesPayments | null =>
  told.capabilities.find((one): one is TakesPayments => one.direction === "in") ?? null;

const PHONES: Readonly<Record<string, string>> = { CD: "+243813456789", KE: "+254712345678" };
const YEAR_SECONDS = 31_536_000;

/** 25.00, or what is nearest to it between least and most. */
const USUAL = cents(2_500n);
const within = (amount: Cents, { least, most }: { readonly least: Cents; readonly most: Cents }): Cents =>
  amount < least ? least : amount > most ? most : amount;

export function orderOf(bench: Bench, amount?: Cents): PaymentOrder {
  const takes = takesOf(bench);
  if (takes === null) throw new Wrong("it takes no payments");
  return {
    reference: `HF${uuidv7().replaceAll("-", "").slice(-12).toUpperCase()}`,
    method: takes.method,
    amount: amount ?? within(USUAL, takes),
    currency: takes.currency,
    phone: PHONES[takes.countries?.[0] ?? ""] ?? "+255712345678",
    network: null,
    email: "ada@buyer.example",
    description: "Hand-thrown bowl",
    language: "en",
    returnUrl: "https://pay.example/back",
    cancelUrl: "https://pay.example/back?cancelled",
    expiresAt: unixSeconds() + YEAR_SECONDS,
  };
}

export const refundOf = (order: PaymentOrder, amount: Cents): RefundOrder => ({
  reference: uuidv7(),
  payment: order.reference,
  method: order.method,
  amount,
  currency: order.currency,
});

export function payoutOf({ told, plays }: Bench): PayoutOrder {
  const pays = told.capabilities.find(({ direction }) => direction === "out");
  if (pays === undefined || plays.payee === null) throw new Wrong("it names no payee of its test mode");
  return {
    reference: uuidv7(),
    amount: within(cents(700n), pays),
    currency: pays.currency,
    payee: plays.payee as Payee,
  };
}

// What was wrong ---------------------------------------------------------------------------------------------------------

/** An answer in words: its kind, and why where it says so. */
export function said(answer: object): string {
  const { kind, reason, failure } = answer as { kind?: string; reason?: string; failure?: string };
  const why = reason ?? failure;
  return why === undefined ? String(kind) : `${String(kind)} (${why})`;
}

/** @throws {Wrong} unless the answer is one of these kinds. */
export function mustBe<Answer extends { readonly kind: string }, const Kind extends Answer["kind"]>(
  what: string,
  answer: Answer,
  kinds: readonly Kind[],
): Extract<Answer, { readonly kind: Kind }> {
  if (kinds.some((kind) => kind === answer.kind)) return answer as Extract<Answer, { readonly kind: Kind }>;
  throw new Wrong(`${what} was answered with ${said(answer)} instead of ${kinds.join(" or ")}`);
}

/** @throws {Wrong} unless both say the same. */
export function mustEqual(what: string, found: unknown, wanted: unknown): void {
  const text = (value: unknown): string =>
    JSON.stringify(value, (_, one) => (typeof one === "bigint" ? formatMoney(cents(one)) : one));
  if (text(found) !== text(wanted)) throw new Wrong(`${what} is ${text(found)} instead of ${text(wanted)}`);
}

/** How often the books behind it have a reference. */
export async function mustBeMade({ test }: Bench, reference: string, times: number): Promise<void> {
  const made = await test.made(reference);
  if (made.length !== times)
    throw new Wrong(`the books behind it have ${reference} ${made.length} times instead of ${times}`);
}

export const DAY_AND_MORE = 25 * 3_600;
export const LATER = 601;
export const RETURNED = 3_601;
