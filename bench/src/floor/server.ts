/**
 * The floors: what bare servers reach that do the same work on the same stack, without the rules. Each route of the
 * service that is measured stands beside one of these.
 */
import { timingSafeEqual } from "node:crypto";
import Fastify, { type FastifyRequest } from "fastify";
import pg from "pg";
import { sha256 } from "../../../apps/service/dist/platform/hash.js";
import { uuidv7 } from "../../../apps/service/dist/platform/random.js";
import { FLOOR_ACCOUNT } from "./schema.js";

const JSON_TYPE = "application/json; charset=utf-8";
const PAGE = 25;
const DAY_SECONDS = 86_400;

const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"], max: 16 });
const app = Fastify({ logger: false });

/** Any key is good, as long as it hashes to what was stored for it: the cost of the check, without a database. */
const stored = new Map<string, Buffer>();
function isKnown({ headers }: FastifyRequest): boolean {
  const key = headers.authorization ?? "";
  const hash = sha256(key);
  const known = stored.get(key) ?? hash;
  stored.set(key, known);
  return timingSafeEqual(hash, known);
}

type Order = {
  readonly title: string;
  readonly amount: string;
  readonly description?: string;
  readonly line_items?: readonly object[];
  readonly milestones?: readonly object[];
  readonly external_reference?: string;
  readonly customer_email?: string;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly success_url?: string;
  readonly cancel_url?: string;
  readonly platform?: string;
};

const money = { type: "string", pattern: "^\\d+\\.\\d{2}$" };
const text = (maxLength: number): object => ({ type: "string", maxLength });
const ORDER = {
  type: "object",
  required: ["title", "amount"],
  properties: {
    title: text(255),
    amount: money,
    currency: { type: "string", enum: ["USD"] },
    description: { type: "string" },
    line_items: {
      type: "array",
      maxItems: 100,
      items: {
        type: "object",
        required: ["name", "unit_amount"],
        properties: { name: text(255), unit_amount: money, quantity: { type: "integer", minimum: 1 }, sku: text(100) },
      },
    },
    milestones: {
      type: "array",
      maxItems: 20,
      items: {
        type: "object",
        required: ["title", "amount"],
        properties: { title: text(255), amount: money, description: { type: "string" } },
      },
    },
    external_reference: text(255),
    customer_email: { type: "string", format: "email" },
    metadata: { type: "object", maxProperties: 50, additionalProperties: text(500) },
    success_url: { type: "string", format: "uri" },
    cancel_url: { type: "string", format: "uri" },
    platform: text(32),
  },
};

const INSERT_SESSION = `
  insert into floor_sessions (account_id, id, status, amount, fees, external_reference, title, description, currency,
    customer_email, line_items, milestones, metadata, success_url, cancel_url, platform, escrow_id, expires_at, completed_at, created)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)`;

/** Floor A: Fastify, Ajv, the key's hash, one INSERT through the pool, and the answer. */
app.post<{ Body: Order }>("/sessions", { schema: { body: ORDER } }, async (request, reply) => {
  if (!isKnown(request)) return reply.code(401).send();
  const { body } = request;
  const id = uuidv7();
  const created = Math.floor(Date.now() / 1000);
  const lineItems = JSON.stringify(body.line_items ?? []);
  const milestones = JSON.stringify(body.milestones ?? []);
  const metadata = JSON.stringify(body.metadata ?? {});
  const reference = body.external_reference ?? "";
  const amount = Math.round(Number(body.amount) * 100);
  await pool.query({
    name: "insert session",
    text: INSERT_SESSION,
    values: [
      FLOOR_ACCOUNT,
      id,
      "OPEN",
      amount,
      50,
      reference,
      body.title,
      body.description ?? "",
      "USD",
      body.customer_email ?? "",
      lineItems,
      milestones,
      metadata,
      body.success_url ?? "",
      body.cancel_url ?? "",
      body.platform ?? "",
      null,
      created + DAY_SECONDS,
      null,
      created,
    ],
  });
  const answer = `{"id":"${id}","object":"checkout.session","status":"OPEN","url":"http://localhost/pay/${id}","title":${JSON.stringify(body.title)},"description":${JSON.stringify(body.description ?? "")},"currency":"USD","amount":"${body.amount}","line_items":${lineItems},"milestones":${milestones},"external_reference":${JSON.stringify(reference)},"customer_email":${JSON.stringify(body.customer_email ?? "")},"metadata":${metadata},"success_url":${JSON.stringify(body.success_url ?? "")},"cancel_url":${JSON.stringify(body.cancel_url ?? "")},"platform":${JSON.stringify(body.platform ?? "")},"escrow":null,"expires_at":${created + DAY_SECONDS},"completed_at":null,"created":${created}}`;
  return reply.code(201).type(JSON_TYPE).send(answer);
});

