/** An account in another currency: buyers pay it what the page promised, and operators book and bound it by what it is worth. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { formatAmount } from "../../src/domain/currencies.js";
import type { Person } from "../console/seller.js";
import type { Json, World } from "../harness.js";
import { signedIn } from "../pages/orders-area.js";
import { until } from "../payments/desk.js";
import { KCB, newOperatorOf, said, startRailWorld } from "../rails-fixture.js";
import { ok, openSession } from "../stories.js";
import type { Visitor } from "../visitor.js";
import { sqlOf } from "./operator.js";

let world: World;
let grace: Person;
beforeAll(async () => {
  world = await startRailWorld([{ ...KCB, currency: "KES", most: 99_999_999_00n as typeof KCB.most }]);
  grace = await newOperatorOf(world, "Grace");
  await world.rates({ KES: "129.35" });
});
afterAll(async () => {
  await world?.checkLedger();
  await world?.close();
});

const sql = (text: string, values: readonly unknown[] = []) => sqlOf(world)(text, values);
let orders = 0;

type AskedAbroad = {
  readonly home: string;
  readonly payment: Json;
  /** All of it goes back, by hand. */
  readonly refund: () => Promise<Json>;
  readonly buyer: Visitor;
  /** The page of the payment. */
  readonly path: string;
};

/** An order whose buyer pays by bank in shillings, and the desk's page of it. */
async function askedInShillings(amount: string): Promise<AskedAbroad> {
  orders += 1;
  const shop = await world.merchant();
  const email = `ada${orders}@buyer.example`;
  const session = await openSession(shop, { title: "Hand-thrown bowl", amount });
  const { body: escrow } = await shop.post(`/test_helpers/checkout/sessions/${session["id"]}/confirm`, {
    buyer_email: email,
  });
  const buyer = await signedIn(world, email);
  const path = `/pay/${shop.sellerCode}/${session["id"]}`;
  const { html } = await buyer.get(`${path}?currency=KES`);
  const quote = /name="quote" value="([^"]+)"/.exec(html)?.[1] ?? "";
  expect((await buyer.post(`${path}/payments?currency=KES`, { method: "bank", quote })).status).toBe(303);
  const find = "select * from payments where escrow_id = $1 and instructions is not null";
  const payment = await until(async () => (await sql(find, [escrow["id"]]))[0]);
  const refund = async (): Promise<Json> => {
    await ok(shop.post(`/escrows/${escrow["id"]}/refunds`, {}), 201);
    const find = "select * from rail_outgoing where payment = $1 and status = 'OPEN'";
    return until(async () => (await sql(find, [payment["reference"]]))[0]);
  };
  const home = `/desk/receipts/${shop.sellerCode}/${escrow["id"]}/${payment["id"]}`;
  return { payment, refund, buyer, path, home };
}

const book = async ({ home }: { readonly home: string }, amount: string) => {
  const [{ day } = { day: "" }] = await sql(
    "select to_char(to_timestamp(service_now()) at time zone 'utc', 'YYYY-MM-DD') as day",
  );
  return grace.post(`${home}/book`, { amount, day: String(day), bank_reference: `FT ${orders} ${amount}` });
};

const received = (payment: Json) =>
  until(async () => (await sql("select 1 from payments where id = $1 and received > 0", [payment["id"]]))[0]);

test("what came in is booked in shillings, and counts for the limit of one operator as what it is worth", async () => {
  const asked = await askedInShillings("900.00");
  expect(asked.payment).toMatchObject({ presented_currency: "KES", provider: "manual-kcb" });
  const due = formatAmount(BigInt(asked.payment["presented_asked"]), "KES");
  const { html } = await grace.get(asked.home);
  expect(html.includes("Amount, KES")).toBe(true);
  expect(html.includes("KES")).toBe(true);
  // A hundred thousand shillings are less than a thousand dollars.
  expect(said(await book(asked, due))).toBe("booked");
  const [line] = await sql("select moved from operator_actions where action = 'book_receipt' order by id desc limit 1");
  expect(Number(line?.["moved"])).toBeLessThan(100_000);
  await received(asked.payment);
  const [paid] = await sql("select presented_received from payments where id = $1", [asked.payment["id"]]);
  expect(paid).toEqual({ presented_received: asked.payment["presented_asked"] });

  // It goes back by hand: a hundred thousand shillings again, which an operator who moved nothing of it sends alone.
  const back = await asked.refund();
  expect(back).toMatchObject({ currency: "KES", amount: asked.payment["presented_asked"] });
  const hugo = await newOperatorOf(world, "Hugo");
  const sent = await hugo.post("/desk/receipts/sent", { reference: back["reference"], bank_reference: "FT back" });
  expect(said(sent)).toBe("sent");
  const [out] = await sql(
    "select moved from operator_actions where action = 'settle_outgoing' order by id desc limit 1",
  );
  expect(out?.["moved"]).toBe(asked.payment["asked"]);
});

test("a part of what was asked for is told in shillings, in which the rest is asked for", async () => {
  const asked = await askedInShillings("150.00");
  expect(said(await book(asked, "9000.00"))).toBe("booked");
  const arrived = async () => {
    const { html } = await asked.buyer.get(asked.path);
    return html.replaceAll("\u00a0", " ").includes("KES 9,000.00 has arrived") ? html : undefined;
  };
  // Chosen by what was paid, not by the address: the payer is asked for shillings again.
  expect(await until(arrived)).toMatch(/<option value="KES" selected/);
});

test("what is worth more than the limit waits for another operator", async () => {
  const asked = await askedInShillings("1200.00");
  expect(said(await book(asked, "160000.00"))).toBe("second");

  const large = await askedInShillings("1200.00");
  const due = formatAmount(BigInt(large.payment["presented_asked"]), "KES");
  expect(said(await book(large, due))).toBe("second");
  const ines = await newOperatorOf(world, "Ines");
  const waits = await sql("select id from operator_approvals where status = 'PENDING' order by id desc limit 1");
  expect(said(await ines.post(`/desk/approvals/${waits[0]?.["id"]}/confirm`))).toBe("confirmed");
  await received(large.payment);
  const back = await large.refund();
  const sent = await grace.post("/desk/receipts/sent", { reference: back["reference"], bank_reference: "FT large" });
  expect(said(sent)).toBe("second");
  const page = (await ines.get("/desk/approvals")).html.replaceAll("\u00a0", " ");
  expect(page).toContain(`KES ${Number(due).toLocaleString("en", { minimumFractionDigits: 2 })}`);
});
