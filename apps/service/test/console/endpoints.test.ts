/**
 * Webhook endpoints as a seller manages them: every rule of the contract's sections "Webhooks" and "Delivery guarantees",
 * through the console, against shops that listen.
 */
import { LIMITS } from "@holdfast/contract";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { wide } from "../bounds.js";
import { type Merchant, startWorld, type World } from "../harness.js";
import { allEvents, openSession } from "../stories.js";
import type { Page } from "../visitor.js";
import { answerWith, openStreet, type Street, until, verify } from "../webhooks/shop.js";
import { PASSWORD } from "./people.js";
import { consoleOf, newPerson, type Person } from "./seller.js";

let world: World;
let street: Street;
beforeAll(async () => {
  street = await openStreet();
  world = await startWorld({ webhookAllowedOrigins: [street.origin] });
});
afterAll(async () => {
  await world.close();
  await street.close();
});

let shop: Merchant;
let ada: Person;
let webhooks: string;
beforeEach(async () => {
  shop = await world.merchant();
  ada = await newPerson(world, shop, { password: PASSWORD });
  webhooks = `${consoleOf(shop)}/webhooks`;
});

type Added = { readonly path: string; readonly page: string; readonly name: string; readonly secret: string };

let paths = 0;

/** Adds an endpoint at a path of its own on the street. */
async function add(fields: Record<string, string> = {}): Promise<Added> {
  paths += 1;
  const path = `/console/${paths}`;
  const { status, html } = await ada.post(`${webhooks}/new`, { url: street.origin + path, which: "all", ...fields });
  expect(status, html).toBe(200);
  const name = /\/webhooks\/(we_\w{26})/.exec(html)?.[1] as string;
  return { path, page: `${webhooks}/${name}`, name, secret: secretIn(html) };
}

/** The secret that a page shows. */
function secretIn(html: string): string {
  const secrets = new Set(html.match(/whsec_[0-9A-Za-z]{40}/g));
  expect(secrets.size).toBe(1);
  return [...secrets][0] as string;
}

/** One event: a session that ends. */
async function happen(times = 1): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    const session = await openSession(shop);
    await shop.post(`/checkout/sessions/${session["id"]}/expire`);
  }
}

/** Presses a button of the endpoint's page, and follows it. */
async function press(endpoint: Added, verb: string, fields: Record<string, string> = {}): Promise<string> {
  const { status, headers, html } = await ada.post(`${endpoint.page}/${verb}`, fields);
  expect(status, html).toBe(303);
  return (await ada.get(headers.get("location") as string)).html;
}

