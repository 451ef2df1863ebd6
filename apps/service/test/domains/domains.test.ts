/** A seller's own domain: shown to be theirs by its records, it serves their checkouts, and nothing of anybody else's. */
import { get as ask } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { proofName, proofText } from "../../src/domain/hosted-domain.js";
import { mailsTo } from "../console/people.js";
import { newPerson, type Person } from "../console/seller.js";
import { newOperator } from "../desk/operator.js";
import { type Merchant, startWorld, type World } from "../harness.js";
import { openSession } from "../stories.js";
import { csrfOf, lastCode, newVisitor, type Page, textOf, type Visitor } from "../visitor.js";
import { type NameServer, openNameServer } from "../webhooks/name-server.js";

const OURS = "escrow.example";
const ORIGIN = `http://${OURS}`;
/** As the proxy in front hands it on. */
const AT_HOME = { "X-Forwarded-Host": OURS, Origin: ORIGIN };
const US = "192.0.2.10";

let names: NameServer;
let world: World;
let shop: Merchant;
let owner: Person;

beforeAll(async () => {
  names = await openNameServer();
  names.set(OURS, { a: [US] });
  const servers = { servers: [names.at], tryTimeoutMs: 100, tries: 2, timeoutMs: 400 };
  world = await startWorld({ publicUrl: ORIGIN, trustedProxies: ["127.0.0.1"] }, null, servers);
  shop = await world.merchant();
  owner = await newPerson(world, shop);
});
afterAll(async () => {
  await world?.close();
  await names?.close();
});

const settings = (merchant: Merchant): string => `/console/${merchant.sellerCode}/settings/domain`;

async function posted(person: Visitor, path: string, from: string, fields: Record<string, string> = {}): Promise<Page> {
  const csrf = csrfOf((await person.get(from, AT_HOME)).html);
  return person.postRaw(path, new URLSearchParams({ csrf, ...fields }).toString(), AT_HOME);
}
const name = (person: Visitor, merchant: Merchant, domain: string): Promise<Page> =>
  posted(person, settings(merchant), settings(merchant), { domain });
const check = (person: Visitor, merchant: Merchant): Promise<Page> =>
  posted(person, `${settings(merchant)}/check`, settings(merchant));

const domainOf = async (merchant: Merchant) => {
  const [row] = await world.db.query<{ token: string; state: string; missing: string | null }>({
    name: "test: domain",
    text: "select domain_token as token, domain_state as state, domain_missing as missing from accounts where id = $1",
    values: [merchant.account],
  });
  return row!;
};

/** As its owner does at the provider of the domain. */
async function makeRecords(merchant: Merchant, domain: string, { leadsHere = true } = {}): Promise<void> {
  const { token } = await domainOf(merchant);
  names.set(proofName(domain), { txt: ["v=spf1 -all", proofText(token)] });
  names.set(domain, leadsHere ? { cname: [OURS], a: [US] } : { a: ["198.51.100.1"] });
}

async function served(domain: string, account = shop, person: Person = owner): Promise<void> {
  expect((await name(person, account, domain)).status).toBe(303);
  await makeRecords(account, domain);
  expect((await check(person, account)).headers.get("location")).toContain("said=domainServed");
}

/** That a host serves nobody is known for a few seconds; each test has a host of its own. */
const by = (domain: string) => ({ "X-Forwarded-Host": domain, Origin: `http://${domain}` });

