import type { JSX } from "preact";
import { addressOf, type Query } from "./filters.js";

export type Tab = {
  readonly href: string;
  readonly text: string;
  readonly isOn: boolean;
  /** How many rows stand behind it; none is shown for null. */
  readonly count?: number | null;
};

/** Links of which one is on: the parts of a list, or the ways to look at a plot. */
export function Tabs({
  label,
  tabs,
  most = Number.POSITIVE_INFINITY,
  class: classes = "",
}: {
  label: string;
  tabs: readonly Tab[];
  /** Counts are no higher than this, which stands for more. */
  most?: number;
  class?: string;
}): JSX.Element {
  return (
    <nav aria-label={label} class={`flex overflow-x-auto overflow-y-hidden ${classes}`.trim()}>
      {tabs.map(({ href, text, isOn, count = null }) => (
        <a
          href={href}
          aria-current={isOn ? "true" : undefined}
          class="inline-flex min-h-10 shrink-0 items-center gap-2 border-b-2 border-transparent px-3 text-sm font-medium whitespace-nowrap -outline-offset-2 hover:border-base-300 aria-[current]:border-primary aria-[current]:text-primary"
        >
          {text}
          {count === null ? null : (
            <span class="rounded-full bg-base-300 px-2 py-0.5 text-xs text-base-content tabular-nums">
              {count < most ? count : `${most - 1}+`}
            </span>
          )}
        </a>
      ))}
    </nav>
  );
}

/** Tabs above a list, of a parameter of its address, whose other filters they keep. */
export function ListTabs({
  label,
  path,
  query,
  name,
  tabs,
  most,
}: {
  label: string;
  path: string;
  query: Query;
  name: string;
  /** By value; "" is the list without this filter. */
  tabs: readonly { readonly value: string; readonly text: string; readonly count?: number | null }[];
  most: number;
}): JSX.Element {
  const { [name]: chosen = "", ...others } = query;
  return (
    <Tabs
      label={label}
      most={most}
      class="mb-3 border-b border-base-300"
      tabs={tabs.map(({ value, ...tab }) => ({
        ...tab,
        href: addressOf(path, value === "" ? others : { ...others, [name]: value }),
        isOn: value === chosen,
      }))}
    />
  );
}
