/**
 * Payouts out of a merchant's wallet, and where they may go. Each step of a payout is one call of the door; its provider is
 * asked by a worker (workers/payouts.ts).
 */
import {
  decideCancelPayout,
  decideRequestPayout,
  decideRetryPayout,
  type PayoutProblem,
  payoutProblem,
} from "../domain/decisions/payout.js";
import type { AccountId, DestinationId, PayoutId } from "../domain/ids.js";
import { type Facts, refuse } from "../domain/model.js";
import type { Cents } from "../domain/money.js";
import { DESTINATION_NAME_MAX, type DestinationKind, type Payee, readAccountNumber } from "../domain/payouts.js";
import { brokenUnique, type Queryable } from "../platform/database.js";
import { uuidv7 } from "../platform/random.js";
import type { Provider, Providers } from "../providers/port.js";
import { insertDestination, removeDestination as removeRow } from "../store/write/payouts.js";
import type { Door, Unit } from "./execute.js";
import { readPhone } from "./payments.js";

export type PayoutServices = { readonly door: Door; readonly providers: Providers };

/** Why a payout was not asked for, called back or tried again. */
export type PayoutRefusal =
  | PayoutProblem
  /** Nobody pays out this way here. */
  | "not_offered"
  | "not_found"
  /** It has gone on meanwhile. */
  | "too_late";

export type Told<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly reason: PayoutRefusal };

const told = <Value>(value: Value): Told<Value> => ({ ok: true, value });
const refused = (reason: PayoutRefusal): Told<never> => ({ ok: false, reason });

/** Who pays to a destination of the kind: who takes payments that way. Null when nobody does. */
const payerOf = (providers: Providers, kind: DestinationKind): Provider | null => providers.forMethod(kind);

/**
 * Sets an amount aside, to be paid out a minute later. Raced with others of the account, none spends what another has.
 *
 * @param wanted.id made by whoever asks: asked again with it, there is one payout, as it was asked for first.
 */
export async function requestPayout(
  { door, providers }: PayoutServices,
  wanted: {
    readonly account: AccountId;
    readonly id: PayoutId;
    readonly destination: DestinationId;
    readonly amount: Cents;
    /** The seller who asks; null for the command line. */
    readonly requestedBy: string | null;
  },
): Promise<Told<{ readonly payout: PayoutId }>> {
  const { account, id, destination, amount, requestedBy } = wanted;
  let reason: PayoutRefusal = "not_found";
  const { refusal } = await door.change({
    account,
    subject: { payout: id, destination },
    decide: ({ wallet }, context) => {
      if (wallet === undefined) return refuse("not_found");
      const problem = payoutProblem(wallet, { amount, destination: wallet.destination, now: context.now });
      const provider = wallet.destination === null ? null : payerOf(providers, wallet.destination.kind);
      reason = problem ?? "not_offered";
      if (wallet.payout === null && provider === null) return refuse("invalid_state");
      const order = { id, destination, amount, provider: provider?.name ?? "", requestedBy };
      return decideRequestPayout(wallet, order, context);
    },
  });
  return refusal === null ? told({ payout: id }) : refused(reason);
}

type Named = { readonly account: AccountId; readonly payout: PayoutId };

/** Calls a payout back before its provider was asked; afterwards it is `too_late`. Called back already: nothing changes. */
export const cancelPayout = ({ door }: Pick<PayoutServices, "door">, named: Named): Promise<Told<null>> =>
  change(door, named, ({ wallet }, { now }) =>
    wallet === undefined ? refuse("not_found") : decideCancelPayout(wallet, now),
  );

/** An operator has a payout asked for again that nobody knows the end of; `too_late` when it is not parked. */
export const retryPayout = (
  { door }: Pick<PayoutServices, "door">,
  { audit, ...named }: Named & { readonly audit: NonNullable<Unit["audit"]> },
): Promise<Told<null>> =>
  change(
    door,
    named,
    ({ wallet }, { now }) => (wallet === undefined ? refuse("not_found") : decideRetryPayout(wallet, now)),
    audit,
  );

async function change(
  door: Door,
  { account, payout }: Named,
  decide: Unit["decide"],
  audit?: Unit["audit"],
): Promise<Told<null>> {
  const unit = { account, subject: { payout }, decide };
  const { refusal, facts } = await door.change(audit === undefined ? unit : { ...unit, audit });
  if (refusal === null) return told(null);
  return refused(isKnown(facts) ? "too_late" : "not_found");
}

const isKnown = ({ wallet }: Facts): boolean => wallet !== undefined && wallet.payout !== null;

/** What is wrong with a destination that was typed, by its field. */
export type DestinationProblems = {
  readonly kind?: "missing";
  readonly name?: "missing" | "too_long";
  readonly bank?: "missing" | "too_long";
  readonly number?: "bad_phone" | "bad_account" | "known";
  /** There are ten already. */
  readonly all?: "too_many";
};

export type TypedDestination = {
  readonly kind: DestinationKind | null;
  readonly name: string;
  readonly bank: string;
  readonly number: string;
};

/** Adds a destination, which then waits for a day. Anything that is wrong is told, and nothing is added. */
export async function addDestination(
  db: Queryable,
  account: AccountId,
  typed: TypedDestination,
): Promise<
  { readonly ok: true; readonly id: DestinationId } | { readonly ok: false; readonly problems: DestinationProblems }
> {
  const read = readPayee(typed);
  if (!read.ok) return read;
  const id = uuidv7() as DestinationId;
  // Two that want the same slot at once: the later one takes the next.
  for (;;) {
    try {
      const isAdded = await insertDestination(db, { account, id, payee: read.payee });
      return isAdded ? { ok: true, id } : { ok: false, problems: { all: "too_many" } };
    } catch (error) {
      const broken = brokenUnique(error);
      if (broken === "payout_destinations_number") return { ok: false, problems: { number: "known" } };
      if (broken !== "payout_destinations_slot") throw error;
    }
  }
}

function readPayee(
  typed: TypedDestination,
): { readonly ok: true; readonly payee: Payee } | { readonly ok: false; readonly problems: DestinationProblems } {
  const { kind } = typed;
  const name = oneLine(typed.name);
  const bank = oneLine(typed.bank);
  const number = kind === "bank" ? readAccountNumber(typed.number) : readPhone(typed.number);
  const problems: DestinationProblems = {
    ...(kind === null ? { kind: "missing" } : {}),
    ...textProblem("name", name),
    ...(kind === "bank" ? textProblem("bank", bank) : {}),
    ...(number === null ? { number: kind === "bank" ? "bad_account" : "bad_phone" } : {}),
  };
  if (kind === null || number === null || Object.keys(problems).length > 0) return { ok: false, problems };
  return { ok: true, payee: kind === "bank" ? { kind, name, bank, number } : { kind, name, number } };
}

/** Control characters and runs of spaces become one space. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\s]+/gu, " ").trim();

function textProblem(field: "name" | "bank", text: string): DestinationProblems {
  if (text === "") return { [field]: "missing" };
  return [...text].length > DESTINATION_NAME_MAX ? { [field]: "too_long" } : {};
}

/** False when it was not there, or removed before. Payouts that are under way to it go on. */
export const removeDestination = (db: Queryable, account: AccountId, id: DestinationId): Promise<boolean> =>
  removeRow(db, account, id);
