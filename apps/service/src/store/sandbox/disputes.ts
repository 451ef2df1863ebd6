/** What payers' banks dispute at the simulated providers; see bank.ts. Whatever changes is told by a notice. */
import type { Cents } from "../../domain/money.js";
import type { Queryable } from "../../platform/database.js";
import { toCents, toNumber } from "../rows.js";

export type BankDispute = {
  /** Of the payment; it has one dispute at most. */
  readonly reference: string;
  readonly stage: "inquiry" | "opened" | "answered" | "won" | "lost";
  readonly reason: string;
  readonly amount: Cents;
  readonly currency: string;
  /** What the provider has asked for it. */
  readonly fee: Cents;
  /** Unix seconds; null once it is decided. */
  readonly answerBy: number | null;
  /** The money has left, and is not back. */
  readonly isTaken: boolean;
  /** What was handed in last; null for nothing. */
  readonly story: string | null;
  /** Names of the files that were handed in with it. */
  readonly files: readonly string[];
};

type Row = Omit<BankDispute, "amount" | "fee" | "answerBy"> & {
  readonly amount: string;
  readonly fee: string;
  readonly answerBy: string | null;
};

export async function findDispute(db: Queryable, provider: string, reference: string): Promise<BankDispute | null> {
  const [row] = await db.query<Row>({
    name: "sandbox find dispute",
    text: `
      select reference, stage, reason, amount, currency, fee, answer_by as "answerBy",
        taken_at is not null and returned_at is null as "isTaken", story, files
      from sandbox_bank.disputes where provider = $1 and reference = $2`,
    values: [provider, reference],
  });
  if (row === undefined) return null;
  return { ...row, amount: toCents(row.amount), fee: toCents(row.fee), answerBy: toNumber(row.answerBy) };
}

type Opening = { readonly reference: string; readonly reason: string; readonly answerWithin: number };

/** The bank asks, and takes nothing; false where there is no payment, nothing is left of it, or it was disputed before. */
export async function inquire(db: Queryable, provider: string, given: Opening): Promise<boolean> {
  const rows = await db.query({
    name: "sandbox inquire",
    text: `
      insert into sandbox_bank.disputes (provider, reference, stage, reason, amount, currency, answer_by, created)
      select provider, reference, 'inquiry', $3, amount - refunded, currency, service_now() + $4::integer, service_now()
      from sandbox_bank.receipts where provider = $1 and reference = $2 and number = 1 and refunded < amount
      on conflict do nothing returning 1`,
    values: [provider, given.reference, given.reason, given.answerWithin],
  });
  return rows.length === 1;
}

/** The bank takes what is left of the payment, whether it asked before or not; false as of {@link inquire}. */
export async function takeBack(
  db: Queryable,
  provider: string,
  given: Opening & { readonly fee: Cents },
): Promise<boolean> {
  const rows = await db.query({
    name: "sandbox take back",
    text: `
      with taken as (
        update sandbox_bank.receipts r set disputed = amount - refunded
        where provider = $1 and reference = $2 and number = 1 and refunded < amount and disputed = 0
          and not exists (
            select 1 from sandbox_bank.disputes d where d.provider = $1 and d.reference = $2 and d.stage <> 'inquiry')
        returning *
      )
      insert into sandbox_bank.disputes as known
        (provider, reference, stage, reason, amount, currency, fee, answer_by, taken_at, created)
      select provider, reference, 'opened', $3, disputed, currency, $5, service_now() + $4::integer, service_now(), service_now()
      from taken
      on conflict (provider, reference) do update set stage = 'opened', amount = excluded.amount, fee = excluded.fee,
        answer_by = excluded.answer_by, taken_at = excluded.taken_at
      returning 1`,
    values: [provider, given.reference, given.reason, given.answerWithin, given.fee],
  });
  return rows.length === 1;
}

/** Won, what was taken comes back; an inquiry can't be lost. False where nothing waits for a decision. */
export async function decide(
  db: Queryable,
  provider: string,
  { reference, outcome }: { readonly reference: string; readonly outcome: "won" | "lost" },
): Promise<boolean> {
  const rows = await db.query({
    name: "sandbox decide dispute",
    text: `
      with decided as (
        update sandbox_bank.disputes set stage = $3, answer_by = null,
          returned_at = case when $3 = 'won' and taken_at is not null then service_now() end
        where provider = $1 and reference = $2 and (stage in ('opened', 'answered') or (stage = 'inquiry' and $3 = 'won'))
        returning *
      ),
      back as (
        update sandbox_bank.receipts r set disputed = 0 from decided d
        where d.returned_at is not null and (r.provider, r.reference, r.number) = (d.provider, d.reference, 1)
      )
      select 1 from decided`,
    values: [provider, reference, outcome],
  });
  return rows.length === 1;
}

/** Takes what is handed in, instead of what was before; false where nothing is waited for, or not any more. */
export async function takeEvidence(
  db: Queryable,
  provider: string,
  given: { readonly reference: string; readonly story: string; readonly files: readonly string[] },
): Promise<boolean> {
  const rows = await db.query({
    name: "sandbox take evidence",
    text: `
      update sandbox_bank.disputes set story = $3, files = $4::text[],
        stage = case stage when 'opened' then 'answered' else stage end
      where provider = $1 and reference = $2 and answer_by > service_now()
      returning 1`,
    values: [provider, given.reference, given.story, given.files],
  });
  return rows.length === 1;
}
