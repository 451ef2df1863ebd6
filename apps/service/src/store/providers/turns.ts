/** Whose turn it is to ask a provider for a refund, where it pays a payment back once at a time. All processes share them. */
import type { Queryable } from "../../platform/database.js";

export type Turn = { readonly provider: string; readonly reference: string; readonly holder: string };

/** False while somebody else has it. It ends by itself, should the process that has it die. */
export async function takeTurn(db: Queryable, { provider, reference, holder }: Turn): Promise<boolean> {
  const rows = await db.query({
    name: "take refund turn",
    text: `
      insert into refund_turns as known (provider, reference, holder, held_until)
      values ($1, $2, $3, clock_timestamp() + interval '30 seconds')
      on conflict (provider, reference) do update set holder = excluded.holder, held_until = excluded.held_until
        where known.held_until < clock_timestamp()
      returning holder`,
    values: [provider, reference, holder],
  });
  return rows.length > 0;
}

export async function endTurn(db: Queryable, { provider, reference, holder }: Turn): Promise<void> {
  await db.query({
    name: "end refund turn",
    text: "delete from refund_turns where provider = $1 and reference = $2 and holder = $3",
    values: [provider, reference, holder],
  });
}
