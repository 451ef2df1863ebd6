/** What the seller hands in to be verified, and what became of it. */

import type { JSX } from "preact";
import { nextSubmission } from "../../../../domain/decisions/verification.js";
import { EVIDENCE_BYTES_MAX, EVIDENCE_FILES_MAX } from "../../../../domain/evidence.js";
import { DOCUMENT_KINDS, DOCUMENTS_MAX, DOCUMENTS_NEEDED, type DocumentKind } from "../../../../domain/settings.js";
import type { DocumentLine, Submission, Verification } from "../../../../store/read/console/verification.js";
import { grouped } from "../../../../words/format.js";
import type { Locale } from "../../../../words/locale.js";
import { Given } from "../../../kit/given.js";
import { Icon, type IconName } from "../../../kit/icons.js";
import { useLocale, useWords } from "../../../kit/language.js";
import { Say } from "../../../kit/say.js";
import { Time } from "../../../kit/times.js";
import { ButtonForm, described, Field, Section } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { SettingsFrame, settingsPath } from "../frame.js";
import { verificationWords } from "../words.js";

/** How the verification stands. */
const STANDING_LOOKS = {
  UNVERIFIED: ["shield-alert", "text-warning bg-warning/10"],
  PENDING: ["clock", "text-info bg-info/10"],
  VERIFIED: ["badge-check", "text-success bg-success/10"],
  REJECTED: ["circle-alert", "text-error bg-error/10"],
} as const satisfies Record<Verification["status"], readonly [IconName, string]>;

const MEGABYTE = 1024 * 1024;

type Props = {
  readonly context: ConsoleContext;
  readonly verification: Verification;
  readonly said?: string | undefined;
  readonly problem?: string | null;
};

export function VerificationPage({ context, verification, said, problem = null }: Props): JSX.Element {
  const words = verificationWords(context.locale);
  const { status, submissions } = verification;
  const mayHandIn = status === "UNVERIFIED" || status === "REJECTED";
  return (
    <SettingsFrame context={context} tab="/verification" lead={words.lead} said={said} problem={problem}>
      <Standing verification={verification} />
      {mayHandIn ? <HandIn context={context} verification={verification} /> : null}
      {submissions.length === 0 ? null : (
        <Section title={words.submitted}>
          <ol class="space-y-6">
            {submissions.map((submission) => (
              <Submitted context={context} submission={submission} documents={verification.documents} />
            ))}
          </ol>
        </Section>
      )}
    </SettingsFrame>
  );
}

function Standing({ verification: { status, reason } }: { verification: Verification }): JSX.Element {
  const words = useWords(verificationWords);
  const [icon, tone] = STANDING_LOOKS[status];
  return (
    <section class="panel mb-6 flex gap-4 p-4 sm:p-5">
      <span class={`grid size-10 shrink-0 place-items-center rounded-xl ${tone}`}>
        <Icon name={icon} class="size-5.5" />
      </span>
      <div class="min-w-0 flex-1">
        <h2 class="font-semibold">{words[`title_${status}`]}</h2>
        <p class="muted mt-0.5 text-sm leading-relaxed">{words[`text_${status}`]}</p>
        {status === "REJECTED" && reason !== "" ? <Reason text={reason} /> : null}
      </div>
    </section>
  );
}

const Reason = ({ text }: { text: string }): JSX.Element => (
  <div class="mt-3 border-s-2 border-error ps-3 text-sm">
    <p class="font-medium">{useWords(verificationWords).why}</p>
    <p class="given mt-0.5 leading-relaxed whitespace-pre-line">
      <bdi>{text}</bdi>
    </p>
  </div>
);

function HandIn({ context, verification }: { context: ConsoleContext; verification: Verification }): JSX.Element {
  const words = useWords(verificationWords);
  const path = settingsPath(context, "/verification");
  const bundle = verification.documents.filter(({ submission }) => submission === nextSubmission(verification));
  return (
    <>
      <Section title={words.documents} lead={words.documentsLead}>
        {bundle.length === 0 ? null : (
          <ul class="mb-5 divide-y divide-base-300">
            {bundle.map((document) => (
              <Document context={context} document={document}>
                <ButtonForm
                  action={`${path}/documents/${document.id}/remove`}
                  csrf={context.csrf}
                  label={words.remove}
                  about={document.name}
                />
              </Document>
            ))}
          </ul>
        )}
        {bundle.length >= DOCUMENTS_MAX ? (
          <p class="text-sm">{words.full({ most: DOCUMENTS_MAX })}</p>
        ) : (
          <UploadForm context={context} />
        )}
      </Section>
      <Checklist context={context} verification={verification} />
    </>
  );
}

