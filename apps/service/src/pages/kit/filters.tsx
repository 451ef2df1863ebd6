/** The form above every list: a search, choices, days. It is a GET, so what was found has an address. */
import type { ComponentChildren, JSX } from "preact";
import { SEARCH_LENGTH_MAX } from "../../domain/search.js";
import { Icon } from "./icons.js";
import { useWords } from "./language.js";
import { presetsAt } from "./list-query.js";
import { maxLengthFor } from "./max-length.js";
import { FilterSelect } from "./select.js";
import { listWords } from "./words.js";

export type Query = Readonly<Record<string, string>>;

type Options = readonly (readonly [value: string, text: string])[];

type Choice = {
  readonly name: string;
  readonly label: string;
  /** What the first option says, which filters nothing. */
  readonly all?: string;
  readonly options: Options | readonly { readonly label: string; readonly options: Options }[];
};

export type FiltersProps = {
  readonly path: string;
  /** What the list is filtered by now: the fields of the form that say something. */
  readonly query: Query;
  readonly search?: { readonly name?: string; readonly label: string; readonly hint: string };
  readonly choices?: readonly Choice[];
  /** Set for a list by days: now, as Unix seconds of the service's clock. */
  readonly daysAt?: number;
};

export function Filters({ path, query, search, choices = [], daysAt }: FiltersProps): JSX.Element {
  const words = useWords(listWords);
  const isFiltered = Object.keys(query).length > 0;
  const isNarrowed = Object.keys(query).some((name) => name !== (search?.name ?? "q"));
  return (
    <search>
      <form method="get" action={path} class="panel mb-4 p-4">
        {search === undefined ? null : (
          <div class="flex items-end gap-2">
            <Labelled name={search.name ?? "q"} label={search.label} class="flex-1">
              <input
                class="input w-full"
                type="search"
                id={search.name ?? "q"}
                name={search.name ?? "q"}
                value={query[search.name ?? "q"] ?? ""}
                placeholder={search.hint}
                autocomplete="off"
                spellcheck={false}
                maxLength={maxLengthFor(SEARCH_LENGTH_MAX)}
              />
            </Labelled>
            <button type="submit" class="btn">
              <Icon name="search" class="size-4" />
              <span class="max-sm:sr-only">{words.find}</span>
            </button>
          </div>
        )}
        {choices.length === 0 && daysAt === undefined ? null : (
          <details class={`fold ${search === undefined ? "" : "mt-3 lg:mt-4"}`} open={isNarrowed}>
            <summary class="inline-flex min-h-9 cursor-pointer list-none items-center gap-2 text-sm font-medium">
              <Icon name="list-filter" class="size-4" />
              {words.filters}
              <Icon name="chevron-down" class="size-4" />
            </summary>
            <div class="mt-2 grid grid-cols-2 items-end gap-3 lg:mt-0 lg:flex lg:flex-wrap">
              {choices.map((choice) => (
                <Labelled
                  name={choice.name}
                  label={choice.label}
                  class="col-span-2 sm:col-span-1 lg:min-w-44 lg:max-w-56"
                >
                  <FilterSelect
                    name={choice.name}
                    all={choice.all ?? words.all}
                    chosen={query[choice.name]}
                    options={choice.options}
                    class="field h-11 py-0 text-sm"
                  />
                </Labelled>
              ))}
              {daysAt === undefined ? null : (
                <>
                  <Day name="from" label={words.from} query={query} />
                  <Day name="until" label={words.until} query={query} />
                </>
              )}
              <div class="col-span-2 flex gap-2">
                <button type="submit" class="btn">
                  <Icon name="list-filter" class="size-4" />
                  {words.filter}
                </button>
                {isFiltered ? (
                  <a class="btn btn-ghost" href={path}>
                    {words.clear}
                  </a>
                ) : null}
              </div>
            </div>
            {daysAt === undefined ? null : <Presets path={path} query={query} now={daysAt} />}
          </details>
        )}
      </form>
    </search>
  );
}

function Presets({ path, query, now }: { path: string; query: Query; now: number }): JSX.Element {
  const words = useWords(listWords);
  return (
    <ul class="mt-3 flex flex-wrap gap-x-1 gap-y-1 text-sm" aria-label={words.days}>
      {presetsAt(now).map(({ name, from, until }) => (
        <li>
          <a
            class="inline-flex min-h-8 items-center rounded-field px-2.5 text-primary hover:bg-base-200 aria-[current]:bg-primary/10 aria-[current]:font-semibold"
            href={`${path}?${new URLSearchParams({ ...query, from, until })}`}
            aria-current={query["from"] === from && query["until"] === until ? "true" : undefined}
          >
            {words[name]}
          </a>
        </li>
      ))}
    </ul>
  );
}

const Labelled = ({
  name,
  label,
  class: classes,
  children,
}: {
  name: string;
  label: string;
  class: string;
  children: ComponentChildren;
}): JSX.Element => (
  <div class={`min-w-0 ${classes}`}>
    <label class="mb-1 block text-sm font-medium" for={name}>
      {label}
    </label>
    {children}
  </div>
);

const Day = ({ name, label, query }: { name: string; label: string; query: Query }): JSX.Element => (
  <Labelled name={name} label={label} class="">
    <input class="input w-full min-w-0" type="date" id={name} name={name} value={query[name] ?? ""} />
  </Labelled>
);
