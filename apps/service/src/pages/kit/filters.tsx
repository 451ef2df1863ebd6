/** The row above every list: a search, choices, days. All of it is in the address, so what was found has one. */
import type { ComponentChildren, JSX } from "preact";
import { SEARCH_LENGTH_MAX } from "../../domain/search.js";
import { shortDay } from "../../words/format.js";
import { dayStart, UTC } from "../../words/zone.js";
import { Icon } from "./icons.js";
import { useLocale, useWords, useZone } from "./language.js";
import { presetsAt } from "./list-query.js";
import { maxLengthFor } from "./max-length.js";
import { listWords } from "./words.js";

export type Query = Readonly<Record<string, string>>;

type Options = readonly (readonly [value: string, text: string])[];

type Choice = {
  readonly name: string;
  readonly label: string;
  /** What the first option says, which filters nothing. */
  readonly all?: string;
  readonly options: Options;
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
  const searched = search?.name ?? "q";
  const typed = [...(search === undefined ? [] : [searched]), ...(daysAt === undefined ? [] : ["from", "until"])];
  return (
    <search>
      <form method="get" action={path} class="relative mb-3 flex flex-wrap items-center gap-2">
        {Object.entries(query).map(([name, value]) =>
          typed.includes(name) ? null : <input type="hidden" name={name} value={value} />,
        )}
        {search === undefined ? null : (
          <div class="relative min-w-0 flex-1 max-sm:basis-full">
            <label class="sr-only" for={searched}>
              {search.label}
            </label>
            <input
              class="input h-10 w-full ps-10"
              type="search"
              id={searched}
              name={searched}
              value={query[searched] ?? ""}
              placeholder={search.hint}
              autocomplete="off"
              spellcheck={false}
              maxLength={maxLengthFor(SEARCH_LENGTH_MAX)}
            />
            <button
              type="submit"
              class="muted absolute inset-y-0 start-0 grid w-10 cursor-pointer place-items-center"
              aria-label={words.find}
            >
              <Icon name="search" class="size-4" />
            </button>
          </div>
        )}
        {choices.map((choice) => (
          <ChoiceChip choice={choice} path={path} query={query} />
        ))}
        {daysAt === undefined ? null : <DaysChip path={path} query={query} now={daysAt} />}
        {Object.keys(query).length === 0 ? null : (
          <a class="link link-primary inline-flex min-h-10 items-center px-1 text-sm" href={path}>
            {words.clear}
          </a>
        )}
      </form>
    </search>
  );
}

/** A filter as a button that says what it is set to; what it can be set to opens below it, without scripts. */
function Chip({ label, value, children }: { label: string; value: string | null; children: ComponentChildren }) {
  return (
    <details class="sm:relative" name="filters" data-menu>
      <summary
        class={`inline-flex min-h-10 cursor-pointer list-none items-center gap-1.5 rounded-field border px-3 text-sm font-medium hover:border-primary ${value === null ? "border-base-300 bg-base-100" : "border-primary bg-primary/10 text-primary"}`}
      >
        {value === null ? label : `${label}: ${value}`}
        <Icon name="chevron-down" class="size-4" />
      </summary>
      <div class="panel absolute start-0 top-full z-20 mt-1 max-h-96 w-full overflow-y-auto p-2 shadow-lg sm:w-64 lg:start-auto lg:end-0">
        {children}
      </div>
    </details>
  );
}

const OPTION =
  "flex min-h-9 items-center rounded-field px-2.5 text-sm hover:bg-base-200 aria-[current]:bg-primary/10 aria-[current]:font-semibold aria-[current]:text-primary";

function ChoiceChip({ choice, path, query }: { choice: Choice; path: string; query: Query }): JSX.Element {
  const { name, label, options, all = useWords(listWords).all } = choice;
  const chosen = options.find(([value]) => value === query[name]);
  const { [name]: _, ...others } = query;
  return (
    <Chip label={label} value={chosen?.[1] ?? null}>
      <ul aria-label={label}>
        {[["", all] as const, ...options].map(([value, text]) => (
          <li>
            <a
              class={OPTION}
              href={addressOf(path, value === "" ? others : { ...others, [name]: value })}
              aria-current={value === (chosen?.[0] ?? "") ? "true" : undefined}
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </Chip>
  );
}

/** An address of a list. */
export const addressOf = (path: string, query: Query): string => {
  const text = new URLSearchParams(query).toString();
  return text === "" ? path : `${path}?${text}`;
};

function DaysChip({ path, query, now }: { path: string; query: Query; now: number }): JSX.Element {
  const locale = useLocale();
  const words = listWords(locale);
  const [from, until] = [query["from"] ?? "", query["until"] ?? ""];
  const presets = presetsAt(now, useZone() ?? UTC);
  const chosen = presets.find((one) => one.from === from && one.until === until);
  const said = (text: string): string => (text === "" ? "…" : shortDay(dayStart(text, UTC) ?? 0, locale, UTC));
  const value = from === "" && until === "" ? null : `${said(from)} – ${said(until)}`;
  return (
    <Chip label={words.days} value={chosen === undefined ? value : words[chosen.name]}>
      <ul aria-label={words.days}>
        {presets.map((one) => (
          <li>
            <a
              class={OPTION}
              href={addressOf(path, { ...query, from: one.from, until: one.until })}
              aria-current={one === chosen ? "true" : undefined}
            >
              {words[one.name]}
            </a>
          </li>
        ))}
      </ul>
      <div class="mt-2 grid gap-2 border-t border-base-300 p-2 pt-3">
        <Day name="from" label={words.from} value={from} />
        <Day name="until" label={words.until} value={until} />
        <button type="submit" class="btn btn-primary btn-sm">
          {words.filter}
        </button>
      </div>
    </Chip>
  );
}

const Day = ({ name, label, value }: { name: string; label: string; value: string }): JSX.Element => (
  <div class="grid grid-cols-[4rem_minmax(0,1fr)] items-center">
    <label class="text-sm" for={name}>
      {label}
    </label>
    <input class="input h-10 w-full min-w-0" type="date" id={name} name={name} value={value} />
  </div>
);
