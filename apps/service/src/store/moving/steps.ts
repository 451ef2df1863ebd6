/** What a move asks of the two cells besides their rows. Needs the role that owns the tables. */
import type { AccountId } from "../../domain/ids.js";
import type { Queryable } from "../../platform/database.js";
import { MOVED, type MovedTable, PEOPLE, REBUILT } from "./tables.js";

/** Null where the account is not. */
export async function readMoving(cell: Queryable, account: AccountId): Promise<boolean | null> {
  const rows = await cell.query<{ moving: boolean }>({
    name: "read moving",
    text: "select moving from accounts where id = $1",
    values: [account],
  });
  return rows[0]?.moving ?? null;
}

export async function markMoving(cell: Queryable, account: AccountId, moving: boolean): Promise<void> {
  await cell.query({
    name: "mark moving",
    text: "update accounts set moving = $2 where id = $1 and moving <> $2",
    values: [account, moving],
  });
}

/** The same, locked until the transaction ends; waits for a transaction that has it locked already. */
export async function lockMoving(tx: Queryable, account: AccountId): Promise<boolean | null> {
  const rows = await tx.query<{ moving: boolean }>({
    name: "lock moving",
    text: "select moving from accounts where id = $1 for no key update",
    values: [account],
  });
  return rows[0]?.moving ?? null;
}

/** For the arrival of an account: a second one waits for the end of the first. */
export async function lockArrival(tx: Queryable, account: AccountId): Promise<void> {
  await tx.query({
    name: "lock arrival",
    text: "select pg_advisory_xact_lock(hashtextextended('arrival of ' || $1::text, 0))",
    values: [account],
  });
}

/** The number of the last delivery: it tells which cell the database is of, for each numbers its own. */
export async function readLastDelivery(cell: Queryable): Promise<bigint> {
  const [row] = await cell.query<{ last: string }>({
    name: "read last delivery",
    text: "select last_value as last from webhook_delivery_numbers",
  });
  return BigInt(row?.last ?? 0);
}

/** What the role needs that moves accounts. */
export async function readRights(
  cell: Queryable,
): Promise<{ readonly owns: boolean; readonly writesAsReplica: boolean }> {
  const [row] = await cell.query<{ owns: boolean; replica: boolean }>({
    name: "read rights of mover",
    text: `
      select pg_has_role(relowner, 'usage') as owns,
        has_parameter_privilege('session_replication_role', 'set') as replica
      from pg_class where oid = 'accounts'::regclass`,
  });
  return { owns: row?.owns === true, writesAsReplica: row?.replica === true };
}

/** Rows arrive and go as they are: no trigger posts, counts or refuses, until the end of the transaction. */
export async function asReplica(tx: Queryable): Promise<void> {
  await tx.query({ name: "as replica", text: "set local session_replication_role = replica" });
}

/** Whether claims leave the account out when they choose; its triggers keep each row from them besides. */
export async function holdAccount(cell: Queryable, account: AccountId, isHeld: boolean): Promise<void> {
  await cell.query({
    name: isHeld ? "hold account" : "let account go",
    text: isHeld
      ? "insert into held_accounts (account_id) values ($1) on conflict do nothing"
      : "delete from held_accounts where account_id = $1",
    values: [account],
  });
}

/** What both cells must have in common, as text. */
export async function readSchemaFingerprint(cell: Queryable): Promise<string> {
  const [row] = await cell.query<{ likeness: string }>({
    name: "read likeness of cell",
    text: `
      select coalesce((select string_agg(name || checksum, ',' order by name) from schema_migrations), '') || '/' ||
        coalesce((select string_agg(encode(fingerprint, 'hex'), ',' order by fingerprint) from secret_key_check), '') as likeness`,
  });
  return row?.likeness ?? "";
}

