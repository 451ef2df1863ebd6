/** What is changed of a webhook endpoint: its events, its secret, what is sent again, the sandbox's chaos, its end. */

import type { EventType } from "@holdfast/contract";
import { LIMITS } from "@holdfast/contract";
import type { JSX } from "preact";
import { isOlderSecret } from "../../../../commands/endpoint-parts.js";
import type { OwnEndpoint } from "../../../../store/read/webhooks/endpoint-health.js";
import { clockText, offsetName, UTC, type Zone } from "../../../../words/zone.js";
import { Given } from "../../../kit/given.js";
import { Icon } from "../../../kit/icons.js";
import { useWords, useZone } from "../../../kit/language.js";
import { Say } from "../../../kit/say.js";
import { Stamp } from "../../../kit/times.js";
import { ButtonForm, Confirm, described, Field, Notice, PageHead, Section } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { Frame } from "../../frame.js";
import { endpointUrl } from "../../links.js";
import { CopyButton, ShownOnce } from "../../once.js";
import { Form, Input, WhosePassword } from "../../people/fields.js";
import { endpointSettingsWords } from "../endpoints/words.js";
import { type Chosen, EventTypes } from "../event-types.js";
import { Said, Tick } from "../parts.js";
import { partWords } from "../words.js";

/** What the page shows beside the forms, and what is wrong with what was typed. */
export type SettingsState = {
  readonly said?: string | undefined;
  /** Made just now. */
  readonly rotated?: string;
  /** Asked for. */
  readonly shown?: string;
  readonly recovered?: { readonly count: number; readonly isHeld: boolean };
  readonly chosen?: Chosen;
  readonly problems?: Readonly<Partial<Record<"types" | "hours" | "since" | "chaos" | "password", string>>>;
  readonly typed?: Readonly<Partial<Record<string, string>>>;
};

type Page = { readonly context: ConsoleContext; readonly endpoint: OwnEndpoint; readonly state: SettingsState };
type Part = Page & { readonly path: string };

export function SettingsPage({ context, endpoint, state }: Page): JSX.Element {
  const path = endpointUrl(context, endpoint.id);
  const words = endpointSettingsWords(context.locale);
  const part: Part = { context, endpoint, state, path };
  return (
    <Frame context={context} title={words.title} entry="/webhooks">
      <PageHead
        title={words.title}
        up={{ href: path, label: partWords(context.locale).endpoint }}
        lead={<Given text={endpoint.url} lines={3} />}
      />
      <Said words={words} code={state.said} />
      <Recovered {...part} />
      {state.rotated === undefined ? null : <ShownOnce label={words.newSecret} value={state.rotated} showsAgain />}
      <Secret {...part} />
      <Recover {...part} />
      <Events {...part} />
      {context.site.isSandbox ? <Chaos {...part} /> : null}
      <Delete {...part} />
    </Frame>
  );
}

function Recovered({ state: { recovered } }: Part): JSX.Element | null {
  const words = useWords(endpointSettingsWords);
  if (recovered === undefined) return null;
  const { count, isHeld } = recovered;
  return (
    <Notice tone={count === 0 ? "note" : "good"}>
      {count === 0 ? words.noneFailed : isHeld ? words.heldUntil({ count }) : words.resending({ count })}
    </Notice>
  );
}

function Secret({ context: { csrf, seller }, endpoint, state, path }: Part): JSX.Element {
  const words = useWords(endpointSettingsWords);
  const problem = state.problems?.hours ?? null;
  return (
    <Section title={useWords(partWords).secret} lead={words.secretLead}>
      {state.shown === undefined ? (
        <Form action={`${path}/secret`} csrf={csrf} class="max-w-sm">
          <WhosePassword email={seller.email} />
          <Input
            name="password"
            label={words.password}
            type="password"
            autocomplete="current-password"
            problem={state.problems?.password ?? null}
          />
          <button type="submit" class="btn">
            <Icon name="eye" class="size-4.5" /> {words.show}
          </button>
        </Form>
      ) : (
        <p class="flex flex-wrap items-center gap-2">
          <code class="code-inline min-w-0 px-2.5 py-2 select-all">{state.shown}</code>
          <CopyButton text={state.shown} label={words.theSecret} />
        </p>
      )}
      {endpoint.overlap_until === null ? null : (
        <p class="mt-3 text-sm">
          <Say text={words.previous} time={<Stamp at={endpoint.overlap_until} />} />
        </p>
      )}
      {isOlderSecret(endpoint.secret) && state.rotated === undefined ? (
        <p class="mt-3 text-sm">
          <Say
            text={words.older}
            header={<code class="code-inline">X-Escrow-Signature</code>}
            headers={<code class="code-inline">webhook-*</code>}
          />
        </p>
      ) : null}
      <form method="post" action={`${path}/rotate`} class="mt-5 border-t border-base-300 pt-4">
        <input type="hidden" name="csrf" value={csrf} />
        <fieldset>
          <legend class="mb-1 text-sm font-medium">{words.replace}</legend>
          <Tick type="radio" name="overlap" value="none" checked={state.typed?.["overlap"] !== "hours"}>
            {words.stopOld}
          </Tick>
          <Tick type="radio" name="overlap" value="hours" checked={state.typed?.["overlap"] === "hours"}>
            {words.signBoth}
          </Tick>
        </fieldset>
        <div class="mt-2 ps-7">
          <Field
            label={words.hours}
            name="hours"
            hint={words.hoursHint({ most: LIMITS.webhookOverlapHoursMax })}
            problem={problem}
          >
            <input
              {...described("hours", { hasHint: true, problem })}
              class="input w-28"
              inputMode="numeric"
              value={state.typed?.["hours"] ?? "24"}
              autocomplete="off"
            />
          </Field>
        </div>
        <button type="submit" class="btn">
          {words.rotate}
        </button>
      </form>
    </Section>
  );
}

