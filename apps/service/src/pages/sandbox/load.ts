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

/** The way back to the order's page, which is one of ours: its path is enough, by whichever name a browser has found us. */
export const backOf = ({ returnUrl }: PlayedOrder): string | null => {
  const url = returnUrl === null ? null : URL.parse(returnUrl);
  return url?.pathname.startsWith("/pay/") === true ? url.pathname : null;
};
