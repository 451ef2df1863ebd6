/** A buyer who was here before: signs in by the link in the mail, and pays with what paid before. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Merchant, startWorld, type World } from "../harness.js";
import { until } from "../process/launch.js";
import { openSession } from "../stories.js";
import { csrfOf, lastCode, newVisitor, type Page, type Visitor } from "../visitor.js";
import { DINNER_SET, pagePath } from "./orders.js";

let world: World;
let shop: Merchant;

beforeAll(async () => {
  world = await startWorld();
  shop = await world.merchant();
});
afterAll(() => world?.close());
beforeEach(() => world.people.query({ name: "test: make room", text: "delete from sign_in_windows" }));

const SIGNS_IN = 'action="/sign-in/code"';
const leadsTo = ({ status, headers }: Page): readonly unknown[] => [status, headers.get("location")];
const opened = async (store: Merchant = shop): Promise<string> => pagePath(store, await openSession(store, DINNER_SET));

/** The link of the last mail to an address, as a path. */
async function lastLink(email: string): Promise<string> {
  const { body } = await shop.get(`/test_helpers/mailbox?to=${encodeURIComponent(email)}`);
  const link = /https?:\/\/\S+\/sign-in\/link\/\S+/.exec(body["data"][0].text)?.[0];
  expect(link).toBeDefined();
  return new URL(link!).pathname;
}

/** Asks for a code on the page of an order; returns the mail's link. */
async function asks(visitor: Visitor, email: string, path: string): Promise<string> {
  const next = `${path}#pay`;
  expect(leadsTo(await visitor.post("/sign-in", { email, next, back: path }))).toEqual([303, `${path}#sign-in-code`]);
  return lastLink(email);
}

/** Presses the button on the page behind the link. */
async function follows(visitor: Visitor, link: string): Promise<Page> {
  const { html } = await visitor.get(link);
  const field = (name: string): string => new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? "";
  const fields = { csrf: csrfOf(html), next: field("next"), back: field("back"), code: field("code") };
  return visitor.postRaw("/sign-in/code", new URLSearchParams(fields).toString());
}

async function isSignedIn(visitor: Visitor, email: string): Promise<boolean> {
  return (await visitor.get("/sign-in")).html.includes(`>${email}<`) && visitor.cookies.has("hf_session");
}

