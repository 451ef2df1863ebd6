/** Examples as a terminal or an editor would show them. */
import type { ComponentChildren, JSX } from "preact";

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
