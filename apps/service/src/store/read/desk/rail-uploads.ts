/** Files of statements that wait for another operator, and what importing one would do. */
import type { BankStatement } from "../../../domain/bank-statements.js";
import type { Operator } from "../../../domain/operators.js";
import {
  COMPARED_MAX,
  type LineKind,
  PREVIEW_LINES_MAX,
  type PreviewLine,
  type StatementPreview,
  type UploadId,
  type UploadStatus,
} from "../../../domain/rail-uploads.js";
import type { Queryable } from "../../../platform/database.js";
import { plainText, whyNear } from "../../rail-near.js";
import { ACCOUNT_OF, BUYER_OF } from "../../rail-orders.js";
import { toNumber } from "../../rows.js";

/** Of what payer and bank wrote. */
const TEXT_SHOWN = 200;

type Counts = Pick<StatementPreview, "added" | "payments" | "refunds" | "payouts" | "returned" | "near" | "charges"> & {
  readonly open: number;
  readonly paid: string;
  readonly effect: string;
  readonly lines: readonly (Omit<PreviewLine, "amount"> & { readonly amount: string })[];
};

/** What the lines of a staged statement would do. @param statement null where it has no new line. */
export async function previewStaged(
  db: Queryable,
  read: BankStatement,
  statement: string | null,
): Promise<StatementPreview> {
  const [row] = await db.query<Counts>({
    name: "desk: preview statement",
    text: `
      with mine as materialized (select * from rail_lines where statement = $1::bigint),
      nobodys as materialized (
        select provider, number, amount, keys, ${plainText("text")} as plain from mine where type = 'other' and amount > 0
        order by number limit ${COMPARED_MAX}
      ),
      near as materialized (
        select l.number from nobodys l where exists (
          select 1 from rail_payments r
          where r.provider = l.provider and (r.closed_at is null or r.key = any(l.keys)) and ${whyNear("l.plain")} is not null)
      ),
      shown as (
        select day, amount::text as amount, left(text, ${TEXT_SHOWN}) as text, type as kind, reference,
          number in (select number from near) as "isNear", number
        from mine order by type = 'other', number not in (select number from near), amount < 0, number limit ${PREVIEW_LINES_MAX}
      )
      select count(*)::int as added, count(*) filter (where type = 'payment')::int as payments,
        count(*) filter (where type = 'refund')::int as refunds, count(*) filter (where type in ('payout', 'batch'))::int as payouts,
        count(*) filter (where type in ('payout_returned', 'refund_returned'))::int as returned,
        (select count(*)::int from near) as near, count(*) filter (where type = 'other' and amount > 0)::int as open,
        count(*) filter (where type = 'other' and amount < 0)::int as charges,
        coalesce(sum(amount) filter (where type = 'payment'), 0)::text as paid,
        encode(sha256(convert_to(coalesce(string_agg(concat_ws(' ', line_id, type, reference), E'\\n' order by number), ''), 'UTF8')), 'hex')
          as effect,
        coalesce((select jsonb_agg(to_jsonb(shown) - 'number') from shown), '[]') as lines
      from mine`,
    values: [statement],
  });
  if (row === undefined) throw new Error("no answer to what is staged");
  const { open, paid, lines, ...counts } = row;
  const { account, currency, opening, closing, count, period } = read;
  return {
    ...{ account, currency, opening, closing, count, period },
    ...counts,
    unmatched: open - counts.near,
    paid: BigInt(paid),
    lines: lines.map((line) => ({ ...line, amount: BigInt(line.amount) })),
  };
}

/** Whether a staged line pays, or is of, an account that the operator belongs to, or an order that the operator bought. */
export async function isOfOperator(db: Queryable, statement: string, { name, accounts }: Operator): Promise<boolean> {
  const [row] = await db.query<{ is_own: boolean }>({
    name: "desk: staged lines of operator",
    text: `
      select exists (
        select 1 from rail_lines l
        join payments p on p.provider = l.provider and p.reference = l.reference
        join escrows e on e.account_id = p.account_id and e.id = p.escrow_id
        where l.statement = $1 and l.type = 'payment' and (p.account_id = any($2::bigint[]) or lower(e.buyer_email) = lower($3))
      ) or exists (
        select 1 from (
          select o.* from rail_lines l
          join rail_outgoing o on o.provider = l.provider and o.reference = l.reference and l.type in (o.kind, o.kind || '_returned')
          where l.statement = $1
          union all
          select o.* from rail_lines l
          join rail_batches b on b.provider = l.provider and b.code = l.reference
          join rail_outgoing o on o.batch = b.id
          where l.statement = $1 and l.type = 'batch'
        ) o
        where ${ACCOUNT_OF} = any($2::bigint[]) or ${BUYER_OF} = lower($3)
      ) as is_own`,
    values: [statement, accounts, name],
  });
  return row?.is_own ?? false;
}

