/** An optional text that is empty counts as absent, in every operation, so what an answer shows can be sent again. */
import { OPERATION_IDS, type OperationId, operation } from "@holdfast/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readConfig } from "../../src/config/index.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { allEvents, confirmed, expectRefusal, funded, ORDER, openSession, submit, TWO_PARTS } from "../stories.js";

let world: World;
let shop: Merchant;
beforeAll(async () => {
  world = await startWorld({ providers: { ...readConfig({}).providers, connect: true } });
  shop = await world.merchant();
});
afterAll(async () => {
  await world.checkLedger();
  await world.close();
});

type Schema = { readonly type?: string; readonly enum?: unknown; readonly required?: readonly string[] } & Json;

/** The ways to the optional texts of a schema, as `line_items.0.sku`. */
function optionalTexts({ properties = {}, items, required = [] }: Schema, path: readonly string[] = []): string[] {
  const own = Object.entries(properties as Record<string, Schema>).flatMap(([name, schema]) => {
    const here = [...path, name];
    const isText = schema.type === "string" && schema.enum === undefined && schema["x-cents-min"] === undefined;
    if (isText) return required.includes(name) ? [] : [here.join(".")];
    return optionalTexts(schema, here);
  });
  return items === undefined ? own : optionalTexts(items as Schema, [...path, "0"]);
}

const FIELDS = OPERATION_IDS.flatMap((id) =>
  optionalTexts((operation(id).body ?? {}) as Schema).map((path) => [id, path] as const),
);

/** A valid body of each, with everything in it that has optional texts. */
const BODIES: Partial<Record<OperationId, Json>> = {
  createSession: {
    ...ORDER,
    line_items: [{ name: "Bowl", unit_amount: "1.00" }],
    milestones: [{ title: "All", amount: ORDER.amount }],
  },
  submitMilestone: { submission_details: "DHL 4410", shipping: {} },
  createConnectedAccountLink: { return_url: "https://shop.example/settings" },
  createRefund: { amount: "1.00" },
  sandboxConfirmSession: {},
  sandboxRecordPayment: { outcome: "pending" },
  sandboxResolveDispute: { outcome: "release" },
};

function withEmpty(body: Json, path: string): Json {
  const changed = structuredClone(body);
  const names = path.split(".");
  let at: Json = changed;
  for (const name of names.slice(0, -1)) at = at[name];
  at[names.at(-1) ?? ""] = "";
  return changed;
}

/** Asks it of an object that is ready for it. */
async function ask(id: OperationId, body: Json) {
  if (id === "createSession") return shop.post("/checkout/sessions", body);
  if (id === "createConnectedAccountLink") return shop.post("/connected_account/links", body);
  if (id === "sandboxConfirmSession")
    return shop.post(`/test_helpers/checkout/sessions/${(await openSession(shop))["id"]}/confirm`, body);
  if (id === "sandboxRecordPayment")
    return shop.post(`/test_helpers/escrows/${(await confirmed(shop))["id"]}/payments`, body);
  const escrow = await funded(shop);
  const milestone = `/escrows/${escrow["id"]}/milestones/${escrow["milestones"][0].id}`;
  if (id === "createRefund") return shop.post(`/escrows/${escrow["id"]}/refunds`, body);
  if (id === "submitMilestone") return shop.post(`${milestone}/submit`, body);
  await submit(shop, escrow);
  await shop.post(`/test_helpers${milestone}/dispute`, { reason: "It arrived broken." });
  return shop.post(`/test_helpers/escrows/${escrow["id"]}/resolve`, body);
}

test("every operation that takes an optional text is here", () => {
  expect(FIELDS.map(([id, path]) => `${id} ${path}`)).toEqual(
    expect.arrayContaining([
      "createSession customer_email",
      "createSession success_url",
      "createSession line_items.0.sku",
      "createSession milestones.0.description",
      "submitMilestone shipping.tracking_url",
      "sandboxConfirmSession buyer_email",
    ]),
  );
  expect(new Set(FIELDS.map(([id]) => id))).toEqual(new Set(Object.keys(BODIES)));
});

test.each(FIELDS)("%s takes an empty %s as none", async (id, path) => {
  const without = await ask(id, BODIES[id] ?? {});
  const empty = await ask(id, withEmpty(BODIES[id] ?? {}, path));
  expect(empty.status, empty.text).toBe(without.status);
  expect(empty.status).toBeLessThan(300);
  const shown = ({ body }: typeof empty) => [body["status"], body["customer_email"], body["buyer"]];
  expect(shown(empty)).toEqual(shown(without));
});

test.each([
  ["title", ""],
  ["amount", ""],
  ["currency", ""],
  ["customer_email", " "],
  ["success_url", " "],
])("a %s of %j is none that is taken", async (name, text) => {
  const reply = await shop.post("/checkout/sessions", { ...ORDER, [name]: text });
  expectRefusal(reply, 400, "validation_failed");
  expect(Object.keys(reply.body["error"].details as Json)).toEqual([name]);
});

describe("what an answer shows can be sent again", () => {
  const full = {
    ...TWO_PARTS,
    description: "Ash glaze,\nfor six people.",
    line_items: [{ name: "Bowl", unit_amount: "1.00", quantity: 2, sku: "B-1" }],
    external_reference: "NW-10482",
    customer_email: "ada@example.com",
    metadata: { cart: "7731" },
    success_url: "https://shop.example/?s={CHECKOUT_SESSION_ID}",
    cancel_url: "com.example.shop:/cart",
    platform: "custom",
  };
  const GIVEN = Object.keys(full);
  const of = (answer: Json) => Object.fromEntries(GIVEN.map((name) => [name, answer[name]]));

  test.each([
    ["with nothing but what is required", ORDER],
    ["with everything", full],
  ])("a session %s, from its creation, from a list, once it is completed or expired", async (_what, order) => {
    const created = await openSession(shop, order);
    const listed = (await shop.get("/checkout/sessions?limit=1")).body["data"][0] as Json;
    const expired = (await shop.post(`/checkout/sessions/${(await openSession(shop, order))["id"]}/expire`)).body;
    await shop.post(`/test_helpers/checkout/sessions/${created["id"]}/confirm`, {});
    const completed = (await shop.get(`/checkout/sessions/${created["id"]}`)).body;
    for (const answer of [created, listed, expired, completed]) {
      const again = await shop.post("/checkout/sessions", answer);
      expect(again.status, again.text).toBe(201);
      expect([again.body["status"], of(again.body)]).toEqual(["OPEN", of(created)]);
      expect(again.body["id"]).not.toBe(created["id"]);
    }
  });

  test("an escrow, and what events bear of both", async () => {
    const merchant = await world.merchant("Southwind");
    const escrow = await funded(merchant, full);
    const objects = (await allEvents(merchant)).map(({ data }) => data.object as Json);
    const orders = [escrow, ...objects].filter(({ object }) => object !== "milestone");
    expect(new Set(orders.map(({ object }) => object))).toEqual(new Set(["escrow", "checkout.session"]));
    for (const order of orders) {
      const again = await shop.post("/checkout/sessions", order);
      expect(again.status, again.text).toBe(201);
      expect(again.body).toMatchObject({ title: full.title, amount: full.amount, external_reference: "NW-10482" });
    }
  });
});
