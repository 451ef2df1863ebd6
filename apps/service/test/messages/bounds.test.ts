/** Who may write about an order and read it, how much, until when, and what comes of two at once. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MESSAGES_A_DAY } from "../../src/domain/messages.js";
import { uuidv7 } from "../../src/platform/random.js";
import { share } from "../bounds.js";
import { newPerson, type Person } from "../console/seller.js";
import { newOperator } from "../desk/operator.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { HOSTILE_TEXTS, WORST } from "../pages/hostile.js";
import { ADA, confirmedBy, NOTE, orderPath, PNG, signedIn } from "../pages/orders-area.js";
import { ORDER } from "../stories.js";
import { newVisitor, textOf, type Visitor } from "../visitor.js";
import { atDesk, fileLinks, inConsole, read, stageOf } from "./stage.js";

let world: World;
let shop: Merchant;
let ada: Visitor;
let owner: Person;
let stage: ReturnType<typeof stageOf>;

beforeAll(async () => {
  world = await startWorld({ role: "web" });
  shop = await world.merchant();
  ada = await signedIn(world, ADA);
  owner = await newPerson(world, shop);
  stage = stageOf(world, shop);
});
afterAll(() => world?.close());

const wrote = async (escrow: Json): Promise<readonly unknown[]> =>
  (await stage.messagesOf(escrow)).map(({ text }) => text);

test("nobody but the two sides reads or writes, whatever they know of the order", async () => {
  const escrow = await confirmedBy(shop, ADA, ORDER);
  await stage.asBuyer(ada, escrow, { text: "A secret", files: [{ name: "secret.png", content: PNG }] });
  const [ofBuyer = ""] = fileLinks((await ada.get(orderPath(shop, escrow))).html);
  const [ofSeller = ""] = fileLinks((await owner.get(inConsole(shop, escrow))).html);
  const eve = await signedIn(world, "eve@example.com");
  const rival = await newPerson(world, await world.merchant("Rival"));
  const support = await newPerson(world, shop, { role: "support" });

  for (const path of [`${orderPath(shop, escrow)}/messages`, ofBuyer, `${orderPath(shop, escrow)}/questions`]) {
    expect((await stage.download(eve, path)).status, path).toBe(404);
    const nobody = await stage.download(newVisitor(world), path);
    expect(await nobody.text(), path).not.toContain("A secret");
  }
  for (const path of [`${inConsole(shop, escrow)}/messages`, ofSeller]) {
    expect((await stage.download(rival, path)).status, path).toBe(404);
    expect((await stage.download(newVisitor(world), path)).status, path).toBe(303);
    expect((await stage.download(support, path)).status, path).toBe(200);
  }
  expect((await stage.asBuyer(eve, escrow, { text: "Mine" })).status).toBe(404);
  expect((await stage.asSeller(rival, escrow, { text: "Mine" })).status).toBe(404);
  // Who may look and not handle orders reads along.
  expect((await stage.asSeller(support, escrow, { text: "Mine" })).status).toBe(403);
  expect(await wrote(escrow)).toEqual(["A secret"]);
});

test("a file of one order is not found under another of the same buyer and seller", async () => {
  const [one, other] = [await confirmedBy(shop, ADA, ORDER), await confirmedBy(shop, ADA, ORDER)];
  await stage.asBuyer(ada, one, { text: "See", files: [{ name: "a.png", content: PNG }] });
  const [file = ""] = fileLinks((await ada.get(orderPath(shop, one))).html);
  expect((await stage.download(ada, file)).status).toBe(200);
  expect((await stage.download(ada, file.replace(String(one["id"]), String(other["id"])))).status).toBe(404);
  expect((await stage.download(ada, `${orderPath(shop, one)}/messages/files/none`)).status).toBe(404);
});

describe("what is refused says what is right, and keeps what was typed", () => {
  test("words: some, and two thousand characters at most", async () => {
    const escrow = await confirmedBy(shop, ADA, ORDER);
    const blank = await stage.asBuyer(ada, escrow, { text: " \n\u200b " });
    expect([blank.status, textOf(blank.html).includes("Write a few words first.")]).toEqual([400, true]);
    const long = await stage.asBuyer(ada, escrow, { text: "é".repeat(2_001) });
    expect([long.status, textOf(long.html).includes("Use at most 2,000 characters.")]).toEqual([400, true]);
    expect(long.html).toContain("é".repeat(2_001));
    const sellers = await stage.asSeller(owner, escrow, { text: "é".repeat(2_001) });
    expect([sellers.status, textOf(sellers.html).includes("Use at most 2,000 characters.")]).toEqual([422, true]);
    expect((await stage.asBuyer(ada, escrow, { text: "é".repeat(2_000) })).status).toBe(303);
    expect(await wrote(escrow)).toEqual(["é".repeat(2_000)]);
  });

  test("files: three photos or PDFs, which are what their bytes are", async () => {
    const escrow = await confirmedBy(shop, ADA, ORDER);
    const png = { name: "a.png", content: PNG };
    const many = await stage.asBuyer(ada, escrow, { text: "See", files: [png, png, png, png] });
    expect([many.status, textOf(many.html).includes("Choose up to 3 files.")]).toEqual([400, true]);
    for (const content of [NOTE, Buffer.from("<svg onload=alert(1)>"), Buffer.from("MZ")]) {
      const refused = await stage.asSeller(owner, escrow, { text: "See", files: [{ name: "a.png", content }] });
      expect(refused.status).toBe(422);
      expect(textOf(refused.html)).toContain("Choose JPEG, PNG or WebP images or PDF documents.");
    }
    expect(await wrote(escrow)).toEqual([]);
    expect((await stage.asBuyer(ada, escrow, { text: "See", files: [png, png, png] })).status).toBe(303);
  });

  test("fifty a day for each side and order, of two at once as well", async () => {
    const escrow = await confirmedBy(shop, ADA, ORDER);
    await world.db.query({
      name: "test: many messages",
      text: `insert into order_messages
          (account_id, escrow_id, number, id, channel, author, text, created, is_mailed)
        select $1, $2, 1, gen_random_uuid(), 'buyer_seller', 'buyer', 'one more', service_now(), false
        from generate_series(1, $3)`,
      values: [shop.account, escrow["id"], MESSAGES_A_DAY - 2],
    });
    const raced = await Promise.all([1, 2, 3, 4].map((one) => stage.asBuyer(ada, escrow, { text: `Race ${one}` })));
    expect(raced.map(({ status }) => status).sort()).toEqual([303, 303, 400, 400]);
    expect(textOf(raced.find(({ status }) => status === 400)?.html ?? "")).toContain(
      "You have sent 50 messages about this order today. Write again tomorrow.",
    );
    expect(await wrote(escrow)).toHaveLength(MESSAGES_A_DAY);
    expect((await stage.asSeller(owner, escrow, { text: "Slowly, please." })).status).toBe(303);
    expect((await stage.asBuyer(ada, await confirmedBy(shop, ADA, ORDER), { text: "Another" })).status).toBe(303);
    await world.advance(86_401);
    expect((await stage.asBuyer(ada, escrow, { text: "A new day" })).status).toBe(303);
  });

  test("until ninety days after the end of the order", async () => {
    const escrow = await confirmedBy(shop, ADA, ORDER);
    await ada.post(`${orderPath(shop, escrow)}/decline`);
    await world.advance(90 * 86_400 - 60);
    expect((await stage.asBuyer(ada, escrow, { text: "Still here" })).status).toBe(303);
    await world.advance(61);
    const again = await signedIn(world, ADA);
    const seller = await newPerson(world, shop);
    const path = `${orderPath(shop, escrow)}/messages`;
    const late = await stage.asBuyer(again, escrow, { text: "Too late" });
    expect([late.status, late.headers.get("location")]).toEqual([303, path]);
    expect(await read(again, path)).toMatch(/Still here.*This conversation is closed\./s);
    expect(await read(again, orderPath(shop, escrow))).not.toContain("Ask the seller");
    expect((await stage.asSeller(seller, escrow, { text: "Too late" })).headers.get("location")).toBe(
      `${inConsole(shop, escrow)}/messages`,
    );
    expect(await wrote(escrow)).toEqual(["Still here"]);
    // And the database holds it, whoever asks.
    await expect(
      world.db.query({
        name: "test: a late message",
        text: `insert into order_messages (account_id, escrow_id, number, id, channel, author, text, created, is_mailed)
          values ($1, $2, 1, gen_random_uuid(), 'buyer_seller', 'buyer', 'late', service_now(), false)`,
        values: [shop.account, escrow["id"]],
      }),
    ).rejects.toThrow(/nobody takes messages/);
  });
});

test("hostile words stay words on the pages of all three, and in the form that comes back", async () => {
  const eve = await signedIn(world, "hostile@example.com");
  const seller = await newPerson(world, shop);
  const operator = await newOperator(world);
  const paths = (of: Json) =>
    [
      [eve, `${orderPath(shop, of)}/messages`],
      [seller, `${inConsole(shop, of)}/messages`],
      [operator, atDesk(shop, of)],
    ] as const;
  /** An order in which everybody has written that. */
  const said = async (words: string): Promise<Json> => {
    const escrow = await confirmedBy(shop, "hostile@example.com", ORDER);
    await stage.asBuyer(eve, escrow, { text: words });
    await stage.asSeller(seller, escrow, { text: words });
    await stage.ask(operator, escrow, "buyer", words);
    return escrow;
  };
  const namesIn = async (escrow: Json) =>
    Promise.all(paths(escrow).map(async ([visitor, path]) => namesOf((await visitor.get(path)).html)));
  const plain = await namesIn(await said("plain"));
  for (const words of share(HOSTILE_TEXTS, { nth: 1, of: 6 }))
    expect(await namesIn(await said(words)), words).toEqual(plain);
  const last = await said("plain");
  for (const words of WORST) {
    const again = await stage.asBuyer(eve, last, { text: words + "x".repeat(2_001) });
    expect([again.status, again.html.includes("<script>globalThis"), again.html.includes("><svg onload")]).toEqual([
      400,
      false,
      false,
    ]);
  }
}, 120_000);

