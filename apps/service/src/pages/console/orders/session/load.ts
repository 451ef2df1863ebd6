import { applyTime } from "../../../../commands/apply-time.js";
import { parseId } from "../../../../domain/ids.js";
import { findMakingRequest } from "../../../../store/read/console/orders.js";
import { findHostedSession, type HostedSession } from "../../../../store/read/orders/hosted-sessions.js";
import { findSession } from "../../../../store/read/orders/sessions.js";
import type { Asked } from "../../../kit/answer.js";
import { PageRefusal } from "../../../kit/refusal.js";
import type { ConsoleContext } from "../../context.js";
import type { ConsoleServices } from "../../services.js";

export type SessionServices = Pick<ConsoleServices, "db" | "executor" | "publicUrl">;

/** A session as its seller sees it. */
export type SellerSession = HostedSession & {
  readonly created: number;
  readonly metadata: Readonly<Record<string, string>>;
  readonly platform: string;
  /** The request that made it, while the log has it: the UUID behind `req_…`. */
  readonly request: string | null;
};

/**
 * Where its time has run out and nobody has written that down yet, the executor does so first.
 * @throws PageRefusal not_found, for another account's session as for one that does not exist.
 */
export async function loadSellerSession(
  { member: { account, sellerCode } }: ConsoleContext,
  { params }: Pick<Asked, "params">,
  { db, executor }: SessionServices,
): Promise<SellerSession> {
  const id = parseId("session", params["session"] ?? "");
  if (id === null) throw new PageRefusal("not_found");
  const found = await findHostedSession(db, sellerCode, id);
  const isDue = found !== null && found.status === "OPEN" && found.expiresAt <= found.now;
  if (isDue) await applyTime(executor, account, { kind: "session", id });
  const [hosted, stored, request] = await Promise.all([
    isDue ? findHostedSession(db, sellerCode, id) : found,
    findSession(db, account, id),
    findMakingRequest(db, account, id),
  ]);
  if (hosted === null || stored === null) throw new PageRefusal("not_found");
  const { metadata, platform } = JSON.parse(stored.content) as Pick<SellerSession, "metadata" | "platform">;
  return { ...hosted, created: stored.created, metadata, platform, request };
}
