/**
 * `holdfast listen`: what a receiver on the developer's machine gets is what the service would send, each event once,
 * whatever happens to the receiver and the service meanwhile.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { beforeAll, describe, expect, test } from "vitest";
import { wide } from "../../../apps/service/test/bounds.js";
import type { Json } from "../../../apps/service/test/harness.js";
import {
  COMMAND_LINE,
  type Environment,
  launch,
  newFolder,
  type Served,
  serve,
  until,
  usedDataDir,
} from "../../../apps/service/test/process/launch.js";
import { atEnd, cleanUpAtEnd, holdfast, json, newMerchant } from "./commands.js";
import { args, HOSTILE, idsOf, type Listening, listen, shopOf, stop } from "./listening.js";
import { type Delivered, expectSigned, openReceiver, type Receiver } from "./receiver.js";

cleanUpAtEnd();

describe("beside a service that is stopped and started", () => {
  let env: Environment;
  let service: Served;
  let receiver: Receiver;
  let key = "";
  let listening: Listening;
  beforeAll(async () => {
    receiver = await openReceiver();
    atEnd(receiver.close);
    const DATA_DIR = usedDataDir("my data");
    env = { DATA_DIR, WEBHOOK_ALLOWED_ORIGINS: receiver.origin };
    service = await serve(env);
    env = { ...env, PORT: new URL(service.origin).port };
    key = (await newMerchant(env, "a@a.example")).api_key;
    listening = await listen(key, `${receiver.origin}/local?from=listen`, env);
  });

  const local = (): typeof receiver.deliveries => receiver.deliveries.filter(({ path }) => path.startsWith("/local"));
  const arrived = (count: number): Promise<void> =>
    until(() => local().length >= count, `${count} deliveries have arrived, of which ${local().length} have`);

  test("an account without events is followed from its very first one: bytes, headers and signature of a real delivery", async () => {
    expect(listening.said("listening")).toEqual([
      {
        kind: "listening",
        service: `http://localhost:${env["PORT"]}`,
        forward_to: `${receiver.origin}/local?from=listen`,
        secret: expect.stringMatching(/^whsec_\w{40}$/),
        standard_webhooks: true,
      },
    ]);
    expect(listening.said("ready")).toEqual([{ kind: "ready", after: null }]);
    const accounts: readonly Json[] = await json(["merchant", "list"], env);
    const account = accounts.find(({ email }) => email === "a@a.example")?.["id"];
    await json(["webhook", "create", "--account", account, "--url", `${receiver.origin}/real`], env);

    const shop = shopOf(service, key);
    await shop.order(HOSTILE);
    await until(() => receiver.deliveries.length === 4, "both ways have brought both events");
    const { events, text } = await shop.feed();
    expect(local().map(({ event }) => event)).toEqual(events);
    for (const [index, delivered] of local().entries()) {
      expectSigned(delivered, listening.secret());
      expect(text).toContain(delivered.body.toString("utf8"));
      const real = receiver.deliveries.find(
        ({ path, event }) => path === "/real" && event["id"] === delivered.event["id"],
      );
      expect(delivered.body).toEqual(real?.body);
      expect(delivered.method).toBe("POST");
      const headersOf = ({ headers }: Delivered) => ({
        ...headers,
        "x-escrow-signature": expect.stringMatching(/^t=\d+,v1=/),
        "webhook-signature": expect.stringMatching(/^v1,/),
        "webhook-timestamp": expect.stringMatching(/^\d+$/),
      });
      expect(real).toBeDefined();
      expect(delivered.headers).toEqual({ ...headersOf(real as Delivered), "x-escrow-delivery": String(index + 1) });
      const { headers } = delivered;
      const verified = new Webhook(listening.secret()).verify(delivered.body, headers as Record<string, string>);
      expect(verified).toEqual(delivered.event);
      expect(headers["x-escrow-event"]).toBe(delivered.event["type"]);
      expect(headers["x-escrow-event-id"]).toBe(delivered.event["id"]);
    }
    await json(["webhook", "delete", (await json(["webhook", "list", "--account", account], env))[0].id], env);
  });

  test("what fails is sent again after 1 s and 2 s, while later events pass it", wide(), async () => {
    receiver.deliveries.length = 0;
    const shop = shopOf(service, key);
    let failures = 0;
    receiver.answerWith(({ event }, response) => {
      const fails = event["type"] === "escrow.created" && failures < 2;
      if (fails) failures += 1;
      // A redirect is a failure, and nobody comes by where it points to.
      response.writeHead(!fails ? 204 : failures === 1 ? 500 : 307, { Location: `${receiver.origin}/local/elsewhere` });
      response.end();
    });
    await shop.pay(await shop.order());
    await arrived(5);
    const types = local().map(({ event }) => event["type"]);
    expect(types.slice(0, 2)).toEqual(["checkout.session.completed", "escrow.created"]);
    expect(types.filter((type) => type === "escrow.created")).toHaveLength(3);
    // Between which two of the three it passes is a matter of when the buyer paid.
    expect(types.indexOf("escrow.funded")).toBeLessThan(types.lastIndexOf("escrow.created"));
    const [first, second, third] = local().filter(({ event }) => event["type"] === "escrow.created");
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(1_000);
    expect((third?.at ?? 0) - (second?.at ?? 0)).toBeGreaterThanOrEqual(2_000);
    expect(new Set([first, second, third].map((one) => one?.headers["x-escrow-delivery"])).size).toBe(1);
    expect(new Set([first, second, third].map((one) => one?.headers["x-escrow-signature"])).size).toBe(3);
    for (const delivered of local()) expectSigned(delivered, listening.secret());

    // The last answer is still on its way back when the receiver has what was sent.
    const told = () => listening.said("attempt").filter(({ event }) => event === first?.event["id"]);
    await until(() => told().length >= 3, "all three attempts are told");
    const lines = told();
    const shared = {
      kind: "attempt",
      delivery: Number(first?.headers["x-escrow-delivery"]),
      event: first?.event["id"],
      type: "escrow.created",
      duration_ms: expect.any(Number),
      created: expect.any(Number),
    };
    expect(lines).toEqual([
      {
        ...shared,
        attempt: 1,
        state: "PENDING",
        status_code: 500,
        error: "The endpoint answered 500.",
        resend_seconds: 1,
      },
      {
        ...shared,
        attempt: 2,
        state: "PENDING",
        status_code: 307,
        error: "The endpoint answered 307; redirects are not followed.",
        resend_seconds: 2,
      },
      { ...shared, attempt: 3, state: "SUCCEEDED", status_code: 204, error: null, resend_seconds: null },
    ]);
  });

  test("a service that stops and starts again: told once, nothing is missed, nothing comes twice", wide(), async () => {
    receiver.deliveries.length = 0;
    const { events: before } = await shopOf(service, key).feed();
    expect((await service.stop()).code).toBe(0);
    await until(() => listening.said("unreachable").length === 1, "listen says that the service is away");
    for (const type of ["escrow.expired", "escrow.completed"]) await json(["trigger", type, "--api-key", key], env);
    service = await serve(env);
    await until(() => listening.said("reachable").length === 1, "listen says that the service is back");
    await shopOf(service, key).order();
    const { events } = await shopOf(service, key).feed();
    const missed = events.slice(before.length);
    await arrived(missed.length);
    expect(idsOf(local().map(({ event }) => event))).toEqual(idsOf(missed));
    expect(listening.said("unreachable")).toEqual([{ kind: "unreachable", reason: expect.stringMatching(/^E\w+$/) }]);

    await stop(listening, "SIGINT");
    expect(listening.said("stopped")).toEqual([{ kind: "stopped", undelivered: 0 }]);
    const delivered = listening.said("attempt").filter(({ state }) => state === "SUCCEEDED");
    expect(delivered.map(({ event }) => event).sort()).toEqual(idsOf(events).sort());
  });

  test(
    "for people: it starts with the next event, and signs with the same secret as the last time",
    wide(),
    async () => {
      receiver.deliveries.length = 0;
      receiver.answerWith((_, response) => void response.writeHead(local().length === 1 ? 503 : 200).end());
      const { events: before } = await shopOf(service, key).feed();
      const second = launch([COMMAND_LINE, ...args(key, `${receiver.origin}/local`)], { env });
      await until(() => second.stdout().includes("Ready"), "it is ready");
      await shopOf(service, key).order();
      await arrived(3);
      for (const delivered of local()) expectSigned(delivered, listening.secret());
      await stop(second);
      const lines = (await second.ended).stdout.split("\n");
      const line = (type: string, rest: string): unknown =>
        expect.stringMatching(new RegExp(`^\\d\\d:\\d\\d:\\d\\d {2}${type} +evt_\\w{26} {2}${rest}$`));
      expect(lines).toEqual([
        `Forwarding the events of http://localhost:${env["PORT"]}`,
        `        to ${receiver.origin}/local`,
        `signed with ${listening.secret()}`,
        `Ready: waiting for events after ${before.at(-1)?.["id"]}.`,
        line("checkout.session.completed", "503 +\\d+ ms {2}\\(again in 1 s\\)"),
        line("escrow.created", "200 +\\d+ ms"),
        line("checkout.session.completed", "200 +\\d+ ms {2}\\(resend 1\\)"),
        "Stopped.",
        "",
      ]);
    },
  );
});

/** In front of the service: lets pass, or does to a request what a test says. */

