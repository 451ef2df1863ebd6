/** What an account that wants to be verified handed in: read, then taken or refused. */

import type { JSX } from "preact";
import type { DocumentLine, Verification } from "../../../store/read/console/verification.js";
import { countryName } from "../../../words/format.js";
import { Given } from "../../kit/given.js";
import { Icon } from "../../kit/icons.js";
import { LongText } from "../../kit/long-text.js";
import { Time } from "../../kit/times.js";
import { ButtonForm, Facts, PageHead, Section } from "../../kit/ui.js";
import type { DeskContext } from "../access.js";
import { DeskFrame } from "../frame.js";
import { accountPath, VERIFICATIONS_PATH, verificationPath } from "../links.js";
import { AccountBadges, NO_REASON, ReasonField, Said, type TypedReason } from "../parts.js";
import { DOCUMENT_KINDS, OUTCOMES } from "./words.js";

/** The one that waits. */
const openOf = ({ submissions }: Verification) => submissions.find(({ decidedAt }) => decidedAt === null);

export function VerificationPage({
  context,
  verification,
  said,
  typed = NO_REASON,
}: {
  context: DeskContext;
  verification: Verification;
  said?: string | undefined;
  typed?: TypedReason;
}): JSX.Element {
  const waiting = openOf(verification);
  return (
    <DeskFrame context={context} title="Verification" entry="/verifications">
      <PageHead
        title={<Given text={verification.tradingName} lines={2} />}
        up={{ href: VERIFICATIONS_PATH, label: "Verification" }}
        lead={
          <AccountBadges account={{ verificationStatus: verification.status, suspended: verification.suspended }} />
        }
      >
        <a class="btn btn-sm" href={accountPath(verification.sellerCode)}>
          The account
        </a>
      </PageHead>
      <Said said={said} />
      <div class="gap-6 xl:grid xl:grid-cols-2 xl:items-start">
        <div>
          <Profile verification={verification} />
          <Documents verification={verification} />
        </div>
        <div>
          <Decision context={context} verification={verification} submission={waiting?.number ?? null} typed={typed} />
          <Earlier verification={verification} />
        </div>
      </div>
    </DeskFrame>
  );
}

function Profile({ verification: { profile, email } }: { verification: Verification }): JSX.Element {
  const told = (text: string): JSX.Element | string =>
    text === "" ? "Not provided" : <Given text={text} lines={5} class="whitespace-pre-line" />;
  return (
    <Section title="Seller's details">
      <Facts
        rows={[
          ["Legal name", told(profile.legalName)],
          ["Country", told(countryName(profile.country, "en"))],
          ["Address", told(profile.address)],
          ["Phone", told(profile.phone)],
          // Not a link, so that nobody visits the sender's site by mistake.
          ["Website", told(profile.website)],
          ["Support email", told(profile.supportEmail)],
          ["Account email", email],
        ]}
      />
    </Section>
  );
}

function Documents({ verification }: { verification: Verification }): JSX.Element {
  const numbers = verification.submissions.map(({ number }) => number);
  // What is still being put together was not handed in: it is the seller's alone.
  const shown = verification.documents.filter(({ submission }) => numbers.includes(submission));
  const waiting = openOf(verification);
  const [now, before] = [
    shown.filter(({ submission }) => submission === waiting?.number),
    shown.filter(({ submission }) => submission !== waiting?.number),
  ];
  return (
    <Section
      title="Documents"
      lead="Download them and open them where that is safe. We never open them in the browser."
    >
      {now.length === 0 ? <p class="muted text-sm">No documents to review.</p> : null}
      <DocumentList documents={now} verification={verification} />
      {before.length === 0 ? null : (
        <details class="mt-3 text-sm">
          <summary class="cursor-pointer font-medium text-primary">Of earlier submissions: {before.length}</summary>
          <div class="mt-2">
            <DocumentList documents={before} verification={verification} />
          </div>
        </details>
      )}
    </Section>
  );
}

const DocumentList = ({
  documents,
  verification: { sellerCode },
}: {
  documents: readonly DocumentLine[];
  verification: Verification;
}): JSX.Element | null =>
  documents.length === 0 ? null : (
    <ul class="divide-y divide-base-300 text-sm">
      {documents.map(({ id, kind, name, bytes, created }) => (
        <li class="flex items-start gap-3 py-2.5 first:pt-0 last:pb-0">
          <Icon name="file-text" class="mt-0.5 size-4.5 text-primary" />
          <div class="min-w-0 flex-1">
            <p class="font-medium">{DOCUMENT_KINDS[kind]}</p>
            <a
              class="link link-primary inline-flex min-h-8 items-center"
              href={`${verificationPath(sellerCode)}/documents/${id}`}
              download
            >
              <Given text={name} lines={2} />
            </a>
            <p class="muted text-xs">
              {Math.max(1, Math.round(bytes / 1_000))} KB, <Time at={created} />
            </p>
          </div>
        </li>
      ))}
    </ul>
  );

function Decision({
  context,
  verification,
  submission,
  typed,
}: {
  context: DeskContext;
  verification: Verification;
  submission: number | null;
  typed: TypedReason;
}): JSX.Element {
  const { sellerCode, status } = verification;
  const action = `${verificationPath(sellerCode)}/decide`;
  const seen = { from: status, submission: submission === null ? "" : String(submission) };
  return (
    <Section
      title="Your decision"
      lead={submission === null ? "Nothing to review. You can still change the decision." : undefined}
    >
      {status === "VERIFIED" ? null : (
        <div class="mb-5 border-b border-base-300 pb-5">
          <p class="mb-3 text-sm">The seller can then pay out the money in the wallet.</p>
          <ButtonForm
            action={action}
            csrf={context.csrf}
            label="Verify account"
            icon="badge-check"
            class="btn btn-sm btn-primary"
            fields={{ ...seen, to: "VERIFIED" }}
          />
        </div>
      )}
      {status === "REJECTED" ? (
        <p class="muted text-sm">Already refused. The seller can submit again.</p>
      ) : (
        <form method="post" action={action}>
          <input type="hidden" name="csrf" value={context.csrf} />
          <input type="hidden" name="to" value="REJECTED" />
          {Object.entries(seen).map(([name, value]) => (
            <input type="hidden" name={name} value={value} />
          ))}
          <ReasonField
            label="What is missing or wrong"
            typed={typed}
            hint="The seller reads this in the console and by email, and can't create new orders until it is fixed."
          />
          <button type="submit" class="btn btn-sm btn-error btn-outline">
            Refuse verification
          </button>
        </form>
      )}
    </Section>
  );
}

function Earlier({ verification: { submissions } }: { verification: Verification }): JSX.Element | null {
  if (submissions.length === 0) return null;
  return (
    <Section title="Submissions">
      <ol class="space-y-4 text-sm">
        {submissions.map(({ number, by, created, decidedAt, outcome, reason }) => (
          <li>
            <p class="font-medium">
              {number}. {outcome === null ? "Waiting" : OUTCOMES[outcome]}
            </p>
            <p class="muted text-xs">
              Submitted by <bdi>{by}</bdi>, <Time at={created} />
              {decidedAt === null ? null : (
                <>
                  ; decided <Time at={decidedAt} />
                </>
              )}
            </p>
            {reason === "" ? null : (
              <div class="mt-1">
                <LongText text={reason} locale="en" />
              </div>
            )}
          </li>
        ))}
      </ol>
    </Section>
  );
}
