/** Lists, pages and the feed; and that nobody sees what is not theirs. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import {
  allEvents,
  buyerPath,
  confirmed,
  expectRefusal,
  funded,
  ORDER,
  openSession,
  submit,
  submitPath,
} from "../stories.js";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const ids = (page: { body: Json }): string[] => page.body["data"].map((item: Json) => item["id"]);

async function walk(shop: Merchant, start: string, direction: "next" | "previous"): Promise<string[][]> {
  const pages: string[][] = [];
  for (let at: string | null = start; at !== null; ) {
    const page = await shop.get(at);
    expect(page.status).toBe(200);
    pages.push(ids(page));
    at = page.body[direction];
  }
  return pages;
}

describe("pages", () => {
  let shop: Merchant;
  let sessions: string[];
  beforeAll(async () => {
    shop = await world.merchant();
    sessions = [];
    for (let index = 0; index < 11; index += 1) {
      sessions.unshift(
        (await openSession(shop, { ...ORDER, external_reference: index % 2 === 0 ? "even" : "odd" }))["id"],
      );
    }
  });

  test("newest first, forward to the oldest and back to the newest, each once", async () => {
    const forward = await walk(shop, "/checkout/sessions?limit=4", "next");
    expect(forward.map((page) => page.length)).toEqual([4, 4, 3]);
    expect(forward.flat()).toEqual(sessions);
    const second = (await shop.get("/checkout/sessions?limit=4")).body["next"];
    const third = (await shop.get(second)).body["next"];
    const back = await walk(shop, third, "previous");
    expect(back).toEqual(forward.toReversed());
  });

  test("previous is null on the newest page, next on the oldest", async () => {
    const newest = await shop.get("/checkout/sessions");
    expect([newest.body["previous"], newest.body["next"]]).toEqual([null, null]);
    const exact = await shop.get("/checkout/sessions?limit=11");
    expect(exact.body["next"]).toBeNull();
  });

  test("links are absolute and keep filter and limit", async () => {
    const page = await shop.get("/checkout/sessions?external_reference=even&limit=2");
    const next = new URL(page.body["next"]);
    expect(next.origin).toBe(world.service.publicUrl);
    expect([next.searchParams.get("external_reference"), next.searchParams.get("limit")]).toEqual(["even", "2"]);
    const pages = await walk(shop, "/checkout/sessions?external_reference=even&limit=2", "next");
    expect(pages.flat()).toEqual(sessions.filter((_, index) => index % 2 === 0));
  });

  test("a session that is created while pages are read moves nothing", async () => {
    const first = await shop.get("/checkout/sessions?limit=4");
    const added = await openSession(shop);
    const second = await shop.get(first.body["next"]);
    expect(ids(second)).toEqual(sessions.slice(4, 8));
    expect(ids(await shop.get(second.body["previous"]))).toEqual(sessions.slice(0, 4));
    const newest = await shop.get((await shop.get(second.body["previous"])).body["previous"]);
    expect(ids(newest)).toEqual([added["id"]]);
    expect(newest.body["previous"]).toBeNull();
    sessions.unshift(added["id"]);
  });

  test.each(["0", "101", "-1", "1.5", "abc", "", "25x", "1e1", "0x10"])("the limit %j is refused", async (limit) => {
    const reply = await shop.get(`/checkout/sessions?limit=${limit}`);
    expectRefusal(reply, 400, "validation_failed");
    expect(reply.body["error"].details).toHaveProperty("limit");
  });

  test("a parameter given twice, an unknown status and an empty reference are refused; unknown parameters are ignored", async () => {
    for (const query of ["?limit=1&limit=2", "?external_reference="]) {
      expectRefusal(await shop.get(`/checkout/sessions${query}`), 400, "validation_failed");
    }
    expectRefusal(await shop.get("/escrows?status=FUNDED"), 400, "validation_failed");
    expectRefusal(await shop.get("/events?type=nothing"), 400, "validation_failed");
    expect((await shop.get("/escrows?status=PENDING_ACCEPTANCE")).body["data"]).toEqual([]);
    expect((await shop.get("/checkout/sessions?colour=blue")).status).toBe(200);
  });

  test("a cursor of another list, account or filter is refused, and so is a made-up one", async () => {
    const cursor = new URL((await shop.get("/checkout/sessions?limit=1")).body["next"]).searchParams.get(
      "cursor",
    ) as string;
    const stranger = await world.merchant();
    const refused = await Promise.all([
      shop.get(`/escrows?cursor=${cursor}`),
      shop.get(`/events?cursor=${cursor}`),
      shop.get(`/checkout/sessions?external_reference=even&cursor=${cursor}`),
      stranger.get(`/checkout/sessions?cursor=${cursor}`),
      shop.get("/checkout/sessions?cursor=AAAA"),
      shop.get("/checkout/sessions?cursor="),
      shop.get(`/checkout/sessions?cursor=${cursor}=`),
      shop.get("/checkout/sessions?cursor=%00"),
    ]);
    for (const reply of refused) expectRefusal(reply, 400, "validation_failed");
    expect((await shop.get(`/checkout/sessions?limit=9&cursor=${cursor}`)).status).toBe(200);
  });
});

test("an escrow has the same bytes in a list, by itself and in the answer to its last change, whatever was typed", async () => {
  const shop = await world.merchant();
  const control = String.fromCharCode(...Array.from({ length: 31 }, (_, index) => index + 1));
  const line = '"\\\\/ é ٣ \u{1f6cb}';
  const hostile = `${line}${control}\u007f\u2028\u2029`;
  const part = (amount: string) => ({ title: `Part ${line}`, amount, description: hostile });
  const escrow = await funded(shop, {
    title: `Set ${line}`,
    amount: "249.90",
    description: hostile,
    external_reference: `NW ${line}`,
    metadata: { [line]: hostile, 2: "b", 1: "" },
    milestones: [part("0.05"), part("99.95"), part("149.90")],
  });
  const submitted = await shop.post(submitPath(escrow, 1), { submission_details: hostile });
  expect(submitted.status, submitted.text).toBe(200);
  const read = async (): Promise<string[]> => {
    const [byId, byCode, list] = await Promise.all(
      [`/escrows/${escrow["id"]}`, `/escrows/${escrow["reference_code"]}`, "/escrows"].map((path) => shop.get(path)),
    );
    return [byId?.text ?? "", byCode?.text ?? "", /"data":\[(.*)\],"next"/s.exec(list?.text ?? "")?.[1] ?? ""];
  };
  expect(await read()).toEqual(Array(3).fill(submitted.text));
  const disputed = await shop.post(buyerPath(escrow, "dispute", 1), { reason: "Two of the plates are cracked." });
  expect(disputed.status, disputed.text).toBe(200);
  expect(disputed.text).toContain('"dispute_reference":"DS-');
  expect(await read()).toEqual(Array(3).fill(disputed.text));
});

test("escrows by status and reference", async () => {
  const shop = await world.merchant();
  const waiting = await confirmed(shop, { ...ORDER, external_reference: "A" });
  const held = await funded(shop, { ...ORDER, external_reference: "A" });
  const other = await funded(shop, { ...ORDER, external_reference: "B" });
  expect(ids(await shop.get("/escrows"))).toEqual([other["id"], held["id"], waiting["id"]]);
  expect(ids(await shop.get("/escrows?status=IN_ESCROW"))).toEqual([other["id"], held["id"]]);
  expect(ids(await shop.get("/escrows?status=IN_ESCROW&external_reference=A"))).toEqual([held["id"]]);
  const first = await shop.get("/escrows?status=IN_ESCROW&limit=1");
  await submit(shop, other);
  const second = await shop.get(first.body["next"]);
  expect([ids(second), second.body["previous"]]).toEqual([[held["id"]], null]);
});

test("a page whose objects have left the filter still leads back", async () => {
  const shop = await world.merchant();
  const [oldest, newest] = [await funded(shop), await funded(shop)];
  const first = await shop.get("/escrows?status=IN_ESCROW&limit=1");
  expect(ids(first)).toEqual([newest["id"]]);
  await submit(shop, oldest);
  const second = await shop.get(first.body["next"]);
  expect([ids(second), second.body["next"]]).toEqual([[], null]);
  expect(ids(await shop.get(second.body["previous"]))).toEqual([newest["id"]]);
});

describe("the feed", () => {
  test("after an event: what came later, oldest first, and next is always a position", async () => {
    const shop = await world.merchant();
    await funded(shop);
    const [first, ...rest] = await allEvents(shop);
    const page = await shop.get(`/events?after=${first?.["id"]}&limit=1`);
    expect(page.body["data"]).toEqual([rest[0]]);
    expect(page.body["previous"]).toBeNull();
    const then = await shop.get(page.body["next"]);
    expect(then.body["data"]).toEqual([rest[1]]);
    const caughtUp = await shop.get(then.body["next"]);
    expect(caughtUp.body["data"]).toEqual([]);
    await confirmed(shop);
    expect((await shop.get(caughtUp.body["next"])).body["data"]).toHaveLength(1);
    const ofType = await shop.get(`/events?after=${first?.["id"]}&type=escrow.created`);
    expect(ofType.body["data"].map((event: Json) => event["type"])).toEqual(["escrow.created", "escrow.created"]);
    expect(ofType.body["next"]).toContain("type=escrow.created");
  });

  test("an after that is no event of the account, or beside a cursor, is refused", async () => {
    const shop = await world.merchant();
    const stranger = await world.merchant();
    await confirmed(stranger);
    const foreign = (await allEvents(stranger))[0]?.["id"];
    for (const after of [foreign, "evt_00000000000000000000000000", "nonsense", ""]) {
      expectRefusal(await shop.get(`/events?after=${after}`), 400, "validation_failed");
    }
    const cursor = new URL((await stranger.get("/events?limit=1")).body["next"]).searchParams.get("cursor");
    expectRefusal(await stranger.get(`/events?after=${foreign}&cursor=${cursor}`), 400, "validation_failed");
  });

  test("a page shows the stored bytes", async () => {
    const shop = await world.merchant();
    await confirmed(shop, { ...ORDER, metadata: { b: "2", a: "é\u2028" } });
    const stored = await world.db.query<{ body: string }>({
      name: "bodies",
      text: "select body from events where account_id = $1 order by number desc",
      values: [shop.account],
    });
    const { text } = await shop.get("/events");
    expect(text).toContain(`"data":[${stored.map((event) => event.body).join(",")}]`);
  });
});
