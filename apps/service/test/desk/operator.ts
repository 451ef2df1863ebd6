/** What stories of the desk are told with: an operator, the lines that they leave, and what waits for them. */

import { uuidv7 } from "../../src/platform/random.js";
import { newPerson, type Person } from "../console/seller.js";
import type { Json, Merchant, World } from "../harness.js";
import { PNG } from "../pages/orders-area.js";
import { type Desk, until } from "../payments/desk.js";
import { confirmed } from "../stories.js";

export const newOperator = (world: World, name = "Grace"): Promise<Person> =>
  newPerson(world, null, { isOperator: true, name, email: `${name.toLowerCase()}.${uuidv7()}@holdfast.example` });

export type Line = {
  readonly operator: string;
  readonly action: string;
  readonly subject: string;
  readonly before: Json | null;
  readonly after: Json | null;
  readonly reason: string;
};

let statements = 0;

/** Plain SQL of a test, as the role of the service. */
export const sqlOf =
  ({ db }: World) =>
  (text: string, values: readonly unknown[] = []): Promise<readonly Json[]> =>
    db.query<Json>({ name: `test: desk ${statements++}`, text, values });

/** Lines of the audit log about an account, oldest first. */
export async function linesOf(world: World, { account }: Merchant): Promise<readonly Line[]> {
  const rows = await sqlOf(world)(
    "select operator, action, subject, before, after, reason from operator_actions where account_id = $1 order by id",
    [account],
  );
  return rows as unknown as readonly Line[];
}

/** A submission of the account's owner with one document; its number is 1 and up. */
export async function handIn(world: World, shop: Merchant): Promise<{ readonly document: string }> {
  const sql = sqlOf(world);
  const owner = await newPerson(world, shop, { name: "Ines Duarte" });
  const document = uuidv7();
  const [next] = await sql(
    "select coalesce(max(number), 0) + 1 as number from verification_submissions where account_id = $1",
    [shop.account],
  );
  await sql(
    `insert into verification_documents (account_id, id, submission, kind, name, type, content, created)
     values ($1, $2, $3, 'identity', 'passport.png', 'image/png', $4, service_now())`,
    [shop.account, document, next?.["number"], PNG],
  );
  await sql(
    `insert into verification_submissions (account_id, id, number, submitted_by, created) values ($1, $2, $3, $4, service_now())`,
    [shop.account, uuidv7(), next?.["number"], owner.sellerId],
  );
  await sql(
    `update accounts set verification_status = 'PENDING', legal_name = 'Northwind Ceramics Lda', country = 'PT' where id = $1`,
    [shop.account],
  );
  return { document };
}

/** An order whose refund the buyer's bank refused. */
export async function refundRefused(shop: Merchant, provider: Desk): Promise<Json> {
  const escrow = await confirmed(shop);
  const { reference } = await provider.begun(escrow, "bank");
  await provider.transfer(reference, "256.45");
  await until(async () => (await provider.payments(escrow)).some(({ received }) => received > 0n));
  await provider.mood("sandbox-bank", { refusesRefunds: true });
  await shop.post(`/test_helpers/escrows/${escrow["id"]}/cancel`, {});
  await until(async () => (await provider.refunds(escrow))[0]?.status === "FAILED");
  await provider.mood("sandbox-bank", {});
  return escrow;
}
