/**
 * Thousands of generated requests, and some that are hardly HTTP. Whatever is sent: a 2xx that repeats
 * what was sent, or a 4xx in the contract's envelope with sentences that name what is wrong; never a 5xx, never a
 * dropped connection, and at the end the books balance and the service still answers.
 */
import { connect } from "node:net";
import { isDeepStrictEqual } from "node:util";
import { API_PATH, API_VERSION, ERRORS, type ErrorCode, LIMITS, OPERATION_IDS, operation } from "@holdfast/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bound, withinMs } from "../bounds.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { publishedChecker } from "../published.js";
import { confirmed, funded, ORDER, openSession, submit, TWO_PARTS } from "../stories.js";
import { type Case, type FuzzShop, isFamiliar, makeCase, saysNothing } from "./cases.js";
import { chance, seedOfThisRun, withSeed } from "./random.js";
import { type Got, openWire, readAnswer, requestBytes } from "./wire.js";

const BODIES = bound("fuzzBodies");
const CONNECTIONS = 6;
const AHEAD = 12;
/** Of answers of one kind, the first few and then every so many-th are compared with the published document. */
const COMPARED_FIRST = 3;
const COMPARED_EVERY = 50;

const seed = seedOfThisRun();
let world: World;
const shops: FuzzShop[] = [];

beforeAll(async () => {
  world = await startWorld();
  for (let index = 0; index < 3; index += 1) shops.push(await openShop());
});
afterAll(() => world.close());

/** A merchant with something in every list, so that the first cases find objects already. */
async function openShop(): Promise<FuzzShop> {
  const merchant: Merchant = await world.merchant();
  const shop: FuzzShop = { apiKey: merchant.apiKey, sessions: [], escrows: [], events: [], cursors: [] };
  for (let count = 0; count < 3; count += 1) shop.sessions.push((await openSession(merchant))["id"]);
  remember(shop, await confirmed(merchant, TWO_PARTS));
  remember(shop, await funded(merchant, { ...ORDER, external_reference: "NW-1" }));
  remember(shop, await submit(merchant, await funded(merchant, TWO_PARTS)));
  for (const list of ["/checkout/sessions", "/escrows", "/events"]) {
    const page = await merchant.get(`${list}?limit=2`);
    shop.cursors.push(new URL(page.body["next"]).searchParams.get("cursor") ?? "");
    if (list === "/events") shop.events.push(...page.body["data"].map((event: Json) => event["id"]));
  }
  return shop;
}

const remember = (shop: FuzzShop, { id, reference_code, milestones }: Json): void => {
  shop.escrows.push({ id, code: reference_code, milestones: milestones.map((one: Json) => one["id"]) });
};

// --- What an answer has to be ------------------------------------------------------------------------------------------

function require(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Error(what);
}

function checkHeaders({ status, headers }: Got): void {
  require(headers.get("escrow-version") === API_VERSION, "Escrow-Version is missing");
  require(/^req_[0-9a-f]{32}$/.test(headers.get("request-id") ?? ""), "Request-Id is missing");
  require(headers.get("content-type") === "application/json; charset=utf-8", "the answer is not JSON");
  if (status === 405) require((headers.get("allow") ?? "") !== "", "Allow is missing");
  if (status === 429) require(/^[1-9]\d*$/.test(headers.get("retry-after") ?? ""), "Retry-After is missing");
}

const isSentence = (text: unknown): boolean => typeof text === "string" && /^\S.*[.!?]$/su.test(text);

