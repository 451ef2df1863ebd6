/**
 * The `webhook` commands as scripts use them: beside a running service that delivers to a store's receiver, on a stopped
 * one, and with another SECRET_KEY than the secrets were sealed with.
 */
import { createHmac, randomBytes } from "node:crypto";
import { API_PATH } from "@holdfast/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { wide } from "../../../apps/service/test/bounds.js";
import { newClient } from "../../../apps/service/test/client.js";
import type { Json } from "../../../apps/service/test/harness.js";
import { newDatabase } from "../../../apps/service/test/harness.js";
import {
  call,
  type Environment,
  launchService,
  serve,
  until,
  usedDataDir,
} from "../../../apps/service/test/process/launch.js";
import { cleanUpAtEnd, expectRefused, holdfast, inThrees, json, newMerchant, text } from "./commands.js";
import { type Delivered, openReceiver, type Receiver } from "./receiver.js";

const SECRET = /^whsec_[0-9A-Za-z]{40}$/;
const ENDPOINT = /^we_[0-9a-z]{26}$/;
const newKey = (): string => randomBytes(32).toString("base64");

cleanUpAtEnd();

/** The secrets, in order, that make up the signature. */
function expectSignedWith({ headers, body }: Delivered, ...secrets: string[]): void {
  const signature = String(headers["x-escrow-signature"]);
  const seconds = /^t=(\d+),/.exec(signature)?.[1] ?? "";
  const mark = (secret: string): string =>
    `,v1=${createHmac("sha256", secret)
      .update(`${seconds}.${body.toString("utf8")}`)
      .digest("hex")}`;
  expect(signature).toBe(`t=${seconds}${secrets.map(mark).join("")}`);
}

