/** Objects that are not the account's: another merchant's, nobody's, and what no object is called, in every operation that names one. */
import { OPERATION_IDS, type OperationId, operation } from "@holdfast/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Json, type Merchant, type Reply, startWorld, type World } from "../harness.js";
import { expectRefusal, funded, ok, openSession } from "../stories.js";
import { listen, openStreet, type Street } from "../webhooks/shop.js";

type Ids = Readonly<Record<string, string>>;

/** What each parameter of a path names, from the outside in. */
const NAMED: Readonly<Record<string, string>> = {
  id: "session",
  escrow_id: "escrow",
  milestone_id: "milestone",
  endpoint: "endpoint",
  refund_id: "refund",
};

/** Bodies that are valid, so that nothing but the object is wrong. */
const BODIES: Partial<Record<OperationId, Json>> = {
  submitMilestone: { submission_details: "DHL 4410" },
  sandboxRequestRevision: { reason: "Please add a photo." },
  sandboxDisputeMilestone: { reason: "It arrived broken." },
  sandboxResolveDispute: { outcome: "release" },
};

const NOBODY: Ids = {
  id: "cs_00000000000000000000000000",
  escrow_id: "0199c1f0-8a6e-7d1c-9b2a-4f0d5c6e7a81",
  milestone_id: "0199c1f0-8a6e-7d1c-9b2a-4f0d5c6e7a82",
  endpoint: "we_00000000000000000000000000",
  refund_id: "RF-00000000",
};
const NONSENSE: Ids = {
  id: "cs_",
  escrow_id: "TR-1",
  milestone_id: "one",
  endpoint: "%F0%9F%98%80",
  refund_id: "RF-1",
};

const names = (path: string): readonly string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
const WITH_OBJECTS = OPERATION_IDS.filter((id) => names(operation(id).path).length > 0);

let world: World;
let shop: Merchant;
let street: Street;
let theirs: Ids;
let own: Ids;
beforeAll(async () => {
  world = await startWorld();
  shop = await world.merchant();
  street = await openStreet();
  const idsOf = async (merchant: Merchant): Promise<Ids> => {
    const [escrow, session] = [await funded(merchant), await openSession(merchant)];
    return {
      id: session["id"] as string,
      escrow_id: escrow["id"] as string,
      reference_code: escrow["reference_code"] as string,
      milestone_id: escrow["milestones"][0].id as string,
      refund_id: (await ok(merchant.post(`/escrows/${escrow["id"]}/refunds`, { amount: "0.01" }), 201))["id"] as string,
      endpoint: (await listen({ world, street }, merchant, "/hooks")).name,
    };
  };
  theirs = await idsOf(await world.merchant("Southwind"));
  own = await idsOf(shop);
});
afterAll(async () => {
  await world.checkLedger();
  await world.close();
  await street.close();
});

function ask(id: OperationId, ids: Ids, body = BODIES[id] ?? {}): Promise<Reply> {
  const { method, path } = operation(id);
  const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? "");
  return method === "GET" ? shop.get(url) : shop.post(url, operation(id).body === undefined ? undefined : body);
}

function expectNoSuch(reply: Reply, object: string): void {
  expectRefusal(reply, 404, "not_found");
  expect((reply.body["error"] as Json)["message"]).toBe(`There is no such ${object} in this account.`);
}

/** All that an answer says, but for what names the request. */
const said = ({ status, text, headers }: Reply) => [
  status,
  text,
  [...headers].filter(([name]) => !["request-id", "date"].includes(name)).sort(),
];

test("the operations that name an object are all here", () => {
  expect(WITH_OBJECTS.length).toBeGreaterThan(10);
  for (const id of WITH_OBJECTS)
    expect(Object.keys(NAMED)).toEqual(expect.arrayContaining([...names(operation(id).path)]));
});

describe.each(WITH_OBJECTS)("%s", (id) => {
  const parameters = names(operation(id).path);
  const [outer = ""] = parameters;

  test("names what was asked for, and answers another merchant's as nobody's, byte for byte", async () => {
    const foreign = await ask(id, theirs);
    expectNoSuch(foreign, NAMED[outer] ?? "");
    expect(said(await ask(id, NOBODY))).toEqual(said(foreign));
    if (outer === "escrow_id") {
      const byCode = await ask(id, { ...theirs, escrow_id: theirs["reference_code"] ?? "" });
      expect(said(byCode)).toEqual(said(foreign));
      expect(said(await ask(id, { ...NOBODY, escrow_id: "TR-20260101.123456.24990" }))).toEqual(said(foreign));
    }
  });

  test("says the same of what no object is called", async () => {
    for (const name of parameters) {
      const around = name === outer ? NOBODY : own;
      for (const nonsense of [NONSENSE[name] ?? "", "a".repeat(2_000)])
        expectNoSuch(await ask(id, { ...around, [name]: nonsense }), NAMED[name] ?? "");
    }
    const foreign = said(await ask(id, theirs));
    for (const ids of [NONSENSE, { ...NONSENSE, [outer]: theirs[outer] ?? "" }])
      expect(said(await ask(id, ids))).toEqual(foreign);
  });
});

test.each(WITH_OBJECTS.filter((id) => names(operation(id).path).includes("milestone_id")))(
  "%s looks for a milestone in its own order",
  async (id) => {
    const foreign = await ask(id, { ...own, milestone_id: theirs["milestone_id"] ?? "" });
    expectNoSuch(foreign, "milestone");
    expect(said(await ask(id, { ...own, milestone_id: NOBODY["milestone_id"] ?? "" }))).toEqual(said(foreign));
  },
);

test("a milestone that a body names is looked for like one of a path", async () => {
  const asked = (milestone: unknown) => ask("sandboxResolveDispute", own, { outcome: "release", milestone } as Json);
  const foreign = await asked(theirs["milestone_id"]);
  expectNoSuch(foreign, "milestone");
  for (const milestone of [NOBODY["milestone_id"], "one"]) expect(said(await asked(milestone))).toEqual(said(foreign));
  for (const milestone of [theirs["milestone_id"], "one"])
    expectNoSuch(await ask("sandboxResolveDispute", theirs, { outcome: "release", milestone } as Json), "escrow");
});

test("nothing of another merchant was changed, or is in a list", async () => {
  const stranger = await world.merchant("Westwind");
  for (const list of ["/escrows", "/checkout/sessions", "/events"])
    expect((await stranger.get(list)).body["data"]).toEqual([]);
});
