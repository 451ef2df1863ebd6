/** The outbox: a mail that is due reaches the mail server, again when it has to. */
import { describe, expect, test } from "vitest";
import { openDatabase } from "../../src/platform/database.js";
import { claimMails } from "../../src/store/queue/mails.js";
import { MAIL_RETRY_SECONDS } from "../../src/workers/mails.js";
import { openPost } from "../../src/workers/smtp.js";
import { until } from "../process/launch.js";
import { openCatcher, refusal } from "./catcher.js";
import {
  databaseUrl,
  db,
  hasFailed,
  inAnOutbox,
  isSent,
  makeDue,
  OWNER,
  PARAMS,
  row,
  startCatcher,
  startWorker,
  toStop,
  write,
} from "./outbox.js";
import { ORDER_URL, SAMPLES } from "./samples.js";

inAnOutbox();

test("a mail is sent once: addresses, subject, both bodies, and a name of its own", async () => {
  const catcher = await startCatcher();
  const id = await write();
  startWorker(catcher.url);
  await until(() => isSent(id), "the mail is sent");
  expect(catcher.mails).toHaveLength(1);
  const [mail] = catcher.mails;
  expect([mail!.from, mail!.to]).toEqual(["no-reply@pay.example", [OWNER]]);
  expect(mail!.field("From")).toBe("Holdfast <no-reply@pay.example>");
  expect(mail!.field("To")).toBe(OWNER);
  expect(mail!.field("Subject")).toBe("Your webhook endpoint is failing: 25 attempts in a row");
  expect(mail!.field("Auto-Submitted")).toBe("auto-generated");
  expect(mail!.field("Message-ID")).toMatch(new RegExp(`^<${id}\\.[0-9a-f]{24}@pay\\.example>$`));
  expect(mail!.raw).toContain("Content-Type: text/plain");
  expect(mail!.raw).toContain("Content-Type: text/html");
  expect(await row(id)).toMatchObject({ tries: 1, error: null, wait: null });
});

test("an address with dots where only quotes allow them reaches its mailbox in quotes", async () => {
  // Strictly, this server takes no two dots in a row, in quotes either; carriers do.
  const catcher = await openCatcher(undefined, { lenientAddressParsing: true });
  toStop.push(() => catcher.close());
  startWorker(catcher.url);
  for (const [recipient, mailbox] of [
    ["ada..b@docomo.ne.jp", '"ada..b"@docomo.ne.jp'],
    ["ada.@ezweb.ne.jp", '"ada."@ezweb.ne.jp'],
    [".ada@docomo.ne.jp", '".ada"@docomo.ne.jp'],
  ] as const) {
    const id = await write(recipient);
    await until(() => isSent(id), `the mail to ${recipient} is sent`);
    const mail = catcher.mails.at(-1);
    expect([mail?.to, mail?.field("To")]).toEqual([[mailbox], `<${mailbox}>`]);
  }
});

test("a domain of other letters is written in ASCII", async () => {
  const catcher = await startCatcher();
  startWorker(catcher.url);
  const id = await write("o'brien+tag@xn--mller-kva.example");
  await until(() => isSent(id), "the mail is sent");
  expect(catcher.mails[0]?.raw).toContain("To: o'brien+tag@xn--mller-kva.example\r\n");
});

test("a recipient whose mail hangs delays nobody else's", async () => {
  const hanging = Promise.withResolvers<void>();
  const catcher = await startCatcher(({ to }) => (to[0]?.startsWith("tarpit") ? hanging.promise : undefined));
  await write("tarpit@example.com");
  startWorker(catcher.url);
  await until(async () => catcher.mails.length === 1, "the first mail hangs");
  for (let round = 0; round < 3; round += 1) {
    const ids = await Promise.all(Array.from({ length: 15 }, () => write()));
    for (const id of ids) await until(() => isSent(id), "the mails behind it are sent");
  }
  expect(catcher.mails.filter(({ to }) => to[0]?.startsWith("tarpit"))).toHaveLength(1);
  hanging.resolve();
});

test("live mails never travel in the clear to another machine, whatever the server offers", async () => {
  const catcher = await startCatcher();
  const sent: unknown[] = [];
  for (const [host, mode] of [
    ["localhost", "live"],
    ["0.0.0.0", "sandbox"],
    ["0.0.0.0", "live"],
  ] as const) {
    const post = openPost(new URL(`smtp://${host}:${catcher.url.port}`), {
      mailFrom: "a@pay.example",
      mode,
      connections: 1,
    });
    const said = { subject: "Words", text: "Words", html: "<p>Words</p>" };
    const mail = { messageId: "<1@pay.example>", from: "Acme Pay", to: OWNER, ...said };
    sent.push(
      await post.send(mail, AbortSignal.timeout(10_000)).then(
        () => "sent",
        (error: Error) => error.message,
      ),
    );
    post.close();
  }
  expect(sent).toEqual(["sent", "sent", expect.stringMatching(/STARTTLS/i)]);
});

