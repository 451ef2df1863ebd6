/** The checkout inside of a seller's page: who may frame it, and what its cookies are good for. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { newPerson } from "../console/seller.js";
import { type Merchant, startWorld, type World } from "../harness.js";
import { openSession } from "../stories.js";
import { csrfOf, lastCode, newVisitor, type Page, type Visitor } from "../visitor.js";

const ORIGINS = ["https://shop.example", "http://localhost:4000"];
const EMBEDDED = { "Sec-Fetch-Dest": "iframe", "Sec-Fetch-Site": "cross-site" };
const WITHIN = { "Sec-Fetch-Dest": "iframe", "Sec-Fetch-Site": "same-origin" };
const OUTSIDE = { "Sec-Fetch-Dest": "document" };

let world: World;
let shop: Merchant;
let other: Merchant;

beforeAll(async () => {
  world = await startWorld();
  [shop, other] = [await world.merchant(), await world.merchant("Other Shop")];
  await allow(shop, ORIGINS.join("\n"));
});
afterAll(() => world?.close());

async function allow(merchant: Merchant, origins: string): Promise<Page> {
  const owner = await newPerson(world, merchant);
  const path = `/console/${merchant.sellerCode}/settings/embed`;
  const csrf = csrfOf((await owner.get(path)).html);
  return owner.postRaw(path, new URLSearchParams({ csrf, origins }).toString());
}

const pagePath = ({ sellerCode }: Merchant, session: string): string => `/pay/${sellerCode}/${session}`;
const framePath = ({ sellerCode }: Merchant, session: string): string => `/embed/${sellerCode}/pay/${session}`;
const ancestorsOf = ({ headers }: Page): string =>
  /frame-ancestors ([^;]*)/.exec(headers.get("content-security-policy") ?? "")?.[1] ?? "nobody says";

/** Opens a frame, in a browser that keeps its cookie. */
async function openFrame(visitor: Visitor, path: string): Promise<Page> {
  const first = await visitor.get(path, EMBEDDED);
  expect(first.status).toBe(303);
  return visitor.get(first.headers.get("location") ?? "", EMBEDDED);
}

test("a frame names its own seller's origins; every other page, and every other seller's, lets nobody frame it", async () => {
  const session = (await openSession(shop))["id"];
  const visitor = newVisitor(world);
  const frame = await openFrame(visitor, framePath(shop, session));
  expect(frame.status).toBe(200);
  expect(ancestorsOf(frame)).toBe(ORIGINS.join(" "));
  // What can go wrong in a frame can be read there.
  const forged = await visitor.postRaw(`${framePath(shop, session)}/confirm`, "", WITHIN);
  expect([forged.status, ancestorsOf(forged)]).toEqual([403, ORIGINS.join(" ")]);

  const theirs = (await openSession(other))["id"];
  for (const [path, status] of [
    [pagePath(shop, session), 200],
    [pagePath(other, theirs), 200],
    ["/sign-in", 200],
    ["/orders", 200],
    ["/console/sign-in", 200],
    [framePath(other, theirs), 404],
    ["/embed/NOBODY00/pay/cs_x", 404],
    ["/embed/x/pay/cs_x", 404],
    [`/embed/${shop.sellerCode}/orders`, 404],
  ] as const) {
    const page = await visitor.get(path, EMBEDDED);
    expect([path, page.status, ancestorsOf(page)]).toEqual([path, status, "'none'"]);
  }
  // Another seller's session can't be opened in this seller's frame.
  expect((await visitor.get(framePath(shop, theirs), EMBEDDED)).status).toBe(404);
});

test("without its cookie a frame offers the page outside; outside of a frame it is that page", async () => {
  const session = (await openSession(shop))["id"];
  const visitor = newVisitor(world);
  const first = await visitor.get(`${framePath(shop, session)}?lang=fr`, EMBEDDED);
  expect(first.headers.getSetCookie().join()).toMatch(
    /^hf_frame_browser=\w+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=None; Partitioned$/,
  );
  visitor.cookies.clear();
  const blocked = await visitor.get(first.headers.get("location") ?? "", EMBEDDED);
  expect(blocked.html).toContain("Payer dans un nouvel onglet");
  expect(blocked.html).toContain(`href="${pagePath(shop, session)}?lang=fr" target="_blank"`);
  expect(blocked.html).not.toContain("<form");

  const outside = await visitor.get(`${framePath(shop, session)}?lang=fr`, OUTSIDE);
  expect([outside.status, outside.headers.get("location")]).toEqual([303, `${pagePath(shop, session)}?lang=fr`]);
  const posted = await visitor.postRaw(`/embed/${shop.sellerCode}/sign-in`, "email=ada@example.com", OUTSIDE);
  expect(posted.status).toBe(403);
});

