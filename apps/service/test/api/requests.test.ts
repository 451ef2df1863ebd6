/** How requests are read and refused: the order of the checks, and one helpful sentence for everything that is wrong. */
import { API_PATH, LIMITS, OPERATION_IDS, operation } from "@holdfast/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { confirmed, expectRefusal, funded, ORDER, openSession, submitPath } from "../stories.js";

let world: World;
let shop: Merchant;
beforeAll(async () => {
  world = await startWorld();
  shop = await world.merchant();
});
afterAll(async () => {
  await world.checkLedger();
  await world.close();
});

const create = (body: unknown, headers: Record<string, string> = {}) =>
  shop.post("/checkout/sessions", body, { headers });

describe("the order of checks", () => {
  const stranger = (method: string, path: string, init: RequestInit = {}) =>
    fetch(world.url + API_PATH + path, { method, ...init });

  test("route and method come before the key", async () => {
    expect((await stranger("GET", "/nowhere")).status).toBe(404);
    const wrongMethod = await stranger("DELETE", "/checkout/sessions");
    expect(wrongMethod.status).toBe(405);
    expect(wrongMethod.headers.get("allow")?.split(", ").sort()).toEqual(["GET", "HEAD", "POST"]);
    expect((await stranger("POST", "/account")).headers.get("allow")?.split(", ").sort()).toEqual(["GET", "HEAD"]);
    const page = await fetch(`${world.url}/docs`, { method: "POST" });
    expect([page.status, page.headers.get("allow")?.split(", ").sort()]).toEqual([405, ["GET", "HEAD"]]);
    expect((await fetch(`${world.url}/doc`, { method: "POST" })).status).toBe(404);
  });

  test("the key comes before the body, a missing, malformed and unknown one alike", async () => {
    const unknownKey = "hf_000000000000_00000000000000000000000000000000000000";
    const answers = await Promise.all(
      [
        undefined,
        "Basic eDp5",
        "Bearer",
        `Bearer ${unknownKey}`,
        `Bearer ${shop.apiKey.slice(0, -1)}${shop.apiKey.endsWith("x") ? "y" : "x"}`,
        shop.apiKey,
      ].map((authorization) =>
        stranger("POST", "/checkout/sessions", {
          body: "{",
          headers: authorization === undefined ? {} : { authorization },
        }),
      ),
    );
    const bodies = await Promise.all(answers.map(async (answer) => [answer.status, await answer.text()]));
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1);
    expect(bodies[0]?.[0]).toBe(401);
    for (const answer of answers) expect(answer.headers.get("www-authenticate")).toBe("Bearer");
  });

  test("a missing object comes after the fields", async () => {
    const nobody =
      "/escrows/0199c1f0-8a6e-7d1c-9b2a-4f0d5c6e7a81/milestones/0199c1f0-8a6e-7d1c-9b2a-4f0d5c6e7a82/submit";
    expectRefusal(await shop.post(nobody, {}), 400, "missing_submission_details");
    expectRefusal(await shop.post(nobody, { submission_details: 7 }), 400, "validation_failed");
    expectRefusal(await shop.post(nobody, { submission_details: "x" }), 404, "not_found");
  });

  test("a missing object comes before its state, and funding before the milestone's status", async () => {
    const escrow = await confirmed(shop);
    expectRefusal(await shop.post(submitPath(escrow), { submission_details: "x" }), 409, "escrow_not_funded");
    const paid = await funded(shop);
    const unknown = submitPath(paid).replace(/milestones\/[^/]+/, "milestones/0199c1f0-8a6e-7d1c-9b2a-4f0d5c6e7a82");
    expectRefusal(await shop.post(unknown, { submission_details: "x" }), 404, "not_found");
    expect((await shop.post(submitPath(paid), { submission_details: "x" })).status).toBe(200);
    expectRefusal(await shop.post(submitPath(paid), { submission_details: "x" }), 409, "invalid_state");
  });
});

describe("what is JSON and no object", () => {
  const taking = OPERATION_IDS.filter((id) => operation(id).body !== undefined);
  const nobodys = (path: string): string =>
    path
      .replace("{id}", "cs_00000000000000000000000000")
      .replaceAll(/\{\w+\}/g, "0199c1f0-8a6e-7d1c-9b2a-4f0d5c6e7a81");

  test.each(taking)("is refused by %s, before anything is looked for", async (id) => {
    for (const raw of ["[]", '"x"', "7", "null", "[{}]"]) {
      const headers = { "Content-Type": "application/json" };
      const reply = await shop.post(nobodys(operation(id).path), undefined, { raw, headers });
      expectRefusal(reply, 400, "validation_failed");
      expect(reply.body["error"].details).toEqual({ body: ["The body must be a JSON object."] });
    }
  });
});

