/** What a buyer does on the hosted page, as requests: who may, what races come to, and that nothing else changes anything. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bound, wide } from "../bounds.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { allEvents, eventTypes, openSession, pay } from "../stories.js";
import { csrfOf, newVisitor, type Page, textOf, type Visitor } from "../visitor.js";
import { DINNER_SET, pagePath } from "./orders.js";

let world: World;
let shop: Merchant;
let ada: Visitor;
let grace: Visitor;

beforeAll(async () => {
  // Nobody asks the providers here, so that what was begun stays as it was begun.
  world = await startWorld({ role: "web" });
  shop = await world.merchant();
  ada = newVisitor(world);
  grace = newVisitor(world);
  await ada.signIn("ada@example.com");
  await grace.signIn("grace@example.com");
});
afterAll(async () => {
  await world?.checkLedger();
  await world?.close();
});

const PROMPT = { method: "mobile_money", phone: "+254712345678" };

async function opened(store: Merchant = shop): Promise<{ path: string; session: Json }> {
  const session = await openSession(store, DINNER_SET);
  return { path: pagePath(store, session), session };
}

/** The order of a buyer who chose the phone, whose provider nobody has asked. */
async function confirmed(buyer: Visitor = ada): Promise<{ path: string; session: Json; escrow: string }> {
  const { path, session } = await opened();
  expect((await buyer.post(`${path}/confirm`, PROMPT)).status).toBe(303);
  const { body } = await shop.get(`/checkout/sessions/${session["id"]}`);
  return { path, session, escrow: body["escrow"] };
}

const escrowsOf = async (store: Merchant): Promise<readonly Json[]> =>
  (await store.get("/escrows?limit=100")).body["data"];

async function paymentsOf(escrow: string): Promise<readonly Json[]> {
  return world.db.query<Json>({
    name: "test: payments of escrow",
    text: "select id, method, status, failure from payments where escrow_id = $1 order by created, id",
    values: [escrow],
  });
}

const leadsTo = ({ status, headers }: Page): readonly unknown[] => [status, headers.get("location")];

/** Many requests with one token, as many clicks on one page are. */
async function clicks(buyer: Visitor, path: string, times: number): Promise<readonly Page[]> {
  const csrf = csrfOf((await buyer.get(path)).html);
  const body = new URLSearchParams({ csrf, ...PROMPT }).toString();
  return Promise.all(Array.from({ length: times }, () => buyer.postRaw(`${path}/confirm`, body)));
}

