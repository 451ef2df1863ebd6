/** An outbox of its own for a file of stories: what is written into it, who works on it, and the mail servers. */
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { type Database, openDatabase } from "../../src/platform/database.js";
import { openLog } from "../../src/platform/log.js";
import { type Mails, startMails } from "../../src/workers/mails.js";
import { newDatabase } from "../harness.js";
import { type Catcher, type Judge, openCatcher } from "./catcher.js";

export const OWNER = "owner@northwind.example";
export const PARAMS = {
  endpoint: "0199c1f0-8a6e-7d1c-9b2a-4f0d5c6e7a81",
  url: "https://shop.example/hooks/holdfast",
  failures: 25,
  trading_name: "Northwind Ceramics",
};
const log = openLog("silent");

export type Row = {
  id: string;
  tries: number;
  sent_at: string | null;
  error: string | null;
  /** Seconds until the next try. */
  wait: number | null;
};

export let databaseUrl: string;
export let db: Database;
export const toStop: (() => Promise<void>)[] = [];

export async function write(recipient = OWNER, template = "webhook_failing", params: object = PARAMS): Promise<string> {
  const rows = await db.query<{ id: string }>({
    name: "write mail",
    text: "insert into mails (recipient, template, params, created) values ($1, $2, $3, service_now()) returning id",
    values: [recipient, template, params],
  });
  return rows[0]!.id;
}

export async function row(id: string): Promise<Row> {
  const rows = await db.query<Row>({
    name: "mail row",
    text: `select id, tries, sent_at, error,
             extract(epoch from next_try_at - clock_timestamp())::double precision as wait
           from mails where id = $1`,
    values: [id],
  });
  return rows[0]!;
}

/** Instead of waiting for the next try. */
export const makeDue = (id: string): Promise<unknown> =>
  db.query({ name: "make due", text: "update mails set next_try_at = clock_timestamp() where id = $1", values: [id] });

export function startWorker(smtpUrl: URL | null, database: Pick<Database, "query"> = db): Mails {
  const worker = startMails({
    db: database,
    config: { smtpUrl, mailFrom: "Holdfast <no-reply@pay.example>", mode: "sandbox" },
    publicUrl: "https://pay.example",
    log,
    tickMs: 50,
    stopWithinMs: 500,
  });
  toStop.push(() => worker.stop());
  return worker;
}

export async function startCatcher(judge?: Judge): Promise<Catcher> {
  const catcher = await openCatcher(judge);
  toStop.push(() => catcher.close());
  return catcher;
}

export const isSent = async (id: string): Promise<boolean> => (await row(id)).sent_at !== null;
export const hasFailed = (id: string, tries: number) => async (): Promise<boolean> => {
  const { tries: made, error } = await row(id);
  return made === tries && error !== null;
};

export function inAnOutbox(): void {
  beforeAll(async () => {
    databaseUrl = await newDatabase();
    db = openDatabase(databaseUrl, { connections: 4 });
  });
  beforeEach(async () => {
    await db.query({ name: "empty outbox", text: "delete from mails" });
  });
  afterEach(async () => {
    for (const stop of toStop.splice(0).reverse()) await stop();
  });
  afterAll(async () => {
    await db.close();
  });
}
