/** Accounts that wait to be verified, and what one of them handed in: read, then taken or refused. */
import type { VerificationStatus } from "@holdfast/contract";
import type { JSX } from "preact";
import { decideVerification } from "../../commands/operators.js";
import { NIL_UUID, parseUuid } from "../../domain/ids.js";
import type { DocumentKind } from "../../domain/settings.js";
import type { Queryable } from "../../platform/database.js";
import { readClock } from "../../store/read/clock.js";
import {
  type DocumentLine,
  findDocument,
  listPendingVerifications,
  loadVerification,
  type PendingVerification,
  type Verification,
} from "../../store/read/console/verification.js";
import type { Page } from "../../store/read/page.js";
import { grouped } from "../../words/format.js";
import type { PersonContext } from "../console/context.js";
import { pageIn } from "../console/paging.js";
import type { Asked } from "../console/routes.js";
import { ButtonForm, Cell, Empty, Facts, PageHead, Pager, Section, Table, Time } from "../console/ui.js";
import { sendFile } from "../files.js";
import { Given } from "../given.js";
import { Icon } from "../icons.js";
import { LongText } from "../orders/parts.js";
import { PageRefusal } from "../refusal.js";
import { accountOf } from "./account.js";
import { DeskFrame } from "./frame.js";
import {
  AccountBadges,
  AccountLink,
  accountPath,
  age,
  NO_REASON,
  operatorOf,
  ReasonField,
  readReason,
  Said,
  saidOf,
  type TypedReason,
  Unseen,
} from "./parts.js";
import { DESK_PATH, type RegisterDeskPart } from "./routes.js";

const LIST = "/verifications";
const PATH = `${LIST}/:code`;
/** As much as the seller's page and mail show. */
const REASON_MAX = 1000;
const UNPROCESSABLE = 422;
const STATUSES = ["UNVERIFIED", "PENDING", "VERIFIED", "REJECTED"] as const satisfies readonly VerificationStatus[];

export const registerVerifications: RegisterDeskPart = (routes, { db }) => {
  routes.page(LIST, async (context, { query }) => {
    const asked = pageIn(query, "uuid");
    const from = asked.from ?? { position: NIL_UUID, direction: "newer" as const };
    const [page, { now }] = await Promise.all([listPendingVerifications(db, { ...asked, from }), readClock(db)]);
    return <Queue context={context} page={page} now={now} />;
  });

  routes.page(PATH, async (context, asked) => (
    <OneVerification context={context} asked={asked} verification={await verificationOf(asked, db)} typed={NO_REASON} />
  ));

  routes.page(`${PATH}/documents/:document`, async (_context, asked) => {
    const { id: account } = await accountOf(asked, db);
    const id = parseUuid("document", asked.params["document"] ?? "");
    const file = id === null ? null : await findDocument(db, account, id);
    if (file === null) throw new PageRefusal("not_found");
    return sendFile(asked.reply, file);
  });

  routes.action(`${PATH}/decide`, async (context, form, asked) => {
    const verification = await verificationOf(asked, db);
    const to = form["to"] === "VERIFIED" ? "VERIFIED" : "REJECTED";
    const typed = to === "VERIFIED" ? NO_REASON : readReason(form["reason"], REASON_MAX);
    if (typed.problem !== null) {
      const page = <OneVerification context={context} asked={asked} verification={verification} typed={typed} />;
      return { status: UNPROCESSABLE, page };
    }
    const from = STATUSES.find((one) => one === form["from"]);
    if (from === undefined) throw new PageRefusal("validation_failed");
    const by = { operator: operatorOf(context), account: verification.account, reason: typed.reason };
    const number = /^\d{1,9}$/.exec(form["submission"] ?? "")?.[0];
    const submission = number === undefined ? null : Number(number);
    const acted = await decideVerification(db, by, { to, from, submission });
    const said = saidOf(acted, to === "VERIFIED" ? "verified" : "rejected");
    return `${DESK_PATH}${LIST}/${verification.sellerCode}?said=${said}`;
  });
};

async function verificationOf(asked: Asked, db: Queryable): Promise<Verification> {
  const { id } = await accountOf(asked, db);
  const verification = await loadVerification(db, id);
  if (verification === null) throw new PageRefusal("not_found");
  return verification;
}

