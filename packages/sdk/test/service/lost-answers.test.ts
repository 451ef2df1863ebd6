/** The service did what was asked, and nobody heard: what is asked again is done once. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { bound, withinMs } from "../../../../apps/service/test/bounds.js";
import { startWorld, type World } from "../../../../apps/service/test/harness.js";
import { Holdfast } from "../../src/index.js";
import { everyPost, type Line, openLine } from "../proxy.js";
import { DELIVERY, ORDER, openShop } from "../shop.js";

let world: World;
let line: Line;
beforeAll(async () => {
  world = await startWorld();
  line = await openLine(world.url, everyPost);
});
afterAll(async () => {
  await line.close();
  await world.close();
});

const CREATES = bound("cutCreates");
const AT_ONCE = 20;

test(
  `${CREATES} creates that each lose their first answer are ${CREATES} sessions, each once`,
  async () => {
    const { holdfast } = await openShop(world, { baseUrl: line.baseUrl });
    const before = line.cuts;
    const references = Array.from({ length: CREATES }, (_, index) => `NW-${index}`);
    const made = new Map<string, string>();
    const waiting = [...references];
    const create = async (): Promise<void> => {
      for (let reference = waiting.pop(); reference !== undefined; reference = waiting.pop()) {
        // Every other one by the store's own order id, the rest by a key that nobody sees.
        const options = Number(reference.slice(3)) % 2 === 0 ? { idempotencyKey: reference } : {};
        const call = holdfast.sessions.create({ ...ORDER, external_reference: reference }, options);
        const { data, isReplayed } = await call.withResponse();
        expect(isReplayed).toBe(true);
        made.set(reference, data.id);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, create));
    expect(line.cuts - before).toBe(CREATES);

    const found: [string, string][] = [];
    for await (const { external_reference, id } of holdfast.sessions.list({ limit: 100 }))
      found.push([external_reference, id]);
    expect(found.length).toBe(CREATES);
    expect(new Map(found)).toEqual(made);
  },
  withinMs("cutCreates", 500),
);

test("a submission whose answer was lost is submitted, also when the buyer acts before it is repeated", async () => {
  const { holdfast: direct, buyer, merchant } = await openShop(world);
  const holdfast = new Holdfast({ apiKey: merchant.apiKey, baseUrl: line.baseUrl });
  const funded = async (): Promise<{ escrow: string; milestone: string }> => {
    const session = await direct.sessions.create(ORDER);
    const { id } = await buyer.confirm(session.id, { buyer_email: "ada@example.com" });
    const { milestones } = await buyer.pay(id);
    return { escrow: id, milestone: milestones[0]!.id };
  };

  const first = await funded();
  const { data, response } = await holdfast.milestones.submit({ ...first, ...DELIVERY }).withResponse();
  expect(data.milestones[0]).toMatchObject({ status: "AWAITING_REVIEW", ...DELIVERY });
  expect(response.status).toBe(200);

  for (const [acts, status] of [
    ["approve", "COMPLETED"],
    ["dispute", "DISPUTED"],
  ] as const) {
    const { escrow, milestone } = await funded();
    line.onCut = () =>
      acts === "approve"
        ? buyer.approve(escrow, milestone)
        : buyer.dispute(escrow, milestone, { reason: "Nothing came." });
    const submitted = await holdfast.milestones.submit({ escrow, milestone, ...DELIVERY });
    line.onCut = async () => undefined;
    expect(submitted.status).toBe(status);
  }
});
