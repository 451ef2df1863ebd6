/** An operator asks one side of an order: only that side sees it, the answer comes back to the desk, and all of it is in the log. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { badgesOf, newPerson, type Person } from "../console/seller.js";
import { linesOf, newOperator } from "../desk/operator.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { render } from "../mails/samples.js";
import { ADA, fundedBy, orderPath, PNG, signedIn } from "../pages/orders-area.js";
import { asBuyer, ORDER, submit } from "../stories.js";
import { textOf, type Visitor } from "../visitor.js";
import { atDesk, fileLinks, inConsole, read, readAfter, stageOf } from "./stage.js";

let world: World;
let shop: Merchant;
let ada: Visitor;
let owner: Person;
let grace: Person;
let stage: ReturnType<typeof stageOf>;

beforeAll(async () => {
  world = await startWorld({ role: "web" });
  shop = await world.merchant();
  ada = await signedIn(world, ADA);
  owner = await newPerson(world, shop);
  grace = await newOperator(world);
  stage = stageOf(world, shop);
});
afterAll(async () => {
  await world?.checkLedger();
  await world?.close();
});

const disputed = async (): Promise<Json> => {
  const escrow = await fundedBy(shop, ADA, ORDER);
  await submit(shop, escrow);
  await asBuyer(shop, escrow, "dispute", 0, { reason: "Two bowls are cracked." });
  return escrow;
};
const questions = async (): Promise<string> => read(grace, "/desk/questions");
const waiting = async (): Promise<number> => Number(badgesOf(await grace.get("/desk/accounts"))["Questions"] ?? 0);

test("what is asked of the buyer never shows to the seller, and the other way round", async () => {
  const escrow = await disputed();
  const asked = await stage.ask(grace, escrow, "buyer", "Do you still have the parcel?");
  expect(asked.headers.get("location")).toBe(`${atDesk(shop, escrow)}?said=question#asked-buyer`);
  await stage.ask(grace, escrow, "merchant", "Who packed it?");
  await stage.asBuyer(ada, escrow, { text: "To the seller alone" });
  await stage.asBuyer(
    ada,
    escrow,
    { text: "Yes, with the label.", files: [{ name: "label.png", content: PNG }] },
    "questions",
  );
  await stage.asSeller(owner, escrow, { text: "Our packer Joana." }, "questions");

  const [buyers, sellers] = [
    "Do you still have the parcel?|Yes, with the label.|label.png",
    "Who packed it?|Our packer Joana.",
  ].map((all) => all.split("|")) as [string[], string[]];
  const pages = (base: string): string[] => [base, `${base}/messages`, `${base}/questions`];
  for (const path of pages(orderPath(shop, escrow))) {
    const { html } = await ada.get(path);
    for (const words of sellers) expect(html, path).not.toContain(words);
  }
  for (const path of [...pages(inConsole(shop, escrow)), `${inConsole(shop, escrow)}/dispute`]) {
    const { html } = await owner.get(path);
    for (const words of buyers) expect(html, path).not.toContain(words);
  }
  for (const words of buyers.slice(0, 2))
    expect(await read(ada, `${orderPath(shop, escrow)}/questions`)).toContain(words);
  for (const words of sellers) expect(await read(owner, `${inConsole(shop, escrow)}/questions`)).toContain(words);
  const desk = await read(grace, atDesk(shop, escrow));
  for (const words of [...buyers, ...sellers, "To the seller alone"]) expect(desk).toContain(words);
  expect(await read(grace, atDesk(shop, escrow).replace("/orders/", "/disputes/"))).toContain("Yes, with the label.");

  // The buyer's file: the desk has it, the seller's side does not.
  const [file = ""] = fileLinks((await grace.get(atDesk(shop, escrow))).html);
  expect((await stage.download(grace, file)).status).toBe(200);
  const id = file.split("/").at(-1);
  expect((await stage.download(owner, `${inConsole(shop, escrow)}/messages/files/${id}`)).status).toBe(404);
  expect((await stage.download(ada, `${orderPath(shop, escrow)}/messages/files/${id}`)).status).toBe(200);
});

test("a question is mailed in the operator's name, with the day by which an answer is wanted, and stands in the log", async () => {
  const escrow = await disputed();
  await stage.ask(grace, escrow, "buyer", "Which bowls?\nAll of them?", { day: "" });
  const before = (await world.db.query<{ now: string }>({ name: "test: now", text: "select service_now() as now" }))[0];
  const day = new Date((Number(before?.now) + 5 * 86_400) * 1000).toISOString().slice(0, 10);
  await stage.ask(grace, escrow, "merchant", "Who packed it?", { day });
  const mails = await stage.mailsOf(escrow);
  expect(mails.map(({ recipient, template }) => [recipient, template])).toEqual([
    [ADA, "order_question"],
    [owner.email, "seller_order_question"],
  ]);
  const [toBuyer, toSeller] = mails.map(({ template, params }) => render(template, params));
  expect(toBuyer?.via).toBeNull();
  expect(toBuyer?.text).toContain("    Which bowls?\n    All of them?");
  expect(toBuyer?.text).toContain(`${orderPath(shop, escrow)}/questions`);
  expect(toBuyer?.text).not.toContain("Please answer by");
  expect(toSeller?.text).toMatch(/Please answer by .* 23:59/);
  expect(
    (await linesOf(world, shop)).filter(({ reason }) => reason !== "" && reason !== undefined).slice(-2),
  ).toMatchObject([
    { operator: grace.email, action: "ask_question", after: { asked: "buyer" }, reason: "Which bowls?\nAll of them?" },
    { operator: grace.email, action: "ask_question", after: { asked: "seller" }, reason: "Who packed it?" },
  ]);
  expect(await read(grace, "/desk/audit")).toContain("Asked a question");
});

test("the queue has what was answered until an operator has read it, and what is overdue", async () => {
  const escrow = await fundedBy(shop, ADA, { ...ORDER, title: "A tall vase" });
  const before = await waiting();
  await stage.ask(grace, escrow, "buyer", "Did it arrive?");
  expect(await questions()).toMatch(/A tall vase.*No answer yet/s);
  expect(await waiting()).toBe(before);
  await stage.asBuyer(ada, escrow, { text: "It did." }, "questions");
  expect(await questions()).toMatch(/A tall vase.*Answered/s);
  expect(await waiting()).toBe(before + 1);
  expect(await read(grace, atDesk(shop, escrow))).toContain("It did.");
  expect(await waiting()).toBe(before);
  expect(await questions()).not.toContain("A tall vase");

  const late = await fundedBy(shop, ADA, { ...ORDER, title: "A wide jug" });
  const { now } = (
    await world.db.query<{ now: string }>({ name: "test: now", text: "select service_now() as now" })
  )[0]!;
  const today = new Date(Number(now) * 1000).toISOString().slice(0, 10);
  await stage.ask(grace, late, "merchant", "Where is it?", { day: today });
  await world.advance(86_400);
  const fresh = await newOperator(world, "Joan");
  expect(await read(fresh, "/desk/questions")).toMatch(/A wide jug.*The seller.*Overdue/s);
  expect(await read(fresh, "/desk")).toMatch(/Questions answered or overdue/);
});

test("a question is refused with a sentence, and kept as it was typed", async () => {
  const escrow = await fundedBy(shop, ADA, ORDER);
  const operator = await newOperator(world, "Mary");
  for (const [fields, sentence] of [
    [{ to: "bank" }, "Choose whom you ask."],
    [{ text: "" }, "Write a few words first."],
    [{ text: "x".repeat(2_001) }, "Use at most 2,000 characters."],
    [{ day: "2020-01-01" }, "Choose a day within the next 90 days, or none."],
    [{ day: "2999-01-01" }, "Choose a day within the next 90 days, or none."],
    [{ day: "2026-02-31" }, "Choose a day within the next 90 days, or none."],
  ] as const) {
    const refused = await stage.ask(operator, escrow, "buyer", "Typed before", fields);
    expect(refused.status).toBe(422);
    expect(textOf(refused.html)).toContain(sentence);
    if (!("text" in fields)) expect(refused.html).toContain("Typed before");
  }
  expect(await stage.messagesOf(escrow)).toEqual([]);
});

test("operators ask nobody about an order or an account of their own, and others don't ask at all", async () => {
  const mine = await newPerson(world, shop, { isOperator: true });
  const escrow = await fundedBy(shop, ADA, ORDER);
  const own = await stage.ask(mine, escrow, "buyer", "Psst");
  expect(own.headers.get("location")).toBe(`${atDesk(shop, escrow)}?said=own`);
  const buyer = await newPerson(world, null, { isOperator: true, email: "operator.buyer@example.com" });
  const bought = await fundedBy(shop, "Operator.Buyer@example.com", ORDER);
  expect((await stage.ask(buyer, bought, "merchant", "Psst")).headers.get("location")).toContain("said=own-order");
  expect((await stage.ask(owner, escrow, "buyer", "Psst")).status).toBe(404);
  for (const one of [escrow, bought]) expect(await stage.messagesOf(one)).toEqual([]);
  // Without a question there is nothing to answer.
  expect((await stage.asBuyer(ada, escrow, { text: "Hello?" }, "questions")).status).toBe(404);
  expect((await stage.asSeller(owner, escrow, { text: "Hello?" }, "questions")).status).toBe(404);
  expect(await readAfter(owner, await stage.asSeller(owner, escrow, { text: "To the buyer" }))).not.toContain(
    "Questions from",
  );
});
