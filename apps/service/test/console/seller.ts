/** People of the console, for stories that begin when somebody is signed in already. */
import { createHash, scryptSync } from "node:crypto";
import type { Role } from "../../src/domain/permissions.js";
import { token, uuidv7 } from "../../src/platform/random.js";
import type { Merchant, World } from "../harness.js";
import { newVisitor, type Page, type Visitor } from "../visitor.js";

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
  /** Kept at little cost, so that tests do not wait for it; without one the password is nobody's. */
  readonly password?: string;
  /** Seconds since the session last proved who uses it; 0 unless it matters. */
  readonly proofAge?: number;
};

/** The same form as the service keeps, with the least costs. */
export const cheapHash = (password: string): string =>
  `scrypt$1$8$1$${"A".repeat(22)}$${scryptSync(password, Buffer.alloc(16), 32, { N: 2, r: 8, p: 1 }).toString("base64url")}`;

/** Somebody who is signed in, and belongs to the merchant's account, if one is given. */
export async function newPerson(world: World, merchant: Merchant | null, given: Given = {}): Promise<Person> {
  const sellerId = uuidv7();
  const { role = "owner", email = `${sellerId}@example.com`, name = "Ada Byron", isOperator = false } = given;
  const { proofAge = 0 } = given;
  const passwordHash = given.password === undefined ? "none" : cheapHash(given.password);
  const secret = token(43);
  const sellers = {
    name: "test: new seller",
    text: `insert into sellers (id, email, name, password_hash, is_operator, created) values ($1, $2, $3, $5, $4, service_now())`,
  };
  await world.people.query({ ...sellers, values: [sellerId, email, name, isOperator, passwordHash] });
  if (world.people !== world.db) await knowIn(world, { sellerId, email, name, isOperator });
  await world.people.query({
    name: "test: new seller session",
    text: `
      insert into seller_sessions
        (token_hash, id, seller_id, user_agent, network, created, seen_at, expires_at, proved_at)
      values ($1, $2, $3, 'a test', '127.0.0.1', service_now(), service_now(), clock_timestamp() + interval '1 day',
        clock_timestamp() - make_interval(secs => $4))`,
    values: [createHash("sha256").update(secret).digest(), uuidv7(), sellerId, proofAge],
  });
  // The desk takes a second factor; this one is never asked for.
  if (isOperator) {
    await world.people.query({
      name: "test: new passkey",
      text: `
        insert into seller_passkeys (seller_id, id, public_key, sign_count, transports, name, created)
        values ($1, $2, decode('00', 'hex'), 0, '{}', 'a key', service_now())`,
      values: [sellerId, sellerId],
    });
  }
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

/** What a cell of several keeps of somebody, before it has heard of them. */
async function knowIn(
  world: World,
  person: { readonly sellerId: string; readonly email: string; readonly name: string; readonly isOperator: boolean },
): Promise<void> {
  await world.db.query({
    name: "test: known seller",
    text: `insert into sellers (id, email, name, is_operator, created) values ($1, $2, $3, $4, service_now()) on conflict do nothing`,
    values: [person.sellerId, person.email, person.name, person.isOperator],
  });
}

/** The path of a merchant's console. */
export const consoleOf = ({ sellerCode }: Merchant): string => `/console/${sellerCode}`;

/** What the menu says that waits, by the names of its entries. */
export const badgesOf = ({ html }: Page): Readonly<Record<string, string>> => {
  const [, menu = ""] = /<nav aria-label="(?:Console|Desk)">(.*?)<\/nav>/s.exec(html) ?? [];
  return Object.fromEntries(
    [...menu.matchAll(/<a [^>]*>(.*?)<\/a>/gs)].flatMap(([, link = ""]) => {
      const [label = "", count] = link.split(/<[^>]*>/).filter((text) => text !== "");
      return count === undefined ? [] : [[label, count]];
    }),
  );
};
