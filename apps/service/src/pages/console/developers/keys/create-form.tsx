/** The form that makes a key: its name, what it may do, until when, and from where. */
import { LIMITS } from "@holdfast/contract";
import type { JSX } from "preact";
import { Icon } from "../../../kit/icons.js";
import { useWords } from "../../../kit/language.js";
import { maxLengthFor } from "../../../kit/max-length.js";
import { described, Field, Section } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { keyWords } from "../../words.js";
import { Tick } from "../parts.js";
import { keysWords } from "../words.js";
import {
  AREAS,
  type KeyForm,
  type KeyProblem,
  LEVELS,
  LIVES,
  MONEY_SCOPES,
  type MoneyScope,
  NAME_LENGTH,
  NETWORKS_LENGTH,
} from "./form.js";

type Props = {
  readonly context: ConsoleContext;
  readonly isFull: boolean;
  readonly givable: readonly MoneyScope[];
  readonly typed: KeyForm;
  readonly problem: KeyProblem | null;
};

export function CreateForm({ context: { home, csrf, locale }, isFull, givable, typed, problem }: Props): JSX.Element {
  const words = keysWords(locale);
  const about = (field: Exclude<KeyProblem, "full">): string | null =>
    problem === field ? words[`problem_${field}`] : null;
  return (
    <Section title={words.create}>
      {isFull || problem === "full" ? (
        <p class="flex items-start gap-2 text-sm" role={problem === "full" ? "alert" : undefined}>
          <Icon name="circle-alert" class="mt-0.5 size-4.5 text-warning" />
          {keyWords(locale).allInUse({ count: LIMITS.activeApiKeys })}
        </p>
      ) : (
        <form method="post" action={`${home}/keys`}>
          <input type="hidden" name="csrf" value={csrf} />
          <Field label={words.name} name="name" hint={words.nameHint} problem={about("name")}>
            <input
              {...described("name", { hasHint: true, problem: about("name") })}
              class="input w-full max-w-md"
              type="text"
              maxLength={maxLengthFor(NAME_LENGTH)}
              value={typed.name}
              autocomplete="off"
            />
          </Field>
          <Scopes givable={givable} typed={typed} problem={about("scopes")} />
          <Choice
            label={words.expires}
            name="life"
            values={LIVES}
            nameOf={(life) => words[`life_${life}`]}
            chosen={typed.life}
          />
          <Field label={words.networks} name="networks" hint={words.networksHint} problem={about("networks")}>
            <input
              {...described("networks", { hasHint: true, problem: about("networks") })}
              class="input w-full max-w-md"
              type="text"
              maxLength={maxLengthFor(NETWORKS_LENGTH)}
              value={typed.networks}
              autocomplete="off"
            />
          </Field>
          <button type="submit" class="btn btn-primary">
            <Icon name="plus" class="size-4" />
            {words.createKey}
          </button>
        </form>
      )}
    </Section>
  );
}

const NAMES = { "refunds:write": "mayRefund", "payouts:write": "mayConnect" } as const satisfies Record<
  MoneyScope,
  string
>;

function Scopes({
  givable,
  typed,
  problem,
}: Pick<Props, "givable" | "typed"> & { problem: string | null }): JSX.Element {
  const words = useWords(keysWords);
  const full = [words.full, ...givable.map((scope) => words[NAMES[scope]])];
  return (
    <fieldset class="mb-4">
      <legend class="mb-1 text-sm font-medium">{words.access}</legend>
      <Tick type="radio" name="access" value="all" checked={typed.access === "all"}>
        {full.join(" · ")}
      </Tick>
      <Tick type="radio" name="access" value="read" checked={typed.access === "read"}>
        {words.read}
      </Tick>
      <Tick type="radio" name="access" value="own" checked={typed.access === "own"}>
        {words.own}
      </Tick>
      <div class="ms-7 flex flex-wrap gap-x-6 gap-y-1">
        {AREAS.map((area) => (
          <Choice
            label={words[`area_${area}`]}
            name={area}
            values={LEVELS}
            nameOf={(level) => words[`level_${level}`]}
            chosen={typed.levels[area]}
          />
        ))}
      </div>
      <div class="ms-7">
        {givable.map((scope) => (
          <Tick name={scope} value="yes" checked={typed.money.includes(scope)}>
            {words[NAMES[scope]]}
          </Tick>
        ))}
        {givable.length === MONEY_SCOPES.length ? null : <p class="muted text-sm">{words.withheld}</p>}
      </div>
      {problem === null ? null : (
        <p role="alert" class="text-sm font-medium text-error">
          {problem}
        </p>
      )}
    </fieldset>
  );
}

function Choice<Value extends string>({
  label,
  name,
  values,
  nameOf,
  chosen,
}: {
  label: string;
  name: string;
  values: readonly Value[];
  nameOf: (value: Value) => string;
  chosen: Value;
}): JSX.Element {
  return (
    <div class="mb-4">
      <label class="mb-1 block text-sm font-medium" for={name}>
        {label}
      </label>
      <select id={name} name={name} class="field h-11 w-full max-w-xs py-0">
        {values.map((value) => (
          <option value={value} selected={value === chosen}>
            {nameOf(value)}
          </option>
        ))}
      </select>
    </div>
  );
}
