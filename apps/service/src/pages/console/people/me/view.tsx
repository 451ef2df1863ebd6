/** One's own sign-in: name, password, second factor, and where one is signed in. */
import type { JSX } from "preact";
import { NAME_MAX, type Problems } from "../../../../identity/seller-outcome.js";
import type { SellerSession } from "../../../../identity/seller-self.js";
import { browserName } from "../../../kit/browser-name.js";
import { Icon } from "../../../kit/icons.js";
import { ME_PATH, SECOND_FACTOR_PATH } from "../../../kit/links.js";
import type { FormFields } from "../../../kit/page-context.js";
import type { PersonContext } from "../../../kit/person-context.js";
import { ButtonForm, Confirm, Notice, PageHead, Section, Time } from "../../../kit/ui.js";
import { PASSWORD_PATH } from "../../links.js";
import { Form, Input } from "../fields.js";
import { PersonFrame } from "../frame.js";
import { sentenceAbout } from "../words.js";
import { SAID } from "./words.js";

type SelfPageProps = {
  readonly person: PersonContext;
  readonly sessions: readonly SellerSession[];
  readonly said: string | undefined;
  readonly problems: Problems;
  readonly typed: FormFields;
};

export function SelfPage({ person, sessions, said, problems, typed }: SelfPageProps): JSX.Element {
  const sentence = said === undefined || !Object.hasOwn(SAID, said) ? undefined : SAID[said];
  return (
    <PersonFrame person={person} title="Account security">
      <PageHead title="Account security" lead={<bdi class="[overflow-wrap:anywhere]">{person.seller.email}</bdi>} />
      {sentence === undefined ? null : <Notice tone="good">{sentence}</Notice>}
      <Section title="Name" lead="Shown to your colleagues and to Holdfast’s operators.">
        <Form action={`${ME_PATH}/name`} csrf={person.csrf} class="max-w-md">
          <Input
            name="name"
            label="Your name"
            autocomplete="name"
            maxLength={NAME_MAX}
            value={typed["name"] ?? person.seller.name}
            problem={sentenceAbout(problems, "name")}
          />
          <button type="submit" class="btn">
            Save
          </button>
        </Form>
      </Section>
      <Safety person={person} />
      <Sessions person={person} sessions={sessions} />
    </PersonFrame>
  );
}

const Safety = ({ person: { seller } }: { person: PersonContext }): JSX.Element => (
  <Section title="Protection">
    <ul class="divide-y divide-base-300 text-sm">
      <li class="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 pb-3">
        <span class="font-medium">Password</span>
        <a class="btn btn-sm" href={PASSWORD_PATH}>
          Change
        </a>
      </li>
      <li class="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 pt-3">
        <span class="min-w-0 flex-1 basis-56">
          <span class="block font-medium">Second factor</span>
          <span class="muted block">
            {seller.hasSecondFactor
              ? "On – signing in takes more than your password."
              : "Off – only your password protects this account."}
          </span>
        </span>
        <a class={`btn btn-sm ${seller.hasSecondFactor ? "" : "btn-primary"}`} href={SECOND_FACTOR_PATH}>
          {seller.hasSecondFactor ? "Manage" : "Set up"}
        </a>
      </li>
    </ul>
  </Section>
);

function Sessions({ person, sessions }: { person: PersonContext; sessions: readonly SellerSession[] }): JSX.Element {
  return (
    <Section title="Signed in" lead="You stay signed in for 14 days after your last visit, and for 90 days at most.">
      <ul class="mb-4 divide-y divide-base-300 text-sm">
        {sessions.map(({ id, userAgent, network, seenAt, isThis }) => (
          <li class="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0">
            <span class="flex min-w-0 flex-1 basis-56 gap-3">
              <Icon name="monitor" class="mt-0.5 size-4.5" />
              <span class="min-w-0">
                <span class="block font-medium">
                  {browserName(userAgent, person.locale)}
                  {isThis ? <span class="badge badge-soft badge-primary ms-2">This browser</span> : null}
                </span>
                <span class="muted block [overflow-wrap:anywhere]">
                  {network} · last used <Time at={seenAt} />
                </span>
              </span>
            </span>
            {isThis ? null : (
              <ButtonForm action={`${ME_PATH}/sessions/${id}/end`} csrf={person.csrf} label="Sign out" icon="log-out" />
            )}
          </li>
        ))}
      </ul>
      <Confirm label="Sign out everywhere" question="This signs you out of every browser, including this one.">
        <ButtonForm
          action={`${ME_PATH}/sessions/end-all`}
          csrf={person.csrf}
          label="Sign out everywhere"
          class="btn btn-sm btn-error"
        />
      </Confirm>
    </Section>
  );
}