describe("beside a service that delivers", () => {
  let env: Environment;
  let shop: { account_id: string; api_key: string };
  let receiver: Receiver;
  let id = "";
  let secret = "";

  beforeAll(async () => {
    receiver = await openReceiver();
    env = {
      DATABASE_URL: await newDatabase(),
      SECRET_KEY: newKey(),
      WEBHOOK_ALLOWED_ORIGINS: receiver.origin,
    };
    await serve(env);
    shop = await newMerchant(env);
  });
  afterAll(() => receiver.close());

  const hooks = (): string => `${receiver.origin}/hooks`;
  const list = (): Promise<Json[]> => json(["webhook", "list", "--account", shop.account_id], env);
  const attempts = (): Promise<Json[]> => json(["webhook", "deliveries", id], env);

  /** The next one to arrive. */
  async function arrival(after: number): Promise<Delivered> {
    await until(() => receiver.deliveries.length > after, "it is delivered");
    return receiver.deliveries[after] as Delivered;
  }

  /** A test event, as it arrives. */
  async function ping(): Promise<Delivered> {
    const before = receiver.deliveries.length;
    const { event } = await json(["webhook", "ping", id], env);
    const delivered = await arrival(before);
    expect(delivered.event).toMatchObject({ id: event, type: "ping", data: { object: { object: "ping" } } });
    return delivered;
  }

  /** As a worker writes it after the ninth attempt. */
  async function failForGood(delivery: string): Promise<void> {
    const client = newClient(env["DATABASE_URL"]);
    await client.connect();
    const { rowCount } = await client.query(
      `with over as (delete from webhook_queue where id = $1 returning *)
       insert into webhook_deliveries (account_id, id, endpoint_id, event_number, origin, state, attempts, created, closed_at)
       select account_id, id, endpoint_id, event_number, origin, 'FAILED', 9, created / 1000, service_now() from over`,
      [delivery],
    );
    await client.end();
    expect(rowCount).toBe(1);
  }

  test("create shows the secret this once, list shows all else", async () => {
    const created = await json(
      ["webhook", "create", "--account", shop.account_id, "--url", hooks(), "--events", "escrow.funded,escrow.created"],
      env,
    );
    expect(created).toEqual({
      id: expect.stringMatching(ENDPOINT),
      url: hooks(),
      secret: expect.stringMatching(SECRET),
    });
    ({ id, secret } = created);
    const told = await text(["webhook", "create", "--account", shop.account_id, "--url", `${hooks()}/all`], env);
    expect(told).toMatch(/^we_\w{26} {2}http:\S+\nsigning secret, shown this once: whsec_\w{40}\n$/);

    const endpoints = await list();
    expect(endpoints).toEqual([
      {
        id,
        url: hooks(),
        events: ["escrow.created", "escrow.funded"],
        status: "ENABLED",
        consecutive_failures: 0,
        standard_webhooks: true,
        created: expect.any(Number),
      },
      expect.objectContaining({ url: `${hooks()}/all`, events: ["*"] }),
    ]);
    const listed = await text(["webhook", "list", "--account", shop.account_id], env);
    expect(listed.trim().split("\n")).toHaveLength(2);
    expect(listed).toContain(id);
    expect(listed).not.toContain("whsec_");
    expect(listed).not.toContain("until rotated");
  });

  test("ping sends a signed test event, and deliveries tells what came of it", async () => {
    const delivered = await ping();
    expectSignedWith(delivered, secret);
    expect(delivered.headers).toMatchObject({ "x-escrow-event": "ping", "x-escrow-event-id": delivered.event["id"] });
    await until(async () => (await attempts()).length === 1, "the attempt is logged");
    expect(await attempts()).toEqual([
      {
        delivery: Number(delivered.headers["x-escrow-delivery"]),
        event: delivered.event["id"],
        type: "ping",
        attempt: 1,
        state: "SUCCEEDED",
        status_code: 200,
        error: null,
        duration_ms: expect.any(Number),
        created: expect.any(Number),
      },
    ]);
    expect(await text(["webhook", "ping", id], env)).toMatch(/^evt_\w{26} is on its way; /);
    expect((await arrival(1)).event).toMatchObject({ type: "ping" });
  });

  test("list says in words and in JSON that an older secret makes no webhook-* headers, until it is rotated", async () => {
    const { id: old } = (await list())[1] as Json;
    const client = newClient(env["DATABASE_URL"]);
    await client.connect();
    // As long as one that was sealed when secrets had 38 characters.
    await client.query(
      "update webhook_endpoints set secret = substr(secret, 1, length(secret) - 2) where url like '%/all'",
    );
    await client.end();
    const lines = async (): Promise<string[]> =>
      (await text(["webhook", "list", "--account", shop.account_id], env)).trim().split("\n");
    expect((await list()).map((endpoint) => endpoint["standard_webhooks"])).toEqual([true, false]);
    expect((await lines()).map((line) => line.endsWith("  no webhook-* headers until rotated"))).toEqual([false, true]);
    await json(["webhook", "rotate", old], env);
    expect((await list()).map((endpoint) => endpoint["standard_webhooks"])).toEqual([true, true]);
    await json(["webhook", "delete", old], env);
  });

  test("events changes which types it gets", async () => {
    const types = ["escrow.created", "escrow.funded"];
    expect(await json(["webhook", "events", id, "--events", types.toReversed().join(",")], env)).toMatchObject({
      events: types,
    });
    expect(await text(["webhook", "events", id], env)).toMatch(/ {2}\*\n$/);
    expectRefused(
      await holdfast(["webhook", "events", id, "--events", "escrow.gone"], env),
      1,
      /no event type "escrow.gone"/,
    );
  });

  test("rotate replaces the secret from the next attempt on; with an overlap the old one signs beside it", async () => {
    const rotated = await json(["webhook", "rotate", id, "--overlap-hours", "24"], env);
    expect(rotated).toEqual({ id, secret: expect.stringMatching(SECRET) });
    expectSignedWith(await ping(), rotated.secret, secret);
    const told = await text(["webhook", "rotate", id], env);
    const [, last = ""] =
      /: the old secret no longer signs\nsigning secret, shown this once: (\S+)\n$/.exec(told) ?? [];
    expect(last).toMatch(SECRET);
    expect(new Set([secret, rotated.secret, last]).size).toBe(3);
    expectSignedWith(await ping(), last);
    secret = last;
  });

  test("a failed attempt is told with status and sentence; resend sends the event again, as another delivery", async () => {
    receiver.answerWith((_, response) => void response.writeHead(503).end("closed for lunch"));
    const failed = await ping();
    const delivery = Number(failed.headers["x-escrow-delivery"]);
    await until(async () => (await attempts())[0]?.["delivery"] === delivery, "the attempt is logged");
    const [attempt] = await attempts();
    expect(attempt).toMatchObject({
      attempt: 1,
      state: "PENDING",
      status_code: 503,
      error: expect.stringMatching(/\S/),
    });
    const log = await text(["webhook", "deliveries", id], env);
    expect(log.split("\n")[0]).toMatch(
      new RegExp(`^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ {2}delivery ${delivery} .* PENDING .* ms {2}503 {2}\\S`),
    );
    expect(log).not.toContain("lunch");

    receiver.answerWith((_, response) => void response.writeHead(204).end());
    const before = receiver.deliveries.length;
    const resent = await json(["webhook", "resend", String(delivery)], env);
    expect(resent).toEqual({ delivery: expect.any(Number) });
    expect(resent.delivery).toBeGreaterThan(delivery);
    const again = await arrival(before);
    expect(again.headers).toMatchObject({ "x-escrow-delivery": String(resent.delivery) });
    expect(again.body.equals(failed.body)).toBe(true);
    expect(await json(["webhook", "recover", id, "--since", "0"], env)).toEqual({ count: 0 });
    expect(await text(["webhook", "recover", id, "--since", "0"], env)).toBe("0 events are sent again\n");
  });

  test("disable holds what is to be sent, enable sends it", async () => {
    expect(await json(["webhook", "disable", id], env)).toMatchObject({ id, status: "DISABLED" });
    expect(await text(["webhook", "disable", id], env)).toMatch(new RegExp(`^${id} {2}DISABLED {2}`));
    expectRefused(await holdfast(["webhook", "ping", id], env), 1, /the endpoint is disabled/);
    const log = await attempts();
    const delivered = log.at(-1);
    const waiting = log.find(({ state }) => state === "PENDING");
    const before = receiver.deliveries.length;
    const held = "; the endpoint is disabled, so nothing leaves before it is enabled\n";
    const resent = await text(["webhook", "resend", String(delivered?.["delivery"])], env);
    expect(resent).toMatch(new RegExp(`^delivery \\d+${held}$`));
    await failForGood(resent.split(/[ ;]/)[1] as string);
    expect(await text(["webhook", "recover", id, "--since", "0"], env)).toBe(`1 event is sent again${held}`);
    expect(receiver.deliveries).toHaveLength(before);
    expect(await json(["webhook", "enable", id], env)).toMatchObject({ id, status: "ENABLED" });
    await arrival(before + 1);
    const sent = receiver.deliveries.slice(before).map(({ event }) => event["id"]);
    expect(new Set(sent)).toEqual(new Set([delivered?.["event"], waiting?.["event"]]));
  });

  test("enable --skip-held drops what was held, and it never arrives", async () => {
    const [attempt] = await attempts();
    await json(["webhook", "disable", id], env);
    const { delivery: held } = await json(["webhook", "resend", String(attempt?.["delivery"])], env);
    expect(await text(["webhook", "enable", id, "--skip-held"], env)).toMatch(new RegExp(`^${id} {2}ENABLED `));
    await ping();
    expect(receiver.deliveries.map(({ headers }) => Number(headers["x-escrow-delivery"]))).not.toContain(held);
  });

  test("delete ends it: the id is unknown from then on", async () => {
    expect(await json(["webhook", "delete", id], env)).toMatchObject({ id, status: "DELETED" });
    expect((await list()).map((endpoint) => endpoint["id"])).not.toContain(id);
    const unknown: readonly (readonly string[])[] = [
      ["rotate", id],
      ["events", id],
      ["enable", id],
      ["disable", id],
      ["delete", id],
      ["ping", id],
      ["deliveries", id],
      ["recover", id, "--since", "0"],
    ];
    await inThrees(unknown, async (args) => {
      expectRefused(await holdfast(["webhook", ...args, "--json"], env), 1, /there is no webhook endpoint we_/);
    });
  });
});

