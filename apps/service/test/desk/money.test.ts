/** What operators decide about money: disputes, and what is stuck at a provider. Each once, with its line, or not at all. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { newPerson, type Person } from "../console/seller.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { actionPath, fundedBy, PNG, sendDispute, signedIn } from "../pages/orders-area.js";
import { type Desk, openDesk, until } from "../payments/desk.js";
import { asBuyer, confirmed, funded, ORDER, openSession, submit, TWO_PARTS } from "../stories.js";
import { openPurse } from "../wallet/wallet.js";
import { linesOf, newOperator, refundRefused, sqlOf } from "./operator.js";

let world: World;
let shop: Merchant;
let provider: Desk;
let grace: Person;
let ada: Person;
beforeAll(async () => {
  world = await startWorld();
  shop = await world.merchant();
  provider = await openDesk(world, shop);
  [grace, ada] = await Promise.all([newOperator(world, "Grace"), newOperator(world, "Ada")]);
  // Forms that are sent at once need the cookie that goes with their token.
  for (const one of [grace, ada]) await one.get("/desk");
});
afterEach(async () => {
  await provider.mood("sandbox-bank", {});
});
afterAll(async () => {
  await provider?.close();
  await world?.checkLedger();
  await world?.close();
});

const said = (page: { headers: Headers }): string | null =>
  new URL(page.headers.get("location") ?? "", "http://desk").searchParams.get("said");
const disputePath = (escrow: Json): string => `/desk/disputes/${shop.sellerCode}/${escrow["id"]}`;
const now = async (escrow: Json): Promise<Json> => (await shop.get(`/escrows/${escrow["id"]}`)).body;
const milestone = (escrow: Json, index = 0): string => escrow["milestones"][index].id;
const lines = async (escrow: Json) =>
  (await linesOf(world, shop)).filter(({ subject }) => subject === escrow["dispute_reference"]);
const movedBy = (escrow: Json): Promise<readonly Json[]> =>
  sqlOf(world)(
    `select kind, sum(amount)::int as amount from ledger_transfers
     where escrow_id = $1 and kind in ('release', 'settlement', 'refund') group by kind order by kind`,
    [escrow["id"]],
  );

async function disputed(order?: Json): Promise<Json> {
  const escrow = await funded(shop, order);
  await submit(shop, escrow);
  return asBuyer(shop, escrow, "dispute", 0, { reason: "Two bowls are cracked" });
}

describe("a dispute", () => {
  test("is decided with both sides' words and files at hand; the reason stands in the history", async () => {
    const escrow = await fundedBy(shop, "ada@example.com", TWO_PARTS);
    const buyer = await signedIn(world, "ada@example.com");
    await sendDispute(world, buyer, {
      path: actionPath(shop, escrow, "dispute"),
      reason: "Two bowls are cracked",
      files: [{ name: "crack.png", content: PNG }],
    });
    const list = await grace.get("/desk/disputes");
    expect(list.html).toContain(disputePath(escrow));
    const page = await grace.get(disputePath(escrow));
    expect(page.html).toContain("Two bowls are cracked");
    const link = /href="(\/desk\/disputes\/[^"]+\/evidence\/[^"]+)"/.exec(page.html)?.[1] ?? "";
    const file = await grace.get(link);
    expect([file.status, file.headers.get("content-security-policy")]).toEqual([200, "sandbox; default-src 'none'"]);
    expect((await grace.get(link.replace(shop.sellerCode, "NOBODY00"))).status).toBe(404);

    const reason = "The photo shows it.\r\nThe seller keeps what was sent.";
    const typed = { outcome: "settle", release: "", refund: "150.00", reason };
    const asked = await grace.post(`${disputePath(escrow)}/check`, typed);
    expect(asked.status).toBe(200);
    expect(asked.html).toContain("$99.90 goes to the wallet of the seller");
    // Nothing was ever submitted, so all fees go back too.
    expect(asked.html).toContain("$156.55 goes back to the buyer");
    expect((await now(escrow))["status"]).toBe("DISPUTED");
    expect(said(await grace.post(`${disputePath(escrow)}/resolve`, typed))).toBe("resolved");
    expect(await movedBy(escrow)).toEqual([
      { kind: "refund", amount: 15_655 },
      { kind: "settlement", amount: 9_990 },
    ]);
    const order = await buyer.get(`/orders/${shop.sellerCode}/${escrow["id"]}`);
    expect(order.html).toContain("The seller keeps what was sent.");
    const [line, ...more] = await lines(await now(escrow));
    expect(more).toEqual([]);
    expect(line).toMatchObject({
      operator: grace.email,
      action: "resolve_dispute",
      before: { status: "DISPUTED", released: "0.00", refunded: "0.00", held: "256.45" },
      after: { outcome: "settle", status: "CLOSED", released: "99.90", refunded: "156.55", fees: "0.00", held: "0.00" },
      reason: "The photo shows it.\nThe seller keeps what was sent.",
    });
  });

  test.each([
    ["release", "COMPLETED", [{ kind: "release", amount: 24_990 }]],
    ["resume", "WORK_IN_PROGRESS", []],
  ] as const)("%s: asked once more, then done", async (outcome, status, moved) => {
    const escrow = await disputed();
    const typed = { outcome: `${outcome}:${milestone(escrow)}`, reason: "As the courier says" };
    const asked = await grace.post(`${disputePath(escrow)}/check`, typed);
    expect(asked.html).toContain(outcome === "release" ? "$249.90 goes to the wallet" : "No money moves.");
    expect(said(await grace.post(`${disputePath(escrow)}/resolve`, typed))).toBe("resolved");
    expect((await now(escrow))["status"]).toBe(status);
    expect(await movedBy(escrow)).toEqual(moved);
  });

  test("refund: all that is held goes back to the buyer, as the form said", async () => {
    const untouched = await asBuyer(shop, await funded(shop), "dispute", 0, { reason: "Nothing came" });
    for (const escrow of [untouched, await disputed()]) {
      const { html } = await grace.get(disputePath(escrow));
      const [, amount = ""] = /Refund the buyer \$([\d.]+)/.exec(html) ?? [];
      const typed = { outcome: "refund", release: "200", refund: "1", reason: "Nothing arrived" };
      const asked = await grace.post(`${disputePath(escrow)}/check`, typed);
      expect(asked.html).toContain(`$${amount} goes back to the buyer`);
      expect(said(await grace.post(`${disputePath(escrow)}/resolve`, typed))).toBe("resolved");
      expect(await movedBy(escrow)).toEqual([{ kind: "refund", amount: Math.round(Number(amount) * 100) }]);
      expect(await now(escrow)).toMatchObject({ status: "CLOSED" });
      expect(await lines(escrow)).toMatchObject([{ after: { outcome: "refund", released: "0.00", refunded: amount } }]);
    }
    // Nothing was ever delivered, so the fees went back too.
    expect(await movedBy(untouched)).toEqual([{ kind: "refund", amount: 25_645 }]);
  });

  test("has what was ordered and paid beside it", async () => {
    const escrow = await disputed({
      ...ORDER,
      line_items: [{ name: "Soup bowl, ash glaze", quantity: 6, unit_amount: "41.65", sku: "NW-17" }],
    });
    const { html } = await grace.get(disputePath(escrow));
    for (const part of ["Soup bowl, ash glaze", "6 × $41.65", "NW-17", "Payments", "$256.45"]) {
      expect(html).toContain(part);
    }
  });

  test("what does not add up, has no reason or names nothing is not asked about", async () => {
    const escrow = await disputed();
    for (const [typed, problem] of [
      [{ outcome: "settle", release: "100", refund: "100", reason: "x" }, "The two amounts add up to $200.00"],
      [{ outcome: "settle", release: "300", refund: "", reason: "x" }, "Enter at most $249.90"],
      [{ outcome: "settle", release: "", refund: "", reason: "x" }, "at least one of the two"],
      [{ outcome: "settle", release: "249.90", refund: "0", reason: " " }, "Give a reason"],
      [{ outcome: "", reason: "x" }, "Choose an outcome"],
    ] as const) {
      for (const step of ["check", "resolve"]) {
        const answer = await grace.post(`${disputePath(escrow)}/${step}`, typed);
        expect([answer.status, answer.html.includes(problem)], `${step} ${problem}`).toEqual([422, true]);
      }
    }
    expect((await now(escrow))["status"]).toBe("DISPUTED");
    expect(await lines(escrow)).toEqual([]);
  });

  test("two operators end it at once: one wins, and the money moves once", async () => {
    const escrow = await disputed();
    const answers = await Promise.all([
      grace.post(`${disputePath(escrow)}/resolve`, { outcome: `release:${milestone(escrow)}`, reason: "It arrived" }),
      ada.post(`${disputePath(escrow)}/resolve`, { outcome: "settle", release: "0", refund: "", reason: "It did not" }),
      ada.post(`${disputePath(escrow)}/resolve`, {
        outcome: "settle",
        release: "0",
        refund: "",
        reason: "Clicked twice",
      }),
    ]);
    expect(answers.map(said).sort()).toEqual(["resolved", "stale", "stale"]);
    expect(await movedBy(escrow)).toHaveLength(1);
    expect(await lines(escrow)).toHaveLength(1);
  });

  test("stays open, and no money moves, when its line can't be written", async () => {
    const escrow = await disputed();
    const sql = sqlOf(world);
    await sql("alter table operator_actions add constraint refused check (reason <> 'unspeakable') not valid");
    const typed = { outcome: `release:${milestone(escrow)}`, reason: "unspeakable" };
    expect((await grace.post(`${disputePath(escrow)}/resolve`, typed)).status).toBe(500);
    await sql("alter table operator_actions drop constraint refused");
    expect((await now(escrow))["status"]).toBe("DISPUTED");
    expect(await movedBy(escrow)).toEqual([]);
  });

  test("of another account, or none, is not there", async () => {
    const escrow = await disputed();
    const other = await world.merchant();
    const calm = await funded(shop);
    for (const path of [
      `/desk/disputes/${other.sellerCode}/${escrow["id"]}`,
      disputePath(calm),
      disputePath({ id: "x" }),
    ]) {
      expect((await grace.get(path)).status, path).toBe(404);
    }
    const seller = await newPerson(world, shop);
    expect((await seller.get(disputePath(escrow))).status).toBe(404);
  });

  test("the one that was opened longest ago comes first", async () => {
    const younger = await funded(shop);
    const older = await disputed();
    await world.advance(3_600);
    await asBuyer(shop, younger, "dispute", 0, { reason: "late" });
    const { html } = await grace.get("/desk/disputes");
    expect(html.indexOf(disputePath(older))).toBeGreaterThan(0);
    expect(html.indexOf(disputePath(older))).toBeLessThan(html.indexOf(disputePath(younger)));
  });
});

describe("any order", () => {
  const search = (q: string) => grace.get(`/desk/search?q=${encodeURIComponent(q)}`);
  const orderPath = (escrow: Json): string => `/desk/orders/${shop.sellerCode}/${escrow["id"]}`;
  const looks = () =>
    sqlOf(world)(
      "select action, subject, after ->> 'found' as found from operator_actions where action in ('search', 'open_order') order by id",
    );

  test("is found by whatever people quote of it, without a dispute, and each look is written down", async () => {
    const email = "Lin.Chen@example.com";
    const external = `NW-${Date.now()}`;
    const session = await openSession(shop, { ...ORDER, external_reference: external });
    const { body: escrow } = await shop.post(`/test_helpers/checkout/sessions/${session["id"]}/confirm`, {
      buyer_email: email,
    });
    const { reference } = await provider.begun(escrow, "bank");
    await provider.transfer(reference, "256.45");
    await until(async () => (await now(escrow))["status"] === "IN_ESCROW");
    const code = String(escrow["reference_code"]);
    const before = (await looks()).length;
    for (const whole of [code, ` ${code.toLowerCase().replace("-", " ")} `, escrow["id"], session["id"]]) {
      expect((await search(whole)).headers.get("location"), whole).toBe(orderPath(escrow));
    }
    for (const part of [external, "lin.chen@EXAMPLE.com", reference]) {
      const page = await search(part);
      expect([page.status, page.html.includes(`href="${orderPath(escrow)}"`)], part).toEqual([200, true]);
    }
    for (const nothing of [`${code}1`, "x@example.com", `${external}0`, "%", "'; --"]) {
      const page = await search(nothing);
      expect([page.status, page.html.includes(orderPath(escrow))], nothing).toEqual([200, false]);
    }
    const page = await grace.get(orderPath(escrow));
    for (const part of [email, external, reference, "Sandbox bank", "Held by the order", "$256.45", "Mails"]) {
      expect(page.html).toContain(part);
    }
    expect(page.html).not.toContain("can&#39;t be shown");
    await grace.get(orderPath(escrow));
    const written = (await looks()).slice(before);
    expect(written.filter(({ action }) => action === "search")).toHaveLength(12);
    expect(written[0]).toEqual({ action: "search", subject: code, found: "1" });
    expect(written.filter(({ action }) => action === "open_order")).toEqual([
      { action: "open_order", subject: code, found: null },
    ]);
    await world.advance(3_601);
    await grace.get(orderPath(escrow));
    expect((await looks()).at(-1)).toEqual({ action: "open_order", subject: code, found: null });
  });

  test("is there for operators alone, under the account that has it; one of the account's own may read it", async () => {
    const escrow = await disputed();
    const other = await world.merchant();
    const insider = await newPerson(world, shop, { isOperator: true, role: "support" });
    expect((await insider.get(orderPath(escrow))).status).toBe(200);
    expect((await search(escrow["dispute_reference"])).headers.get("location")).toBe(orderPath(escrow));
    for (const path of [orderPath({ id: "x" }), orderPath(escrow).replace(shop.sellerCode, other.sellerCode)]) {
      expect((await grace.get(path)).status, path).toBe(404);
    }
    const seller = await newPerson(world, shop);
    for (const path of [orderPath(escrow), "/desk/search?q=dinner"]) {
      expect((await seller.get(path)).status, path).toBe(404);
    }
  });

  test("so are a seller, a payout and a session that became no order", async () => {
    const seller = await world.merchant("Kiln & Wheel");
    const purse = openPurse(world, seller);
    await purse.earn("100.00");
    const payout = await purse.requested(await purse.destination(), "30.00");
    const external = `KW-${Date.now()}`;
    await openSession(seller, { ...ORDER, external_reference: external });
    const account = `href="/desk/accounts/${seller.sellerCode}"`;
    for (const [q, part] of [
      [seller.sellerCode.toLowerCase(), "Kiln &amp; Wheel"],
      ["kiln", "Kiln &amp; Wheel"],
      [payout, "Payout 1 of Kiln"],
      [external, "Sessions that became no order"],
    ] as const) {
      const { html } = await search(q);
      expect([html.includes(part), html.includes(account)], q).toEqual([true, true]);
    }
  });
});

describe("what is stuck", () => {
  test("a refund that the bank refused is tried again, by two at once: paid once, one line", async () => {
    const escrow = await refundRefused(shop, provider);
    const [payment] = await provider.sql("select reference from payments where escrow_id = $1", [escrow["id"]]);
    const page = await grace.get("/desk/stuck");
    expect(page.html).toContain(escrow["reference_code"]);
    const [{ id } = { id: "" }] = await provider.sql("select id from refunds where escrow_id = $1", [escrow["id"]]);
    const fields = { account: shop.sellerCode, escrow: escrow["id"], refund: id };
    expect((await grace.post("/desk/stuck/refunds", { ...fields, refund: "x" })).status).toBe(404);
    const answers = await Promise.all([
      grace.post("/desk/stuck/refunds", fields),
      ada.post("/desk/stuck/refunds", fields),
    ]);
    expect(answers.map(said).sort()).toEqual(["retried", "stale"]);
    await until(async () => (await provider.refunds(escrow))[0]?.status === "SUCCEEDED");
    const paid = await provider.sql(
      "select count(*)::int as times from sandbox_bank.outgoing where not is_refused and split_part(receipt, '.', 1) = $1",
      [payment?.["reference"]],
    );
    expect(paid).toEqual([{ times: 1 }]);
    const tried = (await linesOf(world, shop)).filter(({ action }) => action === "retry_refund");
    expect(tried).toMatchObject([
      { subject: escrow["reference_code"], before: { amount: "256.45", status: "FAILED" }, after: { status: "SENT" } },
    ]);
    expect((await grace.get("/desk/stuck")).html).not.toContain(escrow["reference_code"]);
  });

  test("what a provider told and nobody could book is closed by hand, with a reason, once", async () => {
    const tell = async (status: string, error: string | null): Promise<string> => {
      const [notice] = await provider.sql(
        `insert into provider_notices (provider, notice_id, reports, body, received, status, error, due_at)
         values ('stripe', 'evt_' || gen_random_uuid(), '[{"about":"payment","reference":"HFNOBODY"}]', '{}', service_now(), $1, $2,
           case $1 when 'UNNAMED' then service_now_ms() + 86400000 end) returning id`,
        [status, error],
      );
      return notice?.["id"];
    };
    const unnamed = await tell("UNNAMED", "nothing here is called so");
    const parked = await tell("PARKED", "Money arrived in EUR, and USD was asked for.");
    const { html } = await grace.get("/desk/stuck");
    expect(html).toContain("Unknown reference.");
    expect(html).toContain("Money arrived in EUR, and USD was asked for.");
    expect(said(await grace.post("/desk/stuck/notices", { notice: parked, reason: " " }))).toBe("no-reason");
    expect((await grace.post("/desk/stuck/notices", { notice: "x", reason: "Sent back." })).status).toBe(404);
    expect(said(await grace.post("/desk/stuck/notices", { notice: "999999", reason: "Sent back." }))).toBe("stale");
    const close = { notice: parked, reason: "Sent back in Stripe’s dashboard." };
    const answers = await Promise.all([
      grace.post("/desk/stuck/notices", close),
      ada.post("/desk/stuck/notices", close),
    ]);
    expect(answers.map(said).sort()).toEqual(["closed", "stale"]);
    expect(said(await grace.post("/desk/stuck/notices", { notice: unnamed, reason: "Of a test account." }))).toBe(
      "closed",
    );
    expect((await grace.get("/desk/stuck")).html).not.toContain("Money arrived in EUR");
    expect(
      await provider.sql("select status, due_at from provider_notices where id = any($1)", [[unnamed, parked]]),
    ).toEqual([
      { status: "CLOSED", due_at: null },
      { status: "CLOSED", due_at: null },
    ]);
    const closed = await provider.sql(
      "select account_id, before, after, reason from operator_actions where action = 'close_notice' order by id",
    );
    expect(closed).toEqual([
      {
        account_id: null,
        before: { provider: "stripe", state: "parked", error: "Money arrived in EUR, and USD was asked for." },
        after: { state: "closed" },
        reason: close.reason,
      },
      expect.objectContaining({ before: expect.objectContaining({ state: "unnamed" }), reason: "Of a test account." }),
    ]);
    expect((await grace.get("/desk/audit")).html).toContain("Closed a notice");
  });

  test("a parked question to a provider is asked anew, once", async () => {
    const escrow = await confirmed(shop);
    const { id } = await provider.begun(escrow, "bank");
    await provider.sql(
      `update provider_calls set status = 'PARKED', tries = 60, error = 'it does not answer' where payment_id = $1 and kind = 'look_up'`,
      [id],
    );
    const page = await grace.get("/desk/stuck");
    expect(page.html).toContain("Look up a payment");
    expect(page.html).toContain("60 tries");
    const fields = { account: shop.sellerCode, escrow: escrow["id"], payment: id, kind: "look_up" };
    expect(said(await grace.post("/desk/stuck/calls", fields))).toBe("retried");
    expect(said(await grace.post("/desk/stuck/calls", fields))).toBe("stale");
    expect((await grace.post("/desk/stuck/calls", { ...fields, kind: "refund" })).status).toBe(404);
    const [call] = await provider.sql(
      "select status, tries from provider_calls where payment_id = $1 and kind = 'look_up'",
      [id],
    );
    expect(call).toMatchObject({ status: "OPEN" });
    expect(call?.["tries"]).toBeLessThan(60);
    const tried = (await linesOf(world, shop)).filter(({ action }) => action === "retry_call");
    expect(tried).toMatchObject([
      { operator: grace.email, before: { state: "parked", tries: "60" }, after: { state: "open" } },
    ]);
  });

  test("a payout that nobody knows the end of is asked for again, under the same reference", async () => {
    const seller = await world.merchant();
    const purse = openPurse(world, seller);
    await purse.earn("100.00");
    await purse.mood("sandbox-mobile-money", { down: true });
    const id = await purse.requested(await purse.destination(), "30.00");
    // The world's own worker takes a try now and then.
    await until(async () => {
      await purse.makeDue();
      await purse.send();
      return (await purse.payout(id))["status"] === "PARKED";
    });
    await purse.mood("sandbox-mobile-money", {});
    expect((await grace.get("/desk/stuck")).html).toContain("Payout 1");
    const fields = { account: seller.sellerCode, payout: id };
    const answers = await Promise.all([
      grace.post("/desk/stuck/payouts", fields),
      ada.post("/desk/stuck/payouts", fields),
    ]);
    expect(answers.map(said).sort()).toEqual(["retried", "stale"]);
    await purse.makeDue();
    await purse.send();
    await until(async () => (await purse.payout(id))["status"] === "PAID");
    expect(await purse.paidOut(id)).toEqual({ times: 1, cents: 3_000 });
    expect(await linesOf(world, seller)).toMatchObject([
      { action: "retry_payout", before: { amount: "30.00", status: "PARKED" }, after: { status: "SENT" } },
    ]);
  });
});
