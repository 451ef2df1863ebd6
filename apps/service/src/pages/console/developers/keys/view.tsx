/** API keys: made and shown once, listed masked, revoked for good (contract, "Authentication"). */
import { API_PATH, LIMITS } from "@holdfast/contract";
import type { JSX } from "preact";
import type { ShownKey } from "../../../../identity/keys.js";
import { Badge } from "../../../kit/badge.js";
import { Code } from "../../../kit/code.js";
import { Given } from "../../../kit/given.js";
import { Icon } from "../../../kit/icons.js";
import { ButtonForm, Confirm, described, Empty, Field, PageHead, Section } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { Frame } from "../../frame.js";
import { ShownOnce } from "../../once.js";
import { ALL_KEYS_IN_USE } from "../../words.js";
import { Mono, plural, Said, Stamp, Tick } from "../parts.js";
import { SAID } from "./words.js";

/** Of a key, in characters. */
export const NAME_LENGTH = 80;

export type Typed = { readonly name: string; readonly readOnly: boolean };
type Props = {
  readonly context: ConsoleContext;
  readonly keys: readonly ShownKey[];
  readonly said?: string | undefined;
  /** A key that was made just now, in full. */
  readonly made?: { readonly apiKey: string; readonly publicUrl: string };
  readonly typed?: Typed;
  readonly problem?: "name" | "full" | null;
};

export function KeysPage({ context, keys, said, made, typed, problem = null }: Props): JSX.Element {
  const active = keys.filter(({ revokedAt }) => revokedAt === null);
  const revoked = keys.filter(({ revokedAt }) => revokedAt !== null);
  return (
    <Frame context={context} title="API keys" entry="/keys" copies={made !== undefined}>
      <PageHead
        title="API keys"
        lead="For your server alone: whoever has a key acts as this account. Only its hash is stored, so a lost key is revoked and replaced."
      />
      <Said table={SAID} code={said} />
      {made === undefined ? null : (
        <ShownOnce label="API key" value={made.apiKey}>
          <p class="mb-2">Try it:</p>
          <Code label="A first request">{`curl ${made.publicUrl}${API_PATH}/account \\\n  -H "Authorization: Bearer ${made.apiKey}"`}</Code>
        </ShownOnce>
      )}
      {active.length === 0 ? (
        <Empty icon="key-round" title="No active key">
          A key lets your server create sessions and follow escrows.
        </Empty>
      ) : (
        <Section title="Active keys" lead={`${active.length} of ${LIMITS.activeApiKeys}`}>
          <KeyList context={context} keys={active} />
        </Section>
      )}
      {context.may("develop") ? (
        <CreateForm context={context} isFull={active.length >= LIMITS.activeApiKeys} typed={typed} problem={problem} />
      ) : null}
      {revoked.length === 0 ? null : (
        <details class="panel mb-6">
          <summary class="min-h-11 cursor-pointer px-4 py-3 font-medium sm:px-5">
            {plural(revoked.length, "revoked key")}
          </summary>
          <div class="border-t border-base-300 px-4 sm:px-5">
            <KeyList context={context} keys={revoked} />
          </div>
        </details>
      )}
    </Frame>
  );
}

const KeyList = ({ context, keys }: { context: ConsoleContext; keys: readonly ShownKey[] }): JSX.Element => (
  <ul class="divide-y divide-base-300">
    {keys.map((key) => (
      <li class="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-3.5 first:pt-1 last:pb-1">
        <div class="min-w-0 flex-1 basis-72">
          {key.name === "" ? null : (
            <p class="font-medium">
              <Given text={key.name} lines={2} />
            </p>
          )}
          <p class="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Mono>{key.masked}</Mono>
            {key.readOnly ? <Badge tone="over" icon="eye" text="Read-only" /> : null}
          </p>
          <p class="muted mt-1 text-xs">
            Created <Stamp at={key.created} />
            {" · "}
            {key.lastUsedAt === null ? (
              "never used"
            ) : (
              <>
                last used <Stamp at={key.lastUsedAt} />
              </>
            )}
            {key.revokedAt === null ? null : (
              <>
                {" · revoked "}
                <Stamp at={key.revokedAt} />
              </>
            )}
          </p>
        </div>
        <div class="flex flex-wrap items-start gap-2">
          <a class="btn btn-sm" href={`${context.home}/requests?key=${key.lookup}`}>
            Requests<span class="sr-only"> of {key.masked}</span>
          </a>
          {key.revokedAt === null && context.may("develop") ? <Revoke context={context} shown={key} /> : null}
        </div>
      </li>
    ))}
  </ul>
);

const Revoke = ({ context, shown }: { context: ConsoleContext; shown: ShownKey }): JSX.Element => (
  <Confirm
    label="Revoke"
    icon="ban"
    question="What uses this key is refused from its next request on, for good. Other keys stay as they are."
  >
    <ButtonForm
      action={`${context.home}/keys/${shown.id}/revoke`}
      csrf={context.csrf}
      label="Revoke this key"
      class="btn btn-sm btn-error"
    />
  </Confirm>
);

function CreateForm({
  context: { home, csrf },
  isFull,
  typed = { name: "", readOnly: false },
  problem,
}: {
  context: ConsoleContext;
  isFull: boolean;
  typed?: Typed | undefined;
  problem: Props["problem"];
}): JSX.Element {
  const nameProblem = problem === "name" ? `Takes at most ${NAME_LENGTH} characters.` : null;
  return (
    <Section title="Create a key">
      {isFull || problem === "full" ? (
        <p class="flex items-start gap-2 text-sm" role={problem === "full" ? "alert" : undefined}>
          <Icon name="circle-alert" class="mt-0.5 size-4.5 text-warning" />
          {ALL_KEYS_IN_USE}
        </p>
      ) : (
        <form method="post" action={`${home}/keys`}>
          <input type="hidden" name="csrf" value={csrf} />
          <Field
            label="Name"
            name="name"
            hint="For you, such as where it is used. May be left empty."
            problem={nameProblem}
          >
            <input
              {...described("name", { hasHint: true, problem: nameProblem })}
              class="input w-full max-w-md"
              type="text"
              maxLength={NAME_LENGTH}
              value={typed.name}
              autocomplete="off"
            />
          </Field>
          <fieldset class="mb-4">
            <legend class="mb-1 text-sm font-medium">Access</legend>
            <Tick type="radio" name="access" value="all" checked={!typed.readOnly}>
              Full: reads, creates sessions, submits deliveries
            </Tick>
            <Tick type="radio" name="access" value="read" checked={typed.readOnly}>
              Read-only: changes are refused with 403
            </Tick>
          </fieldset>
          <button type="submit" class="btn btn-primary">
            <Icon name="plus" class="size-4" />
            Create key
          </button>
        </form>
      )}
    </Section>
  );
}