function Queue({
  context,
  page,
  now,
}: {
  context: PersonContext;
  page: Page<PendingVerification>;
  now: number;
}): JSX.Element {
  return (
    <DeskFrame context={context} title="Verification" entry="/verifications">
      <PageHead
        title="Verification"
        lead="Sellers who wait for your decision, the one that waits longest first. Until then their money stays in the wallet."
      />
      {page.rows.length === 0 ? (
        <Empty icon="badge-check" title="Nobody waits">
          A seller who hands in documents appears here.
        </Empty>
      ) : (
        <>
          <Table
            label="Waiting sellers"
            head={["Seller", "Legal name", "Documents", "Waits", <Unseen text="Action" />]}
          >
            {page.rows.toReversed().map((one) => (
              <tr>
                <Cell>
                  <AccountLink account={one} />
                </Cell>
                <Cell class="min-w-40">
                  <Given text={[one.legalName, one.country].filter(Boolean).join(", ")} lines={2} />
                </Cell>
                <Cell>{grouped(one.documents, "en")}</Cell>
                <Cell class="whitespace-nowrap">{age(now - one.created)}</Cell>
                <Cell>
                  <a class="btn btn-sm" href={`${DESK_PATH}${LIST}/${one.sellerCode}`}>
                    Look<span class="sr-only"> at what {one.tradingName} handed in</span>
                  </a>
                </Cell>
              </tr>
            ))}
          </Table>
          <Pager page={page} path={DESK_PATH + LIST} query={{}} />
        </>
      )}
    </DeskFrame>
  );
}

/** The one that waits. */
const openOf = ({ submissions }: Verification) => submissions.find(({ decidedAt }) => decidedAt === null);

function OneVerification({
  context,
  asked,
  verification,
  typed,
}: {
  context: PersonContext;
  asked: Asked;
  verification: Verification;
  typed: TypedReason;
}): JSX.Element {
  const waiting = openOf(verification);
  return (
    <DeskFrame context={context} title="Verification" entry="/verifications">
      <PageHead
        title={<Given text={verification.tradingName} lines={2} />}
        up={{ href: DESK_PATH + LIST, label: "Verification" }}
        lead={
          <AccountBadges account={{ verificationStatus: verification.status, suspended: verification.suspended }} />
        }
      >
        <a class="btn btn-sm" href={accountPath(verification.sellerCode)}>
          The account
        </a>
      </PageHead>
      <Said query={asked.query} />
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
    text === "" ? "Not told" : <Given text={text} lines={5} class="whitespace-pre-line" />;
  return (
    <Section title="What the seller says">
      <Facts
        rows={[
          ["Legal name", told(profile.legalName)],
          ["Country", told(profile.country)],
          ["Address", told(profile.address)],
          ["Phone", told(profile.phone)],
          // Not a link: whoever sent it should not be visited by mistake.
          ["Website", told(profile.website)],
          ["For buyers", told(profile.supportEmail)],
          ["Mail of the account", email],
        ]}
      />
    </Section>
  );
}

const KINDS = {
  registration: "Company registration",
  identity: "Identity",
  address: "Proof of address",
  other: "Other",
} as const satisfies Record<DocumentKind, string>;

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
    <Section title="Documents" lead="They are saved, and never opened in the browser: open them where that is safe.">
      {now.length === 0 ? <p class="muted text-sm">Nothing waits to be looked at.</p> : null}
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
            <p class="font-medium">{KINDS[kind]}</p>
            <a
              class="link link-primary inline-flex min-h-8 items-center"
              href={`${DESK_PATH}${LIST}/${sellerCode}/documents/${id}`}
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
  context: PersonContext;
  verification: Verification;
  submission: number | null;
  typed: TypedReason;
}): JSX.Element {
  const { sellerCode, status } = verification;
  const action = `${DESK_PATH}${LIST}/${sellerCode}/decide`;
  const seen = { from: status, submission: submission === null ? "" : String(submission) };
  return (
    <Section
      title="Your decision"
      lead={
        submission === null ? "Nothing waits. You may still decide, as when something came to light later." : undefined
      }
    >
      {status === "VERIFIED" ? null : (
        <div class="mb-5 border-b border-base-300 pb-5">
          <p class="mb-3 text-sm">The money in the wallet can then be paid out.</p>
          <ButtonForm
            action={action}
            csrf={context.csrf}
            label="Verify the account"
            icon="badge-check"
            class="btn btn-sm btn-primary"
            fields={{ ...seen, to: "VERIFIED" }}
          />
        </div>
      )}
      {status === "REJECTED" ? (
        <p class="muted text-sm">Refused already; the seller may hand in again.</p>
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
            hint="The seller reads this, on the page and in a mail. Nothing new can be sold until it is put right."
          />
          <button type="submit" class="btn btn-sm btn-error btn-outline">
            Refuse the verification
          </button>
        </form>
      )}
    </Section>
  );
}

const OUTCOMES = { VERIFIED: "Verified", REJECTED: "Refused", WITHDRAWN: "Taken back by the seller" } as const;

function Earlier({ verification: { submissions } }: { verification: Verification }): JSX.Element | null {
  if (submissions.length === 0) return null;
  return (
    <Section title="Submissions">
      <ol class="space-y-4 text-sm">
        {submissions.map(({ number, by, created, decidedAt, outcome, reason }) => (
          <li>
            <p class="font-medium">
              {number}. {outcome === null ? "Waits" : OUTCOMES[outcome]}
            </p>
            <p class="muted text-xs">
              Handed in by <bdi>{by}</bdi>, <Time at={created} />
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
