import type { Queryable } from "../../platform/database.js";
import type { SandboxName } from "../../providers/sandbox/names.js";
import { findPlayed, type PlayedOrder } from "../../providers/sandbox/play.js";
import type { Asked } from "../kit/answer.js";
import { PageRefusal } from "../kit/refusal.js";

export type PlayServices = { readonly db: Queryable };

/** The order whose other side is played, as its provider knows it. @throws PageRefusal not_found */
export async function loadPlayed(
  name: SandboxName,
  { reference = "" }: Asked["params"],
  { db }: PlayServices,
): Promise<PlayedOrder> {
  const order = /^HF[0-9A-Z]{12}$/.test(reference) ? await findPlayed(db, name, reference) : null;
  if (order === null) throw new PageRefusal("not_found");
  return order;
}

/** The order's page, which is one of ours: its path is enough, by whichever name a browser has found us. */
const pageOf = ({ returnUrl }: PlayedOrder): URL | null => {
  const url = returnUrl === null ? null : URL.parse(returnUrl);
  return url?.pathname.startsWith("/pay/") === true ? url : null;
};

/** The way back to the order. */
export const backOf = (order: PlayedOrder): string | null => pageOf(order)?.pathname ?? null;

/** The same for who is done here, as the provider was told to send them. */
export function returnOf(order: PlayedOrder): string | null {
  const url = pageOf(order);
  return url === null ? null : url.pathname + url.search;
}