const DAY_SECONDS = 86_400;

/** As `datetime-local` writes it. */
const local = (seconds: number, zone: Zone): string => clockText(seconds, zone).slice(0, 16).replace(" ", "T");

function Recover({ context: { csrf }, endpoint, state, path }: Part): JSX.Element {
  const words = useWords(endpointSettingsWords);
  const problem = state.problems?.since ?? null;
  const zone = useZone() ?? UTC;
  return (
    <Section title={words.resend} lead={words.resendLead}>
      <form method="post" action={`${path}/recover`} class="flex flex-wrap items-end gap-x-3">
        <input type="hidden" name="csrf" value={csrf} />
        <Field label={`${words.since} (${offsetName(Number(endpoint.now), zone)})`} name="since" problem={problem}>
          <input
            {...described("since", { problem })}
            class="input"
            type="datetime-local"
            required
            value={state.typed?.["since"] ?? local(Number(endpoint.now) - 3 * DAY_SECONDS, zone)}
          />
        </Field>
        <button type="submit" class="btn mb-4">
          {words.recover}
        </button>
      </form>
    </Section>
  );
}

function Events({ context: { csrf }, endpoint, state, path }: Part): JSX.Element {
  const words = useWords(endpointSettingsWords);
  const chosen = state.chosen === undefined ? (endpoint.event_types as readonly EventType[] | null) : state.chosen;
  return (
    <Section title={words.subscribed}>
      <form method="post" action={`${path}/events`}>
        <input type="hidden" name="csrf" value={csrf} />
        <EventTypes chosen={chosen} problem={state.problems?.types ?? null} />
        <button type="submit" class="btn">
          {words.save}
        </button>
      </form>
    </Section>
  );
}

function Chaos({ context: { csrf }, endpoint, state, path }: Part): JSX.Element {
  const words = useWords(endpointSettingsWords);
  const problem = state.problems?.chaos ?? null;
  return (
    <Section title={words.faults} lead={words.faultsLead}>
      <form method="post" action={`${path}/chaos`}>
        <input type="hidden" name="csrf" value={csrf} />
        <Tick name="duplicate" checked={endpoint.chaos_duplicate}>
          {words.twice}
        </Tick>
        <Tick name="shuffle" checked={endpoint.chaos_shuffle}>
          {words.shuffle}
        </Tick>
        <div class="mt-2 flex flex-wrap gap-x-6">
          <Field label={words.delay} name="delay" problem={problem}>
            <input
              {...described("delay", { problem })}
              class="input w-32"
              inputMode="numeric"
              value={state.typed?.["delay"] ?? String(endpoint.chaos_delay_seconds)}
            />
          </Field>
          <Field label={words.drop} name="drop">
            <input
              {...described("drop", {})}
              class="input w-32"
              inputMode="numeric"
              value={state.typed?.["drop"] ?? String(endpoint.chaos_drop_first)}
            />
          </Field>
        </div>
        <button type="submit" class="btn">
          {words.save}
        </button>
      </form>
    </Section>
  );
}

function Delete({ context: { csrf }, path }: Part): JSX.Element {
  const words = useWords(endpointSettingsWords);
  return (
    <Section title={words.deleteTitle} lead={words.deleteText}>
      <Confirm label={words.delete} icon="x" question={words.deleteText}>
        <ButtonForm action={`${path}/delete`} csrf={csrf} label={words.deleteEndpoint} class="btn btn-sm btn-error" />
      </Confirm>
    </Section>
  );
}
