/**
 * What operators change about accounts and what waits for providers, and the audits that they ask for. Each verb is one
 * statement that changes and writes the line of the audit log, so that neither stands without the other; what is as it was
 * asked to be already is not changed again, and leaves no line.
 */
import type { VerificationStatus } from "@holdfast/contract";
import type { Limits } from "../../domain/decisions/account-terms.js";
import type { FeeSchedule } from "../../domain/fees.js";
import type { AccountId, EscrowId, KeyId, PaymentId } from "../../domain/ids.js";
import { type Cents, formatMoney } from "../../domain/money.js";
import type { Noted, Operator, OperatorActionKind } from "../../domain/operators.js";
import type { Queryable, Statement } from "../../platform/database.js";
import { accessNoted } from "../security-events.js";
import { sellerMailsSql } from "./mails.js";

/** Whether it was done; `found` is false when there is no such thing at all. */
export type Done = { readonly found: boolean; readonly done: boolean };

/** Who did what, and why. */
export type Line = {
  readonly operator: Operator;
  readonly action: OperatorActionKind;
  readonly account: AccountId;
  readonly reason: string;
  /** The order that it is about; left out for none. */
  readonly escrow?: EscrowId;
};

/** `$1` to `$5` of every statement here. */
export const lineValues = ({ account, operator, action, reason, escrow }: Line): readonly unknown[] => [
  account,
  JSON.stringify({
    id: operator.id,
    second: operator.second?.id,
    name: operator.second?.name,
    approval: operator.second?.approval,
    escrow,
  }),
  operator.name,
  action,
  reason,
];

/** The line, from the CTE `changed` with the columns subject, before and after. */
export const LOGGED = `
  insert into operator_actions
    (operator_id, operator, second_id, second, approval_id, escrow_id, action, account_id, subject, before, after, reason, created)
  select ($2::jsonb ->> 'id')::uuid, $3::text, ($2::jsonb ->> 'second')::uuid, $2::jsonb ->> 'name',
    ($2::jsonb ->> 'approval')::uuid, ($2::jsonb ->> 'escrow')::uuid, $4::text, $1::bigint, changed.subject, changed.before, changed.after, $5::text,
    service_now()
  from changed`;

export async function run(db: Queryable, statement: Statement): Promise<Done> {
  const [row] = await db.query<{ found: string; done: string }>(statement);
  return { found: Number(row?.found) > 0, done: Number(row?.done) > 0 };
}

export const DONE = "select (select count(*) from old) as found, (select count(*) from changed) as done";

const VERIFICATION_TOLD = sellerMailsSql({
  from: "changed",
  account: "$1::bigint",
  kind: "verification",
  template: "'seller_verification_decided'",
  params: "jsonb_build_object('outcome', $6::text, 'reason', $5::text)",
});

/**
 * Decides on an account's verification: the seller reads the reason, on the page and in a mail. @param to.from what it has to be now; null for whatever it is.
 * The row is locked first, so of two who decide at once the second meets what the first made of it.
 */
export function setVerification(
  db: Queryable,
  line: Line,
  to: {
    readonly status: "VERIFIED" | "REJECTED";
    readonly from: VerificationStatus | null;
    /** The submission that was looked at: it has to be the one that waits. Null for none. */
    readonly submission: number | null;
  },
): Promise<Done> {
  return run(db, {
    name: "desk: set verification",
    text: `
      with old as (select id, verification_status from accounts where id = $1 for no key update),
      changed as (
        update accounts a set verification_status = $6,
          verification_reason = case when $6 = 'REJECTED' then $5::text else '' end
        from old
        where a.id = old.id and old.verification_status <> $6 and ($7::text is null or old.verification_status = $7)
          and ($8::integer is null or exists (
            select 1 from verification_submissions s where s.account_id = old.id and s.number = $8 and s.decided_at is null))
        returning '' as subject, jsonb_build_object('verification', old.verification_status) as before,
          jsonb_build_object('verification', a.verification_status) as after
      ),
      logged as (${LOGGED}),
      told as (${VERIFICATION_TOLD})
      ${DONE}`,
    values: [...lineValues(line), to.status, to.from, to.submission],
  });
}

export function setSuspended(db: Queryable, line: Line, suspended: boolean): Promise<Done> {
  return run(db, {
    name: "desk: set suspended",
    text: `
      with old as (select id, suspended from accounts where id = $1 for no key update),
      changed as (
        update accounts a set suspended = $6 from old where a.id = old.id and old.suspended <> $6::boolean
        returning '' as subject, jsonb_build_object('suspended', case when old.suspended then 'yes' else 'no' end) as before,
          jsonb_build_object('suspended', case when a.suspended then 'yes' else 'no' end) as after
      ),
      logged as (${LOGGED})
      ${DONE}`,
    values: [...lineValues(line), suspended],
  });
}

