/** Accounts at the desk: who gets in, what operators change, and that each change leaves its line or does not stand. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { decideVerification, keys, revoke } from "../../src/admin/index.js";
import { COMMAND_LINE, OPERATOR_ACTIONS } from "../../src/domain/operators.js";
import { newPerson, type Person } from "../console/seller.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { actionPath, sendDispute, signedIn } from "../pages/orders-area.js";
import { funded, ORDER, openSession } from "../stories.js";
import { newVisitor, textOf } from "../visitor.js";
import { handIn, linesOf, newOperator, sqlOf } from "./operator.js";

let world: World;
let shop: Merchant;
let grace: Person;
beforeAll(async () => {
  world = await startWorld();
  shop = await world.merchant();
  grace = await newOperator(world);
});
afterAll(async () => {
  await world?.checkLedger();
  await world?.close();
});

const accountPath = ({ sellerCode }: Merchant): string => `/desk/accounts/${sellerCode}`;
const said = (page: { headers: Headers }): string | null =>
  new URL(page.headers.get("location") ?? "", "http://desk").searchParams.get("said");

const PAGES = [
  "",
  "/verifications",
  "/disputes",
  "/stuck",
  "/accounts",
  "/search",
  "/ledger",
  "/ledger/status",
  "/webhooks",
  "/audit",
];

test("for everybody but operators there is nothing there, and nothing happens", async () => {
  const owner = await newPerson(world, shop);
  const buyer = await signedIn(world, "ada@example.com");
  const paths = [...PAGES, `/accounts/${shop.sellerCode}`, `/verifications/${shop.sellerCode}`];
  for (const path of paths) {
    expect((await owner.get(`/desk${path}`)).status, path).toBe(404);
    for (const nobody of [buyer, newVisitor(world)]) {
      const sent = await nobody.get(`/desk${path}`);
      expect(sent.headers.get("location"), path).toBe(`/console/sign-in?next=${encodeURIComponent(`/desk${path}`)}`);
    }
  }
  for (const path of [`/accounts/${shop.sellerCode}/suspend`, "/ledger/run", "/stuck/refunds"]) {
    expect((await owner.post(`/desk${path}`, { reason: "because" })).status, path).toBe(404);
    expect((await buyer.post(`/desk${path}`, { reason: "because" })).headers.get("location")).toBe("/console/sign-in");
    // No GET does anything, and no form that is not ours.
    expect((await grace.get(`/desk${path}`)).status, path).toBe(405);
    expect((await grace.postRaw(`/desk${path}`, "reason=because")).status, path).toBe(403);
  }
  expect(await linesOf(world, shop)).toEqual([]);
});

test("an account is found by its code, its id, part of its name, and the email of a member", async () => {
  const sought = await world.merchant("Blue 100% Glaze_Works");
  const member = await newPerson(world, sought, { role: "support" });
  for (const q of [sought.sellerCode, sought.sellerCode.toLowerCase(), sought.account, "100% glaze_w", member.email]) {
    const page = await grace.get(`/desk/accounts?q=${encodeURIComponent(q)}`);
    expect(page.html, q).toContain(`href="${accountPath(sought)}"`);
    expect(page.html, q).not.toContain(accountPath(shop));
  }
  expect((await grace.get("/desk/accounts?q=100%25%25glaze")).html).toContain("No account matches");
  const account = await grace.get(accountPath(sought));
  expect(textOf(account.html)).toContain(member.email);
  expect((await grace.get("/desk/accounts/NOBODY00")).status).toBe(404);
});

describe("suspending", () => {
  test("takes a reason; the API refuses writes at once, and reinstating gives them back", async () => {
    const seller = await world.merchant();
    const without = await grace.post(`${accountPath(seller)}/suspend`, { reason: " \r\n " });
    expect(without.status).toBe(422);
    expect(without.html).toContain("Give a reason");
    expect(await linesOf(world, seller)).toEqual([]);

    expect(said(await grace.post(`${accountPath(seller)}/suspend`, { reason: "Reported\r\nby a buyer" }))).toBe(
      "suspended",
    );
    expect((await seller.post("/checkout/sessions", ORDER)).status).toBe(403);
    expect((await seller.get("/escrows")).status).toBe(200);
    expect(said(await grace.post(`${accountPath(seller)}/suspend`, { reason: "again" }))).toBe("unchanged");
    expect((await grace.get("/desk/accounts?standing=SUSPENDED")).html).toContain(accountPath(seller));

    expect(said(await grace.post(`${accountPath(seller)}/reinstate`, { reason: "All clear" }))).toBe("reinstated");
    expect((await seller.post("/checkout/sessions", ORDER)).status).toBe(201);
    const by = { operator: grace.email, subject: "" };
    expect(await linesOf(world, seller)).toEqual([
      {
        ...by,
        action: "suspend",
        before: { suspended: "no" },
        after: { suspended: "yes" },
        reason: "Reported\nby a buyer",
      },
      { ...by, action: "reinstate", before: { suspended: "yes" }, after: { suspended: "no" }, reason: "All clear" },
    ]);
  });

  test("its checkout takes nothing new; an order that is paid goes on", async () => {
    const seller = await world.merchant();
    const session = await openSession(seller);
    const begun = await openSession(seller);
    const helper = `/test_helpers/checkout/sessions/${begun["id"]}/confirm`;
    const unpaid = (await seller.post(helper, { buyer_email: "buyer@example.com" })).body;
    const paid = await funded(seller);
    await grace.post(`${accountPath(seller)}/suspend`, { reason: "Reported" });
    const ada = await signedIn(world, "ada@example.com");
    const path = `/pay/${seller.sellerCode}/${session["id"]}`;
    const page = await ada.get(path);
    expect(page.status).toBe(200);
    expect(page.html).toContain("This order can’t be paid here");
    expect((await ada.post(`${path}/confirm`, { method: "card" })).status).toBe(422);
    expect((await seller.get(`/checkout/sessions/${session["id"]}`)).body["status"]).toBe("OPEN");
    const payments = `/pay/${seller.sellerCode}/${begun["id"]}/payments`;
    const buyer = await signedIn(world, "buyer@example.com");
    expect((await buyer.post(payments, { method: "card" })).status).toBe(422);
    const [made] = await sqlOf(world)("select count(*)::int as count from payments where escrow_id = $1", [
      unpaid["id"],
    ]);
    expect(made).toEqual({ count: 0 });
    const sent = await sendDispute(world, buyer, {
      path: actionPath(seller, paid, "dispute"),
      reason: "Nothing came",
      files: [],
    });
    expect(sent.status).toBe(303);
    expect((await seller.get(`/escrows/${paid["id"]}`)).body["status"]).toBe("DISPUTED");
    await grace.post(`${accountPath(seller)}/reinstate`, { reason: "All clear" });
    expect((await ada.get(path)).html).not.toContain("This order can’t be paid here");
  });
});

test("own fees hold for sessions that are made from then on; what is typed wrong changes nothing", async () => {
  const seller = await world.merchant();
  const feesOf = async ({ id }: Json): Promise<string> => {
    const confirmed = await seller.post(`/test_helpers/checkout/sessions/${id}/confirm`, {});
    return confirmed.body["fees"];
  };
  const before = await openSession(seller);
  const fees = `${accountPath(seller)}/fees`;
  for (const [field, typed] of [
    ["percent", "101"],
    ["percent", "1.234"],
    ["fixed", "-1"],
    ["max", "0.10"],
  ] as const) {
    const wrong = await grace.post(fees, { percent: "2", fixed: "0.30", min: "0.50", max: "20", [field]: typed });
    expect(wrong.status, typed).toBe(422);
    expect(wrong.html).toContain(`id="${field}-problem"`);
    expect(wrong.html).toContain(`value="${typed}"`);
  }
  expect(await linesOf(world, seller)).toEqual([]);
  expect(said(await grace.post(fees, { percent: "2", fixed: "0.30", min: "", max: "" }))).toBe("fees");
  // 2 % of 249.90, and 30 cents.
  expect(await feesOf(await openSession(seller))).toBe("5.30");
  const everybody = await feesOf(before);
  expect(everybody).not.toBe("5.30");
  expect(said(await grace.post(fees, { own: "no" }))).toBe("fees");
  expect(await feesOf(await openSession(seller))).toBe(everybody);
  expect((await linesOf(world, seller)).map(({ before: was, after: is }) => [was, is])).toEqual([
    [
      { fees: "of the deployment" },
      { fees: "own", "basis points": "200", fixed: "0.30", minimum: "0.00", maximum: null },
    ],
    [
      { fees: "own", "basis points": "200", fixed: "0.30", minimum: "0.00", maximum: null },
      { fees: "of the deployment" },
    ],
  ]);
});

test("the limit of payouts a day: an amount, or empty for everybody's", async () => {
  const seller = await world.merchant();
  const limits = `${accountPath(seller)}/limits`;
  expect((await grace.post(limits, { daily: "much" })).status).toBe(422);
  expect(said(await grace.post(limits, { daily: "$1,250.00" }))).toBe("limits");
  expect((await grace.get(accountPath(seller))).html).toContain('value="1250.00"');
  expect(said(await grace.post(limits, { daily: "" }))).toBe("limits");
  expect(said(await grace.post(limits, { daily: "" }))).toBe("unchanged");
  expect((await linesOf(world, seller)).map(({ after }) => after)).toEqual([
    { "payouts a day": "1250.00", "refunds on credit": "0.00" },
    { "payouts a day": "of the deployment", "refunds on credit": "0.00" },
  ]);
});

describe("verification", () => {
  const decide = (seller: Merchant, fields: Record<string, string>) =>
    grace.post(`/desk/verifications/${seller.sellerCode}/decide`, fields);

  test("is refused with a reason that the seller reads, and given after another submission", async () => {
    const seller = await world.merchant("Ines Pottery");
    const { document } = await handIn(world, seller);
    expect((await grace.get("/desk/verifications")).html).toContain(`/desk/verifications/${seller.sellerCode}`);
    const page = await grace.get(`/desk/verifications/${seller.sellerCode}`);
    expect(page.html).toContain("Northwind Ceramics Lda");
    const file = await grace.get(`/desk/verifications/${seller.sellerCode}/documents/${document}`);
    expect(file.status).toBe(200);
    expect(file.headers.get("content-disposition")).toContain('attachment; filename="passport.png"');
    expect(file.headers.get("content-security-policy")).toBe("sandbox; default-src 'none'");
    expect((await grace.get(`/desk/verifications/${shop.sellerCode}/documents/${document}`)).status).toBe(404);

    const seen = { from: "PENDING", submission: "1" };
    expect((await decide(seller, { ...seen, to: "REJECTED", reason: "" })).status).toBe(422);
    expect(said(await decide(seller, { ...seen, to: "REJECTED", reason: "The passport has expired." }))).toBe(
      "rejected",
    );
    expect((await seller.get("/account")).body["verification_status"]).toBe("REJECTED");
    const [mail] = await sqlOf(world)(
      "select recipient, params from mails where template = 'seller_verification_decided' order by id desc limit 1",
    );
    expect(mail?.["params"]).toMatchObject({ outcome: "REJECTED", reason: "The passport has expired." });

    await handIn(world, seller);
    // The operator who looked at the first submission did not look at this one.
    expect(said(await decide(seller, { ...seen, to: "VERIFIED" }))).toBe("stale");
    expect(said(await decide(seller, { from: "PENDING", submission: "2", to: "VERIFIED" }))).toBe("verified");
    expect((await seller.get("/account")).body["verification_status"]).toBe("VERIFIED");
    expect((await linesOf(world, seller)).map(({ action, reason }) => [action, reason])).toEqual([
      ["reject", "The passport has expired."],
      ["verify", ""],
    ]);
  });

  test("two operators decide at once: one wins, the other is told", async () => {
    const seller = await world.merchant();
    await handIn(world, seller);
    const ada = await newOperator(world, "Ada");
    const path = `/desk/verifications/${seller.sellerCode}/decide`;
    const seen = { from: "PENDING", submission: "1" };
    const answers = await Promise.all([
      grace.post(path, { ...seen, to: "VERIFIED" }),
      ada.post(path, { ...seen, to: "REJECTED", reason: "Not who they say" }),
    ]);
    expect(answers.map(said).filter((one) => one === "stale")).toHaveLength(1);
    expect(await linesOf(world, seller)).toHaveLength(1);
  });
});

test("the command line is an operator too", async () => {
  const seller = await world.merchant();
  await decideVerification(world.db, seller.account, "REJECTED");
  await decideVerification(world.db, seller.account, "REJECTED");
  const [key] = await keys(world.db, seller.account);
  await revoke(world.db, key?.id ?? "");
  expect((await revoke(world.db, key?.id ?? "")).status).toBe("REVOKED");
  expect((await seller.get("/account")).status).toBe(401);
  expect((await linesOf(world, seller)).map(({ operator, action }) => [operator, action])).toEqual([
    [COMMAND_LINE.name, "reject"],
    [COMMAND_LINE.name, "revoke_key"],
  ]);
});

describe("the audit log", () => {
  test("is filtered by operator, action and account", async () => {
    const seller = await world.merchant("Filtered & Sons");
    const ada = await newOperator(world, "Ada");
    await ada.post(`${accountPath(seller)}/suspend`, { reason: "A reason like no other" });
    await grace.post(`${accountPath(seller)}/reinstate`, { reason: "Another reason" });
    const shows = async (query: string): Promise<readonly boolean[]> => {
      const { html } = await ada.get(`/desk/audit?${query}`);
      return ["A reason like no other", "Another reason"].map((reason) => html.includes(reason));
    };
    expect(await shows(`account=${seller.sellerCode}`)).toEqual([true, true]);
    expect(await shows(`account=${shop.sellerCode}`)).toEqual([false, false]);
    expect(await shows("account=NOBODY00")).toEqual([false, false]);
    expect(await shows(`operator=${ada.email}`)).toEqual([true, false]);
    expect(await shows(`action=reinstate&account=${seller.sellerCode}`)).toEqual([false, true]);
  });

  test.each(["update operator_actions set reason = ''", "delete from operator_actions", "truncate operator_actions"])(
    "%s is refused",
    async (text) => {
      await expect(sqlOf(world)(text)).rejects.toThrow(/its rows are written once/);
    },
  );

  test("the database knows the actions that the program knows, and no others", async () => {
    const [row] = await sqlOf(world)(
      "select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'operator_actions_action_check'",
    );
    const known = [...String(row?.["definition"]).matchAll(/'(\w+)'::text/g)].map(([, action]) => action);
    expect(known.sort()).toEqual([...OPERATOR_ACTIONS].sort());
  });

  test("what can't be written into it does not happen", async () => {
    const seller = await world.merchant();
    const sql = sqlOf(world);
    await sql("alter table operator_actions add constraint refused check (reason <> 'unspeakable') not valid");
    const answer = await grace.post(`${accountPath(seller)}/suspend`, { reason: "unspeakable" });
    expect(answer.status).toBe(500);
    await sql("alter table operator_actions drop constraint refused");
    expect((await seller.post("/checkout/sessions", ORDER)).status).toBe(201);
    expect(await linesOf(world, seller)).toEqual([]);
  });
});
