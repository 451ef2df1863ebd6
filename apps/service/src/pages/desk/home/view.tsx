/** What waits for operators, in the order in which it is urgent. */
import type { JSX } from "preact";
import type { Pending } from "../../../store/read/desk/pending.js";
import type { LedgerAudit } from "../../../store/read/money/ledger-audits.js";
import { grouped } from "../../../words/format.js";
import { Icon, type IconName } from "../../kit/icons.js";
import { DESK_PATH } from "../../kit/links.js";
import { PageHead } from "../../kit/ui.js";
import type { DeskContext } from "../access.js";
import { inCell } from "../cells.js";
import { DeskFrame } from "../frame.js";
import { LEDGER_PATH, RATES_PATH } from "../links.js";
import { age } from "../parts.js";
import type { AllPending } from "./load.js";

export function HomePage({
  context,
  waiting: { counts, audit, audits },
}: {
  context: DeskContext;
  waiting: AllPending;
}): JSX.Element {
  const { now } = counts;
  const longest = ({ since }: Pending): string => (since === null ? "All clear" : `The oldest for ${age(now - since)}`);
  return (
    <DeskFrame context={context} title="Needs review" entry="">
      <PageHead title="Needs review" lead="Across all accounts" />
      <ul class="grid grid-cols-2 gap-3 xl:grid-cols-3">
        <Tile
          path={`${DESK_PATH}/verifications`}
          icon="badge-check"
          label="Verifications"
          count={counts.verifications.count}
        >
          {longest(counts.verifications)}
        </Tile>
        <Tile path={`${DESK_PATH}/disputes`} icon="gavel" label="Open disputes" count={counts.disputes.count}>
          {longest(counts.disputes)}
        </Tile>
        <Tile
          path={`${DESK_PATH}/questions`}
          icon="message-square"
          label="Questions answered or overdue"
          count={counts.questions.count}
        >
          {longest(counts.questions)}
        </Tile>
        <Tile
          path={`${DESK_PATH}/chargebacks`}
          icon="landmark"
          label="Chargebacks to answer"
          count={counts.chargebacks.count}
        >
          {longest(counts.chargebacks)}
        </Tile>
        <Tile path={`${DESK_PATH}/approvals`} icon="user-round" label="Approvals" count={counts.approvals.count}>
          {longest(counts.approvals)}
        </Tile>
        <Tile path={`${DESK_PATH}/stuck#refunds`} icon="undo" label="Failed refunds" count={counts.refunds.count}>
          {longest(counts.refunds)}
        </Tile>
        <Tile path={`${DESK_PATH}/stuck#payouts`} icon="banknote" label="Stuck payouts" count={counts.payouts.count}>
          {longest(counts.payouts)}
        </Tile>
        {counts.holder.count === 0 ? null : (
          <Tile
            path={`${DESK_PATH}/stuck#holder`}
            icon="landmark"
            label="Stuck at sellers’ accounts"
            count={counts.holder.count}
          >
            {longest(counts.holder)}
          </Tile>
        )}
        <Tile
          path={`${DESK_PATH}/stuck#calls`}
          icon="credit-card"
          label="Stuck buyer payments"
          count={counts.calls.count}
        >
          {longest(counts.calls)}
        </Tile>
        <Tile
          path={`${DESK_PATH}/books#differences`}
          icon="wallet"
          label="Differences"
          count={counts.differences.count}
        >
          {longest(counts.differences)}
        </Tile>
        <Tile path={RATES_PATH} icon="hand-coins" label="Exchange rates" count={counts.rates.count}>
          {longest(counts.rates)}
        </Tile>
        <AuditTile audit={audit} now={now} path={LEDGER_PATH} label="Ledger findings" />
        {audits.map((one) => (
          <AuditTile
            audit={one.audit ?? undefined}
            now={now}
            path={inCell(LEDGER_PATH, one.cell)}
            label={`Ledger findings of cell ${one.cell}`}
          />
        ))}
        <Tile
          path={`${DESK_PATH}/webhooks`}
          icon="webhook"
          label="Endpoints disabled"
          count={counts.endpoints.disabled}
        >
          {grouped(counts.endpoints.failing, "en")} more failing at present
        </Tile>
        <Tile
          path={`${DESK_PATH}/accounts?standing=SUSPENDED`}
          icon="pause"
          label="Accounts suspended"
          count={counts.suspended}
          isCalm={true}
        >
          Read-only until reinstated
        </Tile>
      </ul>
    </DeskFrame>
  );
}

function AuditTile({
  audit,
  now,
  path,
  label,
}: {
  audit: LedgerAudit | undefined;
  now: number;
  path: string;
  label: string;
}): JSX.Element {
  if (audit === undefined) {
    return (
      <Tile path={path} icon="book-check" label={label} count={null}>
        No audits yet
      </Tile>
    );
  }
  return (
    <Tile path={path} icon="book-check" label={label} count={audit.findings}>
      {audit.findings === null ? "The last audit failed" : "Audited"} {age(now - audit.finished)} ago
    </Tile>
  );
}

/** All of it is a link; what it counts comes before the figure, for screen readers. */
function Tile({
  path,
  icon,
  label,
  count,
  isCalm = false,
  children,
}: {
  path: string;
  icon: IconName;
  label: string;
  /** Null where there is no figure. */
  count: number | null;
  /** Nobody has to act on it. */
  isCalm?: boolean;
  children: JSX.Element | string | (JSX.Element | string)[];
}): JSX.Element {
  const isDue = count !== 0 && !isCalm;
  const tone = isDue ? "bg-warning/10 text-warning" : "bg-base-200";
  return (
    <li>
      <a href={path} class="panel flex h-full items-start gap-3.5 p-4 hover:border-primary">
        <span class={`grid size-10 shrink-0 place-items-center rounded-lg max-sm:hidden ${tone}`}>
          <Icon name={icon} />
        </span>
        <span class="min-w-0">
          <span class="muted block text-sm">{label}</span>
          <span
            class={`block text-2xl font-semibold tracking-tight tabular-nums ${isDue ? "max-sm:text-warning" : ""}`.trim()}
          >
            {count === null ? "–" : grouped(count, "en")}
          </span>
          <span class="muted block text-xs">{children}</span>
        </span>
      </a>
    </li>
  );
}
