/**
 * `/callbacks/:provider`, and `/callbacks/http/:name` for adapters over HTTP: where payment providers notify us. What is signed by
 * the provider, over the exact bytes, is
 * written down and answered; a worker books it (workers/notices.ts). What is not signed is a hint at most: nothing is
 * believed, and what it names is looked up.
 *
 * Of several cells one gets it. What it says of nothing that was asked for here is put to the others as it came (elsewhere.ts).
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../platform/database.js";
import { isRefusedForGood } from "../platform/database-errors.js";
import { sha256 } from "../platform/hash.js";
import type { Log } from "../platform/log.js";
import type { Metrics } from "../platform/metrics.js";
import type { OtherCells } from "../platform/other-cells.js";
import { callbackPathOf, httpName } from "../providers/http/settings.js";
import type { CallbackRequest, Hint, Provider, Providers, Verified } from "../providers/port.js";
import { bringForward, keepNotice, parkNotice } from "../store/providers/notices.js";
import { findObjectByProviderId } from "../store/providers/objects.js";
import { type ForwardedCallback, isNamedHere, putToOthers } from "./elsewhere.js";

/** A notification is a few hundred bytes; some bear a whole order. */
const BODY_BYTES_MAX = 262_144;

type Means = Taking & {
  /** Other cells, where what is not known here may be. */
  readonly otherCells: OtherCells;
  /** The origin that providers know us by. */
  readonly publicUrl: () => string;
};

/** What it takes to take a notification in. */
export type Taking = {
  readonly db: Pick<Database, "query">;
  readonly providers: Providers;
  /** A notice, or a look-up, is due. */
  readonly onNotices: () => void;
  readonly log: Log;
  readonly metrics: Pick<Metrics, "countCallback">;
};

type Route = { Params: { provider?: string; name?: string } };
type Asked = FastifyRequest<Route>;

/**
 * Answers: 200 written down, now or before, or nothing that concerns us. 401 not the provider's, or not lately. 404 no such
 * provider. 413 too large. 503 it could not be checked, the database is gone, or the cell that may know it is away: send it again.
 */
export function registerCallbacks(app: FastifyInstance, means: Means): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: BODY_BYTES_MAX }, (_request, bytes, done) =>
    done(null, bytes),
  );
  for (const method of ["POST", "PUT"] as const) {
    for (const url of ["/callbacks/:provider", callbackPathOf(":name")]) {
      app.route<Route>({
        method,
        url,
        bodyLimit: BODY_BYTES_MAX,
        handler: (request, reply) => take(request, reply, { ...means, method }),
      });
    }
  }
}

async function take(
  request: Asked,
  reply: FastifyReply,
  { method, publicUrl, otherCells, ...means }: Means & { readonly method: "POST" | "PUT" },
): Promise<FastifyReply> {
  const { providers, log } = means;
  const { provider: known = "", name } = request.params;
  const provider = providers.byName(name === undefined ? known : httpName(name));
  if (provider === null) return say(reply, 404, "there is no such provider");
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const { host } = new URL(publicUrl());
  const callback = { method, path: request.url, host, headers: request.headers, body };
  const verified = await verify(provider, callback, means);
  if (verified.kind === "forged") {
    log.warn({ request: request.id, provider: provider.name, reason: verified.reason }, "callback refused");
    return say(reply, 401, verified.reason);
  }
  if (verified.kind === "unchecked") {
    log.warn({ request: request.id, provider: provider.name, reason: verified.reason }, "callback not checked");
    return say(reply.header("Retry-After", "10"), 503, "it can't be checked at present: send it again");
  }
  if (otherCells.areThere && !(await isNamedHere(means.db, provider.name, verified))) {
    const put = await putToOthers(otherCells, provider.name, callback);
    if (put === "taken") return say(reply, 200, "taken");
    if (put === "away")
      return say(reply.header("Retry-After", "10"), 503, "the cell that may know it is away: send it again");
  }
  return say(reply, 200, await takeIn(verified, { provider, body }, means));
}

/** What another cell was sent, as it came: false for what is of nothing that was asked for here. */
export async function takeForwarded(means: Taking, { provider: name, ...handed }: ForwardedCallback): Promise<boolean> {
  const provider = means.providers.byName(name);
  if (provider === null) return false;
  const body = Buffer.from(handed.body, "base64");
  const verified = await verify(provider, { ...handed, body }, means);
  if (verified.kind === "forged" || verified.kind === "unchecked") return false;
  if (!(await isNamedHere(means.db, name, verified))) return false;
  await takeIn(verified, { provider, body }, means);
  return true;
}

async function verify(provider: Provider, callback: CallbackRequest, { metrics }: Taking): Promise<Verified> {
  const verified = await provider.verifyCallback(callback);
  metrics.countCallback(provider.name, verified.kind);
  return verified;
}

type Believed = Exclude<Verified, { readonly kind: "forged" | "unchecked" }>;

/** What became of it, in words. */
async function takeIn(
  verified: Believed,
  { provider, body }: { readonly provider: Provider; readonly body: Buffer },
  { db, onNotices, log }: Pick<Taking, "db" | "onNotices" | "log">,
): Promise<string> {
  if (verified.kind === "hint") {
    for (const hint of verified.about) await follow(hint, provider, { db, onNotices });
    return "it will be looked up";
  }
  const noticeId = idOf(verified.id, body);
  const about = { provider: provider.name, noticeId };
  const park = async (reason: string): Promise<string> => {
    const unread = { ...about, noticeId: idOfUnread(noticeId, body), error: `It can't be read: ${reason}.` };
    if (await parkNotice(db, { ...unread, body })) log.error(unread, "a notice waits for a person");
    return "taken";
  };
  if (verified.kind === "unreadable") return park(verified.reason);
  if (verified.reports.length === 0) return "nothing to do";
  try {
    if (await keepNotice(db, { ...about, reports: verified.reports, body })) onNotices();
  } catch (error) {
    if (!isRefusedForGood(error)) throw error;
    return park("it bears what the database can't hold");
  }
  return "taken";
}

/** What a provider's own id of a notice may look like; of any other the body's hash is taken. */
const NOTICE_ID = /^[\x21-\x7e]{1,255}$/;
const idOf = (given: string | null, body: Buffer): string =>
  given !== null && NOTICE_ID.test(given) ? given : hashOf(body);
const hashOf = (body: Buffer): string => `sha256:${sha256(body).toString("hex")}`;

/** Its bytes are told, too: one that comes again and can be read then, for it was mended here or there, was not heard before. */
const idOfUnread = (noticeId: string, body: Buffer): string =>
  noticeId === hashOf(body) ? noticeId : `${noticeId.slice(0, 180)} ${hashOf(body)}`;

async function follow(
  { about, reference: named }: Hint,
  provider: Provider,
  { db, onNotices }: Pick<Taking, "db" | "onNotices">,
): Promise<void> {
  const reference =
    typeof named === "string"
      ? named
      : (await findObjectByProviderId(db, { provider: provider.name, ...named }))?.reference;
  if (reference !== undefined && (await bringForward(db, { provider: provider.name, about, reference }))) onNotices();
}

const say = (reply: FastifyReply, status: number, sentence: string): FastifyReply =>
  reply.code(status).type("text/plain; charset=utf-8").send(`${sentence}\n`);
