/** Examples to take along: a button that copies them, and tabs where there are several languages. The script of the documents does both. */
import type { ComponentChildren, JSX } from "preact";
import { Code } from "../kit/code.js";
import type { CodeParts } from "../kit/documents.js";

/** What the button copies is what stands below it, so that nothing is on the page twice. */
export function CodeBox({ label, children }: { label: string; children: ComponentChildren }): JSX.Element {
  return (
    <div class="relative">
      <button type="button" hidden data-copies data-done="Copied" class="copies">
        Copy
        <span class="sr-only"> {label}</span>
      </button>
      <Code label={label}>{children}</Code>
    </div>
  );
}

type Sample = { readonly language: string; readonly code: ComponentChildren };

/** One language at a time is seen, chosen without scripts (`.snippets`). With them the choice holds for all examples. */
export function CodeTabs({
  name,
  label,
  samples,
}: {
  /** Unique on the page. */
  name: string;
  /** What the examples do. */
  label: string;
  /** Four at most. */
  samples: readonly Sample[];
}): JSX.Element {
  return (
    <div class="snippets" role="radiogroup" aria-label={`${label}: language`}>
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
          <CodeBox label={`${label}: ${language}`}>{code}</CodeBox>
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
