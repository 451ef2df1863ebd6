/** What is changed of a webhook endpoint: its events, its secret, what is sent again, the sandbox's chaos, its end. */

import type { EventType } from "@holdfast/contract";
import { LIMITS } from "@holdfast/contract";
import type { JSX } from "preact";
import { isOlderSecret } from "../../../../commands/endpoint-parts.js";
import type { OwnEndpoint } from "../../../../store/read/webhooks/endpoint-health.js";
import { isoInstant } from "../../../../words/format.js";
import { Given } from "../../../kit/given.js";
import { Icon } from "../../../kit/icons.js";
import { ButtonForm, Confirm, described, Field, Notice, PageHead, Section } from "../../../kit/ui.js";
import type { ConsoleContext } from "../../context.js";
import { Frame } from "../../frame.js";
import { endpointUrl } from "../../links.js";
import { CopyButton, ShownOnce } from "../../once.js";
import { Form, Input, WhosePassword } from "../../people/fields.js";
import { type Chosen, EventTypes } from "../event-types.js";
import { Said, Stamp, Tick } from "../parts.js";
import { SETTINGS_SAID } from "./words.js";

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
  const part: Part = { context, endpoint, state, path };
  return (
    <Frame
      context={context}
      title="Endpoint settings"
      entry="/webhooks"
      copies={state.rotated !== undefined || state.shown !== undefined}
    >
      <PageHead
        title="Endpoint settings"
        up={{ href: path, label: "Endpoint" }}
        lead={<Given text={endpoint.url} lines={3} />}
      />
      <Said table={SETTINGS_SAID} code={state.said} />
      <Recovered {...part} />
      {state.rotated === undefined ? null : <ShownOnce label="New signing secret" value={state.rotated} />}
      <Secret {...part} />
      <Recover {...part} />
      <Events {...part} />
      {context.site.isSandbox ? <Chaos {...part} /> : null}
      <Delete {...part} />
    </Frame>
  );
}

function Recovered({ state: { recovered } }: Part): JSX.Element | null {
  if (recovered === undefined) return null;
  const { count, isHeld } = recovered;
  const what = count === 1 ? "1 event" : `${count} events`;
  return (
    <Notice tone={count === 0 ? "note" : "good"}>
      {count === 0
        ? "No failed events to resend since then."
        : isHeld
          ? `${what} held until the endpoint is enabled.`
          : `Resending ${what}.`}
    </Notice>
  );
}

function Secret({ context: { csrf, seller }, endpoint, state, path }: Part): JSX.Element {
  const problem = state.problems?.hours ?? null;
  return (
    <Section
      title="Signing secret"
      lead="Your server uses it to verify that an event is ours. The key is the whole text."
    >
      {state.shown === undefined ? (
        <Form action={`${path}/secret`} csrf={csrf} class="max-w-sm">
          <WhosePassword email={seller.email} />
          <Input
            name="password"
            label="Your password"
            type="password"
            autocomplete="current-password"
            problem={state.problems?.password ?? null}
          />
          <button type="submit" class="btn">
            <Icon name="eye" class="size-4.5" /> Show secret
          </button>
        </Form>
      ) : (
        <p class="flex flex-wrap items-center gap-2">
          <code class="code-inline min-w-0 px-2.5 py-2 select-all">{state.shown}</code>
          <CopyButton text={state.shown} label="the signing secret" />
        </p>
      )}
      {endpoint.overlap_until === null ? null : (
        <p class="mt-3 text-sm">
          The previous secret also signs until <Stamp at={endpoint.overlap_until} /> UTC.
        </p>
      )}
      {isOlderSecret(endpoint.secret) && state.rotated === undefined ? (
        <p class="mt-3 text-sm">
          This is an older secret, which Standard Webhooks libraries can't use: until you replace it, deliveries carry{" "}
          <code class="code-inline">X-Escrow-Signature</code> and no <code class="code-inline">webhook-*</code> headers.
        </p>
      ) : null}
      <form method="post" action={`${path}/rotate`} class="mt-5 border-t border-base-300 pt-4">
        <input type="hidden" name="csrf" value={csrf} />
        <fieldset>
          <legend class="mb-1 text-sm font-medium">Replace it with a new one, used from the next attempt</legend>
          <Tick type="radio" name="overlap" value="none" checked={state.typed?.["overlap"] !== "hours"}>
            Stop the old one at once, if it has leaked
          </Tick>
          <Tick type="radio" name="overlap" value="hours" checked={state.typed?.["overlap"] === "hours"}>
            Sign with both for some hours, so that nothing is refused while you deploy
          </Tick>
        </fieldset>
        <div class="mt-2 ps-7">
          <Field label="Hours" name="hours" hint={`1 to ${LIMITS.webhookOverlapHoursMax}`} problem={problem}>
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
          Rotate secret
        </button>
      </form>
    </Section>
  );
}