/** Amounts as the contract writes money. */
const dollars = (column: string): string => `to_char(${column} / 100.0, 'FM999999999999990.00')`;

const feesOf = (row: string): string => `
  case when ${row}.fee_basis_points is null then jsonb_build_object('fees', 'of the deployment') else jsonb_build_object(
    'fees', 'own', 'basis points', ${row}.fee_basis_points::text, 'fixed', ${dollars(`${row}.fee_fixed`)},
    'minimum', ${dollars(`${row}.fee_min`)}, 'maximum', ${dollars(`${row}.fee_max`)}) end`;

/** @param fees null for those of the deployment. Sessions bear the fees that they were made with. */
export function setFees(db: Queryable, line: Line, fees: FeeSchedule | null): Promise<Done> {
  return run(db, {
    name: "desk: set fees",
    text: `
      with old as (
        select id, fee_basis_points, fee_fixed, fee_min, fee_max from accounts where id = $1 for no key update
      ),
      changed as (
        update accounts a set fee_basis_points = $6, fee_fixed = $7, fee_min = $8, fee_max = $9 from old
        where a.id = old.id and (old.fee_basis_points, old.fee_fixed, old.fee_min, old.fee_max)
          is distinct from ($6::integer, $7::bigint, $8::bigint, $9::bigint)
        returning '' as subject, ${feesOf("old")} as before, ${feesOf("a")} as after
      ),
      logged as (${LOGGED})
      ${DONE}`,
    values: [
      ...lineValues(line),
      fees?.basisPoints ?? null,
      fees?.fixed ?? null,
      fees?.min ?? null,
      fees === null ? null : fees.max,
    ],
  });
}

export function setLimits(db: Queryable, line: Line, { dailyMax, refundCredit }: Limits): Promise<Done> {
  const shown = (row: string): string =>
    `jsonb_build_object('payouts a day', coalesce(${dollars(`${row}.payout_daily_max`)}, 'of the deployment'),
       'refunds on credit', ${dollars(`${row}.refund_credit`)})`;
  return run(db, {
    name: "desk: set limits",
    text: `
      with old as (select id, payout_daily_max, refund_credit from accounts where id = $1 for no key update),
      changed as (
        update accounts a set payout_daily_max = $6, refund_credit = $7 from old
        where a.id = old.id and (old.payout_daily_max, old.refund_credit) is distinct from ($6::bigint, $7::bigint)
        returning '' as subject, ${shown("old")} as before, ${shown("a")} as after
      ),
      logged as (${LOGGED})
      ${DONE}`,
    values: [...lineValues(line), dailyMax, refundCredit],
  });
}

export type ParkedCall = {
  readonly escrow: EscrowId;
  readonly payment: PaymentId;
  /** Refunds have a life of their own: they are tried again through the executor. */
  readonly kind: "create" | "cancel" | "look_up";
};

/** A parked call begins anew: whichever worker looks next makes it. */
export function reopenCall(db: Queryable, line: Line, call: ParkedCall): Promise<Done> {
  return run(db, {
    name: "desk: reopen call",
    text: `
      with old as (
        select account_id, escrow_id, payment_id, kind, refund_id, provider, status, tries, error from provider_calls
        where account_id = $1 and escrow_id = $6 and payment_id = $7 and kind = $8 and kind <> 'refund' for update
      ),
      changed as (
        update provider_calls c set status = 'OPEN', due_at = service_now_ms(), tries = 0, leased_until = null, silent = 0,
          said = null, said_at = null
        from old join payments p on (p.account_id, p.escrow_id, p.id) = (old.account_id, old.escrow_id, old.payment_id)
        where (c.account_id, c.escrow_id, c.payment_id, c.kind, c.refund_id)
            = (old.account_id, old.escrow_id, old.payment_id, old.kind, old.refund_id) and old.status = 'PARKED'
        returning p.reference as subject,
          jsonb_build_object('call', old.kind, 'provider', old.provider, 'state', 'parked', 'tries', old.tries::text,
            'error', old.error) as before,
          jsonb_build_object('state', 'open') as after
      ),
      logged as (${LOGGED})
      ${DONE}`,
    values: [...lineValues(line), call.escrow, call.payment, call.kind],
  });
}

