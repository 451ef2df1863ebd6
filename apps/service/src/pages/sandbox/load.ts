import type { Queryable } from "../../platform/database.js";
import type { SandboxName } from "../../providers/sandbox/names.js";
import { findPlayed, type PlayedOrder } from "../../providers/sandbox/play.js";
import type { Asked } from "../kit/answer.js";
import { PageRefusal } from "../kit/refusal.js";
import type { Site } from "../kit/site.js";

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

/** The order's page: one of ours, or on a seller's domain. */
const pageOf = ({ returnUrl }: PlayedOrder): URL | null => {
  const url = returnUrl === null ? null : URL.parse(returnUrl);
  return url?.pathname.startsWith("/pay/") === true ? url : null;
};

/** The origin of the seller's domain that the order's page is on; null for one of ours. */
export function domainOf(order: PlayedOrder, { origin }: Pick<Site, "origin">): string | null {
  const page = pageOf(order);
  const isOurs = page === null || page.origin === origin() || page.hostname === "localhost";
  return isOurs ? null : page.origin;
}

/** The way back to the order. Of ours the path is enough, by whichever name a browser has found us. */
export function backOf(order: PlayedOrder, site: Site): string | null {
  const page = pageOf(order);
  return page === null ? null : `${domainOf(order, site) ?? ""}${page.pathname}`;
}

/** The same for who is done here, as the provider was told to send them. */
export function returnOf(order: PlayedOrder, site: Site): string | null {
  const back = backOf(order, site);
  return back === null ? null : back + (pageOf(order)?.search ?? "");
}
