/** Where a buyer is signed in, and the way out of one browser or of all. */

import type { JSX } from "preact";
import type { BuyerSession } from "../../../identity/buyers.js";
import { labelled } from "../../../words/format.js";
import { browserOf } from "../../kit/browser-name.js";
import { Icon } from "../../kit/icons.js";
import { ORDERS_PATH } from "../../kit/links.js";
import { Instant } from "../../kit/times.js";
import type { BuyerContext } from "../access.js";
import { Form } from "../asking.js";
import { SIGN_INS_PATH } from "../links.js";
import { Frame } from "../parts.js";
import { sharedWords } from "../words.js";
import { signInsWords } from "./words.js";

type Props = { readonly context: BuyerContext; readonly sessions: readonly BuyerSession[] };

export function SignInsPage({ context, sessions }: Props): JSX.Element {
  const { locale } = context;
  const words = signInsWords(locale);
  return (
    <Frame context={context} title={words.title} back={{ href: ORDERS_PATH, label: sharedWords(locale).orders }}>
      <h1 class="text-2xl font-semibold tracking-tight text-balance">{words.title}</h1>
      <p class="muted mt-1.5 max-w-2xl text-sm leading-relaxed">{words.text}</p>
      <ul class="panel mt-4 divide-y divide-base-300">
        {sessions.map((session) => (
          <Row context={context} session={session} />
        ))}
      </ul>
      <p class="muted mt-8 text-sm">{words.endAllText}</p>
      <Form action={`${SIGN_INS_PATH}/end-all`} context={context} class="mt-2">
        <button type="submit" class="btn btn-error h-auto min-h-11 py-2 max-sm:w-full">
          {words.endAll}
        </button>
      </Form>
    </Frame>
  );
}

function Row({ context, session }: { context: BuyerContext; session: BuyerSession }): JSX.Element {
  const { locale } = context;
  const words = signInsWords(locale);
  const { browser, system } = browserOf(session.userAgent);
  const name = system === null ? (browser ?? words.aBrowser) : words.on({ browser: browser ?? words.aBrowser, system });
  return (
    <li class="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4 sm:px-5">
      <div class="min-w-0 flex-1 basis-64">
        <h2 class="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
          {name}
          {session.isThis ? (
            <span class="inline-flex items-center gap-1 text-sm font-medium text-success">
              <Icon name="circle-check" class="size-4" />
              {words.thisOne}
            </span>
          ) : null}
        </h2>
        <p class="muted mt-0.5 text-sm [overflow-wrap:anywhere]">
          <bdi>{session.network}</bdi>
        </p>
        <p class="muted text-sm">
          {words.since} <Instant at={session.created} locale={locale} />
        </p>
        <p class="muted text-sm">
          {words.seen} <Instant at={session.seenAt} locale={locale} />
        </p>
      </div>
      {session.isThis ? null : (
        <Form action={`${SIGN_INS_PATH}/${session.id}/end`} context={context} class="">
          <button
            type="submit"
            class="btn btn-outline min-h-10 border-base-300"
            aria-label={`${labelled(words.end, locale)} ${name}`}
          >
            {words.end}
          </button>
        </Form>
      )}
    </li>
  );
}
