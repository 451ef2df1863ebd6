/**
 * What providers have told us: written down once, before anybody books it, and booked by the worker that claims it. What names
 * nobody stays, and what a person has to look at does too.
 */
import type { Queryable } from "../../platform/database.js";

export type NewNotice = {
  readonly provider: string;
  /** The provider's own, or the hash of the body. */
  readonly noticeId: string;
  /** What it says, as it will be booked. Amounts are kept as text. */
  readonly reports: readonly object[];
  readonly body: Buffer;
};

/** False when it had been written down before. */
export async function keepNotice(db: Queryable, { provider, noticeId, reports, body }: NewNotice): Promise<boolean> {
  const rows = await db.query<{ id: string }>({
    name: "keep provider notice",
    text: `
      insert into provider_notices (provider, notice_id, reports, body, received, due_at)
      values ($1, $2, $3::jsonb, $4, service_now(), service_now_ms())
      on conflict (provider, notice_id) do nothing returning id`,
    values: [
      provider,
      noticeId,
      JSON.stringify(reports, (_key, value: unknown) => (typeof value === "bigint" ? String(value) : value)),
      body,
    ],
  });
  return rows.length > 0;
}

/** The same of one that can't be read: it waits for a person from the beginning, with its bytes. */
export async function parkNotice(
  db: Queryable,
  { provider, noticeId, body, error }: Omit<NewNotice, "reports"> & { readonly error: string },
): Promise<boolean> {
  const rows = await db.query<{ id: string }>({
    name: "park provider notice",
    text: `
      insert into provider_notices (provider, notice_id, reports, body, received, status, error)
      values ($1, $2, '[]', $3, service_now(), 'PARKED', $4)
      on conflict (provider, notice_id) do nothing returning id`,
    values: [provider, noticeId, body, error],
  });
  return rows.length > 0;
}

export type ClaimedNotice = {
  readonly id: string;
  readonly provider: string;
  /** Which try this is, from 1. */
  readonly tries: number;
  readonly reports: unknown;
};

/** Those that have been due longest; ours for half a minute of real time. Leans on the index provider_notices_due. */
export function claimProviderNotices(db: Queryable, limit: number): Promise<readonly ClaimedNotice[]> {
  return db.query<ClaimedNotice>({
    name: "claim provider notices",
    text: `
      with due as (
        select id from provider_notices
        where due_at <= (select service_now_ms()) and (leased_until is null or leased_until < clock_timestamp())
        order by due_at, id limit $1
        for update skip locked
      )
      update provider_notices n set leased_until = clock_timestamp() + interval '30 seconds', tries = n.tries + 1
      from due where n.id = due.id
      returning n.id, n.provider, n.tries, n.reports`,
    values: [limit],
  });
}

export type NoticeSettled = {
  readonly status: "NEW" | "BOOKED" | "UNNAMED" | "PARKED";
  readonly error: string | null;
  /** Of the service's clock; null when it is not looked at again. */
  readonly afterSeconds: number | null;
};

/** Says nothing when somebody else has claimed it since. */
export async function settleProviderNotice(
  db: Queryable,
  { id, tries }: Pick<ClaimedNotice, "id" | "tries">,
  { status, error, afterSeconds }: NoticeSettled,
): Promise<void> {
  await db.query({
    name: "settle provider notice",
    text: `
      update provider_notices set status = $3, error = $4, leased_until = null,
        due_at = service_now_ms() + $5::bigint * 1000
      where id = $1 and tries = $2 and leased_until is not null`,
    values: [id, tries, status, error, afterSeconds],
  });
}

/**
 * What is named is looked up now; what is being looked up, once more behind that, however often it is named meanwhile: anybody may say
 * that it should be. What is over is looked at once more: money may have come of a payment, and a refund or a payout that was paid may
 * have come back. A look that is asked for is never the first of its payment, which is left out of one that is over.
 */
export async function bringForward(
  db: Queryable,
  { provider, about, reference }: { readonly provider: string; readonly about: string; readonly reference: string },
): Promise<boolean> {
  const rows = await db.query<{ moved: string }>({
    name: "bring look-up forward",
    text: `
      with payment as (
        select p.account_id, p.escrow_id, p.id, p.status in ('SUCCEEDED', 'FAILED') as is_over from payments p
        where $2 = 'payment' and p.reference = $3 and p.provider = $1
      ),
      part as (
        select part.account_id, part.escrow_id, part.payment_id, part.refund_id, part.status = 'SUCCEEDED' as is_paid from refund_parts part
        where $2 = 'refund' and part.reference::text = $3 and part.reference = $4::uuid
      ),
      payout as (
        select account_id, id, status = 'PAID' as is_paid from payouts where $2 = 'payout' and reference = $4::uuid and provider = $1
      ),
      calls as (
        update provider_calls c set status = 'OPEN', due_at = least(c.due_at, service_now_ms()),
          tries = case when named.is_over then greatest(c.tries, 1) else c.tries end,
          again = coalesce(c.leased_until >= clock_timestamp(), false)
        from (
          select account_id, escrow_id, id as payment_id, 'look_up' as kind, '00000000-0000-0000-0000-000000000000'::uuid as refund_id,
            true as is_again, is_over
          from payment
          union all
          select account_id, escrow_id, payment_id, 'refund', refund_id, is_paid, false from part
        ) named
        where (c.account_id, c.escrow_id, c.payment_id, c.kind, c.refund_id)
          = (named.account_id, named.escrow_id, named.payment_id, named.kind, named.refund_id)
          and c.provider = $1 and (c.status = 'OPEN' or (c.status = 'DONE' and named.is_again))
        returning 1
      ),
      paying as (
        update payout_calls c set status = 'OPEN', due_at = least(c.due_at, service_now_ms()),
          again = coalesce(c.leased_until >= clock_timestamp(), false)
        from payout where c.account_id = payout.account_id and c.payout_id = payout.id
          and (c.status = 'OPEN' or (c.status = 'DONE' and payout.is_paid))
        returning 1
      )
      select (select count(*) from calls) + (select count(*) from paying) as moved`,
    values: [provider, about, reference, UUID.test(reference) ? reference : null],
  });
  return Number(rows[0]?.moved) > 0;
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** How many went; those that were received longest ago first. Leans on the index provider_notices_old. */
export async function forgetNotices(
  db: Queryable,
  { days, limit }: { readonly days: number; readonly limit: number },
): Promise<number> {
  const rows = await db.query<{ gone: string }>({
    name: `forget provider notices, ${limit}`,
    text: `
      with gone as (
        delete from provider_notices where id in (
          select id from provider_notices where received < service_now() - $1::bigint * 86400 order by received limit ${limit})
        returning 1
      )
      select count(*) as gone from gone`,
    values: [days],
  });
  return Number(rows[0]?.gone);
}
