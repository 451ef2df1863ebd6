/**
 * What all adapters share: every question is kept before it is asked and after it was answered (store/providers), what was
 * asked before is looked up before it is asked for again, what was given up is never made, every call is bounded in time,
 * and whatever an adapter throws means that nobody knows.
 */

import type { PaymentInstructions } from "../domain/model.js";
import { cents } from "../domain/money.js";
import { NO_LOOKS } from "../domain/provider-looks.js";
import { PAYMENT_FAILURES } from "../domain/states.js";
import type { Queryable } from "../platform/database.js";
import { uuidv7 } from "../platform/random.js";
import {
  beginObject,
  findObject,
  findObjectByProviderId,
  type Kept,
  keepBesidePayment,
  keepObject,
  type ObjectKey,
  type StoredObject,
  undoAsk,
  withdrawObject,
} from "../store/providers/objects.js";
import { endTurn, type Turn, takeTurn } from "../store/providers/turns.js";
import { type Bounded, boundedBy, described, safely, type Watch } from "./bounded.js";
import { openHolder } from "./holder.js";
import { openOffer } from "./offers.js";
import {
  type Adapter,
  type Asked,
  CALL_WITHIN_MS,
  type Cancelled,
  type Created,
  type Disputes,
  type FoundOut,
  type Keep,
  type LookedUp,
  type Money,
  type Objects,
  orderReferenceOf,
  type PaidOut,
  type PaymentOrder,
  type Provider,
  type RefundOrder,
} from "./port.js";
import { LOST, QUIET_SECONDS, repeated, type Store, stillUnknown, TOO_SOON } from "./repeat.js";
import { asAsked, requireSound, sound } from "./reports.js";

const NOBODY: Watch = { answered: () => undefined, failed: () => undefined };

type Means = { readonly db: Queryable; readonly watch?: Watch; readonly withinMs?: number };

/** What an adapter keeps under kinds of its own. */
export const objectsOf = (db: Queryable, provider: string): Objects => ({
  find: (kind, reference) => findObject(db, { provider, kind, reference }),
  findTheirs: (kind, theirId) => findObjectByProviderId(db, { provider, kind, theirId }),
  keep: async ({ kind, reference, ...kept }) => {
    await keepObject(db, { provider, kind, reference }, { status: "MADE", ...kept });
  },
  keepBesidePayment: ({ kind, reference, ...kept }) => keepBesidePayment(db, { provider, kind, reference }, kept),
});

export function wrapped(adapter: Adapter, { db, watch = NOBODY, withinMs = CALL_WITHIN_MS }: Means): Provider {
  const { name } = adapter;
  const bounded = boundedBy({ withinMs, watch, name });
  // Who can't say what currencies cost may take payments all the same.
  const unwatched = boundedBy({ withinMs, watch: NOBODY, name });
  const store: Store = { db, provider: name, bounded };
  const offer = openOffer({ ...adapter, capabilities: () => adapter.capabilities }, db);
  /** What it can do was asked for last, and it did not say: that it does again ends what that began, and no other failure. */
  let isUntold = false;
  return {
    name,
    isInstant: adapter.isInstant === true,
    get books() {
      return adapter.books;
    },
    get capabilities() {
      return adapter.capabilities;
    },
    get disputes() {
      return adapter.disputes === null ? null : disputesOf(adapter.disputes, bounded);
    },
    get rates() {
      const { rates } = adapter;
      return rates == null ? null : () => unwatched(rates);
    },
    holder: adapter.holder == null ? null : openHolder(adapter.holder, store),
    refresh: async () => {
      await safely(offer.recall);
      const answer = await safely(async () => (await adapter.refresh?.()) ?? null);
      await safely(offer.keep);
      if (answer?.kind === "unreachable") {
        isUntold = true;
        watch.failed(name, answer);
      } else if (answer !== null && isUntold) {
        isUntold = false;
        watch.answered(name);
      }
    },
    get looks() {
      return adapter.offer?.looks() ?? NO_LOOKS;
    },
    icon: offer.icon,
    createPayment: (order, begunAt = null) => safely(() => createPayment(adapter, store, { order, begunAt })),
    cancelPayment: (reference) => safely(() => cancelPayment(adapter, store, reference)),
    lookUp: (reference) => safely(() => lookUp(adapter, store, reference)),
    refund: (order) =>
      safely(() =>
        payOut(store, order, {
          kind: "refund",
          ask: (asked) => adapter.refund(order, asked),
          look: (asked) => adapter.lookUpRefund(order, asked),
          turn: turnOf(adapter, order),
        }),
      ),
    payout: (order) =>
      safely(() =>
        payOut(store, order, {
          kind: "payout",
          ask: (asked) => adapter.payout(order, asked),
          look: (asked) => adapter.lookUpPayout(order, asked),
          turn: null,
        }),
      ),
    verifyCallback: async (request) => {
      try {
        return sound(await adapter.verifyCallback(request));
      } catch (error) {
        return { kind: "unchecked", reason: described(error) };
      }
    },
    checkPayee: (payee) => bounded(() => adapter.checkPayee(payee)),
    balance: () => bounded(() => adapter.balance()),
    statement: (from, cursor) => bounded(() => adapter.statement(from, cursor)),
    check: () => bounded(() => adapter.check()),
  };
}

