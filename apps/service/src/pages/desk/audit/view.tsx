/** What operators did: who, when, what, to whom, what it was and what it is, and why. Written once, never changed. */

import type { JSX } from "preact";
import { type Noted, OPERATOR_ACTIONS } from "../../../domain/operators.js";
import type { LoggedAction } from "../../../store/read/desk/operator-actions.js";
import { Filters } from "../../kit/filters.js";
import { Late } from "../../kit/late.js";
import { DESK_PATH } from "../../kit/links.js";
import { LongText } from "../../kit/long-text.js";
import { Pager } from "../../kit/pager.js";
import { ShortTime } from "../../kit/times.js";
import { Cell, Empty, PageHead, Table } from "../../kit/ui.js";
import type { DeskContext } from "../access.js";
import { OUTCOME_LABELS } from "../approvals/words.js";
import { ExportLink } from "../exports/link.js";
import { DeskFrame } from "../frame.js";
import { AccountLink } from "../parts.js";
import { CALL_KINDS } from "../stuck/words.js";
import { plainName, providerName } from "../words.js";
import type { AuditLog } from "./load.js";
import { ACTION_LABELS } from "./words.js";

export function AuditPage({
  context,
  log: {
    ageSeconds,
    operators,
    listed: { page, query, now },
  },
}: {
  context: DeskContext;
  log: AuditLog;
}): JSX.Element {
  const path = `${DESK_PATH}/audit`;
  return (
    <DeskFrame context={context} title="Audit log" entry="/audit">
      <PageHead
        title="Audit log"
        lead="What operators did on this desk and on the command line, what they searched for, and which orders they opened. Entries are never changed or deleted."
      >
        <ExportLink list="audit" query={query} />
      </PageHead>
      <Filters
        path={path}
        query={query}
        search={{ name: "account", label: "Account", hint: "Seller code" }}
        choices={[
          { name: "operator", label: "Operator", options: operators.map((one) => [one, one] as const) },
          {
            name: "action",
            label: "Action",
            options: OPERATOR_ACTIONS.map((one) => [one, ACTION_LABELS[one]] as const),
          },
        ]}
        daysAt={now}
      />
      {page.rows.length === 0 ? (
        <Empty icon="history" title={Object.keys(query).length === 0 ? "No actions yet" : "No matching actions"} />
      ) : (
        <Table
          label="Actions of operators"
          head={["What", "Account", "Before and after", "Reason", "Who and when"]}
          columns={["", "", "", WIDE]}
          stacks
        >
          {page.rows.map((line) => (
            <Line line={line} />
          ))}
        </Table>
      )}
      <Pager page={page} path={path} query={query} />
      <Late ageSeconds={ageSeconds} />
    </DeskFrame>
  );
}

/** Narrower screens have the reason below what was changed. */
const WIDE = "max-xl:hidden";

const Line = ({ line }: { line: LoggedAction }): JSX.Element => (
  <tr>
    <Cell class="min-w-40">
      <span class="block font-medium">{ACTION_LABELS[line.action]}</span>
      {line.subject === "" ? null : <span class="muted block text-xs [overflow-wrap:anywhere]">{line.subject}</span>}
    </Cell>
    <Cell name="Account">{line.account === null ? "–" : <AccountLink account={line.account} />}</Cell>
    <Cell name="Before and after" class="min-w-52">
      <Compared before={line.before} after={line.after} />
      {line.reason === "" ? null : (
        <div class="mt-1 xl:hidden">
          <span class="muted">reason: </span>
          <LongText text={line.reason} locale="en" />
        </div>
      )}
    </Cell>
    <Cell name="Reason" class={`min-w-56 ${WIDE}`}>
      {line.reason === "" ? "–" : <LongText text={line.reason} locale="en" />}
    </Cell>
    <Cell name="Who and when" class="min-w-44 xl:min-w-52">
      <span class="block [overflow-wrap:anywhere]">{line.operator}</span>
      {line.second === null ? null : (
        <span class="block [overflow-wrap:anywhere]">
          <span class="muted">confirmed by</span> {line.second}
        </span>
      )}
      <span class="muted block text-xs">
        <ShortTime at={line.created} />
      </span>
    </Cell>
  </tr>
);

/** Each value that has a name, as it was and as it is; what stayed the same is left out. */
function Compared({ before, after }: { before: Noted | null; after: Noted | null }): JSX.Element {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const changed = names.filter((name) => before?.[name] !== after?.[name] || after === null);
  if (changed.length === 0) return <>–</>;
  return (
    <ul class="space-y-0.5">
      {changed.map((name) => (
        <li class="[overflow-wrap:anywhere]">
          <span class="muted">{name}: </span>
          {shown(before, name) === null ? null : <del class="no-underline">{shown(before, name)}</del>}
          {shown(before, name) !== null && shown(after, name) !== null ? <span> → </span> : null}
          {shown(after, name) === null ? null : <ins class="font-medium no-underline">{shown(after, name)}</ins>}
        </li>
      ))}
    </ul>
  );
}

/** Codes whose words stand on other pages, by what they are of. */
const VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  outcome: OUTCOME_LABELS,
  call: CALL_KINDS,
};

const shown = (noted: Noted | null, name: string): string | null => {
  const value = noted?.[name];
  if (value === undefined) return null;
  if (value === null) return "None";
  return VALUES[name]?.[value] ?? (name === "provider" ? providerName(value) : plainName(value));
};
