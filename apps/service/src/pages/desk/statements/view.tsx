/** Statements of banks: the form that takes a file, files that wait for another operator, and what was imported. */
import type { JSX } from "preact";
import { UPLOAD_BYTES_MAX, UPLOAD_LINES_MAX } from "../../../domain/rail-uploads.js";
import { railIdOf } from "../../../domain/rails.js";
import { PROOF_SECONDS } from "../../../domain/security.js";
import type { UploadView } from "../../../store/read/desk/rail-uploads.js";
import type { StatementView } from "../../../store/read/desk/rails.js";
import { grouped } from "../../../words/format.js";
import { Given } from "../../kit/given.js";
import { PROVE_PATH } from "../../kit/links.js";
import { Time } from "../../kit/times.js";
import { Cell, described, Empty, Field, Notice, PageHead, Section, Table } from "../../kit/ui.js";
import type { DeskContext } from "../access.js";
import { DeskFrame } from "../frame.js";
import { STATEMENTS_PATH, uploadPath } from "../links.js";
import { age, digitsOf, Said, Unseen } from "../parts.js";
import { UploadBadge } from "../upload/parts.js";
import { STATEMENT_FORMATS } from "../words.js";
import type { ReadRail, Statements } from "./load.js";

/** What a form sent, and what is wrong with its file. */
export type Chosen = { readonly rail: string | null; readonly problem: string | null };
export const NOTHING_CHOSEN: Chosen = { rail: null, problem: null };

/** How large a file may be. */
export const TAKES = `at most ${UPLOAD_BYTES_MAX / 1024 / 1024} MB and ${grouped(UPLOAD_LINES_MAX, "en")} lines`;

export function StatementsPage({
  context,
  rails,
  uploads,
  statements,
  now,
  chosen,
  said,
}: Statements & { context: DeskContext; chosen: Chosen; said: string | undefined }): JSX.Element {
  const waiting = uploads.filter(({ status }) => status === "PENDING");
  const dropped = uploads.filter(({ status }) => status === "DECLINED" || status === "WITHDRAWN");
  return (
    <DeskFrame context={context} title="Statements" entry="/statements">
      <PageHead
        title="Statements"
        lead="What your banks say about your own accounts. One operator uploads a statement, another one imports it. Each line is booked once, whatever file it comes in."
      />
      <Said said={said} />
      {waiting.length === 0 ? null : <Uploads title="Waiting for another operator" uploads={waiting} now={now} />}
      <UploadForm context={context} rails={rails} chosen={chosen} />
      <h2 class="mb-3 font-semibold">Imported</h2>
      {statements.length === 0 ? (
        <Empty icon="file-text" title="No statements yet" />
      ) : (
        <Imported statements={statements} />
      )}
      {dropped.length === 0 ? null : (
        <div class="mt-8">
          <Uploads title="Not imported" uploads={dropped} now={now} />
        </div>
      )}
    </DeskFrame>
  );
}

function UploadForm({
  context,
  rails,
  chosen,
}: {
  context: DeskContext;
  rails: readonly ReadRail[];
  chosen: Chosen;
}): JSX.Element {
  if (rails.length === 0)
    return <Notice tone="note">No rail in RAILS_FILE has statements, so none are imported.</Notice>;
  const { proofAge } = context.seller;
  return (
    <Section
      title="Upload a statement"
      lead="Nothing is booked by an upload. You see what it would do, and another operator decides."
    >
      {proofAge > PROOF_SECONDS ? (
        <a class="btn btn-primary" href={`${PROVE_PATH}?${new URLSearchParams({ next: STATEMENTS_PATH })}`}>
          Confirm it’s you to upload
        </a>
      ) : (
        <form method="post" action={STATEMENTS_PATH} enctype="multipart/form-data" class="max-w-xl">
          <input type="hidden" name="csrf" value={context.csrf} />
          <Field label="Rail" name="rail">
            <select class="field min-h-11 w-full" {...described("rail", {})}>
              {rails.map(({ id, name, statements: { format } }) => (
                <option value={id} selected={id === chosen.rail}>
                  {name} ({STATEMENT_FORMATS[format]})
                </option>
              ))}
            </select>
          </Field>
          <Field label="File" name="evidence" problem={chosen.problem} hint={`As the bank gives it, ${TAKES}.`}>
            <input
              type="file"
              class="field"
              required
              {...described("evidence", { hasHint: true, problem: chosen.problem })}
            />
          </Field>
          <button type="submit" class="btn btn-primary">
            Upload and check
          </button>
        </form>
      )}
    </Section>
  );
}

const Uploads = ({
  title,
  uploads,
  now,
}: {
  title: string;
  uploads: readonly UploadView[];
  now: number;
}): JSX.Element => (
  <div class="mb-8">
    <h2 class="mb-3 font-semibold">{title}</h2>
    <Table label={title} head={["File", "Rail", "State", "Uploaded", <Unseen text="Action" />]} columns={[]} stacks>
      {uploads.map((one) => (
        <tr>
          <Cell name="File">
            <Given text={one.name} lines={2} />
          </Cell>
          <Cell name="Rail">{railIdOf(one.provider)}</Cell>
          <Cell name="State">
            <UploadBadge status={one.status} />
          </Cell>
          <Cell name="Uploaded">
            {age(now - one.created)} ago
            <span class="muted block text-xs [overflow-wrap:anywhere]">{one.uploadedName}</span>
          </Cell>
          <Cell>
            <a class="btn btn-sm" href={uploadPath(one.id)}>
              Open<span class="sr-only"> {one.name}</span>
            </a>
          </Cell>
        </tr>
      ))}
    </Table>
  </div>
);

const Imported = ({ statements }: { statements: readonly StatementView[] }): JSX.Element => (
  <Table
    label="Imported"
    head={["File", "Rail", "New lines", "Closing balance", "Imported"]}
    columns={["", "", "text-end", "text-end"]}
    stacks
  >
    {statements.map((one) => (
      <tr>
        <Cell name="File">
          {one.upload === null ? (
            <Given text={one.name} lines={2} />
          ) : (
            <a class="link link-primary inline-flex min-h-6 items-center" href={uploadPath(one.upload)}>
              <Given text={one.name} lines={2} />
            </a>
          )}
        </Cell>
        <Cell name="Rail">{railIdOf(one.provider)}</Cell>
        <Cell name="New lines" class="text-end tabular-nums">
          {grouped(one.added, "en")} of {grouped(one.lines, "en")}
        </Cell>
        <Cell name="Closing balance" class="text-end tabular-nums">
          {digitsOf(one.closing)} {one.currency}
        </Cell>
        <Cell name="Imported">
          <Time at={one.created} />
          <span class="muted block text-xs [overflow-wrap:anywhere]">
            {one.uploadedBy === null ? one.importedBy : `${one.uploadedBy}, then ${one.importedBy}`}
          </span>
        </Cell>
      </tr>
    ))}
  </Table>
);
