/** One uploaded statement: what importing it would do, and what came of it. */
import type { JSX } from "preact";
import {
  COMPARED_MAX,
  type LineKind,
  PREVIEW_LINES_MAX,
  type PreviewLine,
  type StatementPreview,
} from "../../../domain/rail-uploads.js";
import { railIdOf } from "../../../domain/rails.js";
import { dayText } from "../../../platform/clock.js";
import type { UploadView } from "../../../store/read/desk/rail-uploads.js";
import { grouped } from "../../../words/format.js";
import { Given } from "../../kit/given.js";
import { Icon } from "../../kit/icons.js";
import { LongText } from "../../kit/long-text.js";
import { Time } from "../../kit/times.js";
import { ButtonForm, Cell, Confirm, Facts, Notice, PageHead, Section, Table } from "../../kit/ui.js";
import type { DeskContext } from "../access.js";
import { DeskFrame } from "../frame.js";
import { RECEIPTS_PATH, STATEMENTS_PATH, uploadPath } from "../links.js";
import { digitsOf, FullId, ReasonField, Said, type TypedReason } from "../parts.js";
import { UploadBadge } from "./parts.js";

type Props = {
  readonly context: DeskContext;
  readonly upload: UploadView;
  /** Why it can't be imported at present; null for nothing. */
  readonly problem: string | null;
  readonly reason: TypedReason;
  readonly said: string | undefined;
};

export function UploadPage(props: Props): JSX.Element {
  const { context, upload, problem, said } = props;
  const { preview } = upload;
  const title = `Statement of rail ${railIdOf(upload.provider)}`;
  return (
    <DeskFrame context={context} title={title} entry="/statements">
      <PageHead title={title} up={{ href: STATEMENTS_PATH, label: "Statements" }} />
      <Said said={said} />
      {problem === null ? null : (
        <Notice tone="bad">
          <strong>Nothing was imported.</strong> <bdi>{problem}</bdi>
        </Notice>
      )}
      <Standing upload={upload} />
      {preview === null ? null : (
        <>
          <Effect preview={preview} />
          <Next {...props} />
          <Lines preview={preview} />
        </>
      )}
    </DeskFrame>
  );
}

const Standing = ({ upload }: { upload: UploadView }): JSX.Element => (
  <Section title="Where it stands">
    <Facts
      rows={[
        ["State", <UploadBadge status={upload.status} />],
        ["File", <Given text={upload.name} lines={2} />],
        ["SHA-256 of the file", <FullId>{upload.digest}</FullId>],
        [
          "Uploaded",
          <span>
            {upload.uploadedName}, <Time at={upload.created} />
          </span>,
        ],
        ...(upload.decidedName === null || upload.decidedAt === null
          ? []
          : [
              [
                DECIDED[upload.status],
                <span>
                  {upload.decidedName}, <Time at={upload.decidedAt} />
                </span>,
              ] as const,
            ]),
        ...(upload.imported === null
          ? []
          : [
              [
                "New lines",
                `${grouped(upload.imported.added, "en")} of ${grouped(upload.imported.lines, "en")}`,
              ] as const,
            ]),
        ...(upload.reason === null ? [] : [["Reason", <LongText text={upload.reason} locale="en" />] as const]),
      ]}
    />
    {upload.imported === null ? null : (
      <p class="mt-4 text-sm">
        Money that names no payment waits under{" "}
        <a class="link link-primary" href={`${RECEIPTS_PATH}#unmatched`}>
          Receipts
        </a>
        .
      </p>
    )}
  </Section>
);

const DECIDED = {
  PENDING: "Decided",
  IMPORTED: "Imported",
  DECLINED: "Declined",
  WITHDRAWN: "Withdrawn",
} as const satisfies Record<UploadView["status"], string>;

