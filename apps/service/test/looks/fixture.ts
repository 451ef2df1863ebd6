/** A shop in the middle of its business, its buyer, a new seller, and an operator for whom much waits. */
import type { Cents } from "../../src/domain/money.js";
import { openBank } from "../chargebacks/dispute.js";
import { disputedBy } from "../console/dispute-stories.js";
import { known, PASSWORD, post, switchOn } from "../console/people.js";
import { type Ids, lively } from "../console/routes.js";
import { newPerson, type Person } from "../console/seller.js";
import { handIn, newOperator, refundRefused, sqlOf } from "../desk/operator.js";
import { troubles } from "../desk/troubles.js";
import { type Json, type Merchant, startWorld, type World } from "../harness.js";
import { ADA, signedIn } from "../pages/orders-area.js";
import { type Desk, openDesk } from "../payments/desk.js";
import { confirmed } from "../stories.js";
import type { Visitor } from "../visitor.js";
import { openPurse } from "../wallet/wallet.js";
import { answerWith, type Listening, listen, openStreet } from "../webhooks/shop.js";
import { type Standings, standings } from "./orders.js";

export type Fixture = {
  readonly world: World;
  /** Has one of everything, whose ids these are, and orders in every standing. */
  readonly shop: Merchant;
  readonly ids: Ids;
  readonly orders: Standings;
  readonly endpoints: { readonly good: Listening; readonly bad: Listening };
  readonly payouts: { readonly refused: string; readonly moving: string };
  readonly chargeback: { readonly id: string; readonly escrow: Json };
  /** References of payments that wait for their payers, who know them. */
  readonly waiting: Readonly<Record<"card" | "mobile_money" | "bank", string>>;
  /** Paths of the shop's link that many use, as buyers know it, and of an order's that stops its clock. */
  readonly paths: { readonly link: string; readonly stop: string; readonly invitation: string };
  readonly people: People;
  /** The shop whose dispute and submission wait for the operator. */
  readonly newcomer: Merchant;
  readonly deskDispute: Json;
  close(): Promise<void>;
};

type People = {
  readonly ada: Visitor;
  readonly owner: Person;
  readonly support: Person;
  /** Has an account in which nothing has happened. */
  readonly newSeller: { readonly visitor: Person; readonly home: string };
  readonly invited: Person;
  /** Has a second factor. */
  readonly guarded: Person;
  readonly operator: Person;
};

export async function openFixture(): Promise<Fixture> {
  const street = await openStreet();
  const world = await startWorld({
    webhookAllowedOrigins: [street.origin],
    secondOperatorFrom: 10_000n as Cents,
  });
  const bad = "/hooks/erp-integration-of-the-warehouse";
  street.behave(bad, answerWith(503, { "content-type": "text/html" }, "<h1>Busy</h1>\n".repeat(20)));
  const { shop, ids } = await lively(world, "Northwind Ceramics", {
    offers: true,
    hooks: `${street.origin}/hooks/old`,
  });
  const owner = await newPerson(world, shop, {
    name: "Demo Owner",
    email: "demo@northwind.example",
    password: PASSWORD,
  });
  await sqlOf(world)("update accounts set frame_origins = '{https://shop.example}' where id = $1", [shop.account]);
  const endpoints = {
    good: await listen({ world, street }, shop, "/hooks/holdfast"),
    bad: await listen({ world, street }, shop, bad),
  };
  const provider = await openDesk(world, shop);
  const orders = await standings(world, shop);
  const sold = await sales(world, shop);
  const paths = await pathsOf(world, shop, orders);
  const waiting = await payersOf(shop, provider);
  const desk = await operatorsDay(world);
  const people = await everyone(world, shop, { owner, operator: desk.operator });
  await fail(world, { shop, endpoints, people });
  await askForRefund(world, shop, orders.review);
  return {
    ...{ world, shop, ids, orders, endpoints, waiting, people, ...sold, newcomer: desk.newcomer },
    paths: { ...paths, invitation: await invitationOf(people.invited) },
    deskDispute: desk.dispute,
    close: async () => {
      await provider.close();
      await world.close();
      await street.close();
    },
  };
}

/** A colleague asks to refund more than one member may alone. */
async function askForRefund(world: World, shop: Merchant, order: Json): Promise<void> {
  const sql = sqlOf(world);
  await sql("update accounts set refund_alone_max = 5000 where id = $1", [shop.account]);
  const colleague = await newPerson(world, shop, { role: "developer", name: "Wanjiru Kamau" });
  await sql(
    `insert into refund_requests (account_id, id, escrow_id, asked_by, amount, reason, gets, created)
     values ($1, gen_random_uuid(), $2, $3, 12000, 'damaged', 12314, service_now())`,
    [shop.account, order["id"], colleague.sellerId],
  );
}