/** What a provider told waits for nobody any more, and a worker that holds it says nothing. False when it does not wait. */
export async function closeNotice(
  db: Queryable,
  operator: Operator,
  { notice, reason }: { readonly notice: string; readonly reason: string },
): Promise<boolean> {
  const rows = await db.query({
    name: "desk: close notice",
    text: `
      with old as (
        select id, provider, notice_id, status, error from provider_notices
        where id = $3 and status in ('UNNAMED', 'PARKED') for update
      ),
      closed as (
        update provider_notices n set status = 'CLOSED', due_at = null, leased_until = null from old where n.id = old.id
      )
      insert into operator_actions (operator_id, operator, action, subject, before, after, reason, created)
      select $1::uuid, $2, 'close_notice', 'notice ' || notice_id,
        jsonb_build_object('provider', provider, 'state', lower(status), 'error', error),
        jsonb_build_object('state', 'closed'), $4, service_now()
      from old returning 1`,
    values: [operator.id, operator.name, notice, reason],
  });
  return rows.length === 1;
}

/** An audit of the ledger is wanted now. Done is false when one is asked for, or under way, already. */
export async function askForAudit(db: Queryable, operator: Operator): Promise<boolean> {
  const rows = await db.query({
    name: "desk: ask for audit",
    text: `
      with asked as (
        update ledger_audits set due_at = clock_timestamp(), asked_by = $2
        where status = 'WAITING' and due_at > clock_timestamp() returning id
      )
      insert into operator_actions (operator_id, operator, action, subject, reason, created)
      select $1::uuid, $2, 'run_audit', 'audit ' || id, '', service_now() from asked
      returning 1`,
    values: [operator.id, operator.name],
  });
  return rows.length === 1;
}

/** Whose key it is; null when there is no such key. */
export async function accountOfKey(db: Queryable, id: KeyId): Promise<AccountId | null> {
  const rows = await db.query<{ account: AccountId }>({
    name: "account of key",
    text: "select account_id as account from api_keys where id = $1",
    values: [id],
  });
  return rows[0]?.account ?? null;
}

/** Revokes a key, whose ever it is, and tells whose; revoking it again changes nothing. Null when there is no such key. */
export async function revokeAnyKey(db: Queryable, operator: Operator, id: KeyId): Promise<AccountId | null> {
  const rows = await db.query<{ account: AccountId }>({
    name: "desk: revoke key",
    text: `
      with revoked as (
        update api_keys set revoked_at = service_now() where id = $3 and revoked_at is null
        returning account_id, last_four
      ),
      logged as (
        insert into operator_actions (operator_id, operator, action, account_id, subject, before, after, reason, created)
        select $1::uuid, $2, 'revoke_key', account_id, 'key ending in ' || last_four, '{"key": "active"}',
          '{"key": "revoked"}', '', service_now() from revoked
      ),${accessNoted({
        kind: "key_revoked",
        from: "revoked",
        account: "revoked.account_id",
        subject: "'key ending in ' || revoked.last_four",
        actor: "jsonb_build_object('seller', $1::uuid, 'network', '', 'user_agent', 'operators')",
      })}
      select account_id as account from api_keys where id = $3`,
    values: [operator.id, operator.name, id],
  });
  return rows[0]?.account ?? null;
}

/** What an operator looked for, and how many things were found. */
export async function insertSearch(
  db: Queryable,
  operator: Operator,
  { typed, found }: { readonly typed: string; readonly found: number },
): Promise<void> {
  await db.query({
    name: "desk: note search",
    text: `
      insert into operator_actions (operator_id, operator, action, subject, after, reason, created)
      values ($1::uuid, $2, 'search', $3, jsonb_build_object('found', $4::text), '', service_now())`,
    values: [operator.id, operator.name, typed, String(found)],
  });
}

/** Opening a page again within so many seconds is one look at it. */
const ONE_LOOK_SECONDS = 3_600;

/** That an operator opened an order. Leans on the index operator_actions_opened. */
export async function insertOpened(
  db: Queryable,
  operator: Operator,
  order: { readonly account: AccountId; readonly escrow: EscrowId; readonly reference: string },
): Promise<void> {
  await db.query({
    name: "desk: note opened",
    text: `
      insert into operator_actions (operator_id, operator, action, account_id, escrow_id, subject, reason, created)
      select $1::uuid, $2, 'open_order', $3::bigint, $4::uuid, $5, '', service_now()
      where not exists (
        select 1 from operator_actions
        where action = 'open_order' and operator_id = $1::uuid and account_id = $3::bigint and escrow_id = $4::uuid
          and created > service_now() - ${ONE_LOOK_SECONDS})`,
    values: [operator.id, operator.name, order.account, order.escrow, order.reference],
  });
}

/** For lines of what goes through the executor. */
export const noted = (values: Readonly<Record<string, Cents | string>>): Noted =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === "bigint" ? formatMoney(value) : value]),
  );
