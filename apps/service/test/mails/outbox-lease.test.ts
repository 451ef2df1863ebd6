/** A mail is one worker's at a time, for as long as its lease; and what a stop does to one that is being sent. */
import { createServer } from "node:net";
import { describe, expect, test } from "vitest";
import { claimMails, markMailFailed, markMailSent } from "../../src/store/queue/mails.js";
import { until } from "../process/launch.js";
import { db, inAnOutbox, isSent, makeDue, row, startCatcher, startWorker, toStop, write } from "./outbox.js";

inAnOutbox();

test("several workers, each mail once, a bounded number at a time", async () => {
  const catcher = await startCatcher();
  const recipients = Array.from({ length: 100 }, (_, index) => `owner-${index}@shop.example`);
  const ids = await Promise.all(recipients.map((recipient) => write(recipient)));
  for (let worker = 0; worker < 3; worker += 1) startWorker(catcher.url);
  for (const id of ids) await until(() => isSent(id), "every mail is sent");
  expect(catcher.mails.flatMap(({ to }) => to).sort()).toEqual([...recipients].sort());
  expect(catcher.peak()).toBeLessThanOrEqual(30);
});

describe("the lease", () => {
  test("a claimed mail is nobody else's for a minute", async () => {
    const id = await write();
    const claims = await Promise.all(Array.from({ length: 8 }, () => claimMails(db, 20)));
    expect(claims.flat().map((mail) => mail.id)).toEqual([id]);
    const { wait } = await row(id);
    expect(wait).toBeGreaterThan(50);
    expect(wait).toBeLessThanOrEqual(60);
  });

  test("a worker that lost it can't call the mail failed, but may say that it was sent", async () => {
    const id = await write();
    const [lost] = await claimMails(db, 1);
    await makeDue(id);
    const [holder] = await claimMails(db, 1);
    expect(holder!.tries).toBe(2);
    await markMailFailed(db, lost!, { error: "too late", retryAfterSeconds: null });
    expect(await row(id)).toMatchObject({ error: null });
    await markMailSent(db, lost!);
    await markMailFailed(db, holder!, { error: "refused as a repeat", retryAfterSeconds: 60 });
    expect(await row(id)).toMatchObject({ error: null, wait: null });
    expect(await isSent(id)).toBe(true);
  });

  test("no transaction is open while a mail server takes its time", async () => {
    let goOn: () => void = () => undefined;
    const patience = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const catcher = await startCatcher(() => patience);
    const id = await write();
    startWorker(catcher.url);
    await until(() => catcher.mails.length === 1, "the mail is with the server");
    const open = await db.query({
      name: "open transactions",
      text: `select state from pg_stat_activity
             where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()
               and backend_type = 'client backend'`,
    });
    expect(open).toEqual([]);
    goOn();
    await until(() => isSent(id), "the mail is sent");
  });
});

test("a stop waits for the mail that is being sent, but not for a mail server that says nothing", async () => {
  const silent = createServer().listen(0, "127.0.0.1");
  await until(() => silent.listening, "it listens");
  toStop.push(() => new Promise((resolve) => silent.close(() => resolve())));
  let connected = 0;
  silent.on("connection", (socket) => {
    connected += 1;
    socket.on("error", () => undefined);
  });
  const id = await write();
  const worker = startWorker(new URL(`smtp://127.0.0.1:${(silent.address() as { port: number }).port}`));
  await until(() => connected > 0, "the worker is connected");
  const since = performance.now();
  await worker.stop();
  expect(performance.now() - since).toBeLessThan(9_000);
  expect(await row(id)).toMatchObject({ tries: 1, sent_at: null });
  expect((await row(id)).error).not.toBeNull();
});
