/** The operators' desk of several cells: what waits in all of them, and which of them is away. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { wide } from "../bounds.js";
import type { Person } from "../console/seller.js";
import { handIn, newOperator, sqlOf } from "../desk/operator.js";
import type { Json, Merchant } from "../harness.js";
import { asBuyer, funded, submit } from "../stories.js";
import { type Fixture, startFixture } from "./fixture.js";

const NAMES = ["north", "south"] as const;
let fixture: Fixture;
let operator: Person;
const shops: Record<string, Merchant> = {};
const disputed: Record<string, Json> = {};

beforeAll(async () => {
  fixture = await startFixture(NAMES);
  for (const name of NAMES) {
    const world = fixture.cells[name]!;
    const shop = await world.merchant(`Shop of the ${name}`);
    await handIn(world, await world.merchant(`Newcomer of the ${name}`));
    const escrow = await funded(shop, { title: `Bowl of the ${name}`, amount: "20.00" });
    await submit(shop, escrow);
    await asBuyer(shop, escrow, "dispute", 0, { reason: "It came in shards." });
    await sqlOf(world)(
      `insert into provider_notices (provider, notice_id, reports, body, received, status)
       values ('sandbox-card', 'lost-' || $1::text, '[{}]', '', service_now(), 'UNNAMED')`,
      [name],
    );
    [shops[name], disputed[name]] = [shop, escrow];
  }
  operator = await newOperator(fixture.cells["north"]!);
});
beforeEach(() => fixture.healLine("south"));
afterAll(() => fixture?.close());

const page = async (path: string): Promise<string> => {
  const { status, html } = await operator.get(path);
  expect([path, status]).toEqual([path, 200]);
  return html;
};
const LISTS = [
  ...["", "/verifications", "/disputes", "/disputes?which=ended", "/chargebacks", "/chargebacks?which=decided"],
  ...["/approvals", "/stuck", "/accounts"],
].map((path) => `/desk${path}`);

test("lists of the desk show what is in every cell, and each row leads to its own", async () => {
  for (const name of NAMES) {
    const disputes = await page("/desk/disputes");
    expect(disputes).toContain(`Bowl of the ${name}`);
    expect(disputes).toContain(`/desk/disputes/${shops[name]!.sellerCode}/${disputed[name]!["id"]}`);
    expect(await page("/desk/verifications")).toContain(`Newcomer of the ${name}`);
    const accounts = await page(`/desk/accounts?q=${encodeURIComponent(`Shop of the ${name}`)}`);
    expect(accounts).toContain(`/desk/accounts/${shops[name]!.sellerCode}`);
    expect(await page("/desk/stuck")).toContain(`lost-${name}`);
  }
  const stuck = await page("/desk/stuck");
  // What another cell has is acted on there.
  expect(stuck.match(/Close this notice/g)).toHaveLength(1);
  expect(stuck).toContain('href="/desk/stuck?cell=south"');
  expect(await page("/desk/disputes")).toContain("cell south");
});

test("what waits is counted over all cells, in the menu too", wide(), async () => {
  const home = await page("/desk");
  const tile = (label: string): string =>
    new RegExp(`${label}</span><span[^>]*>([^<]*)<`).exec(home.replace(/>\s+</g, "><"))?.[1] ?? "";
  expect([tile("Open disputes"), tile("Verifications")]).toEqual(["2", "2"]);
  expect(home).toContain("Ledger findings of cell south");
});

test("a cell that is away is named on every page, and the others go on", async () => {
  for (const path of LISTS) expect(await page(path)).not.toContain("is away");
  await fixture.cutLine("south");
  for (const path of [...LISTS, "/desk/books", "/desk/audit"]) {
    const html = await page(path);
    expect(html).toContain("Cell south is away");
  }
  const disputes = await page("/desk/disputes");
  expect([disputes.includes("Bowl of the north"), disputes.includes("Bowl of the south")]).toEqual([true, false]);
});

test("the desk is shut while nobody can say who is an operator", wide(), async () => {
  await page("/desk");
  await fixture.cutDirectory();
  try {
    expect((await operator.get("/desk/disputes")).status).toBe(503);
  } finally {
    await fixture.healDirectory();
  }
});

test("pages behind the first are one cell's alone, and lead on in the other", wide(), async () => {
  const path = (at: number): string => `/desk/disputes?after=${at}.00000000-0000-0000-0000-000000000000`;
  const html = await page(path(1));
  expect([html.includes("Bowl of the north"), html.includes("Bowl of the south")]).toEqual([true, false]);
  await sqlOf(fixture.cells["south"]!)(
    `insert into accounts (id, seller_code, trading_name, email, verification_status, api_version, created)
     select 1000000000000000000 + n, 'ZZZZ' || lpad(n::text, 4, '0'), 'Many', n || '@many.example', 'UNVERIFIED', api_version, created
     from generate_series(1, 26) n cross join (select api_version, created from accounts limit 1) known`,
  );
  const accounts = await page("/desk/accounts?q=Many");
  expect(accounts).toContain("More in cell south");
  expect(accounts).toMatch(/href="\/desk\/accounts\?q=Many&amp;older=\d+&amp;cell=south"/);
});
