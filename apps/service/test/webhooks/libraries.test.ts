/**
 * Deliveries before judges that nobody here wrote: `standardwebhooks`, `svix` and `stripe` verify what arrives, and refuse what
 * was changed; and what the guide says of what they leave unchecked is so.
 */
import { Webhook as StandardWebhook } from "standardwebhooks";
import Stripe from "stripe";
import { Webhook as SvixWebhook } from "svix";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { webhooks as endpointsForOperators } from "../../src/admin/index.js";
import { pingEndpoint } from "../../src/commands/ping-endpoint.js";
import { resendDelivery } from "../../src/commands/resend-delivery.js";
import { rotateSecret } from "../../src/commands/rotate-secret.js";
import { signaturesOf } from "../../src/webhooks/signature.js";
import { consoleOf, newPerson } from "../console/seller.js";
import { type Merchant, startWorld, type World } from "../harness.js";
import { openSession } from "../stories.js";
import {
  type Arrival,
  failFirst,
  type Listening,
  listen,
  openStreet,
  type Street,
  storeOlderSecret,
  testSeal,
  until,
} from "./shop.js";

let world: World;
let street: Street;
let shop: Merchant;
let endpoint: Listening;
let paths = 0;
beforeAll(async () => {
  street = await openStreet();
  world = await startWorld({ webhookAllowedOrigins: [street.origin] });
});
afterAll(async () => {
  await world.close();
  await street.close();
});
beforeEach(async () => {
  shop = await world.merchant();
  paths += 1;
  endpoint = await listen({ world, street }, shop, `/libraries/${paths}`);
});

type Sent = Pick<Arrival, "headers" | "body">;
type Verify = (sent: Sent, secret: string) => unknown;

const stripe = new Stripe("sk_test_unused");
const subtle = Stripe.createSubtleCryptoProvider();
const mark = ({ headers }: Sent): string => headers["x-escrow-signature"] as string;

/** Each throws, or rejects, unless headers, body and secret fit together. */
const STANDARD: Readonly<Record<string, Verify>> = {
  standardwebhooks: ({ body, headers }, secret) => new StandardWebhook(secret).verify(body, headers),
  svix: ({ body, headers }, secret) => new SvixWebhook(secret).verify(body, headers),
};
const STRIPE: Readonly<Record<string, Verify>> = {
  stripe: (sent, secret) => stripe.webhooks.constructEvent(sent.body, mark(sent), secret),
  "stripe, by WebCrypto": (sent, secret) =>
    stripe.webhooks.constructEventAsync(sent.body, mark(sent), secret, undefined, subtle),
};
const LIBRARIES: Readonly<Record<string, Verify>> = { ...STANDARD, ...STRIPE };

const accepts = async (verify: Verify, sent: Sent, secret: string): Promise<boolean> => {
  try {
    await verify(sent, secret);
    return true;
  } catch {
    return false;
  }
};

/** Which of the libraries take it. */
async function takers(sent: Sent, secret: string, libraries = LIBRARIES): Promise<readonly string[]> {
  const verdicts = await Promise.all(Object.values(libraries).map((verify) => accepts(verify, sent, secret)));
  return Object.keys(libraries).filter((_name, at) => verdicts[at]);
}
const ALL = Object.keys(LIBRARIES);

async function ping(): Promise<Arrival> {
  const { length } = street.at(endpoint.path);
  await pingEndpoint(world.db, endpoint);
  return (await street.wait(endpoint.path, length + 1))[length] as Arrival;
}

async function rotate(overlapHours: number | null): Promise<string> {
  const told = await rotateSecret({ db: world.db, seal: testSeal() }, endpoint, overlapHours);
  if (!told.ok) throw new Error(told.reason);
  return told.value.secret;
}