describe("how a webhook command ends", () => {
  let env: Environment;
  let account = "";
  beforeAll(async () => {
    env = { DATABASE_URL: await newDatabase(), SECRET_KEY: newKey() };
    account = (await newMerchant(env)).account_id;
  });

  const create = (url: string, ...more: string[]): string[] => ["create", "--account", account, "--url", url, ...more];
  /** What a developer is told whose receiver is on their own machine. */
  const wayOut = (problem: string, origin: string): RegExp =>
    new RegExp(
      `: ${RegExp.escape(problem)} For development, set WEBHOOK_ALLOWED_ORIGINS=${RegExp.escape(origin)} for the service and for this command, or forward events there with \`listen\`\\.$`,
      "m",
    );

  test("1, with one line, for what was understood and can't be done", async () => {
    const nobody = "we_00000000000000000000000000";
    const refused: readonly (readonly [readonly string[], RegExp])[] = [
      [create("http://shop.example/"), /: the URL must start with https:\/\/\.$/m],
      [create("https://127.0.0.1:8443/"), wayOut("the address 127.0.0.1 is not public.", "https://127.0.0.1:8443")],
      [create("http://127.0.0.1:4160/x"), wayOut("the URL must start with https://.", "http://127.0.0.1:4160")],
      [create("localhost:4160/x"), wayOut("the URL must start with https://.", "http://localhost:4160")],
      [create("http://[::1]:4160/"), wayOut("the URL must start with https://.", "http://[::1]:4160")],
      [create("http://192.168.1.7/"), wayOut("the URL must start with https://.", "http://192.168.1.7")],
      [create("http://user:secret@localhost/"), /: the URL must not contain a user name or password\.$/m],
      [create("https://user:secret@shop.example/"), /: the URL must not contain a user name or password\.$/m],
      [create("https://shop.example:25/"), /: the port must be 443, or from 1024 to 65535\.$/m],
      [create("https://93.184.216.34/", "--events", "escrow.payed"), /there is no event type "escrow\.payed"/],
      [create("https://93.184.216.34/", "--events", ""), /name at least one event type/],
      [["create", "--account", "12", "--url", "https://93.184.216.34/"], /is not an account id/],
      [["create", "--account", "1000000000000000001", "--url", "https://93.184.216.34/"], /there is no account/],
      [["list", "--account", "1000000000000000001"], /there is no account/],
      [["rotate", "we_nothing"], /there is no webhook endpoint we_nothing; `webhook list` shows the ids/],
      [["rotate", nobody, "--overlap-hours", "169"], /there is no webhook endpoint/],
      [["rotate", nobody, "--overlap-hours", "1.5"], /--overlap-hours takes a whole number, not "1\.5"/],
      [["enable", nobody], /there is no webhook endpoint/],
      [["resend", "12a"], /DELIVERY takes a whole number, not "12a"/],
      [["resend", "12345"], /there is no delivery 12345/],
      [["recover", nobody, "--since", "yesterday"], /--since takes a whole number, not "yesterday"/],
    ];
    await inThrees(refused, async ([args, line]) => {
      expectRefused(await holdfast(["webhook", ...args, "--json"], env), 1, line);
    });
    expect(await json(["webhook", "list", "--account", account], env)).toEqual([]);
    expect(await text(["webhook", "list", "--account", account], env)).toBe("no endpoints\n");
  });

  test("2, with one line, for what is no command", async () => {
    const wrong: readonly (readonly [readonly string[], RegExp])[] = [
      [["create", "--account", account], /required option '--url/],
      [["rotate"], /missing required argument 'endpoint'/],
      [["recover", "we_00000000000000000000000000"], /required option '--since/],
      [["resend"], /missing required argument 'delivery'/],
    ];
    await inThrees(wrong, async ([args, line]) => expectRefused(await holdfast(["webhook", ...args], env), 2, line));
  });

  test("78, and no service starts, when the secrets were sealed with another SECRET_KEY", wide(), async () => {
    const { id } = await json(["webhook", ...create("https://93.184.216.34/hooks")], env);
    const tooLong = await holdfast(["webhook", "rotate", id, "--overlap-hours", "169"], env);
    expectRefused(tooLong, 1, /an overlap takes a whole number of hours from 1 to 168/i);
    const otherKey = newKey();
    const other = { ...env, SECRET_KEY: otherKey };
    for (const args of [create("https://93.184.216.34/more"), ["rotate", id]]) {
      expectRefused(await holdfast(["webhook", ...args], other), 78, /SECRET_KEY=\(hidden\) is not usable/);
    }
    const ended = await launchService(other).ended;
    expect({ ...ended, stderr: "" }).toEqual({ code: 78, signal: null, stdout: "", stderr: "" });
    expect(ended.stderr).toMatch(/^holdfast: SECRET_KEY=\(hidden\) is not usable: [^\n]+\n$/);
    expect(ended.stderr).not.toContain(otherKey);
    expect(await json(["webhook", "list", "--account", account], other)).toHaveLength(1);
    const service = await serve(env);
    expect((await call(service.origin, "GET", "/readyz")).status).toBe(200);
    expect((await service.stop()).code).toBe(0);
  });
});

test(
  "on a directory with its own database: the key is made there once, and what it sealed outlives every process",
  wide(),
  async () => {
    const receiver = await openReceiver();
    const env = { DATA_DIR: usedDataDir("my data"), WEBHOOK_ALLOWED_ORIGINS: receiver.origin };
    const { account_id, api_key } = await newMerchant(env);
    const { id } = await json(["webhook", "create", "--account", account_id, "--url", receiver.origin], env);
    const { secret } = await json(["webhook", "rotate", id], env);
    const { event } = await json(["webhook", "ping", id], env);
    const service = await serve(env);
    await until(() => receiver.deliveries.length > 0, "what was to be sent while nothing ran is sent");
    const [delivered] = receiver.deliveries as [Delivered];
    expect(delivered.event).toMatchObject({ id: event });
    expectSignedWith(delivered, secret);
    const feed = await call(service.origin, "GET", `${API_PATH}/events`, { key: api_key });
    expect(feed.body["data"]).toEqual([delivered.event]);
    expect((await service.stop()).code).toBe(0);
    await receiver.close();
  },
);
