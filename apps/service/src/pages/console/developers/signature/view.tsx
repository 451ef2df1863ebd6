/** The signature check: header, body and secret are pasted, and the page says what is wrong. Nothing of it is kept. */
import { LIMITS } from "@holdfast/contract";
import type { JSX } from "preact";
import { Icon, type IconName } from "../../../kit/icons.js";
import { useWords } from "../../../kit/language.js";
import { Say } from "../../../kit/say.js";
import { described, Field, PageHead, Section } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { Frame } from "../../frame.js";
import type { Diagnosis, Pasted } from "./diagnose.js";
import type { Finding } from "./headers.js";
import { signatureWords } from "./words.js";

/** What is wrong with a field as it was pasted, by its name. */
export type PastedProblems = Readonly<Partial<Record<keyof Pasted, string>>>;

type Props = {
  readonly context: ConsoleContext;
  readonly pasted: Pasted;
  readonly diagnosis: Diagnosis | null;
  readonly problems: PastedProblems;
};

export function SignaturePage({ context, pasted, diagnosis, problems }: Props): JSX.Element {
  const words = signatureWords(context.locale);
  const problem = (name: keyof Pasted): string | null => problems[name] ?? null;
  return (
    <Frame context={context} title={words.title} entry="/signature">
      <PageHead title={words.title} lead={words.lead} />
      {diagnosis === null ? null : <Verdict diagnosis={diagnosis} />}
      <form method="post" action={`${context.home}/signature`} class="panel mb-6 p-4 sm:p-5">
        <input type="hidden" name="csrf" value={context.csrf} />
        <Field label={words.headers} name="header" hint={words.headersHint} problem={problem("header")}>
          <textarea
            {...described("header", { hasHint: true, problem: problem("header") })}
            class="field font-mono sm:text-xs"
            rows={3}
            placeholder="X-Escrow-Signature: t=1790000000,v1=5f2c…"
            spellcheck={false}
          >
            {pasted.header}
          </textarea>
        </Field>
        <Field label={words.body} name="body" problem={problem("body")}>
          <textarea
            {...described("body", { problem: problem("body") })}
            class="field font-mono sm:text-xs"
            rows={8}
            spellcheck={false}
          >
            {pasted.body}
          </textarea>
        </Field>
        <Field label={words.secret} name="secret" problem={problem("secret")}>
          <input
            {...described("secret", { problem: problem("secret") })}
            class="input w-full font-mono sm:text-xs"
            type="text"
            value={pasted.secret}
            placeholder="whsec_…"
            autocomplete="off"
            spellcheck={false}
          />
        </Field>
        <button type="submit" class="btn btn-primary">
          {words.check}
        </button>
      </form>
      <How />
    </Frame>
  );
}

const TONES = {
  good: ["text-success", "circle-check"],
  bad: ["text-error", "circle-x"],
  note: ["text-info", "circle-alert"],
} as const satisfies Record<Finding["tone"], readonly [string, IconName]>;

const VERDICT_TONES = { right: "good", late: "note", wrong: "bad" } as const satisfies Record<
  Diagnosis["verdict"],
  Finding["tone"]
>;

function Verdict({ diagnosis: { verdict, findings } }: { diagnosis: Diagnosis }): JSX.Element {
  const words = useWords(signatureWords);
  const tone = VERDICT_TONES[verdict];
  return (
    <section class="panel mb-6 p-4 sm:p-5" role={verdict === "right" ? "status" : "alert"}>
      <h2 class={`font-semibold ${TONES[tone][0]}`}>{words[`verdict_${verdict}`]}</h2>
      <ul class="mt-2 grid gap-2 text-sm">
        {findings.map(({ tone: of, text }) => (
          <li class="flex items-start gap-2">
            <Icon name={TONES[of][1]} class={`mt-0.5 size-4.5 ${TONES[of][0]}`} />
            <span class="min-w-0 [overflow-wrap:anywhere]">
              <bdi>{text}</bdi>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const InCode = ({ children }: { children: string }): JSX.Element => <code class="code-inline">{children}</code>;

function How(): JSX.Element {
  const words = useWords(signatureWords);
  const t = <InCode>t</InCode>;
  const mark = <InCode>v1</InCode>;
  const prefix = <InCode>whsec_</InCode>;
  return (
    <Section title={words.how}>
      <ol class="list-decimal space-y-1.5 ps-5 text-sm leading-relaxed">
        <li>
          <Say
            text={words.howHeader}
            header={<InCode>X-Escrow-Signature</InCode>}
            form={<InCode>{"t=<unix seconds>,v1=<hex>"}</InCode>}
            v1={mark}
          />
        </li>
        <li>
          <Say text={words.howMark} v1={mark} prefix={prefix} t={t} />
        </li>
        <li>
          <Say
            text={words.howStandard}
            header={<InCode>webhook-signature</InCode>}
            form={<InCode>{"v1,<base64>"}</InCode>}
            prefix={prefix}
            id={<InCode>webhook-id</InCode>}
            timestamp={<InCode>webhook-timestamp</InCode>}
            t={t}
          />
        </li>
        <li>{words.howCompare}</li>
        <li>{words.howTime({ seconds: LIMITS.signatureToleranceSeconds })}</li>
      </ol>
    </Section>
  );
}
