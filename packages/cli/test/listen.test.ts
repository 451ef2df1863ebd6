/**
 * `holdfast listen`: what a receiver on the developer's machine gets is what the service would send, each event once,
 * whatever happens to the receiver, the service, the network and the machine meanwhile.
 */
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { API_PATH, LIMITS } from "@holdfast/contract";
import { Webhook } from "standardwebhooks";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Json, newDatabase } from "../../../apps/service/test/harness.js";
import {
  COMMAND_LINE,
  call,
  type Environment,
  type Launched,
  launch,
  newFolder,
  type Served,
  serve,
  until,
  usedDataDir,
} from "../../../apps/service/test/process/launch.js";
import { atEnd, cleanUpAtEnd, holdfast, json, newMerchant } from "./commands.js";
import { type Delivered, expectSigned, openReceiver, type Receiver } from "./receiver.js";

cleanUpAtEnd();

type Listening = Launched & {
  /** The objects that it has printed so far. */
  said(kind: string): readonly Json[];
  secret(): string;
};

const args = (key: string, forwardTo: string, ...more: string[]): string[] => [
  "listen",
  "--api-key",
  key,
  "--forward-to",
  forwardTo,
  ...more,
];

/** Starts it and waits until it follows the feed. */
async function listen(key: string, forwardTo: string, env: Environment): Promise<Listening> {
  const launched = launch([COMMAND_LINE, ...args(key, forwardTo, "--json")], { env });
  const said = (kind: string): readonly Json[] =>
    launched
      .stdout()
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Json)
      .filter((one) => one["kind"] === kind);
  await until(() => said("ready").length === 1 || launched.child.exitCode !== null, "listen is ready");
  return { ...launched, said, secret: () => said("listening")[0]?.["secret"] };
}

async function stop(listening: Launched, signal: "SIGINT" | "SIGTERM" = "SIGTERM"): Promise<void> {
  listening.child.kill(signal);
  expect(await listening.ended).toMatchObject({ code: 0, signal: null, stderr: "" });
}

const idsOf = (events: readonly Json[]): unknown[] => events.map((event) => event["id"]);

/** A merchant's way to the API of a running service. */
function shopOf(service: Served, key: string) {
  const post = async (path: string, body: object = {}): Promise<Json> => {
    const answer = await call(service.origin, "POST", API_PATH + path, { key, body });
    expect(answer.status, answer.text).toBeLessThan(300);
    return answer.body;
  };
  return {
    post,
    /** Two events: checkout.session.completed and escrow.created. */
    order: async (title = "Hand-thrown dinner set"): Promise<Json> => {
      const session = await post("/checkout/sessions", { title, amount: "249.90" });
      return post(`/test_helpers/checkout/sessions/${session["id"]}/confirm`);
    },
    pay: (escrow: Json): Promise<Json> => post(`/test_helpers/escrows/${escrow["id"]}/payments`),
    /** Every event of the account, oldest first, and the pages that held them, as they came. */
    feed: async (): Promise<{ events: Json[]; text: string }> => {
      const events: Json[] = [];
      const texts: string[] = [];
      for (let path: string | null = `${API_PATH}/events?limit=100`; path !== null; ) {
        const { body, text } = await call(service.origin, "GET", path, { key });
        events.push(...body["data"]);
        texts.push(text);
        const next: string | null = body["next"];
        path = next === null ? null : next.replace(/^https?:\/\/[^/]+/, "");
      }
      return { events: events.reverse(), text: texts.join("\n") };
    },
  };
}

