/** Examples as a terminal or an editor would show them. */
import type { ComponentChildren, JSX } from "preact";
import type { CodeParts } from "./documents.js";

/** Scrolls when it is long, so it can be reached by keyboard. */
export function Code({ label, children }: { label: string; children: ComponentChildren }): JSX.Element {
  return (
    <pre class="code-block" role="group" aria-label={label} tabIndex={0}>
      <code>{children}</code>
    </pre>
  );
}

export const JsonCode = ({ label, value }: { label: string; value: unknown }): JSX.Element => (
  <Code label={label}>{highlight(JSON.stringify(value, null, 2))}</Code>
);

/** Names of fields and text stand out; the rest stays as it is. */
export function highlight(json: string): readonly ComponentChildren[] {
  return json.split(/("(?:[^"\\]|\\.)*"(?:\s*:)?)/).map((part) => {
    if (!part.startsWith('"')) return part;
    return part.endsWith(":") ? <i>{part}</i> : <b>{part}</b>;
  });
}

// To take along: a button that copies, and tabs where there are several languages. assets/docs.js does both -------------------

/** What the button copies is what stands below it, so that nothing is on the page twice. */
export function CodeBox({
  label,
  words = { copy: "Copy", copied: "Copied" },
  children,
}: {
  label: string;
  words?: CopyWords;
  children: ComponentChildren;
}): JSX.Element {
  return (
    <div class="relative">
      <button type="button" hidden data-copies data-done={words.copied} class="copies">
        {words.copy}
        <span class="sr-only"> {label}</span>
      </button>
      <Code label={label}>{children}</Code>
    </div>
  );
}

/** What the button says, before and after. */
type CopyWords = { readonly copy: string; readonly copied: string };

type Sample = { readonly language: string; readonly code: ComponentChildren };

/** One language at a time is seen, chosen without scripts (`.snippets`). With them the choice holds for all examples. */
export function CodeTabs({
  name,
  label,
  samples,
  words,
}: {
  /** Unique on the page. */
  name: string;
  /** What the examples do. */
  label: string;
  /** Four at most. */
  samples: readonly Sample[];
  words?: CopyWords;
}): JSX.Element {
  return (
    <div class="snippets" role="radiogroup" aria-label={label}>
      {samples.map(({ language }, index) => (
        <label>
          <input
            type="radio"
            class="sr-only"
            name={name}
            data-language={language}
            checked={index === 0}
            autocomplete="off"
          />
          {language}
        </label>
      ))}
      {samples.map(({ language, code }) => (
        <div>
          <CodeBox label={`${label}: ${language}`} {...(words === undefined ? {} : { words })}>
            {code}
          </CodeBox>
        </div>
      ))}
    </div>
  );
}

const MARKS = { name: "i", text: "b", note: "em" } as const;

export const Coloured = ({ parts }: { parts: CodeParts }): JSX.Element => (
  <>
    {parts.map((part) => {
      if (typeof part === "string") return part;
      const Mark = MARKS[part[0]];
      return <Mark>{part[1]}</Mark>;
    })}
  </>
);
