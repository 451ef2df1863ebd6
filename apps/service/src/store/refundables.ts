/** What a refund that is asked for looks at: the wallet, what payments have left, and refunds with the same key or reference. */
import type { AccountId, EscrowId, PaymentId } from "../domain/ids.js";
import { shownRefund } from "../domain/refund-parts.js";
import type { EarlierRefund, RefundFacts } from "../domain/refunds.js";
import type { Queryable } from "../platform/database.js";
import { WALLET_OF } from "./payouts.js";
import { REFUND_COLUMNS, type RefundRow, refundFromRow } from "./refund-rows.js";
import { toCents } from "./rows.js";

export type WantedRefund = {
  readonly account: AccountId;
  readonly escrow: EscrowId;
  readonly key: string | null;
  readonly externalReference: string;
};

const earlier = (condition: string): string => `
    (select row_to_json(known) from (select ${REFUND_COLUMNS} from refunds r where r.account_id = given.account_id and ${condition}) known)`;

const READ = `
  select given.account_id, given.escrow_id, ${WALLET_OF("given.account_id")} as wallet,
    (select json_agg(json_build_array(p.id, p.provider, p.method, p.created, (p.received - p.given_back - p.charged_back)::text)
       order by p.created desc, p.id desc)
     from payments p
     where p.account_id = given.account_id and p.escrow_id = given.escrow_id and p.status = 'SUCCEEDED') as sources,
    ${earlier("r.idempotency_key = given.key")} as by_key,
    ${earlier("r.external_reference <> '' and r.number is not null and r.external_reference = given.external_reference")} as by_reference
  from unnest($1::bigint[], $2::uuid[], $3::text[], $4::text[]) as given (account_id, escrow_id, key, external_reference)`;

export type RefundableRow = {
  readonly account_id: AccountId;
  readonly escrow_id: EscrowId;
  readonly wallet: string;
  readonly sources:
    | readonly (readonly [id: PaymentId, provider: string, method: string, created: number, room: string])[]
    | null;
  readonly by_key: RefundRow | null;
  readonly by_reference: RefundRow | null;
};

/** One row for each order that is asked about. */
export const readRefundableRows = (
  db: Pick<Queryable, "query">,
  of: readonly WantedRefund[],
): Promise<readonly RefundableRow[]> =>
  db.query<RefundableRow>({
    name: "read refundables",
    text: READ,
    values: [
      of.map(({ account }) => account),
      of.map(({ escrow }) => escrow),
      of.map(({ key }) => key),
      of.map(({ externalReference }) => externalReference),
    ],
  });

export const refundFactsFrom = (row: RefundableRow): RefundFacts => ({
  sources: (row.sources ?? []).map(([id, provider, method, paidAt, room]) => ({
    payment: { id, provider },
    method,
    paidAt,
    room: toCents(room),
  })),
  wallet: toCents(row.wallet),
  byKey: earlierFrom(row.by_key),
  byReference: earlierFrom(row.by_reference),
});

function earlierFrom(row: RefundRow | null): EarlierRefund | null {
  if (row === null) return null;
  const owed = refundFromRow(row);
  const shown = shownRefund(row.escrow_id, owed);
  return shown === null || owed.refund.asked === null ? null : { requestHash: owed.refund.asked.requestHash, shown };
}
