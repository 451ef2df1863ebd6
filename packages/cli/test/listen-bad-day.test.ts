/** `holdfast listen` on a bad day: limits, nonsense, a laptop that slept, keys that are gone, readers who leave. */

import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { LIMITS } from "@holdfast/contract";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { wide } from "../../../apps/service/test/bounds.js";
import { type Json, newDatabase } from "../../../apps/service/test/harness.js";
import {
  COMMAND_LINE,
  type Environment,
  launch,
  newFolder,
  type Served,
  serve,
  until,
} from "../../../apps/service/test/process/launch.js";
import { atEnd, cleanUpAtEnd, holdfast, json, newMerchant } from "./commands.js";
import { args, idsOf, listen, shopOf, stop } from "./listening.js";
import { expectSigned, openReceiver, type Receiver } from "./receiver.js";

cleanUpAtEnd();

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

  test("a limit is waited for as long as it says; answers that are none are asked for again", wide(), async () => {
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

  test(
    "a laptop that sleeps wakes up to more than a page of events, and forwards each once, in order",
    wide(),
    async () => {
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
    },
  );

  test("it ends with 0 after the attempt in flight, and waits for no slow receiver", wide(), async () => {
    const key = (await newMerchant(env, "stop@a.example")).api_key;
    const shop = shopOf(service, key);
    const ends: [string, number][] = [];
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
      ends.push([state, stopped?.["undelivered"]]);
      expect(Date.now() - asked, "long before a receiver that takes a minute").toBeLessThan(30_000);
    }
    expect(ends).toEqual([
      ["SUCCEEDED", 0],
      ["PENDING", 1],
    ]);
  });

  test("a key that is no key, or no longer, ends it with 1 and one line", async () => {
    const refused = await holdfast(args("hf_nothing", receiver.origin, "--json"), alone());
    expect({ code: refused.code, stdout: refused.stdout }).toEqual({ code: 1, stdout: "" });
    expect(refused.stderr).toMatch(/^holdfast: http:\/\/127\.0\.0\.1:\d+ refused: Send a valid API key [^\n]+\n$/);

    const { account_id: account, api_key: key } = await newMerchant(env, "revoked@a.example");
    const listening = await listen(key, receiver.origin, alone());
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
