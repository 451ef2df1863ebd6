/** What audits of the ledger found, and a new one on demand. While one runs the page looks for its end by itself. */

import type { JSX } from "preact";
import { AUDIT_RULES, type AuditFinding } from "../../../store/read/money/audit.js";
import type { LedgerAudit, NextAudit } from "../../../store/read/money/ledger-audits.js";
import { grouped } from "../../../words/format.js";
import { Badge } from "../../kit/badge.js";
import { Given } from "../../kit/given.js";
import { Time } from "../../kit/times.js";
import { ButtonForm, Cell, Notice, PageHead, Section, Stat, Stats, Table } from "../../kit/ui.js";
import { kitWords } from "../../kit/words.js";
import type { DeskContext } from "../access.js";
import { DeskFrame } from "../frame.js";
import { LEDGER_PATH } from "../links.js";
import { age, Said } from "../parts.js";
import { isUnderWay, type Ledger, versionOf } from "./load.js";

const RELOAD_SECONDS = 5;

export function LedgerPage({
  context,
  ledger,
  said,
}: {
  context: DeskContext;
  ledger: Ledger;
  said: string | undefined;
}): JSX.Element {
  const { next, audits, findings } = ledger;
  const isWaiting = isUnderWay(ledger);
  const last = audits[0];
  return (
    <DeskFrame
      context={context}
      title="Ledger audit"
      entry="/ledger"
      waiting={isWaiting ? { path: LEDGER_PATH, reloadSeconds: RELOAD_SECONDS } : undefined}
    >
      <PageHead
        title="Ledger audit"
        lead={`${AUDIT_RULES.length} rules, checked against the stored rows daily and on request: all rows at least once a week, and in between those written since.`}
      >
        {isWaiting ? null : (
          <ButtonForm
            action={`${LEDGER_PATH}/run`}
            csrf={context.csrf}
            label="Run now"
            icon="play"
            class="btn btn-sm btn-primary"
          />
        )}
      </PageHead>
      {isWaiting ? <UnderWay next={next} /> : <Said said={said} />}
      {last === undefined ? null : <Verdict last={last} />}
      {findings.length === 0 ? null : <Findings findings={findings} />}
      <Section title="Audits" lead={isWaiting ? undefined : `The next one starts in ${age(next.dueInSeconds)}.`}>
        {audits.length === 0 ? <p class="muted text-sm">No audits yet.</p> : <History audits={audits} />}
      </Section>
    </DeskFrame>
  );
}

const UnderWay = ({ next }: { next: NextAudit }): JSX.Element => (
  <Notice tone="note">
    <span
      data-status={`${LEDGER_PATH}/status`}
      data-version={versionOf(next)}
      data-stopped="Updates have stopped. Reload the page."
      data-offline={kitWords("en").offline}
    >
      {next.state === "running"
        ? `An audit is running, ${next.proved} of ${AUDIT_RULES.length} rules done`
        : "An audit is about to start"}
      {next.askedBy === null ? "" : `, requested by ${next.askedBy}`}. Updates automatically
    </span>
  </Notice>
);

function Verdict({ last }: { last: LedgerAudit }): JSX.Element {
  return (
    <>
      {last.findings === null ? (
        <Notice tone="bad">The last audit failed: {last.error}. We'll retry within an hour.</Notice>
      ) : null}
      <Stats>
        <Stat
          label="Result"
          value={<Result audit={last} />}
          note={
            last.findings === null ? undefined : (
              <>
                {last.rules} rules checked. <Checked audit={last} />
              </>
            )
          }
        />
        <Stat label="Findings" value={last.findings === null ? "–" : grouped(last.findings, "en")} />
        <Stat label="Took" value={tookOf(last)} note={<Time at={last.finished} />} />
      </Stats>
    </>
  );
}

const tookOf = ({ durationMs }: LedgerAudit): string =>
  durationMs < 1_000 ? `${durationMs} ms` : `${(durationMs / 1_000).toFixed(1)} s`;

/** Of which rows. */
const Checked = ({ audit: { since } }: { audit: LedgerAudit }): JSX.Element =>
  since === null ? (
    <>All rows</>
  ) : (
    <>
      Written since <Time at={since} />
    </>
  );

function Result({ audit: { findings } }: { audit: LedgerAudit }): JSX.Element {
  if (findings === null) return <Badge tone="bad" icon="circle-x" text="Failed" />;
  return findings === 0 ? (
    <Badge tone="good" icon="circle-check" text="The books balance" />
  ) : (
    <Badge tone="bad" icon="circle-alert" text="Broken rules" />
  );
}

const History = ({ audits }: { audits: readonly LedgerAudit[] }): JSX.Element => (
  <Table label="Audits" head={["Result", "Ended", "Checked", "Took", "Requested by"]} stacks>
    {audits.map((audit) => (
      <tr>
        <Cell class="min-w-40">
          <Result audit={audit} />
        </Cell>
        <Cell name="Ended">
          <Time at={audit.finished} />
          <span class="muted block text-xs">
            Began <Time at={audit.started} />
          </span>
        </Cell>
        <Cell name="Checked" class="min-w-40">
          <Checked audit={audit} />
        </Cell>
        <Cell name="Took" class="whitespace-nowrap tabular-nums">
          {tookOf(audit)}
        </Cell>
        <Cell name="Requested by" class="min-w-40 [overflow-wrap:anywhere]">
          {audit.askedBy ?? "the day"}
        </Cell>
      </tr>
    ))}
  </Table>
);

/** Under their rules. */
function Findings({ findings }: { findings: readonly AuditFinding[] }): JSX.Element {
  const rules = [...new Set(findings.map(({ rule }) => rule))];
  return (
    <Section
      title="Findings"
      lead="Up to 20 rows for each rule. To list them on the command line: holdfast ledger check."
    >
      {rules.map((rule) => (
        <div class="mb-5 last:mb-0">
          <h3 class="mb-2 text-sm font-semibold text-error">{rule}</h3>
          <Table label={rule} head={["Account", "Object", "Found"]} stacks>
            {findings
              .filter((one) => one.rule === rule)
              .map((one) => (
                <tr>
                  <Cell class="tabular-nums">{one.account}</Cell>
                  <Cell name="Object" class="min-w-48 [overflow-wrap:anywhere]">
                    {one.object}
                  </Cell>
                  <Cell name="Found" class="min-w-56">
                    <Given text={one.found} lines={8} />
                  </Cell>
                </tr>
              ))}
          </Table>
        </div>
      ))}
    </Section>
  );
}
