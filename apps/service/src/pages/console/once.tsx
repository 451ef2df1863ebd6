/** What is shown this once, and what can be copied. */
import type { ComponentChildren, JSX } from "preact";
import { Icon } from "../kit/icons.js";
import { useWords } from "../kit/language.js";
import { onceWords } from "./words.js";

/** Copies with scripts; without them it is not there, and the text is selected by hand. */
export function CopyButton({ text, label }: { text: string; label: string }): JSX.Element {
  const words = useWords(onceWords);
  return (
    <button type="button" hidden data-copy={text} data-done={words.copied} class="btn btn-sm">
      {words.copy}
      <span class="sr-only"> {label}</span>
    </button>
  );
}

/** A secret in the answer to the form that made it. */
export function ShownOnce({
  label,
  value,
  showsAgain = false,
  children,
}: {
  /** What it is, such as "Signing secret". */
  label: string;
  value: string;
  /** Whether it can be seen again, with a password; else never again. */
  showsAgain?: boolean;
  /** What to do with it. */
  children?: ComponentChildren;
}): JSX.Element {
  const words = useWords(onceWords);
  return (
    <section class="panel mb-6 border-warning/40 p-4 sm:p-5" aria-label={label}>
      <p class="flex items-center gap-2 font-semibold">
        <Icon name="key-round" class="size-4.5 text-warning" />
        {words.keepNow({ what: label })}
      </p>
      <p class="muted mt-1 text-sm">{showsAgain ? words.shownAgain : words.onlyNow}</p>
      <div class="mt-3 flex flex-wrap items-center gap-2">
        <code class="code-inline min-w-0 px-2.5 py-2 select-all">{value}</code>
        <CopyButton text={value} label={label} />
      </div>
      {children === undefined ? null : <div class="mt-4 text-sm">{children}</div>}
    </section>
  );
}
