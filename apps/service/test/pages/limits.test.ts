/** What forms may do in a minute: every one of them is counted, by who sends it, and what makes us send is counted sooner. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { readConfig } from "../../src/config/index.js";
import { WINDOWS } from "../../src/identity/places.js";
import { ROUTES } from "../../src/pages/routes.js";
import { unknownIds } from "../console/routes.js";
import { consoleOf, newPerson, type Person } from "../console/seller.js";
import { type Merchant, startWorld, type World } from "../harness.js";
import { csrfOf } from "../visitor.js";
import { listen, openStreet, type Street } from "../webhooks/shop.js";
import { cookieOf } from "./orders-area.js";

let street: Street;
let world: World;
let shop: Merchant;
let ada: Person;
beforeAll(async () => {
  street = await openStreet();
  world = await startWorld({ webhookAllowedOrigins: [street.origin] });
  shop = await world.merchant();
  ada = await newPerson(world, shop, { isOperator: true });
});
afterAll(async () => {
  await world.close();
  await street.close();
});

const BUYER = "buyer@example.com";

const use = (kind: string, subject: string, requests: number): Promise<unknown> =>
  world.db.query({
    name: "test: use up a window",
    text: `insert into rate_windows (kind, subject, opened_at, requests) values ($1, $2, clock_timestamp(), $3)
           on conflict (kind, subject) do update set requests = $3, opened_at = clock_timestamp()`,
    values: [kind, subject, requests],
  });

test("no form escapes: each is refused, with the time to wait, when its sender's window is full", async () => {
  await ada.signIn(BUYER);
  const csrf = csrfOf((await ada.get("/sign-in")).html);
  // Forms in frames are known by another cookie, and only where the seller allows them.
  ada.cookies.set("hf_frame_browser", ada.cookies.get("hf_browser") ?? "");
  await world.db.query({
    name: "test: allow origin",
    text: "update accounts set frame_origins = array['https://shop.example'] where id = $1",
    values: [shop.account],
  });
  await use("person", ada.sellerId, WINDOWS.person.limit);
  await use("person", BUYER, WINDOWS.person.limit);
  await use("visitors", "127.0.0.1", WINDOWS.visitor.limit * readConfig({}).visitorsPerAddress);
  const forms = ROUTES.filter(({ method }) => method === "POST");
  expect(forms.length).toBeGreaterThan(80);
  const escaped: string[] = [];
  for (const { path, files } of forms) {
    const body = new FormData();
    body.append("csrf", csrf);
    // Whatever else an address names, it is refused before anybody looks.
    const address = path.replace(":seller_code", shop.sellerCode).replaceAll(/:\w+/g, unknownIds()["escrow"] ?? "");
    const response = await fetch(world.url + address, {
      method: "POST",
      redirect: "manual",
      headers: { Cookie: cookieOf(ada), Origin: world.url, Accept: "text/html" },
      body: files !== null ? body : new URLSearchParams({ csrf }),
    });
    const html = await response.text();
    const isRefused = response.status === 429 && Number(response.headers.get("retry-after")) > 0;
    if (!isRefused || !html.includes("Wait 1 minute, then go back and try again."))
      escaped.push(`${response.status} ${path}`);
  }
  expect(escaped).toEqual([]);
  await world.db.query({ name: "test: forget windows", text: "delete from rate_windows" });
});

test("tests of an endpoint are few a minute for an account, whichever member asks, and leave other forms alone", async () => {
  const endpoint = await listen({ world, street }, shop, "/hooks");
  const grace = await newPerson(world, shop, { role: "developer" });
  const ping = `${consoleOf(shop)}/webhooks/${endpoint.name}/ping`;
  const told: number[] = [];
  for (let time = 0; time < WINDOWS.sending.limit; time += 1) told.push((await ada.post(ping)).status);
  expect(new Set(told)).toEqual(new Set([303]));
  expect((await grace.post(ping)).status).toBe(429);
  expect((await grace.post(`${consoleOf(shop)}/webhooks/${endpoint.name}/disable`)).status).toBe(303);
  const [events] = await world.db.query<{ count: string }>({
    name: "test: pings",
    text: "select count(*) as count from events where account_id = $1 and type = 'ping'",
    values: [shop.account],
  });
  expect(Number(events?.count)).toBe(WINDOWS.sending.limit);
});

test("names are looked up a bounded number of times an hour: an account is no scanner", async () => {
  const stranger = await world.merchant();
  const mallory = await newPerson(world, stranger);
  await use("looking_up", stranger.account, WINDOWS.looking_up.limit);
  const reply = await mallory.post(`${consoleOf(stranger)}/webhooks/new`, {
    url: "https://internal.shop.example",
    all: "on",
  });
  expect(reply.status).toBe(429);
  expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(3_000);
});
