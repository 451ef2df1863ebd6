/** Buyer and seller write to each other about an order: what each reads, who is told by mail, and what waits for whom. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { eraseBuyer } from "../../src/admin/buyers.js";
import type { Executor } from "../../src/commands/execute.js";
import { readMessages } from "../../src/commands/read-messages.js";
import type { EscrowId } from "../../src/domain/ids.js";
import { loadOrder } from "../../src/pages/buyer/load.js";
import { badgesOf, consoleOf, newPerson, type Person } from "../console/seller.js";
import { type Merchant, startWorld, type World } from "../harness.js";
import { ADA, confirmedBy, fundedBy, orderPath, PDF, PNG, signedIn } from "../pages/orders-area.js";
import { allEvents, asBuyer, ORDER, submit } from "../stories.js";
import type { Visitor } from "../visitor.js";
import { fileLinks, inConsole, read, readAfter, stageOf } from "./stage.js";

let world: World;
let shop: Merchant;
let ada: Visitor;
let owner: Person;
let sam: Person;
let stage: ReturnType<typeof stageOf>;

beforeAll(async () => {
  world = await startWorld({ role: "web" });
  shop = await world.merchant();
  ada = await signedIn(world, ADA);
  owner = await newPerson(world, shop, { name: "Ines Duarte" });
  sam = await newPerson(world, shop, { role: "support", name: "Sam Reed" });
  stage = stageOf(world, shop);
});
afterAll(async () => {
  await world?.checkLedger();
  await world?.close();
});

test("a buyer asks with photos, the seller answers on the order's page, and both read the thread oldest first", async () => {
  const escrow = await fundedBy(shop, ADA, ORDER);
  const events = (await allEvents(shop)).length;
  const page = await read(ada, orderPath(shop, escrow));
  expect(page).toContain("Ask the seller");
  expect(page).not.toContain("Messages with the seller");
  const asked = await stage.asBuyer(ada, escrow, {
    text: "Does it fit a shelf of 30 cm?\r\n\r\nSee the photo.",
    files: [
      { name: "shelf.png", content: PNG },
      { name: "plan.pdf", content: PDF },
    ],
  });
  const own = await readAfter(ada, asked);
  expect(own).toMatch(
    /Messages with the seller .*You .*Does it fit a shelf of 30 cm\?\s+See the photo\..*shelf\.png.*plan\.pdf/s,
  );

  const shown = await sam.get(inConsole(shop, escrow));
  expect(shown.html).toContain("Does it fit a shelf of 30 cm?\n\nSee the photo.");
  expect(await read(sam, inConsole(shop, escrow))).toMatch(/Messages with the buyer.*Needs your answer.*The buyer/s);
  const [photo = "", plan = ""] = fileLinks(shown.html);
  const files = await Promise.all([photo, plan].map((path) => stage.download(sam, path)));
  expect(files.map(({ status, headers }) => [status, headers.get("content-type")])).toEqual([
    [200, "image/png"],
    [200, "application/pdf"],
  ]);
  expect(files[1]?.headers.get("content-disposition")).toMatch(/^attachment; filename="plan.pdf"/);
  expect(Buffer.from(await (files[1] as Response).arrayBuffer()).equals(PDF)).toBe(true);

  const answered = await stage.asSeller(owner, escrow, { text: "It is 28 cm wide, so yes." });
  const theirs = await readAfter(owner, answered);
  expect(theirs).toMatch(/Does it fit.*Ines Duarte.*It is 28 cm wide/s);
  expect(theirs).not.toContain("Needs your answer");
  expect(await read(ada, "/orders")).toMatch(/Hand-thrown dinner set.*New message/s);
  const buyers = await read(ada, orderPath(shop, escrow));
  expect(await read(ada, "/orders")).not.toContain("New message");
  expect(buyers).toMatch(/Does it fit.*The seller.*New.*It is 28 cm wide/s);
  expect(buyers).not.toContain("Ines");
  expect(await read(ada, orderPath(shop, escrow))).not.toMatch(/The seller .{0,60}New/);
  expect((await allEvents(shop)).length).toBe(events);
});

test("each message tells the other side by mail, with its words and a link; one that was not read yet tells for the next", async () => {
  const escrow = await fundedBy(shop, ADA, ORDER);
  await stage.asBuyer(ada, escrow, { text: "Is it blue?\nOr green?" });
  await stage.asBuyer(ada, escrow, { text: "I meant the rim." });
  const mails = await stage.mailsOf(escrow);
  // Those who talk to buyers, and not who develops.
  expect(mails.map(({ recipient, template }) => [recipient, template]).sort()).toEqual(
    [owner.email, sam.email].map((email) => [email, "seller_order_message"]).sort(),
  );
  expect(mails[0]?.params).toMatchObject({ text: "Is it blue?\nOr green?", files: 0 });

  // Read, so the next one is told of again.
  await read(sam, inConsole(shop, escrow));
  await stage.asBuyer(ada, escrow, { text: "And the lid?" });
  expect(await stage.mailsOf(escrow)).toHaveLength(4);
  // Not read, but ten minutes later.
  await world.advance(601);
  await stage.asBuyer(ada, escrow, { text: "Hello?" });
  expect(await stage.mailsOf(escrow)).toHaveLength(6);

  await stage.asSeller(owner, escrow, { text: "All of it is blue." });
  const last = (await stage.mailsOf(escrow)).at(-1);
  expect([last?.recipient, last?.template, last?.params["text"]]).toEqual([ADA, "order_message", "All of it is blue."]);
  const told = (await stage.messagesOf(escrow)).map(({ is_mailed }) => is_mailed);
  expect(told).toEqual([true, false, true, true, true]);
});

test("orders that need an answer are counted, listed and led to; the seller may say that none is needed", async () => {
  const [first, second] = [await fundedBy(shop, ADA, ORDER), await fundedBy(shop, ADA, ORDER)];
  const before = Number(badgesOf(await owner.get(`${consoleOf(shop)}/wallet`))["Orders"] ?? 0);
  await stage.asBuyer(ada, first, { text: "When does it ship?" });
  await stage.asBuyer(ada, second, { text: "Thank you!" });
  expect(Number(badgesOf(await owner.get(`${consoleOf(shop)}/wallet`))["Orders"])).toBe(before + 2);
  expect(await read(owner, consoleOf(shop))).toMatch(/\d+ orders need your answer/);
  const list = `${consoleOf(shop)}/escrows?status=to_answer`;
  const listed = (await owner.get(list)).html;
  for (const escrow of [first, second]) expect(listed).toContain(`/escrows/${escrow["id"]}`);

  await stage.asSeller(owner, first, { text: "Tomorrow." });
  const settled = await owner.post(`${inConsole(shop, second)}/messages/settle`);
  expect(settled.status).toBe(303);
  expect((await sam.post(`${inConsole(shop, second)}/messages/settle`)).status).toBe(403);
  const after = (await owner.get(list)).html;
  for (const escrow of [first, second]) expect(after).not.toContain(`/escrows/${escrow["id"]}`);
  expect(Number(badgesOf(await owner.get(`${consoleOf(shop)}/wallet`))["Orders"] ?? 0)).toBe(before);
});

test("what a side was shown is read, and only by that side", async () => {
  const escrow = await confirmedBy(shop, ADA, ORDER);
  await stage.asBuyer(ada, escrow, { text: "Hello" });
  await read(ada, orderPath(shop, escrow));
  // A script that looks for news reads nothing for anybody.
  await owner.get(`${inConsole(shop, escrow)}/status`);
  expect(await stage.messagesOf(escrow)).toMatchObject([{ is_read: false }]);
  const version = (await owner.get(`${inConsole(shop, escrow)}/status`)).html;
  await read(sam, inConsole(shop, escrow));
  expect(await stage.messagesOf(escrow)).toMatchObject([{ is_read: true }]);
  expect((await owner.get(`${inConsole(shop, escrow)}/status`)).html).toBe(version);
  await stage.asSeller(owner, escrow, { text: "Good day" });
  expect((await owner.get(`${inConsole(shop, escrow)}/status`)).html).not.toBe(version);
});

test("the page of an order costs no statement more for its messages, and one where something was not read", async () => {
  const escrow = await confirmedBy(shop, ADA, ORDER);
  const address = { sellerCode: shop.sellerCode, escrow: escrow["id"] as EscrowId };
  const made = async (): Promise<readonly string[]> => {
    const names: string[] = [];
    const query: World["db"]["query"] = (statement) => {
      names.push(statement.name);
      return world.db.query(statement);
    };
    const order = await loadOrder({ db: { ...world.db, query }, executor: {} as Executor }, address, ADA);
    await readMessages(
      { query },
      { account: order.escrow.account, escrow: order.escrow.id },
      {
        reader: "buyer",
        shown: order.messages,
      },
    );
    return names;
  };
  const before = await made();
  await stage.asSeller(owner, escrow, { text: "It is on its way." });
  expect(await made()).toEqual([...before, "mark messages read"]);
  expect(await made()).toEqual(before);
});

test("older messages are a link away, for both", async () => {
  const escrow = await confirmedBy(shop, ADA, ORDER);
  for (let one = 1; one <= 23; one += 1) await stage.asBuyer(ada, escrow, { text: `Line ${one} of many` });
  for (const [visitor, path] of [
    [ada, orderPath(shop, escrow)],
    [owner, inConsole(shop, escrow)],
  ] as const) {
    const page = await visitor.get(path);
    expect(page.html).toContain("Line 4 of many");
    expect(page.html).not.toContain("Line 3 of many");
    const [, earlier = ""] = /href="([^"]+\?before=\d+)"/.exec(page.html) ?? [];
    const older = await read(visitor, earlier);
    expect(older).toMatch(/Line 1 of many.*Line 2 of many.*Line 3 of many/s);
    expect(older).not.toContain("Line 4 of many");
  }
});

test("words and files go with the buyer's address; that somebody wrote stays, and so do all others", async () => {
  const gone = await signedIn(world, "gone@example.com");
  const escrow = await fundedBy(shop, "gone@example.com", ORDER);
  const others = await fundedBy(shop, ADA, ORDER);
  await stage.asBuyer(gone, escrow, { text: "Ring at Main Street 4", files: [{ name: "door.png", content: PNG }] });
  await stage.asSeller(owner, escrow, { text: "We will, Mr Gone." });
  await stage.asBuyer(ada, others, { text: "A friend of Gone@Example.com" });
  await stage.asBuyer(ada, others, { text: "Is it heavy?" });
  const [file = ""] = fileLinks((await owner.get(inConsole(shop, escrow))).html);
  await submit(shop, escrow);
  await asBuyer(shop, escrow, "approve");
  expect(await eraseBuyer(world.db, "gone@example.com")).toMatchObject({ messages: 3 });
  expect(await stage.messagesOf(escrow)).toMatchObject([
    { author: "buyer", text: "", is_erased: true },
    { author: "merchant", text: "", is_erased: true },
  ]);
  expect((await stage.messagesOf(others)).map(({ text }) => text)).toEqual(["", "Is it heavy?"]);
  expect((await stage.download(owner, file)).status).toBe(404);
  expect(await stage.mailsOf(escrow)).toEqual([]);
  expect(await read(owner, inConsole(shop, escrow))).toContain("This message was erased.");
  expect(await eraseBuyer(world.db, "gone@example.com")).toMatchObject({ messages: 0 });
});