const rowsIn = (html: string): number => (html.match(/\/deliveries\/\d+"/g) ?? []).length;
const logged = (endpoint: Added, count: number): Promise<string> =>
  until(
    async () => (await ada.get(endpoint.page)).html,
    (html) => rowsIn(html) >= count,
  );

test("an address that is not public is refused with the reason at the field; a good one shows its secret once", async () => {
  const refused = await ada.post(`${webhooks}/new`, { url: "https://127.0.0.1/hooks", which: "all" });
  expect(refused.status).toBe(422);
  expect(refused.html).toMatch(/id="url-problem">[^<]*127\.0\.0\.1[^<]*</);
  expect(refused.html).toContain('value="https://127.0.0.1/hooks"');
  const plain = await ada.post(`${webhooks}/new`, { url: "http://shop.example/hooks", which: "all" });
  expect(plain.html).toMatch(/id="url-problem">[^<]*https/);
  const none = await ada.post(`${webhooks}/new`, { url: street.origin, which: "some" });
  expect(none.html).toContain("Choose at least one type, or every event.");
  expect((await ada.get(webhooks)).html).toContain("No endpoint yet");
  const endpoint = await add();
  for (const page of [webhooks, endpoint.page, `${endpoint.page}/settings`]) {
    expect((await ada.get(page)).html).not.toMatch(/whsec_\w/);
  }
});

test("a ping stands in the feed, and goes to the one endpoint", async () => {
  const [tested, other] = [await add({ which: "some", "type:escrow.funded": "on" }), await add()];
  expect(await press(tested, "ping")).toContain("A test event is on its way");
  const [arrival] = await street.wait(tested.path, 1);
  expect(verify(arrival!, tested.secret)["type"]).toBe("ping");
  expect((await allEvents(shop)).map(({ type }) => type)).toEqual(["ping"]);
  await logged(tested, 1);
  expect(street.at(other.path)).toEqual([]);
  expect((await ada.get(other.page)).html).toContain("Nothing sent yet");
});

test("an endpoint gets the types that are ticked, and others once they are", async () => {
  const endpoint = await add({ which: "some", "type:escrow.funded": "on" });
  await happen();
  const types = { which: "some", "type:checkout.session.expired": "on" };
  expect((await ada.post(`${endpoint.page}/events`, { which: "some" })).status).toBe(422);
  expect(await press(endpoint, "events", types)).toContain("Subscriptions saved for new events");
  await happen();
  await press(endpoint, "events", { which: "all" });
  await happen();
  await street.wait(endpoint.path, 2);
  await logged(endpoint, 2);
  expect(street.at(endpoint.path).map(({ event }) => event["type"])).toEqual(Array(2).fill("checkout.session.expired"));
});

test("the secret is shown again to developers alone, for their password; rotated with overlap both sign, at once the new one alone", async () => {
  const endpoint = await add();
  const support = await newPerson(world, shop, { role: "support" });
  for (const form of [{}, { password: "not the password" }] as Record<string, string>[]) {
    const refused = await ada.post(`${endpoint.page}/secret`, form);
    expect([refused.status, refused.html.includes(endpoint.secret)]).toEqual([422, false]);
  }
  expect(secretIn((await ada.post(`${endpoint.page}/secret`, { password: PASSWORD })).html)).toBe(endpoint.secret);
  for (const verb of ["secret", "rotate", "ping", "disable", "delete"]) {
    expect((await support.post(`${endpoint.page}/${verb}`)).status).toBe(403);
  }
  const unread = await ada.post(`${endpoint.page}/rotate`, { overlap: "hours", hours: "169" });
  expect(unread.status).toBe(422);
  expect(unread.html).toContain("An overlap takes a whole number of hours from 1 to 168.");
  const rotated = await ada.post(`${endpoint.page}/rotate`, { overlap: "hours", hours: "2" });
  const second = secretIn(rotated.html);
  expect(rotated.html).toContain("The previous secret also signs until");
  await happen();
  const [first] = await street.wait(endpoint.path, 1);
  for (const secret of [second, endpoint.secret])
    expect(verify(first!, secret)["type"]).toBe("checkout.session.expired");
  const third = secretIn((await ada.post(`${endpoint.page}/rotate`, { overlap: "none" })).html);
  await happen();
  const [, next] = await street.wait(endpoint.path, 2);
  expect(verify(next!, third)["type"]).toBe("checkout.session.expired");
  for (const secret of [second, endpoint.secret]) expect(() => verify(next!, secret)).toThrow();
});

test("a delivery shows what was sent and what was answered, attempt by attempt, and is sent again", async () => {
  const endpoint = await add();
  street.behave(endpoint.path, answerWith(503, {}, "<script>busy</script>"));
  await happen();
  const html = await logged(endpoint, 1);
  expect(html).toContain("503 Service Unavailable");
  expect(html).toContain("Retrying");
  expect(html).toMatch(/in (?:\d+ s|1 min)/);
  const [arrival] = street.at(endpoint.path);
  const path = `${endpoint.page}/deliveries/${arrival!.headers["x-escrow-delivery"]}`;
  const delivery = (await ada.get(path)).html;
  expect(delivery).toContain(`x-escrow-signature: ${arrival!.headers["x-escrow-signature"]}`);
  expect(delivery).toContain(`x-escrow-event-id: ${arrival!.event["id"]}`);
  for (const name of ["webhook-id", "webhook-timestamp", "webhook-signature"]) {
    expect(delivery).toContain(`${name}: ${arrival!.headers[name]}`);
  }
  expect(delivery).toContain(`data-copy="${arrival!.body.replaceAll('"', "&quot;")}"`);
  expect(delivery).toContain("&lt;script>busy&lt;/script>");
  street.behave(endpoint.path, null);
  expect(await press(endpoint, `deliveries/${arrival!.headers["x-escrow-delivery"]}/resend`)).toContain("being resent");
  const [, again] = await street.wait(endpoint.path, 2);
  expect(again!.event).toEqual(arrival!.event);
  expect(again!.headers["x-escrow-delivery"]).not.toBe(arrival!.headers["x-escrow-delivery"]);
  await logged(endpoint, 2);
  const event = (await ada.get(`${consoleOf(shop)}/events/${arrival!.event["id"]}`)).html;
  expect(event).toContain("To be delivered");
  expect(event).toContain("Delivered");
  expect(event).toContain("resent by a person");
});

test(
  "the log shows the last fifty attempts, by state; fifty failures in a row disable the endpoint, and what is held is sent",
  wide(),
  async () => {
    const endpoint = await add();
    await happen(3);
    await logged(endpoint, 3);
    street.behave(endpoint.path, answerWith(500));
    await happen(LIMITS.webhookDisableAfter);
    const html = await until(
      async () => (await ada.get(endpoint.page)).html,
      (text) => text.includes("Disabled after 50 failures in a row"),
    );
    expect(rowsIn(html)).toBe(LIMITS.webhookAttemptsShown);
    expect(html).toContain("50 deliveries are held");
    expect(rowsIn((await ada.get(`${endpoint.page}?state=delivered`)).html)).toBe(0);
    expect(rowsIn((await ada.get(`${endpoint.page}?state=unfinished`)).html)).toBe(LIMITS.webhookAttemptsShown);
    expect((await ada.get(webhooks)).html).toContain("50 failures in a row");
    street.behave(endpoint.path, null);
    await happen();
    expect((await ada.get(endpoint.page)).html).toContain("51 deliveries are held");
    const before = street.at(endpoint.path).length;
    expect(await press(endpoint, "enable", { held: "send" })).toContain("Held deliveries are sent, oldest first");
    await street.wait(endpoint.path, before + 51);
    await until(
      async () => (await ada.get(`${endpoint.page}?state=delivered`)).html,
      (text) => rowsIn(text) === LIMITS.webhookAttemptsShown && /Delivered, 24 h<\/dt><dd[^>]*>54</.test(text),
    );
  },
);

test("what is held by a disabled endpoint is skipped when the seller says so, and stays in the feed", async () => {
  const endpoint = await add();
  await press(endpoint, "disable");
  await happen(2);
  expect((await ada.get(endpoint.page)).html).toContain("2 deliveries are held");
  expect(await press(endpoint, "ping")).not.toContain("A test event is on its way");
  expect(await press(endpoint, "enable", { held: "skip" })).toContain("Held deliveries are skipped");
  await press(endpoint, "ping");
  const arrivals = await street.wait(endpoint.path, 1);
  expect(arrivals.map(({ event }) => event["type"])).toEqual(["ping"]);
  const [held] = await allEvents(shop);
  expect((await ada.get(`${consoleOf(shop)}/events/${held!["id"]}`)).html).toContain("Skipped");
});

test("what failed for good is recovered since a moment, once", async () => {
  const endpoint = await add();
  street.behave(endpoint.path, answerWith(500));
  await happen();
  for (const [made, seconds] of LIMITS.webhookRetrySeconds.entries()) {
    await street.wait(endpoint.path, made + 1);
    await logged(endpoint, made + 1);
    await world.advance(seconds + 1);
  }
  const html = await until(
    async () => (await ada.get(`${endpoint.page}?state=failed`)).html,
    (text) => rowsIn(text) > 0,
  );
  expect(html).toContain("9 of 9");
  expect(html).toContain("Resend");
  street.behave(endpoint.path, null);
  const recover = (since: string): Promise<Page> => ada.post(`${endpoint.page}/recover`, { since });
  expect((await recover("yesterday")).status).toBe(422);
  expect((await recover("2199-01-01T00:00")).html).toContain("No failed events to resend since then");
  const settings = (await ada.get(`${endpoint.page}/settings`)).html;
  const offered = /name="since"[^>]*value="([^"]+)"|value="([^"]+)"[^>]*name="since"/.exec(settings);
  expect((await recover((offered?.[1] ?? offered?.[2]) as string)).html).toContain("Resending 1 event");
  await street.wait(endpoint.path, 10);
  await logged(endpoint, 10);
  expect((await recover("2020-01-01T00:00")).html).toContain("No failed events to resend since then");
});

test("the sandbox's chaos is switched, and kept", async () => {
  const endpoint = await add();
  expect((await ada.post(`${endpoint.page}/chaos`, { delay: "x", drop: "0" })).status).toBe(422);
  await press(endpoint, "chaos", { duplicate: "on", delay: "0", drop: "0" });
  expect((await ada.get(`${endpoint.page}/settings`)).html).toMatch(/name="duplicate"[^>]* checked/);
  await happen();
  const [one, two] = await street.wait(endpoint.path, 2);
  expect(two!.headers["x-escrow-delivery"]).toBe(one!.headers["x-escrow-delivery"]);
  expect((await ada.post(`${endpoint.page}/delete`)).headers.get("location")).toBe(`${webhooks}?said=deleted`);
  expect((await ada.get(endpoint.page)).status).toBe(404);
});

test("the page looks for news by itself while something is under way, and stops when all is sent", async () => {
  const endpoint = await add();
  street.behave(endpoint.path, answerWith(500));
  await happen();
  await logged(endpoint, 1);
  const { html } = await ada.get(endpoint.page);
  const version = /data-version="([^"]+)"/.exec(html)?.[1];
  const status = `${endpoint.page}/status`;
  expect(html).toContain(`data-status="${status}"`);
  expect(JSON.parse((await ada.get(status)).html)).toEqual({ version });
  street.behave(endpoint.path, null);
  await world.advance(61);
  await logged(endpoint, 2);
  expect(JSON.parse((await ada.get(status)).html)).not.toEqual({ version });
  const after = await ada.get(endpoint.page);
  expect(after.html).not.toContain("data-status");
});

