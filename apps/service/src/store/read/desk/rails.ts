/** Rails of the operator's own, as operators work on them. Pages take at most a hundred rows of each list: what waits longest. */
import type { Currency } from "../../../domain/currencies.js";
import type { EvidenceType } from "../../../domain/evidence.js";
import type { AccountId, EscrowId, EvidenceId, PaymentId } from "../../../domain/ids.js";
import type { Cents } from "../../../domain/money.js";
import type { PaymentStatus } from "../../../domain/states.js";
import type { Queryable } from "../../../platform/database.js";
import { bankReferenceOf, IS_REVERSED, plainText, whyNear } from "../../rail-near.js";
import { WORTH_OF_PART } from "../../rail-orders.js";
import { toCents, toNumber } from "../../rows.js";

/** A payment that is expected on a rail. Times are Unix seconds. */
export type ExpectedView = {
  readonly provider: string;
  readonly reference: string;
  readonly account: AccountId;
  readonly escrow: EscrowId;
  readonly payment: PaymentId;
  readonly sellerCode: string;
  readonly tradingName: string;
  readonly referenceCode: string;
  readonly buyer: string;
  /** What its payer was asked for, in the rail's currency; and the same in USD. */
  readonly asked: Cents;
  readonly currency: Currency;
  readonly askedUsd: Cents;
  readonly status: PaymentStatus;
  readonly created: number;
  readonly fundingDeadline: number;
  readonly claimedAt: number | null;
  readonly refusal: string | null;
  readonly closedAt: number | null;
  readonly files: number;
};

type Row = Omit<ExpectedView, "asked" | "askedUsd" | "created" | "fundingDeadline" | "claimedAt" | "closedAt"> & {
  readonly asked: string;
  readonly askedUsd: string;
  readonly created: string;
  readonly fundingDeadline: string;
  readonly claimedAt: string | null;
  readonly closedAt: string | null;
};

const SELECT = `
  select r.provider, r.reference, p.account_id as account, p.escrow_id as escrow, p.id as payment, a.seller_code as "sellerCode",
    a.trading_name as "tradingName", e.reference_code as "referenceCode", e.buyer_email as buyer,
    coalesce(p.presented_asked, p.asked) as asked, p.asked as "askedUsd", r.currency, p.status, r.created,
    e.funding_deadline as "fundingDeadline", r.claimed_at as "claimedAt", r.refusal, r.closed_at as "closedAt", (
      select count(*)::int from payment_proofs f
      where f.account_id = p.account_id and f.escrow_id = p.escrow_id and f.payment_id = p.id) as files
  from rail_payments r
  join payments p on p.provider = r.provider and p.reference = r.reference
  join accounts a on a.id = p.account_id
  join escrows e on e.account_id = p.account_id and e.id = p.escrow_id`;

const fromRow = ({ asked, askedUsd, created, fundingDeadline, claimedAt, closedAt, ...row }: Row): ExpectedView => ({
  ...row,
  asked: toCents(asked),
  askedUsd: toCents(askedUsd),
  created: Number(created),
  fundingDeadline: Number(fundingDeadline),
  claimedAt: toNumber(claimedAt),
  closedAt: toNumber(closedAt),
});

export const SHOWN_MAX = 100;

/** Those that buyers say they made, the longest ago first. Leans on the index rail_payments_claimed. */
export async function listClaimed(db: Queryable): Promise<readonly ExpectedView[]> {
  const rows = await db.query<Row>({
    name: "desk: list claimed payments",
    text: `${SELECT} where r.closed_at is null and r.claimed_at is not null and r.refused_at is null
      order by r.claimed_at, r.reference limit ${SHOWN_MAX}`,
  });
  return rows.map(fromRow);
}

/** The others that wait, the newest first. Leans on the index rail_payments_open. */
export async function listExpected(db: Queryable): Promise<readonly ExpectedView[]> {
  const rows = await db.query<Row>({
    name: "desk: list expected payments",
    text: `${SELECT} where r.closed_at is null and (r.claimed_at is null or r.refused_at is not null)
      order by r.created desc, r.reference limit ${SHOWN_MAX}`,
  });
  return rows.map(fromRow);
}

/** By what somebody typed of a reference, in any spelling; also those that wait no more. Leans on the index rail_payments_key. */
export async function findByKey(db: Queryable, key: string): Promise<readonly ExpectedView[]> {
  const rows = await db.query<Row>({
    name: "desk: find rail payment",
    text: `${SELECT} where r.key = $1 order by r.provider limit ${SHOWN_MAX}`,
    values: [key],
  });
  return rows.map(fromRow);
}

export type ReceiptView = {
  readonly receipt: number;
  readonly amount: Cents;
  readonly day: number;
  readonly bankReference: string;
  readonly bookedBy: string;
  readonly created: number;
  /** The payment that it was booked as; null for a moment, until it is. */
  readonly payment: PaymentId | null;
  /** It was taken back. */
  readonly isReversed: boolean;
};

