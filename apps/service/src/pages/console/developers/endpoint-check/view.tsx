/** What the doctor says of an endpoint: by group, each check with what was seen, what is behind it and how to mend it. */
import type { JSX } from "preact";
import type { Exchange, Finding, Group, Report } from "../../../../doctor/examine.js";
import { Badge } from "../../../kit/badge.js";
import { Given } from "../../../kit/given.js";
import { Icon } from "../../../kit/icons.js";
import { ButtonForm, Empty, Notice, PageHead, Stat, Stats } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { Frame } from "../../frame.js";
import { endpointCheckUrl, endpointUrl } from "../../links.js";
import { plural, Stamp, span } from "../parts.js";
import { type CheckView, versionOf } from "./load.js";
import { GROUPS, VERDICTS, WHAT_IS_SENT } from "./words.js";

type Page = CheckView & { readonly context: ConsoleContext };

const LOOK_AGAIN_SECONDS = 5;

export function EndpointCheckPage(page: Page): JSX.Element {
  const { context, endpoint, standing, check, report } = page;
  const path = endpointCheckUrl(context, endpoint.id);
  const isUnderWay = standing === "under_way";
  return (
    <Frame
      context={context}
      title="Check this endpoint"
      entry="/webhooks"
      waiting={isUnderWay ? { path, reloadSeconds: LOOK_AGAIN_SECONDS } : undefined}
    >
      <PageHead
        title="Check this endpoint"
        up={{ href: endpointUrl(context, endpoint.id), label: "Endpoint" }}
        lead={
          <>
            <Given text={endpoint.url} lines={3} />
            <span class="mt-1 block">{page.playsOrders ? WHAT_IS_SENT.sandbox : WHAT_IS_SENT.live}</span>
          </>
        }
      >
        {context.may("develop") && !isUnderWay ? (
          <ButtonForm
            action={path}
            csrf={context.csrf}
            label={standing === "none" ? "Start check" : "Check again"}
            icon="activity"
            class="btn btn-primary"
          />
        ) : null}
      </PageHead>
      {isUnderWay ? <UnderWay path={path} version={versionOf(page)} /> : null}
      {standing === "given_up" ? <Notice tone="bad">The last check was interrupted. Start it again.</Notice> : null}
      {check?.error == null ? null : (
        <Notice tone="bad">We couldn't reach your server, so nothing was checked. {check.error}</Notice>
      )}
      {standing === "none" ? (
        <Empty icon="activity" title="Not checked yet">
          The check sends what a bad day sends: forged and late signatures, repeats, the wrong order, many at once. It
          tells you what your server gets wrong, and how to mend it.
        </Empty>
      ) : null}
      {report === null || check?.finished == null ? null : <Results report={report} finished={check.finished} />}
    </Frame>
  );
}

const UnderWay = ({ path, version }: { path: string; version: string }): JSX.Element => (
  <p
    class="panel mb-6 flex items-center gap-3 p-4 text-sm"
    role="status"
    data-status={`${path}/status`}
    data-version={version}
    data-stopped="Reload the page to see the result."
  >
    <Icon name="clock" class="size-4.5 text-primary" />
    Checking. This takes up to a minute, and the page updates automatically.
  </p>
);

function Results({ report, finished }: { report: Report; finished: string }): JSX.Element {
  const { counts, findings } = report;
  const urgent = findings.filter(needsWork);
  const groups = (Object.keys(GROUPS) as readonly Group[]).map(
    (group) => [group, findings.filter((one) => one.group === group && !needsWork(one))] as const,
  );
  return (
    <>
      <p class="mb-3 text-sm" role="status">
        <span class="font-semibold">
          {counts.fail === 0 ? "Nothing failed." : `${plural(counts.fail, "check")} failed.`}
        </span>{" "}
        <span class="muted">
          Checked <Stamp at={finished} /> UTC: {plural(report.requests, "request")} in {span(report.duration_ms)}.
        </span>
      </p>
      <Stats>
        <Stat label="Passed" value={String(counts.pass)} />
        <Stat label="Failed" value={counts.fail === 0 ? "0" : <span class="text-error">{counts.fail}</span>} />
        <Stat label="To watch" value={counts.warn === 0 ? "0" : <span class="text-warning">{counts.warn}</span>} />
        <Stat label="Can't tell" value={String(counts.unknown)} />
      </Stats>
      {urgent.length === 0 ? null : <Findings id="to-fix" title="What to fix" findings={urgent} />}
      {groups.map(([group, own]) =>
        own.length === 0 ? null : <Findings id={group} title={GROUPS[group]} findings={own} />,
      )}
    </>
  );
}

