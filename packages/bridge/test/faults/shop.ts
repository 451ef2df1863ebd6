/**
 * A shop as a process of its own: its orders in SQLite, its events and answers signed by a library that nobody here wrote. It may be
 * killed at any moment, and dies by itself where ARM says: a point, a space, an order.
 */
import { createServer } from "node:http";
import { DatabaseSync } from "node:sqlite";
import { Webhook } from "standardwebhooks";

const { PORT = "", BRIDGE = "", SECRET = "", DATABASE = "", ARM = "" } = process.env;
const webhook = new Webhook(SECRET);
const db = new DatabaseSync(DATABASE);
db.exec(`pragma synchronous = off;
  create table if not exists orders (id text primary key, state text not null, url text);
  create table if not exists payments (id text primary key, "order" text not null);
  create table if not exists parcels ("order" text primary key, tracking text not null);
  create table if not exists refunds (id text primary key, "order" text not null, holdfast text);
  create table if not exists outbox (id text primary key, body text not null, is_sent integer not null default 0);`);

const dieAt = (point: string, order: string): void => {
  if (ARM === `${point} ${order}`) process.kill(process.pid, "SIGKILL");
};

function transaction(work: () => void): void {
  db.exec("begin immediate");
  work();
  db.exec("commit");
}

const say = (id: string, type: string, data: object): void =>
  void db
    .prepare("insert into outbox (id, body) values (?, ?) on conflict do nothing")
    .run(id, JSON.stringify({ type, data }));

function place(id: string): void {
  transaction(() => {
    db.prepare("insert into orders values (?, 'new', null) on conflict do nothing").run(id);
    say(`placed ${id}`, "order.placed", { id, title: "Hand-thrown dinner set", amount: "249.90" });
  });
  dieAt("order placed", id);
}

const STATES: Readonly<Record<string, string>> = {
  "order.funded": "paid",
  "order.completed": "completed",
  "order.cancelled": "cancelled",
};

function take(id: string, body: string): void {
  const { type, data } = JSON.parse(body) as {
    type: string;
    data: { order: string; url?: string; id?: string; refund?: { id: string } };
  };
  const { order, url, refund } = data;
  dieAt(`${type} came`, order);
  transaction(() => {
    const state = STATES[type];
    if (state !== undefined) db.prepare("update orders set state = ? where id = ?").run(state, order);
    if (type === "order.offered") db.prepare("update orders set url = ? where id = ?").run(String(url), order);
    if (refund !== undefined)
      db.prepare(
        "insert into refunds values (?, ?, ?) on conflict (id) do update set holdfast = excluded.holdfast",
      ).run(data.id ?? refund.id, order, refund.id);
    if (type !== "order.funded") return;
    db.prepare("insert into payments values (?, ?) on conflict do nothing").run(id, order);
    db.prepare("insert into parcels values (?, ?) on conflict do nothing").run(order, `DHL ${crypto.randomUUID()}`);
    const details = db.prepare(`select tracking from parcels where "order" = ?`).get(order)?.["tracking"];
    db.prepare("insert into refunds values (?, ?, null) on conflict do nothing").run(`R ${order}`, order);
    say(`refunded ${order}`, "order.refunded", { id: `R ${order}`, order, amount: "10.00" });
    say(`fulfilled ${order}`, "order.fulfilled", { id: "parcel 1", order, details: String(details) });
  });
  dieAt(`${type} kept`, order);
}

/** What the bridge has not taken yet goes out again. */
async function send(): Promise<void> {
  for (const row of db.prepare("select id, body from outbox where is_sent = 0").all()) {
    const [id, body] = [String(row["id"]), String(row["body"])];
    const now = new Date();
    const headers = {
      "webhook-id": id,
      "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
      "webhook-signature": webhook.sign(id, now, body),
    };
    const answer = await fetch(`${BRIDGE}/events`, { method: "POST", headers, body }).catch(() => null);
    if (answer?.ok !== true) continue;
    const { order, url = null } = (await answer.json()) as { order: string; url?: string | null };
    if (url !== null) db.prepare("update orders set url = ? where id = ?").run(url, order);
    db.prepare("update outbox set is_sent = 1 where id = ?").run(id);
  }
  setTimeout(() => void send(), 30);
}

createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks).toString();
  const [, what, id = ""] = (request.url ?? "").split("/");
  if (what === "place") place(decodeURIComponent(id));
  if (what === "holdfast") {
    webhook.verify(body, request.headers as Record<string, string>);
    take(String(request.headers["webhook-id"]), body);
  }
  response.end(
    JSON.stringify({
      orders: db.prepare("select * from orders").all(),
      payments: db.prepare("select * from payments").all(),
      parcels: db.prepare("select * from parcels").all(),
      refunds: db.prepare("select * from refunds").all(),
    }),
  );
}).listen(Number(PORT), "127.0.0.1", () => process.stdout.write("ready\n"));
void send();