describe("bodies", () => {
  const send = (
    raw: string | Uint8Array<ArrayBuffer>,
    headers: Record<string, string> = { "Content-Type": "application/json" },
  ) => shop.post("/checkout/sessions", undefined, { raw, headers });
  const bytes = (...parts: (string | number[])[]): Uint8Array<ArrayBuffer> =>
    Buffer.concat(parts.map((part) => Buffer.from(part as string)));

  test.each([
    ["nothing", ""],
    ["a half", '{"title":'],
    ["a list", "[]"],
    ["a text", '"x"'],
    ["a number", "7"],
    ["null", "null"],
    ["two values", "{} {}"],
    ["a comment", "{}//"],
    ["a key twice", '{"title":"a","title":"b","amount":"1.00"}'],
    ["a key twice, once escaped", '{"title":"a","t\\u0069tle":"b","amount":"1.00"}'],
    ["a key twice, deep inside", '{"title":"a","amount":"1.00","x":[{"y":{"a":1,"a":2}}]}'],
    ["__proto__", '{"title":"a","amount":"1.00","__proto__":{"admin":true}}'],
    ["__proto__ as a metadata key", '{"title":"a","amount":"1.00","metadata":{"__proto__":"x"}}'],
    ["17 levels", `{"title":"a","amount":"1.00","x":${"[".repeat(16)}${"]".repeat(16)}}`],
    ["a NUL", '{"title":"a\\u0000b","amount":"1.00"}'],
    ["half a character", '{"title":"a\\ud800b","amount":"1.00"}'],
    ["half a character in a key", '{"title":"a","amount":"1.00","metadata":{"\\udc00":"x"}}'],
    ["broken UTF-8", bytes('{"title":"', [0xc3, 0x28], '","amount":"1.00"}')],
    ["an overlong form", bytes('{"title":"', [0xc0, 0xaf], '","amount":"1.00"}')],
    ["a byte order mark of UTF-16", bytes([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00])],
  ])("%s is refused with a sentence", async (_name, raw) => {
    const reply = await send(raw);
    expectRefusal(reply, 400, "validation_failed");
    const sentences = Object.values(reply.body["error"].details as Record<string, string[]>).flat();
    expect(sentences.length).toBeGreaterThan(0);
    for (const sentence of sentences) expect(sentence).toMatch(/^[A-Z].+\.$/s);
  });

  test("16 levels, unknown fields and a null for an optional field pass", async () => {
    const reply = await send(
      `{"title":"a","amount":"1.00","description":null,"sku":{"a":1},"x":${"[".repeat(15)}${"]".repeat(15)}}`,
    );
    expect(reply.status, reply.text).toBe(201);
    expect(reply.body["description"]).toBe("");
    expect(Object.keys(reply.body)).not.toContain("x");
  });

  test("an order as large as every limit of the contract allows passes, in UTF-8 and escaped to ASCII", async () => {
    const wide = (length: number): string => "😀".repeat(length);
    const order = {
      title: wide(LIMITS.titleLength),
      amount: "20.00",
      external_reference: wide(LIMITS.externalReferenceLength),
      platform: wide(LIMITS.platformLength),
      line_items: Array.from({ length: LIMITS.lineItems }, () => ({
        name: wide(LIMITS.nameLength),
        unit_amount: "0.20",
        quantity: Number.MAX_SAFE_INTEGER,
        sku: wide(LIMITS.skuLength),
      })),
      milestones: Array.from({ length: LIMITS.milestones }, () => ({
        title: wide(LIMITS.titleLength),
        amount: "1.00",
      })),
      metadata: Object.fromEntries(
        Array.from({ length: LIMITS.metadataKeys }, (_, at) => [
          `${wide(LIMITS.metadataKeyLength - 2)}${at + 10}`,
          wide(LIMITS.metadataValueLength),
        ]),
      ),
    };
    const json = JSON.stringify(order);
    const ascii = json.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
    expect([Buffer.byteLength(json) > 256 * 1024, ascii.length > 750_000]).toEqual([true, true]);
    for (const raw of [json, ascii]) {
      const { status, body } = await send(raw);
      expect([status, body["title"], body["line_items"]]).toEqual([201, order.title, order.line_items]);
    }
  });

  test("1 MiB passes, one byte more is 413", async () => {
    const around = '{"title":"a","amount":"1.00","description":""}';
    const fill = (size: number): string => around.replace('""', `"${"x".repeat(size - around.length)}"`);
    expect((await send(fill(1024 * 1024))).status).toBe(201);
    expectRefusal(await send(fill(1024 * 1024 + 1)), 413, "payload_too_large");
  });

  test.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "application/json; charset=utf-16",
    "application/jsonx",
    "",
  ])("a body as %j is 415", async (type) => {
    expectRefusal(await send('{"title":"a","amount":"1.00"}', { "Content-Type": type }), 415, "unsupported_media_type");
  });

  test("a compressed body is 415", async () => {
    expectRefusal(
      await send("{}", { "Content-Type": "application/json", "Content-Encoding": "gzip" }),
      415,
      "unsupported_media_type",
    );
  });

  test("an operation without a body ignores what is sent", async () => {
    const session = await openSession(shop);
    const path = `/checkout/sessions/${session["id"]}/expire`;
    expect(
      (await shop.post(path, undefined, { raw: "{broken", headers: { "Content-Type": "application/json" } })).status,
    ).toBe(200);
    expect((await shop.post(path, undefined, { raw: "x", headers: { "Content-Type": "text/plain" } })).status).toBe(
      200,
    );
  });
});