test("2 for what can't be forwarded to, 78 for a service that nobody can find", async () => {
  const dataDir = join(newFolder(), "data");
  const wrong: readonly (readonly [readonly string[], Environment, number, RegExp])[] = [
    [
      args("hf_a", "ftp://localhost/"),
      {},
      2,
      /'ftp:\/\/localhost\/' is invalid\. It takes a URL that starts with http/,
    ],
    [args("hf_a", "shop.example:4242"), {}, 2, /is invalid\. It takes .* such as localhost:4242/],
    [args("hf_a", "localhostile.example/x"), {}, 2, /is invalid/],
    [args("hf_a", "http://user:pass@localhost/"), {}, 2, /must not contain a user name/],
    [args("hf_a", "http://localhost/", "--secret", "hunter2"), {}, 2, /It starts with whsec_/],
    [["listen", "--api-key", "hf_a"], {}, 2, /required option '--forward-to/],
    [args("hf_a", ":4242/x"), { PORT: "0" }, 78, /PORT=0/],
    [args("hf_a", "[::1]:4242"), { PORT: "0" }, 78, /PORT=0/],
    [args("hf_a\n", "http://localhost/"), {}, 1, /--api-key takes an API key/],
    [args("hf a", "http://localhost/"), {}, 1, /--api-key takes an API key/],
    [args("hf_a", "http://localhost/"), { PORT: "0" }, 78, /PORT=0 does not tell where the service is/],
  ];
  for (const [words, env, code, line] of wrong) {
    const ended = await holdfast(words, { DATA_DIR: dataDir, ...env });
    expect({ code: ended.code, stdout: ended.stdout }).toEqual({ code, stdout: "" });
    expect(ended.stderr).toMatch(/^holdfast: [^\n]+\n$/);
    expect(ended.stderr).toMatch(line);
  }
  expect(existsSync(dataDir)).toBe(false);
});