describe("confirming", () => {
  test("makes the session an order of who is signed in, begins its payment, and tells the shop", async () => {
    const store = await world.merchant("Telling");
    const { path, session } = await opened(store);
    const answer = await ada.post(`${path}/confirm`, { method: "mobile_money", phone: "+254 712 345 678" });
    expect(leadsTo(answer)).toEqual([303, path]);
    expect((await store.get(`/checkout/sessions/${session["id"]}`)).body["status"]).toBe("COMPLETED");
    const [escrow] = await escrowsOf(store);
    expect(escrow).toMatchObject({ status: "AWAITING_PAYMENT", buyer: { email: "ada@example.com" }, total: "256.45" });
    expect(await paymentsOf(escrow!["id"])).toMatchObject([{ method: "mobile_money", status: "CREATED" }]);
    expect(await eventTypes(store)).toEqual(["checkout.session.completed", "escrow.created", "escrow.updated"]);
  });

  test("a double click, many tabs, the button after going back: one escrow and one payment", async () => {
    const store = await world.merchant("Clicks");
    const { path } = await opened(store);
    const answers = await clicks(ada, path, 20);
    expect(new Set(answers.map((answer) => String(leadsTo(answer))))).toEqual(new Set([`303,${path}`]));
    expect(leadsTo(await ada.post(`${path}/confirm`, PROMPT))).toEqual([303, path]);
    expect(leadsTo(await ada.post(`${path}/payments`, PROMPT))).toEqual([303, path]);
    const escrows = await escrowsOf(store);
    expect(escrows).toHaveLength(1);
    expect(await paymentsOf(escrows[0]!["id"])).toHaveLength(1);
    expect((await ada.get(path)).html).toContain("We’re setting up your payment");
  });

  test("a click that comes between the other click's order and its payment begins that payment", async () => {
    const { path, session } = await opened();
    const confirm = `/test_helpers/checkout/sessions/${session["id"]}/confirm`;
    const { body: escrow } = await shop.post(confirm, { buyer_email: "ada@example.com" });
    expect((await grace.post(`${path}/confirm`, PROMPT)).status).toBe(303);
    expect(await paymentsOf(escrow["id"])).toEqual([]);
    expect(leadsTo(await ada.post(`${path}/confirm`, PROMPT))).toEqual([303, path]);
    await ada.post(`${path}/confirm`, PROMPT);
    expect(await paymentsOf(escrow["id"])).toMatchObject([{ method: "mobile_money", status: "CREATED" }]);
  });

  test("two buyers at once, through two processes, again and again: one has it, the other is told", async () => {
    const other = await world.another({ role: "web" });
    const base = `http://127.0.0.1:${other.port}`;
    const store = await world.merchant("Two buyers");
    const rival = newVisitor(world, base);
    await rival.signIn("rival@example.com");
    for (let round = 0; round < bound("races"); round += 1) {
      const { path } = await opened(store);
      await Promise.all([clicks(ada, path, 2), clicks(rival, path, 2)]);
      const seen = [(await ada.get(path)).html, (await rival.get(path)).html];
      const taken = seen.map((html) => html.includes("Someone else has confirmed this order"));
      expect(taken.filter(Boolean)).toHaveLength(1);
      // Who came second learns nothing of the other, and has nothing to pay.
      const [winner, loser] = taken[0] ? ["rival@example.com", seen[0]!] : ["ada@example.com", seen[1]!];
      expect(loser).not.toContain(winner);
      expect(loser).not.toMatch(/name="method"|TR-\d/);
    }
    const escrows = await escrowsOf(store);
    expect(escrows).toHaveLength(bound("races"));
    for (const escrow of escrows) expect(await paymentsOf(escrow["id"])).toHaveLength(1);
  });

  test("asks for what is missing before anything is committed, and keeps what was typed", async () => {
    const { path } = await opened();
    const unchosen = await ada.post(`${path}/confirm`);
    expect(unchosen.status).toBe(422);
    expect(unchosen.html).toContain("Choose how you want to pay.");
    for (const phone of ["", "0712", "712345678", "244123456", "call me", "+254712345678901234", "<b>1</b>"]) {
      const answer = await ada.post(`${path}/confirm`, { method: "mobile_money", phone });
      expect(answer.status, phone).toBe(422);
      expect(answer.html).toContain("We couldn’t read this as a phone number");
      expect(answer.html).not.toContain("<b>1");
    }
    expect((await ada.post(`${path}/confirm`, { method: "mobile_money", phone: "0712" })).html).toContain(
      'value="0712"',
    );
    expect((await ada.post(`${path}/confirm`, { method: "cash" })).status).toBe(422);
    expect((await shop.get(`/checkout/sessions/${path.split("/").at(-1)}`)).body["status"]).toBe("OPEN");
  });

  test("asks the phone of the country that was chosen, where it was typed as people there call it", async () => {
    const { path } = await opened();
    const typed = { method: "mobile_money", phone: "0712 345 678", phone_country: "TZ" };
    expect(leadsTo(await ada.post(`${path}/confirm`, typed))).toEqual([303, path]);
    const [payment] = await world.db.query<Json>({
      name: "test: newest phone",
      text: "select phone from payments order by created desc, id desc limit 1",
      values: [],
    });
    expect(payment).toEqual({ phone: "+255712345678" });
  });

  test("shows how a number was read that was typed in no known way, and asks that phone once it was seen", async () => {
    const { path } = await opened();
    const typed = { method: "mobile_money", phone: "712 345 678", phone_country: "KE" };
    const shown = await ada.post(`${path}/confirm`, typed);
    expect(shown.status).toBe(200);
    expect(textOf(shown.html)).toContain("+254 712 345 678 in Kenya?");
    expect(shown.html).toContain('name="phone_read" value="+254712345678"');
    expect((await shop.get(`/checkout/sessions/${path.split("/").at(-1)}`)).body["status"]).toBe("OPEN");
    // Another number than the one that was shown is shown as well.
    const other = await ada.post(`${path}/confirm`, { ...typed, phone: "712 345 679", phone_read: "+254712345678" });
    expect(textOf(other.html)).toContain("+254 712 345 679 in Kenya?");
    expect(leadsTo(await ada.post(`${path}/confirm`, { ...typed, phone_read: "+254712345678" }))).toEqual([303, path]);
    const [payment] = await world.db.query<Json>({
      name: "test: newest phone",
      text: "select phone from payments order by created desc, id desc limit 1",
      values: [],
    });
    expect(payment).toEqual({ phone: "+254712345678" });
  });

  test.each([
    ["+254 (0)712 345 678", "+254712345678"],
    ["(+254) 712-345678", "+254712345678"],
    ["tel:+254-712-345-678", "+254712345678"],
    ["00254712345678", "+254712345678"],
    ["＋٢٥٤ ٧١٢ ٣٤٥ ٦٧٨\u200f", "+254712345678"],
  ])("asks the phone that was typed in full at once: %j", async (phone, number) => {
    const { path } = await opened();
    expect(leadsTo(await ada.post(`${path}/confirm`, { method: "mobile_money", phone }))).toEqual([303, path]);
    const [payment] = await world.db.query<Json>({
      name: "test: newest phone",
      text: "select phone from payments order by created desc, id desc limit 1",
      values: [],
    });
    expect(payment).toEqual({ phone: number });
  });

  test("chooses the country at first that the browser speaks of", async () => {
    const { path } = await opened();
    const { html } = await ada.get(path, { "Accept-Language": "en-GH,en;q=0.9" });
    expect(html).toMatch(/<option value="GH" selected>Ghana \(.\+233.\)<\/option>/);
    const read = await ada.post(`${path}/confirm`, { method: "mobile_money", phone: "244123456", phone_country: "GH" });
    expect(textOf(read.html)).toContain("+233 24 412 3456 in Ghana?");
  });

  test("takes a form of our own page, from somebody who is signed in, and nothing else", async () => {
    const { path } = await opened();
    const stranger = newVisitor(world);
    expect(leadsTo(await stranger.post(`${path}/confirm`, PROMPT))).toEqual([303, path]);
    const csrf = csrfOf((await ada.get(path)).html);
    const body = new URLSearchParams({ csrf, ...PROMPT }).toString();
    const foreign = [
      await ada.postRaw(`${path}/confirm`, "method=card"),
      await ada.postRaw(
        `${path}/confirm`,
        new URLSearchParams({ csrf: csrfOf((await grace.get(path)).html), ...PROMPT }).toString(),
      ),
      await ada.postRaw(`${path}/confirm`, body, { Origin: "https://evil.example" }),
      await ada.postRaw(`${path}/confirm`, body, { "Sec-Fetch-Site": "cross-site" }),
    ];
    expect(foreign.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    // A merchant's key opens nothing here.
    const key = { Authorization: `Bearer ${shop.apiKey}` };
    expect(leadsTo(await stranger.post(`${path}/confirm`, PROMPT, key))).toEqual([303, path]);
    expect((await shop.get(`/checkout/sessions/${path.split("/").at(-1)}`)).body["status"]).toBe("OPEN");
  });

  test("comes too late from the second of the expiry on", async () => {
    const store = await world.merchant("Expiring");
    const session = await openSession(store, { ...DINNER_SET, expires_in: 900 });
    const path = pagePath(store, session);
    await world.db.query({ name: "test: pass", text: "update test_clock set offset_seconds = offset_seconds + 900" });
    expect(leadsTo(await ada.post(`${path}/confirm`, PROMPT))).toEqual([303, path]);
    const page = await ada.get(path);
    expect([page.status, page.html.includes("This link has expired")]).toEqual([410, true]);
    expect(await escrowsOf(store)).toEqual([]);
    expect(await eventTypes(store)).toEqual(["checkout.session.expired"]);
  });

  test("no form where a link leads nowhere", async () => {
    for (const path of [`/pay/${shop.sellerCode}/cs_00000000000000000000000000`, "/pay/x/y"]) {
      for (const action of ["/confirm", "/payments", "/payments/x/cancel"]) {
        expect((await ada.post(path + action, PROMPT)).status, path + action).toBe(404);
      }
      expect((await ada.get(`${path}/status`)).status).toBe(404);
    }
  });
});

describe("paying", () => {
  test(
    "by card leads to our own page where the provider does not answer in time, which goes on looking",
    wide(),
    async () => {
      const { path } = await opened();
      expect(leadsTo(await ada.post(`${path}/confirm`, { method: "card" }))).toEqual([303, path]);
      const { html } = await ada.get(path);
      expect(html).toContain("<title>One moment – ");
      expect(html).toContain("data-status=");
    },
  );

  test("another way takes the place of the one that waits; the same way goes on with it", async () => {
    const { path, escrow } = await confirmed();
    const [first] = await paymentsOf(escrow);
    await ada.post(`${path}/payments`, PROMPT);
    expect(await paymentsOf(escrow)).toHaveLength(1);
    await ada.post(`${path}/payments`, { method: "bank" });
    expect(await paymentsOf(escrow)).toMatchObject([
      { id: first!["id"], status: "FAILED", failure: "cancelled" },
      { method: "bank", status: "CREATED" },
    ]);
  });

  test("given up by its buyer, a payment is over and another can be begun", async () => {
    const { path, escrow } = await confirmed();
    const [first] = await paymentsOf(escrow);
    const page = (await ada.get(path)).html;
    const action = `${path}/payments/${first!["id"]}/cancel`;
    expect(page).toContain(`action="${action}"`);
    expect(leadsTo(await ada.post(action))).toEqual([303, path]);
    expect(leadsTo(await ada.post(action))).toEqual([303, path]);
    const after = (await ada.get(path)).html;
    expect(after).toContain("How do you want to pay?");
    expect(after).not.toContain("didn’t go through");
    expect(await paymentsOf(escrow)).toMatchObject([{ status: "FAILED", failure: "cancelled" }]);
  });

  test("is for the buyer of the order alone", async () => {
    const { path, escrow } = await confirmed();
    const [mine] = await paymentsOf(escrow);
    for (const other of [grace, newVisitor(world)]) {
      expect(leadsTo(await other.post(`${path}/payments`, { method: "bank" }))).toEqual([303, path]);
      expect(leadsTo(await other.post(`${path}/payments/${mine!["id"]}/cancel`))).toEqual([303, path]);
    }
    // Of her own order, a payment of somebody else's is none.
    const hers = await confirmed(grace);
    expect((await grace.post(`${hers.path}/payments/${mine!["id"]}/cancel`)).status).toBe(404);
    expect(await paymentsOf(escrow)).toMatchObject([{ status: "CREATED" }]);
  });

  test("ends with the deadline, from its second on, and the page says what happens to the money", async () => {
    const { path, escrow } = await confirmed();
    await pay(shop, { id: escrow }, { amount: "100.00", method: "bank" });
    expect((await ada.get(path)).html).toContain("Still missing");
    await world.db.query({
      name: "test: pass 3 days",
      text: "update test_clock set offset_seconds = offset_seconds + 259200",
    });
    expect(leadsTo(await ada.post(`${path}/payments`, PROMPT))).toEqual([303, path]);
    const { html } = await ada.get(path);
    expect(html).toContain("This order wasn’t paid in time");
    expect(html).toContain("$100.00 goes back to you");
    expect(html).not.toContain('name="method"');
  });
});

describe("looking", () => {
  test("changes nothing, at whatever address", async () => {
    const { path } = await confirmed();
    const before = (await allEvents(shop)).length;
    for (const who of [ada, grace, newVisitor(world)]) {
      for (const below of ["", "/status", "/confirm", "/payments", "?lang=fr"]) await who.get(path + below);
    }
    expect((await allEvents(shop)).length).toBe(before);
    expect(leadsTo(await ada.get(`${path}/confirm`))).toEqual([303, path]);
    expect(leadsTo(await ada.get(`${path}/payments`))).toEqual([303, path]);
    for (const odd of ["/pay/%0d%0aX:y/%F0%9F%98%80", "/pay/%2F%2Fevil.example/%5C%5Cevil.example"]) {
      const [status, location] = leadsTo(await ada.get(`${odd}/confirm`));
      expect([status, URL.parse(String(location), world.url)?.origin]).toEqual([303, world.url]);
      expect((await ada.get(String(location))).status).toBe(404);
    }
  });

  test("the status is another one exactly when the page is another one, and is kept nowhere", async () => {
    const { path, session } = await opened();
    const version = async (who: Visitor): Promise<string> => {
      const answer = await who.get(`${path}/status`);
      expect(answer.headers.get("cache-control")).toBe("no-store");
      return (JSON.parse(answer.html) as { version: string }).version;
    };
    const seen = [await version(ada)];
    expect(await version(grace)).toBe(seen[0]);
    await ada.post(`${path}/confirm`, PROMPT);
    seen.push(await version(ada));
    expect((await ada.get(path)).html).toContain(`data-version="${seen[1]}"`);
    await ada.post(`${path}/payments`, { method: "bank" });
    seen.push(await version(ada));
    const { escrow } = (await shop.get(`/checkout/sessions/${session["id"]}`)).body;
    await pay(shop, { id: escrow });
    seen.push(await version(ada));
    expect(new Set(seen).size).toBe(4);
    expect(await version(ada)).toBe(seen[3]);
    expect(await version(grace)).not.toBe(seen[3]);
  });

  test("tells others nothing of an order", async () => {
    const { path, escrow } = await confirmed();
    for (const who of [grace, newVisitor(world)]) {
      const { status, html } = await who.get(path);
      expect(status).toBe(200);
      expect(html).not.toContain("ada@example.com");
      expect(html).not.toContain(escrow);
      expect(html).not.toMatch(/TR-\d{8}/);
    }
  });

  test("the page may run our one script, ask us, and lead on to providers' pages alone", async () => {
    const { path } = await confirmed();
    for (const who of [ada, grace, newVisitor(world)]) {
      const policy = (await who.get(path)).headers.get("content-security-policy")!;
      expect(policy).toMatch(/connect-src 'self';.*; script-src 'self'$/);
      expect(policy).toContain(`form-action 'self' ${world.service.publicUrl};`);
      expect(policy).not.toMatch(/unsafe|nonce|\*/);
    }
    expect((await ada.get("/sign-in")).headers.get("content-security-policy")).toContain("form-action 'self';");
  });

  test("a shop that sends its buyers in their language has them served in it to the end", async () => {
    const { path } = await opened();
    const buyer = newVisitor(world);
    await buyer.signIn("awa@example.com");
    const page = (await buyer.get(`${path}?lang=fr`)).html;
    expect(page).toContain(`action="${path}/confirm?lang=fr"`);
    expect((await buyer.post(`${path}/confirm?lang=fr`)).html).toContain("Choisissez comment vous voulez payer.");
    expect(leadsTo(await buyer.get(`${path}/confirm?lang=fr`))).toEqual([303, `${path}?lang=fr`]);
    expect(leadsTo(await buyer.post(`${path}/confirm?lang=fr`, PROMPT))).toEqual([303, `${path}?lang=fr`]);
    expect((await buyer.get(`${path}?lang=fr`)).html).toContain(`url=${path}?lang=fr"`);
    expect(leadsTo(await buyer.post(`${path}/payments?lang=https://evil.example`, PROMPT))).toEqual([303, path]);
  });

  test("in the language of the link, and the one that was chosen", async () => {
    const { path } = await opened();
    const visitor = newVisitor(world);
    expect((await visitor.get(path, { "Accept-Language": "sw" })).html).toContain('<html lang="sw">');
    expect((await visitor.get(`${path}?lang=fr`)).html).toContain("Payer 256,45");
    expect((await visitor.get(path)).html).toContain('<html lang="en">');
    expect(leadsTo(await visitor.post("/language", { lang: "pt", next: path }))).toEqual([303, path]);
    expect((await visitor.get(path)).html).toContain("Pagar 256,45");
  });
});

test("where no payment is taken, nothing can be confirmed", async () => {
  const live = await world.another({ role: "web", mode: "live", publicUrl: "https://pay.example", cell: null });
  const { path } = await opened();
  const answer = await fetch(`http://127.0.0.1:${live.port}${path}`);
  expect(await answer.text()).toContain("This order can’t be paid here yet");
});