function Effect({ preview }: { preview: StatementPreview }): JSX.Element {
  const { account, currency, opening, closing, period, count, added } = preview;
  const money = (amount: bigint): string => `${digitsOf(amount, currency)} ${currency}`;
  const known = count - added;
  return (
    <Section title="What the file says" lead="Compare it with the account at the bank.">
      <Facts
        rows={[
          ["Account", account === null ? "Not in the file" : <Given text={account} lines={1} />],
          [
            "Period",
            period === null
              ? "no line"
              : period.from === period.to
                ? dayText(period.from)
                : `${dayText(period.from)} to ${dayText(period.to)}`,
          ],
          ["Opening balance", money(opening)],
          ["Closing balance", money(closing)],
          [
            "Lines",
            known === 0
              ? `${grouped(count, "en")}, all new`
              : `${grouped(count, "en")}: ${grouped(added, "en")} new, ${grouped(known, "en")} booked already`,
          ],
        ]}
      />
      <h3 class="mt-6 mb-2 text-sm font-semibold">What importing it does</h3>
      <ul class="divide-y divide-base-300 text-sm">
        {effectsOf(preview).map(({ lines, what, note }) => (
          <li class="grid grid-cols-[3rem_minmax(0,1fr)] gap-x-4 py-2">
            <span class="text-end font-medium tabular-nums">{grouped(lines, "en")}</span>
            <span>
              {what}
              <span class="muted block text-xs">{note}</span>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

type EffectRow = { readonly lines: number; readonly what: string; readonly note: string };

const effectsOf = (preview: StatementPreview): readonly EffectRow[] =>
  [
    {
      lines: preview.payments,
      what: `Payments, ${digitsOf(preview.paid, preview.currency)} ${preview.currency} in total`,
      note: "Booked to their orders at once.",
    },
    { lines: preview.payouts, what: "Payouts, alone or as a batch", note: "Noted as paid." },
    { lines: preview.refunds, what: "Refunds", note: "Noted as paid. Buyers see it." },
    { lines: preview.returned, what: "Payouts and refunds that came back", note: "Noted, with the bank’s reason." },
    {
      lines: preview.near,
      what: "May be payments",
      note: `Not booked to an order: they wait under Receipts, each with a proposal.${
        preview.near + preview.unmatched > COMPARED_MAX ? ` Only the first ${COMPARED_MAX} were looked at.` : ""
      }`,
    },
    { lines: preview.unmatched, what: "Other money in", note: "Not booked to an order: it waits under Receipts." },
    {
      lines: preview.charges,
      what: "Other money out, such as the bank’s charges",
      note: "It waits under Books until somebody says what it was.",
    },
  ].filter(({ lines }) => lines > 0);

function Next({ context, upload, reason }: Props): JSX.Element {
  const home = uploadPath(upload.id);
  const { csrf } = context;
  if (upload.uploadedBy === context.seller.id)
    return (
      <Section title="Import" lead="You uploaded it, so another operator has to import it.">
        <Confirm label="Withdraw" icon="circle-x" question="Nothing of it is booked, and the file is deleted here.">
          <ButtonForm action={`${home}/withdraw`} csrf={csrf} label="Withdraw it" class="btn btn-sm btn-error" />
        </Confirm>
      </Section>
    );
  return (
    <Section
      title="Import"
      lead={`${upload.uploadedName} uploaded it. What you import is booked for good, in both your names.`}
    >
      <div class="flex flex-wrap items-start gap-3">
        <ButtonForm action={`${home}/import`} csrf={csrf} label="Import" class="btn btn-primary" />
        <details class="group min-w-0" open={reason.problem !== null}>
          <summary class="btn cursor-pointer list-none text-error">
            <Icon name="circle-x" class="size-4" />
            Decline
          </summary>
          <form method="post" action={`${home}/decline`} class="panel mt-2 p-4">
            <input type="hidden" name="csrf" value={csrf} />
            <ReasonField typed={reason} hint="The uploader sees it, and it’s kept in the audit log." />
            <button type="submit" class="btn btn-sm btn-error btn-outline">
              Decline it
            </button>
          </form>
        </details>
      </div>
    </Section>
  );
}

const KINDS = {
  payment: "Payment",
  refund: "Refund",
  refund_returned: "Refund that came back",
  payout: "Payout",
  payout_returned: "Payout that came back",
  batch: "Batch",
  other: "",
} as const satisfies Record<LineKind, string>;

const meaningOf = ({ kind, isNear, amount }: PreviewLine): string => {
  if (kind !== "other") return KINDS[kind];
  if (isNear) return "May be a payment";
  return amount > 0n ? "Other money in" : "Other money out";
};

function Lines({ preview }: { preview: StatementPreview }): JSX.Element | null {
  const { lines, added } = preview;
  if (lines.length === 0) return null;
  return (
    <div class="mb-8">
      <h2 class="mb-3 font-semibold">New lines</h2>
      <Table
        label="New lines"
        head={["Day", "Amount", "What the bank wrote", "What it is"]}
        columns={["", "text-end"]}
        stacks
      >
        {lines.map((line) => (
          <tr>
            <Cell name="Day" class="whitespace-nowrap">
              {dayText(line.day)}
            </Cell>
            <Cell name="Amount" class="text-end tabular-nums">
              {digitsOf(line.amount)}
            </Cell>
            <Cell name="What the bank wrote">
              <Given text={line.text === "" ? "nothing" : line.text} lines={3} />
            </Cell>
            <Cell name="What it is">
              {meaningOf(line)}
              {line.reference === null ? null : (
                <span class="muted block font-mono text-xs [overflow-wrap:anywhere]">{line.reference}</span>
              )}
            </Cell>
          </tr>
        ))}
      </Table>
      {added > lines.length ? (
        <p class="muted mt-2 text-sm">
          Only {PREVIEW_LINES_MAX} of {grouped(added, "en")} are shown, those that name something first.
        </p>
      ) : null}
    </div>
  );
}
