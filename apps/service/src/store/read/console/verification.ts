/** What sellers hand in to be verified: for themselves, and for the operators who decide. */
import type { VerificationStatus } from "@holdfast/contract";
import type { AccountId, DocumentId } from "../../../domain/ids.js";
import type { DocumentKind, Profile } from "../../../domain/settings.js";
import type { CurrentReads, Queryable } from "../../../platform/database.js";
import { type ShownAccountRow, toNumber } from "../../rows.js";
import { type Page, type PageRequest, pageOf } from "../page.js";
import { PROFILE_COLUMNS, type ProfileRow, profileFromRow } from "../profile.js";

/** A document without its content. */
export type DocumentLine = {
  readonly id: DocumentId;
  /** The submission that it belongs to; of one that was not submitted yet the number that it will get. */
  readonly submission: number;
  readonly kind: DocumentKind;
  readonly name: string;
  readonly type: string;
  readonly bytes: number;
  readonly created: number;
};

export type Submission = {
  readonly number: number;
  /** Name of the member who submitted it. */
  readonly by: string;
  readonly created: number;
  /** Null while it waits. */
  readonly decidedAt: number | null;
  readonly outcome: "VERIFIED" | "REJECTED" | "WITHDRAWN" | null;
  /** What the seller was told. */
  readonly reason: string;
};

export type Verification = {
  readonly account: AccountId;
  readonly sellerCode: string;
  readonly tradingName: string;
  readonly email: string;
  readonly suspended: boolean;
  readonly status: VerificationStatus;
  /** Why the last submission was refused; or "". */
  readonly reason: string;
  readonly profile: Profile;
  /** Newest first. */
  readonly submissions: readonly Submission[];
  /** Oldest first; those of the submission that is being put together too. */
  readonly documents: readonly DocumentLine[];
};

type SubmissionJson = readonly [
  number: number,
  by: string,
  created: number,
  decidedAt: number | null,
  outcome: Submission["outcome"],
  reason: string,
];
type DocumentJson = readonly [
  id: DocumentId,
  submission: number,
  kind: DocumentKind,
  name: string,
  type: string,
  bytes: number,
  created: number,
];

type Row = ShownAccountRow &
  ProfileRow & {
    readonly verification_reason: string;
    readonly submissions: readonly SubmissionJson[];
    readonly documents: readonly DocumentJson[];
  };

/** Everything about the verification of an account; null when there is no such account. */
export async function loadVerification(db: Queryable, account: AccountId): Promise<Verification | null> {
  const [row] = await db.query<Row>({
    name: "load verification",
    text: `
      select a.id, a.seller_code, a.trading_name, a.email, a.suspended, a.verification_status, a.verification_reason,
        ${PROFILE_COLUMNS},
        coalesce((
          select json_agg(json_build_array(s.number, p.name, s.created, s.decided_at, s.outcome, s.reason) order by s.number desc)
          from verification_submissions s join sellers p on p.id = s.submitted_by where s.account_id = a.id), '[]') as submissions,
        coalesce((
          select json_agg(json_build_array(d.id, d.submission, d.kind, d.name, d.type, octet_length(d.content), d.created) order by d.id)
          from verification_documents d where d.account_id = a.id), '[]') as documents
      from accounts a where a.id = $1`,
    values: [account],
  });
  return row === undefined ? null : fromRow(row);
}

const fromRow = (row: Row): Verification => ({
  account: row.id,
  sellerCode: row.seller_code,
  tradingName: row.trading_name,
  email: row.email,
  suspended: row.suspended,
  status: row.verification_status,
  reason: row.verification_reason,
  profile: profileFromRow(row),
  submissions: row.submissions.map(([number, by, created, decidedAt, outcome, reason]) => ({
    number,
    by,
    created: Number(created),
    decidedAt: toNumber(decidedAt === null ? null : String(decidedAt)),
    outcome,
    reason,
  })),
  documents: row.documents.map(([id, submission, kind, name, type, bytes, created]) => ({
    id,
    submission,
    kind,
    name,
    type,
    bytes,
    created,
  })),
});

/** An account that waits for an operator's decision. */
export type PendingVerification = {
  /** Of a `Page`. */
  readonly position: string;
  readonly sellerCode: string;
  readonly tradingName: string;
  readonly legalName: string;
  readonly country: string;
  readonly submission: number;
  readonly documents: number;
  readonly created: number;
};

type PendingRow = {
  readonly id: string;
  readonly seller_code: string;
  readonly trading_name: string;
  readonly legal_name: string;
  readonly country: string;
  readonly number: number;
  readonly documents: number;
  readonly created: string;
};

/** Newest first; operators begin at the other end. Walks verification_submissions_waiting. */
export async function listPendingVerifications(
  db: CurrentReads,
  page: PageRequest,
): Promise<Page<PendingVerification>> {
  const found = await pageOf<PendingRow>(db, {
    name: "list pending verifications",
    select: `s.id, a.seller_code, a.trading_name, a.legal_name, a.country, s.number, s.created,
      (select count(*)::int from verification_documents d
       where d.account_id = s.account_id and d.submission = s.number) as documents`,
    from: "verification_submissions s join accounts a on a.id = s.account_id",
    key: "s.id",
    keyType: "uuid",
    filters: [{ sql: "s.decided_at is null and a.verification_status = $", value: "PENDING" }],
    page,
  });
  return {
    ...found,
    rows: found.rows.map((row) => ({
      position: row.id,
      sellerCode: row.seller_code,
      tradingName: row.trading_name,
      legalName: row.legal_name,
      country: row.country,
      submission: row.number,
      documents: row.documents,
      created: Number(row.created),
    })),
  };
}

/** A document with its bytes; null unless it is that account's. */
export async function findDocument(
  db: Queryable,
  account: AccountId,
  id: DocumentId,
): Promise<{ readonly name: string; readonly type: string; readonly content: Buffer } | null> {
  const [row] = await db.query<{ name: string; type: string; content: Buffer }>({
    name: "find verification document",
    text: "select name, type, content from verification_documents where account_id = $1 and id = $2",
    values: [account, id],
  });
  return row ?? null;
}
