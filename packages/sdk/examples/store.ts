/**
 * A whole store: create, redirect, hear by webhook, fulfil. It may be killed at any moment, and so may Holdfast. In a clone:
 * `npx node packages/sdk/examples/store.ts`; elsewhere it takes Node 22.18 or later.
 */
import { createServer } from "node:http";
import { DatabaseSync } from "node:sqlite";
import { Holdfast } from "@holdfast/sdk";
import { createHandler, type Event } from "@holdfast/sdk/webhooks";

const { HOLDFAST_KEY = "", HOLDFAST_API_KEY = HOLDFAST_KEY, HOLDFAST_URL = "" } = process.env; // KEY: its older name
const { WEBHOOK_SECRET = "", DATABASE = "store.db", PORT = "4242" } = process.env;
const holdfast = new Holdfast({ apiKey: HOLDFAST_API_KEY, baseUrl: HOLDFAST_URL });
const db = new DatabaseSync(DATABASE);
db.exec(`create table if not exists orders (id text primary key, status text not null) strict;
  create table if not exists parcels (order_id text primary key references orders, tracking text not null) strict;
  create table if not exists inbox (id text primary key, event text not null, done integer not null default 0) strict;`);

/** Returns where to send the buyer. The order id is the key: however often it is asked, there is one session. */
async function checkout(id: string): Promise<string> {
  db.prepare("insert into orders values (?, 'NEW') on conflict do nothing").run(id);
  const order = { title: "Hand-thrown dinner set", amount: "249.90", external_reference: id };
  const { url } = await holdfast.sessions.create(order, { idempotencyKey: id });
  return url ?? `/orders/${id}`;
}

/** Runs again until it has gone through: an order has one parcel, and a repeated submission succeeds. */
async function ship(id: string, order: string): Promise<void> {
  const escrow = await holdfast.escrows.get(id); // the event may be old: this is how it stands
  if (escrow.status !== "IN_ESCROW" && escrow.status !== "WORK_IN_PROGRESS") return;
  db.prepare("insert into parcels values (?, ?) on conflict do nothing").run(order, `DHL ${crypto.randomUUID()}`);
  const parcel = db.prepare("select tracking from parcels where order_id = ?").get(order);
  const submission_details = String(parcel?.["tracking"]);
  for (const milestone of escrow.milestones)
    await holdfast.milestones.submit({ escrow: id, milestone: milestone.id, submission_details });
  db.prepare("update orders set status = 'SHIPPED' where id = ? and status = 'NEW'").run(order);
}

const keep = db.prepare("insert into inbox (id, event) values (?, ?) on conflict do nothing");
const pending = db.prepare("select event from inbox where done = 0");
const webhooks = createHandler({
  secret: WEBHOOK_SECRET,
  store: {
    add: async (event) => keep.run(event.id, JSON.stringify(event)).changes === 1,
    done: async (id) => void db.prepare("update inbox set done = 1 where id = ?").run(id),
    pending: async () => pending.all().map(({ event }) => JSON.parse(String(event)) as Event),
  },
  on: {
    "escrow.funded": ({ data: { object } }) => ship(object.id, object.external_reference),
    "escrow.completed": ({ data: { object } }) =>
      db.prepare("update orders set status = 'COMPLETED' where id = ?").run(object.external_reference),
  },
  onError: (error) => process.stderr.write(`${error}\n`),
});
setInterval(() => void webhooks.resume(), 1_000); // what a crash or an outage left

createServer(async (request, response) => {
  if (request.url === "/webhooks") return webhooks.node(request, response);
  const url = await checkout((request.url ?? "").slice(1)).catch(() => null); // POST /NW-10482
  response.writeHead(url === null ? 503 : 303, url === null ? {} : { location: url }).end();
}).listen(Number(PORT), "127.0.0.1");