function UploadForm({ context }: { context: ConsoleContext }): JSX.Element {
  const words = useWords(verificationWords);
  return (
    <form
      method="post"
      action={`${settingsPath(context, "/verification")}/documents`}
      enctype="multipart/form-data"
      class="gap-x-6 sm:grid sm:grid-cols-2"
    >
      <input type="hidden" name="csrf" value={context.csrf} />
      <Field label={words.type} name="kind">
        <select {...described("kind", {})} class="field min-h-11">
          {DOCUMENT_KINDS.map((kind) => (
            <option value={kind}>{words[`kind_${kind}`]}</option>
          ))}
        </select>
      </Field>
      <Field
        label={words.files}
        name="evidence"
        hint={words.filesHint({ files: EVIDENCE_FILES_MAX, megabytes: EVIDENCE_BYTES_MAX / MEGABYTE })}
      >
        <input
          {...described("evidence", { hasHint: true })}
          type="file"
          multiple
          required
          accept="image/jpeg,image/png,image/webp,application/pdf"
          class="field"
        />
      </Field>
      <p>
        <button type="submit" class="btn">
          <Icon name="upload" class="size-4" />
          {words.upload}
        </button>
      </p>
    </form>
  );
}

/** What is still missing before it can be submitted. */
function Checklist({ context, verification }: { context: ConsoleContext; verification: Verification }): JSX.Element {
  const words = useWords(verificationWords);
  const { legalName, country, address } = verification.profile;
  const isProfileWhole = legalName !== "" && country !== "" && address !== "";
  const has = (kind: DocumentKind): boolean => verification.documents.some((document) => document.kind === kind);
  const isWhole = isProfileWhole && DOCUMENTS_NEEDED.every(has);
  return (
    <Section title={words.submit} lead={words.submitLead}>
      <ul class="space-y-2 text-sm">
        <Item isThere={isProfileWhole}>
          <a class="link link-primary" href={settingsPath(context, "")}>
            {words.profile}
          </a>
        </Item>
        {DOCUMENTS_NEEDED.map((kind) => (
          <Item isThere={has(kind)}>{words[`kind_${kind}`]}</Item>
        ))}
        <Item isThere={has("registration")}>{words.registrationIfCompany}</Item>
      </ul>
      <div class="mt-5">
        {isWhole ? (
          <ButtonForm
            action={settingsPath(context, "/verification")}
            csrf={context.csrf}
            label={verification.submissions.length === 0 ? words.submitForReview : words.submitAgain}
            class="btn btn-primary"
          />
        ) : (
          <p class="muted text-sm">{words.notYet}</p>
        )}
      </div>
    </Section>
  );
}

function Item({ isThere, children }: { isThere: boolean; children: JSX.Element | string }): JSX.Element {
  const words = useWords(verificationWords);
  return (
    <li class="flex items-start gap-2.5">
      <Icon
        name={isThere ? "circle-check" : "circle-alert"}
        class={`mt-0.5 size-4.5 ${isThere ? "text-success" : "muted"}`}
      />
      <span class="min-w-0">
        <span class="sr-only">{`${isThere ? words.there : words.missing} `}</span>
        {children}
      </span>
    </li>
  );
}

function Document({
  context,
  document: { id, kind, name, bytes },
  children,
}: {
  context: ConsoleContext;
  document: DocumentLine;
  children?: JSX.Element;
}): JSX.Element {
  const locale = useLocale();
  const words = verificationWords(locale);
  return (
    <li class="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 text-sm">
      <Icon name="file-text" class="muted size-5" />
      <div class="min-w-0 flex-1 basis-48">
        <a class="link link-primary" href={`${settingsPath(context, "/verification")}/documents/${id}`}>
          <Given text={name} lines={2} />
        </a>
        <p class="muted text-xs">
          {words[`kind_${kind}`]} · {sizeOf(bytes, locale)}
        </p>
      </div>
      {children}
    </li>
  );
}

function sizeOf(bytes: number, locale: Locale): string {
  const words = verificationWords(locale);
  return bytes < MEGABYTE
    ? words.kilobytes({ size: grouped(Math.max(1, Math.round(bytes / 1024)), locale) })
    : words.megabytes({ size: grouped(Math.round((bytes * 10) / MEGABYTE) / 10, locale) });
}

function Submitted({
  context,
  submission: { number, by, created, outcome, decidedAt, reason },
  documents,
}: {
  context: ConsoleContext;
  submission: Submission;
  documents: readonly DocumentLine[];
}): JSX.Element {
  const words = useWords(verificationWords);
  const own = documents.filter(({ submission }) => submission === number);
  return (
    <li class="text-sm">
      <h3 class="font-medium">
        <Say text={words[`outcome_${outcome ?? "open"}`]} time={decidedAt === null ? "" : <Time at={decidedAt} />} />
      </h3>
      <p class="muted flex flex-wrap gap-x-1">
        <span>
          <Say text={words.submittedOn} time={<Time at={created} />} />
        </span>
        <Given text={by} lines={2} />
      </p>
      {outcome === "REJECTED" && reason !== "" ? <Reason text={reason} /> : null}
      {own.length === 0 ? null : (
        <ul class="mt-2 divide-y divide-base-300">
          {own.map((document) => (
            <Document context={context} document={document} />
          ))}
        </ul>
      )}
    </li>
  );
}