test("a buyer's mail goes out in their language, with a link below the public origin", async () => {
  const catcher = await startCatcher();
  const id = await write("ada@example.com", "order_created", { ...SAMPLES.order_created, locale: "fr" });
  startWorker(catcher.url);
  await until(() => isSent(id), "the mail is sent");
  const [mail] = catcher.mails;
  expect(mail!.to).toEqual(["ada@example.com"]);
  // Quoted-printable, put together again (RFC 2045, section 6.7).
  const body = mail!.raw
    .replaceAll(/=\r?\n/g, "")
    .replaceAll(/(?:=[0-9A-F]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll("=", ""), "hex").toString("utf8"));
  expect(body).toContain("Vous avez confirmé une commande auprès de Northwind Ceramics");
  expect(body).toContain(`\r\n${ORDER_URL}\r\n`);
  expect(body).toContain(`href="${ORDER_URL}"`);
});

test("without a mail server a due mail is marked sent and lies in the mailbox; more than a batch too", async () => {
  const ids = await Promise.all(Array.from({ length: 45 }, () => write()));
  await db.query({
    name: "write many",
    text: `insert into mails (recipient, template, params, created)
           select 'crowd@example.com', 'webhook_failing', $1, service_now() from generate_series(1, 1100)`,
    values: [PARAMS],
  });
  const later = await write();
  await db.query({
    name: "not yet",
    text: "update mails set next_try_at = clock_timestamp() + interval '1 hour' where id = $1",
    values: [later],
  });
  startWorker(null);
  for (const id of ids) await until(() => isSent(id), "the mail is marked sent");
  const unsent = async (): Promise<readonly { id: string }[]> =>
    db.query({ name: "unsent", text: "select id from mails where sent_at is null" });
  await until(async () => (await unsent()).length <= 1, "all are marked sent");
  expect(await unsent()).toEqual([{ id: later }]);
});

describe("a mail server that refuses", () => {
  test("is asked again after 1 min, 5, 30, 2 h and twice 12 h, under the same Message-ID, and then the mail is given up", async () => {
    const catcher = await startCatcher(() => {
      throw refusal(451, "the disk is full\u0000");
    });
    const id = await write();
    startWorker(catcher.url);
    for (const [index, seconds] of MAIL_RETRY_SECONDS.entries()) {
      await until(hasFailed(id, index + 1), `try ${index + 1} has failed`);
      const { wait, error } = await row(id);
      expect(wait).toBeGreaterThan(seconds - 30);
      expect(wait).toBeLessThanOrEqual(seconds);
      expect(error).toContain("the disk is full");
      await db.query({ name: "forget error", text: "update mails set error = null where id = $1", values: [id] });
      await makeDue(id);
    }
    await until(hasFailed(id, 7), "the last try has failed");
    expect(await row(id)).toMatchObject({ tries: 7, sent_at: null, wait: null });
    expect(catcher.mails).toHaveLength(7);
    expect(new Set(catcher.mails.map((mail) => mail.field("Message-ID"))).size).toBe(1);
    const day = 86_400;
    expect(
      MAIL_RETRY_SECONDS.reduce<number>((sum, seconds) => sum + seconds, 0),
      "a day's outage",
    ).toBeGreaterThan(day);
  });

  test("and then takes it: it is sent, and no error stays behind", async () => {
    let refusals = 1;
    const catcher = await startCatcher(() => {
      if (refusals-- > 0) throw refusal(550, "not today");
    });
    const id = await write();
    startWorker(catcher.url);
    await until(hasFailed(id, 1), "the first try has failed");
    expect((await row(id)).error).toContain("not today");
    await makeDue(id);
    await until(() => isSent(id), "the second try has succeeded");
    expect(await row(id)).toMatchObject({ tries: 2, error: null, wait: null });
  });

  test("one mail does not keep the others of its batch", async () => {
    const catcher = await startCatcher((mail) => {
      if (mail.to.includes("full@shop.example")) throw refusal(552, "the mailbox is full");
    });
    const refused = await write("full@shop.example");
    const taken = await Promise.all(Array.from({ length: 7 }, () => write()));
    startWorker(catcher.url);
    for (const id of taken) await until(() => isSent(id), "the others are sent");
    await until(hasFailed(refused, 1), "the refused one has failed");
  });

  test("or is not there", async () => {
    const catcher = await openCatcher();
    await catcher.close();
    const id = await write();
    startWorker(catcher.url);
    await until(hasFailed(id, 1), "the try has failed");
    expect((await row(id)).wait).toBeGreaterThan(30);
  });
});