describe("blank submission details", () => {
  test.each([
    {},
    { submission_details: null },
    { submission_details: "" },
    { submission_details: " \n\t " },
    { submission_details: "\u200b\u202e" },
  ])("%j is missing", async (body) => {
    const escrow = await funded(shop);
    expectRefusal(await shop.post(submitPath(escrow), body), 400, "missing_submission_details");
  });

  test("5000 characters pass, 5001 do not", async () => {
    const escrow = await funded(shop);
    expectRefusal(
      await shop.post(submitPath(escrow), { submission_details: "é".repeat(5001) }),
      400,
      "validation_failed",
    );
    expect((await shop.post(submitPath(escrow), { submission_details: "é".repeat(5000) })).status).toBe(200);
  });
});

describe("names that are only white space", () => {
  test.each([
    [{ title: " \t " }, "title"],
    [{ title: "\u00a0" }, "title"],
    [{ line_items: [{ name: " ", unit_amount: "1.00" }] }, "line_items.0.name"],
    [{ milestones: [{ title: "\n", amount: ORDER.amount }] }, "milestones.0.title"],
  ])("%j is refused", async (fields, field) => {
    const answer = await shop.post("/checkout/sessions", { ...ORDER, ...fields });
    expectRefusal(answer, 400, "validation_failed");
    expect(answer.body["error"].details[field]).toEqual([expect.stringContaining("not blank")]);
  });

  test("white space around a name is kept", async () => {
    const answer = await shop.post("/checkout/sessions", { ...ORDER, title: " Vase " });
    expect([answer.status, answer.body["title"]]).toEqual([201, " Vase "]);
  });
});

describe("a refusal says what is, and what would do", () => {
  const said = ({ body }: { body: Json }): string => body["error"].message;

  test("a status that does not allow it", async () => {
    const escrow = await funded(shop);
    await shop.post(submitPath(escrow), { submission_details: "DHL 4410" });
    expect(said(await shop.post(submitPath(escrow), { submission_details: "DHL 4411" }))).toBe(
      "The milestone is AWAITING_REVIEW. This takes PENDING or REVISION_REQUESTED.",
    );
    const session = await openSession(shop);
    await shop.post(`/checkout/sessions/${session["id"]}/expire`, {});
    expect(said(await shop.post(`/test_helpers/checkout/sessions/${session["id"]}/confirm`, {}))).toBe(
      "The session is EXPIRED. This takes OPEN.",
    );
  });

  test("a path that nobody has, and an object that this account has not", async () => {
    expect(said(await shop.get("/nowhere"))).toBe("There is no such path.");
    expect(said(await shop.get("/escrows/TR-20260921.402817.24990"))).toBe("There is no such escrow in this account.");
    expect(said(await shop.get("/checkout/sessions/cs_1"))).toBe("There is no such session in this account.");
  });

  test("a key of 255 characters is short enough in any script, and one more is too many", async () => {
    const keyed = (key: string) => create(ORDER, { "Idempotency-Key": Buffer.from(key).toString("latin1") });
    expect((await keyed("ü".repeat(255))).status).toBe(201);
    expectRefusal(await keyed("ü".repeat(256)), 400, "validation_failed");
  });
});

test("the version header: the known date passes, another is refused", async () => {
  expect((await shop.get("/account", { headers: { "Escrow-Version": "2026-09-01" } })).status).toBe(200);
  const other = await shop.get("/account", { headers: { "Escrow-Version": "2025-01-01" } });
  expectRefusal(other, 400, "validation_failed");
  expect(other.body["error"].details).toHaveProperty("Escrow-Version");
});

test("the account shows the masked key", async () => {
  const { body } = await shop.get("/account");
  expect(body).toMatchObject({
    object: "account",
    id: shop.account,
    seller_code: shop.sellerCode,
    verification_status: "VERIFIED",
    api_version: "2026-09-01",
  });
  expect(body["id"]).toMatch(/^[1-9][0-9]{18}$/);
  expect(shop.apiKey.startsWith(body["api_key"].split("_").slice(0, 2).join("_"))).toBe(true);
  expect(body["api_key"]).not.toContain(shop.apiKey.split("_")[2]);
});

test("malformed paths are not found", async () => {
  for (const path of [
    "/escrows/%zz",
    "/escrows/%00",
    "/checkout/sessions/cs_",
    "/checkout/sessions/../../etc",
    `/escrows/${"x".repeat(600)}`,
    "/escrows/%F0%28",
  ]) {
    const reply = await shop.get(path);
    expect([404, 414], path).toContain(reply.status);
  }
});