/** Addresses of the account's people that somebody else has in the other cell. */
export async function findTakenAddresses(
  to: Queryable,
  people: readonly { readonly id: string; readonly email: string }[],
): Promise<readonly string[]> {
  const rows = await to.query<{ email: string }>({
    name: "find strangers",
    text: `
      select s.email from sellers s join unnest($1::uuid[], $2::text[]) as given (id, email)
        on given.email = s.email and given.id <> s.id`,
    values: [people.map(({ id }) => id), people.map(({ email }) => email)],
  });
  return rows.map(({ email }) => email);
}

export const readPeople = (
  from: Queryable,
  { where }: MovedTable,
  account: AccountId,
): Promise<readonly { readonly id: string; readonly email: string; readonly signs_in_here: boolean }[]> =>
  from.query({
    name: "read people",
    text: `select id, email, password_hash is not null as signs_in_here from sellers where ${where}`,
    values: [account],
  });

/** What workers have in hand of the account: calls and checks under lease, and notices that wait to be booked. */
export async function countInHand(cell: Queryable, account: AccountId): Promise<number> {
  const [row] = await cell.query<{ count: string }>({
    name: "count in hand",
    text: `
      select (select count(*) from provider_calls where account_id = $1 and leased_until > clock_timestamp())
        + (select count(*) from payout_calls where account_id = $1 and leased_until > clock_timestamp())
        + (select count(*) from endpoint_checks where account_id = $1 and leased_until > clock_timestamp())
        + (select count(*) from provider_notices n where n.status = 'NEW' and n.due_at <= service_now_ms() + 1000
           and exists (
             select 1 from jsonb_array_elements(n.reports) r
             where split_part(r ->> 'reference', '.', 1) in (
               select reference from payments where account_id = $1
               union all select reference::text from refund_parts where account_id = $1
               union all select reference::text from payouts where account_id = $1))) as count`,
    values: [account],
  });
  return Number(row?.count);
}

/** Lanes of the account that a living worker has. */
export async function countLanes(cell: Queryable, account: AccountId): Promise<number> {
  const [row] = await cell.query<{ count: string }>({
    name: "count lanes in hand",
    text: `
      select count(*) from webhook_endpoints e join webhook_workers w on w.id = e.worker
      where e.account_id = $1 and w.alive_until > clock_timestamp()`,
    values: [account],
  });
  return Number(row?.count);
}

const bare = (table: string): string => table.replace(".", "_");

/** A trigger that stands on a table for as long as an account moves. */
type Put = { readonly table: string; readonly trigger: string; readonly text: string };

/** Ids are digits, so they may stand in the text, as they must: a trigger takes no parameters. */
const onRows = (table: MovedTable, account: AccountId, row: "new" | "old"): string =>
  `${row}.${table.name === "accounts" ? "id" : "account_id"} = ${BigInt(account)}`;

/** No worker claims anything more of the account. */
export const holdsOf = (account: AccountId): readonly Put[] =>
  MOVED.flatMap((table) =>
    table.claim === undefined
      ? []
      : [
          {
            table: table.name,
            trigger: `held_${bare(table.name)}_${account}`,
            text: `before update on ${table.name} for each row when (${onRows(table, account, "new")} and ${table.claim})
              execute function skip_while_moving()`,
          },
        ],
  );

const WEBHOOKS = ["webhook_endpoints", "webhook_queue", "webhook_deliveries", "webhook_attempts"];

/** Nobody writes a row of the account. @param part what is sent is recorded to its end, so webhooks come second. */
export const fencesOf = (account: AccountId, part: "state" | "webhooks"): readonly Put[] =>
  MOVED.filter(({ name, fence }) => fence !== "none" && WEBHOOKS.includes(name) === (part === "webhooks")).flatMap(
    (table) =>
      (["insert or update", "delete"] as const).map((verb) => ({
        table: table.name,
        trigger: `${verb === "delete" ? "undeleted" : "fenced"}_${bare(table.name)}_${account}`,
        text: `before ${verb} on ${table.name} for each row when (${onRows(table, account, verb === "delete" ? "old" : "new")})
          execute function ${table.fence === "skipped" ? "skip" : "refuse"}_while_moving()`,
      })),
  );

const waitBriefly = (tx: Queryable): Promise<unknown> =>
  tx.query({ name: "wait briefly", text: "set local lock_timeout = '500ms'" });

