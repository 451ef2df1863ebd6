/** What operators write in the house's book, each with its line of the audit log: neither stands without the other. */
import { type Currency, formatAmount } from "../../domain/currencies.js";
import type { Operator } from "../../domain/operators.js";
import type { BookedTo, FloatMove, HouseEntry } from "../../domain/reconciliation.js";
import { HOUSE_ACCOUNTS } from "../../domain/reconciliation.js";
import type { Queryable } from "../../platform/database.js";

/** Closes a difference, and books what stood in suspense, in its currency. False when it is not open. */
export async function endDifference(
  db: Queryable,
  operator: Operator,
  given: { readonly id: string; readonly bookedTo: BookedTo; readonly reason: string },
): Promise<boolean> {
  const moved = HOUSE_ACCOUNTS.filter((name) => name !== "suspense")
    .map((name) => `case when $4 = '${name}' then suspense else 0 end`)
    .join(", ");
  const [known] = await db.query<{ amount: string; suspense: string; currency: Currency }>({
    name: "desk: find difference",
    text: "select amount::text as amount, suspense::text as suspense, currency from reconciliation_differences where id = $1",
    values: [given.id],
  });
  if (known === undefined) return false;
  // Neither changes once it was found.
  const [amount, suspense] = [known.amount, known.suspense].map((one) => formatAmount(BigInt(one), known.currency));
  const rows = await db.query({
    name: "desk: close difference",
    text: `
      with closed as (
        update reconciliation_differences set status = 'CLOSED', ended = service_now(), closed_by = $2, reason = $5, booked_to = $4
        where id = $3 and status = 'OPEN'
        returning id, provider, currency, class, suspense
      ),
      cleared as (
        insert into house_entries
          (kind, provider, currency, difference, suspense, ${HOUSE_ACCOUNTS.filter((name) => name !== "suspense").join(", ")}, note, created)
        select 'cleared', provider, currency, id, -suspense, ${moved}, $5, service_now()
        from closed where $4 <> 'suspense' and suspense <> 0
      )
      insert into operator_actions (operator_id, operator, action, subject, before, after, reason, created)
      select $1::uuid, $2, 'close_difference', 'difference ' || id,
        jsonb_build_object('provider', provider, 'class', class, 'amount', $6::text, 'currency', currency, 'in suspense', $7::text),
        jsonb_build_object('booked to', $4::text), $5, service_now()
      from closed returning 1`,
    values: [operator.id, operator.name, given.id, given.bookedTo, given.reason, amount, suspense],
  });
  return rows.length === 1;
}

/** Says who looks into it. False when it is not open. */
export async function lookAfter(
  db: Queryable,
  { id, by }: { readonly id: string; readonly by: string },
): Promise<boolean> {
  const rows = await db.query({
    name: "desk: look after difference",
    text: "update reconciliation_differences set looked_after_by = $2 where id = $1 and status = 'OPEN' returning 1",
    values: [id, by],
  });
  return rows.length === 1;
}

export type NewFloat = {
  /** 'house' for what concerns no provider. */
  readonly provider: string;
  readonly currency: Currency;
  readonly move: FloatMove;
  readonly entry: HouseEntry;
  readonly reason: string;
};

/** An entry of what left, or reached, the bank. */
export async function insertFloat(db: Queryable, operator: Operator, float: NewFloat): Promise<void> {
  const { entry } = float;
  await db.query({
    name: "desk: move float",
    text: `
      with moved as (
        insert into house_entries (kind, provider, currency, in_transit, bank, fees_received, note, created)
        values ('float', $3, $4, $6, $7, $8, $5, service_now())
        returning number, provider, currency
      )
      insert into operator_actions (operator_id, operator, action, subject, after, reason, created)
      select $1::uuid, $2, 'move_float', 'entry ' || number,
        jsonb_build_object('move', $9::text, 'provider', provider, 'currency', currency,
          'bank', $10::text), $5, service_now()
      from moved`,
    values: [
      operator.id,
      operator.name,
      float.provider,
      float.currency,
      float.reason,
      entry.in_transit ?? 0n,
      entry.bank ?? 0n,
      entry.fees_received ?? 0n,
      float.move,
      formatAmount(entry.bank ?? 0n, float.currency),
    ],
  });
}
