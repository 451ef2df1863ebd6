/** Pages as people open them: what a buyer and a seller see of an account with orders. */
import { sha256 } from "../../../apps/service/dist/platform/hash.js";
import { token } from "../../../apps/service/dist/platform/random.js";
import { seedSessions } from "../seed.js";
import type { Target } from "../world.js";
import { openLargeAccount } from "./account.js";

/** Each can be paid by itself. */
const SESSIONS = 200;
const BUYER = "buyer@example.com";
/** Of every order. */
const ITEM = "Folding chair";

/** `says` is what no other page would: that of somebody who is not signed in is quick, and another one. */
export type Page = {
  readonly name: string;
  readonly cookie: string;
  readonly says: string;
  path(index: number): string;
};

export async function pagesOf(target: Target, escrows: number): Promise<readonly Page[]> {
  const account = await openLargeAccount(target, escrows);
  const sessions = await seedSessions(target.served, account.merchant, { count: SESSIONS });
  const buyer = await signInBuyer(target);
  const code = account.sellerCode;
  const each =
    (paths: readonly string[]) =>
    (index: number): string =>
      paths[index % paths.length] ?? "";
  const checkouts = each(sessions.map(({ id }) => `/pay/${code}/${id}`));
  const orders = account.escrows.map(({ id }) => id);
  return [
    { name: "checkout, of a stranger", cookie: "", says: "Send me a code", path: checkouts },
    { name: "checkout, signed in", cookie: buyer, says: BUYER, path: checkouts },
    { name: "order", cookie: buyer, says: ITEM, path: each(orders.map((id) => `/orders/${code}/${id}`)) },
    { name: "console, overview", cookie: account.cookie, says: "Overview", path: () => `/console/${code}` },
    { name: "console, escrows", cookie: account.cookie, says: "TR-", path: () => `/console/${code}/escrows` },
    {
      name: "console, escrow",
      cookie: account.cookie,
      says: ITEM,
      path: each(orders.map((id) => `/console/${code}/escrows/${id}`)),
    },
  ];
}

async function signInBuyer({ database }: Target): Promise<string> {
  const secret = token(43);
  await database.query(
    "insert into buyers (email, locale, created) values ($1, 'en', service_now()) on conflict do nothing",
    [BUYER],
  );
  await database.query(
    "insert into buyer_sessions (token_hash, email, expires_at) values ($1, $2, clock_timestamp() + interval '1 day')",
    [sha256(secret), BUYER],
  );
  return `hf_session=${secret}`;
}
