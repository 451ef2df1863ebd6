/** A seller has the doctor look at an endpoint: by a form, in the background, with what the page then says in plain words. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { consoleOf, newPerson, type Person } from "../console/seller.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { until } from "../webhooks/shop.js";
import { openReceiver, type Receiver } from "./receivers.js";

/** Whatever secret an endpoint gets, its receiver is told. */
const rightSecrets: string[] = [];
const forgetfulSecrets: string[] = [];
const liveSecrets: string[] = [];
let right: Receiver;
let forgetful: Receiver;
let stranger: Receiver;
let atLive: Receiver;
let world: World;
let live: World;
beforeAll(async () => {
  right = await openReceiver({ secrets: rightSecrets });
  forgetful = await openReceiver({ secrets: forgetfulSecrets, isFresh: () => true });
  stranger = await openReceiver();
  atLive = await openReceiver({ secrets: liveSecrets });
  world = await startWorld({ webhookAllowedOrigins: [right, forgetful].map(({ url }) => new URL(url).origin) });
  live = await startWorld({ mode: "live", webhookAllowedOrigins: [new URL(atLive.url).origin] });
});
afterAll(async () => {
  await Promise.all([world.close(), live.close()]);
  await Promise.all([right, forgetful, stranger, atLive].map((one) => one.close()));
});

let shop: Merchant;
let ada: Person;
beforeEach(async () => {
  shop = await world.merchant();
  ada = await newPerson(world, shop);
});

/** Adds an endpoint, and returns the path of its check. */
async function add(
  person: Person,
  { of, url, secrets }: { of: Merchant; url: string; secrets: string[] },
): Promise<string> {
  const { html } = await person.post(`${consoleOf(of)}/webhooks/new`, { url, which: "all" });
  secrets.push(/whsec_\w+/.exec(html)?.[0] as string);
  return `${consoleOf(of)}/webhooks/${/\/webhooks\/(we_\w{26})/.exec(html)?.[1]}/check`;
}

const done = (person: Person, path: string): Promise<string> =>
  until(
    async () => (await person.get(path)).html,
    (html) => !html.includes("Checking. This takes"),
  );

/** What the page says of a check, from its heading to the next. */
const about = (html: string, title: string): string => {
  const at = html.indexOf(`${title}</span></h3>`);
  expect(at, title).toBeGreaterThan(0);
  return html.slice(html.lastIndexOf("<li", at), html.indexOf("</li>", at)).replaceAll(/<[^>]+>/g, " ");
};

test("a seller starts a check, the page waits for it, and then says what held", async () => {
  const path = await add(ada, { of: shop, url: right.url, secrets: rightSecrets });
  expect((await ada.get(path)).html).toContain("Not checked yet");
  const started = await ada.post(path);
  expect([started.status, started.headers.get("location")]).toEqual([303, path]);
  const waiting = (await ada.get(path)).html;
  const version = /data-version="([^"]+)"/.exec(waiting)?.[1];
  expect(waiting).toContain(`data-status="${path}/status"`);
  // Asked for twice, made once.
  await ada.post(path);
  const html = await done(ada, path);
  expect(JSON.parse((await ada.get(`${path}/status`)).html)).not.toEqual({ version });
  expect(html).toContain("Nothing failed.");
  expect(about(html, "Verifies the raw body")).toContain("Passed");
  expect(about(html, "The endpoint is enabled")).toContain("Passed");
  // No status tells what a shop did with a repeat.
  expect(about(html, "Acts once when an event comes three times")).toContain("Can’t tell");
  expect(html).not.toContain(rightSecrets.at(-1)?.slice(6));
  expect(right.arrivals.filter(({ method }) => method === "GET")).toHaveLength(1);
  expect((await ada.get(path.replace("/check", ""))).html).toContain(`href="${path}"`);
});

