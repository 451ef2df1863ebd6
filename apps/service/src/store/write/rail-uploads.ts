/** Keeps files of statements that wait for another operator. Each verb is one statement, with its line of the audit log. */
import type { Operator } from "../../domain/operators.js";
import type { StatementPreview, UploadId, UploadRefusal } from "../../domain/rail-uploads.js";
import { ok, type Result, refused } from "../../domain/result.js";
import type { Queryable } from "../../platform/database.js";

export type NewUpload = {
  readonly id: UploadId;
  readonly provider: string;
  readonly name: string;
  /** SHA-256 of the content, in hexadecimal. */
  readonly digest: string;
  readonly content: Buffer;
  readonly preview: StatementPreview;
};

/** Amounts as decimal text. */
const previewJson = (preview: StatementPreview): string =>
  JSON.stringify(preview, (_name, value: unknown) => (typeof value === "bigint" ? String(value) : value));

/** False while another file of the rail waits. */
export async function keepUpload(db: Queryable, operator: Operator, one: NewUpload): Promise<boolean> {
  const rows = await db.query({
    name: "desk: keep upload",
    text: `
      with kept as (
        insert into rail_uploads (id, provider, name, digest, bytes, file, preview, uploaded_by, uploaded_name, created)
        values ($3::uuid, $4, $5, $6, octet_length($7::bytea), $7::bytea, $8::jsonb, $1::uuid, $2::text, service_now())
        on conflict (provider) where status = 'PENDING' do nothing
        returning id, name, provider, digest, preview
      ),
      logged as (
        insert into operator_actions (operator_id, operator, action, subject, after, reason, created)
        select $1::uuid, $2::text, 'upload_statement', name, jsonb_build_object('provider', provider, 'digest', digest,
          'lines', preview ->> 'count', 'new lines', preview ->> 'added',
          'closing', to_char((preview ->> 'closing')::bigint / 100.0, 'FM999999999999990.00')), '', service_now()
        from kept
      )
      select id from kept`,
    values: [
      operator.id,
      operator.name,
      one.id,
      one.provider,
      one.name,
      one.digest,
      one.content,
      previewJson(one.preview),
    ],
  });
  return rows.length > 0;
}

/** What it would do by now. */
export async function keepPreview(db: Queryable, id: UploadId, preview: StatementPreview): Promise<void> {
  await db.query({
    name: "desk: keep preview of upload",
    text: "update rail_uploads set preview = $2::jsonb where id = $1 and status = 'PENDING'",
    values: [id, previewJson(preview)],
  });
}

/** Holds it until the transaction ends. False where it was decided. */
export async function lockUpload(tx: Queryable, id: UploadId): Promise<boolean> {
  const rows = await tx.query({
    name: "lock upload",
    text: "select 1 from rail_uploads where id = $1 and status = 'PENDING' for no key update",
    values: [id],
  });
  return rows.length > 0;
}

/** It is imported, and its file goes. The line of the audit log is the statement's. */
export async function endUpload(
  tx: Queryable,
  {
    upload,
    statement,
    operator,
  }: { readonly upload: UploadId; readonly statement: string; readonly operator: Operator },
): Promise<void> {
  await tx.query({
    name: "end upload",
    text: `
      update rail_uploads set status = 'IMPORTED', statement = $2, decided_by = $3, decided_name = $4, decided_at = service_now(),
        file = null, preview = null
      where id = $1`,
    values: [upload, statement, operator.id, operator.name],
  });
}

/** By another operator, with a reason, or by who uploaded it. */
export type Closing =
  | { readonly status: "DECLINED"; readonly reason: string }
  | { readonly status: "WITHDRAWN"; readonly reason: null };

/** Nothing of it is imported, and its file goes. */
export async function closeUpload(
  db: Queryable,
  { operator, id }: { readonly operator: Operator; readonly id: UploadId },
  { status, reason }: Closing,
): Promise<Result<null, UploadRefusal>> {
  const [row] = await db.query<{ done: number; is_open: boolean }>({
    name: "desk: close upload",
    text: `
      with old as (select * from rail_uploads where id = $3::uuid for no key update),
      closed as (
        update rail_uploads u set status = $4::text, decided_by = $1::uuid, decided_name = $2::text, decided_at = service_now(),
          reason = $5::text, file = null, preview = null
        from old where u.id = old.id and old.status = 'PENDING' and (old.uploaded_by = $1::uuid) = ($4::text = 'WITHDRAWN')
        returning u.name, u.provider, u.digest, u.uploaded_name
      ),
      logged as (
        insert into operator_actions (operator_id, operator, action, subject, before, reason, created)
        select $1::uuid, $2::text, case when $4::text = 'WITHDRAWN' then 'withdraw_statement' else 'decline_statement' end, name,
          jsonb_build_object('provider', provider, 'digest', digest, 'uploaded by', uploaded_name), coalesce($5::text, ''), service_now()
        from closed
      )
      select (select count(*) from closed)::int as done, old.status = 'PENDING' as is_open from old`,
    values: [operator.id, operator.name, id, status, reason],
  });
  if (row === undefined) return refused("not_found");
  if (row.done > 0) return ok(null);
  return refused(row.is_open ? "own_request" : "stale");
}