/** One prepared SELECT by id. */
app.get<{ Params: { id: string } }>("/texts/:id", async (request, reply) => {
  const { rows } = await pool.query<{ body: string }>({
    name: "one text",
    text: "select body from floor_texts where id = $1",
    values: [request.params.id],
  });
  return reply.type(JSON_TYPE).send(rows[0]?.body ?? "null");
});

/** One prepared SELECT of the newest 25, and one more to know whether there are any, joined as stored. */
app.get<{ Params: { kind: string } }>("/lists/:kind", async (request, reply) => {
  const { rows } = await pool.query<{ body: string }>({
    name: "newest texts",
    text: "select body from floor_texts where kind = $1 order by number desc limit $2",
    values: [request.params.kind, PAGE + 1],
  });
  const page = rows.slice(0, PAGE).map((row) => row.body);
  return reply.type(JSON_TYPE).send(`{"object":"list","data":[${page.join(",")}],"next":null,"previous":null}`);
});

const DETAILS = { type: "object", required: ["submission_details"], properties: { submission_details: text(5000) } };

/** A state change as it is usually written: six round trips on one connection. */
app.post<{ Params: { escrow: string; position: string }; Body: { submission_details: string } }>(
  "/escrows/:escrow/milestones/:position/submit",
  { schema: { body: DETAILS } },
  async (request, reply) => {
    if (!isKnown(request)) return reply.code(401).send();
    const { escrow, position } = request.params;
    const details = request.body.submission_details;
    const now = Math.floor(Date.now() / 1000);
    const client = await pool.connect();
    try {
      await client.query("begin");
      const { rows } = await client.query<{ title: string; amount: string }>({
        name: "lock escrow",
        text: "select * from floor_escrows where account_id = $1 and id = $2 for update",
        values: [FLOOR_ACCOUNT, escrow],
      });
      const key = `"id":"${escrow}","title":"${rows[0]?.title}","amount":"${rows[0]?.amount}"`;
      const answer = `{${key},"object":"escrow","status":"WORK_IN_PROGRESS","submission_details":${JSON.stringify(details)}}`;
      await client.query({
        name: "update milestone",
        text: "update floor_milestones set status = 'AWAITING_REVIEW', submission_details = $4 where account_id = $1 and escrow_id = $2 and position = $3",
        values: [FLOOR_ACCOUNT, escrow, position, details],
      });
      await client.query({
        name: "update escrow",
        text: "update floor_escrows set status = 'WORK_IN_PROGRESS', first_submitted_at = coalesce(first_submitted_at, $3) where account_id = $1 and id = $2",
        values: [FLOOR_ACCOUNT, escrow, now],
      });
      await client.query({
        name: "insert event",
        text: "insert into floor_events (account_id, id, type, body, created) values ($1, $2, $3, $4, $5)",
        values: [FLOOR_ACCOUNT, uuidv7(), "escrow.milestone.submitted", answer, now],
      });
      await client.query("commit");
      return reply.type(JSON_TYPE).send(answer);
    } finally {
      client.release();
    }
  },
);

app.get("/healthz", (_request, reply) => reply.send("ok"));

process.on("disconnect", () => process.exit(0));
process.on("SIGTERM", () => process.exit(0));
await app.listen({ port: Number(process.env["PORT"]), host: "127.0.0.1" });
