/** The sandbox's mailbox: the mails that people were sent, for those who test. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { until } from "../process/launch.js";
import { expectRefusal } from "../stories.js";

let world: World;
let shop: Merchant;
beforeAll(async () => {
  world = await startWorld();
});
beforeEach(async () => {
  await world.db.query({ name: "empty outbox", text: "delete from mails" });
  shop = await world.merchant();
});
afterAll(() => world.close());

const failing = (failures: number): Json => ({
  endpoint: "0199c1f0-8a6e-7d1c-9b2a-4f0d5c6e7a81",
  url: "https://shop.example/hooks",
  failures,
  trading_name: "Northwind Ceramics",
});

async function tell(recipient: string, failures: number, template = "webhook_failing"): Promise<void> {
  await world.db.query({
    name: "tell",
    text: "insert into mails (recipient, template, params, created) values ($1, $2, $3, service_now())",
    values: [recipient, template, failing(failures)],
  });
}

/** Which mails a page holds, by the attempts they tell of. */
const failuresIn = (page: { body: Json }): number[] =>
  page.body["data"].map((mail: Json) => Number(/(\d+) (?:failed )?attempts/.exec(mail["subject"])?.[1]));

test("newest first, as plain text and HTML", async () => {
  await tell("owner@northwind.example", 25);
  await tell("owner@northwind.example", 50, "webhook_disabled");
  const { body } = await shop.get("/test_helpers/mailbox?to=owner@northwind.example");
  expect(body).toMatchObject({ object: "list", next: null, previous: null });
  expect(failuresIn({ body })).toEqual([50, 25]);
  const [mail] = body["data"];
  expect(Object.keys(mail)).toEqual(["to", "subject", "text", "html", "created"]);
  expect(mail).toMatchObject({ to: "owner@northwind.example", created: expect.any(Number) });
  expect(mail.text).toContain("holdfast webhook enable we_");
  expect(mail.html).toMatch(/^<!DOCTYPE html>/);
});

test("by address, upper and lower case alike; all without one; nothing for a stranger", async () => {
  await tell("Ada@Northwind.example", 25);
  await tell("bob@northwind.example", 40);
  const box = async (query: string): Promise<number[]> => failuresIn(await shop.get(`/test_helpers/mailbox${query}`));
  expect(await box("?to=ada@northwind.EXAMPLE")).toEqual([25]);
  expect(await box("?to=bob%40northwind.example")).toEqual([40]);
  expect(await box("")).toEqual([40, 25]);
  expect(await box("?to=nobody@northwind.example")).toEqual([]);
  expect(await box("?to=%25@northwind.example")).toEqual([]);
});

test("a mail that this version has no words for does not hide the others", async () => {
  await tell("owner@northwind.example", 25);
  await tell("owner@northwind.example", 1, "written_by_a_newer_version");
  await tell("owner@northwind.example", 1, "order_created");
  const { status, body } = await shop.get("/test_helpers/mailbox?to=owner@northwind.example");
  expect(status).toBe(200);
  expect(body["data"].map((mail: Json) => mail["subject"])).toEqual([
    "This email can't be shown (order_created)",
    "This email can't be shown (written_by_a_newer_version)",
    "Your webhook endpoint is failing: 25 attempts in a row",
  ]);
});

test("pages: forward to the oldest and back, each mail once, links that keep address and limit", async () => {
  for (let failures = 1; failures <= 5; failures += 1) {
    await tell("owner@northwind.example", failures);
    await tell("else@northwind.example", 99);
  }
  const first = await shop.get("/test_helpers/mailbox?to=owner@northwind.example&limit=2");
  expect([failuresIn(first), first.body["previous"]]).toEqual([[5, 4], null]);
  const next = new URL(first.body["next"]).searchParams;
  expect([next.get("to"), next.get("limit")]).toEqual(["owner@northwind.example", "2"]);
  await tell("owner@northwind.example", 6);
  const second = await shop.get(first.body["next"]);
  const third = await shop.get(second.body["next"]);
  expect([failuresIn(second), failuresIn(third), third.body["next"]]).toEqual([[3, 2], [1], null]);
  const back = await shop.get(third.body["previous"]);
  expect(failuresIn(back)).toEqual([3, 2]);
  const all = await shop.get("/test_helpers/mailbox?limit=3");
  expect(failuresIn(all)).toEqual([6, 99, 5]);
  expect(failuresIn(await shop.get(all.body["next"]))).toEqual([99, 4, 99]);
});

test("an address that is none, a wrong limit, and a cursor of another list or address are refused by name", async () => {
  await tell("owner@northwind.example", 1);
  await tell("owner@northwind.example", 2);
  const page = await shop.get("/test_helpers/mailbox?to=owner@northwind.example&limit=1");
  const cursor = new URL(page.body["next"]).searchParams.get("cursor");
  const refused: [string, string][] = [
    ["to=", "to"],
    [`to=${"a".repeat(251)}@b.c`, "to"],
    ["to=a@b.c&to=d@e.f", "to"],
    ["limit=0", "limit"],
    ["limit=101", "limit"],
    [`cursor=${cursor}`, "cursor"],
    [`to=bob@northwind.example&cursor=${cursor}`, "cursor"],
  ];
  for (const [query, field] of refused) {
    const reply = await shop.get(`/test_helpers/mailbox?${query}`);
    expectRefusal(reply, 400, "validation_failed");
    expect(Object.keys(reply.body["error"].details)).toEqual([field]);
  }
  const stranger = await world.merchant();
  expectRefusal(
    await stranger.get(`/test_helpers/mailbox?to=owner@northwind.example&cursor=${cursor}`),
    400,
    "validation_failed",
  );
});

test("the running service has nobody to send them to: it marks them sent", async () => {
  await tell("owner@northwind.example", 25);
  const unsent = async (): Promise<number> => {
    const text = "select id from mails where sent_at is null or next_try_at is not null";
    return (await world.db.query({ name: "unsent", text })).length;
  };
  await until(async () => (await unsent()) === 0, "the mail is marked sent");
  expect(failuresIn(await shop.get("/test_helpers/mailbox"))).toEqual([25]);
});
