/** Pieces that the pages of the console and the desk are put together from. */
import type { ComponentChildren, JSX } from "preact";
import { Icon, type IconName } from "./icons.js";

export type Crumb = { readonly href: string; readonly label: string };

/** The page's title, the way up, what it is about in a line, and what can be done, on the right. */
export function PageHead({
  title,
  up,
  lead,
  isList = false,
  children,
}: {
  title: ComponentChildren;
  up?: Crumb;
  lead?: ComponentChildren;
  /** Whether a list follows, whose rows need the height. */
  isList?: boolean;
  children?: ComponentChildren;
}): JSX.Element {
  return (
    <div class={isList ? "mb-3" : "mb-6"}>
      {up === undefined ? null : (
        <a class="link link-primary mb-1 inline-flex min-h-9 items-center gap-1.5 text-sm no-underline" href={up.href}>
          <Icon name="arrow-left" class="size-4" />
          {up.label}
        </a>
      )}
      <div class="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div class={`min-w-0 flex-1 ${isList ? "basis-40" : "basis-72"}`}>
          <h1 class="text-2xl font-semibold tracking-tight text-balance [overflow-wrap:anywhere]">{title}</h1>
          {lead === undefined ? null : <div class="muted mt-1 max-w-2xl text-sm leading-relaxed">{lead}</div>}
        </div>
        {children === undefined ? null : <div class="flex flex-wrap gap-2">{children}</div>}
      </div>
    </div>
  );
}

/** A box with a title. */
export function Section({
  title,
  lead,
  actions,
  children,
  id,
}: {
  title: string;
  lead?: ComponentChildren;
  actions?: ComponentChildren;
  children: ComponentChildren;
  id?: string;
}): JSX.Element {
  return (
    <section class="panel mb-6" id={id}>
      <div class="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 pt-4 sm:px-5">
        <div class="min-w-0 flex-1 basis-60">
          <h2 class="font-semibold">{title}</h2>
          {lead === undefined ? null : <div class="muted mt-0.5 text-sm leading-relaxed">{lead}</div>}
        </div>
        {actions}
      </div>
      <div class="px-4 py-4 sm:px-5">{children}</div>
    </section>
  );
}

/** A figure with its name, and a line to go with it. */
export function Stat({ label, value, note }: { label: string; value: ComponentChildren; note?: ComponentChildren }) {
  return (
    <div class="panel min-w-0 p-4">
      <dt class="muted text-sm">{label}</dt>
      <dd class="mt-1 text-lg font-semibold tracking-tight tabular-nums [overflow-wrap:anywhere] sm:text-2xl">
        {value}
      </dd>
      {note === undefined ? null : <dd class="muted mt-0.5 text-xs">{note}</dd>}
    </div>
  );
}

export const Stats = ({ children }: { children: ComponentChildren }): JSX.Element => (
  <dl class="mb-6 grid grid-cols-2 gap-3 lg:grid-cols-4">{children}</dl>
);

/** A table that scrolls sideways in its own box where it does not fit; the keyboard reaches it. */
export function Table({
  label,
  head,
  columns = [],
  stacks = false,
  dense = false,
  sorted,
  children,
}: {
  /** What it lists, for people who can't see it. */
  label: string;
  head: readonly ComponentChildren[];
  /** Classes of the head's cells, in their order, such as for one that small screens leave out. */
  columns?: readonly string[];
  /** Whether a phone shows the cells of a row below each other, each after the name that it has. */
  stacks?: boolean;
  /** Whether its rows are of one line, and lead where the `row-link` in them does. */
  dense?: boolean;
  /** How the last column is ordered, where its head turns it round. */
  sorted?: "ascending" | "descending";
  children: ComponentChildren;
}): JSX.Element {
  return (
    <section class="panel relative mb-4 overflow-x-auto" aria-label={label} tabIndex={0}>
      <table class={`w-full text-start text-sm ${stacks ? "stacks" : ""} ${dense ? "dense" : ""}`.trim()}>
        <thead>
          <tr class="border-b border-base-300">
            {head.map((cell, at) => (
              <th
                scope="col"
                class={`px-4 py-3 font-medium whitespace-nowrap ${headClasses(columns[at])}`}
                aria-sort={at === head.length - 1 ? sorted : undefined}
              >
                {cell}
              </th>
            ))}
          </tr>
        </thead>
        <tbody class="divide-y divide-base-300">{children}</tbody>
      </table>
    </section>
  );
}