describe("what can't be sent", () => {
  test.each([
    "not an address",
    "a@b.example, c@d.example",
    "a@b.example\r\nRCPT TO:<c@d.example>",
    "<a@b.example>",
    `${"a".repeat(65)}@b.example`,
    "a@b@c.example",
  ])("a mail to %j is given up at once, and the mail server hears nothing of it", async (recipient) => {
    const catcher = await startCatcher();
    const [bad, good] = [await write(recipient), await write()];
    startWorker(catcher.url);
    await until(hasFailed(bad, 1), "it is given up");
    expect(await row(bad)).toMatchObject({ wait: null, sent_at: null, error: "the recipient is not an email address" });
    await until(() => isSent(good), "the next mail is sent");
    expect(catcher.mails.map(({ to }) => to)).toEqual([[OWNER]]);
  });

  test("a template that this version does not know is tried again later: a newer one may know it", async () => {
    const catcher = await startCatcher();
    const id = await write(OWNER, "webhook_on_fire");
    startWorker(catcher.url);
    await until(hasFailed(id, 1), "it has failed");
    const { wait, error } = await row(id);
    expect([wait !== null, error]).toEqual([true, 'there is no mail template "webhook_on_fire"']);
  });

  test("a mail that ended every worker that touched it is left alone in the end", async () => {
    const catcher = await startCatcher();
    const id = await write();
    const tries = MAIL_RETRY_SECONDS.length + 1;
    for (let death = 0; death < tries; death += 1) {
      expect(await claimMails(db, 20)).toHaveLength(1);
      await makeDue(id);
    }
    startWorker(catcher.url);
    await until(hasFailed(id, tries + 1), "it is given up");
    expect([(await row(id)).wait, catcher.mails.length]).toEqual([null, 0]);
  });
});

test("a worker that dies between sending and marking: sent once more, under the same Message-ID, and no further", async () => {
  let isDead: () => void = () => undefined;
  const death = new Promise<void>((resolve) => {
    isDead = resolve;
  });
  // The first mail is acknowledged only when its worker has lost the database.
  const catcher = await startCatcher(() => (catcher.mails.length === 1 ? death : undefined));
  const doomed = openDatabase(databaseUrl, { connections: 2 });
  const id = await write();
  const first = startWorker(catcher.url, doomed);
  await until(() => catcher.mails.length === 1, "the mail is with the server");
  await doomed.close();
  isDead();
  await first.stop();
  const left = await row(id);
  expect(left).toMatchObject({ tries: 1, sent_at: null });
  expect(left.wait).toBeGreaterThan(30);

  const second = startWorker(catcher.url);
  await makeDue(id);
  await until(() => isSent(id), "another worker has sent it");
  await second.stop();
  expect(catcher.mails).toHaveLength(2);
  expect(catcher.mails[1]!.field("Message-ID")).toBe(catcher.mails[0]!.field("Message-ID"));
  expect(await claimMails(db, 20)).toEqual([]);
});

test("mails of equal words to the same person bear different names", async () => {
  const catcher = await startCatcher();
  const ids = [await write(), await write()];
  startWorker(catcher.url);
  for (const id of ids) await until(() => isSent(id), "the mail is sent");
  expect(new Set(catcher.mails.map((mail) => mail.field("Message-ID"))).size).toBe(2);
});

test("a password is not sent to a server that offers no encryption", async () => {
  const users: string[] = [];
  const catcher = await openCatcher(undefined, {
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    authOptional: true,
    onAuth: ({ username }, _session, callback) => {
      users.push(username ?? "");
      callback(null, { user: username ?? "" });
    },
  });
  toStop.push(() => catcher.close());
  const url = new URL(catcher.url);
  url.username = "holdfast";
  url.password = "p%40ss";
  const id = await write();
  startWorker(url);
  await until(hasFailed(id, 1), "the try has failed");
  expect([users, catcher.mails.length]).toEqual([[], 0]);
  expect((await row(id)).error).not.toContain("p@ss");
});
