/** What a refund that is asked for looks at: the wallet, what payments have left, and refunds with the same key or reference. */
import type { PaymentId } from "../domain/ids.js";
import { shownRefund } from "../domain/refund-parts.js";
import { ALONE_SECONDS, type EarlierRefund, type RefundFacts, type RefundRequestStatus } from "../domain/refunds.js";
import { type PresentedRoomRow, presentedRoomFrom } from "./payment-rows.js";
import { OWED_BY, WALLET_OF } from "./payouts.js";
import { REFUND_COLUMNS, type RefundRow, refundFromRow } from "./refund-rows.js";
import { toCents } from "./rows.js";

const earlier = (condition: string): string => `
    (select row_to_json(known) from (select ${REFUND_COLUMNS} from refunds r where r.account_id = given.account_id and ${condition}) known)`;

/** What can be taken back of what was sent to the seller's account at the provider that holds their money. */
const RECALLABLE = `coalesce((select sum(p.amount - p.taken_back) from connected_accounts c
      join payout_destinations d on d.account_id = c.account_id and d.kind = 'connected'
      join payouts p on p.account_id = d.account_id and p.destination_id = d.id and p.provider = c.provider
      where c.account_id = given.account_id and p.status = 'PAID'), 0)`;

/** The payments that brought an escrow money, latest first. @param of the columns that name it */
export const sourcesAsJson = (of: { readonly account: string; readonly escrow: string }): string => `
    (select json_agg(json_build_array(p.id, p.provider, p.method, p.created, (p.received - p.given_back - p.charged_back)::text,
       case when p.presented_currency is not null then json_build_array(p.presented_currency, p.presented_step, p.accepted::text,
         p.presented_accepted::text, (p.presented_received - p.presented_given_back - p.presented_charged_back)::text) end)
       order by p.created desc, p.id desc)
     from payments p
     where p.account_id = ${of.account} and p.escrow_id = ${of.escrow} and p.status = 'SUCCEEDED')`;

/** Null where nothing was paid. */
export type SourcesAsJson =
  | readonly (readonly [
      id: PaymentId,
      provider: string,
      method: string,
      created: number,
      room: string,
      presented: PresentedRoomRow | null,
    ])[]
  | null;

export const sourcesFromJson = (rows: SourcesAsJson): RefundFacts["sources"] =>
  (rows ?? []).map(([id, provider, method, paidAt, room, presented]) => ({
    payment: { id, provider },
    method,
    paidAt,
    room: toCents(room),
    presented: presentedRoomFrom(presented),
  }));

/**
 * Of what is `given`: the account_id and id of an escrow, a key, an external_reference, a member who refunds,
 * and the request that a colleague confirms.
 */
export const REFUNDABLE_COLUMNS = `${WALLET_OF("given.account_id")} as wallet,
    greatest(0, (select a.refund_credit from accounts a where a.id = given.account_id) + ${RECALLABLE} - ${OWED_BY("given.account_id")})::text as credit,
    (select a.refund_alone_max from accounts a where a.id = given.account_id)::text as alone_max,
    (select coalesce(sum(r.amount), 0) from refunds r
     where r.account_id = given.account_id and r.member_id = given.member and r.second_id is null
       and r.created > service_now() - ${ALONE_SECONDS})::text as alone_lately,
    (select q.status from refund_requests q where q.account_id = given.account_id and q.escrow_id = given.id and q.id = given.request) as request,
    ${sourcesAsJson({ account: "given.account_id", escrow: "given.id" })} as sources,
    ${earlier("r.idempotency_key = given.key")} as by_key,
    ${earlier("r.external_reference <> '' and r.number is not null and r.external_reference = given.external_reference")} as by_reference`;

export type RefundableRow = {
  readonly wallet: string;
  readonly credit: string;
  readonly alone_max: string | null;
  readonly alone_lately: string;
  readonly request: RefundRequestStatus | null;
  readonly sources: SourcesAsJson;
  readonly by_key: RefundRow | null;
  readonly by_reference: RefundRow | null;
};

export const refundFactsFrom = (row: RefundableRow): RefundFacts => ({
  sources: sourcesFromJson(row.sources),
  wallet: toCents(row.wallet),
  credit: toCents(row.credit),
  alone: { max: row.alone_max === null ? null : toCents(row.alone_max), lately: toCents(row.alone_lately) },
  request: row.request,
  byKey: earlierFrom(row.by_key),
  byReference: earlierFrom(row.by_reference),
});

function earlierFrom(row: RefundRow | null): EarlierRefund | null {
  if (row === null) return null;
  const owed = refundFromRow(row);
  const shown = shownRefund(row.escrow_id, owed);
  return shown === null || owed.refund.asked === null ? null : { requestHash: owed.refund.asked.requestHash, shown };
}
