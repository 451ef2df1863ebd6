/** What the doctor says of an endpoint: by group, each check with what was seen, what is behind it and how to mend it. */

import type { JSX } from "preact";
import type { Exchange, Finding, Group, Report, Verdict } from "../../../../doctor/examine.js";
import { Badge, type Tone } from "../../../kit/badge.js";
import { Given } from "../../../kit/given.js";
import { Icon, type IconName } from "../../../kit/icons.js";
import { useLocale, useWords } from "../../../kit/language.js";
import { Say } from "../../../kit/say.js";
import { Stamp } from "../../../kit/times.js";
import { ButtonForm, Empty, Notice, PageHead, Stat, Stats } from "../../../kit/ui.js";
import { kitWords } from "../../../kit/words.js";
import type { ConsoleContext } from "../../context.js";
import { Frame } from "../../frame.js";
import { endpointCheckUrl, endpointUrl } from "../../links.js";
import { checkWords } from "../endpoints/words.js";
import { Diagnosis, diagnosisIn, span } from "../parts.js";
import { partWords } from "../words.js";
import { type CheckView, versionOf } from "./load.js";

/** How a verdict looks. */
const VERDICT_LOOKS = {
  pass: ["good", "check"],
  warn: ["waiting", "triangle-alert"],
  fail: ["bad", "x"],
  unknown: ["over", "circle-alert"],
} as const satisfies Record<Verdict, readonly [Tone, IconName]>;

const GROUPS: readonly Group[] = ["transport", "signature", "behaviour", "rotation", "clock", "account"];

type Page = CheckView & { readonly context: ConsoleContext };

const LOOK_AGAIN_SECONDS = 5;

export function EndpointCheckPage(page: Page): JSX.Element {
  const { context, endpoint, standing, check, report } = page;
  const words = checkWords(context.locale);
  const path = endpointCheckUrl(context, endpoint.id);
  const isUnderWay = standing === "under_way";
  return (
    <Frame
      context={context}
      title={words.title}
      entry="/webhooks"
      waiting={isUnderWay ? { path, reloadSeconds: LOOK_AGAIN_SECONDS } : undefined}
    >
      <PageHead
        title={words.title}
        up={{ href: endpointUrl(context, endpoint.id), label: partWords(context.locale).endpoint }}
        lead={
          <>
            <Given text={endpoint.url} lines={3} />
            <span class="mt-1 block">{page.playsOrders ? words.sentSandbox : words.sentLive}</span>
          </>
        }
      >
        {context.may("develop") && !isUnderWay ? (
          <ButtonForm
            action={path}
            csrf={context.csrf}
            label={standing === "none" ? words.start : words.again}
            icon="activity"
            class="btn btn-primary"
          />
        ) : null}
      </PageHead>
      {isUnderWay ? <UnderWay path={path} version={versionOf(page)} /> : null}
      {standing === "given_up" ? <Notice tone="bad">{words.interrupted}</Notice> : null}
      {check?.error == null ? null : (
        <Notice tone="bad">
          {words.unreached} <Diagnosis text={check.error} />
        </Notice>
      )}
      {standing === "none" ? (
        <Empty icon="activity" title={words.none}>
          {words.noneText}
        </Empty>
      ) : null}
      {report === null || check?.finished == null ? null : <Results report={report} finished={check.finished} />}
    </Frame>
  );
}

function UnderWay({ path, version }: { path: string; version: string }): JSX.Element {
  const words = useWords(checkWords);
  return (
    <p
      class="panel mb-6 flex items-center gap-3 p-4 text-sm"
      role="status"
      data-status={`${path}/status`}
      data-version={version}
      data-stopped={words.stopped}
      data-offline={useWords(kitWords).offline}
    >
      <Icon name="clock" class="size-4.5 text-primary" />
      {words.underWay}
    </p>
  );
}

