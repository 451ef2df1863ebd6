/** Every route of the console, as the program itself registers them, and the ids of an account to fill them with. */
import fastify, { type FastifyInstance } from "fastify";
import { expect } from "vitest";
import { createPaymentLink } from "../../src/commands/create-payment-link.js";
import { pingEndpoint } from "../../src/commands/ping-endpoint.js";
import { registerEndpoint } from "../../src/commands/register-endpoint.js";
import { type AccountId, type EndpointId, type EventId, formatId, type SessionId } from "../../src/domain/ids.js";

import { registerRoutes } from "../../src/pages/kit/route.js";
import { ROUTES } from "../../src/pages/routes.js";
import type { PageServices } from "../../src/pages/services.js";
import { token, uuidv7 } from "../../src/platform/random.js";
import { openSeal } from "../../src/platform/seal.js";
import type { Merchant, World } from "../harness.js";
import { ADA, fundedBy, PNG } from "../pages/orders-area.js";
import { ORDER, ok } from "../stories.js";
import { openPurse } from "../wallet/wallet.js";
import { disputedOf, voices } from "./dispute-stories.js";
import { newPerson } from "./seller.js";

export type Route = { readonly method: "GET" | "POST"; readonly path: string; readonly takesFiles: boolean };

/** Whatever a part of the program asks of it while it registers its routes, it has. Nothing is called afterwards. */
const anything: object = new Proxy(() => anything, {
  get: (_target, name) => (name === "mode" ? "sandbox" : anything),
  apply: () => anything,
});

const METHODS = ["GET", "POST"] as const;

/** In the order in which they are registered. */
export async function consoleRoutesOf(): Promise<readonly Route[]> {
  const app = fastify();
  const routes: Route[] = [];
  app.decorate("pageParts", anything as FastifyInstance["pageParts"]);
  app.addHook("onRoute", function ({ method, url }) {
    const takesFiles = this.hasContentTypeParser("multipart/form-data");
    for (const one of METHODS) if ([method].flat().includes(one)) routes.push({ method: one, path: url, takesFiles });
  });
  await app.register(async (scope) => {
    registerRoutes(scope, ROUTES, anything as PageServices);
  });
  await app.ready();
  await app.close();
  return routes;
}

export const paramsOf = ({ path }: Pick<Route, "path">): readonly string[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => name);

export const ACCOUNT_ROOT = "/console/:seller_code";

/** An id for each parameter that an address can have. */
export type Ids = Readonly<Record<string, string>>;

/** In the form of each parameter, and nobody's. A parameter that is not here is one that this test was not taught. */
export const unknownIds = (): Ids => ({
  escrow: uuidv7(),
  escrow_id: uuidv7(),
  milestone: uuidv7(),
  evidence_id: uuidv7(),
  file: uuidv7(),
  link: uuidv7(),
  note: uuidv7(),
  number: "77",
  session: formatId("session", uuidv7() as SessionId),
  endpoint: formatId("endpoint", uuidv7() as EndpointId),
  delivery: "999999999",
  event: formatId("event", uuidv7() as EventId),
  key: `key_${formatId("event", uuidv7() as EventId).slice("evt_".length)}`,
  request: `req_${uuidv7().replaceAll("-", "")}`,
  payout: uuidv7(),
  refund: "RF-00000000",
  refund_request: uuidv7(),
  destination: uuidv7(),
  document: uuidv7(),
  invitation: token(32),
  member: uuidv7(),
});

/** @throws when the path has a parameter without an id. */
export const fill = (path: string, ids: Ids): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const id = ids[name];
    if (id === undefined) throw new Error(`no id for :${name} of ${path}: teach test/console/routes.ts`);
    return id;
  });

/**
 * An account that has one of everything, and the ids of it all.
 * @param given.offers whether its dispute has an offer: what a number means depends on the escrow.
 */
