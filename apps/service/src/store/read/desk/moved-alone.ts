/** What one operator has moved without a second one, as the database counts it when it decides whether another has to confirm. */
import type { AccountId, EscrowId } from "../../../domain/ids.js";
import { type MovedAlone, NOTHING_ALONE } from "../../../domain/operators.js";
import type { Queryable } from "../../../platform/database.js";
import { toCents } from "../../rows.js";

/** Something that an operator may be about to move. */
type About = { readonly account: AccountId; readonly escrow: EscrowId | null };

/** For each of `about`, in their order. Leans on the index operator_actions_moved. */
export async function readMovedAlone(
  db: Queryable,
  operator: string,
  about: readonly About[],
): Promise<readonly MovedAlone[]> {
  if (about.length === 0) return [];
  const rows = await db.query<{ in_order: string; in_account: string }>({
    name: "read moved alone",
    text: `
      select alone.in_order, alone.in_account
      from unnest($2::bigint[], $3::uuid[]) with ordinality as given (account_id, escrow_id, place)
      cross join lateral moved_alone($1::uuid, given.account_id, given.escrow_id) as alone order by given.place`,
    values: [operator, about.map(({ account }) => account), about.map(({ escrow }) => escrow)],
  });
  return about.map((_, index) => {
    const row = rows[index];
    return row === undefined ? NOTHING_ALONE : { inOrder: toCents(row.in_order), inAccount: toCents(row.in_account) };
  });
}
