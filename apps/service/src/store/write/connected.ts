/** Writes what is known of sellers' accounts at the provider that holds their money. */
import type { BankPayout, Connected } from "../../domain/connected.js";
import type { AccountId, DestinationId } from "../../domain/ids.js";
import type { Cents } from "../../domain/money.js";
import type { Queryable } from "../../platform/database.js";
import { CONNECTED, type ConnectedRow } from "../connected.js";

/** What is needed to open one, as long as the account is there. */
export type Opening = Connected & { readonly email: string; readonly name: string };

/**
 * The account of a seller at the provider, begun if there is none. One whose destination was removed gets another, for its owner
 * connects it anew.
 */
export async function beginConnected(
  db: Queryable,
  given: {
    readonly account: AccountId;
    readonly provider: string;
    readonly reference: string;
    readonly destination: DestinationId;
    readonly openedBy: string | null;
  },
): Promise<Opening> {
  const [row] = await db.query<ConnectedRow & { email: string; name: string }>({
    name: "begin connected account",
    text: `
      with c as (
        insert into connected_accounts as known (account_id, provider, reference, destination_id, opened_by, look_at, created)
        values ($1, $2, $3, $4, $5, service_now_ms(), service_now())
        on conflict (account_id, provider) do update set destination_id = case
          when exists (select 1 from payout_destinations d
            where d.account_id = known.account_id and d.id = known.destination_id and d.removed_at is not null)
          then excluded.destination_id else known.destination_id end,
          opened_by = coalesce(excluded.opened_by, known.opened_by), look_at = least(known.look_at, excluded.look_at)
        returning *
      )
      select ${CONNECTED.columns}, coalesce(s.email, a.email) as email, a.trading_name as name
      from c join accounts a on a.id = c.account_id left join sellers s on s.id = c.opened_by`,
    values: [given.account, given.provider, given.reference, given.destination, given.openedBy],
  });
  if (row === undefined) throw new Error("there is no such account");
  const { email, name } = row;
  return { ...CONNECTED.fromRow(row), email, name };
}

/** The provider has opened it under our reference: its id there, for good. */
export async function keepOpened(
  db: Queryable,
  { account, provider }: Pick<Connected, "account" | "provider">,
  theirId: string,
): Promise<void> {
  await db.query({
    name: "keep opened account",
    text: `
      update connected_accounts set their_id = $3, look_at = service_now_ms()
      where account_id = $1 and provider = $2 and their_id is null`,
    values: [account, provider, theirId],
  });
}

/** Has the provider asked about it now, named by its own id or ours; nothing for one that is not known. */
export async function lookSoon(
  db: Queryable,
  provider: string,
  { theirId = null, account = null }: { readonly theirId?: string | null; readonly account?: AccountId | null },
): Promise<void> {
  await db.query({
    name: "look at connected account soon",
    text: `
      update connected_accounts set look_at = least(look_at, service_now_ms())
      where provider = $1 and (their_id = $2 or account_id = $3)`,
    values: [provider, theirId, account],
  });
}

/** Until one that could not be asked about is asked about again. */
const AGAIN_SECONDS = 60;

/** What the provider says of it now. @returns whether that is news. */
export async function keepState(
  db: Queryable,
  { account, provider }: Pick<Connected, "account" | "provider">,
  said: Pick<Connected, "isPayable" | "wanted" | "stopped">,
): Promise<boolean> {
  const [row] = await db.query<{ isNews: boolean }>({
    name: "keep state of connected account",
    text: `
      update connected_accounts c set is_payable = $3, wanted = $4, stopped = $5, told_at = service_now(),
        changed_at = case when c.is_payable = $3 and c.changed_at is not null then c.changed_at else service_now() end
      from (select * from connected_accounts where account_id = $1 and provider = $2 for no key update) known
      where c.account_id = known.account_id and c.provider = known.provider
      returning (known.is_payable, known.stopped) is distinct from (c.is_payable, c.stopped) as "isNews"`,
    values: [account, provider, said.isPayable, said.wanted, said.stopped],
  });
  return row?.isNews === true;
}

/** It could not be asked about: it will be soon. */
export async function lookLater(
  db: Queryable,
  { account, provider }: Pick<Connected, "account" | "provider">,
): Promise<void> {
  await db.query({
    name: "look at connected account later",
    text: `
      update connected_accounts set look_at = least(look_at, service_now_ms() + ${AGAIN_SECONDS * 1_000})
      where account_id = $1 and provider = $2`,
    values: [account, provider],
  });
}

/**
 * What lies there and went on to the seller's bank, as the provider said it when it was asked at that second; what it said later stays.
 */
export async function keepBooks(
  db: Queryable,
  { account, provider }: Pick<Connected, "account" | "provider">,
  said: {
    readonly available: Cents;
    readonly pending: Cents;
    readonly payouts: readonly BankPayout[];
    readonly at: number;
  },
): Promise<void> {
  await db.query({
    name: "keep books of connected account",
    text: `
      with kept as (
        update connected_accounts set available = $3, pending = $4, books_at = $5
        where account_id = $1 and provider = $2 and coalesce(books_at, 0) <= $5
      )
      insert into bank_payouts as known (account_id, provider, their_id, amount, status, failure, arrives_at, created, told_at)
      select $1, $2, one.their_id, one.amount, one.status, one.failure, one.arrives_at, one.created, $5
      from unnest($6::text[], $7::bigint[], $8::text[], $9::text[], $10::bigint[], $11::bigint[])
        as one (their_id, amount, status, failure, arrives_at, created)
      on conflict (account_id, provider, their_id) do update set status = excluded.status, failure = excluded.failure,
        arrives_at = excluded.arrives_at, told_at = excluded.told_at
      where known.told_at <= excluded.told_at
        and (known.status, known.failure, known.arrives_at) is distinct from (excluded.status, excluded.failure, excluded.arrives_at)`,
    values: [
      account,
      provider,
      said.available,
      said.pending,
      said.at,
      said.payouts.map((one) => one.theirId),
      said.payouts.map((one) => one.amount),
      said.payouts.map((one) => one.status),
      said.payouts.map((one) => one.failure),
      said.payouts.map((one) => one.arrivesAt),
      said.payouts.map((one) => one.created),
    ],
  });
}
