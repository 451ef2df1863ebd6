/** Notes of a seller's team about its orders. */
import type { AccountId, EscrowId, NoteId } from "../../domain/ids.js";
import type { Queryable } from "../../platform/database.js";

export type NewNote = {
  readonly account: AccountId;
  readonly escrow: EscrowId;
  readonly id: NoteId;
  readonly author: string;
  readonly text: string;
};

/** One that is there already stays as it is. @throws a violation of order_notes_hundred where the order has enough. */
export async function insertNote(db: Queryable, { account, escrow, id, author, text }: NewNote): Promise<void> {
  await db.query({
    name: "insert note",
    text: `
      insert into order_notes (account_id, id, escrow_id, author_id, text, created)
      select e.account_id, $3, e.id, $4, $5, service_now() from escrows e where e.account_id = $1 and e.id = $2
        and not exists (select 1 from order_notes n where n.account_id = $1 and n.id = $3)
      on conflict (account_id, id) do nothing`,
    values: [account, escrow, id, author, text],
  });
}

/** @param by whose it has to be; null takes anybody's. False where there is no such note of the order. */
export async function deleteNote(
  db: Queryable,
  { account, escrow, id, by }: Omit<NewNote, "author" | "text"> & { readonly by: string | null },
): Promise<boolean> {
  const rows = await db.query({
    name: "delete note",
    text: `
      delete from order_notes
      where account_id = $1 and escrow_id = $2 and id = $3 and ($4::uuid is null or author_id = $4) returning 1`,
    values: [account, escrow, id, by],
  });
  return rows.length === 1;
}