/** The envelope, exactly, with the words of the catalogue; and details that are sentences. */
function checkEnvelope(status: number, body: Json): Json {
  require(isDeepStrictEqual(Object.keys(body), ["error"]), "the envelope holds something else");
  const { type, code, message, details, ...more } = body["error"] as Json;
  require(Object.keys(more).length === 0, "the error holds something else");
  const known = ERRORS[code as ErrorCode];
  require(known?.status === status && known.type === type, `${code} is no ${status} ${type}`);
  require(isSentence(message), "the message is no sentence");
  require((code === "validation_failed") === (details !== undefined), "details belong to validation_failed alone");
  const lists = Object.values((details ?? {}) as Record<string, unknown>);
  require(details === undefined || lists.length > 0, "the details are empty");
  for (const list of lists) require(Array.isArray(list) && list.length > 0 && list.every(isSentence), "no sentence");
  return details ?? {};
}

/** Each wrong field is named, at the field or inside of it. */
function checkNamed({ operation: id, faulty, sent }: Case, body: Json, details: Json): void {
  if (faulty[0] === "*" || (id === "submitMilestone" && body["error"].code === "missing_submission_details")) return;
  require(sent === null, "refused without a reason");
  const named = new Set(Object.keys(details).map((field) => field.split(".")[0]));
  const all = Object.values(details).flat().length >= LIMITS.problemsShown;
  for (const field of faulty) require(all || named.has(field), `${field} is not named`);
}

const money = (text: string): string => text.replace(/^0+(?=\d)/, "");

function echoOfSession(sent: Json): Json {
  return {
    status: "OPEN",
    title: sent["title"],
    description: sent["description"] ?? "",
    currency: "USD",
    amount: money(sent["amount"]),
    line_items: (sent["line_items"] ?? []).map((item: Json) => ({
      name: item["name"],
      unit_amount: money(item["unit_amount"]),
      quantity: item["quantity"] ?? 1,
      sku: item["sku"] ?? "",
    })),
    milestones: (sent["milestones"] ?? []).map((item: Json) => ({
      title: item["title"],
      amount: money(item["amount"]),
      description: item["description"] ?? "",
    })),
    external_reference: sent["external_reference"] ?? "",
    customer_email: sent["customer_email"] ?? "",
    metadata: sent["metadata"] ?? {},
    success_url: sent["success_url"] ?? "",
    cancel_url: sent["cancel_url"] ?? "",
    platform: sent["platform"] ?? "",
    escrow: null,
    completed_at: null,
  };
}

const MILESTONE_AFTER: Readonly<Record<string, string>> = {
  submitMilestone: "AWAITING_REVIEW",
  sandboxApproveMilestone: "COMPLETED",
  sandboxRequestRevision: "REVISION_REQUESTED",
  sandboxDisputeMilestone: "DISPUTED",
};
const STATUS_AFTER: Readonly<Record<string, string>> = {
  expireSession: "EXPIRED",
  sandboxConfirmSession: "PENDING_FUNDING",
  sandboxCancelEscrow: "CANCELLED",
  sandboxDeclineEscrow: "DECLINED",
};

/** What was sent is in the answer, as it was sent. */
function checkEcho({ operation: id, sent, milestone, shop }: Case, body: Json): void {
  const after = STATUS_AFTER[id];
  require(after === undefined || body["status"] === after, `the status is ${body["status"]}, not ${after}`);
  if (id === "createSession") {
    shop.sessions.push(body["id"]);
    if (sent === null) return;
    const expected = echoOfSession(sent);
    for (const [field, value] of Object.entries(expected))
      require(isDeepStrictEqual(body[field], value), `${field} is ${JSON.stringify(body[field])?.slice(0, 200)}`);
    const seconds = sent["expires_in"] ?? LIMITS.expiresInSecondsDefault;
    require(body["expires_at"] - body["created"] === seconds, "expires_at is not what was asked");
  }
  if (id === "sandboxConfirmSession") {
    remember(shop, body);
    if ((sent?.["buyer_email"] ?? "") !== "") require(body["buyer"].email === sent?.["buyer_email"], "another buyer");
  }
  const expected = MILESTONE_AFTER[id];
  if (expected !== undefined && milestone !== null) {
    const found = body["milestones"].find((one: Json) => one["id"] === milestone);
    require(found?.status === expected, `the milestone is ${found?.status}, not ${expected}`);
    if (id === "submitMilestone" && sent !== null)
      require(found.submission_details === sent["submission_details"], "other details were stored");
  }
}

