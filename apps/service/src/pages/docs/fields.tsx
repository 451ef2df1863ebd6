/** Parameters and fields, one below the other. */
import type { JSX } from "preact";
import { Inline } from "./markdown.js";
import { type Field, sentenceOf, type TypeText } from "./reference.js";

export function Fields({ fields }: { fields: readonly Field[] }): JSX.Element {
  return (
    <dl class="mt-2 divide-y divide-base-300 border-y border-base-300 text-sm">
      {fields.map((field) => (
        <div class="py-2.5">
          <dt class="flex flex-wrap items-baseline gap-x-2 gap-y-0.5">
            <code class="font-mono text-[0.8125rem] font-semibold [overflow-wrap:anywhere]">{field.name}</code>
            <span class="muted text-xs">
              {field.place === undefined ? null : `${field.place}, `}
              <Type type={field.type} />
            </span>
            {field.isRequired ? <span class="text-xs font-medium text-warning">required</span> : null}
          </dt>
          <Details field={field} />
        </div>
      ))}
    </dl>
  );
}

function Details({ field: { description, rules } }: { field: Field }): JSX.Element | null {
  if (description === "" && rules.length === 0) return null;
  return (
    <dd class="muted mt-0.5 leading-relaxed">
      <Inline text={description} /> {rules.length === 0 ? null : <Rules rules={rules} />}
    </dd>
  );
}

export const Rules = ({ rules }: { rules: readonly string[] }): JSX.Element => <Inline text={sentenceOf(rules)} />;

export const objectAnchor = (name: string): string => `object-${name}`;

export function Type({ type }: { type: TypeText }): JSX.Element {
  return (
    <>
      {type.map((part) =>
        typeof part === "string" ? (
          part
        ) : (
          <a class="link link-primary" href={`#${objectAnchor(part.object)}`}>
            {part.object}
          </a>
        ),
      )}
    </>
  );
}