const needsWork = ({ verdict }: Finding): boolean => verdict === "fail" || verdict === "warn";

const Findings = ({ id, title, findings }: { id: string; title: string; findings: readonly Finding[] }) => (
  <section class="panel mb-6" aria-labelledby={`group-${id}`}>
    <h2 class="border-b border-base-300 px-4 py-3 font-semibold sm:px-5" id={`group-${id}`}>
      {title}
    </h2>
    <ul class="divide-y divide-base-300">
      {findings.map((finding) => (
        <Line finding={finding} />
      ))}
    </ul>
  </section>
);

/** What passed takes one line, and tells the rest when it is asked. */
function Line({ finding }: { finding: Finding }): JSX.Element {
  const { title, verdict } = finding;
  const [tone, icon, text] = VERDICTS[verdict];
  const badge = (
    <span class="w-28 shrink-0">
      <Badge tone={tone} icon={icon} text={text} />
    </span>
  );
  if (verdict !== "pass")
    return (
      <li class="flex flex-wrap gap-x-4 gap-y-1 px-4 py-3 sm:flex-nowrap sm:px-5">
        {badge}
        <div class="min-w-0 flex-1 basis-full text-sm leading-relaxed [overflow-wrap:anywhere] sm:basis-0">
          <h3 class="font-medium">{title}</h3>
          <What finding={finding} />
        </div>
      </li>
    );
  return (
    <li>
      <details class="group">
        <summary class="flex min-h-11 cursor-pointer list-none items-center gap-x-4 px-4 py-2 sm:px-5">
          {badge}
          <h3 class="min-w-0 flex-1 text-sm font-medium">{title}</h3>
          <Icon name="chevron-down" class="size-4 shrink-0 group-open:rotate-180" />
        </summary>
        <div class="px-4 pb-3 text-sm leading-relaxed [overflow-wrap:anywhere] sm:ps-37 sm:pe-5">
          <What finding={finding} />
        </div>
      </details>
    </li>
  );
}

const What = ({ finding: { title, found, cause, remedy, exchanges } }: { finding: Finding }): JSX.Element => (
  <>
    <p class="muted">
      <bdi>{found}</bdi>
    </p>
    {cause === null && remedy === null ? null : (
      <dl class="mt-1.5 grid gap-x-3 gap-y-1 sm:grid-cols-[6rem_minmax(0,1fr)]">
        {cause === null ? null : (
          <>
            <dt class="font-medium">Likely cause</dt>
            <dd>{marked(cause)}</dd>
          </>
        )}
        {remedy === null ? null : (
          <>
            <dt class="font-medium">{cause === null ? "To find out" : "Fix"}</dt>
            <dd>{marked(remedy)}</dd>
          </>
        )}
      </dl>
    )}
    {exchanges.length === 0 ? null : <Exchanges exchanges={exchanges} title={title} />}
  </>
);

/** What stands between backticks is code. */
const marked = (text: string): readonly (JSX.Element | string)[] =>
  text.split("`").map((part, at) => (at % 2 === 0 ? part : <code class="code-inline">{part}</code>));

const Exchanges = ({ exchanges, title }: { exchanges: readonly Exchange[]; title: string }): JSX.Element => (
  <details class="mt-1.5">
    <summary class="link link-primary inline-flex min-h-9 cursor-pointer items-center text-sm">
      Requests and answers<span class="sr-only">: {title}</span>
    </summary>
    <ol class="mt-1 grid gap-3">
      {exchanges.map(({ sent, received, error, duration_ms: took }, at) => (
        <li>
          <p class="muted text-xs">
            Sent {plural(sent.bytes, "byte")}
            {received === null ? "" : `, received ${plural(received.bytes, "byte")}`} in {span(took)}
          </p>
          <Raw label={`Request ${at + 1}: ${title}`} text={sent.text} />
          <Raw label={`Answer ${at + 1}: ${title}`} text={received?.text ?? error ?? ""} />
        </li>
      ))}
    </ol>
  </details>
);

const Raw = ({ label, text }: { label: string; text: string }): JSX.Element => (
  <section class="mt-1 max-h-64 overflow-auto rounded-lg bg-base-200 p-3" aria-label={label} tabIndex={0}>
    <pre class="font-mono text-xs whitespace-pre-wrap">
      <bdi>{text}</bdi>
    </pre>
  </section>
);