/** Times are Unix seconds. */
export type UploadView = {
  readonly id: UploadId;
  readonly provider: string;
  readonly name: string;
  readonly digest: string;
  readonly bytes: number;
  readonly status: UploadStatus;
  readonly uploadedBy: string;
  readonly uploadedName: string;
  readonly created: number;
  /** Null once it was decided. */
  readonly preview: StatementPreview | null;
  readonly decidedName: string | null;
  readonly decidedAt: number | null;
  readonly reason: string | null;
  /** New lines that it brought, of all in it; null for one that was not imported. */
  readonly imported: { readonly added: number; readonly lines: number } | null;
};
type Row = Omit<UploadView, "created" | "decidedAt" | "preview"> & {
  readonly created: string;
  readonly decidedAt: string | null;
  readonly preview: Kept | null;
};

const SELECT = `
  select u.id, u.provider, u.name, u.digest, u.bytes, u.status, u.uploaded_by as "uploadedBy", u.uploaded_name as "uploadedName", u.created,
    u.preview, u.decided_name as "decidedName", u.decided_at as "decidedAt", u.reason, (
      select jsonb_build_object('added', s.added, 'lines', s.lines) from rail_statements s where s.id = u.statement) as imported
  from rail_uploads u`;

const fromRow = ({ created, decidedAt, preview, ...row }: Row): UploadView => ({
  ...row,
  preview: preview === null ? null : previewFrom(preview),
  created: Number(created),
  decidedAt: toNumber(decidedAt),
});

/** As {@link previewJson} wrote it: amounts are decimal text. */
type Kept = Omit<StatementPreview, "opening" | "closing" | "paid" | "lines"> & {
  readonly opening: string;
  readonly closing: string;
  readonly paid: string;
  readonly lines: readonly (Omit<PreviewLine, "amount" | "kind"> & {
    readonly amount: string;
    readonly kind: LineKind;
  })[];
};

const previewFrom = ({ opening, closing, paid, lines, ...rest }: Kept): StatementPreview => ({
  ...rest,
  opening: BigInt(opening),
  closing: BigInt(closing),
  paid: BigInt(paid),
  lines: lines.map((line) => ({ ...line, amount: BigInt(line.amount) })),
});

export async function findUpload(db: Queryable, id: UploadId): Promise<UploadView | null> {
  const [row] = await db.query<Row>({
    name: "desk: find upload",
    text: `${SELECT} where u.id = $1`,
    values: [id],
  });
  return row === undefined ? null : fromRow(row);
}

const UPLOADS_SHOWN = 20;

/** Those that wait first, then the latest. */
export async function listUploads(db: Queryable): Promise<readonly UploadView[]> {
  const rows = await db.query<Row>({
    name: "desk: list uploads",
    text: `${SELECT} order by u.status = 'PENDING' desc, u.id desc limit ${UPLOADS_SHOWN}`,
  });
  return rows.map(fromRow);
}

/** Whether a file of the rail waits. Leans on the index rail_uploads_waiting. */
export async function isUploadWaiting(db: Queryable, provider: string): Promise<boolean> {
  const rows = await db.query({
    name: "desk: upload of rail that waits",
    text: "select 1 from rail_uploads where provider = $1 and status = 'PENDING'",
    values: [provider],
  });
  return rows.length > 0;
}

const PIECE = 64 * 1024;

/** The file of one that waits, piece by piece; nothing once it was decided. */
export async function* readUpload(db: Queryable, id: UploadId): AsyncGenerator<Buffer> {
  for (let at = 1; ; at += PIECE) {
    const [row] = await db.query<{ piece: Buffer | null }>({
      name: "desk: piece of upload",
      text: `select substring(file from $2::int for ${PIECE}) as piece from rail_uploads where id = $1`,
      values: [id, at],
    });
    if (row?.piece == null || row.piece.length === 0) return;
    yield row.piece;
    if (row.piece.length < PIECE) return;
  }
}
