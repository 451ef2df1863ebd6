/** What a shop behind `bridge serve` is told at each event, as the page of all shops says. */
import type { Escrow } from "@holdfast/sdk";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startWorld, type World } from "../../../../apps/service/test/harness.js";
import { messagesOf } from "../orders-page.js";
import { openServed, type Served } from "../served.js";

let world: World;
let served: Served;
beforeAll(async () => {
  world = await startWorld();
  served = await openServed(world);
});
afterAll(async () => {
  await served.close();
  await world.checkLedger();
  await world.close();
});

/** A story stands where its order's next call, or its silence, is that of the event. */
type Story = {
  readonly order: string;
  place(): Promise<void>;
  confirm(): Promise<Escrow>;
  pay(amount?: string): Promise<Escrow>;
  cancel(): Promise<void>;
  /** Until the bridge has read what happened last. */
  settle(): Promise<void>;
  /** From now on the calls count. */
  begin(): void;
  told(): readonly string[];
};

function openStory(order: string): Story {
  let session = "";
  let escrow = "";
  let begun = 0;
  const rounds = (): number => served.log.filter(({ step }) => step === "round ended").length;
  const story: Story = {
    order,
    place: async () => {
      const { body } = await served.tell("order.placed", { id: order, title: "Dinner set", amount: "249.90" });
      session = body["session"];
      await story.settle();
    },
    confirm: async () => {
      const made = await served.buyer.confirm(session, { buyer_email: "ada@example.com" });
      escrow = made.id;
      await story.settle();
      return made;
    },
    pay: async (amount) => {
      const paid = await served.buyer.pay(escrow, amount === undefined ? {} : { amount });
      await story.settle();
      return paid;
    },
    cancel: async () => {
      await served.tell("order.cancelled", { id: order });
      await story.settle();
    },
    settle: async () => {
      // One that is under way may have read before; the next one reads it all.
      for (let round = 0; round < 2; round += 1) {
        const before = rounds();
        await served.wake();
        await expect.poll(rounds).toBeGreaterThan(before);
      }
    },
    begin: () => {
      begun = served.typesOf(order).length;
    },
    told: () => served.typesOf(order).slice(begun),
  };
  return story;
}

const HOUR = 3_600;
const ship = (order: string) => served.tell("order.fulfilled", { id: "parcel", order, details: "DHL 4410" });

async function held(story: Story): Promise<Escrow> {
  await story.place();
  await story.confirm();
  return story.pay();
}

async function disputed(story: Story): Promise<Escrow> {
  const escrow = await held(story);
  story.begin();
  await served.buyer.dispute(escrow.id, escrow.milestones[0]?.id ?? "", { reason: "It has not come." });
  await story.settle();
  return escrow;
}

async function confirmed(story: Story): Promise<Escrow> {
  await story.place();
  const escrow = await story.confirm();
  story.begin();
  return escrow;
}

const STORIES: Readonly<Record<string, (story: Story) => Promise<unknown>>> = {
  link: (story) => story.place(),
  "link-expired": async (story) => {
    await story.place();
    story.begin();
    await world.advance(25 * HOUR);
  },
  confirmed,
  "part-paid": async (story) => {
    await confirmed(story);
    await story.pay("100.00");
  },
  funded: async (story) => {
    await confirmed(story);
    await story.pay();
  },
  submitted: async (story) => {
    await held(story);
    story.begin();
    await ship(story.order);
  },
  approved: async (story) => {
    const escrow = await held(story);
    await ship(story.order);
    await story.settle();
    story.begin();
    await served.buyer.approve(escrow.id, escrow.milestones[0]?.id ?? "");
  },
  disputed,
  resumed: async (story) => {
    const escrow = await disputed(story);
    story.begin();
    await served.buyer.resolve(escrow.id, { outcome: "resume" });
  },
  settled: async (story) => {
    const escrow = await disputed(story);
    story.begin();
    await served.buyer.resolve(escrow.id, { outcome: "settle", release: "100.00", refund: "149.90" });
  },
  "ended-unpaid": async (story) => served.buyer.decline((await confirmed(story)).id),
  "ended-unpaid-paid-otherwise": async (story) => {
    const escrow = await confirmed(story);
    await story.cancel();
    await served.buyer.decline(escrow.id);
  },
  "cancelled-paid": async (story) => {
    const escrow = await held(story);
    story.begin();
    await served.buyer.cancel(escrow.id);
  },
  "cancelled-paid-twice": async (story) => {
    const escrow = await held(story);
    story.begin();
    await story.cancel();
    await served.buyer.cancel(escrow.id);
  },
  "taken-back": async (story) => {
    await story.place();
    story.begin();
    await story.cancel();
  },
  "taken-back-paid": async (story) => {
    await confirmed(story);
    await story.cancel();
    await story.pay();
  },
  "taken-back-ended": async (story) => {
    const escrow = await held(story);
    await story.cancel();
    story.begin();
    await served.buyer.cancel(escrow.id);
  },
};

const told = messagesOf("bridge serve");

test("the page has every event, and no other", () => {
  expect([...told.keys()]).toEqual(Object.keys(STORIES));
});

test.each([...told])("%s: %s", async (event, call) => {
  const story = openStory(event);
  await STORIES[event]?.(story);
  await story.settle();
  expect(story.told()).toEqual(call === "none" ? [] : [call]);
});

const ENDS: Readonly<Record<string, (escrow: string) => Promise<unknown>>> = {
  deadline: () => world.advance(73 * HOUR),
  decline: (escrow) => served.buyer.decline(escrow),
  cancel: (escrow) => served.buyer.cancel(escrow),
};

test.each(Object.entries(ENDS))(
  "unpaid and over by %s: cancelled, unless the shop has taken it back",
  async (name, end) => {
    const stories = [openStory(`${name} alone`), openStory(`${name} paid otherwise`)];
    const escrows: string[] = [];
    for (const story of stories) escrows.push((await confirmed(story)).id);
    await stories[1]?.cancel();
    for (const escrow of escrows) await end(escrow);
    await stories[0]?.settle();
    expect(stories.map((story) => story.told())).toEqual([["order.cancelled"], []]);
  },
);

test("taken back while the shop could not be told of the end: it hears nothing of it later", async () => {
  const story = openStory("too late");
  const escrow = await confirmed(story);
  served.status = 503;
  await served.buyer.decline(escrow.id);
  await story.settle();
  await served.tell("order.cancelled", { id: story.order });
  served.status = 204;
  await story.settle();
  expect(story.told()).toEqual([]);
});