/** Of two classes that align, the style sheet's order would choose. */
const headClasses = (given = ""): string => (given.includes("text-end") ? given : `text-start ${given}`);

export const Cell = ({
  children,
  name,
  class: classes = "",
}: {
  children?: ComponentChildren;
  /** Of its column, in a table that stacks. */
  name?: string | undefined;
  class?: string;
}): JSX.Element => (
  <td class={`px-4 py-3 align-top ${classes}`} data-name={name}>
    {name === undefined ? children : <div>{children}</div>}
  </td>
);

/** Where nothing is yet: what would be here, and what to do for it. */
export function Empty({
  icon,
  title,
  children,
}: {
  icon: IconName;
  title: string;
  children?: ComponentChildren;
}): JSX.Element {
  return (
    <div class="panel mb-6 px-5 py-12 text-center">
      <span class="mx-auto grid size-12 place-items-center rounded-2xl bg-primary/10 text-primary">
        <Icon name={icon} class="size-6" />
      </span>
      <p class="mt-4 font-semibold">{title}</p>
      {children === undefined ? null : (
        <div class="muted mx-auto mt-1.5 max-w-md text-sm leading-relaxed">{children}</div>
      )}
    </div>
  );
}

const TONES = {
  good: ["text-success bg-success/10", "circle-check"],
  bad: ["text-error bg-error/10", "circle-alert"],
  note: ["text-info bg-info/10", "circle-alert"],
} as const satisfies Record<string, readonly [string, IconName]>;

/** What came of what was just done; screen readers say it at once. */
export function Notice({ tone, children }: { tone: keyof typeof TONES; children: ComponentChildren }): JSX.Element {
  const [classes, icon] = TONES[tone];
  return (
    <div class="panel mb-6 flex items-start gap-3 p-4 text-sm" role={tone === "bad" ? "alert" : "status"}>
      <span class={`grid size-8 shrink-0 place-items-center rounded-lg ${classes}`}>
        <Icon name={icon} class="size-4.5" />
      </span>
      <div class="min-w-0 flex-1 self-center leading-relaxed [overflow-wrap:anywhere]">{children}</div>
    </div>
  );
}

