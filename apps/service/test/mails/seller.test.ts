/** Mails to the members of an account: of every step that matters to a seller one, to those who want its kind. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { declineOffer } from "../../src/commands/decline-offer.js";
import { openExecutor } from "../../src/commands/execute.js";
import { makeOffer } from "../../src/commands/make-offer.js";
import { writeStatement } from "../../src/commands/write-statement.js";
import { decideRequestRevision } from "../../src/domain/decisions/request-revision.js";
import type { AccountId, EscrowId, MilestoneId } from "../../src/domain/ids.js";
import { cents } from "../../src/domain/money.js";
import { NOTIFICATION_KINDS } from "../../src/domain/notifications.js";
import type { Database } from "../../src/platform/database.js";
import { consoleOf, newPerson, type Person } from "../console/seller.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { asBuyer, confirmed, funded, pay, resolve, submit, TWO_PARTS } from "../stories.js";
import { render } from "./samples.js";

const BUYER = "ada@example.com";
const order = { ...TWO_PARTS, customer_email: BUYER };

let world: World;
let shop: Merchant;
let owner: Person;
let developer: Person;
let support: Person;
beforeAll(async () => {
  world = await startWorld({ role: "web" });
  shop = await world.merchant();
  owner = await newPerson(world, shop);
  developer = await newPerson(world, shop, { role: "developer" });
  support = await newPerson(world, shop, { role: "support" });
});
afterAll(async () => {
  await world.checkLedger();
  await world.close();
});

type Told = { readonly recipient: string; readonly template: string; readonly params: Json };

/** Mails to sellers about an escrow, oldest first. */
const toldOf = (escrow: Json): Promise<readonly Told[]> =>
  world.db.query<Told>({
    name: "test: seller mails",
    text: `
      select recipient, template, params from mails
      where template like 'seller_%' and params->>'escrow' = $1 order by id`,
    values: [escrow["id"]],
  });

/** Who was told what of an escrow, in the order of the steps. */
const who = (mails: readonly Told[]): readonly string[] =>
  mails.map(({ recipient, template }) => {
    const name = { [owner.email]: "owner", [developer.email]: "developer", [support.email]: "support" }[recipient];
    return `${name ?? recipient}: ${template}`;
  });

const side = (escrow: Json, party: "buyer" | "merchant") => {
  const ids = { account: shop.account as AccountId, escrow: escrow["id"] as EscrowId };
  return party === "buyer" ? { ...ids, party, buyer: BUYER } : { ...ids, party };
};

