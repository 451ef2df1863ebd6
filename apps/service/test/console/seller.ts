/** People of the console, for stories that begin when somebody is signed in already. */
import { createHash } from "node:crypto";
import type { Role } from "../../src/identity/permissions.js";
import { token, uuidv7 } from "../../src/platform/random.js";
import type { Merchant, World } from "../harness.js";
import { newVisitor, type Visitor } from "../visitor.js";

export type Person = Visitor & {
  readonly email: string;
  readonly sellerId: string;
  /** The value of the session's cookie, for a real browser: its name is `SELLER_COOKIE`. */
  readonly token: string;
};

export const SELLER_COOKIE = "hf_seller";

type Given = {
  readonly role?: Role;
  readonly email?: string;
  readonly name?: string;
  readonly isOperator?: boolean;
};

/** Somebody who is signed in, and belongs to the merchant's account, if one is given. Its password is nobody's. */
export async function newPerson(world: World, merchant: Merchant | null, given: Given = {}): Promise<Person> {
  const sellerId = uuidv7();
  const { role = "owner", email = `${sellerId}@example.com`, name = "Ada Byron", isOperator = false } = given;
  const secret = token(43);
  await world.db.query({
    name: "test: new seller",
    text: `insert into sellers (id, email, name, password_hash, is_operator, created) values ($1, $2, $3, 'none', $4, service_now())`,
    values: [sellerId, email, name, isOperator],
  });
  await world.db.query({
    name: "test: new seller session",
    text: `
      insert into seller_sessions (token_hash, id, seller_id, user_agent, network, created, seen_at, expires_at)
      values ($1, $2, $3, 'a test', '127.0.0.1', service_now(), service_now(), clock_timestamp() + interval '1 day')`,
    values: [createHash("sha256").update(secret).digest(), uuidv7(), sellerId],
  });
  if (merchant !== null) {
    await world.db.query({
      name: "test: new member",
      text: "insert into team_members (account_id, seller_id, role, created) values ($1, $2, $3, service_now())",
      values: [merchant.account, sellerId, role],
    });
  }
  const visitor = newVisitor(world);
  visitor.cookies.set(SELLER_COOKIE, secret);
  return { ...visitor, email, sellerId, token: secret };
}

/** The path of a merchant's console. */
export const consoleOf = ({ sellerCode }: Merchant): string => `/console/${sellerCode}`;
