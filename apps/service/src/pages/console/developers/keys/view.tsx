/** API keys: made and shown once, listed masked, revoked for good (contract, "Authentication"). */

import { API_PATH, LIMITS, SCOPES } from "@holdfast/contract";
import type { JSX } from "preact";
import type { ShownKey } from "../../../../identity/keys.js";
import { Badge } from "../../../kit/badge.js";
import { Code } from "../../../kit/code.js";
import { Given } from "../../../kit/given.js";
import { useWords } from "../../../kit/language.js";
import { Say } from "../../../kit/say.js";
import { sessionSnippets } from "../../../kit/session-snippets.js";
import { Stamp } from "../../../kit/times.js";
import { ButtonForm, Confirm, Empty, PageHead, Section } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { Frame } from "../../frame.js";
import { ShownOnce } from "../../once.js";
import { SnippetTabs } from "../../start/tabs.js";
import { Mono, Said } from "../parts.js";
import { keysWords } from "../words.js";
import { CreateForm } from "./create-form.js";
import { EMPTY_KEY, type KeyForm, type KeyProblem } from "./form.js";
import type { ShownKeys } from "./load.js";

type Props = ShownKeys & {
  readonly context: ConsoleContext;
  readonly said?: string | undefined;
  /** A key that was made just now, in full. */
  readonly made?: Made;
  readonly typed?: KeyForm;
  readonly problem?: KeyProblem | null;
};

type Made = {
  readonly apiKey: string;
  readonly publicUrl: string;
  /** Whether it may create a session. */
  readonly maySell: boolean;
};

export function KeysPage({ context, keys, givable, said, made, typed, problem = null }: Props): JSX.Element {
  const words = keysWords(context.locale);
  const active = keys.filter(isActive);
  const revoked = keys.filter((key) => !isActive(key));
  return (
    <Frame context={context} title={words.title} entry="/keys">
      <PageHead title={words.title} lead={words.lead} />
      <Said words={words} code={said} />
      {made === undefined ? null : (
        <ShownOnce label={words.apiKey} value={made.apiKey}>
          <FirstRequest context={context} made={made} />
        </ShownOnce>
      )}
      {active.length === 0 ? (
        <Empty icon="key-round" title={words.none}>
          {words.noneText}
        </Empty>
      ) : (
        <Section title={words.active} lead={words.activeOf({ count: active.length, most: LIMITS.activeApiKeys })}>
          <KeyList context={context} keys={active} />
        </Section>
      )}
      {context.may("develop") ? (
        <CreateForm
          context={context}
          isFull={active.length >= LIMITS.activeApiKeys}
          givable={givable}
          typed={typed ?? EMPTY_KEY}
          problem={problem}
        />
      ) : null}
      {revoked.length === 0 ? null : (
        <details class="panel mb-6">
          <summary class="min-h-11 cursor-pointer px-4 py-3 font-medium sm:px-5">
            {revoked.some(({ isExpired }) => isExpired)
              ? words.endedKeys({ count: revoked.length })
              : words.revokedKeys({ count: revoked.length })}
          </summary>
          <div class="border-t border-base-300 px-4 sm:px-5">
            <KeyList context={context} keys={revoked} />
          </div>
        </details>
      )}
    </Frame>
  );
}

/** The key stands on this page alone, so the page leads on with it; nothing of it is kept for the next. */
function FirstRequest({ context, made }: { context: ConsoleContext; made: Made }): JSX.Element {
  const words = useWords(keysWords);
  return made.maySell ? (
    <>
      <h2 class="mb-1 font-semibold">{words.createSession}</h2>
      <p class="mb-2">{words.createSessionText}</p>
      <SnippetTabs
        name="session-language"
        label={words.firstSession}
        snippets={sessionSnippets({ base: made.publicUrl + API_PATH, key: made.apiKey })}
      />
      <p class="mt-4">
        <a class="btn" href={`${context.home}/start?said=kept`}>
          {words.saved}
        </a>
      </p>
    </>
  ) : (
    <>
      <p class="mb-2">{words.tryIt}</p>
      <Code
        label={words.firstRequest}
      >{`curl ${made.publicUrl}${API_PATH}/account \\\n  -H "Authorization: Bearer ${made.apiKey}"`}</Code>
    </>
  );
}

const isActive = ({ revokedAt, isExpired }: ShownKey): boolean => revokedAt === null && !isExpired;
const isReadOnly = ({ scopes }: ShownKey): boolean => scopes.every((scope) => scope.endsWith(":read"));

function KeyList({ context, keys }: { context: ConsoleContext; keys: readonly ShownKey[] }): JSX.Element {
  const words = useWords(keysWords);
  return (
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
              {isReadOnly(key) ? <Badge tone="over" icon="eye" text={words.readOnly} /> : null}
              {key.isExpired ? <Badge tone="over" icon="timer-off" text={words.expired} /> : null}
            </p>
            <p class="muted mt-1 text-xs [overflow-wrap:anywhere]">
              {key.scopes.length === SCOPES.length ? words.allScopes : key.scopes.join(", ")}
              {key.networks.length === 0 ? null : ` · ${words.fromOnly({ networks: key.networks.join(", ") })}`}
              {key.expiresAt === null ? null : (
                <>
                  {" · "}
                  <Say text={key.isExpired ? words.ended : words.ends} time={<Stamp at={key.expiresAt} />} />
                </>
              )}
            </p>
            <p class="muted mt-1 text-xs">
              <Say text={words.created} time={<Stamp at={key.created} />} />
              {" · "}
              {key.lastUsedAt === null ? (
                words.neverUsed
              ) : (
                <Say text={words.lastUsed} time={<Stamp at={key.lastUsedAt} />} />
              )}
              {key.revokedAt === null ? null : (
                <>
                  {" · "}
                  <Say text={words.revoked} time={<Stamp at={key.revokedAt} />} />
                </>
              )}
            </p>
          </div>
          <div class="flex flex-wrap items-start gap-2">
            <a class="btn btn-sm" href={`${context.home}/requests?key=${key.lookup}`}>
              {words.requests}
              <span class="sr-only"> {words.ofKey({ key: key.masked })}</span>
            </a>
            {isActive(key) && context.may("develop") ? <Revoke context={context} shown={key} /> : null}
          </div>
        </li>
      ))}
    </ul>
  );
}

function Revoke({ context, shown }: { context: ConsoleContext; shown: ShownKey }): JSX.Element {
  const words = useWords(keysWords);
  return (
    <Confirm label={words.revoke} icon="ban" question={words.revokeText}>
      <ButtonForm
        action={`${context.home}/keys/${shown.id}/revoke`}
        csrf={context.csrf}
        label={words.revokeKey}
        class="btn btn-sm btn-error"
      />
    </Confirm>
  );
}
