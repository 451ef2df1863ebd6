/** What a shop says of its orders, read and kept before it is answered. */
import { ApiError, HoldfastError } from "@holdfast/sdk";
import { SignatureError, verify } from "@holdfast/sdk/webhooks";
import type { Fulfilment, Order, ShopRefund } from "../adapter.js";
import type { Bridge } from "../bridge.js";
import { messageOf } from "../context.js";
import { KeyTaken } from "../offer.js";

export type Reply = { readonly status: number; readonly body: object };

type Given = Readonly<Record<string, unknown>>;
const isRecord = (value: unknown): value is Given =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A message that can't be understood. */
class Unclear extends Error {}

const refusal = (status: number, message: string, more: object = {}): Reply => ({
  status,
  body: { error: { message, ...more } },
});

export async function takeEvent(
  bridge: Bridge,
  delivery: Parameters<typeof verify>[0],
  secrets: readonly string[],
): Promise<Reply> {
  try {
    const event: unknown = await verify(delivery, { secret: secrets });
    if (!isRecord(event) || !isRecord(event["data"])) throw new Unclear("an event has a type and data");
    const { type, data } = event as { readonly type: unknown; readonly data: Given };
    switch (type) {
      case "order.placed":
        return await place(bridge, orderIn(data));
      case "order.fulfilled":
        await bridge.take({ fulfilment: fulfilmentIn(data) });
        return { status: 202, body: { order: data["order"] } };
      case "order.cancelled":
        await bridge.take({ cancelled: textIn(data, "id") });
        return { status: 202, body: { order: data["id"] } };
      case "order.refunded":
        return await refund(bridge, refundIn(data));
      default:
        throw new Unclear("type is order.placed, order.fulfilled, order.refunded or order.cancelled");
    }
  } catch (error) {
    if (
      error instanceof SignatureError ||
      error instanceof SyntaxError ||
      error instanceof Unclear ||
      error instanceof TypeError
    )
      return refusal(400, error.message);
    throw error;
  }
}

/** The order is kept whatever comes then: where Holdfast can't be reached, its link follows by a call. */
async function place(bridge: Bridge, order: Order): Promise<Reply> {
  try {
    return { status: 200, body: { order: order.id, ...(await bridge.checkout(order)) } };
  } catch (error) {
    if (error instanceof ApiError && error.is("validation_failed"))
      return refusal(422, messageOf(error), { details: error.details });
    if (error instanceof KeyTaken) return refusal(409, error.message);
    if (!(error instanceof HoldfastError)) throw error;
    return { status: 202, body: { order: order.id, url: null } };
  } finally {
    bridge.wake(); // the call that tells of the link, or a try to get one
  }
}

/** It is kept whatever comes then: where Holdfast can't be reached, what became of it follows by a call. */
async function refund(bridge: Bridge, asked: ShopRefund): Promise<Reply> {
  const { status, refund: made, reason } = await bridge.refund(asked);
  if (status === "REFUSED") return refusal(409, String(reason));
  return { status: status === "WAITING" ? 202 : 200, body: { order: asked.order, refund: made, status } };
}

function orderIn(data: Given): Order {
  const order = { ...data, id: textIn(data, "id"), title: data["title"] ?? "", amount: textIn(data, "amount") };
  for (const name of ["line_items", "milestones"] as const) {
    const list = data[name] ?? [];
    if (!Array.isArray(list) || !list.every(isRecord)) throw new Unclear(`${name} is a list of objects`);
  }
  return order as Order; // the rest is for the API to judge
}

function fulfilmentIn(data: Given): Fulfilment {
  const { is_partial: isPartial = false, details = "" } = data;
  if (typeof isPartial !== "boolean") throw new Unclear("is_partial is true or false");
  if (typeof details !== "string") throw new Unclear("details is a text");
  const shipping = data["shipping"] ?? {};
  if (!isRecord(shipping) || !Object.values(shipping).every((one) => one === null || typeof one === "string"))
    throw new Unclear("shipping has carrier, tracking_number and tracking_url, each a text");
  return {
    id: textIn(data, "id"),
    order: textIn(data, "order"),
    milestone: milestoneIn(data),
    isPartial,
    details,
    shipping,
  };
}

/** What the API would judge, it judges. */
function refundIn(data: Given): ShopRefund {
  const [amount, reason] = (["amount", "reason"] as const).map((name) => {
    const value = data[name] ?? undefined;
    if (value !== undefined && typeof value !== "string") throw new Unclear(`${name} is a text`);
    return value;
  });
  return {
    id: textIn(data, "id"),
    order: textIn(data, "order"),
    amount,
    reason: reason as ShopRefund["reason"],
    milestone: milestoneIn(data),
  };
}

function milestoneIn({ milestone }: Given): number | undefined {
  if (milestone === undefined || milestone === null) return undefined;
  if (!Number.isInteger(milestone) || Number(milestone) < 0)
    throw new Unclear("milestone is the place of one in the order, from 0");
  return Number(milestone);
}

function textIn(data: Given, name: string): string {
  const value = data[name];
  if (typeof value !== "string" || value === "") throw new Unclear(`${name} is a text, and not empty`);
  return value;
}
