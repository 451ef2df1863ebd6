/** That buyers were told of every step, and of each once: what the feed tells merchants, beside what the outbox holds. */
import { expect } from "vitest";
import type { Queryable } from "../../src/platform/database.js";

const STEPS = {
  "escrow.created": "order_created",
  "escrow.partially_funded": "order_part_funded",
  "escrow.funded": "order_funded",
  "escrow.milestone.submitted": "delivery_submitted",
  "escrow.milestone.disputed": "dispute_opened",
  "escrow.completed": "order_completed",
  "escrow.cancelled": "order_cancelled",
  "escrow.expired": "order_expired",
} as const;

/** Compares the whole database, order by order; resolves to how many mails there are. */
export async function expectMailOfEachStep(db: Queryable): Promise<number> {
  const rows = await db.query<{ order_id: string; template: string; steps: number; mails: number }>({
    name: "mails beside steps",
    text: `
      with step as (
        select coalesce(object->>'escrow', object->>'id') as order_id, kinds.template, count(*) as count
        from events
        join unnest($1::text[], $2::text[]) as kinds (type, template) on kinds.type = events.type
        cross join lateral (select events.body::jsonb->'data'->'object' as object) shown
        group by 1, 2
        union all
        select escrow_id::text, 'refund_paid', count(*) from refunds where status = 'SUCCEEDED' group by 1
      ),
      mail as (
        select params->>'escrow' as order_id, template, count(*) as count from mails
        where template = any($2::text[] || 'refund_paid'::text) group by 1, 2
      )
      select order_id, template, coalesce(step.count, 0)::integer as steps, coalesce(mail.count, 0)::integer as mails
      from step full join mail using (order_id, template)`,
    values: [Object.keys(STEPS), Object.values(STEPS)],
  });
  expect(rows.filter(({ steps, mails }) => steps !== mails)).toEqual([]);
  return rows.reduce((sum, { mails }) => sum + mails, 0);
}
