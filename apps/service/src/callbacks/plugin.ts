/**
 * `/callbacks/:provider`: where payment providers notify us. What is signed by the provider, over the exact bytes, is
 * written down and answered; a worker books it (workers/notices.ts). What is not signed is a hint at most: nothing is
 * believed, and what it names is looked up.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Database } from "../platform/database.js";
import { sha256 } from "../platform/hash.js";
import type { Log } from "../platform/log.js";
import type { Metrics } from "../platform/metrics.js";
import type { Hint, Provider, Providers } from "../providers/port.js";
import { bringForward, keepNotice } from "../store/providers/notices.js";
import { findTheirObject } from "../store/providers/objects.js";

/** A notification is a few hundred bytes; some bear a whole order. */
const BODY_BYTES_MAX = 262_144;

type Means = {
  readonly db: Pick<Database, "query">;
  readonly providers: Providers;
  /** The origin that providers know us by. */
  readonly publicUrl: () => string;
  /** A notice, or a look-up, is due. */
  readonly onNotices: () => void;
  readonly log: Log;
  readonly metrics: Pick<Metrics, "countCallback">;
};

type Asked = FastifyRequest<{ Params: { provider: string } }>;

/**
 * Answers: 200 written down, now or before, or nothing that concerns us. 401 not the provider's, or not lately. 404 no such
 * provider. 413 too large. 503 the database is gone: send it again.
 */
export function registerCallbacks(app: FastifyInstance, means: Means): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: BODY_BYTES_MAX }, (_request, bytes, done) =>
    done(null, bytes),
  );
  for (const method of ["POST", "PUT"] as const) {
    app.route<{ Params: { provider: string } }>({
      method,
      url: "/callbacks/:provider",
      bodyLimit: BODY_BYTES_MAX,
      handler: (request, reply) => take(request, reply, { ...means, method }),
    });
  }
}

async function take(
  request: Asked,
  reply: FastifyReply,
  { method, providers, publicUrl, log, metrics, ...means }: Means & { readonly method: "POST" | "PUT" },
): Promise<FastifyReply> {
  const provider = providers.byName(request.params.provider);
  if (provider === null) return say(reply, 404, "there is no such provider");
  const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  const { host } = new URL(publicUrl());
  const verified = await provider.verifyCallback({ method, path: request.url, host, headers: request.headers, body });
  metrics.countCallback(provider.name, verified.kind);
  switch (verified.kind) {
    case "forged":
      log.warn({ request: request.id, provider: provider.name, reason: verified.reason }, "callback refused");
      return say(reply, 401, verified.reason);
    case "hint":
      for (const hint of verified.about) await follow(hint, provider, means);
      return say(reply, 200, "it will be looked up");
    case "genuine": {
      if (verified.reports.length === 0) return say(reply, 200, "nothing to do");
      const noticeId = verified.id ?? `sha256:${sha256(body).toString("hex")}`;
      const notice = { provider: provider.name, noticeId, reports: verified.reports, body };
      if (await keepNotice(means.db, notice)) means.onNotices();
      return say(reply, 200, "taken");
    }
    default:
      return verified satisfies never;
  }
}

async function follow(
  { about, reference: named }: Hint,
  provider: Provider,
  { db, onNotices }: Pick<Means, "db" | "onNotices">,
): Promise<void> {
  const reference =
    typeof named === "string" ? named : (await findTheirObject(db, { provider: provider.name, ...named }))?.reference;
  if (reference !== undefined && (await bringForward(db, { provider: provider.name, about, reference }))) onNotices();
}

const say = (reply: FastifyReply, status: number, sentence: string): FastifyReply =>
  reply.code(status).type("text/plain; charset=utf-8").send(`${sentence}\n`);
