/** The form above a list: one search, a status, days. It is a GET, so what was found has an address. */
import type { ComponentChildren, JSX } from "preact";
import { Icon } from "../../kit/icons.js";
import { isFiltered, type Typed } from "./query.js";

export function Filters({
  path,
  typed,
  searchLabel,
  searchHint,
  children,
}: {
  path: string;
  typed: Typed;
  searchLabel: string;
  /** What one can type. */
  searchHint: string;
  /** The options of the status. */
  children: ComponentChildren;
}): JSX.Element {
  return (
    <search>
      <form method="get" action={path} class="panel mb-4 grid grid-cols-2 items-end gap-3 p-4 lg:flex lg:flex-wrap">
        <div class="col-span-2 min-w-0 lg:flex-1 lg:basis-64">
          <label class="mb-1 block text-sm font-medium" for="q">
            {searchLabel}
          </label>
          <input
            class="input w-full"
            type="search"
            id="q"
            name="q"
            value={typed.q}
            placeholder={searchHint}
            autocomplete="off"
            maxLength={300}
          />
        </div>
        <div class="col-span-2 min-w-0 sm:col-span-1">
          <label class="mb-1 block text-sm font-medium" for="status">
            Status
          </label>
          <select class="field h-11 py-0 text-sm" id="status" name="status">
            <option value="">All</option>
            {children}
          </select>
        </div>
        <Day name="from" label="From" value={typed.from} />
        <Day name="until" label="To" value={typed.until} />
        <div class="col-span-2 flex gap-2">
          <button type="submit" class="btn">
            <Icon name="list-filter" class="size-4" />
            Filter
          </button>
          {isFiltered(typed) ? (
            <a class="btn btn-ghost" href={path}>
              Clear
            </a>
          ) : null}
        </div>
      </form>
    </search>
  );
}

const Day = ({ name, label, value }: { name: string; label: string; value: string }): JSX.Element => (
  <div class="min-w-0">
    <label class="mb-1 block text-sm font-medium" for={name}>
      {label}
    </label>
    <input class="input w-full min-w-0" type="date" id={name} name={name} value={value} />
  </div>
);

export const Option = ({ value, text, typed }: { value: string; text: string; typed: Typed }): JSX.Element => (
  <option value={value} selected={typed.status === value}>
    {text}
  </option>
);
