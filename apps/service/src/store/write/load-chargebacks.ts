/** Loads what units about disputed payments decide on. Their wallets are locked, after the escrows: nobody else spends from them. */
import type { Debt } from "../../domain/chargebacks.js";
import type { AccountId, EscrowId, PaymentId, RefundId } from "../../domain/ids.js";
import type { Facts } from "../../domain/model.js";
import type { Transaction } from "../../platform/database.js";
import { CHARGEBACK, type ChargebackRow } from "../chargebacks.js";
import { PAYMENT_AS_JSON, type PaymentRow, paymentFromRow } from "../payment-rows.js";
import { WALLET_OF } from "../payouts.js";
import { REFUND_COLUMNS, type RefundRow, refundFromRow } from "../refund-rows.js";
import { toCents } from "../rows.js";

/**
 * Who decides on a payout, or on a chargeback, holds the account: nobody else spends from the wallet meanwhile, and nobody
 * stops the account. What is earned meanwhile only adds to it, and waits for nobody; nor does what names the account by a
 * foreign key.
 */
export const lockAccounts = (tx: Transaction, accounts: readonly AccountId[]): Promise<unknown> =>
  tx.query({
    name: "lock accounts",
    text: "select 1 from accounts where id = any($1::bigint[]) order by id for no key update",
    values: [accounts],
  });

type Disputed = { readonly account: AccountId; readonly escrow: EscrowId; readonly payment: PaymentId };

const READ = `
  select p.account_id, p.id, ${PAYMENT_AS_JSON} as payment, p.given_back, p.charged_back,
    p.presented_received - p.presented_given_back - p.presented_charged_back as presented_left, ${WALLET_OF("p.account_id")} as wallet,
    (select json_agg(${CHARGEBACK.asJson} order by c.created, c.id) from chargebacks c
     where c.account_id = p.account_id and c.escrow_id = p.escrow_id) as chargebacks,
    (select json_agg(owed) from (
       select ${REFUND_COLUMNS} from refunds r
       where r.account_id = p.account_id and r.escrow_id = p.escrow_id and exists (
         select 1 from refund_parts given where given.account_id = r.account_id and given.escrow_id = r.escrow_id
           and given.refund_id = r.id and given.payment_id = p.id)
       order by r.created, r.id) owed) as refunds
  from payments p
  where (p.account_id, p.escrow_id, p.id) in (select * from unnest($1::bigint[], $2::uuid[], $3::uuid[]))`;

type Row = {
  readonly account_id: AccountId;
  readonly id: PaymentId;
  readonly payment: PaymentRow;
  readonly given_back: string;
  readonly charged_back: string;
  readonly presented_left: string | null;
  readonly wallet: string;
  readonly chargebacks: readonly ChargebackRow[] | null;
  readonly refunds: readonly RefundRow[] | null;
};

/** The facts of each subject, or none where there is no such payment. */
export async function readChargebacks(
  tx: Transaction,
  of: readonly Disputed[],
): Promise<(account: AccountId, subject: Pick<Disputed, "payment">) => Pick<Facts, "chargeback">> {
  if (of.length === 0) return () => ({});
  const [, rows] = await Promise.all([
    lockAccounts(
      tx,
      of.map(({ account }) => account),
    ),
    tx.query<Row>({
      name: "read chargebacks",
      text: READ,
      values: [of.map(({ account }) => account), of.map(({ escrow }) => escrow), of.map(({ payment }) => payment)],
    }),
  ]);
  return (account, { payment }) => {
    const row = rows.find((one) => one.account_id === account && one.id === payment);
    return row === undefined ? {} : { chargeback: factsFrom(row) };
  };
}

const factsFrom = (row: Row): NonNullable<Facts["chargeback"]> => ({
  payment: paymentFromRow(row.payment),
  givenBack: toCents(row.given_back),
  chargedBack: toCents(row.charged_back),
  presentedLeft: row.presented_left === null ? null : toCents(row.presented_left),
  refunds: (row.refunds ?? []).map(refundFromRow),
  all: (row.chargebacks ?? []).map(CHARGEBACK.fromRow),
  wallet: toCents(row.wallet),
});

/** What is in the wallets of accounts that owe something, and what they owe; locked, as for a payout. */
export async function readPurses(
  tx: Transaction,
  accounts: readonly AccountId[],
): Promise<(account: AccountId) => Pick<Facts, "debt">> {
  if (accounts.length === 0) return () => ({});
  const [, rows] = await Promise.all([
    lockAccounts(tx, accounts),
    tx.query<PurseRow>({
      name: "read purses",
      text: `
        select a.id as account_id, ${WALLET_OF("a.id")} as wallet,
          (select json_agg(${CHARGEBACK.asJson} order by c.created, c.id) from chargebacks c
           where c.account_id = a.id and c.from_owed + c.fee_owed > 0) as chargebacks,
          (select json_agg(json_build_array(r.id, r.escrow_id, r.owed_left::text, r.debt_steps, r.created) order by r.created, r.id)
           from refunds r where r.account_id = a.id and r.owed_left > 0) as refunds
        from accounts a where a.id = any($1::bigint[])`,
      values: [accounts],
    }),
  ]);
  return (account) => {
    const row = rows.find((one) => one.account_id === account);
    return row === undefined ? {} : { debt: { wallet: toCents(row.wallet), debts: debtsFrom(row) } };
  };
}

type PurseRow = {
  readonly account_id: AccountId;
  readonly wallet: string;
  readonly chargebacks: readonly ChargebackRow[] | null;
  readonly refunds:
    | readonly (readonly [id: RefundId, escrow: EscrowId, left: string, steps: number, created: number])[]
    | null;
};

/** Oldest first. */
function debtsFrom({ chargebacks, refunds }: PurseRow): readonly Debt[] {
  const ofRefunds = (refunds ?? []).map(([refund, escrow, left, steps, created]) => ({
    ...{ refund, escrow, steps, created },
    left: toCents(left),
  }));
  return [...(chargebacks ?? []).map(CHARGEBACK.fromRow), ...ofRefunds].sort((a, b) => a.created - b.created);
}

/** What merchants owe, oldest first, so that nobody else pays it meanwhile; leans on the indexes chargebacks_owed and refunds_owing. */
export async function readDebts(
  tx: Transaction,
  accounts: readonly AccountId[],
): Promise<Map<AccountId, readonly Debt[]>> {
  const read = await readPurses(tx, accounts);
  return new Map(accounts.map((account) => [account, read(account).debt?.debts ?? []]));
}
