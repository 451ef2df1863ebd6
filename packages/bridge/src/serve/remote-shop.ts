/**
 * A shop that is told by calls over HTTP. It can't be asked anything: what it says of its orders comes as events, and the bridge keeps
 * them. A call that is not answered with 2xx comes again, under the same id.
 */
import type { Escrow } from "@holdfast/sdk";
import { type Adapter, ShopAway } from "../adapter.js";
import { sign } from "./signature.js";

export interface RemoteShopOptions {
  /** Where it takes calls. */
  readonly url: string;
  readonly secret: string;
  /** Told of each call. */
  readonly onCall: (type: string, outcome: "taken" | "refused" | "away") => void;
}

const ANSWER_MS = 10_000;

/** Goes in a header, where a comma would part two: of an order's id, what a header can't hold stands as in an address. */
const inHeader = (id: string): string => id.replaceAll(/[^\x20-\x7e]|[%,]/gu, encodeURIComponent);

export function openRemoteShop({ url, secret, onCall }: RemoteShopOptions): Adapter {
  async function call(type: string, mark: string, data: object): Promise<void> {
    const id = inHeader(mark);
    const created = Math.floor(Date.now() / 1000);
    const body = JSON.stringify({ id, type, created, data });
    const answer = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...sign({ id, body }, secret, created) },
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(ANSWER_MS),
    }).catch((error: unknown) => {
      onCall(type, "away");
      throw new ShopAway(`the shop did not answer ${type}: ${reasonOf(error)}`, { cause: error });
    });
    // A connection is used again only once its answer was read.
    await answer.body?.cancel();
    onCall(type, answer.ok ? "taken" : "refused");
    if (!answer.ok) throw new Error(`the shop answered ${type} with ${answer.status}`);
  }
  const mark =
    (type: string) =>
    (order: string, escrow: Escrow, id: string): Promise<void> =>
      call(type, id, { order, escrow });
  return {
    platform: "custom",
    orders: { toPay: async () => [], cancelled: async () => [] },
    fulfilments: async () => [],
    markOffered: (order, link, id) =>
      link === null ? call("order.link_expired", id, { order }) : call("order.offered", id, { order, url: link }),
    markFunded: mark("order.funded"),
    markDisputed: mark("order.disputed"),
    markResumed: mark("order.resumed"),
    markCompleted: mark("order.completed"),
    markCancelled: mark("order.cancelled"),
    markSettled: mark("order.settled"),
    markRefunded: (order, refund, { own, isNew, id }) =>
      call(isNew ? "order.refunded" : "order.refund_updated", id, { order, id: own, refund }),
    markRefundRefused: (order, refused, id) => call("order.refund_refused", id, { order, ...refused }),
  };
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause as { readonly code?: unknown } | undefined) : undefined;
  return String(cause?.code ?? (error instanceof Error ? error.message : error));
}