test("what is wrong is named, with its cause, its remedy and the bytes, also to somebody who may only look", async () => {
  const path = await add(ada, { of: shop, url: forgetful.url, secrets: forgetfulSecrets });
  await ada.post(path);
  const html = await done(ada, path);
  expect(html).toContain("2 checks failed.");
  const text = about(html, "Refuses a signature that is 301 seconds old");
  for (const part of ["Failed", "It answered 200", "Likely cause", "Fix", "x-escrow-signature: t=", "HTTP/1.1 200"])
    expect(text).toContain(part);
  const french = (await ada.get(`${path}?lang=fr`)).html;
  const own = about(french, "Refuse une signature vieille de 301 secondes");
  for (const part of ["Il a répondu 200 : il a accepté", "L’âge de la signature n’est pas vérifié", "Refusez quand"])
    expect(own).toContain(part);
  expect(french).not.toContain('<span lang="en">');
  const support = await newPerson(world, shop, { role: "support" });
  expect((await support.get(path)).html).toContain("2 checks failed.");
  expect((await support.get(path)).html).not.toContain("Check again");
  expect((await support.post(path)).status).toBe(403);
  const rival = await newPerson(world, await world.merchant("Rival"));
  for (const asked of [await rival.get(path), await rival.get(`${path}/status`), await rival.post(path)])
    expect(asked.status).toBe(404);
});

test("an account gets a few checks in ten minutes", async () => {
  const path = await add(ada, { of: shop, url: right.url, secrets: rightSecrets });
  const statuses: number[] = [];
  for (let time = 0; time < 7; time += 1) statuses.push((await ada.post(path)).status);
  expect(statuses).toEqual([303, 303, 303, 303, 303, 303, 429]);
  await done(ada, path);
});

test("what the address guard keeps deliveries from is not sent a byte", async () => {
  const path = await add(ada, { of: shop, url: right.url, secrets: rightSecrets });
  await world.db.query({
    name: "test: move endpoint",
    text: "update webhook_endpoints set url = $2 where account_id = $1",
    values: [shop.account, stranger.url],
  });
  await ada.post(path);
  const html = await done(ada, path);
  expect(html).toContain(
    "We couldn’t reach your server, so nothing was checked. <span>The URL must start with https://.</span>",
  );
  expect(stranger.arrivals).toEqual([]);
});

test("in live mode nothing goes out but pings and what must be refused", async () => {
  const store = await live.merchant();
  const owner = await newPerson(live, store);
  const path = await add(owner, { of: store, url: atLive.url, secrets: liveSecrets });
  expect((await owner.get(path)).html).toContain("No event about a real order is sent.");
  await owner.post(path);
  const html = await done(owner, path);
  expect(html).toContain("Nothing failed.");
  expect(about(html, "Bears escrow.funded before checkout.session.completed")).toContain("Can’t tell");
  const types = atLive.arrivals
    .filter(({ method }) => method === "POST")
    .map(({ raw }) => (JSON.parse(raw.toString()) as Json)["type"]);
  expect(new Set(types)).toEqual(new Set(["ping"]));
});

test("a check whose worker went away is made by another, three times at most; then another may be asked for", async () => {
  const path = await add(ada, { of: shop, url: right.url, secrets: rightSecrets });
  const put = (fence: number, age: string): Promise<unknown> =>
    world.db.query({
      name: `test: abandoned check ${fence}`,
      text: `
        insert into endpoint_checks (account_id, endpoint_id, status, asked_at, leased_until, fence)
        select account_id, id, 'RUNNING', clock_timestamp() - $2::interval, clock_timestamp() - interval '1 second', $3
        from webhook_endpoints where account_id = $1
        on conflict (account_id, endpoint_id) do update set
          status = 'RUNNING', finished = null, report = null, error = null, fence = excluded.fence,
          asked_at = excluded.asked_at, leased_until = excluded.leased_until`,
      values: [shop.account, age, fence],
    });
  await put(1, "2 minutes");
  expect(await done(ada, path)).toContain("Nothing failed.");
  await put(3, "6 minutes");
  expect((await ada.get(path)).html).toContain("The last check was interrupted.");
  await ada.post(path);
  expect(await done(ada, path)).toContain("Nothing failed.");
});
