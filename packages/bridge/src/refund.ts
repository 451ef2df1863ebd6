/** From a refund of the shop's to one at Holdfast, and from those of Holdfast's to the shop: each once. */
import { ApiError, type Refund } from "@holdfast/sdk";
import type { ShopRefund } from "./adapter.js";
import { type Context, messageOf } from "./context.js";
import { byShop } from "./names.js";
import {
  addOwn,
  endWait,
  findOwn,
  keepReported,
  keepStanding,
  marksOf,
  type RefundRow,
  type RefundStanding,
  refundsWhich,
} from "./refund-rows.js";
import { isEnd, isLaterThan } from "./stages.js";
import { findOrder, type OrderRow } from "./tables.js";

/**
 * Keeps what the shop asks for, before Holdfast is asked.
 * @returns whether it is new.
 * @throws TypeError for an order that nobody knows, and for another refund under the same id.
 */
export async function keepRefund({ shop, prefix, database, log }: Context, refund: ShopRefund): Promise<boolean> {
  const { id, order, amount, reason, milestone } = refund;
  if (typeof id !== "string" || !/^[^\p{Cc}\p{Cs}]{1,200}$/u.test(id))
    throw new TypeError("a refund's id is 1 to 200 characters of text, on one line");
  const asked = JSON.stringify({ amount, reason, milestone });
  const isNew = await database.transaction(async (query) => {
    if ((await findOrder(query, shop, order)) === null) throw new TypeError(`the bridge knows no order ${order}`);
    if (await addOwn(query, shop, { id, order, reference: prefix + id, asked })) return true;
    const known = await findOwn(query, shop, id);
    if (known?.order !== order || (known.asked !== null && JSON.stringify(known.asked) !== asked))
      throw new TypeError(`refund ${id} was told before and was another one: each refund has an id of its own`);
    return false;
  });
  if (isNew) log({ level: "info", step: "refund kept", order, reason: id });
  return isNew;
}

/**
 * Asks Holdfast for it, under its own key, so that asking again finds what was made.
 * @returns the row as it is then: made, or refused for good
 * @throws what a later try may mend
 */
export async function makeRefund(context: Context, id: string): Promise<RefundRow> {
  const { shop, database, log } = context;
  const find = (): Promise<RefundRow> =>
    database.transaction(async (query) => (await findOwn(query, shop, id)) as RefundRow);
  const row = await find();
  if (row.status !== "WAITING") return row;
  const { refund, refusal } = await ask(context, row);
  const made = { holdfast: refund?.id ?? null, status: refund?.status ?? "REFUSED", reason: refusal } as const;
  await database.transaction((query) => endWait(query, shop, { id, ...made }));
  log({
    level: refund === null ? "warn" : "info",
    step: refund === null ? "refund refused" : "refund made",
    order: row.order,
    reason: refund === null ? `${id}: ${refusal}` : `${id}: ${refund.id}`,
  });
  return find();
}

/** Every refund of an order that waits. */
export async function makeRefunds(context: Context, { order }: OrderRow): Promise<void> {
  const { shop, database } = context;
  const waiting = await database.transaction((query) => refundsWhich(query, shop, { order, which: "toMake" }));
  for (const { own } of waiting) if (own !== null) await makeRefund(context, own);
}

type Asked = { readonly refund: Refund | null; readonly refusal: string };
const refuse = (refusal: string): Asked => ({ refund: null, refusal });

/** Refusals that asking again would not change: the request is wrong, not allowed, or money or order don't permit it. */
const FINAL: ReadonlySet<number> = new Set([400, 403, 404, 409]);

async function ask(context: Context, { order, reference, asked, own }: RefundRow): Promise<Asked> {
  const { shop, database, holdfast } = context;
  const { escrow = null } = (await database.transaction((query) => findOrder(query, shop, order))) ?? {};
  if (escrow === null)
    return refuse("The buyer has not paid for this order yet, so nothing can go back. Cancel it instead.");
  const { amount, reason, milestone } = asked ?? {};
  const place = milestone === undefined ? null : (await holdfast.escrows.get(escrow)).milestones[milestone];
  if (place === undefined) return refuse(`The order has no milestone ${milestone}. Count from 0, or name none.`);
  const wanted = {
    escrow,
    ...(amount === undefined ? {} : { amount }),
    ...(place === null ? {} : { milestone_id: place.id }),
    ...(reason === undefined ? {} : { reason }),
    external_reference: reference,
    metadata: marksOf(shop, String(own)),
  };
  try {
    return { refund: await holdfast.refunds.create(wanted, { idempotencyKey: reference }), refusal: "" };
  } catch (error) {
    if (!(error instanceof ApiError) || !FINAL.has(error.status) || error.is("unexpected_response")) throw error;
    return refuse(sentenceOf(error, reference));
  }
}