describe("the steps of an order", () => {
  test("paid, revised, disputed, talked about and completed: each tells whom it concerns, once", async () => {
    const escrow = await confirmed(shop, order);
    await pay(shop, escrow, { amount: "100.00" });
    expect(await toldOf(escrow)).toEqual([]);
    await pay(shop, escrow);
    await submit(shop, escrow, 0);
    await asBuyer(shop, escrow, "request_revision", 0, { reason: "The glaze is the wrong blue." });
    await asBuyer(shop, escrow, "dispute", 1, { reason: "Nothing came." });
    const { executor } = openedDoor();
    expect(
      await writeStatement(executor, side(escrow, "buyer"), { text: "Still nothing.", evidence: [] }),
    ).toMatchObject({
      ok: true,
    });
    expect(
      await writeStatement(executor, side(escrow, "merchant"), { text: "It is on its way.", evidence: [] }),
    ).toMatchObject({ ok: true });
    const split = { release: cents(20_000n), refund: cents(4_990n) };
    expect(await makeOffer(executor, side(escrow, "merchant"), { split, text: "" })).toMatchObject({ ok: true });
    expect(await declineOffer(executor, side(escrow, "buyer"), 1)).toMatchObject({ ok: true });
    expect(await makeOffer(executor, side(escrow, "buyer"), { split, text: "" })).toMatchObject({ ok: true });
    await resolve(shop, escrow, { outcome: "resume" });
    await submit(shop, escrow, 0);
    await submit(shop, escrow, 1);
    await asBuyer(shop, escrow, "approve", 0);
    await asBuyer(shop, escrow, "approve", 1);
    const told = await toldOf(escrow);
    const both = (template: string): readonly string[] => [`owner: ${template}`, `support: ${template}`].sort();
    expect(sortedSteps(who(told))).toEqual([
      "owner: seller_order_paid",
      ...both("seller_revision_asked"),
      ...both("seller_dispute_opened"),
      ...both("seller_dispute_statement"),
      ...both("seller_offer_declined"),
      ...both("seller_offer_made"),
      ...both("seller_dispute_resolved"),
      "owner: seller_order_completed",
    ]);
    const params = (template: string) => told.find((mail) => mail.template === template)?.params;
    expect(params("seller_revision_asked")).toMatchObject({
      part: "Dispatched with tracking",
      reason: "The glaze is the wrong blue.",
      trading_name: "Northwind Ceramics",
      seller_code: shop.sellerCode,
    });
    expect(params("seller_dispute_opened")).toMatchObject({ part: "Delivered and checked", reason: "Nothing came." });
    expect(params("seller_dispute_statement")).toMatchObject({ by: "buyer", text: "Still nothing." });
    expect(params("seller_offer_made")).toMatchObject({ release: "20000", refund: "4990" });
  });

  test("an end of each kind", async () => {
    const cancelled = await funded(shop, order);
    await shop.post(`/test_helpers/escrows/${cancelled["id"]}/cancel`, {});
    const settled = await funded(shop, order);
    await asBuyer(shop, settled, "dispute", 0, { reason: "In pieces." });
    await resolve(shop, settled, { outcome: "settle", release: "99.90", refund: "150.00" });
    const unpaid = await confirmed(shop, order);
    await world.advance(72 * 3600);
    expect((await shop.get(`/escrows/${unpaid["id"]}`)).body["status"]).toBe("DEADLINE_EXPIRED");
    const last = async (escrow: Json) => (await toldOf(escrow)).at(-1);
    expect(await last(cancelled)).toMatchObject({
      template: "seller_order_cancelled",
      params: { by: "seller", released: "0", refunded: "25645" },
    });
    expect(await last(settled)).toMatchObject({ template: "seller_order_settled", params: { released: "9990" } });
    expect(await toldOf(unpaid)).toEqual([]);
  });

  test("a step that is tried again, because the database said so, is told once", async () => {
    const escrow = await funded(shop, order);
    await submit(shop, escrow, 0);
    const { executor, tries } = openedDoor(2);
    const milestone = escrow["milestones"][0].id as MilestoneId;
    const outcome = await executor.change({
      account: shop.account as AccountId,
      subject: { kind: "escrow", id: escrow["id"] as EscrowId },
      decide: (facts) => decideRequestRevision(facts.escrow, milestone, "Blue, please."),
    });
    expect([outcome.ok, tries()]).toEqual([true, 3]);
    expect(who(await toldOf(escrow)).filter((line) => line.includes("revision"))).toHaveLength(2);
  });
});

/** An executor whose first transactions fail at the end, when everything was written. */
function openedDoor(failures = 0) {
  let tries = 0;
  const db: Database = {
    ...world.db,
    transaction: (work) =>
      world.db.transaction((tx) => {
        tries += 1;
        const fails = tries <= failures;
        const commit = (): Promise<void> =>
          fails ? Promise.reject(Object.assign(new Error("deadlock"), { code: "40P01" })) : tx.commit();
        return work({ query: (statement) => tx.query(statement), commit });
      }),
  };
  return { executor: openExecutor(db), tries: () => tries };
}

/** Within one step the order of recipients is that of their addresses, which are random. */
function sortedSteps(lines: readonly string[]): readonly string[] {
  const steps: string[][] = [];
  for (const line of lines) {
    const template = line.split(": ")[1];
    const last = steps.at(-1);
    if (last?.[0]?.endsWith(`: ${template}`)) last.push(line);
    else steps.push([line]);
  }
  return steps.flatMap((step) => step.sort());
}