test("who signs in inside of a frame is signed in nowhere else: neither at another seller's, nor on our pages", async () => {
  const session = (await openSession(shop))["id"];
  const visitor = newVisitor(world);
  const path = framePath(shop, session);
  const asked = await openFrame(visitor, path);
  const root = `/embed/${shop.sellerCode}`;
  const post = (to: string, fields: Record<string, string>, headers: Record<string, string> = WITHIN) =>
    visitor.postRaw(to, new URLSearchParams({ csrf: csrfOf(asked.html), next: path, ...fields }).toString(), headers);
  const email = "ada@example.com";
  expect((await post(`${root}/sign-in`, { email }, { ...WITHIN, Origin: "https://shop.example" })).status).toBe(403);
  expect((await post(`${root}/sign-in`, { email }, EMBEDDED)).status).toBe(403);
  const sent = await post(`${root}/sign-in`, { email });
  expect(sent.headers.get("location")).toBe(`${path}#sign-in-code`);
  // The mail's link would open where this browser's code is not known.
  const { body } = await shop.get(`/test_helpers/mailbox?to=${email}`);
  expect(JSON.stringify(body)).not.toContain("/sign-in/link/");
  const entered = await post(`${root}/sign-in/code`, { code: await lastCode(world, email), next: "/orders" });
  expect(entered.headers.get("location"), "a frame leads nowhere but to itself").toBe(root);
  expect((await visitor.get(path, WITHIN)).html).toContain("Confirm and pay");

  expect((await visitor.get(pagePath(shop, session))).html).not.toContain(email);
  const token = visitor.cookies.get("hf_frame_session") ?? "";
  expect(token).toHaveLength(43);
  const thief = newVisitor(world);
  thief.cookies.set("hf_session", token);
  expect((await thief.get("/orders")).html).not.toContain(email);
  await allow(other, "https://shop.example");
  const theirs = (await openSession(other))["id"];
  const elsewhere = await visitor.get(framePath(other, theirs), EMBEDDED);
  expect(elsewhere.status).toBe(200);
  expect(elsewhere.html).not.toContain(email);
});

test("a session of our own pages signs nobody in inside a frame", async () => {
  const session = (await openSession(shop))["id"];
  const visitor = newVisitor(world);
  await visitor.signIn("grace@example.com");
  expect((await visitor.get(pagePath(shop, session))).html).toContain("grace@example.com");
  const frame = await openFrame(visitor, framePath(shop, session));
  expect(frame.html).not.toContain("grace@example.com");
});

test("the script for sellers' pages may be loaded by any site, and is small", async () => {
  const answer = await fetch(`${world.url}/embed/v1.js`);
  const script = await answer.text();
  expect(answer.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
  expect(answer.headers.get("cache-control")).toBe("public, max-age=3600");
  expect(answer.headers.get("etag")).toMatch(/^"[\w-]{16}"$/);
  expect(script.length).toBeLessThan(4_096);
  expect(script).not.toContain('"*"');
});

test("an owner allows origins, is told which entries are not origins, and the security log says who did it", async () => {
  const refused = await allow(other, "https://shop.example\nhttps://*.evil.example");
  expect(refused.status).toBe(422);
  expect(refused.html).toContain("“https://*.evil.example” isn’t an origin we take");
  expect((await allow(other, "")).headers.get("location")).toContain("?said=embed");
  const theirs = (await openSession(other))["id"];
  expect((await newVisitor(world).get(framePath(other, theirs), EMBEDDED)).status).toBe(404);
  const kept = await world.db.query<{ subject: string }>({
    name: "test: security events",
    text: "select subject from security_events where account_id = $1 and kind = 'frame_origins_changed' order by id",
    values: [other.account],
  });
  expect(kept.map(({ subject }) => subject)).toEqual(["https://shop.example", ""]);
  await expect(
    world.db.query({
      name: "test: no origin",
      text: "update accounts set frame_origins = array['https://a.example; script-src *'] where id = $1",
      values: [other.account],
    }),
  ).rejects.toThrow("accounts_frame_origins_check");

  const developer = await newPerson(world, other, { role: "developer" });
  expect((await developer.get(`/console/${other.sellerCode}/settings/embed`)).status).toBe(403);
});