const MAY_NOT =
  "The API key may not refund: it lacks the scope refunds:write. Create one that has it in the console, and give it to the shop.";

const lacksScope = (error: unknown): boolean =>
  error instanceof ApiError && error.is("forbidden") && Object.hasOwn(error.details, "scope");

const NOBODYS = "00000000-0000-7000-8000-000000000000";

/** Says before the first refund that all would be refused: asks for one of an escrow that nobody has. */
export async function warnOfKey({ holdfast, log }: Context): Promise<void> {
  try {
    await holdfast.refunds.create({ escrow: NOBODYS, amount: "0.01" });
  } catch (error) {
    if (lacksScope(error)) log({ level: "warn", step: "key may not refund", reason: MAY_NOT });
  }
}

/** The API's own words, but where the shop needs others. */
function sentenceOf(error: ApiError, reference: string): string {
  if (error.is("idempotency_conflict", "external_reference_taken"))
    return `Another refund of the account has the id ${reference}. Does another shop of the account count its refunds alike? Give each shop a prefix of its own, and refund again.`;
  if (lacksScope(error)) return `${MAY_NOT} Refund again with it.`;
  return messageOf(error);
}

/** Of an order, as they stand, oldest first. */
export async function readRefunds({ holdfast }: Context, escrow: string): Promise<readonly Refund[]> {
  const refunds: Refund[] = [];
  for await (const refund of holdfast.refunds.list(escrow, { limit: 100 })) refunds.unshift(refund);
  return refunds;
}

/** For an escrow that was met outside of the feed: what is new of its refunds. */
export async function learnRefunds(context: Context, order: string, escrow: string): Promise<void> {
  const refunds = await readRefunds(context, escrow);
  await context.database.transaction((query) => keepStanding(query, context.shop, { order, refunds }));
}

/**
 * Tells the shop how refunds of an order stand, each until it has taken that. What was paid is told before what goes back of it.
 * @returns whether there was one to tell
 */
export async function sendRefunds(context: Context, { order, stage, told }: OrderRow): Promise<boolean> {
  const { shop, database } = context;
  const isPaymentTold = isLaterThan(told.stage, "CONFIRMED") || isEnd(stage);
  const owed = await database.transaction((query) => refundsWhich(query, shop, { order, which: "owed" }));
  const due = owed.filter(({ status }) => isPaymentTold || status === "REFUSED");
  for (const row of due) await send(context, row);
  return due.length > 0;
}

async function send(context: Context, row: RefundRow): Promise<void> {
  const { shop, database, log } = context;
  const status = row.holdfast === null ? await tellRefused(context, row) : await tellMade(context, row, row.holdfast);
  log({ level: "info", step: "shop told", order: row.order, reason: `refund ${row.own ?? row.holdfast}: ${status}` });
  await database.transaction((query) => keepReported(query, shop, { row, status }));
}

async function tellRefused({ shop, adapter }: Context, { order, own, reason }: RefundRow): Promise<RefundStanding> {
  const id = String(own);
  await adapter.markRefundRefused(order, { id, reason }, `${byShop(shop, order)}:refund_refused:${id}`);
  return "REFUSED";
}

async function tellMade({ shop, adapter, holdfast }: Context, row: RefundRow, made: string): Promise<RefundStanding> {
  const { order, own, told } = row;
  const refund = await holdfast.refunds.get(made);
  const isNew = told === null || told === "REFUSED";
  // One that failed may be sent once more, and fail again.
  const step = isNew ? "refunded" : `refund_updated:${refund.status}:${refund.updated_at}`;
  await adapter.markRefunded(order, refund, { own, isNew, id: `${byShop(shop, order)}:${step}:${made}` });
  return refund.status;
}
