/** The signature check: header, body and secret are pasted, and the page says what is wrong. Nothing of it is kept. */
import { LIMITS } from "@holdfast/contract";
import type { JSX } from "preact";
import { Icon, type IconName } from "../../../kit/icons.js";
import { described, Field, PageHead, Section } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { Frame } from "../../frame.js";
import type { Diagnosis, Pasted } from "./diagnose.js";
import type { Finding } from "./headers.js";
import { VERDICTS } from "./words.js";

/** What is wrong with a field as it was pasted, by its name. */
export type PastedProblems = Readonly<Partial<Record<keyof Pasted, string>>>;

type Props = {
  readonly context: ConsoleContext;
  readonly pasted: Pasted;
  readonly diagnosis: Diagnosis | null;
  readonly problems: PastedProblems;
};

export function SignaturePage({ context, pasted, diagnosis, problems }: Props): JSX.Element {
  const problem = (name: keyof Pasted): string | null => problems[name] ?? null;
  return (
    <Frame context={context} title="Signature check" entry="/signature">
      <PageHead
        title="Signature check"
        lead="Does your server refuse our events? Paste what it received to see what is wrong. Nothing is stored or logged."
      />
      {diagnosis === null ? null : <Verdict diagnosis={diagnosis} />}
      <form method="post" action={`${context.home}/signature`} class="panel mb-6 p-4 sm:p-5">
        <input type="hidden" name="csrf" value={context.csrf} />
        <Field
          label="Signature headers"
          name="header"
          hint="X-Escrow-Signature alone, or webhook-id, webhook-timestamp and webhook-signature, a line each"
          problem={problem("header")}
        >
          <textarea
            {...described("header", { hasHint: true, problem: problem("header") })}
            class="field font-mono text-xs"
            rows={3}
            placeholder="X-Escrow-Signature: t=1790000000,v1=5f2c…"
            spellcheck={false}
          >
            {pasted.header}
          </textarea>
        </Field>
        <Field label="Body, as it came" name="body" problem={problem("body")}>
          <textarea
            {...described("body", { problem: problem("body") })}
            class="field font-mono text-xs"
            rows={8}
            spellcheck={false}
          >
            {pasted.body}
          </textarea>
        </Field>
        <Field label="Signing secret" name="secret" problem={problem("secret")}>
          <input
            {...described("secret", { problem: problem("secret") })}
            class="input w-full font-mono text-xs"
            type="text"
            value={pasted.secret}
            placeholder="whsec_…"
            autocomplete="off"
            spellcheck={false}
          />
        </Field>
        <button type="submit" class="btn btn-primary">
          Check
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

function Verdict({ diagnosis: { verdict, findings } }: { diagnosis: Diagnosis }): JSX.Element {
  const [title, tone] = VERDICTS[verdict];
  return (
    <section class="panel mb-6 p-4 sm:p-5" role={verdict === "right" ? "status" : "alert"}>
      <h2 class={`font-semibold ${TONES[tone][0]}`}>{title}</h2>
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

const How = (): JSX.Element => (
  <Section title="How it is created">
    <ol class="list-decimal space-y-1.5 ps-5 text-sm leading-relaxed">
      <li>
        <code class="code-inline">X-Escrow-Signature</code> is{" "}
        <code class="code-inline">t=&lt;unix seconds&gt;,v1=&lt;hex&gt;</code>; during a rotation with two{" "}
        <code class="code-inline">v1</code>.
      </li>
      <li>
        <code class="code-inline">v1</code> is HMAC-SHA256 in hex: the key is the whole secret,{" "}
        <code class="code-inline">whsec_</code> included; the message is <code class="code-inline">t</code>, a dot, and
        the raw bytes of the body.
      </li>
      <li>
        <code class="code-inline">webhook-signature</code> is <code class="code-inline">v1,&lt;base64&gt;</code>, for
        any Standard Webhooks library: the key is what stands behind <code class="code-inline">whsec_</code>, decoded
        from base64; the message is <code class="code-inline">webhook-id</code>, a dot,{" "}
        <code class="code-inline">webhook-timestamp</code>, which is the same <code class="code-inline">t</code>, a dot,
        and the raw bytes of the body.
      </li>
      <li>Compare in constant time, and accept when any v1 fits.</li>
      <li>Refuse when t and your clock are more than {LIMITS.signatureToleranceSeconds} seconds apart.</li>
    </ol>
  </Section>
);