function Results({ report, finished }: { report: Report; finished: string }): JSX.Element {
  const locale = useLocale();
  const words = checkWords(locale);
  const { counts, findings } = report;
  const urgent = findings.filter(needsWork);
  const groups = GROUPS.map(
    (group) => [group, findings.filter((one) => one.group === group && !needsWork(one))] as const,
  );
  return (
    <>
      <p class="mb-3 text-sm" role="status">
        <span class="font-semibold">
          {counts.fail === 0 ? words.nothingFailed : words.checksFailed({ count: counts.fail })}
        </span>{" "}
        <span class="muted">
          <Say
            text={words.checked}
            requests={report.requests}
            span={span(report.duration_ms, locale)}
            time={<Stamp at={finished} />}
          />
        </span>
      </p>
      <Stats>
        <Stat label={words.passed} value={String(counts.pass)} />
        <Stat label={words.failed} value={counts.fail === 0 ? "0" : <span class="text-error">{counts.fail}</span>} />
        <Stat label={words.toWatch} value={counts.warn === 0 ? "0" : <span class="text-warning">{counts.warn}</span>} />
        <Stat label={words.cannotTell} value={String(counts.unknown)} />
      </Stats>
      {urgent.length === 0 ? null : <Findings id="to-fix" title={words.toFix} findings={urgent} />}
      {groups.map(([group, own]) =>
        own.length === 0 ? null : <Findings id={group} title={words[`group_${group}`]} findings={own} />,
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
  const [tone, icon] = VERDICT_LOOKS[verdict];
  const text = useWords(checkWords)[`verdict_${verdict}`];
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
          <h3 class="font-medium">
            <Diagnosis text={title} />
          </h3>
          <What finding={finding} />
        </div>
      </li>
    );
  return (
    <li>
      <details class="group">
        <summary class="flex min-h-11 cursor-pointer list-none items-center gap-x-4 px-4 py-2 sm:px-5">
          {badge}
          <h3 class="min-w-0 flex-1 text-sm font-medium">
            <Diagnosis text={title} />
          </h3>
          <Icon name="chevron-down" class="size-4 shrink-0 group-open:rotate-180" />
        </summary>
        <div class="px-4 pb-3 text-sm leading-relaxed [overflow-wrap:anywhere] sm:ps-37 sm:pe-5">
          <What finding={finding} />
        </div>
      </details>
    </li>
  );
}

function What({ finding: { title, found, cause, remedy, exchanges } }: { finding: Finding }): JSX.Element {
  const locale = useLocale();
  const words = checkWords(locale);
  return (
    <>
      <p class="muted">
        <bdi>
          <Diagnosis text={found} />
        </bdi>
      </p>
      {cause === null && remedy === null ? null : (
        <dl class="mt-1.5 grid gap-x-3 gap-y-1 sm:grid-cols-[6rem_minmax(0,1fr)]">
          {cause === null ? null : (
            <>
              <dt class="font-medium">{words.cause}</dt>
              <Marked text={cause} />
            </>
          )}
          {remedy === null ? null : (
            <>
              <dt class="font-medium">{cause === null ? words.findOut : words.fix}</dt>
              <Marked text={remedy} />
            </>
          )}
        </dl>
      )}
      {exchanges.length === 0 ? null : <Exchanges exchanges={exchanges} title={diagnosisIn(locale, title).text} />}
    </>
  );
}

/** What stands between backticks is code. */
function Marked({ text }: { text: string }): JSX.Element {
  const told = diagnosisIn(useLocale(), text);
  const parts = told.text.split("`");
  return (
    <dd lang={told.lang}>{parts.map((part, at) => (at % 2 === 0 ? part : <code class="code-inline">{part}</code>))}</dd>
  );
}

function Exchanges({ exchanges, title }: { exchanges: readonly Exchange[]; title: string }): JSX.Element {
  const locale = useLocale();
  const words = checkWords(locale);
  return (
    <details class="mt-1.5">
      <summary class="link link-primary inline-flex min-h-9 cursor-pointer items-center text-sm">
        {words.exchanges}
        <span class="sr-only">: {title}</span>
      </summary>
      <ol class="mt-1 grid gap-3">
        {exchanges.map(({ sent, received, error, duration_ms: took }, at) => (
          <li>
            <p class="muted text-xs">
              {received === null
                ? words.sent({ bytes: sent.bytes, span: span(took, locale) })
                : words.sentReceived({ sent: sent.bytes, received: received.bytes, span: span(took, locale) })}
            </p>
            <Raw label={words.request({ number: at + 1, title })} text={sent.text} />
            <Raw
              label={words.answer({ number: at + 1, title })}
              text={received?.text ?? diagnosisIn(locale, error ?? "").text}
            />
          </li>
        ))}
      </ol>
    </details>
  );
}

const Raw = ({ label, text }: { label: string; text: string }): JSX.Element => (
  <section class="mt-1 max-h-64 overflow-auto rounded-lg bg-base-200 p-3" aria-label={label} tabIndex={0}>
    <pre class="font-mono text-xs whitespace-pre-wrap">
      <bdi>{text}</bdi>
    </pre>
  </section>
);