const kinds = new Map<string, number>();

function checkAnswer(one: Case, got: Got, published: ReturnType<typeof publishedChecker>): void {
  require(got.status < 500, "a failure of the service");
  require(one.allowed.includes(got.status), `not one of ${one.allowed.join(", ")}`);
  checkHeaders(got);
  const body = JSON.parse(got.text) as Json;
  if (got.status >= 400) {
    const details = checkEnvelope(got.status, body);
    if (got.status === 400) checkNamed(one, body, details);
    if (one.operation === "submitMilestone" && one.sent !== null)
      require(!saysNothing(one.sent["submission_details"]), "");
  } else checkEcho(one, body);
  const kind = `${one.operation} ${got.status} ${body["error"]?.code ?? ""}`;
  const count = (kinds.get(kind) ?? 0) + 1;
  kinds.set(kind, count);
  if (count > COMPARED_FIRST && count % COMPARED_EVERY !== 0) return;
  const url = `http://x${API_PATH}${operation(one.operation).path.replaceAll(/[{}]/g, "")}`;
  published({ method: one.method, url, reply: { ...got, headers: new Headers([...got.headers]), body } });
}

// --- The stories -------------------------------------------------------------------------------------------------------

test(
  `${BODIES.toLocaleString("en")} generated bodies: taken and repeated, or refused in sentences`,
  async () => {
    const published = publishedChecker("sandbox");
    const wires = Array.from({ length: CONNECTIONS }, () => openWire(world.service.port));
    let bodies = 0;
    let index = 0;
    const sendOn = async (wire: ReturnType<typeof openWire>): Promise<void> => {
      while (bodies < BODIES) {
        const one = makeCase(seed, index++, shops);
        if (one.hasBody) bodies += 1;
        const request = one.bytes.subarray(0, 1_500).toString("latin1");
        let got: Got | null = null;
        try {
          got = await wire.send(one.bytes);
          checkAnswer(one, got, published);
        } catch (error) {
          const answer = got === null ? "no answer" : `${got.status} ${got.text.slice(0, 1_000)}`;
          throw new Error(`${(error as Error).message}\n--- sent\n${request}\n--- got\n${answer}`);
        }
      }
    };
    try {
      await withSeed(seed, "generated bodies", () =>
        Promise.all(wires.flatMap((wire) => Array.from({ length: AHEAD }, () => sendOn(wire)))),
      );
    } finally {
      for (const wire of wires) wire.close();
    }
    await world.checkLedger();
    expectEveryKind();
    await expectAnswers();
  },
  withinMs("fuzzBodies", 5),
);

/** A fuzz that only ever met the first check would prove little: every operation succeeded and was refused, often. */
function expectEveryKind(): void {
  const often = (id: string, range: RegExp): number =>
    [...kinds].reduce((sum, [kind, count]) => sum + (kind.startsWith(`${id} `) && range.test(kind) ? count : 0), 0);
  const seldom = OPERATION_IDS.filter((id) => isFamiliar(id) && often(id, / 2\d\d /) < bound("fuzzBodies") / 10_000);
  expect(seldom, "operations that hardly ever succeeded").toEqual([]);
  const met = new Set([...kinds.keys()].map((kind) => kind.split(" ")[2]));
  expect([...met]).toEqual(
    expect.arrayContaining([
      "validation_failed",
      "missing_submission_details",
      "unauthenticated",
      "not_found",
      "idempotency_conflict",
      "session_completed",
      "escrow_not_funded",
      "invalid_state",
      "payload_too_large",
      "unsupported_media_type",
    ]),
  );
}

async function expectAnswers(): Promise<void> {
  const merchant = await world.merchant();
  expect(await funded(merchant)).toMatchObject({ status: "IN_ESCROW" });
}

