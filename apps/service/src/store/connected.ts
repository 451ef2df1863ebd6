/** Accounts that sellers have at the provider which holds their money (0119_connected_accounts.sql). */
import type { Connected } from "../domain/connected.js";
import type { AccountId, DestinationId } from "../domain/ids.js";
import type { CurrentReads, Queryable } from "../platform/database.js";
import { isFree } from "./held.js";
import { NO_ESCROW } from "./payouts.js";
import { toNumber } from "./rows.js";

type Row = Omit<Connected, "toldAt"> & { readonly toldAt: string | null };

/** `c` is the account there. */
const COLUMNS = `c.account_id as account, c.provider, c.reference, c.their_id as "theirId", c.destination_id as destination,
  c.is_payable as "isPayable", c.wanted, c.stopped, c.told_at as "toldAt"`;

const fromRow = (row: Row): Connected => ({ ...row, toldAt: toNumber(row.toldAt) });

/** Null for a seller who was never led to the provider. */
export async function readConnected(db: CurrentReads, account: AccountId, provider: string): Promise<Connected | null> {
  const [row] = await db.read<Row>({
    name: "read connected account",
    text: `select ${COLUMNS} from connected_accounts c where c.account_id = $1 and c.provider = $2`,
    values: [account, provider],
  });
  return row === undefined ? null : fromRow(row);
}

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
    readonly openedBy: string;
  },
): Promise<Opening> {
  const [row] = await db.query<Row & { email: string; name: string }>({
    name: "begin connected account",
    text: `
      with c as (
        insert into connected_accounts as known (account_id, provider, reference, destination_id, opened_by, look_at, created)
        values ($1, $2, $3, $4, $5, service_now_ms(), service_now())
        on conflict (account_id, provider) do update set destination_id = case
          when exists (select 1 from payout_destinations d
            where d.account_id = known.account_id and d.id = known.destination_id and d.removed_at is not null)
          then excluded.destination_id else known.destination_id end,
          opened_by = excluded.opened_by, look_at = least(known.look_at, excluded.look_at)
        returning *
      )
      select ${COLUMNS}, s.email, a.trading_name as name
      from c join accounts a on a.id = c.account_id join sellers s on s.id = c.opened_by`,
    values: [given.account, given.provider, given.reference, given.destination, given.openedBy],
  });
  if (row === undefined) throw new Error("there is no such account, or no such seller");
  return { ...fromRow(row), email: row.email, name: row.name };
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

/** Has the provider asked about it now, by its own id or ours. False for one that is not known. */
export async function lookSoon(
  db: Queryable,
  provider: string,
  by: { readonly theirId: string } | { readonly account: AccountId },
): Promise<boolean> {
  const [column, value] = "theirId" in by ? ["their_id", by.theirId] : ["account_id", by.account];
  const rows = await db.query({
    name: `look at connected account by ${column}`,
    text: `
      update connected_accounts set look_at = least(look_at, service_now_ms())
      where provider = $1 and ${column} = $2 returning 1`,
    values: [provider, value],
  });
  return rows.length > 0;
}

/** Between two questions about an account of which nothing is heard, in seconds. */
const LOOK_SECONDS = 86_400;
/** Until money is looked for again that could not be sent. */
const SEND_SECONDS = 60;
/** For so long after a transfer did not arrive no other is begun. */
const REST_SECONDS = 86_400;

export type DueConnected = Connected & {
  readonly openedBy: string;
  readonly name: string;
  /** Whether its destination was ever added. */
  readonly hasDestination: boolean;
  /** Whether the wallet has something that may go there now, as far as one look tells. */
  readonly hasMoney: boolean;
  /** Whether the provider is to be asked, however lately it was: it told of something. */
  readonly isAsked: boolean;
  /** Unix seconds of the service's clock. */
  readonly now: number;
};

/** Something that may go there now: to a destination that has waited, where no transfer has failed lately. */
const HAS_MONEY = `exists (select 1 from ledger_accounts l where l.account_id = c.account_id and l.kind = 'merchant_wallet'
      and l.escrow_id = ${NO_ESCROW} and l.credits - l.debits >= $3)
    and exists (select 1 from payout_destinations d where d.account_id = c.account_id and d.id = c.destination_id
      and d.removed_at is null and d.usable_at <= (select at from now))
    and not exists (select 1 from payouts p where p.account_id = c.account_id and p.destination_id = c.destination_id
      and p.status in ('FAILED', 'RETURNED', 'CANCELLED') and p.ended_at > (select at from now) - ${REST_SECONDS})`;

/**
 * Accounts at the provider that are to be asked about, or that can be paid and have something in the wallet; each for one worker at
 * a time. Those come due again whatever becomes of it. Leans on connected_accounts_look and connected_accounts_payable.
 *
 * @param least cents that are worth a transfer.
 */
export async function claimConnected(
  db: Queryable,
  provider: string,
  { limit, least }: { readonly limit: number; readonly least: bigint },
): Promise<readonly DueConnected[]> {
  const rows = await db.query<Row & Omit<DueConnected, keyof Connected | "now"> & { now: string }>({
    name: "claim connected accounts",
    text: `
      with now as materialized (select service_now() as at, service_now_ms() as ms),
      due as (
        select c.account_id, c.provider, c.look_at <= (select ms from now) as is_asked from connected_accounts c
        where c.provider = $1 and c.their_id is not null and ${isFree("c.account_id")} and (
          c.look_at <= (select ms from now)
          or c.is_payable and c.send_at <= (select ms from now) and ${HAS_MONEY})
        limit $2 for update skip locked
      ),
      claimed as (
        update connected_accounts c set
          look_at = case when due.is_asked then (select ms from now) + ${LOOK_SECONDS * 1_000} else c.look_at end,
          send_at = (select ms from now) + ${SEND_SECONDS * 1_000}
        from due where c.account_id = due.account_id and c.provider = due.provider
        returning c.*, due.is_asked
      )
      select ${COLUMNS}, c.is_asked as "isAsked", c.opened_by as "openedBy", a.trading_name as name, service_now() as now,
        exists (select 1 from payout_destinations d where d.account_id = c.account_id and d.id = c.destination_id) as "hasDestination",
        ${HAS_MONEY} as "hasMoney"
      from claimed c join accounts a on a.id = c.account_id`,
    values: [provider, limit, least],
  });
  return rows.map(({ now, ...row }) => ({ ...row, ...fromRow(row), now: Number(now) }));
}

/** What the provider says of it now. @returns whether that is news. */
export async function keepState(
  db: Queryable,
  { account, provider }: Pick<Connected, "account" | "provider">,
  said: Pick<Connected, "isPayable" | "wanted" | "stopped">,
): Promise<boolean> {
  const [row] = await db.query<{ isNews: boolean }>({
    name: "keep state of connected account",
    text: `
      update connected_accounts c set is_payable = $3, wanted = $4, stopped = $5, told_at = service_now()
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
      update connected_accounts set look_at = least(look_at, service_now_ms() + ${SEND_SECONDS * 1_000})
      where account_id = $1 and provider = $2`,
    values: [account, provider],
  });
}