const HOSTILE = '"},"data":[{"id":"evt_0"}],\\"next\\": null {[ Åsa 子 🏺 \u2028 \\u0041 \\';

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

  test("what fails is sent again after 1 s and 2 s, while later events pass it", async () => {
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

  test("a service that stops and starts again: told once, nothing is missed, nothing comes twice", async () => {
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

  test("for people: it starts with the next event, and signs with the same secret as the last time", async () => {
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
  });
});

/** In front of the service: lets pass, or does to a request what a test says. */
async function openFront(service: Served) {
  const plans: ((request: IncomingMessage, response: ServerResponse) => void)[] = [];
  const asked: number[] = [];
  const pass = (request: IncomingMessage, response: ServerResponse): void => {
    const { method, headers, url = "" } = request;
    const onward = send(service.origin + url, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on("error", () => response.destroy());
    request.pipe(onward);
  };
  const server = createServer((request, response) => {
    asked.push(Date.now());
    (plans.shift() ?? pass)(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  atEnd(async () => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, plans, asked };
}

describe("on a bad day", () => {
  let env: Environment;
  let service: Served;
  let receiver: Receiver;
  let front: Awaited<ReturnType<typeof openFront>>;
  beforeAll(async () => {
    const url = await newDatabase();
    service = await serve({ DATABASE_URL: url, DATA_DIR: join(newFolder(), "data") });
    front = await openFront(service);
    receiver = await openReceiver();
    atEnd(receiver.close);
    env = { DATABASE_URL: url, DATA_DIR: join(newFolder(), "data") };
  });
  afterEach(() => {
    receiver.deliveries.length = 0;
    receiver.answerWith((_, response) => void response.writeHead(200).end());
  });

  /** The command alone: nothing tells it of a database, and it makes none. */
  const alone = (): Environment => ({ DATA_DIR: join(newFolder(), "data"), PUBLIC_URL: front.origin });

  test("a limit is waited for as long as it says; answers that are none are asked for again", async () => {
    const key = (await newMerchant(env, "limit@a.example")).api_key;
    const own = alone();
    const listening = await listen(key, receiver.origin, own);
    const shop = shopOf(service, key);
    const answer =
      (status: number, body: string, headers: Json = {}) =>
      (_: unknown, response: ServerResponse) =>
        void response.writeHead(status, headers).end(body);
    let limitedAt = 0;
    front.plans.push(
      (request, response) => {
        limitedAt = Date.now();
        answer(429, '{"error":{"message":"no"}}', { "Retry-After": "2" })(request, response);
      },
      answer(502, "<h1>Bad gateway</h1>"),
      answer(200, "<h1>Welcome to the hotel's network</h1>"),
      (_, response) => {
        response.writeHead(200, { "Content-Length": 1000 });
        response.write('{"object":"list","data":[{"id":"evt_');
        setTimeout(() => response.destroy(), 20);
      },
    );
    await shop.order();
    await until(() => receiver.deliveries.length === 2, "both events have arrived");
    expect(front.asked.filter((at) => at > limitedAt && at < limitedAt + 1_990)).toEqual([]);
    expect(listening.said("rate_limited")).toEqual([{ kind: "rate_limited", wait_seconds: 2 }]);
    expect(listening.said("unreachable")).toEqual([{ kind: "unreachable", reason: "it answered 502" }]);
    expect(listening.said("reachable")).toHaveLength(1);
    expect(idsOf(receiver.deliveries.map(({ event }) => event))).toEqual(idsOf((await shop.feed()).events));
    await stop(listening);
    expect(readdirSync(own["DATA_DIR"] ?? "")).toEqual(["listen-secret"]);
  });

  test("a laptop that sleeps wakes up to more than a page of events, and forwards each once, in order", async () => {
    const key = (await newMerchant(env, "sleep@a.example")).api_key;
    const shop = shopOf(service, key);
    const listening = await listen(key, receiver.origin, alone());
    listening.child.kill("SIGSTOP");
    const orders = 1 + LIMITS.pageSizeMax / 2;
    for (let count = 0; count < orders; count += 1) await shop.order();
    listening.child.kill("SIGCONT");
    const { events } = await shop.feed();
    expect(events.length).toBeGreaterThan(LIMITS.pageSizeMax);
    await until(() => receiver.deliveries.length === events.length, "all have arrived");
    expect(idsOf(receiver.deliveries.map(({ event }) => event))).toEqual(idsOf(events));
    await stop(listening);
  });

  test("it ends with 0 after the attempt in flight, and waits for no receiver longer than 2 s", async () => {
    const key = (await newMerchant(env, "stop@a.example")).api_key;
    const shop = shopOf(service, key);
    const ends: [string, number, number][] = [];
    for (const [answersAfterMs, signal] of [
      [700, "SIGINT"],
      [60_000, "SIGTERM"],
    ] as const) {
      receiver.answerWith((_, response) => {
        setTimeout(() => response.writeHead(200).end(), answersAfterMs).unref();
      });
      const listening = await listen(key, receiver.origin, alone());
      const before = receiver.deliveries.length;
      const session = await shop.post("/checkout/sessions", { title: "A", amount: "1.00" });
      await shop.post(`/checkout/sessions/${session["id"]}/expire`);
      await until(() => receiver.deliveries.length > before, "an attempt is in flight");
      const asked = Date.now();
      await stop(listening, signal);
      const [stopped] = listening.said("stopped");
      const state = listening.said("attempt").at(-1)?.["state"];
      ends.push([state, stopped?.["undelivered"], Math.floor((Date.now() - asked) / 2_000)]);
    }
    expect(ends).toEqual([
      ["SUCCEEDED", 0, 0],
      ["PENDING", 1, 1],
    ]);
  });

  test("a key that is no key, or no longer, ends it with 1 and one line", async () => {
    const refused = await holdfast(args("hf_nothing", receiver.origin, "--json"), alone());
    expect({ code: refused.code, stdout: refused.stdout }).toEqual({ code: 1, stdout: "" });
    expect(refused.stderr).toMatch(/^holdfast: http:\/\/127\.0\.0\.1:\d+ refused: Send a valid API key [^\n]+\n$/);

    const key = (await newMerchant(env, "revoked@a.example")).api_key;
    const listening = await listen(key, receiver.origin, alone());
    const [{ id: account }] = (await json(["merchant", "list"], env)).slice(-1);
    const [{ id }] = await json(["key", "list", "--account", account], env);
    await json(["key", "revoke", id], env);
    expect(await listening.ended).toMatchObject({ code: 1, stderr: refused.stderr });
  });

  test("a secret of one's own signs, and a reader who leaves ends it", async () => {
    const key = (await newMerchant(env, "secret@a.example")).api_key;
    const own = alone();
    const secret = "whsec_of-the-endpoint-in-production";
    const listening = launch([COMMAND_LINE, ...args(key, receiver.origin, "--secret", secret)], { env: own });
    await until(() => listening.stdout().includes("Ready"), "it is ready");
    expect(listening.stdout()).toContain(`signed with ${secret}\n(an older secret: without webhook-* headers)\n`);
    await shopOf(service, key).order();
    await until(() => receiver.deliveries.length === 2, "both have arrived");
    for (const delivered of receiver.deliveries) {
      expectSigned(delivered, secret);
      expect(delivered.headers).not.toHaveProperty("webhook-signature");
    }
    expect(existsSync(join(own["DATA_DIR"] ?? "", "listen-secret"))).toBe(false);
    listening.child.stdout?.destroy();
    await sleep(50);
    await shopOf(service, key).order();
    expect(await listening.ended).toMatchObject({ code: 0, stderr: "" });
  });
});

test("2 for what can't be forwarded to, 78 for a service that nobody can find", async () => {
  const dataDir = join(newFolder(), "data");
  const wrong: readonly (readonly [readonly string[], Environment, number, RegExp])[] = [
    [
      args("hf_a", "ftp://localhost/"),
      {},
      2,
      /'ftp:\/\/localhost\/' is invalid\. It takes a URL that starts with http/,
    ],
    [args("hf_a", "localhost:4242"), {}, 2, /is invalid/],
    [args("hf_a", "http://user:pass@localhost/"), {}, 2, /must not contain a user name/],
    [args("hf_a", "http://localhost/", "--secret", "hunter2"), {}, 2, /It starts with whsec_/],
    [["listen", "--api-key", "hf_a"], {}, 2, /required option '--forward-to/],
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
