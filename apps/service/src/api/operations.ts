/** What those who run the service ask it: alive, ready, how much (operating contract, "Ready and healthy"). */
import type { FastifyInstance } from "fastify";
import { CELL_HEADER } from "../identity/registry.js";
import type { Database } from "../platform/database.js";
import type { Metrics } from "../platform/metrics.js";
import { findDomain } from "../store/read/domains.js";
import { isReady } from "../store/read/ready.js";
import { ApiRefusal } from "./refusal.js";

/** Who lives in which cell, for the proxy in front of the cells. */
export type FindCell = (
  asked: { readonly lookupHash: Buffer } | { readonly sellerCode: string },
) => Promise<string | null>;

/**
 * `GET /cells/where?key=HASH` or `?seller=CODE`, HASH being the SHA-256 of the part of a key that names it, in hex: 200 with the
 * name of the cell, 404 for one that nobody knows, 503 while the directory is away. On OPS_PORT alone.
 */
export function registerCells(app: FastifyInstance, find: FindCell): void {
  app.get<{ Querystring: Record<string, unknown> }>("/cells/where", async ({ query }, reply) => {
    const { key, seller } = query;
    const asked =
      typeof key === "string" && /^[0-9a-f]{64}$/.test(key)
        ? { lookupHash: Buffer.from(key, "hex") }
        : typeof seller === "string" && /^\w{1,32}$/.test(seller)
          ? { sellerCode: seller }
          : null;
    const cell = asked === null ? null : await find(asked);
    return reply
      .code(cell === null ? 404 : 200)
      .headers(cell === null ? {} : { [CELL_HEADER]: cell })
      .type("text/plain")
      .send(`${cell ?? "unknown"}\n`);
  });
}

/** What another cell asks (cells/line.ts), at OPS_PORT alone. */
export type AnswerLine = (request: {
  readonly name: string;
  readonly mark: string;
  readonly body: string;
}) => Promise<{ readonly status: number; readonly body: string }>;

const LINE_BYTES_MAX = 1_048_576;

export async function registerLine(app: FastifyInstance, answer: AnswerLine): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("text/plain", { parseAs: "string", bodyLimit: LINE_BYTES_MAX }, (_request, text, done) =>
    done(null, text),
  );
  app.post<{ Params: { name: string }; Body: unknown }>(
    "/cells/ask/:name",
    { bodyLimit: LINE_BYTES_MAX },
    async ({ params: { name }, headers, body }, reply) => {
      const mark = String(headers["holdfast-line"] ?? "");
      const { status, body: text } = await answer({ name, mark, body: typeof body === "string" ? body : "" });
      return reply.code(status).type("text/plain; charset=utf-8").send(text);
    },
  );
}

/** From this machine, or one beside it: whoever asks for certificates stands there. */
const isNear = (address: string): boolean =>
  /^(?:::ffff:)?(?:127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)|^(?:::1$|f[cd])/i.test(address);

const servesSeller = async (db: Database, name: string): Promise<boolean> => {
  const served = await findDomain(db, name);
  return served !== null && served !== "taken";
};

/**
 * `GET /tls/allowed?domain=NAME`: 200 for a name that the service answers by, its own or a seller's, 404 for any other. What stands in
 * front asks it before it gets a certificate (Caddy: on_demand_tls). On OPS_PORT where there is one, else for addresses near by.
 */
export function registerTlsQuestion(
  app: FastifyInstance,
  { db, publicUrl }: { readonly db: Database; readonly publicUrl: string | null },
): void {
  const ours = publicUrl === null ? null : new URL(publicUrl).hostname;
  app.get<{ Querystring: Record<string, unknown> }>("/tls/allowed", async ({ query: { domain }, raw }, reply) => {
    if (!isNear(raw.socket.remoteAddress ?? ""))
      throw new ApiRefusal("not_found", { message: "There is no such path." });
    const name = typeof domain === "string" && domain.length <= 253 ? domain.toLowerCase() : "";
    const isServed = name !== "" && (name === ours || (await servesSeller(db, name)));
    return reply
      .code(isServed ? 200 : 404)
      .type("text/plain")
      .send(isServed ? "yes\n" : "no\n");
  });
}

export function registerOperations(app: FastifyInstance, { db, metrics }: { db: Database; metrics: Metrics }): void {
  app.get("/healthz", (_request, reply) => reply.type("text/plain").send("ok\n"));

  app.get("/readyz", async (_request, reply) => {
    const ready = await isReady(db);
    return reply
      .code(ready ? 200 : 503)
      .type("text/plain")
      .send(ready ? "ready\n" : "not ready\n");
  });

  app.get("/metrics", async (_request, reply) => {
    const { text, contentType } = await metrics.render();
    return reply.type(contentType).send(text);
  });
}
