/** Vendure is killed wherever one of shop, bridge and service has done what another does not know yet. No order notices. */
import fs from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { bound } from "../../../apps/service/test/bounds.js";
import { fallsOf } from "../../../tools/shops/points.mjs";
import { buyer, eventsOf, given, holdfast, staff, stateOf, visit } from "./people.js";

const POLL_MS = 100;
const TRIES = 900;

/** Until it comes about, from a store that may be away. */
async function persist<Result>(step: () => Promise<Result>, tries = TRIES): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    if (tries === 0) throw error;
    await sleep(POLL_MS);
    return persist(step, tries - 1);
  }
}
const reach = (what: string, code: string): Promise<void> =>
  persist(async () => expect(await stateOf(code)).toBe(what));

/** Whose answer was lost, it may have left the store already. */
async function shipOnce(code: string): Promise<void> {
  const { fulfillments } = await staff.order(code);
  const [parcel] = fulfillments;
  if (parcel === undefined) await staff.ship(code);
  else if (parcel.state === "Pending") await staff.send(parcel.id);
}

test.each(fallsOf(bound("shopFalls")))("fall $time, at: $point", async ({ point }) => {
  const visitor = visit();
  await persist(() => visitor.add("teapot"));
  fs.writeFileSync(given.fallAt, point);
  const { code, session } = await visitor.checkOut().catch(() => persist(() => visitor.askAgain()));
  const { id: escrow, milestones } = await buyer.confirm(session, { buyer_email: "ada@example.com" });
  await buyer.pay(escrow);
  await reach("PaymentSettled", code);
  await persist(() => shipOnce(code));
  await persist(async () => expect((await holdfast.escrows.get(escrow)).status).toBe("WORK_IN_PROGRESS"));
  await buyer.approve(escrow, milestones[0]!.id);
  await reach("Delivered", code);
  await expect.poll(() => fs.existsSync(given.fallAt), "it never came there").toBe(false);
  await reach("Delivered", code);

  const { payments, customFields } = await persist(() => staff.order(code));
  expect(payments).toMatchObject([{ state: "Settled", transactionId: escrow }]);
  expect(customFields.escrowStatus).toBe("COMPLETED");
  const reference = code;
  expect((await holdfast.sessions.list({ external_reference: reference })).data).toHaveLength(1);
  const events = await eventsOf(reference);
  for (const type of ["escrow.funded", "escrow.milestone.submitted", "escrow.completed"])
    expect(
      events.filter((one) => one === type),
      type,
    ).toHaveLength(1);
});
