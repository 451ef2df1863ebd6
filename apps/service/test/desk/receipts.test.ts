/** Money on accounts of the operator's own: buyers say that they paid, operators book what came in, and nobody is believed. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newPerson, type Person } from "../console/seller.js";
import type { Json, Merchant, World } from "../harness.js";
import { escrowNow, NOTE, PDF, PNG, signedIn } from "../pages/orders-area.js";
import { until } from "../payments/desk.js";
import {
  type Asked,
  askedBy,
  askedByBank,
  KCB_QR,
  newOperatorOf,
  said,
  startRailWorld,
  TILL,
  tellPaid,
} from "../rails-fixture.js";
import { asBuyer, ORDER, submit } from "../stories.js";
import { linesOf, sqlOf } from "./operator.js";

let world: World;
let shop: Merchant;
let grace: Person;
let ada: Person;
beforeAll(async () => {
  world = await startRailWorld([KCB_QR, TILL]);
  shop = await world.merchant();
  [grace, ada] = await Promise.all([newOperatorOf(world, "Grace"), newOperatorOf(world, "Lovelace")]);
});
afterAll(async () => {
  await world?.checkLedger();
  await world?.close();
});

const home = ({ shop: { sellerCode }, escrow, payment }: Asked): string =>
  `/desk/receipts/${sellerCode}/${escrow["id"]}/${payment}`;
const sql = (text: string, values: readonly unknown[] = []) => sqlOf(world)(text, values);
const today = async (): Promise<string> =>
  String(
    (await sql("select to_char(to_timestamp(service_now()) at time zone 'utc', 'YYYY-MM-DD') as day"))[0]?.["day"],
  );

let references = 0;
const receipt = async (amount: string, more: Json = {}): Promise<Record<string, string>> => {
  references += 1;
  return { amount, day: await today(), bank_reference: `FT26${String(references).padStart(6, "0")}`, ...more };
};
const fundedAmount = async (escrow: Json): Promise<bigint> =>
  BigInt((await sql("select funded from escrows where id = $1", [escrow["id"]]))[0]?.["funded"] as string);
const isFunded = (escrow: Json, cents: bigint): Promise<unknown> =>
  until(async () => (await fundedAmount(escrow)) === cents);
const approvalOf = async (subject: string): Promise<string> =>
  String(
    (await sql("select id from operator_approvals where subject like $1 and status = 'PENDING'", [subject]))[0]?.["id"],
  );

describe("a buyer", () => {
  test("reads the account, the reference and the amount, each with a button that copies it", async () => {
    const asked = await askedByBank(world, shop, ORDER);
    const { html } = await asked.buyer.get(asked.path);
    for (const text of ["0001234567", "Moi Avenue", "Acme Payments Ltd", asked.reference, "256.45"])
      expect(html).toContain(`data-copy="${text}"`);
    expect(html).toContain("Write the reference as the purpose.");
    expect(html).toContain("I’ve paid");
  });

  test("reads a code for apps that pay, and pays without one where the rail had none when it was asked", async () => {
    const asked = await askedByBank(world, shop, ORDER);
    const label = `QR code for your banking or wallet app: $256.45, reference ${asked.reference}`;
    expect((await asked.buyer.get(asked.path)).html).toContain(`aria-label="${label}"`);
    await sql("update payments set instructions = instructions #- '{rail,qr}' where id = $1", [asked.payment]);
    const before = await asked.buyer.get(asked.path);
    expect(before.html).toContain(`data-copy="${asked.reference}"`);
    expect(before.html).not.toContain("QR code");
  });

  test("says that it was paid, with a receipt; the page tells what happens next", async () => {
    const asked = await askedByBank(world, shop, ORDER);
    expect((await tellPaid(world, asked, [{ name: "slip.pdf", content: PDF }])).status).toBe(303);
    const { html } = await asked.buyer.get(asked.path);
    expect(html).toContain("We’re looking for your payment");
    expect(html).toContain("You handed in one file.");
    const list = await grace.get("/desk/receipts");
    expect(list.html).toContain(home(asked));
    expect(list.html).toContain("1 file");
    const page = await grace.get(home(asked));
    const link = /href="(\/desk\/receipts\/[^"]+\/proofs\/[^"]+)"/.exec(page.html)?.[1] ?? "";
    const file = await grace.get(link);
    expect([file.status, file.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    expect((await grace.get(link.replace(shop.sellerCode, "NOBODY00"))).status).toBe(404);
    // It waits for somebody: the figure is that of the oldest.
    await world.advance(60);
    const metrics = await (await fetch(`${world.url}/metrics`)).text();
    expect(Number(/holdfast_rails_waiting_seconds\{what="claim"\} (\d+)/.exec(metrics)?.[1])).toBeGreaterThanOrEqual(
      60,
    );
    expect(metrics).toContain('holdfast_rails_waiting_seconds{what="batch"} 0');
    // Nothing is booked because somebody says so.
    expect(await fundedAmount(asked.escrow)).toBe(0n);
  });

  test("is told what is wrong with files, and nothing of them is kept", async () => {
    const asked = await askedByBank(world, shop, ORDER);
    const page = await tellPaid(world, asked, [{ name: "page.html", content: NOTE }]);
    expect(page.status).toBe(400);
    expect(page.html).toContain("This file is of another type:");
    const many = Array.from({ length: 4 }, (_, at) => ({ name: `${at}.png`, content: PNG }));
    expect((await tellPaid(world, asked, many)).html).toContain("Choose up to 3 files at a time.");
    for (let sent = 0; sent < 3; sent += 1) expect((await tellPaid(world, asked, many.slice(0, 3))).status).toBe(303);
    expect((await tellPaid(world, asked, many.slice(0, 2))).html).toContain("You have handed in 10 files");
    expect(
      await sql("select count(*)::int as files from payment_proofs where escrow_id = $1", [asked.escrow["id"]]),
    ).toEqual([{ files: 9 }]);
  });

  test("of another order says nothing about this one", async () => {
    const [asked, other] = [await askedByBank(world, shop, ORDER), await askedByBank(world, shop, ORDER)];
    const stranger = { ...asked, buyer: other.buyer };
    await tellPaid(world, stranger, [{ name: "slip.pdf", content: PDF }]);
    await tellPaid(world, { ...asked, buyer: await signedIn(world, "eve@example.com") });
    expect((await tellPaid(world, { ...other, payment: asked.payment })).status).toBe(404);
    expect(await sql("select claimed_at from rail_payments where reference = $1", [asked.reference])).toEqual([
      { claimed_at: null },
    ]);
  });
});

describe("an operator", () => {
  test("books what came in, once for the bank's reference, and the order is paid", async () => {
    const asked = await askedByBank(world, shop, ORDER);
    const given = await receipt("256.45");
    expect(said(await grace.post(`${home(asked)}/book`, given))).toBe("booked");
    await isFunded(asked.escrow, 25_645n);
    expect((await escrowNow(shop, asked.escrow))["status"]).toBe("IN_ESCROW");
    const again = await ada.post(`${home(asked)}/book`, given);
    expect(again.status).toBe(422);
    expect(again.html).toContain("is booked already");
    expect(
      (await sql("select count(*)::int as n from rail_receipts where reference = $1", [asked.reference]))[0],
    ).toEqual({ n: 1 });
    const lines = (await linesOf(world, shop)).filter(({ after }) => after?.["reference"] === asked.reference);
    expect(lines).toMatchObject([
      {
        operator: grace.email,
        action: "book_receipt",
        after: { amount: "256.45", "bank reference": given["bank_reference"] },
      },
    ]);
  });

  test("books several transfers of one payment at the same moment, each once", async () => {
    const asked = await askedByBank(world, shop, ORDER);
    const given: Record<string, string>[] = [];
    for (const amount of ["100.00", "50.00", "50.00", "40.00", "16.45"]) given.push(await receipt(amount));
    const answers = await Promise.all(given.map((one, at) => (at % 2 ? ada : grace).post(`${home(asked)}/book`, one)));
    expect(answers.map(said)).toEqual(given.map(() => "booked"));
    await isFunded(asked.escrow, 25_645n);
  });

  test("finds a payment by its reference in any spelling", async () => {
    const asked = await askedByBank(world, shop, ORDER);
    const typed = asked.reference
      .toLowerCase()
      .replaceAll("0", "o")
      .replaceAll("1", "l")
      .replace(/(.{4})/g, "$1 ");
    expect((await grace.get(`/desk/receipts?q=${encodeURIComponent(typed)}`)).html).toContain(home(asked));
    expect((await grace.get("/desk/receipts?q=HF0000")).html).toContain("No payment has this reference.");
  });

  test("books less, then the rest, then too much: what is more goes back by the rail, and is told as sent", async () => {
    const asked = await askedByBank(world, shop, ORDER);
    await grace.post(`${home(asked)}/book`, await receipt("200.00"));
    await isFunded(asked.escrow, 20_000n);
    expect((await asked.buyer.get(asked.path)).html).toContain("Or transfer the remaining");
    await grace.post(`${home(asked)}/book`, await receipt("60.00"));
    await isFunded(asked.escrow, 25_645n);
    const refund = await until(async () => {
      const [row] = await sql("select reference, amount from rail_outgoing where payment like $1", [
        `${asked.reference}%`,
      ]);
      return row;
    });
    expect(refund["amount"]).toBe("355");
    expect((await grace.get("/desk/receipts")).html).toContain(String(refund["reference"]));
    const form = { reference: String(refund["reference"]), bank_reference: "OUT 1" };
    expect(said(await grace.post("/desk/receipts/sent", form))).toBe("sent");
    await until(
      async () =>
        (await sql("select status from refund_parts where reference = $1", [refund["reference"]]))[0]?.["status"] ===
        "SUCCEEDED",
    );
    expect(said(await grace.post("/desk/receipts/sent", form))).toBe("stale");
  });

  test("says that a refund can't be sent: it stands under Stuck money with the reason", async () => {
    const asked = await askedByBank(world, shop, ORDER);
    await grace.post(`${home(asked)}/book`, await receipt("300.00"));
    const refund = await until(
      async () => (await sql("select reference from rail_outgoing where payment like $1", [`${asked.reference}%`]))[0],
    );
    const form = { reference: String(refund["reference"]), reason: "The payer’s account is closed" };
    expect(said(await grace.post("/desk/receipts/unsent", form))).toBe("unsent");
    await until(async () => (await grace.get("/desk/stuck")).html.includes(String(asked.escrow["reference_code"])));
  });

  test("alone books no more than the limit, and not in pieces either; nobody confirms their own", async () => {
    const asked = await askedByBank(world, shop, { title: "A loom", amount: "1900.00" });
    const given = await receipt("1947.80");
    expect(said(await grace.post(`${home(asked)}/book`, given))).toBe("second");
    expect(await fundedAmount(asked.escrow)).toBe(0n);
    const approval = await approvalOf(`${asked.reference}%`);
    expect((await ada.get("/desk/approvals")).html).toContain("Book a receipt");
    expect(said(await grace.post(`/desk/approvals/${approval}/confirm`, {}))).toBe("own-request");
    expect(said(await ada.post(`/desk/approvals/${approval}/confirm`, {}))).toBe("confirmed");
    await isFunded(asked.escrow, 194_780n);

    const pieces = await askedByBank(world, await world.merchant("Pieces"), { title: "A loom", amount: "1900.00" });
    const there = `${home(pieces)}/book`;
    expect(said(await grace.post(there, await receipt("900.00")))).toBe("booked");
    expect(said(await grace.post(there, await receipt("900.00")))).toBe("second");
  });

  test("tells a buyer that the money is not there; the buyer reads why, and may say so again", async () => {
    const asked = await askedByBank(world, shop, ORDER);
    expect(said(await grace.post(`${home(asked)}/refuse`, { reason: "Too early" }))).toBe("stale");
    await tellPaid(world, asked);
    expect((await grace.post(`${home(asked)}/refuse`, { reason: "" })).status).toBe(422);
    const reason = "There is nothing with this reference by 9 May. Send us the bank’s receipt.";
    expect(said(await grace.post(`${home(asked)}/refuse`, { reason }))).toBe("claim-refused");
    const { html } = await asked.buyer.get(asked.path);
    expect(html).toContain("We couldn’t find your payment");
    expect(html).toContain("There is nothing with this reference by 9 May.");
    expect((await tellPaid(world, asked)).status).toBe(303);
    expect((await asked.buyer.get(asked.path)).html).toContain("We’re looking for your payment");
  });

  test("of the account books nothing", async () => {
    const asked = await askedByBank(world, await world.merchant("Lovelace’s own"), ORDER);
    await sql(
      "insert into team_members (account_id, seller_id, role, created) values ($1, $2, 'owner', service_now())",
      [asked.shop.account, ada.sellerId],
    );
    expect((await ada.get(home(asked))).html).toContain("another operator has to decide");
    expect(said(await ada.post(`${home(asked)}/book`, await receipt("256.45")))).toBe("own");
    expect(await sql("select 1 from rail_receipts where reference = $1", [asked.reference])).toEqual([]);
  });

  test.each([
    ["no amount", { amount: "" }],
    ["nothing", { amount: "0.00" }],
    ["an amount in two readings", { amount: "1,234" }],
    ["a day that is none", { day: "2026-02-30" }],
    ["a day ahead", { day: "2999-01-01" }],
    ["no reference of the bank", { bank_reference: "  " }],
    ["a long one", { bank_reference: "x".repeat(141) }],
  ])("is told what is wrong with %s", async (_what, wrong) => {
    const asked = await askedByBank(world, shop, ORDER);
    const page = await grace.post(`${home(asked)}/book`, await receipt("10.00", wrong));
    expect(page.status).toBe(422);
    expect(page.html).toContain('aria-invalid="true"');
    expect(await sql("select 1 from rail_receipts where reference = $1", [asked.reference])).toEqual([]);
  });
});

describe("a receipt that was booked by mistake", () => {
  const booked = async (): Promise<Asked> => {
    // Each of another seller: what one operator books alone adds up.
    const asked = await askedByBank(world, await world.merchant("Mistaken"), ORDER);
    expect(said(await grace.post(`${home(asked)}/book`, await receipt("256.45")))).toBe("booked");
    await isFunded(asked.escrow, 25_645n);
    return asked;
  };

  test("is taken back by two operators as a movement of its own, and the order ends", async () => {
    const asked = await booked();
    const form = { booked: asked.payment, reversal_reason: "It was for another order" };
    expect(said(await grace.post(`${home(asked)}/reverse`, form))).toBe("second");
    const approval = await approvalOf(`receipt ${asked.payment}`);
    expect(said(await grace.post(`/desk/approvals/${approval}/confirm`, {}))).toBe("own-request");
    expect(said(await ada.post(`/desk/approvals/${approval}/confirm`, {}))).toBe("confirmed");
    const [row] = await sql("select status, held, charged_back from escrows where id = $1", [asked.escrow["id"]]);
    expect(row).toMatchObject({ status: "CLOSED", held: "0", charged_back: "25645" });
    expect((await grace.get(home(asked))).html).toContain("Taken back");
    const told = await sql(
      "select template from mails where params ->> 'escrow' = $1 and template ~ 'chargeback|reversed' order by 1",
      [asked.escrow["id"]],
    );
    expect(told).toEqual([{ template: "receipt_reversed" }, { template: "seller_receipt_reversed" }]);
    expect(said(await grace.post(`${home(asked)}/reverse`, form))).toBe("not-held");

    // Both sides read what happened and what to do; nobody speaks of a bank that took something.
    const { shop: of, escrow, buyer } = asked;
    const owner = await newPerson(world, of);
    const orders = [
      [buyer, `/orders/${of.sellerCode}/${escrow["id"]}`, "answer our email with the receipt of your bank"],
      [owner, `/console/${of.sellerCode}/escrows/${escrow["id"]}`, "Don’t deliver what is not"],
    ] as const;
    for (const [reader, path, next] of orders) {
      const { html } = await reader.get(path);
      for (const text of [next, "The money never reached us", "booked by mistake"])
        expect(html.toLowerCase(), path).toContain(text.toLowerCase());
      for (const text of ["our bank took", "by your bank", "payer’s bank", "Chargeback"])
        expect(html, path).not.toContain(text);
    }
    // Nothing was settled, and no list says so.
    for (const [reader, path] of [
      [buyer, "/orders"],
      [owner, `/console/${of.sellerCode}/escrows`],
      [grace, `/desk/orders/${of.sellerCode}/${escrow["id"]}`],
    ] as const) {
      const { html } = await reader.get(path);
      expect(html, path).toContain("Booked by mistake");
      expect(html, path).not.toContain("ettled</span>");
    }
  });

  test("stays where money was released meanwhile, also between asking and confirming", async () => {
    const asked = await booked();
    const form = { booked: asked.payment, reversal_reason: "It was for another order" };
    expect(said(await grace.post(`${home(asked)}/reverse`, form))).toBe("second");
    const approval = await approvalOf(`receipt ${asked.payment}`);
    await submit(asked.shop, asked.escrow);
    await asBuyer(asked.shop, asked.escrow, "approve");
    expect(said(await ada.post(`/desk/approvals/${approval}/confirm`, {}))).toBe("stale");
    expect((await escrowNow(asked.shop, asked.escrow))["status"]).toBe("COMPLETED");
  });
});

test("money that comes when the order is over goes back to the buyer", async () => {
  const asked = await askedByBank(world, await world.merchant("Late"), ORDER);
  await world.advance(4 * 86_400);
  await until(async () => (await escrowNow(asked.shop, asked.escrow))["status"] === "DEADLINE_EXPIRED");
  await grace.get("/desk");
  expect(said(await grace.post(`${home(asked)}/book`, await receipt("256.45")))).toBe("booked");
  const refund = await until(
    async () => (await sql("select amount from rail_outgoing where payment = $1", [asked.reference]))[0],
  );
  expect(refund["amount"]).toBe("25645");
});

test("a buyer who paid at a till is looked for as long as one who paid at a bank, and the claim stays at the desk", async () => {
  const asked = await askedBy(world, shop, ORDER, { method: "mobile_money", phone: "+254712345678" });
  await tellPaid(world, asked, [{ name: "slip.pdf", content: PDF }]);
  await world.advance(86_400);
  // It is looked up anew, and not given up.
  const due =
    "select due_at from provider_calls where payment_id = $1 and kind = 'look_up' and due_at > service_now_ms()";
  await until(async () => (await sql(due, [asked.payment]))[0]);
  expect((await asked.buyer.get(asked.path)).html).toContain("We’re looking for your payment");
  expect((await grace.get("/desk/receipts")).html).toContain(home(asked));
  expect(said(await grace.post(`${home(asked)}/book`, await receipt("256.45")))).toBe("booked");
  await isFunded(asked.escrow, 25_645n);
});
