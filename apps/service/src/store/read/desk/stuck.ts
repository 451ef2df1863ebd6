/** What came to a halt between us and a payment provider, over all accounts, the oldest first: it waits for an operator. */
import type { Money } from "../../../domain/currencies.js";
import type { AccountId, EscrowId, PaymentId, RefundId } from "../../../domain/ids.js";
import { type Cents, CURRENCY } from "../../../domain/money.js";
import type { Queryable } from "../../../platform/database.js";
import { abroadFrom, type CurrencySum } from "../../abroad.js";
import { toCents } from "../../rows.js";

/** More than that, and something else is wrong. */
const STUCK_SHOWN_MAX = 100;

/** What all of them have in common. */
export type StuckView = {
  readonly account: AccountId;
  readonly sellerCode: string;
  readonly tradingName: string;
  readonly amount: Cents;
  /** What is stuck at its provider, a sum for each currency; null where that is USD alone. */
  readonly there: readonly Money[] | null;
  readonly provider: string;
  /** Ours, which the provider knows it by. */
  readonly reference: string;
  readonly tries: number;
  /** Why the last try came to nothing; "" when nobody knows. */
  readonly error: string;
  readonly created: number;
};

export type ParkedCallView = StuckView & {
  readonly escrow: EscrowId;
  readonly referenceCode: string;
  readonly payment: PaymentId;
  readonly kind: "create" | "cancel" | "look_up";
};

export type FailedRefundView = StuckView & {
  readonly escrow: EscrowId;
  readonly referenceCode: string;
  readonly refund: RefundId;
  readonly reason: "overpaid" | "cancelled" | "declined" | "deadline" | "settled";
  /** Of the parked parts: whether the provider has refused for good, so that another try is a new order. */
  readonly isRefused: boolean;
};

export type ParkedPayoutView = StuckView & {
  readonly payout: string;
  readonly number: number;
  readonly destination: string;
};

type Text<View> = Omit<View, "amount" | "there" | "created"> & {
  readonly amount: string;
  readonly there: readonly CurrencySum[] | null;
  readonly created: string;
};

const fromRow = <View extends StuckView>(row: Text<View>): View =>
  ({
    ...row,
    amount: toCents(row.amount),
    there: abroadFrom(row.there),
    created: Number(row.created),
  }) as unknown as View;

const OWNER = `a.id as account, a.seller_code as "sellerCode", a.trading_name as "tradingName"`;

/** What is to be paid out of the failed parts of the refund `r`. */
const FAILED_SUMS = `(select json_agg(json_build_array(currency, amount::text) order by currency) from (
          select coalesce(p.presented_currency, '${CURRENCY}') as currency,
            sum(coalesce(f.presented - f.presented_charged_back - f.presented_kept, f.amount - f.charged_back - f.kept)) as amount
          from refund_parts f
          join payments p on p.account_id = f.account_id and p.escrow_id = f.escrow_id and p.id = f.payment_id
          where f.account_id = r.account_id and f.escrow_id = r.escrow_id and f.refund_id = r.id and f.status = 'FAILED'
          group by 1) each)`;

/** Leans on the index provider_calls_parked. Refunds are listed by themselves: see {@link listFailedRefunds}. */
export async function listParkedCalls(db: Queryable): Promise<readonly ParkedCallView[]> {
  const rows = await db.query<Text<ParkedCallView>>({
    name: "list parked calls",
    text: `
      select ${OWNER}, c.escrow_id as escrow, e.reference_code as "referenceCode", c.payment_id as payment, c.kind, p.asked as amount,
        json_build_array(json_build_array(coalesce(p.presented_currency, '${CURRENCY}'), coalesce(p.presented_asked, p.asked)::text)) as there,
        c.provider, p.reference, c.tries, coalesce(c.error, '') as error, c.created
      from provider_calls c
      join accounts a on a.id = c.account_id
      join escrows e on e.account_id = c.account_id and e.id = c.escrow_id
      join payments p on p.account_id = c.account_id and p.escrow_id = c.escrow_id and p.id = c.payment_id
      where c.status = 'PARKED' and c.kind <> 'refund'
      order by c.created, c.payment_id, c.kind limit ${STUCK_SHOWN_MAX}`,
  });
  return rows.map((row) => fromRow<ParkedCallView>(row));
}

/** Leans on the index refunds_failed. What is shown of the provider is the parked part's that was tried most often. */
export async function listFailedRefunds(db: Queryable): Promise<readonly FailedRefundView[]> {
  const rows = await db.query<Text<FailedRefundView>>({
    name: "list failed refunds",
    text: `
      select ${OWNER}, r.escrow_id as escrow, e.reference_code as "referenceCode", r.id as refund, r.reason, r.amount,
        ${FAILED_SUMS} as there, part.provider, part.reference, part.tries, coalesce(part.error, '') as error, part.is_refused as "isRefused", r.created
      from refunds r
      join accounts a on a.id = r.account_id
      join escrows e on e.account_id = r.account_id and e.id = r.escrow_id
      cross join lateral (
        select part.reference, part.is_refused, c.provider, c.tries, c.error
        from refund_parts part
        join provider_calls c on c.account_id = part.account_id and c.escrow_id = part.escrow_id
          and c.payment_id = part.payment_id and c.kind = 'refund' and c.refund_id = part.refund_id
        where part.account_id = r.account_id and part.escrow_id = r.escrow_id and part.refund_id = r.id and part.status = 'FAILED'
        order by c.tries desc, part.payment_id limit 1
      ) part
      where r.status = 'FAILED'
      order by r.created, r.account_id, r.id limit ${STUCK_SHOWN_MAX}`,
  });
  return rows.map((row) => fromRow<FailedRefundView>(row));
}

/** Leans on the index payouts_parked. Of a destination the end of its number is shown. */
export async function listParkedPayouts(db: Queryable): Promise<readonly ParkedPayoutView[]> {
  const rows = await db.query<Text<ParkedPayoutView>>({
    name: "list parked payouts",
    text: `
      select ${OWNER}, o.id as payout, o.number::int as number, o.amount,
        json_build_array(json_build_array(coalesce(o.presented_currency, '${CURRENCY}'), coalesce(o.presented_amount, o.amount)::text)) as there,
        o.provider, o.reference, coalesce(c.tries, 0) as tries,
        coalesce(c.error, '') as error, o.created, d.name || ', …' || right(d.number, 4) as destination
      from payouts o
      join accounts a on a.id = o.account_id
      join payout_destinations d on d.account_id = o.account_id and d.id = o.destination_id
      left join payout_calls c on c.account_id = o.account_id and c.payout_id = o.id
      where o.status = 'PARKED'
      order by o.created, o.account_id, o.id limit ${STUCK_SHOWN_MAX}`,
  });
  return rows.map((row) => fromRow<ParkedPayoutView>(row));
}