test("a seller names a domain, makes its records, and buyers pay there", async () => {
  const domain = "pay.northwind.example";
  expect((await name(owner, shop, `https://${domain.toUpperCase()}/`)).status).toBe(303);
  const page = textOf((await owner.get(settings(shop), AT_HOME)).html);
  const { token } = await domainOf(shop);
  for (const shown of ["Waiting for records", "CNAME", OURS, proofName(domain), proofText(token)])
    expect(page).toContain(shown);

  // One record after the other, as a person makes them.
  names.set(proofName(domain), { failure: "NXDOMAIN" });
  await check(owner, shop);
  expect(await domainOf(shop)).toMatchObject({ state: "PENDING", missing: "text" });
  await makeRecords(shop, domain, { leadsHere: false });
  await check(owner, shop);
  expect(await domainOf(shop)).toMatchObject({ state: "PENDING", missing: "address" });
  const before = await openSession(shop);
  expect(before["url"]).toMatch(`${ORIGIN}/pay/`);
  await makeRecords(shop, domain);
  expect((await check(owner, shop)).headers.get("location")).toContain("said=domainServed");

  const session = await openSession(shop);
  expect(session["url"]).toBe(`http://${domain}/pay/${shop.sellerCode}/${session["id"]}`);
  const buyer = newVisitor(world);
  const path = new URL(session["url"] as string).pathname;
  const offer = await buyer.get(path, by(domain));
  expect(offer.status).toBe(200);

  const email = "ada@example.com";
  const send = (at: string, html: string, fields: Record<string, string>) =>
    buyer.postRaw(at, new URLSearchParams({ csrf: csrfOf(html), next: path, ...fields }).toString(), by(domain));
  expect((await send("/sign-in", offer.html, { email })).headers.get("location")).toContain(path);
  const asked = await buyer.get(path, by(domain));
  expect((await send("/sign-in/code", asked.html, { code: await lastCode(world, email) })).status).toBe(303);
  const review = await buyer.get(path, by(domain));
  expect(textOf(review.html)).toContain(`Signed in as ${email}`);
  const done = await send(`${path}/confirm`, review.html, { method: "card" });
  const card = done.headers.get("location") ?? "";
  expect(card).toMatch(`${ORIGIN}/sandbox/card/`);
  expect(review.headers.get("content-security-policy")).toMatch(new RegExp(`form-action 'self'[^;]* ${ORIGIN}`));
  const cardPath = new URL(card).pathname;
  const typing = await buyer.get(cardPath, AT_HOME);
  expect(typing.headers.get("content-security-policy")).toMatch(new RegExp(`form-action 'self'[^;]* http://${domain}`));
  const paid = await buyer.postRaw(
    cardPath,
    new URLSearchParams({ csrf: csrfOf(typing.html), number: "4242 4242 4242 4242" }).toString(),
    AT_HOME,
  );
  expect(paid.headers.get("location")).toMatch(`http://${domain}${path}`);
  const [escrow] = (await shop.get("/escrows")).body.data;
  expect(escrow).toMatchObject({ checkout_session: session["id"] });

  // The order itself is at the service's own address, where nobody is signed in by what was typed on the domain.
  const waiting = await buyer.get(path, by(domain));
  expect(waiting.html).not.toMatch(/href="\/orders/);
  const order = `/orders/${shop.sellerCode}/${escrow.id}`;
  expect((await buyer.get(order, by(domain))).headers.get("location")).toBe(`${ORIGIN}${order}`);
  expect(textOf((await buyer.get(order, AT_HOME)).html)).toContain("Send me a code");
  // Links from before go on.
  expect((await buyer.get(new URL(before["url"] as string).pathname, AT_HOME)).status).toBe(200);
});

test("nothing else is there: other sellers' checkouts, the console, the desk, the API", async () => {
  const domain = "checkout.northwind.example";
  await served(domain);
  const other = await world.merchant("Other Shop");
  const session = await openSession(other);
  const visitor = newVisitor(world);
  const page = new URL(session["url"] as string).pathname;
  for (const path of [
    page,
    "/",
    "/console",
    "/console/sign-in",
    "/desk",
    "/docs",
    "/api/v1/account",
    "/healthz",
    "/metrics",
    "/nowhere",
  ])
    expect([path, (await visitor.get(path, by(domain))).status]).toEqual([path, 404]);
  expect((await visitor.get("/orders", by(domain))).headers.get("location")).toBe(`${ORIGIN}/orders`);
  expect((await owner.get(settings(shop), by(domain))).status).toBe(404);
  expect((await visitor.get("/assets/app.css", by(domain))).status).toBe(200);
});

test("a form of one host is not taken at another", async () => {
  const domain = "forms.northwind.example";
  await served(domain);
  const path = new URL((await openSession(shop))["url"] as string).pathname;
  const visitor = newVisitor(world);
  const csrf = csrfOf((await visitor.get(path, by(domain))).html);
  const post = (headers: Record<string, string>): Promise<Page> =>
    visitor.postRaw(
      "/sign-in",
      new URLSearchParams({ csrf, next: path, email: "ada@example.com" }).toString(),
      headers,
    );
  expect((await post({ ...by(domain), Origin: ORIGIN })).status).toBe(403);
  expect((await post({ ...by(domain), Origin: "http://evil.example" })).status).toBe(403);
  expect((await post(by(domain))).status).toBe(303);
});

test("what signs a buyer in on a domain signs nobody in at the service's own address", async () => {
  const domain = "cookies.northwind.example";
  await served(domain);
  const path = new URL((await openSession(shop))["url"] as string).pathname;
  const buyer = newVisitor(world);
  const email = "grace@example.com";
  const send = async (at: string, fields: Record<string, string>) =>
    buyer.postRaw(
      at,
      new URLSearchParams({ csrf: csrfOf((await buyer.get(path, by(domain))).html), next: path, ...fields }).toString(),
      by(domain),
    );
  await send("/sign-in", { email });
  await send("/sign-in/code", { code: await lastCode(world, email) });
  expect(textOf((await buyer.get(path, by(domain))).html)).toContain(`Signed in as ${email}`);
  // The same cookie, as whoever reads the domain's traffic could send it.
  expect(textOf((await buyer.get("/orders", AT_HOME)).html)).toContain("Send me a code");
  expect(textOf((await buyer.get(path, AT_HOME)).html)).not.toContain(`Signed in as ${email}`);
});

test("a domain serves the account that shows it is theirs, and one account alone", async () => {
  const domain = "pay.contested.example";
  const claimant = await world.merchant("Claimant");
  const [first, second] = [await newPerson(world, claimant), owner];
  // Whoever names it first has nothing of it without the record.
  await name(first, claimant, domain);
  await served(domain, shop, second);
  await makeRecords(claimant, domain);
  expect((await check(first, claimant)).headers.get("location")).toContain("said=domainLooked");
  expect(await domainOf(claimant)).toMatchObject({ state: "PENDING", missing: "taken" });
  expect(textOf((await first.get(settings(claimant), AT_HOME)).html)).toContain("Another account uses this domain.");
  // Given up there, it is free.
  expect((await posted(second, `${settings(shop)}/remove`, settings(shop))).status).toBe(303);
  expect((await check(first, claimant)).headers.get("location")).toContain("said=domainServed");
});

test("of two that show it at once, one is served", async () => {
  const domain = "pay.raced.example";
  const accounts = await Promise.all(["One", "Two", "Three"].map((called) => world.merchant(called)));
  const people = await Promise.all(accounts.map((account) => newPerson(world, account)));
  const proofs: string[] = [];
  for (const [at, account] of accounts.entries()) {
    await name(people[at]!, account, domain);
    proofs.push(proofText((await domainOf(account)).token));
  }
  names.set(proofName(domain), { txt: proofs });
  names.set(domain, { a: [US] });
  await Promise.all(accounts.map((account, at) => check(people[at]!, account)));
  const states = await Promise.all(accounts.map(async (account) => (await domainOf(account)).state));
  expect(states.filter((state) => state === "ACTIVE")).toHaveLength(1);
});

test("records that go missing are waited for, then the owners are told, and links start with the service's address", async () => {
  const account = await world.merchant("Fading Ltd");
  const person = await newPerson(world, account);
  const domain = "pay.fading.example";
  await served(domain, account, person);
  names.set(proofName(domain), { failure: "NXDOMAIN" });
  const DAY = 86_400;
  await world.advance(DAY);
  await expect.poll(async () => (await domainOf(account)).missing).toBe("text");
  expect((await domainOf(account)).state).toBe("ACTIVE");
  await world.advance(3 * DAY);
  await expect.poll(async () => (await domainOf(account)).state).toBe("LOST");
  const mails = await world.db.query<{ params: Record<string, string> }>({
    name: "test: lost mails",
    text: "select params from mails where template = 'seller_domain_lost' and recipient = $1",
    values: [person.email],
  });
  expect(mails).toMatchObject([{ params: { domain, trading_name: "Fading Ltd" } }]);
  expect((await openSession(account))["url"]).toMatch(`${ORIGIN}/pay/`);
});

test("name servers that are silent for a week lose nobody's domain", async () => {
  const account = await world.merchant("Patient Ltd");
  const domain = "pay.patient.example";
  await served(domain, account, await newPerson(world, account));
  names.set(proofName(domain), { failure: "silence" });
  await world.advance(8 * 86_400);
  await expect.poll(async () => (await domainOf(account)).missing).toBe("answer");
  expect((await domainOf(account)).state).toBe("ACTIVE");
});

test.each([
  ["pay.shop.example/cart", "Enter a name such as pay.shop.example"],
  ["198.51.100.7", "not an IP address"],
  [OURS, "belongs to the service"],
  [`desk.${OURS}`, "belongs to the service"],
])("%s is refused in a sentence, and kept in the field", async (typed, sentence) => {
  const answer = await name(owner, shop, typed);
  expect(answer.status).toBe(422);
  expect(textOf(answer.html)).toContain(sentence);
  expect(answer.html).toContain(`value="${typed}"`);
});

test("only who may configure the account and has just proved who they are names a domain", async () => {
  const support = await newPerson(world, shop, { role: "support" });
  expect((await support.get(settings(shop), AT_HOME)).status).toBe(403);
  const stale = await newPerson(world, shop, { proofAge: 100_000 });
  expect((await name(stale, shop, "pay.stale.example")).headers.get("location")).toContain("/console/me/prove");
});

/** As the proxy in front asks. */
const certified = (asked: string): Promise<number | undefined> =>
  new Promise((resolve) => {
    ask(`${world.url}/tls/allowed?domain=${encodeURIComponent(asked)}`, ({ statusCode }) => resolve(statusCode));
  });

test("a proxy asks which names get a certificate", async () => {
  const domain = "tls.northwind.example";
  await served(domain);
  expect(
    await Promise.all([OURS, domain, domain.toUpperCase(), "evil.example", "", "a".repeat(400)].map(certified)),
  ).toEqual([200, 200, 200, 404, 404, 404]);
});

test("what the desk takes away answers no longer, is barred to this seller alone, and comes back only with the desk's leave", async () => {
  const domain = "pay.misleading.example";
  const [account, other] = [await world.merchant("Misleading Ltd"), await world.merchant("Rightful Ltd")];
  const [person, rightful] = [await newPerson(world, account), await newPerson(world, other)];
  await served(domain, account, person);
  const path = new URL((await openSession(account))["url"] as string).pathname;
  const buyer = newVisitor(world);
  expect([(await buyer.get(path, by(domain))).status, await certified(domain)]).toEqual([200, 200]);

  const grace = await newOperator(world);
  const page = `/desk/accounts/${account.sellerCode}`;
  const decide = (verb: "take" | "allow", fields: Record<string, string>): Promise<Page> =>
    posted(grace, `${page}/domain/${verb}`, page, { domain, ...fields });
  expect(textOf((await grace.get(page, AT_HOME)).html)).toMatch(
    /pay\.misleading\.example\s*State\s*Buyers pay there\./,
  );
  expect((await decide("take", { domain_reason: "" })).status).toBe(422);
  const elsewhere = await decide("take", { domain: "pay.other.example", domain_reason: "It looks like a bank." });
  expect(elsewhere.headers.get("location")).toContain("said=stale");
  expect((await buyer.get(path, by(domain))).status).toBe(200);

  const taken = await decide("take", { domain_reason: "It looks like a bank." });
  expect(taken.headers.get("location")).toContain("said=domain-taken");
  expect([(await buyer.get(path, by(domain))).status, await certified(domain)]).toEqual([404, 404]);
  expect((await openSession(account))["url"]).toMatch(`${ORIGIN}/pay/`);
  expect((await mailsTo(world, person.email))[0]).toMatchObject({
    template: "seller_domain_taken",
    params: { domain, reason: "It looks like a bank.", trading_name: "Misleading Ltd" },
  });
  const log = textOf((await grace.get(`/desk/audit?account=${account.sellerCode}`, AT_HOME)).html);
  for (const told of ["Took a domain away", domain, "It looks like a bank."]) expect(log).toContain(told);

  const again = await name(person, account, domain);
  expect([again.status, textOf(again.html)]).toEqual([422, expect.stringContaining("An operator took this domain")]);
  await name(rightful, other, domain);
  await check(rightful, other);
  expect((await domainOf(other)).state).toBe("PENDING");
  await makeRecords(other, domain);
  await check(rightful, other);
  expect((await domainOf(other)).state).toBe("ACTIVE");

  await posted(rightful, `${settings(other)}/remove`, settings(other));
  const allowed = await decide("allow", { allow_reason: "They are the bank." });
  expect(allowed.headers.get("location")).toContain("said=domain-allowed");
  await served(domain, account, person);
});

test("an operator decides nothing about the domain of an account of their own", async () => {
  const account = await world.merchant("Own Ltd");
  const person = await newPerson(world, account, { isOperator: true });
  await served("pay.own.example", account, person);
  const page = `/desk/accounts/${account.sellerCode}`;
  const answer = await posted(person, `${page}/domain/take`, page, {
    domain: "pay.own.example",
    domain_reason: "Mine.",
  });
  expect(answer.headers.get("location")).toContain("said=own");
  expect((await domainOf(account)).state).toBe("ACTIVE");
});
