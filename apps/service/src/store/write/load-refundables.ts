/** Loads what a refund that is asked for decides on. The wallet is locked, after the escrow: nobody else spends from it. */
import type { AccountId, EscrowId, PaymentId } from "../../domain/ids.js";
import type { Facts } from "../../domain/model.js";
import { type EarlierRefund, type RefundFacts, shownRefund } from "../../domain/refunds.js";
import type { Transaction } from "../../platform/database.js";
import { REFUND_COLUMNS, type RefundRow, refundFromRow } from "../refund-rows.js";
import { toCents } from "../rows.js";
import { lockAccounts, WALLET_OF } from "./load-chargebacks.js";

type Wanted = {
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

type Row = {
  readonly account_id: AccountId;
  readonly escrow_id: EscrowId;
  readonly wallet: string;
  readonly sources:
    | readonly (readonly [id: PaymentId, provider: string, method: string, created: number, room: string])[]
    | null;
  readonly by_key: RefundRow | null;
  readonly by_reference: RefundRow | null;
};

/** The facts of each order that is there. */
export async function readRefundables(
  tx: Transaction,
  of: readonly Wanted[],
): Promise<(account: AccountId, escrow: EscrowId) => Pick<Facts, "refundable">> {
  if (of.length === 0) return () => ({});
  const accounts = of.map(({ account }) => account);
  const [, rows] = await Promise.all([
    lockAccounts(tx, accounts),
    tx.query<Row>({
      name: "read refundables",
      text: READ,
      values: [
        accounts,
        of.map(({ escrow }) => escrow),
        of.map(({ key }) => key),
        of.map(({ externalReference }) => externalReference),
      ],
    }),
  ]);
  return (account, escrow) => {
    const row = rows.find((one) => one.account_id === account && one.escrow_id === escrow);
    return row === undefined ? {} : { refundable: factsFrom(row) };
  };
}

const factsFrom = (row: Row): RefundFacts => ({
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
