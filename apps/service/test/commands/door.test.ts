/** The door by itself: what units that share a transaction do to each other, and what chance may do to them. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openDoor, type Unit } from "../../src/commands/execute.js";
import { decideConfirmSession } from "../../src/domain/decisions/confirm-session.js";
import { type AccountId, parseId, type SessionId } from "../../src/domain/ids.js";
import { uuidv7 } from "../../src/platform/random.js";
import { type Merchant, startWorld, type World } from "../harness.js";
import { openSession } from "../stories.js";

let world: World;
let shop: Merchant;
beforeAll(async () => {
  world = await startWorld();
  shop = await world.merchant();
});
afterAll(async () => {
  await world.checkLedger();
  await world.close();
});

const newSession = async (): Promise<SessionId> => parseId("session", (await openSession(shop))["id"]) as SessionId;
const confirming = (session: SessionId): Unit => ({
  account: shop.account as AccountId,
  subject: { session },
  decide: (facts, context) =>
    decideConfirmSession(
      facts.session as NonNullable<typeof facts.session>,
      { buyerEmail: "b@example.com", fundingDeadlineSeconds: 60 },
      context,
    ),
});

test("a reference code that is taken is drawn again", async () => {
  const draws = ["111111", "11111111", "111111", "11111111", "222222", "22222222"];
  const door = openDoor(world.db, { uuid: uuidv7, digits: () => draws.shift() ?? "" });
  const first = await door.change(confirming(await newSession()));
  const second = await door.change(confirming(await newSession()));
  expect(first.facts.escrow?.referenceCode).toMatch(/\.111111\./);
  expect(second.facts.escrow?.referenceCode).toMatch(/\.222222\./);
  expect(draws).toEqual([]);
});

test("when every code is taken the unit fails, writes nothing, and is no one else's failure", async () => {
  const door = openDoor(world.db, { uuid: uuidv7, digits: (count) => "1".repeat(count) });
  const session = await newSession();
  const touched = await newSession();
  const [failed, stands] = await Promise.allSettled([
    door.change(confirming(session)),
    door.change({ account: shop.account as AccountId, subject: { session: touched }, decide: () => ({ ok: true }) }),
  ]);
  expect(failed.status).toBe("rejected");
  expect(stands.status).toBe("fulfilled");
  const again = await openDoor(world.db).change(confirming(session));
  expect(again.refusal).toBeNull();
});

test("a unit whose decision throws is its own failure; the others of its batch stand", async () => {
  const door = openDoor(world.db);
  const sessions = await Promise.all(Array.from({ length: 5 }, newSession));
  const results = await Promise.allSettled(
    sessions.map((session, index) =>
      door.change(
        index === 2
          ? {
              ...confirming(session),
              decide: () => {
                throw new Error("a bug");
              },
            }
          : confirming(session),
      ),
    ),
  );
  expect(results.map((result) => result.status)).toEqual([
    "fulfilled",
    "fulfilled",
    "rejected",
    "fulfilled",
    "fulfilled",
  ]);
});

test("a refusal writes nothing but what time did", async () => {
  const id = await newSession();
  const refused = await openDoor(world.db).change({
    account: shop.account as AccountId,
    subject: { session: id },
    decide: () => ({ ok: false, refusal: { code: "invalid_state" } }),
  });
  expect(refused.refusal?.code).toBe("invalid_state");
  expect(refused.facts.session?.status).toBe("OPEN");
});