/** Elements that do something, and attributes that could: what somebody wrote adds none. A long text may be folded. */
const namesOf = (html: string): readonly string[] =>
  [
    ...html.matchAll(
      /<(script|iframe|form|input|textarea|object|embed|meta|link|base|style|img|svg|a)\b[^>]*?( on\w+=)?/gi,
    ),
  ].map(([, name = "", handler = ""]) => name + handler);

test("the same form sent twice is one message and one mail; two at once are both there, and tell once", async () => {
  const buyer = await signedIn(world, "twice@example.com");
  const escrow = await confirmedBy(shop, "twice@example.com", ORDER);
  const id = uuidv7();
  const same = await Promise.all([1, 2, 3].map(() => stage.asBuyer(buyer, escrow, { text: "Once", id })));
  expect(same.map(({ status }) => status)).toEqual([303, 303, 303]);
  expect(await wrote(escrow)).toEqual(["Once"]);
  const members = new Set((await stage.mailsOf(escrow)).map(({ recipient }) => recipient)).size;
  expect(await stage.mailsOf(escrow)).toHaveLength(members);

  const other = await confirmedBy(shop, "twice@example.com", ORDER);
  await Promise.all(["One", "Two", "Three"].map((text) => stage.asBuyer(buyer, other, { text })));
  expect([...(await wrote(other))].sort()).toEqual(["One", "Three", "Two"]);
  expect(await stage.mailsOf(other)).toHaveLength(members);
});

test("what was written can't be changed or taken back, but for being erased", async () => {
  const buyer = await signedIn(world, "kept@example.com");
  const escrow = await confirmedBy(shop, "kept@example.com", ORDER);
  await stage.asBuyer(buyer, escrow, { text: "Kept" });
  for (const change of [
    "update order_messages set text = 'other'",
    "delete from order_messages",
    "update order_messages set author = 'merchant', author_id = (select id from sellers limit 1)",
  ]) {
    await expect(world.db.query({ name: `test: ${change}`.slice(0, 60), text: change })).rejects.toThrow();
  }
});