export async function lively(world: World, name: string, given: { offers: boolean; hooks: string }) {
  const shop = await world.merchant(name);
  const account = shop.account as AccountId;
  const { db } = world;
  await newPerson(world, shop);
  const bought = await fundedBy(shop, ADA, ORDER);
  const refund = (await ok(shop.post(`/escrows/${bought["id"]}/refunds`, { amount: "1.00" }), 201))["id"] as string;
  const escrow = await disputedOf(shop, bought);
  const { writes, offers } = voices(world, shop);
  await writes(escrow, "merchant");
  if (given.offers) await offers(escrow, "buyer", [1000n, 23_890n]);
  const purse = openPurse(world, shop);
  await purse.earn("50.00");
  const destination = await purse.destination();
  const payout = await purse.requested(destination, "5.00");
  const seal = openSeal(Buffer.alloc(32, "a key that only tests know"));
  const endpoint = await registerEndpoint(
    { db, seal, checkUrl: async () => null },
    { account, url: given.hooks, events: null },
  );
  if (!endpoint.ok) throw new Error(endpoint.reason);
  await pingEndpoint(db, endpoint.value.endpoint);
  await openOne(shop);
  const offer = { title: "A cup for many", amount: "12.00" };
  const link = await createPaymentLink(db, account, { offer, ordersMax: 10, days: null });
  const invitation = token(32);
  await db.query({
    name: "test: one of each",
    text: `
      with invited as (
        insert into team_invitations (account_id, id, email, role, created, expires_at)
        values ($1, $2, $2 || '@example.com', 'support', service_now(), clock_timestamp() + interval '1 day')
      ), filed as (
        insert into verification_documents (account_id, id, submission, kind, name, type, content, created)
        values ($1, gen_random_uuid(), 1, 'other', 'paper.png', 'image/png', $3, service_now())
      )
      insert into evidence (account_id, escrow_id, id, entry_number, position, name, type, content, created)
      select account_id, escrow_id, gen_random_uuid(), number, 1, 'crate.png', 'image/png', $3, created
      from milestone_entries where account_id = $1 and escrow_id = $4 and verb = 'dispute'`,
    values: [account, invitation.toLowerCase(), PNG, escrow["id"]],
  });
  const note = uuidv7();
  await db.query({
    name: "test: a note",
    text: `
      insert into order_notes (account_id, id, escrow_id, author_id, text, created)
      select $1, $2, $3, seller_id, 'a note', service_now() from team_members where account_id = $1 limit 1`,
    values: [account, note, escrow["id"]],
  });
  await db.query({
    name: "test: messages",
    text: `
      with wrote as (
        insert into order_messages (account_id, escrow_id, number, id, channel, author, text, created, is_mailed)
        values ($1, $2, 1, gen_random_uuid(), 'buyer_seller', 'buyer', 'a message', service_now(), false)
        returning account_id, escrow_id, number
      ), filed as (
        insert into message_files (account_id, escrow_id, id, number, position, name, type, content)
        select account_id, escrow_id, gen_random_uuid(), number, 1, 'crate.png', 'image/png', $3 from wrote
      )
      insert into order_messages (account_id, escrow_id, number, id, channel, author, author_id, text, created, is_mailed)
      select $1, $2, 1, gen_random_uuid(), channel, 'operator', seller_id, 'a question', service_now(), false
      from (select seller_id from team_members where account_id = $1 limit 1) operator
      cross join unnest('{operator_buyer,operator_seller}'::text[]) as asked (channel)`,
    values: [account, escrow["id"], PNG],
  });
  const asked = uuidv7();
  await db.query({
    name: "test: a refund that waits",
    text: `
      insert into refund_requests (account_id, id, escrow_id, asked_by, amount, reason, gets, created)
      select $1, $2, $3, seller_id, 100, 'other', 100, service_now() from team_members where account_id = $1 limit 1`,
    values: [account, asked, escrow["id"]],
  });
  const ids = await idsOf(world, account, { escrow: escrow["id"], invitation: invitation.toLowerCase(), payout });
  return {
    shop,
    ids: {
      ...ids,
      link,
      note,
      refund,
      refund_request: asked,
      endpoint: formatId("endpoint", endpoint.value.endpoint.id),
    } as Ids,
  };
}

const openOne = async (shop: Merchant): Promise<void> => {
  expect((await shop.post("/checkout/sessions", { title: "A cup", amount: "12.00" })).status).toBe(201);
};

/** What an account has, as its addresses name it. */
async function idsOf(
  world: World,
  account: AccountId,
  given: { escrow: string; invitation: string; payout: string },
): Promise<Ids> {
  // The log of requests is written a second late, and a delivery is numbered when its event is written.
  const ask = async (text: string): Promise<string> => {
    for (let tries = 0; tries < 100; tries += 1) {
      const name = `test: ${text}`.slice(0, 60);
      const [row] = await world.db.query<{ id: string }>({ name, text, values: [account] });
      if (row !== undefined) return row.id;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`nothing came of ${text}`);
  };
  const key = await ask("select id from api_keys where account_id = $1");
  const event = await ask("select id from events where account_id = $1 order by number desc limit 1");
  const session = await ask("select id from checkout_sessions where account_id = $1 and status = 'OPEN'");
  const request = await ask("select id from api_requests where account_id = $1 limit 1");
  const wire = (prefix: string, id: string): string => prefix + formatId("event", id as EventId).slice("evt_".length);
  return {
    ...{
      escrow: given.escrow,
      escrow_id: given.escrow,
      number: "1",
      payout: given.payout,
      invitation: given.invitation,
    },
    milestone: await ask("select m.id from milestones m where m.account_id = $1 and m.status = 'DISPUTED'"),
    evidence_id: await ask("select id from evidence where account_id = $1"),
    file: await ask("select id from message_files where account_id = $1"),
    session: wire("cs_", session),
    delivery: await ask(
      "select id from webhook_queue where account_id = $1 union all select id from webhook_deliveries where account_id = $1",
    ),
    event: wire("evt_", event),
    key: wire("key_", key),
    request: `req_${request.replaceAll("-", "")}`,
    destination: await ask("select id from payout_destinations where account_id = $1"),
    document: await ask("select id from verification_documents where account_id = $1"),
    member: await ask("select seller_id as id from team_members where account_id = $1"),
  };
}
