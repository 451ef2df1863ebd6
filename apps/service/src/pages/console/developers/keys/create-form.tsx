/** The form that makes a key: its name, what it may do, until when, and from where. */
import { LIMITS } from "@holdfast/contract";
import type { JSX } from "preact";
import { Icon } from "../../../kit/icons.js";
import { described, Field, Section } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { keyWords } from "../../words.js";
import { Tick } from "../parts.js";
import { AREAS, type KeyForm, type KeyProblem, LEVELS, LIVES, NAME_LENGTH, NETWORKS_LENGTH } from "./form.js";
import { AREA_NAMES, LEVEL_NAMES, LIFE_NAMES, PROBLEMS } from "./words.js";

type Props = {
  readonly context: ConsoleContext;
  readonly isFull: boolean;
  readonly typed: KeyForm;
  readonly problem: KeyProblem | null;
};

export function CreateForm({ context: { home, csrf, locale }, isFull, typed, problem }: Props): JSX.Element {
  const about = (field: KeyProblem): string | null => (problem === field ? PROBLEMS[field] : null);
  return (
    <Section title="Create a key">
      {isFull || problem === "full" ? (
        <p class="flex items-start gap-2 text-sm" role={problem === "full" ? "alert" : undefined}>
          <Icon name="circle-alert" class="mt-0.5 size-4.5 text-warning" />
          {keyWords(locale).allInUse(LIMITS.activeApiKeys)}
        </p>
      ) : (
        <form method="post" action={`${home}/keys`}>
          <input type="hidden" name="csrf" value={csrf} />
          <Field
            label="Name"
            name="name"
            hint="For your reference, such as where it is used (optional)"
            problem={about("name")}
          >
            <input
              {...described("name", { hasHint: true, problem: about("name") })}
              class="input w-full max-w-md"
              type="text"
              maxLength={NAME_LENGTH}
              value={typed.name}
              autocomplete="off"
            />
          </Field>
          <Scopes typed={typed} problem={about("scopes")} />
          <Choice label="Expires" name="life" values={LIVES} names={LIFE_NAMES} chosen={typed.life} />
          <Field
            label="Networks (optional)"
            name="networks"
            hint="Addresses or networks that may use it, such as 203.0.113.0/24. Leave it empty to allow all."
            problem={about("networks")}
          >
            <input
              {...described("networks", { hasHint: true, problem: about("networks") })}
              class="input w-full max-w-md"
              type="text"
              maxLength={NETWORKS_LENGTH}
              value={typed.networks}
              autocomplete="off"
            />
          </Field>
          <button type="submit" class="btn btn-primary">
            <Icon name="plus" class="size-4" />
            Create key
          </button>
        </form>
      )}
    </Section>
  );
}

function Scopes({ typed, problem }: { typed: KeyForm; problem: string | null }): JSX.Element {
  return (
    <fieldset class="mb-4">
      <legend class="mb-1 text-sm font-medium">Access</legend>
      <Tick type="radio" name="access" value="all" checked={typed.access === "all"}>
        Full: reads, creates sessions, submits deliveries
      </Tick>
      <Tick type="radio" name="access" value="read" checked={typed.access === "read"}>
        Read-only: changes are refused with 403
      </Tick>
      <Tick type="radio" name="access" value="own" checked={typed.access === "own"}>
        Only these:
      </Tick>
      <div class="ms-7 flex flex-wrap gap-x-6 gap-y-1">
        {AREAS.map((area) => (
          <Choice
            label={AREA_NAMES[area]}
            name={area}
            values={LEVELS}
            names={LEVEL_NAMES}
            chosen={typed.levels[area]}
          />
        ))}
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
  names,
  chosen,
}: {
  label: string;
  name: string;
  values: readonly Value[];
  names: Readonly<Record<Value, string>>;
  chosen: Value;
}): JSX.Element {
  return (
    <div class="mb-4">
      <label class="mb-1 block text-sm font-medium" for={name}>
        {label}
      </label>
      <select id={name} name={name} class="field h-11 w-full max-w-xs py-0 text-sm">
        {values.map((value) => (
          <option value={value} selected={value === chosen}>
            {names[value]}
          </option>
        ))}
      </select>
    </div>
  );
}