test("another account's endpoint, delivery and event are as unknown as those that never were, whatever is asked of them", async () => {
  const endpoint = await add();
  await happen();
  const [arrival] = await street.wait(endpoint.path, 1);
  await logged(endpoint, 1);
  const number = arrival!.headers["x-escrow-delivery"] as string;
  const rival = await world.merchant("Rival");
  const bob = await newPerson(world, rival);
  const theirs = `${consoleOf(rival)}/webhooks`;
  const bare = ({ status, html }: Page) => ({ status, html: html.replaceAll(/req_\w+/g, "") });
  const unknown = bare(await bob.get(`${theirs}/we_${"0".repeat(26)}`));
  expect(unknown.status).toBe(404);
  const settings = ["settings", "events", "recover", "chaos", "secret", "rotate"];
  for (const path of ["", "/status", `/deliveries/${number}`, ...settings.map((one) => `/${one}`)]) {
    expect(bare(await bob.get(`${theirs}/${endpoint.name}${path}`)), path).toEqual(unknown);
  }
  const verbs = [...settings.slice(1), "ping", "disable", "enable", "delete", `deliveries/${number}/resend`];
  for (const verb of verbs) {
    expect(bare(await bob.post(`${theirs}/${endpoint.name}/${verb}`)), verb).toEqual(unknown);
  }
  expect(bare(await bob.get(`${consoleOf(rival)}/events/${arrival!.event["id"]}`))).toEqual(unknown);
  const { html } = await ada.get(endpoint.page);
  expect(html).toContain("Enabled");
  expect(rowsIn(html)).toBe(1);
});