describe("who is told", () => {
  test("each member chooses; colleagues and other accounts do not notice", async () => {
    const other = await world.merchant("Southwind");
    const otherOwner = await newPerson(world, other);
    const path = `${consoleOf(shop)}/settings/notifications`;
    const page = await owner.get(path);
    expect(checkedIn(page.html)).toEqual(NOTIFICATION_KINDS);
    expect(checkedIn((await developer.get(path)).html)).toEqual(["endpoint_failing"]);
    expect(checkedIn((await support.get(path)).html)).toEqual(["revision_asked", "message", "dispute"]);

    const answer = await owner.post(path, { dispute: "on", kind: "order_paid", constructor: "on" });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, `${path}?said=mails`]);
    expect(checkedIn((await owner.get(path)).html)).toEqual(["dispute"]);
    await developer.post(path, { order_paid: "on" });
    expect(who(await toldOf(await funded(shop, order)))).toEqual(["developer: seller_order_paid"]);
    expect(who(await toldOf(await funded(other, order)))).toEqual([`${otherOwner.email}: seller_order_paid`]);

    // Nobody wants to know: nobody is told, and the account's own address is not a way around that.
    await developer.post(path, {});
    expect(await toldOf(await funded(shop, order))).toEqual([]);
    await owner.post(path, Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, "on"])));
  });

  test("each member in the language that they read the console in", async () => {
    const chosen = (email: string, locale: string | null) =>
      world.db.query({
        name: "test: language",
        text: "update sellers set locale = $2 where email = $1",
        values: [email, locale],
      });
    await chosen(owner.email, "fr");
    await chosen(support.email, "sw");
    const escrow = await funded(shop, order);
    await submit(shop, escrow, 0);
    await asBuyer(shop, escrow, "dispute", 0, { reason: "In pieces." });
    await owner.post(`${consoleOf(shop)}/keys`, { name: "Shop" });
    const told = await toldOf(escrow);
    const languages = told.map(({ recipient, params }) => `${recipient}: ${params["locale"]}`);
    expect(new Set(languages)).toEqual(new Set([`${owner.email}: fr`, `${support.email}: sw`]));
    const [notice] = await world.db.query<Told>({
      name: "test: notice",
      text: "select recipient, template, params from mails where recipient = $1 and template = 'seller_access_changed' order by id desc",
      values: [owner.email],
    });
    expect(render(notice!.template, notice!.params).subject).toBe("Nouvelle clé API – Northwind Ceramics");
    await chosen(owner.email, null);
    await chosen(support.email, null);
  });

  test("who has left is not", async () => {
    const path = `${consoleOf(shop)}/settings/notifications`;
    const guest = await newPerson(world, shop, { role: "support" });
    await guest.post(path, { order_paid: "on" });
    expect(recipientsOf(await toldOf(await funded(shop, order)))).toEqual([owner.email, guest.email].sort());
    await world.db.query({
      name: "test: leave",
      text: "delete from team_members where account_id = $1 and seller_id = $2",
      values: [shop.account, guest.sellerId],
    });
    expect(recipientsOf(await toldOf(await funded(shop, order)))).toEqual([owner.email]);
    expect((await guest.get(path)).status).toBe(404);
    expect((await guest.post(path, { order_paid: "on" })).status).toBe(404);
  });

  test("an account that has no members is told under its own address", async () => {
    const lonely = await world.merchant("Lonely");
    const [account] = await world.db.query<{ email: string }>({
      name: "test: account mail",
      text: "select email from accounts where id = $1",
      values: [lonely.account],
    });
    expect(recipientsOf(await toldOf(await funded(lonely, order)))).toEqual([account!.email]);
  });
});

const recipientsOf = (mails: readonly Told[]): readonly string[] => mails.map(({ recipient }) => recipient);

/** The boxes of a page that are ticked, by name. */
const checkedIn = (html: string): readonly string[] =>
  [...html.matchAll(/<input type="checkbox" name="(\w+)"[^>]*? checked/g)].map(([, name]) => name!);
