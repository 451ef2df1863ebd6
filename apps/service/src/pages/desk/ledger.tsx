/** What audits of the ledger found, and a new one on demand. While one runs the page looks for its end by itself. */
import type { JSX } from "preact";
import { runAudit } from "../../commands/operators.js";
import { AUDIT_RULES, type AuditFinding } from "../../store/read/money/audit.js";
import {
  findNextAudit,
  type LedgerAudit,
  listAudits,
  listFindings,
  type NextAudit,
} from "../../store/read/money/ledger-audits.js";
import { grouped } from "../../words/format.js";
import type { PersonContext } from "../console/context.js";
import type { Asked } from "../console/routes.js";
import { ButtonForm, Cell, Notice, PageHead, Section, Stat, Stats, Table, Time } from "../console/ui.js";
import { Given } from "../given.js";
import { Badge } from "../orders/parts.js";
import { DeskFrame } from "./frame.js";
import { age, operatorOf, Said } from "./parts.js";
import { DESK_PATH, type RegisterDeskPart } from "./routes.js";

const PATH = "/ledger";
const HERE = DESK_PATH + PATH;
const SHOWN = 10;
const RELOAD_SECONDS = 5;

export const registerLedger: RegisterDeskPart = (routes, { db }) => {
  routes.page(PATH, async (context, asked) => {
    const [next, audits] = await Promise.all([findNextAudit(db), listAudits(db, SHOWN)]);
    const told = audits.find(({ findings }) => findings !== null && findings > 0);
    const findings = told === undefined || told !== audits[0] ? [] : await listFindings(db, told.id);
    if (next.state !== "waiting") asked.reply.headers(context.site.waitingHeaders);
    return <Ledger context={context} asked={asked} next={next} audits={audits} findings={findings} />;
  });

  routes.page(`${PATH}/status`, async (_context, { reply }) =>
    reply.header("Cache-Control", "no-store").send({ version: versionOf(await findNextAudit(db)) }),
  );

  routes.action(`${PATH}/run`, async (context) => {
    const isAsked = await runAudit(db, operatorOf(context));
    return `${HERE}?said=${isAsked ? "asked" : "underway"}`;
  });
};

const versionOf = ({ id, state }: NextAudit): string => `${id}.${state}`;

function Ledger({
  context,
  asked,
  next,
  audits,
  findings,
}: {
  context: PersonContext;
  asked: Asked;
  next: NextAudit;
  audits: readonly LedgerAudit[];
  findings: readonly AuditFinding[];
}): JSX.Element {
  const isWaiting = next.state !== "waiting";
  const last = audits[0];
  return (
    <DeskFrame
      context={context}
      title="Ledger audit"
      entry="/ledger"
      waiting={isWaiting ? { path: HERE, reloadSeconds: RELOAD_SECONDS } : undefined}
    >
      <PageHead
        title="Ledger audit"
        lead={`${AUDIT_RULES.length} rules, proved from the rows alone, in one snapshot: once a day, and when you ask.`}
      >
        {isWaiting ? null : (
          <ButtonForm
            action={`${HERE}/run`}
            csrf={context.csrf}
            label="Run now"
            icon="play"
            class="btn btn-sm btn-primary"
          />
        )}
      </PageHead>
      {isWaiting ? <UnderWay next={next} /> : <Said query={asked.query} />}
      {last === undefined ? null : <Verdict last={last} />}
      {findings.length === 0 ? null : <Findings findings={findings} />}
      <Section
        title="Audits"
        lead={isWaiting ? undefined : `The next one begins by itself in ${age(next.dueInSeconds)}.`}
      >
        {audits.length === 0 ? <p class="muted text-sm">None has run yet.</p> : <History audits={audits} />}
      </Section>
    </DeskFrame>
  );
}

const UnderWay = ({ next }: { next: NextAudit }): JSX.Element => (
  <Notice tone="note">
    <span
      data-status={`${HERE}/status`}
      data-version={versionOf(next)}
      data-stopped="Still under way. Load the page again to look."
    >
      {next.state === "running" ? "An audit is running" : "An audit begins in a moment"}
      {next.askedBy === null ? "" : `, asked for by ${next.askedBy}`}. This page shows its result by itself.
    </span>
  </Notice>
);

function Verdict({ last }: { last: LedgerAudit }): JSX.Element {
  return (
    <>
      {last.findings === null ? (
        <Notice tone="bad">The last audit came to no end: {last.error}. It is tried again within an hour.</Notice>
      ) : null}
      <Stats>
        <Stat
          label="Result"
          value={<Result audit={last} />}
          note={last.findings === null ? undefined : `${last.rules} rules looked at`}
        />
        <Stat label="Findings" value={last.findings === null ? "–" : grouped(last.findings, "en")} />
        <Stat label="Took" value={tookOf(last)} note={<Time at={last.finished} />} />
      </Stats>
    </>
  );
}

const tookOf = ({ durationMs }: LedgerAudit): string =>
  durationMs < 1_000 ? `${durationMs} ms` : `${(durationMs / 1_000).toFixed(1)} s`;

function Result({ audit: { findings } }: { audit: LedgerAudit }): JSX.Element {
  if (findings === null) return <Badge tone="bad" icon="circle-x" text="Failed" />;
  return findings === 0 ? (
    <Badge tone="good" icon="circle-check" text="The books balance" />
  ) : (
    <Badge tone="bad" icon="circle-alert" text="Broken rules" />
  );
}

const History = ({ audits }: { audits: readonly LedgerAudit[] }): JSX.Element => (
  <Table label="Audits" head={["Result", "Ended", "Took", "Asked for by"]}>
    {audits.map((audit) => (
      <tr>
        <Cell class="min-w-40">
          <Result audit={audit} />
        </Cell>
        <Cell>
          <Time at={audit.finished} />
          <span class="muted block text-xs">
            Began <Time at={audit.started} />
          </span>
        </Cell>
        <Cell class="whitespace-nowrap tabular-nums">{tookOf(audit)}</Cell>
        <Cell class="min-w-40 [overflow-wrap:anywhere]">{audit.askedBy ?? "the day"}</Cell>
      </tr>
    ))}
  </Table>
);

/** Under their rules. */
function Findings({ findings }: { findings: readonly AuditFinding[] }): JSX.Element {
  const rules = [...new Set(findings.map(({ rule }) => rule))];
  return (
    <Section title="What breaks a rule" lead="At most 20 rows a rule. The same rows: holdfast ledger check.">
      {rules.map((rule) => (
        <div class="mb-5 last:mb-0">
          <h3 class="mb-2 text-sm font-semibold text-error">{rule}</h3>
          <Table label={rule} head={["Account", "Object", "Found"]}>
            {findings
              .filter((one) => one.rule === rule)
              .map((one) => (
                <tr>
                  <Cell class="tabular-nums">{one.account}</Cell>
                  <Cell class="min-w-48 [overflow-wrap:anywhere]">{one.object}</Cell>
                  <Cell class="min-w-56">
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