describe("the link in the mail", () => {
  test("signs in on the browser that asked, and leads on to where the order is paid", async () => {
    const [ada, path] = [newVisitor(world), await opened()];
    const link = await asks(ada, "ada@example.com", path);
    const page = await ada.get(link);
    expect(page.html).toContain("Sign in as ada@example.com");
    expect(page.html).toContain("data-send");
    expect(page.headers.get("content-security-policy")).toMatch(/script-src 'self'$/);
    expect(leadsTo(await follows(ada, link))).toEqual([303, `${path}#pay`]);
    expect(await isSignedIn(ada, "ada@example.com")).toBe(true);
    // Going back to it, or opening it again, does nothing.
    expect((await ada.get(link)).html).not.toContain(SIGNS_IN);
    expect(ada.cookies.has("hf_onward")).toBe(false);
  });

  test("only opens a page, however often it is opened, and by whomever", async () => {
    const [ada, scanner] = [newVisitor(world), newVisitor(world)];
    const link = await asks(ada, "opened@example.com", await opened());
    for (let time = 0; time < 7; time += 1) {
      expect((await scanner.get(link)).html).not.toContain(SIGNS_IN);
      expect((await ada.get(link)).html).toContain(SIGNS_IN);
    }
    expect(scanner.cookies.has("hf_session") || ada.cookies.has("hf_session")).toBe(false);
    // Nor has it used up a try.
    expect(leadsTo(await follows(ada, link))[0]).toBe(303);
    expect(await isSignedIn(ada, "opened@example.com")).toBe(true);
  });

  test("is nothing in another browser, even in one that waits for a code to the same address", async () => {
    const [ada, thief] = [newVisitor(world), newVisitor(world)];
    const path = await opened();
    const link = await asks(ada, "forwarded@example.com", path);
    await asks(thief, "forwarded@example.com", path);
    expect((await thief.get(link)).html).toContain("This link can’t sign you in here");
    const code = link.slice("/sign-in/link/".length, "/sign-in/link/".length + 6);
    await thief.post("/sign-in/code", { code });
    expect(await isSignedIn(thief, "forwarded@example.com")).toBe(false);
    expect(leadsTo(await follows(ada, link))).toEqual([303, `${path}#pay`]);
  });

  test("holds no longer than its code: not once it was used, run out or guessed at too often", async () => {
    const path = await opened();
    const dead = async (visitor: Visitor, link: string): Promise<void> => {
      expect((await visitor.get(link)).html).toContain("This link can’t sign you in here");
      expect(visitor.cookies.has("hf_session")).toBe(false);
    };
    // The link of the code before the last one leads to its form, too, for as long as that is good.
    const replaced = newVisitor(world);
    const first = await asks(replaced, "replaced@example.com", path);
    await replaced.post("/sign-in/again", { next: path });
    expect(leadsTo(await follows(replaced, first))[0]).toBe(303);
    expect(await isSignedIn(replaced, "replaced@example.com")).toBe(true);

    const late = newVisitor(world);
    const ranOut = await asks(late, "late@example.com", path);
    await world.people.query({
      name: "test: run out",
      text: "update sign_in_challenges set expires_at = clock_timestamp() where email = 'late@example.com'",
    });
    await dead(late, ranOut);

    const guesser = newVisitor(world);
    const spent = await asks(guesser, "spent@example.com", path);
    const wrong = String((Number(await lastCode(world, "spent@example.com")) + 1) % 1_000_000).padStart(6, "0");
    for (let time = 0; time < 5; time += 1) await guesser.post("/sign-in/code", { code: wrong });
    await dead(guesser, spent);

    const other = newVisitor(world);
    const changed = await asks(other, "changed@example.com", path);
    for (const made of ["000000", `${"0".repeat(6)}.${changed.split(".")[1]}`, "x", `${changed.slice(14, 20)}.`])
      await dead(other, `/sign-in/link/${made}`);
    await other.post("/sign-in/other", {});
    await dead(other, changed);
  });

  test("leads nowhere but to a page of ours, whatever the browser says", async () => {
    const ada = newVisitor(world);
    const link = await asks(ada, "led@example.com", await opened());
    for (const url of ["https://evil.example", "//evil.example"]) {
      ada.cookies.set("hf_onward", Buffer.from(url).toString("base64url"));
      expect((await ada.get(link)).html).toContain('name="next" value="/sign-in"');
    }
    expect(leadsTo(await follows(ada, link))).toEqual([303, "/sign-in"]);
  });
});

test("what paid the last order is there for the next one, at every seller, and for this buyer alone", async () => {
  const yaa = newVisitor(world);
  await yaa.signIn("yaa@example.com");
  const path = await opened();
  const prompt = { method: "mobile_money", phone: "+254 712 345 678" };
  expect(leadsTo(await yaa.post(`${path}/confirm`, prompt))).toEqual([303, path]);
  const another = await world.merchant("Another shop");
  // A number that has not paid yet may be mistyped.
  expect((await yaa.get(await opened(another))).html).not.toContain("+254712345678");
  const phone = await asked(yaa, path);
  await yaa.post(phone, { answer: "approve", pin: "4711" });
  await until(async () => (await yaa.get(path)).html.includes("Payment received"), "the payment");

  const { html } = await yaa.get(await opened(another));
  expect(html).toMatch(/value="mobile_money" checked/);
  expect(html).toContain('value="+254712345678"');
  const grace = newVisitor(world);
  await grace.signIn("grace@example.com");
  for (const who of [grace, newVisitor(world)])
    expect((await who.get(await opened(another))).html).not.toContain("+254712345678");
});

/** Where the phone is played that was asked. */
async function asked(visitor: Visitor, path: string): Promise<string> {
  let phone: string | undefined;
  await until(async () => {
    phone = /href="(\/sandbox\/phone\/\w+)"/.exec((await visitor.get(path)).html)?.[1];
    return phone !== undefined;
  }, "the prompt");
  return phone!;
}
