/** A bad day on the network, asked for: whose endpoints it is for, and what it takes. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type EndpointId, formatId } from "../../src/domain/ids.js";
import { uuidv7 } from "../../src/platform/random.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { expectRefusal } from "../stories.js";

let world: World;
let shop: Merchant;
let id: EndpointId;
beforeAll(async () => {
  // Without a worker: what it makes of these settings is told elsewhere.
  world = await startWorld({ role: "web" });
});
beforeEach(async () => {
  shop = await world.merchant();
  id = await register(shop);
});
afterAll(() => world.close());

async function register(owner: Merchant, status = "ENABLED"): Promise<EndpointId> {
  const endpoint = uuidv7() as EndpointId;
  await world.db.query({
    name: "register endpoint",
    text: `insert into webhook_endpoints (slot, account_id, id, url, status, secret, since_number, created)
           select count(*) + 1, $1, $2, 'https://shop.example/hooks', $3, '\\x00', 0, service_now() from webhook_endpoints where account_id = $1`,
    values: [owner.account, endpoint, status],
  });
  return endpoint;
}

const path = (endpoint: EndpointId): string => `/test_helpers/webhooks/${formatId("endpoint", endpoint)}/chaos`;

/** The chaos of the endpoint as a worker will find it. */
async function kept(endpoint: EndpointId): Promise<Json> {
  const rows = await world.db.query<Json>({
    name: "kept chaos",
    text: `select chaos_duplicate as duplicate, chaos_shuffle as shuffle, chaos_delay_seconds as delay_seconds,
             chaos_drop_first as drop_first
           from webhook_endpoints where id = $1`,
    values: [endpoint],
  });
  return rows[0]!;
}

const CALM = { duplicate: false, shuffle: false, delay_seconds: 0, drop_first: 0 };
const STORM = { duplicate: true, shuffle: true, delay_seconds: 86_400, drop_first: 9 };

test("what is asked for is kept and told; what is not given is off again", async () => {
  const storm = await shop.post(path(id), STORM);
  expect(storm.status).toBe(200);
  expect(storm.body).toEqual({ object: "webhook_chaos", endpoint: formatId("endpoint", id), ...STORM });
  expect(await kept(id)).toEqual(STORM);

  const single: Json[] = [{ duplicate: true }, { shuffle: true }, { delay_seconds: 1 }, { drop_first: 3 }];
  for (const given of single) {
    expect((await shop.post(path(id), given)).body).toMatchObject({ ...CALM, ...given });
    expect(await kept(id)).toEqual({ ...CALM, ...given });
  }
});

test.each([
  ["an empty object", {}],
  ["no body", undefined],
  ["nulls", { duplicate: null, drop_first: null }],
])("%s turns everything off", async (_, body) => {
  await shop.post(path(id), STORM);
  expect((await shop.post(path(id), body)).body).toMatchObject(CALM);
  expect(await kept(id)).toEqual(CALM);
});

test("one endpoint of a merchant is in trouble, the other is not; a disabled one may be prepared", async () => {
  const [other, disabled] = [await register(shop), await register(shop, "DISABLED")];
  expect((await shop.post(path(id), STORM)).status).toBe(200);
  expect((await shop.post(path(disabled), { drop_first: 1 })).status).toBe(200);
  expect([await kept(other), await kept(disabled)]).toEqual([CALM, { ...CALM, drop_first: 1 }]);
});

describe("404, and nothing changed", () => {
  test("for the endpoint of another merchant, a deleted and an unknown one: the same bytes", async () => {
    const stranger = await world.merchant();
    const deleted = await register(shop, "DELETED");
    const replies = await Promise.all([
      stranger.post(path(id), STORM),
      shop.post(path(deleted), STORM),
      shop.post(path(uuidv7() as EndpointId), STORM),
      shop.post(`/test_helpers/webhooks/${id}/chaos`, STORM),
      shop.post("/test_helpers/webhooks/we_/chaos", STORM),
      shop.post(`/test_helpers/webhooks/${formatId("endpoint", id).toUpperCase()}/chaos`, STORM),
    ]);
    for (const reply of replies) expectRefusal(reply, 404, "not_found");
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect([await kept(id), await kept(deleted)]).toEqual([CALM, CALM]);
  });
});

test.each([
  ["duplicate", "yes"],
  ["duplicate", 1],
  ["shuffle", "false"],
  ["delay_seconds", -1],
  ["delay_seconds", 86_401],
  ["delay_seconds", 1.5],
  ["delay_seconds", "10"],
  ["drop_first", -1],
  ["drop_first", 10],
  ["drop_first", true],
])("%s does not take %j", async (field, value) => {
  await shop.post(path(id), STORM);
  const reply = await shop.post(path(id), { [field]: value });
  expectRefusal(reply, 400, "validation_failed");
  expect(Object.keys(reply.body["error"].details)).toEqual([field]);
  expect(await kept(id)).toEqual(STORM);
});

test("live has neither the mailbox nor chaos", async () => {
  const live = await startWorld({ mode: "live" });
  try {
    const seller = await live.merchant();
    expectRefusal(await seller.post(path(id), {}), 404, "not_found");
    expectRefusal(await seller.get("/test_helpers/mailbox"), 404, "not_found");
  } finally {
    await live.close();
  }
});