type ProofView = {
  readonly id: EvidenceId;
  readonly name: string;
  readonly type: EvidenceType;
  readonly bytes: number;
};

export type ReceiptsOf = {
  readonly expected: ExpectedView;
  readonly receipts: readonly ReceiptView[];
  readonly proofs: readonly ProofView[];
};

/** Null for a payment that did not come by a rail. */
export async function findReceipts(
  db: Queryable,
  {
    sellerCode,
    escrow,
    payment,
  }: { readonly sellerCode: string; readonly escrow: EscrowId; readonly payment: PaymentId },
): Promise<ReceiptsOf | null> {
  const [row] = await db.query<Row>({
    name: "desk: find expected payment",
    text: `${SELECT} where a.seller_code = $1 and p.escrow_id = $2 and p.id = $3`,
    values: [sellerCode, escrow, payment],
  });
  if (row === undefined) return null;
  const expected = fromRow(row);
  const { account, provider, reference } = expected;
  const [receipts, proofs] = await Promise.all([
    db.query<Omit<ReceiptView, "amount" | "created"> & { amount: string; created: string }>({
      name: "desk: list receipts",
      text: `
        select c.receipt, c.amount, c.day, c.bank_reference as "bankReference", c.booked_by as "bookedBy", c.created, p.id as payment,
          ${IS_REVERSED} as "isReversed"
        from rail_receipts c
        left join payments p on p.account_id = $1 and p.provider = c.provider and p.status = 'SUCCEEDED'
          and p.reference = c.reference || case when c.receipt = 1 then '' else '.' || c.receipt end
        where c.provider = $2 and c.reference = $3 order by c.receipt`,
      values: [account, provider, reference],
    }),
    db.query<ProofView>({
      name: "desk: list proofs",
      text: `
        select id, name, type, octet_length(content) as bytes from payment_proofs
        where account_id = $1 and escrow_id = $2 and payment_id = $3 order by id`,
      values: [account, escrow, payment],
    }),
  ]);
  return {
    expected,
    receipts: receipts.map((one) => ({ ...one, amount: toCents(one.amount), created: Number(one.created) })),
    proofs,
  };
}

/** The file itself; null where there is none. */
export async function findProof(
  db: Queryable,
  given: {
    readonly sellerCode: string;
    readonly escrow: EscrowId;
    readonly payment: PaymentId;
    readonly id: EvidenceId;
  },
): Promise<{ readonly name: string; readonly type: string; readonly content: Buffer } | null> {
  const [row] = await db.query<{ name: string; type: string; content: Buffer }>({
    name: "desk: find proof",
    text: `
      select f.name, f.type, f.content from payment_proofs f join accounts a on a.id = f.account_id
      where a.seller_code = $1 and f.escrow_id = $2 and f.payment_id = $3 and f.id = $4`,
    values: [given.sellerCode, given.escrow, given.payment, given.id],
  });
  return row ?? null;
}

/** A refund that is to be sent by hand. */
export type OutgoingView = {
  readonly provider: string;
  readonly reference: string;
  readonly status: "OPEN" | "PAID";
  readonly sellerCode: string;
  readonly tradingName: string;
  readonly account: AccountId;
  readonly escrow: EscrowId;
  readonly referenceCode: string;
  readonly buyer: string;
  /** The payment that goes back, by its reference. */
  readonly payment: string;
  readonly amount: Cents;
  readonly currency: Currency;
  /** The same in USD. */
  readonly worth: Cents;
  readonly created: number;
  /** Its account is named, so that it leaves by the next batch. */
  readonly hasPayee: boolean;
};

const OUTGOING = `
  select o.payee is not null as "hasPayee", o.provider, o.reference, o.status, a.seller_code as "sellerCode", a.trading_name as "tradingName", p.account_id as account,
    p.escrow_id as escrow, e.reference_code as "referenceCode", e.buyer_email as buyer, o.payment, o.amount, o.currency,
    ${WORTH_OF_PART} as worth, o.created
  from rail_outgoing o
  join refund_parts p on p.reference = o.reference::uuid
  join accounts a on a.id = p.account_id
  join escrows e on e.account_id = p.account_id and e.id = p.escrow_id
  where o.kind = 'refund' and o.batch is null`;
type OutgoingRow = Omit<OutgoingView, "amount" | "worth" | "created"> & Record<"amount" | "worth" | "created", string>;
const outgoingFrom = (row: OutgoingRow): OutgoingView => ({
  ...row,
  amount: toCents(row.amount),
  worth: toCents(row.worth),
  created: Number(row.created),
});

/** The one that waits longest first. Leans on the index rail_outgoing_open. */
export async function listOutgoing(db: Queryable): Promise<readonly OutgoingView[]> {
  const rows = await db.query<OutgoingRow>({
    name: "desk: list outgoing",
    text: `${OUTGOING} and o.status = 'OPEN' order by o.created, o.reference limit ${SHOWN_MAX}`,
  });
  return rows.map(outgoingFrom);
}

