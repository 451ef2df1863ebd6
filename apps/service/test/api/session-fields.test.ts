/** The fields of a session: their bounds, and what is said about each that is wrong. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkSessionBody } from "../../src/commands/create-session.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { expectRefusal, ORDER, openSession } from "../stories.js";

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
const details = async (body: Json): Promise<Record<string, string[]>> => {
  const reply = await create(body);
  expectRefusal(reply, 400, "validation_failed");
  return reply.body["error"].details;
};

describe("fields of a session", () => {
  test("all that is wrong is told at once, each under its name", async () => {
    const found = await details({
      amount: 12.5,
      currency: "EUR",
      line_items: [
        { name: "ok", unit_amount: "1.00" },
        { unit_amount: "1", quantity: 0 },
      ],
      metadata: { a: 1 },
      success_url: "javascript:alert(1)",
      expires_in: 899,
    });
    expect(Object.keys(found).sort()).toEqual(
      [
        "amount",
        "currency",
        "expires_in",
        "line_items.1.name",
        "line_items.1.quantity",
        "line_items.1.unit_amount",
        "metadata.a",
        "success_url",
        "title",
      ].sort(),
    );
  });

  test.each([
    "0.00",
    "00.00",
    "1",
    "1.0",
    "1.000",
    "-1.00",
    "+1.00",
    "1,00",
    " 1.00",
    "1.00 ",
    "1e2",
    "٣.٠٠",
    "1000000000000.00",
    "999999999999999999999999999999.00",
    "",
  ])("the amount %j is refused", async (amount) => {
    expect(await details({ ...ORDER, amount })).toHaveProperty("amount");
  });

  test.each([
    ["0.01", "0.01"],
    ["007.50", "7.50"],
    ["999999999999.99", "999999999999.99"],
    ["0000000000000000000000000000001.00", "1.00"],
  ])("the amount %j is shown as %j", async (amount, shown) => {
    expect((await openSession(shop, { ...ORDER, amount }))["amount"]).toBe(shown);
  });

  test("lengths count characters, not code units, at their very bounds", async () => {
    const emoji = "🏺";
    const order = {
      ...ORDER,
      title: emoji.repeat(255),
      external_reference: emoji.repeat(255),
      platform: emoji.repeat(32),
      metadata: { [emoji.repeat(40)]: emoji.repeat(500) },
      line_items: [{ name: emoji.repeat(255), unit_amount: "0.00", sku: emoji.repeat(100) }],
    };
    expect(await openSession(shop, order)).toMatchObject({
      ...order,
      line_items: [{ ...order.line_items[0], quantity: 1 }],
    });
    const found = await details({
      ...ORDER,
      title: emoji.repeat(256),
      external_reference: emoji.repeat(256),
      platform: emoji.repeat(33),
      metadata: { [emoji.repeat(41)]: "x", b: emoji.repeat(501) },
      line_items: [{ name: emoji.repeat(256), unit_amount: "0.00", sku: emoji.repeat(101) }],
    });
    expect(Object.keys(found).sort()).toEqual(
      [
        "external_reference",
        "line_items.0.name",
        "line_items.0.sku",
        "metadata",
        "metadata.b",
        "platform",
        "title",
      ].sort(),
    );
  });

  test("counts at their very bounds", async () => {
    const line = { name: "x", unit_amount: "1.00" };
    const parts = (count: number) => ({
      amount: `${count}.00`,
      milestones: Array.from({ length: count }, () => ({ title: "p", amount: "1.00" })),
    });
    const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, "v"]));
    expect(
      (await create({ ...ORDER, line_items: Array(100).fill(line), metadata: keys(50), ...parts(20) })).status,
    ).toBe(201);
    expect(
      Object.keys(
        await details({ ...ORDER, line_items: Array(101).fill(line), metadata: keys(51), ...parts(21) }),
      ).sort(),
    ).toEqual(["line_items", "metadata", "milestones"]);
    for (const expires_in of [900, 604_800]) expect((await create({ ...ORDER, expires_in })).status).toBe(201);
    for (const expires_in of [899, 604_801, 1000.5, "1000"])
      expect(await details({ ...ORDER, expires_in })).toHaveProperty("expires_in");
  });

  test("many sessions that are written together hold what each was given, whatever that is, with and without a key", async () => {
    const control = String.fromCharCode(...Array.from({ length: 31 }, (_, index) => index + 1));
    const descriptions = [
      "",
      "NULL",
      '"\\\\/ {},',
      `${control}\u007f\u2028`,
      "\u001e",
      "\u001f",
      "é ٣ \u{1f6cb}",
      "null",
    ];
    for (const key of [null, "together"]) {
      const created = await Promise.all(
        descriptions.map((description, at) =>
          create({ ...ORDER, description }, key === null ? {} : { "Idempotency-Key": `${key} ${at}` }),
        ),
      );
      for (const [at, { status, body, text }] of created.entries()) {
        expect(status, text).toBe(201);
        expect(body["description"]).toBe(descriptions[at]);
        expect((await shop.get(`/checkout/sessions/${body["id"]}`)).text).toBe(text);
        if (key === null) continue;
        const again = await create({ ...ORDER, description: descriptions[at] }, { "Idempotency-Key": `${key} ${at}` });
        expect(again.text).toBe(text);
      }
    }
  });

  test("control characters are refused in titles, names and references, newline and tab are not", async () => {
    expect((await create({ ...ORDER, title: "a\tb\nc" })).status).toBe(201);
    expect((await create({ ...ORDER, description: "bell \u0007" })).status).toBe(201);
    const control = "a\u0007b";
    const found = await details({
      title: control,
      amount: "1.00",
      external_reference: control,
      line_items: [{ name: control, unit_amount: "1.00" }],
      milestones: [{ title: control, amount: "1.00" }],
    });
    expect(Object.keys(found).sort()).toEqual([
      "external_reference",
      "line_items.0.name",
      "milestones.0.title",
      "title",
    ]);
  });

  test.each(["\u200b", "\u202e", "\u3164", "\u115f\u1160", "\u2800", "\u00ad\u2060", " \n\t", "\u{e0041}"])(
    "%j shows nothing, so it is no title and no name",
    async (blank) => {
      const found = await details({
        title: blank,
        amount: "1.00",
        line_items: [{ name: blank, unit_amount: "1.00" }],
        milestones: [{ title: blank, amount: "1.00" }],
      });
      expect(Object.keys(found).sort()).toEqual(["line_items.0.name", "milestones.0.title", "title"]);
      for (const sentences of Object.values(found)) expect(sentences).toHaveLength(1);
      expect((await create({ ...ORDER, title: `${blank}a${blank}` })).status).toBe(201);
      expectRefusal(
        await create(ORDER, { "Idempotency-Key": Buffer.from(blank.trim()).toString("latin1") }),
        400,
        "validation_failed",
      );
    },
  );

  test("milestones must add up to the amount", async () => {
    const found = await details({
      ...ORDER,
      milestones: [
        { title: "a", amount: "100.00" },
        { title: "b", amount: "149.89" },
      ],
    });
    expect(found["milestones"]?.[0]).toContain("249.90");
    const empty = await details({
      ...ORDER,
      milestones: [
        { title: "a", amount: "0.00" },
        { title: "b", amount: "249.90" },
      ],
    });
    expect(Object.keys(empty)).toEqual(["milestones.0.amount"]);
  });

  test.each([
    "/relative",
    "ftp://shop.example",
    "https://user:pass@shop.example",
    "https://user@shop.example/",
    "https:shop.example",
    "https://",
    "https://shop.example/a b",
    "https://shop.example\\@evil.example",
    "data:text/html,x",
    "//shop.example",
    "https://shop..example/",
    `https://${"a".repeat(64)}.example/`,
    `https://${"a.".repeat(127)}example/`,
    "shop:/thanks",
  ])("%j is no success_url, and no cancel_url", async (url) => {
    const found = await details({ ...ORDER, success_url: url, cancel_url: url });
    expect(Object.keys(found).sort()).toEqual(["cancel_url", "success_url"]);
    expect(found["success_url"]).toHaveLength(1);
  });

  test("a return address has 2,048 characters at most, whichever they are", async () => {
    for (const letter of ["a", "ü", "🏺"]) {
      const success_url = `https://shop.example/${letter.repeat(2_048 - 21)}`;
      expect((await openSession(shop, { ...ORDER, success_url }))["success_url"]).toBe(success_url);
      expect(await details({ ...ORDER, cancel_url: `${success_url}${letter}` })).toHaveProperty("cancel_url");
    }
  });

  test("an app is led back to by its own scheme, in live mode too; http is for the sandbox", async () => {
    const given = { success_url: "com.example.shop:/thanks", cancel_url: "http://shop.example/" };
    expect(await openSession(shop, { ...ORDER, ...given })).toMatchObject(given);
    const found: string[] = [];
    const problems = { add: (field: string) => found.push(field), has: () => false };
    checkSessionBody({ ...ORDER, ...given }, problems, "live");
    expect(found).toEqual(["cancel_url"]);
  });

  test("a URL is shown exactly as it was given", async () => {
    const success_url = "HTTPS://Shop.Example:443/a/../b?x=%7e#frag";
    expect(await openSession(shop, { ...ORDER, success_url, cancel_url: "http://localhost:8080/" })).toMatchObject({
      success_url,
      cancel_url: "http://localhost:8080/",
    });
  });

  test.each([
    ["Ada.Byron@Example.com", "Ada.Byron@Example.com"],
    ["Ada <ada@example.com>", "ada@example.com"],
    ["mailto:ada@example.com?subject=Hello", "ada@example.com"],
    ["ada@müller.example", "ada@xn--mller-kva.example"],
    ["ada..b.@docomo.ne.jp", "ada..b.@docomo.ne.jp"],
    ["ada@example.com.", "ada@example.com"],
  ])("a customer_email %j is kept as %s", async (customer_email, kept) => {
    expect(await openSession(shop, { ...ORDER, customer_email })).toMatchObject({ customer_email: kept });
  });

  test.each(["ada", "josé@example.com", "ada@example", "ada@example.com, eve@example.com"])(
    "%j is no customer_email",
    async (customer_email) => {
      expect((await details({ ...ORDER, customer_email }))["customer_email"]).toEqual([
        expect.stringContaining("Takes an email address, with ASCII letters, digits and signs before the @"),
      ]);
    },
  );

  test("what was not given is empty, and a line item always shows quantity and sku", async () => {
    expect(await openSession(shop, { ...ORDER, line_items: [{ name: "Bowl", unit_amount: "1.50" }] })).toMatchObject({
      description: "",
      external_reference: "",
      customer_email: "",
      success_url: "",
      cancel_url: "",
      platform: "",
      metadata: {},
      milestones: [],
      currency: "USD",
      line_items: [{ name: "Bowl", unit_amount: "1.50", quantity: 1, sku: "" }],
    });
  });
});