const DAY_SECONDS = 86_400;

/** As `datetime-local` writes it. */
const local = (seconds: number): string => isoInstant(seconds).slice(0, 16);

function Recover({ context: { csrf }, endpoint, state, path }: Part): JSX.Element {
  const problem = state.problems?.since ?? null;
  return (
    <Section
      title="Resend failed events"
      lead="Every event that failed for good since a given time, except those delivered or resent since."
    >
      <form method="post" action={`${path}/recover`} class="flex flex-wrap items-end gap-x-3">
        <input type="hidden" name="csrf" value={csrf} />
        <Field label="Failed since (UTC)" name="since" problem={problem}>
          <input
            {...described("since", { problem })}
            class="input"
            type="datetime-local"
            required
            value={state.typed?.["since"] ?? local(Number(endpoint.now) - 3 * DAY_SECONDS)}
          />
        </Field>
        <button type="submit" class="btn mb-4">
          Recover
        </button>
      </form>
    </Section>
  );
}

function Events({ context: { csrf }, endpoint, state, path }: Part): JSX.Element {
  const chosen = state.chosen === undefined ? (endpoint.event_types as readonly EventType[] | null) : state.chosen;
  return (
    <Section title="Subscribed events">
      <form method="post" action={`${path}/events`}>
        <input type="hidden" name="csrf" value={csrf} />
        <EventTypes chosen={chosen} problem={state.problems?.types ?? null} />
        <button type="submit" class="btn">
          Save
        </button>
      </form>
    </Section>
  );
}

function Chaos({ context: { csrf }, endpoint, state, path }: Part): JSX.Element {
  const problem = state.problems?.chaos ?? null;
  return (
    <Section title="Network faults" lead="Sandbox only: simulate faults that a receiver has to cope with.">
      <form method="post" action={`${path}/chaos`}>
        <input type="hidden" name="csrf" value={csrf} />
        <Tick name="duplicate" checked={endpoint.chaos_duplicate}>
          Send everything twice
        </Tick>
        <Tick name="shuffle" checked={endpoint.chaos_shuffle}>
          Send events within two seconds in the wrong order
        </Tick>
        <div class="mt-2 flex flex-wrap gap-x-6">
          <Field label="Delay, in seconds" name="delay" problem={problem}>
            <input
              {...described("delay", { problem })}
              class="input w-32"
              inputMode="numeric"
              value={state.typed?.["delay"] ?? String(endpoint.chaos_delay_seconds)}
            />
          </Field>
          <Field label="First attempts to drop" name="drop">
            <input
              {...described("drop", {})}
              class="input w-32"
              inputMode="numeric"
              value={state.typed?.["drop"] ?? String(endpoint.chaos_drop_first)}
            />
          </Field>
        </div>
        <button type="submit" class="btn">
          Save
        </button>
      </form>
    </Section>
  );
}

const Delete = ({ context: { csrf }, path }: Part): JSX.Element => (
  <Section title="Delete endpoint">
    <Confirm
      label="Delete"
      icon="x"
      question="This deletes its secrets and pending deliveries for good. The feed keeps every event."
    >
      <ButtonForm action={`${path}/delete`} csrf={csrf} label="Delete endpoint" class="btn btn-sm btn-error" />
    </Confirm>
  </Section>
);