/** Files may take longer than other calls do; they are bounded by the HTTP client. */
const disputesOf = (disputes: Disputes, bounded: Bounded): Disputes => ({
  files: disputes.files,
  lookUp: (theirId) =>
    bounded(async () => {
      const found = await disputes.lookUp(theirId);
      if (found.kind === "known") requireSound([found.report]);
      return found;
    }),
  answer: (evidence) => safely(() => disputes.answer(evidence)),
});

// Payments -----------------------------------------------------------------------------------------------------------

async function createPayment(
  adapter: Adapter,
  { db, provider, bounded }: Store,
  { order, begunAt }: { readonly order: PaymentOrder; readonly begunAt: number | null },
): Promise<Created> {
  const key: ObjectKey = { provider, kind: "payment", reference: order.reference };
  if (begunAt !== null) {
    const asked: Asked = { at: begunAt, lastAt: begunAt, now: begunAt, theirId: null, data: {} };
    const answer = await bounded(() => adapter.createPayment(order, asked));
    return settleCreated(adapter, { db, key, bounded }, answer);
  }
  const { object, isFirst } = await beginObject(db, key);
  const before = answerBefore(object);
  if (before !== null) return before;
  let asked = object;
  if (!isFirst) {
    if (object.asks > 0) {
      const found = await bounded(() => adapter.findPayment(order, askedOf(object)));
      if (found.kind === "unreachable") return stillUnknown(found);
      if (found.kind !== "unknown") return settleCreated(adapter, { db, key, bounded }, found);
      if (object.status === "MADE") return LOST;
    }
    const again = await repeated(db, key, object);
    if (again === null) return TOO_SOON;
    asked = again;
  }
  const answer = await bounded(() => adapter.createPayment(order, askedOf(asked)));
  return settleCreated(adapter, { db, key, bounded }, answer);
}

/** What is known without asking; null when somebody has to be asked. */
function answerBefore({ status, data }: StoredObject): Created | null {
  switch (status) {
    case "WITHDRAWN":
      return { kind: "refused", failure: "cancelled" };
    case "REFUSED":
      return {
        kind: "refused",
        failure: PAYMENT_FAILURES.find((known) => known === data["failure"]) ?? "unavailable",
      };
    case "MADE": {
      const kept = data["instructions"];
      return kept === undefined ? null : { kind: "created", instructions: instructionsIn(kept) };
    }
    case "ASKED":
      return null;
    default:
      return status satisfies never;
  }
}

async function settleCreated(
  adapter: Adapter,
  { db, key, bounded }: { db: Queryable; key: ObjectKey; bounded: Bounded },
  answer: Created,
): Promise<Created> {
  switch (answer.kind) {
    case "created": {
      const { keep, instructions } = answer;
      const object = await keepObject(db, key, kept("MADE", keep, { instructions: textOfInstructions(instructions) }));
      if (object.status !== "WITHDRAWN") return answer;
      // It was given up while the order was on its way: then nobody will pay it, and the provider is told so.
      await bounded(() => adapter.cancelPayment(key.reference, askedOf(object)));
      return { kind: "refused", failure: "cancelled" };
    }
    case "refused":
      await keepObject(db, key, kept("REFUSED", answer.keep, { failure: answer.failure }));
      return answer;
    case "unreachable":
      if (answer.isUndone === true) await undoAsk(db, key);
      return answer;
    default:
      return answer satisfies never;
  }
}

async function cancelPayment(
  adapter: Adapter,
  { db, provider, bounded }: Store,
  reference: string,
): Promise<Cancelled> {
  const key: ObjectKey = { provider, kind: "payment", reference };
  const object = await withdrawObject(db, key, { isGivenUp: false });
  if (object.asks === 0 || object.status === "REFUSED") return { kind: "cancelled" };
  const answer = await bounded(() => adapter.cancelPayment(reference, askedOf(object)));
  switch (answer.kind) {
    case "cancelled":
    case "waiting":
      await withdrawObject(db, key, { isGivenUp: true });
      return answer;
    case "unknown":
      // The order may still be on its way: it is given up, and looked for a little longer.
      await withdrawObject(db, key, { isGivenUp: true });
      return object.now - object.lastAt < QUIET_SECONDS
        ? { kind: "waiting", until: object.lastAt + QUIET_SECONDS }
        : { kind: "cancelled" };
    case "too_late":
    case "unreachable":
      return answer;
    default:
      return answer satisfies never;
  }
}

