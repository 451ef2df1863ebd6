/** Writes what buyers say of payments by rails of the operator's own. */
import { PROOF_FILES_MAX } from "../../domain/claims.js";
import type { NewEvidence } from "../../domain/evidence.js";
import type { AccountId, EscrowId, PaymentId } from "../../domain/ids.js";
import type { Queryable } from "../../platform/database.js";

/**
 * The claim and its files, or nothing: one statement. `full`: the order has as many files as it may. `over`: nothing is waited for
 * any more, or there is nothing new to say.
 */
export async function writeClaim(
  db: Queryable,
  { account, escrow, payment }: { readonly account: AccountId; readonly escrow: EscrowId; readonly payment: PaymentId },
  files: readonly NewEvidence[],
): Promise<"claimed" | "full" | "over"> {
  const rows = files.map(
    (_, at) => `($${at * 4 + 4}::uuid, $${at * 4 + 5}::text, $${at * 4 + 6}::text, $${at * 4 + 7}::bytea)`,
  );
  const [row] = await db.query<{ is_full: boolean; claimed: boolean }>({
    name: `claim payment with ${files.length} files`,
    text: `
      with asked as (
        select p.account_id, p.escrow_id, p.id, p.provider, p.reference from payments p
        where p.account_id = $1 and p.escrow_id = $2 and p.id = $3 and p.status in ('CREATED', 'PENDING')
      ),
      room as (
        select count(*) + ${files.length} <= ${PROOF_FILES_MAX} as is_there from payment_proofs f
        where f.account_id = $1 and f.escrow_id = $2
      ),
      claimed as (
        update rail_payments r set claimed_at = service_now(), refused_at = null, refusal = null
        from asked, room
        where r.provider = asked.provider and r.reference = asked.reference and r.closed_at is null and room.is_there
          and (r.claimed_at is null or r.refused_at is not null or ${files.length > 0})
        returning asked.account_id, asked.escrow_id, asked.id
      )${
        files.length === 0
          ? ""
          : `,
      written as (
        insert into payment_proofs (account_id, escrow_id, payment_id, id, name, type, content, created)
        select claimed.account_id, claimed.escrow_id, claimed.id, f.id, f.name, f.type, f.content, service_now()
        from claimed, (values ${rows.join(", ")}) as f (id, name, type, content)
      )`
      }
      select not room.is_there as is_full, exists (select 1 from claimed) as claimed from room`,
    values: [
      account,
      escrow,
      payment,
      ...files.flatMap(({ id, name, type, content }) => [
        id,
        name,
        type,
        Buffer.from(content.buffer, content.byteOffset, content.byteLength),
      ]),
    ],
  });
  if (row?.claimed === true) return "claimed";
  return row?.is_full === true ? "full" : "over";
}