type Failing = Pick<Fixture, "shop" | "endpoints" | "people">;

/** Some of its deliveries were given up, and a check of it finds what is wrong. */
async function fail(world: World, { shop, endpoints: { bad }, people: { owner } }: Failing): Promise<void> {
  await sqlOf(world)(
    `insert into webhook_deliveries (account_id, id, endpoint_id, event_number, origin, state, attempts, created, closed_at)
     select account_id, nextval('webhook_delivery_numbers'), $2, number, 'event', 'FAILED', 9, created, service_now() - 3600
     from events where account_id = $1 order by number limit 3`,
    [bad.account_id, bad.id],
  );
  await owner.post(`/console/${shop.sellerCode}/webhooks/${bad.name}/check`);
}

/** Payouts that were refused and that are on their way, and money that a buyer's bank took back. */
async function sales(world: World, shop: Merchant): Promise<Pick<Fixture, "payouts" | "chargeback">> {
  const purse = openPurse(world, shop);
  const escrow = await purse.earn("100.00");
  const refusing = await purse.destination({ kind: "bank", number: "1234560002" });
  const refused = await purse.requested(refusing, "15.00");
  await purse.makeDue();
  await purse.send();
  const moving = await purse.requested(await purse.destination({ number: "+255712340003" }), "20.00");
  await openBank(world, { shop, executor: purse.executor }).says(escrow, "opened", { fee: 1_500n });
  const [row] = await sqlOf(world)("select id from chargebacks where escrow_id = $1", [escrow["id"]]);
  return { payouts: { refused, moving }, chargeback: { id: row?.["id"], escrow } };
}

async function pathsOf(world: World, shop: Merchant, { review }: Standings): Promise<{ link: string; stop: string }> {
  const sql = sqlOf(world);
  const [link] = await sql("select code from payment_links where account_id = $1", [shop.account]);
  const [mail] = await sql(
    "select params->>'stop' as token from mails where template = 'delivery_submitted' and params->>'escrow' = $1 order by id desc limit 1",
    [review["id"]],
  );
  return { link: `/buy/${shop.sellerCode}/${link?.["code"]}`, stop: `/stop/${mail?.["token"] ?? "x".repeat(43)}` };
}

async function payersOf(shop: Merchant, provider: Desk): Promise<Fixture["waiting"]> {
  const begin = async (method: "card" | "mobile_money" | "bank"): Promise<string> =>
    (await provider.begun(await confirmed(shop), method)).reference;
  return { card: await begin("card"), mobile_money: await begin("mobile_money"), bank: await begin("bank") };
}

/** A submission, a dispute, a decision that a second operator has to confirm, a refund that failed, and all troubles. */
async function operatorsDay(world: World) {
  const newcomer = await world.merchant("Ines Pottery");
  await handIn(world, newcomer);
  const [operator, second] = [await newOperator(world), await newOperator(world, "Edsger")];
  const dispute = await disputedBy(newcomer);
  const payers = await openDesk(world, newcomer);
  await refundRefused(newcomer, payers);
  await payers.close();
  const another = await disputedBy(newcomer);
  await second.post(`/desk/disputes/${newcomer.sellerCode}/${another["id"]}/resolve`, {
    outcome: `release:${another["milestones"][0].id}`,
    reason: "As the courier says.",
  });
  await troubles(world, { shop: newcomer, escrow: dispute, grace: operator });
  return { newcomer, operator, dispute };
}

async function everyone(
  world: World,
  shop: Merchant,
  { owner, operator }: Pick<People, "owner" | "operator">,
): Promise<People> {
  const name = "Lindqvist, Tom Alexander Benedikt von und zu Hohenfels";
  const email = `${"long.".repeat(12)}hopper@example.com`;
  const invited = (await known(world)).visitor;
  await post(owner, `/console/${shop.sellerCode}/team/invite`, { email: invited.email, role: "developer" });
  const guarded = await known(world);
  await switchOn(guarded.visitor);
  return {
    ...{ owner, operator, invited, ada: await signedIn(world, ADA), newSeller: await known(world) },
    support: await newPerson(world, shop, { role: "support", name, email }),
    guarded: guarded.visitor,
  };
}

const invitationOf = async (invited: Visitor): Promise<string> =>
  /href="(\/console\/invitations\/[^"]*)"/.exec((await invited.get("/console")).html)?.[1] ?? "";