async function lookUp(adapter: Adapter, { db, provider, bounded }: Store, reference: string): Promise<LookedUp> {
  const object = await findObject(db, { provider, kind: "payment", reference });
  if (object !== null && object.asks === 0) return { kind: "unknown" };
  return bounded(async () => {
    const found = await adapter.lookUp(reference, object === null ? null : askedOf(object));
    if (found.kind === "known") requireSound(found.reports);
    return found;
  });
}

// Refunds and payouts ------------------------------------------------------------------------------------------------

/** Whose turn it has to be for a refund to be asked for; null where any number of a payment are asked for at once. */
function turnOf({ name, capabilities }: Adapter, { method, payment }: RefundOrder): Turn | null {
  const takes = capabilities.find((one) => one.direction === "in" && one.method === method);
  if (takes?.direction === "in" && !takes.refundsInTurn) return null;
  return { provider: name, reference: orderReferenceOf(payment), holder: uuidv7() };
}

/** A turn is as long as one question to the provider. */
const NOT_YET_ITS_TURN: PaidOut = {
  kind: "busy",
  reason: "Another refund of the payment is under way.",
  afterSeconds: 2,
};

async function inTurn(db: Queryable, turn: Turn | null, ask: () => Promise<PaidOut>): Promise<PaidOut> {
  if (turn === null) return ask();
  if (!(await takeTurn(db, turn))) return NOT_YET_ITS_TURN;
  try {
    return await ask();
  } finally {
    await endTurn(db, turn);
  }
}

type Outgoing = {
  readonly kind: "refund" | "payout";
  ask(asked: Asked): Promise<PaidOut>;
  look(asked: Asked): Promise<FoundOut>;
  readonly turn: Turn | null;
};

async function payOut(
  { db, provider, bounded }: Store,
  order: Money & { readonly reference: string },
  { kind, ask, look, turn }: Outgoing,
): Promise<PaidOut> {
  const { reference } = order;
  const key: ObjectKey = { provider, kind, reference };
  const askNow = async (asked: StoredObject): Promise<PaidOut> =>
    settlePaidOut(db, key, asAsked(order, await inTurn(db, turn, () => bounded(() => ask(askedOf(asked))))));
  const { object, isFirst } = await beginObject(db, key);
  if (object.status === "REFUSED")
    return { kind: "refused", reason: object.data["reason"] ?? "It was refused before." };
  let asked = object;
  if (!isFirst) {
    if (object.asks > 0) {
      const found = asAsked(order, await bounded(() => look(askedOf(object))));
      if (found.kind === "unreachable") return stillUnknown(found);
      // It ended, and nothing was paid: the adapter tries it anew under another id, which it does once.
      if (found.kind === "short" || found.kind === "busy") {
        return askNow(object);
      }
      if (found.kind !== "unknown") return settlePaidOut(db, key, found);
      // What it said it had taken it does not know any more: to ask again could pay twice.
      if (object.status === "MADE") return LOST;
    }
    const again = await repeated(db, key, object);
    if (again === null) return TOO_SOON;
    asked = again;
  }
  return askNow(asked);
}

async function settlePaidOut(db: Queryable, key: ObjectKey, answer: PaidOut): Promise<PaidOut> {
  switch (answer.kind) {
    case "paid":
    case "pending":
    case "returned":
      await keepObject(db, key, kept("MADE", answer.keep));
      return answer;
    case "refused":
      await keepObject(db, key, kept("REFUSED", answer.keep, { reason: answer.reason.slice(0, REASON_MAX) }));
      return answer;
    case "short":
      if (answer.data !== undefined) await keepObject(db, key, { status: "ASKED", data: answer.data });
      await undoAsk(db, key);
      return answer;
    case "busy":
      await undoAsk(db, key);
      return answer;
    case "unreachable":
      if (answer.isUndone === true) await undoAsk(db, key);
      return answer;
    default:
      return answer satisfies never;
  }
}

const REASON_MAX = 300;

// What both lean on --------------------------------------------------------------------------------------------------

const askedOf = ({ at, lastAt, now, theirId, data }: StoredObject): Asked => ({ at, lastAt, now, theirId, data });

const kept = (status: Kept["status"], keep: Keep | undefined, data: Kept["data"] = {}): Kept => ({
  status,
  theirId: keep?.theirId,
  data: { ...keep?.data, ...data },
});

const textOfInstructions = (instructions: PaymentInstructions): string =>
  JSON.stringify(instructions, (_key, value: unknown) => (typeof value === "bigint" ? String(value) : value));

function instructionsIn(text: string): PaymentInstructions {
  const stored = JSON.parse(text) as PaymentInstructions & { readonly amount?: unknown };
  return stored.kind === "transfer" ? { ...stored, amount: cents(BigInt(stored.amount)) } : stored;
}