export async function findOutgoingOf(db: Queryable, reference: string): Promise<OutgoingView | null> {
  const [row] = await db.query<OutgoingRow>({
    name: "desk: find outgoing",
    text: `${OUTGOING} and o.reference = $1 and o.status in ('OPEN', 'PAID')`,
    values: [reference],
  });
  return row === undefined ? null : outgoingFrom(row);
}

/** What came in and is no receipt of ours yet. Times are days since 1970. */
export type UnmatchedLine = {
  readonly provider: string;
  readonly lineId: string;
  /** As the account shows it; of a line without one what it is known by. */
  readonly bankReference: string;
  readonly day: number;
  readonly amount: Cents;
  /** The rail's, as its statements have it. */
  readonly currency: Currency;
  readonly text: string;
  /** Payments that it may be, the likeliest first: half of their reference stands in it, or they wait for this very amount. */
  readonly proposals: readonly Proposal[];
};
type Proposal = {
  readonly sellerCode: string;
  readonly escrow: EscrowId;
  readonly payment: PaymentId;
  readonly reference: string;
  readonly why: "reference" | "amount";
};

const PROPOSALS_MAX = 3;
const IS_NOBODYS = "type in ('payment', 'other')";

/** The oldest first. Leans on the indexes rail_lines_unmatched, rail_payments_open and rail_payments_key. */
export async function listUnmatched(db: Queryable): Promise<readonly UnmatchedLine[]> {
  const rows = await db.query<Omit<UnmatchedLine, "amount"> & { readonly amount: string }>({
    name: "desk: list unmatched lines",
    text: `
      with nobodys as materialized (
        select *, ${plainText("text")} as plain from rail_lines where is_read and amount > 0 and receipt is null and ${IS_NOBODYS}
        order by number limit ${SHOWN_MAX}
      )
      select l.provider, l.line_id as "lineId", ${bankReferenceOf("l.line_id")} as "bankReference", l.day, l.amount, l.text,
        (select s.currency from rail_statements s where s.provider = l.provider order by s.id desc limit 1) as currency, coalesce((
        select jsonb_agg(jsonb_build_object('sellerCode', near.seller_code, 'escrow', near.escrow_id, 'payment', near.id,
          'reference', near.reference, 'why', near.why) order by near.why desc, near.created)
        from (
          select a.seller_code, p.escrow_id, p.id, r.reference, r.created, why.why
          from rail_payments r
          cross join lateral (
            select ${whyNear("l.plain")} as why
          ) why
          join payments p on p.provider = r.provider and p.reference = r.reference
          join accounts a on a.id = p.account_id
          where r.provider = l.provider and why.why is not null and (r.closed_at is null or r.key = any(l.keys))
          order by why.why desc, r.created limit ${PROPOSALS_MAX}
        ) near), '[]') as proposals
      from nobodys l
      order by l.number`,
  });
  return rows.map((row) => ({ ...row, amount: toCents(row.amount) }));
}

/** One that waits to be booked; null for none. */
export async function findUnmatched(
  db: Queryable,
  { provider, lineId }: { readonly provider: string; readonly lineId: string },
): Promise<Pick<UnmatchedLine, "day" | "amount" | "bankReference"> | null> {
  const [row] = await db.query<{ day: number; amount: string; bankReference: string }>({
    name: "desk: find unmatched line",
    text: `
      select day, amount, ${bankReferenceOf("line_id")} as "bankReference" from rail_lines
      where provider = $1 and line_id = $2 and is_read and amount > 0 and receipt is null and ${IS_NOBODYS}`,
    values: [provider, lineId],
  });
  return row === undefined ? null : { ...row, amount: toCents(row.amount) };
}

/** A file that counts; `created` in Unix seconds. */
export type StatementView = {
  readonly provider: string;
  readonly name: string;
  readonly closing: bigint;
  readonly currency: string;
  readonly lines: number;
  readonly added: number;
  readonly importedBy: string;
  /** The upload that it was, by its id, and who uploaded it; null for one of the command line. */
  readonly upload: string | null;
  readonly uploadedBy: string | null;
  readonly created: number;
};

const STATEMENTS_SHOWN = 20;

/** The latest first. */
export async function listStatements(db: Queryable): Promise<readonly StatementView[]> {
  const rows = await db.query<Omit<StatementView, "closing" | "created"> & { closing: string; created: string }>({
    name: "desk: list statements",
    text: `
      select s.provider, s.name, s.closing, s.currency, s.lines, s.added, s.imported_by as "importedBy", s.created, u.id as upload,
        u.uploaded_name as "uploadedBy"
      from rail_statements s left join rail_uploads u on u.statement = s.id
      where s.status = 'READ' order by s.id desc limit ${STATEMENTS_SHOWN}`,
  });
  return rows.map(({ closing, created, ...row }) => ({ ...row, closing: BigInt(closing), created: Number(created) }));
}
