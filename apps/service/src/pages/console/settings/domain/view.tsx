/** The seller's own domain for checkouts: its name, the records that it takes, and whether they are there. */
import type { JSX } from "preact";
import { type DomainState, type NameProblem, proofName, proofText } from "../../../../domain/hosted-domain.js";
import type { OwnDomain } from "../../../../store/read/domains.js";
import { Badge } from "../../../kit/badge.js";
import { useWords } from "../../../kit/language.js";
import { Instant } from "../../../kit/times.js";
import { Cell, described, Field, Notice, Section, Table } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { CopyButton } from "../../once.js";
import { SettingsFrame, settingsPath } from "../frame.js";
import { domainWords, settingsWords } from "../words.js";

type Props = {
  readonly context: ConsoleContext;
  readonly domain: OwnDomain | null;
  /** The host that the service is asked at; null where nobody has set it, and domains can't be had. */
  readonly ours: string | null;
  readonly said?: string | undefined;
  /** What was typed, and what is wrong with it. */
  readonly typed?: string;
  readonly problem?: NameProblem | null;
};

const STATES = {
  PENDING: { tone: "waiting", icon: "clock" },
  ACTIVE: { tone: "good", icon: "circle-check" },
  LOST: { tone: "bad", icon: "triangle-alert" },
} as const satisfies Record<DomainState, unknown>;

export function DomainPage({ context, domain, ours, said, typed = "", problem = null }: Props): JSX.Element {
  const words = domainWords(context.locale);
  return (
    <SettingsFrame
      context={context}
      tab="/domain"
      lead={words.lead}
      said={said}
      problem={problem === null ? null : settingsWords(context.locale).notSaved}
    >
      {ours === null ? <Notice tone="note">{words.unavailable}</Notice> : null}
      {domain === null || ours === null ? null : <Named context={context} domain={domain} ours={ours} />}
      {ours === null ? null : (
        <Section title={domain === null ? words.add : words.change} lead={words.addLead}>
          <form method="post" action={settingsPath(context, "/domain")}>
            <input type="hidden" name="csrf" value={context.csrf} />
            <Field
              label={words.name}
              name="domain"
              hint={words.hint}
              problem={problem === null ? null : words[`problem_${problem}`]}
            >
              <input
                {...described("domain", { hasHint: true, problem })}
                class="input w-full max-w-md"
                type="text"
                inputMode="url"
                autocapitalize="none"
                autocomplete="off"
                spellcheck={false}
                placeholder="pay.shop.example"
                value={typed}
              />
            </Field>
            <button type="submit" class="btn btn-primary">
              {words.save}
            </button>
          </form>
        </Section>
      )}
    </SettingsFrame>
  );
}

function Named({ context, domain, ours }: { context: ConsoleContext; domain: OwnDomain; ours: string }): JSX.Element {
  const words = useWords(domainWords);
  const { name, token, state, missing, lookedAt } = domain;
  const records = [
    { kind: "CNAME", name, value: ours },
    { kind: "TXT", name: proofName(name), value: proofText(token) },
  ];
  return (
    <Section
      title={name}
      lead={state === "ACTIVE" ? words.served : words.records}
      actions={<Badge {...STATES[state]} text={words[`state_${state}`]} />}
    >
      <Table label={words.recordsLabel} head={[words.kind, words.recordName, words.value]} stacks>
        {records.map((record) => (
          <tr>
            <Cell name={words.kind}>
              <code>{record.kind}</code>
            </Cell>
            <Cell name={words.recordName}>
              <Copied text={record.name} label={words.recordName} />
            </Cell>
            <Cell name={words.value}>
              <Copied text={record.value} label={words.value} />
            </Cell>
          </tr>
        ))}
      </Table>
      {missing === null ? null : <p class="mt-3 text-sm font-medium">{words[`missing_${missing}`]}</p>}
      <p class="muted mt-1 text-sm">
        {lookedAt === null ? words.notLooked : words.looked}{" "}
        {lookedAt === null ? null : <Instant at={lookedAt} locale={context.locale} />}
      </p>
      <div class="mt-4 flex flex-wrap gap-2">
        <form method="post" action={`${settingsPath(context, "/domain")}/check`}>
          <input type="hidden" name="csrf" value={context.csrf} />
          <button type="submit" class="btn btn-primary btn-sm">
            {words.check}
          </button>
        </form>
        <form method="post" action={`${settingsPath(context, "/domain")}/remove`}>
          <input type="hidden" name="csrf" value={context.csrf} />
          <button type="submit" class="btn btn-sm">
            {words.remove}
          </button>
        </form>
      </div>
    </Section>
  );
}

const Copied = ({ text, label }: { text: string; label: string }): JSX.Element => (
  <span class="flex flex-wrap items-center gap-2">
    <code class="min-w-0 select-all [overflow-wrap:anywhere]">{text}</code>
    <CopyButton text={text} label={label} />
  </span>
);
