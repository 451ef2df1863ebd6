/** The PHP package against the service: whole orders, lost answers, refusals, and webhooks as they really arrive. */
import { type ChildProcess, spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { API_PATH } from "@holdfast/contract";
import { afterAll, beforeAll, describe, expect, type TestContext, test } from "vitest";
import { freePort, serve } from "../console/receiver.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { ROOT } from "../process/launch.js";
import { needs } from "../programs.js";
import { allEvents, asBuyer, confirmed, funded, ORDER } from "../stories.js";
import { listen, openStreet, type Street } from "../webhooks/shop.js";
import { openCuttingLine, openScripted } from "./unreliable.js";

const PHP = "php";
const TESTS = join(ROOT, "packages/php/test");

type Answer = { readonly value?: any; readonly isReplayed?: boolean } & Json;
type Php = (name: string, ...args: readonly unknown[]) => Promise<Answer>;

const running: ChildProcess[] = [];

/** A PHP process with a client of its own; each call is answered before the next is sent. */
function client(origin: string, key: string, options: Json = {}): Php {
  const args = [join(TESTS, "driver.php"), origin + API_PATH, key, JSON.stringify(options)];
  const child = spawn(PHP, args, { stdio: ["pipe", "pipe", "inherit"] });
  running.push(child);
  const lines = createInterface({ input: child.stdout! });
  return async (name, ...given) => {
    child.stdin!.write(`${JSON.stringify([name, given])}\n`);
    const [line] = (await once(lines, "line")) as [string];
    return JSON.parse(line) as Answer;
  };
}

let world: World;
let shop: Merchant;
let street: Street;
beforeAll(async () => {
  street = await openStreet();
  world = await startWorld({ webhookAllowedOrigins: [street.origin] });
  shop = await world.merchant();
});
afterAll(async () => {
  for (const child of running) child.kill();
  await street.close();
  await world.checkLedger();
  await world.close();
});

describe("a client", () => {
  test("takes an order from session to COMPLETED, and reads all that happened", async (context) => {
    needs(context, "php");
    const php = client(world.url, shop.apiKey);
    expect((await php("account.get")).value).toMatchObject({ object: "account", seller_code: shop.sellerCode });

    const order = { ...ORDER, external_reference: "NW-1", metadata: [] };
    const session = await php("sessions.create", order, "NW-1");
    expect(session).toMatchObject({ isReplayed: false, value: { status: "OPEN", external_reference: "NW-1" } });
    expect(session["requestId"]).toMatch(/^req_/);
    const again = await php("sessions.create", order, "NW-1");
    expect(again).toMatchObject({ isReplayed: true, value: { id: session.value.id } });
    expect((await php("sessions.get", session.value.id)).value.url).toBe(session.value.url);
    const listed = await php("sessions.list", "NW-1");
    expect(listed.value.map(({ id }: Json) => id)).toEqual([session.value.id]);

    const escrow = (await shop.post(`/test_helpers/checkout/sessions/${session.value.id}/confirm`, {})).body;
    await shop.post(`/test_helpers/escrows/${escrow["id"]}/payments`, {});
    expect((await php("escrows.get", escrow["reference_code"])).value.status).toBe("IN_ESCROW");
    const milestone = escrow["milestones"][0].id;
    const submitted = await php("milestones.submit", escrow["id"], milestone, "DHL 4410");
    expect(submitted.value.status).toBe("WORK_IN_PROGRESS");
    const repeated = await php("milestones.submit", escrow["id"], milestone, "DHL 4410");
    expect(repeated.value.milestones[0]).toMatchObject({ status: "AWAITING_REVIEW", submission_details: "DHL 4410" });
    await asBuyer(shop, escrow, "approve");
    const completed = await php("escrows.list", "COMPLETED");
    expect(completed.value.map(({ id }: Json) => id)).toEqual([escrow["id"]]);

    const [first, ...later] = (await allEvents(shop)).map(({ id }) => id);
    expect((await php("collect", "events.after", [first], 100)).value).toEqual(later);
  });

  test("goes through a list page by page, and stops at its end", async (context) => {
    needs(context, "php");
    const seller = await world.merchant();
    const php = client(world.url, seller.apiKey);
    const made: string[] = [];
    for (let order = 0; order < 5; order += 1)
      made.unshift((await php("sessions.create", ORDER, `order ${order}`)).value.id);
    const all = await php("collect", "sessions.list", { limit: 2 }, 100);
    expect(all.value).toEqual(made);
    expect((await php("collect", "sessions.list", { limit: 2 }, 3)).value).toEqual(made.slice(0, 3));
    const expired = await php("sessions.expire", made[0]);
    expect(expired.value).toMatchObject({ status: "EXPIRED", url: null });
  });

  test("creates each session once, and submits once, though the answer to every first POST is lost", async (context) => {
    needs(context, "php");
    const seller = await world.merchant();
    const line = await openCuttingLine(world.url);
    const php = client(line.origin, seller.apiKey);
    const ids = new Set<string>();
    for (let order = 0; order < 4; order += 1) {
      const { value } = await php("sessions.create", ORDER, ...(order % 2 === 0 ? [`order ${order}`] : []));
      ids.add(value.id);
    }
    const kept = await seller.get("/checkout/sessions");
    expect(new Set(kept.body["data"].map(({ id }: Json) => id))).toEqual(ids);
    expect(ids.size).toBe(4);

    const escrow = await funded(seller);
    const { value } = await php("milestones.submit", escrow["id"], escrow["milestones"][0].id, "DHL 4410");
    expect(value.milestones[0].status).toBe("AWAITING_REVIEW");
    const types = (await allEvents(seller)).map(({ type }) => type as string);
    expect(types.filter((type) => type === "escrow.milestone.submitted")).toHaveLength(1);
    await line.close();
  });
});

describe("a refusal", () => {
  test("is an exception of its kind, with code, details and request id", async (context) => {
    needs(context, "php");
    const php = client(world.url, shop.apiKey);
    const thrown = async (promise: Promise<Answer>): Promise<unknown[]> => {
      const { thrown: name, code, status, requestId } = await promise;
      if (status !== null) expect(requestId).toMatch(/^req_/);
      return [name, code, status];
    };
    const invalid = await php("sessions.create", { title: "", amount: "1.5" });
    expect(invalid["details"]).toMatchObject({ title: [expect.any(String)], amount: [expect.any(String)] });
    expect(await thrown(php("sessions.create", {}))).toEqual(["ValidationException", "validation_failed", 400]);
    expect(await thrown(php("sessions.get", "cs_none/../account"))).toEqual(["NotFoundException", "not_found", 404]);
    const stranger = client(world.url, "hf_nobody");
    expect(await thrown(stranger("account.get"))).toEqual(["AuthenticationException", "unauthenticated", 401]);

    const escrow = await confirmed(shop);
    const milestone = escrow["milestones"][0].id;
    const early = php("milestones.submit", escrow["id"], milestone, "DHL");
    expect(await thrown(early)).toEqual(["ConflictException", "escrow_not_funded", 409]);
    await php("sessions.create", ORDER, "taken");
    const conflict = php("sessions.create", { ...ORDER, amount: "1.00" }, "taken");
    expect(await thrown(conflict)).toEqual(["ConflictException", "idempotency_conflict", 409]);
    const completed = await thrown(php("sessions.expire", escrow["checkout_session"]));
    expect(completed).toEqual(["ConflictException", "session_completed", 409]);
    const forged = php("sessions.create", ORDER, "one\r\nX-Other: two");
    expect(await thrown(forged)).toEqual(["InvalidArgumentException", null, null]);
  });

  test("of other details for a milestone that is submitted already stays one", async (context) => {
    needs(context, "php");
    const php = client(world.url, shop.apiKey);
    const escrow = await funded(shop);
    const milestone = escrow["milestones"][0].id;
    await php("milestones.submit", escrow["id"], milestone, "DHL 1");
    expect(await php("milestones.submit", escrow["id"], milestone, "DHL 2")).toMatchObject({
      thrown: "ConflictException",
      code: "invalid_state",
    });
  });

  const outcomes = [
    { statuses: [500, 503], asked: 3, thrown: undefined },
    { statuses: [429, 429, 429], asked: 3, thrown: "RateLimitException" },
    { statuses: [503, 500, 503], asked: 3, thrown: "ServerException" },
    { statuses: [409], asked: 1, thrown: "ConflictException" },
    { statuses: [502], asked: 1, thrown: "ServerException" },
    { statuses: [418], asked: 1, thrown: "ApiException" },
  ];
  test.for(outcomes)("$statuses: asked $asked times", async ({ statuses, asked, thrown }, context) => {
    needs(context as TestContext, "php");
    const server = await openScripted(statuses, { "Retry-After": "0" });
    const answer = await client(server.origin, "hf_key")("account.get");
    expect(answer["thrown"]).toBe(thrown);
    expect(answer["code"]).toBe(thrown === undefined ? undefined : `code_${statuses.at(-1)}`);
    expect(server.asked).toHaveLength(asked);
    expect(server.asked[0]!.headers).toMatchObject({ authorization: "Bearer hf_key", "escrow-version": "2026-09-01" });
    await server.close();
  });

  test("that asks for more patience than there is comes at once; an answer that never comes is waited for so long", async (context) => {
    needs(context, "php");
    const server = await openScripted([429], { "Retry-After": "60" });
    const limited = await client(server.origin, "hf_key", { totalSeconds: 5 })("account.get");
    expect([limited["thrown"], server.asked.length]).toEqual(["RateLimitException", 1]);
    await server.close();
    const nobody = `http://127.0.0.1:${await freePort()}`;
    const gone = await client(nobody, "hf_key", { retriesMax: 1 })("account.get");
    expect(gone).toMatchObject({ thrown: "ConnectionException", message: expect.stringContaining("GET /account") });
  });
});

const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8G";
const OLD = "whsec_9uAiPfGj3MoXyQ1t2Hq8vKx0TdE5nLrYb7sWcZaa";
const BODY = '{"id":"evt_1","type":"escrow.funded","data":{"object":{"title":"Åsa & 子 / \\u00e9"}}}';
const NOW = 1_790_000_000;

const hex = (secret: string, t: string | number = NOW, body = BODY): string =>
  createHmac("sha256", secret).update(`${t}.${body}`).digest("hex");
const contract = (...secrets: string[]): Json => ({
  "X-Escrow-Signature": [`t=${NOW}`, ...secrets.map((secret) => `v1=${hex(secret)}`)].join(","),
});
const mark = (secret: string, body = BODY): string => {
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  return `v1,${createHmac("sha256", key).update(`evt_1.${NOW}.${body}`).digest("base64")}`;
};
const standard = (...secrets: string[]): Json => ({
  "Webhook-Id": "evt_1",
  "Webhook-Timestamp": String(NOW),
  "Webhook-Signature": secrets.map((secret) => mark(secret)).join(" "),
});

describe("the verifier", () => {
  let php: Php;
  const verify = (given: Json, { body = BODY, secrets = SECRET as string | string[], now = NOW } = {}) =>
    php("verify", Buffer.from(body).toString("base64"), given, secrets, now);
  const php_ = (context: TestContext): void => {
    needs(context, "php");
    php ??= client("http://127.0.0.1:9", "hf_key");
  };

  test("takes what we signed, by either family of headers, either secret of a rotation, up to 300 seconds away", async (context) => {
    php_(context);
    const server = { HTTP_X_ESCROW_SIGNATURE: contract(SECRET)["X-Escrow-Signature"] };
    const families = [
      contract(SECRET),
      server,
      standard(SECRET),
      contract(OLD, SECRET),
      contract(SECRET, OLD),
      standard(OLD, SECRET),
    ];
    for (const headers of families)
      expect((await verify(headers)).value, JSON.stringify(headers)).toMatchObject({ id: "evt_1" });
    expect((await verify(contract(OLD), { secrets: [SECRET, OLD] })).value.id).toBe("evt_1");
    for (const off of [-300, 300]) expect((await verify(contract(SECRET), { now: NOW + off })).value.id).toBe("evt_1");
    const psr = { "X-Escrow-Signature": [contract(SECRET)["X-Escrow-Signature"]] };
    expect((await verify(psr)).value.type).toBe("escrow.funded");
  });

  test("refuses everything else", async (context) => {
    php_(context);
    const t = `t=${NOW}`;
    const wrong: [Json, Parameters<typeof verify>[1]?][] = [
      [contract(OLD)],
      [standard(OLD)],
      [contract(SECRET), { body: `${BODY} ` }],
      [standard(SECRET), { body: BODY.replace("evt_1", "evt_2") }],
      [contract(SECRET), { now: NOW + 301 }],
      [contract(SECRET), { now: NOW - 301 }],
      [standard(SECRET), { now: NOW - 301 }],
      [{ ...standard(SECRET), "Webhook-Id": "evt_2" }],
      [{ ...standard(SECRET), ...contract(OLD) }],
      [{}],
      [{ "Webhook-Signature": mark(SECRET) }],
      [{ "X-Escrow-Signature": t }],
      [{ "X-Escrow-Signature": `${t},t=${NOW + 1},v1=${hex(SECRET)}` }],
      [{ "X-Escrow-Signature": `${t},v0=${hex(SECRET)}` }],
      [{ "X-Escrow-Signature": `${t},v1=` }],
      [{ "X-Escrow-Signature": `t=${NOW}\n,v1=${hex(SECRET, `${NOW}\n`)}` }],
    ];
    for (const [headers, options] of wrong)
      expect((await verify(headers, options))["thrown"], JSON.stringify([headers, options])).toBe("SignatureException");
    expect((await verify(contract(SECRET), { secrets: "" }))["thrown"]).toBe("InvalidArgumentException");
  });

  test("takes a key of 24 to 64 bytes for the webhook-* headers, and no other", async (context) => {
    php_(context);
    const old = "whsec_2Hq8vKx0TdE5nLrYb7sWcZ9uAiPfGj3MoXyQ1t"; // 38 characters: no base64
    expect((await verify(contract(old), { secrets: old })).value.id).toBe("evt_1");
    expect((await verify(standard(old), { secrets: old }))["thrown"]).toBe("SignatureException");
    const short = `whsec_${Buffer.alloc(23, 1).toString("base64")}`;
    expect((await verify(standard(short), { secrets: short }))["thrown"]).toBe("SignatureException");
  });

  test("knows real deliveries in a handler of five lines, and answers 400 to a forged one", async (context) => {
    needs(context, "php");
    const port = await freePort();
    const seller = await world.merchant();
    const endpoint = await listen({ world, street }, seller, "/hooks");
    const receiver = await serve(
      "env",
      [`SECRETS=${endpoint.secret}`, "php", "-S", `127.0.0.1:${port}`, join(TESTS, "receiver.php")],
      port,
    );
    await confirmed(seller);
    const arrivals = await street.wait("/hooks", 2);
    const pass = async (arrival: (typeof arrivals)[number], body = arrival.body): Promise<number> => {
      const { host: _, connection: __, "content-length": ___, ...headers } = arrival.headers;
      return (await fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers, body })).status;
    };
    for (const arrival of arrivals) {
      expect(await pass(arrival)).toBe(200);
      await receiver.says(`received ${arrival.event["type"]} ${arrival.event["id"]}`);
    }
    expect(await pass(arrivals[0]!, `${arrivals[0]!.body}\n`)).toBe(400);
    await receiver.stop();
  });
});