/** Waits for those who write to the table now, and keeps nobody else waiting for longer than the lock's bound. */
export async function putTrigger(tx: Queryable, { trigger, text }: Omit<Put, "table">): Promise<void> {
  await waitBriefly(tx);
  await tx.query({ name: `put ${trigger}`, text: `create or replace trigger ${trigger} ${text}` });
}

export async function listTriggers(cell: Queryable, account: AccountId): Promise<readonly Omit<Put, "text">[]> {
  return cell.query({
    name: "list triggers of move",
    text: `
      select tgrelid::regclass::text as table, tgname as trigger from pg_trigger
      where tgname ~ '^(held|fenced|undeleted)_' and tgname like '%\\_' || $1::text`,
    values: [account],
  });
}

export async function dropTrigger(tx: Queryable, { table, trigger }: Omit<Put, "text">): Promise<void> {
  await waitBriefly(tx);
  await tx.query({ name: `drop ${trigger}`, text: `drop trigger if exists ${trigger} on ${table}` });
}

/**
 * Of an account that lived here before: what stayed behind of it, being part of this cell's balances, is nobody's until the rows that
 * arrive were compared.
 */
export async function setKeptAside(tx: Queryable, account: AccountId): Promise<void> {
  await tx.query({
    name: "set kept movements aside",
    text: "update provider_movements set account_id = -account_id where account_id = $1",
    values: [account],
  });
}

/** What stayed behind takes the place of what arrived and is the same. */
async function takeKeptBack(tx: Queryable, account: AccountId): Promise<void> {
  await tx.query({
    name: "drop movements that stayed",
    text: `
      with told as (
        select id, account_id, what, row_number() over (partition by account_id, what order by id) as turn
        from provider_movements m cross join lateral (
          select row(provider, currency, type, reference, amount, payment_id, refund_id, payout_id, round, created)::text as what) as same
        where account_id in ($1, -$1::bigint)
      )
      delete from provider_movements where id in (
        select arrived.id from told arrived join told kept using (what, turn)
        where arrived.account_id = $1 and kept.account_id = -$1::bigint)`,
    values: [account],
  });
  await tx.query({
    name: "take kept movements back",
    text: "update provider_movements set account_id = -account_id where account_id = -$1::bigint",
    values: [account],
  });
}

/** After the rows are there and compared: what this cell makes of them by itself. */
export async function settleArrived(tx: Queryable, account: AccountId): Promise<void> {
  await takeKeptBack(tx, account);
  await tx.query({
    name: "wake arrived lanes",
    text: `
      update webhook_endpoints e set ready_at = (
        select min(q.due_at) from webhook_queue q where q.account_id = e.account_id and q.endpoint_id = e.id)
      where e.account_id = $1 and e.status = 'ENABLED'`,
    values: [account],
  });
  await tx.query({
    name: "index arrived orders",
    text: "insert into search_progress (account_id) values ($1)",
    values: [account],
  });
}

/** Statements are planned for what is there now: the server learns by itself too, but a minute later. */
export async function analyzeArrived(cell: Queryable): Promise<void> {
  const tables = [...PEOPLE, ...MOVED].map(({ name }) => name);
  await cell.query({ name: "analyze arrived", text: `analyze ${tables.join(", ")}` });
}

export async function purgeRebuilt(tx: Queryable, account: AccountId): Promise<void> {
  for (const table of REBUILT)
    await tx.query({ name: `purge ${table}`, text: `delete from ${table} where account_id = $1`, values: [account] });
}

/** Every table of a cell, as the lists name them. */
export async function listTables(cell: Queryable): Promise<readonly string[]> {
  const rows = await cell.query<{ name: string }>({
    name: "list tables of cell",
    text: `
      select case nspname when 'public' then relname else nspname || '.' || relname end as name
      from pg_class c join pg_namespace n on n.oid = relnamespace
      where relkind in ('r', 'p') and nspname in ('public', 'sandbox_bank') order by 1`,
  });
  return rows.map(({ name }) => name);
}