test("events, their retries, pings and resends are taken by every library, and by none once anything was changed", async () => {
  street.behave(endpoint.path, failFirst(1));
  const session = await openSession(shop, { title: "Åsa's plates & 子", amount: "12.50" });
  await shop.post(`/checkout/sessions/${session["id"]}/expire`);
  await street.wait(endpoint.path, 1);
  const dueAt = { name: "test: retry", text: "select 1 from webhook_queue where endpoint_id = $1 and attempts = 1" };
  await until(
    () => world.db.query({ ...dueAt, values: [endpoint.id] }),
    (rows) => rows.length === 1,
  );
  await world.advance(61);
  const [first, retry] = (await street.wait(endpoint.path, 2)) as readonly [Arrival, Arrival];
  street.behave(endpoint.path, null);
  await ping();
  await resendDelivery(world.db, endpoint.account_id, Number(first.headers["x-escrow-delivery"]));
  const arrived = await street.wait(endpoint.path, 4);
  expect(retry.headers["webhook-id"]).toBe(first.headers["webhook-id"]);
  for (const arrival of arrived) {
    const { headers, event, body } = arrival;
    expect(headers["webhook-id"]).toBe(event["id"]);
    expect(mark(arrival)).toMatch(new RegExp(`^t=${headers["webhook-timestamp"]},v1=`));
    expect(await takers(arrival, endpoint.secret)).toEqual(ALL);
    expect(new StandardWebhook(endpoint.secret).verify(body, headers)).toEqual(event);
    expect(await takers(arrival, `whsec_${"A".repeat(40)}`)).toEqual([]);
    expect(await takers({ headers, body: body.replace("evt_", "evt-") }, endpoint.secret)).toEqual([]);
    const other = { ...headers, "webhook-id": "evt_0", "x-escrow-signature": mark(arrival).slice(0, -1) };
    expect(await takers({ headers: other, body }, endpoint.secret)).toEqual([]);
  }
});

test("while two secrets sign, every library takes a delivery by either; afterwards by the new one alone", async () => {
  const replaced = await rotate(null);
  const secret = await rotate(24);
  const both = await ping();
  expect(both.headers["webhook-signature"]).toMatch(/^v1,\S{44} v1,\S{44}$/);
  for (const one of [replaced, secret]) expect(await takers(both, one)).toEqual(ALL);
  expect(await takers(both, endpoint.secret)).toEqual([]);
  await world.advance(24 * 3600);
  const alone = await ping();
  expect(alone.headers["webhook-signature"]).toMatch(/^v1,\S{44}$/);
  expect(await takers(alone, secret)).toEqual(ALL);
  expect(await takers(alone, replaced)).toEqual([]);
});

test("an endpoint with an older secret gets the contract's six headers alone; console and command line say so until it is rotated", async () => {
  const ada = await newPerson(world, shop);
  const page = `${consoleOf(shop)}/webhooks`;
  const pages = async (): Promise<readonly string[]> =>
    Promise.all(
      [page, `${page}/${endpoint.name}`, `${page}/${endpoint.name}/settings`].map(
        async (path) => (await ada.get(path)).html,
      ),
    );
  const isListed = async (): Promise<unknown> =>
    (await endpointsForOperators(world.db, shop.account))[0]?.standard_webhooks;
  expect((await pages()).filter((html) => /older secret/i.test(html))).toEqual([]);
  expect(await isListed()).toBe(true);

  const older = await storeOlderSecret(world, endpoint);
  const arrival = await ping();
  expect(Object.keys(arrival.headers).filter((name) => name.startsWith("webhook-"))).toEqual([]);
  expect(await takers(arrival, older, STRIPE)).toEqual(Object.keys(STRIPE));
  for (const html of await pages()) expect(html).toMatch(/older secret/i);
  expect(await isListed()).toBe(false);

  const secret = await rotate(24);
  const both = await ping();
  expect(both.headers["webhook-signature"]).toMatch(/^v1,\S{44}$/);
  expect(await takers(both, secret)).toEqual(ALL);
  expect(await takers(both, older)).toEqual(Object.keys(STRIPE));
  expect((await pages()).filter((html) => /older secret/i.test(html))).toEqual([]);
  expect(await isListed()).toBe(true);
});

test("the guide says what each library leaves unchecked", async () => {
  const body = '{"id":"evt_1"}';
  const sentAt = (seconds: number): Sent => {
    const { signature, standardSignature } = signaturesOf([endpoint.secret], { event: "evt_1", seconds, body });
    const headers = { "x-escrow-signature": signature, "webhook-id": "evt_1", "webhook-timestamp": String(seconds) };
    return { body, headers: { ...headers, "webhook-signature": standardSignature ?? "" } };
  };
  const now = Math.floor(Date.now() / 1000);
  expect(await takers(sentAt(now), endpoint.secret)).toEqual(ALL);
  expect(await takers(sentAt(now - 400), endpoint.secret)).toEqual([]);
  expect(await takers(sentAt(now + 400), endpoint.secret)).toEqual(Object.keys(STRIPE));
  expect(STANDARD["svix"]?.(sentAt(now), endpoint.secret)).toBeUndefined();
  expect(STANDARD["standardwebhooks"]?.(sentAt(now), endpoint.secret)).toEqual({ id: "evt_1" });
});