/** A field of a form with its label, what it takes, and what is wrong with what was typed. */
export function Field({
  label,
  name,
  hint,
  problem,
  children,
}: {
  label: string;
  name: string;
  hint?: ComponentChildren;
  problem?: string | null | undefined;
  /** The control: its id is `name`, and `described(name, …)` ties it to hint and problem. */
  children: ComponentChildren;
}): JSX.Element {
  return (
    <div class="mb-4">
      <label class="mb-1 block text-sm font-medium" for={name}>
        {label}
      </label>
      {children}
      {problem == null ? null : <FieldProblem id={`${name}-problem`}>{problem}</FieldProblem>}
      {hint === undefined ? null : (
        <p class="muted mt-1 text-xs leading-relaxed" id={`${name}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** What is wrong with what was typed, or chosen: right below it, before any help. */
export const FieldProblem = ({
  id,
  role,
  children,
}: {
  id?: string;
  role?: "alert";
  children: ComponentChildren;
}): JSX.Element => (
  <p class="mt-1.5 flex gap-1.5 text-sm font-medium text-error">
    <Icon name="circle-alert" class="mt-0.5 size-4" />
    <span class="min-w-0" role={role} id={id}>
      {children}
    </span>
  </p>
);

/** An amount of US dollars within `Field`, as wide as the largest there is. */
export const AmountInput = ({
  name,
  value,
  problem,
  hasHint = false,
  isUsd = true,
  required = false,
}: {
  name: string;
  value: string;
  problem?: string | null | undefined;
  hasHint?: boolean;
  /** Shown by the dollar's sign; the label names any other currency. */
  isUsd?: boolean;
  required?: boolean;
}): JSX.Element => (
  <div class="relative max-w-48" dir="ltr">
    {isUsd ? (
      <span
        class="muted pointer-events-none absolute inset-y-0 start-0 z-1 grid w-8 place-items-center"
        aria-hidden="true"
      >
        $
      </span>
    ) : null}
    <input
      class={`input w-full tabular-nums ${isUsd ? "ps-8" : ""}`}
      type="text"
      inputMode="decimal"
      autocomplete="off"
      value={value}
      required={required}
      {...described(name, { hasHint, problem })}
    />
  </div>
);

/** Attributes of a control within `Field`. The first of a page that has a problem gets the focus. */
export const described = (
  name: string,
  { hasHint = false, problem }: { hasHint?: boolean; problem?: string | null | undefined },
): { id: string; name: string; "aria-describedby"?: string; "aria-invalid"?: "true"; autofocus?: true } => {
  const by = [problem == null ? "" : `${name}-problem`, hasHint ? `${name}-hint` : ""].filter(Boolean).join(" ");
  return {
    id: name,
    name,
    ...(by === "" ? {} : { "aria-describedby": by }),
    ...(problem == null ? {} : { "aria-invalid": "true", autofocus: true }),
  };
};

/** A form of one button: what it does is said on it. */
export function ButtonForm({
  action,
  csrf,
  label,
  about,
  icon,
  class: classes = "btn btn-sm",
  fields = {},
}: {
  action: string;
  csrf: string;
  label: string;
  /** Which of many, for people who can't see what the button stands beside. */
  about?: string;
  icon?: IconName;
  class?: string;
  fields?: Readonly<Record<string, string>>;
}): JSX.Element {
  return (
    <form method="post" action={action}>
      <input type="hidden" name="csrf" value={csrf} />
      {Object.entries(fields).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      <button type="submit" class={classes}>
        {icon === undefined ? null : <Icon name={icon} class="size-4" />}
        {label}
        {about === undefined ? null : <span class="sr-only"> {about}</span>}
      </button>
    </form>
  );
}

/** What can't be undone asks once more, in place and without scripts: the button is behind a summary. */
export function Confirm({
  label,
  icon,
  question,
  isOpen = false,
  children,
}: {
  label: string;
  icon?: IconName;
  question: ComponentChildren;
  /** Where something in it has to be put right. */
  isOpen?: boolean;
  /** The form that does it. */
  children: ComponentChildren;
}): JSX.Element {
  return (
    <details class="group min-w-0" open={isOpen}>
      <summary class="btn btn-sm cursor-pointer list-none text-error">
        {icon === undefined ? null : <Icon name={icon} class="size-4" />}
        {label}
      </summary>
      <div class="panel mt-2 p-4 text-sm">
        <p class="mb-3 leading-relaxed">{question}</p>
        {children}
      </div>
    </details>
  );
}

/** Names and values in two columns. */
export const Facts = ({
  rows,
}: {
  rows: readonly (readonly [label: string, value: ComponentChildren])[];
}): JSX.Element => (
  <dl class="grid gap-x-6 gap-y-0.5 text-sm sm:gap-y-2 sm:grid-cols-[minmax(8rem,auto)_minmax(0,1fr)]">
    {rows.map(([label, value]) => (
      <>
        <dt class="muted">{label}</dt>
        <dd class="min-w-0 [overflow-wrap:anywhere] max-sm:mb-2">{value}</dd>
      </>
    ))}
  </dl>
);

/** Beside text that changes by itself. `class` places it on the first line of that text. */
export const PulsingDot = ({ class: place = "" }: { class?: string }): JSX.Element => (
  <span
    class={`${place} size-2.5 shrink-0 animate-pulse rounded-full bg-house motion-reduce:animate-none`.trim()}
    aria-hidden="true"
  />
);