const AUTHORIZED = (): string => `Authorization: Bearer ${shops[0]?.apiKey}\r\n`;

/** Bytes that are no request, each with what is wrong. */
const malformed = (): readonly string[] => {
  const ask = (line: string, headers = "", body = ""): string =>
    `${line}\r\nHost: x\r\n${AUTHORIZED()}${headers}\r\n${body}`;
  const get = `GET ${API_PATH}/account HTTP/1.1`;
  const post = `POST ${API_PATH}/checkout/sessions HTTP/1.1`;
  const json = "Content-Type: application/json\r\n";
  return [
    "",
    "\r\n\r\n",
    "\0\0\0\0",
    "hello\r\n\r\n",
    "\x16\x03\x01\x02\x00\x01\x00\x01\xFC\x03\x03",
    "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    "GET\r\n\r\n",
    `GET ${API_PATH}/account\r\n\r\n`,
    ask(`GET ${API_PATH}/account HTTP/9.9`),
    ask(`GET ${API_PATH}/account HTTP/2.0`),
    ask(`GET ${API_PATH}/account HTTP/1.1 `),
    ask(`GET  ${API_PATH}/account HTTP/1.1`),
    ask(`G\0T ${API_PATH}/account HTTP/1.1`),
    ask(`FROBNICATE ${API_PATH}/account HTTP/1.1`),
    ask(`GET account HTTP/1.1`),
    ask(`GET ${API_PATH}/\xE9\xFF HTTP/1.1`),
    ask(`GET ${API_PATH}/a b HTTP/1.1`),
    ask(`GET /${"a".repeat(100_000)} HTTP/1.1`),
    ask("CONNECT example.com:443 HTTP/1.1"),
    ask("OPTIONS * HTTP/1.1"),
    ask(`GET http://elsewhere.example${API_PATH}/account HTTP/1.1`),
    `${get}\r\n\r\n`,
    `${get}\r\nHost: a\r\nHost: b\r\n\r\n`,
    ask(get, `X: ${"x".repeat(100_000)}\r\n`),
    ask(get, Array.from({ length: 5_000 }, (_, index) => `X-${index}: x\r\n`).join("")),
    ask(get, "no colon here\r\n"),
    ask(get, ": no name\r\n"),
    ask(get, "X : space before the colon\r\n"),
    ask(get, "X: a\r\n folded\r\n"),
    ask(get, "X: nul \0 inside\r\n"),
    ask(get, "X: bare \r return\r\n"),
    ask(get, "X: bare newline\n"),
    ask(get, "Expect: the unexpected\r\n"),
    ask(get, "Connection: Upgrade\r\nUpgrade: websocket\r\n"),
    ask(get, "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n"),
    ask(post, `${json}Content-Length: -1\r\n`),
    ask(post, `${json}Content-Length: two\r\n`, "{}"),
    ask(post, `${json}Content-Length: 2, 2\r\n`, "{}"),
    ask(post, `${json}Content-Length: 2\r\nContent-Length: 3\r\n`, "{}"),
    ask(post, `${json}Content-Length: 99999999999999999999\r\n`, "{}"),
    ask(post, `${json}Content-Length: 300000\r\n`, "{}"),
    ask(post, `${json}Content-Length: 100\r\n`, "{}"),
    ask(post, `${json}Content-Length: 1\r\n`, "{}"),
    ask(post, `${json}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n`, "2\r\n{}\r\n0\r\n\r\n"),
    ask(post, `${json}Transfer-Encoding: gzip\r\n`, "{}"),
    ask(post, `${json}Transfer-Encoding: chunked, gzip\r\n`, "{}"),
    ask(post, `${json}Transfer-Encoding: chunked\r\n`, "zz\r\n{}\r\n0\r\n\r\n"),
    ask(post, `${json}Transfer-Encoding: chunked\r\n`, "2\r\n{}"),
    ask(post, `${json}Transfer-Encoding: chunked\r\n`, "fffffffffffffffffff\r\n{}\r\n0\r\n\r\n"),
    ask(post, `${json}Transfer-Encoding: chunked\r\n`, `2;${"x".repeat(50_000)}\r\n{}\r\n0\r\n\r\n`),
    ask(post, `${json}Transfer-Encoding: chunked\r\n`, `2\r\n{}\r\n0\r\nTrailer: ${"x".repeat(50_000)}\r\n\r\n`),
    ask(post, json, "{}"),
  ];
};

