/** One's own sign-in: name, password, second factor, and where one is signed in. */

import type { JSX } from "preact";
import { NAME_MAX, type Problems } from "../../../../identity/seller-outcome.js";
import type { SellerSession } from "../../../../identity/seller-self.js";
import { browserName } from "../../../kit/browser-name.js";
import { Icon } from "../../../kit/icons.js";
import { useWords } from "../../../kit/language.js";
import { ME_PATH, SECOND_FACTOR_PATH } from "../../../kit/links.js";
import { maxLengthFor } from "../../../kit/max-length.js";
import type { FormFields } from "../../../kit/page-context.js";
import type { PersonContext } from "../../../kit/person-context.js";
import { Say } from "../../../kit/say.js";
import { Time } from "../../../kit/times.js";
import { ButtonForm, Confirm, Notice, PageHead, Section } from "../../../kit/ui.js";
import { PASSWORD_PATH } from "../../links.js";
import { Form, Input } from "../fields.js";
import { PersonFrame } from "../frame.js";
import { meSaidWords, meWords, saidIn, sentenceAbout, sharedWords } from "../words.js";

type SelfPageProps = {
  readonly person: PersonContext;
  readonly sessions: readonly SellerSession[];
  readonly said: string | undefined;
  readonly problems: Problems;
  readonly typed: FormFields;
};

export function SelfPage({ person, sessions, said, problems, typed }: SelfPageProps): JSX.Element {
  const words = meWords(person.locale);
  const shared = sharedWords(person.locale);
  const sentence = saidIn(meSaidWords(person.locale), said);
  return (
    <PersonFrame person={person} title={words.title}>
      <PageHead title={words.title} lead={<bdi class="[overflow-wrap:anywhere]">{person.seller.email}</bdi>} />
      {sentence === undefined ? null : <Notice tone="good">{sentence}</Notice>}
      <Section title={words.name} lead={words.nameLead}>
        <Form action={`${ME_PATH}/name`} csrf={person.csrf} class="max-w-md">
          <Input
            name="name"
            label={shared.name}
            autocomplete="name"
            maxLength={maxLengthFor(NAME_MAX)}
            value={typed["name"] ?? person.seller.name}
            problem={sentenceAbout(problems, "name", person.locale)}
          />
          <button type="submit" class="btn">
            {words.save}
          </button>
        </Form>
      </Section>
      <Safety person={person} />
      <Sessions person={person} sessions={sessions} />
    </PersonFrame>
  );
}

function Safety({ person: { seller } }: { person: PersonContext }): JSX.Element {
  const words = useWords(meWords);
  return (
    <Section title={words.protection}>
      <ul class="divide-y divide-base-300 text-sm">
        <li class="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 pb-3">
          <span class="font-medium">{useWords(sharedWords).password}</span>
          <a class="btn btn-sm" href={PASSWORD_PATH}>
            {words.change}
          </a>
        </li>
        <li class="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 pt-3">
          <span class="min-w-0 flex-1 basis-56">
            <span class="block font-medium">{words.secondFactor}</span>
            <span class="muted block">{seller.hasSecondFactor ? words.on : words.off}</span>
          </span>
          <a class={`btn btn-sm ${seller.hasSecondFactor ? "" : "btn-primary"}`} href={SECOND_FACTOR_PATH}>
            {seller.hasSecondFactor ? words.manage : words.setUp}
          </a>
        </li>
      </ul>
    </Section>
  );
}

function Sessions({ person, sessions }: { person: PersonContext; sessions: readonly SellerSession[] }): JSX.Element {
  const words = useWords(meWords);
  return (
    <Section title={words.sessions} lead={words.sessionsLead}>
      <ul class="mb-4 divide-y divide-base-300 text-sm">
        {sessions.map(({ id, userAgent, network, seenAt, isThis }) => (
          <li class="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0">
            <span class="flex min-w-0 flex-1 basis-56 gap-3">
              <Icon name="monitor" class="mt-0.5 size-4.5" />
              <span class="min-w-0">
                <span class="block font-medium">
                  {browserName(userAgent, person.locale)}
                  {isThis ? <span class="badge badge-soft badge-primary ms-2">{words.thisBrowser}</span> : null}
                </span>
                <span class="muted block [overflow-wrap:anywhere]">
                  {network} · <Say text={words.lastUsed} time={<Time at={seenAt} />} />
                </span>
              </span>
            </span>
            {isThis ? null : (
              <ButtonForm
                action={`${ME_PATH}/sessions/${id}/end`}
                csrf={person.csrf}
                label={words.signOut}
                icon="log-out"
              />
            )}
          </li>
        ))}
      </ul>
      <Confirm label={words.everywhere} question={words.everywhereText}>
        <ButtonForm
          action={`${ME_PATH}/sessions/end-all`}
          csrf={person.csrf}
          label={words.everywhere}
          class="btn btn-sm btn-error"
        />
      </Confirm>
    </Section>
  );
}
