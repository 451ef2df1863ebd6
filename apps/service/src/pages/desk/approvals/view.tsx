/** What waits for a second operator. */

import type { JSX } from "preact";
import { type ApprovalRequest, orderOf } from "../../../domain/approvals.js";
import { refusalOfOrder } from "../../../domain/operators.js";
import type { Approval } from "../../../store/read/desk/approvals.js";
import { LongText } from "../../kit/long-text.js";
import { Time } from "../../kit/times.js";
import { ButtonForm, Empty, PageHead } from "../../kit/ui.js";
import type { DeskContext } from "../access.js";
import type { InCell } from "../cells.js";
import { DeskFrame } from "../frame.js";
import { APPROVALS_PATH, disputePath, orderPath } from "../links.js";
import { AccountLink, OpenThere, OWN, operatorOf, Said } from "../parts.js";
import { ACTION_LABELS, SHOWN } from "./words.js";

export function ApprovalsPage({
  context,
  approvals,
  said,
}: {
  context: DeskContext;
  approvals: readonly InCell<Approval>[];
  said: string | undefined;
}): JSX.Element {
  return (
    <DeskFrame context={context} title="Approvals" entry="/approvals">
      <PageHead
        title="Approvals"
        lead="Large amounts, fee changes and receipts that were booked by mistake need two operators. Nothing happens until someone else confirms."
      />
      <Said said={said} />
      {approvals.length === 0 ? (
        <Empty icon="circle-check" title="All clear" />
      ) : (
        <ul class="space-y-4">
          {approvals.map((approval) => (
            <One context={context} approval={approval} />
          ))}
        </ul>
      )}
    </DeskFrame>
  );
}

/** What they are about is said by the order and the bank's reference. */
const OF_RAILS: ReadonlySet<ApprovalRequest["action"]> = new Set([
  "book_receipt",
  "reverse_receipt",
  "settle_outgoing",
]);
const PATHS = { resolve_dispute: disputePath, refund_order: orderPath } as const;

function One({ context, approval }: { context: DeskContext; approval: InCell<Approval> }): JSX.Element {
  const { sellerCode, request, subject, shown, reason, askedBy, created, cell } = approval;
  const escrow = orderOf(request);
  return (
    <li class="panel p-4 sm:p-5">
      <div class="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div class="min-w-0">
          <h2 class="font-semibold">{ACTION_LABELS[request.action]}</h2>
          <p class="muted text-sm [overflow-wrap:anywhere]">
            {askedBy.name} asked <Time at={created} />
          </p>
        </div>
        <div class="text-sm">
          <AccountLink account={approval} />
        </div>
      </div>
      <dl class="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1 text-sm">
        {subject === "" || OF_RAILS.has(request.action) ? null : (
          <>
            <dt class="muted">About</dt>
            <dd class="[overflow-wrap:anywhere]">
              {request.action === "resolve_dispute" || request.action === "refund_order" ? (
                <a class="link link-primary" href={PATHS[request.action](sellerCode, request.escrow)}>
                  {subject}
                </a>
              ) : (
                subject
              )}
            </dd>
          </>
        )}
        {Object.entries(SHOWN).flatMap(([name, [label, write]]) => {
          const value = shown[name];
          if (value === undefined) return [];
          return (
            <>
              <dt class="muted">{label}</dt>
              <dd class="tabular-nums [overflow-wrap:anywhere]">
                {name === "reference" && escrow !== null ? (
                  <a class="link link-primary" href={orderPath(sellerCode, escrow)}>
                    {value}
                  </a>
                ) : (
                  write(value ?? "")
                )}
              </dd>
            </>
          );
        })}
      </dl>
      {reason === "" ? null : (
        <div class="mt-3 text-sm">
          <LongText text={reason} locale="en" />
        </div>
      )}
      <div class="mt-4 flex flex-wrap items-center gap-3">
        {cell === undefined ? (
          <Decide context={context} approval={approval} />
        ) : (
          <OpenThere path={APPROVALS_PATH} cell={cell} />
        )}
      </div>
    </li>
  );
}

function Decide({ context, approval }: { context: DeskContext; approval: Approval }): JSX.Element {
  const { id, account, askedBy, buyer, request, tradingName } = approval;
  const about = `${ACTION_LABELS[request.action]}, ${tradingName}`;
  const { seller, csrf } = context;
  const isMine = askedBy.id === seller.id;
  const own = refusalOfOrder(operatorOf(context), { account, buyerEmail: buyer });
  return (
    <>
      {isMine ? (
        <p class="muted text-sm">Someone else has to confirm this.</p>
      ) : own !== null ? (
        <p class="muted text-sm">{OWN[own]}</p>
      ) : (
        <ButtonForm
          action={`${APPROVALS_PATH}/${id}/confirm`}
          csrf={csrf}
          label="Confirm"
          about={about}
          class="btn btn-sm btn-primary"
        />
      )}
      {own !== null && !isMine ? null : (
        <ButtonForm
          action={`${APPROVALS_PATH}/${id}/decline`}
          csrf={csrf}
          label={isMine ? "Withdraw" : "Decline"}
          about={about}
          class="btn btn-sm"
        />
      )}
    </>
  );
}