/** Sends bytes and no more, and gives what came back until the server closed, whole or not. */
function exchange(bytes: Buffer): Promise<Buffer> {
  return new Promise((resolve) => {
    const received: Buffer[] = [];
    const socket = connect({ port: world.service.port, host: "127.0.0.1" });
    socket.on("data", (chunk) => received.push(chunk));
    socket.on("error", () => undefined); // closed on us: one of the two ways to refuse
    socket.on("close", () => resolve(Buffer.concat(received)));
    socket.end(bytes);
  });
}

/** Every answer in the bytes: an envelope where it refuses, and nothing of the service's own failing. */
function checkRawAnswers(bytes: Buffer): number {
  let count = 0;
  for (let rest = bytes; rest.length > 0; count += 1) {
    const answer = readAnswer(rest);
    require(answer !== null, `half an answer: ${rest.toString("latin1").slice(0, 300)}`);
    const { got, length } = answer;
    require(got.status < 500, "a failure of the service");
    checkHeaders(got);
    if (got.status >= 400) checkEnvelope(got.status, JSON.parse(got.text) as Json);
    rest = rest.subarray(length);
  }
  return count;
}

test(
  "bytes that are not a request: an envelope or a closed connection, and nothing breaks",
  async () => {
    let answered = 0;
    const send = async (bytes: Buffer): Promise<void> => {
      const got = await exchange(bytes);
      try {
        answered += checkRawAnswers(got);
      } catch (error) {
        const [sent, back] = [bytes, got].map((one) => JSON.stringify(one.toString("latin1").slice(0, 1_000)));
        throw new Error(`${(error as Error).message}\nsent ${sent}\ngot ${back}`);
      }
    };
    for (const text of malformed()) await send(Buffer.from(text, "latin1"));

    await withSeed(seed, "bent bytes", async () => {
      const luck = chance(seed);
      const body = JSON.stringify({ ...ORDER, description: "x" });
      const headers: [string, string][] = [
        ["Host", "x"],
        ["Authorization", `Bearer ${shops[0]?.apiKey}`],
        ["Content-Type", "application/json"],
      ];
      const whole = requestBytes("POST", `${API_PATH}/checkout/sessions`, headers, body);
      for (let round = 0; round < bound("bentRequests") / 10; round += 1) {
        await Promise.all(Array.from({ length: 10 }, () => send(bend(whole, luck))));
      }
    });
    expect(answered).toBeGreaterThan(bound("bentRequests") / 8);
    await expectAnswers();
  },
  withinMs("bentRequests", 20),
);

/** A few bytes changed, left out, put in or cut off. */
function bend(whole: Buffer, luck: ReturnType<typeof chance>): Buffer {
  let bytes = Buffer.from(whole);
  for (let count = luck.integer(1, 3); count > 0; count -= 1) {
    const at = luck.integer(0, bytes.length - 1);
    const odd = Buffer.from([luck.pick([0, 9, 10, 13, 32, 58, 127, 255, luck.integer(0, 255)])]);
    const tail = luck.pick([at, at + 1, at + luck.integer(1, 20), bytes.length]);
    bytes = Buffer.concat([bytes.subarray(0, at), luck.happens(0.7) ? odd : Buffer.alloc(0), bytes.subarray(tail)]);
    if (bytes.length === 0) return odd;
  }
  return bytes;
}
