/** One's own sign-in: name, password, second factor, and where one is signed in. */
import type { ComponentChildren, JSX } from "preact";
import { PASSWORD_MAX } from "../../../identity/passwords.js";
import { NAME_MAX, type Problems } from "../../../identity/seller-outcome.js";
import type { SellerSession } from "../../../identity/seller-self.js";
import { Document } from "../../document.js";
import { Icon } from "../../icons.js";
import type { FormFields } from "../../page-context.js";
import { CONSOLE_PATH, type PersonContext } from "../context.js";
import { MenuLink, Person, Shell } from "../frame.js";
import { ButtonForm, Confirm, Notice, PageHead, Section, Time } from "../ui.js";
import { browserName } from "./browser-name.js";
import { PASSWORD_HINT } from "./entry-pages.js";
import { Form, Input, WhosePassword } from "./parts.js";
import { sentenceAbout } from "./problems.js";

export const ME_PATH = `${CONSOLE_PATH}/me`;
const PASSWORD_PATH = `${ME_PATH}/password`;
export const SECOND_FACTOR_PATH = `${ME_PATH}/second-factor`;

/** The frame of pages that belong to a person and to no account. */
export function PersonFrame({
  person,
  title,
  children,
}: {
  person: PersonContext;
  title: string;
  children: ComponentChildren;
}): JSX.Element {
  const { site, seller } = person;
  return (
    <Document site={site} title={`${title} – Holdfast`} description="Your sign-in for the Holdfast console.">
      <Shell context={person} menu={<Menu person={person} />} whose={<Person context={person} />}>
        <div class="max-w-3xl" data-person={seller.id}>
          {children}
        </div>
      </Shell>
    </Document>
  );
}

const Menu = ({ person: { seller } }: { person: PersonContext }): JSX.Element => (
  <nav aria-label="Console">
    <MenuLink href={ME_PATH} label="Your sign-in" icon="user-round" isCurrent />
    {seller.memberships.length === 0 ? null : <p class="muted px-2 pt-4 pb-1 text-xs font-medium">Accounts</p>}
    {seller.memberships.map(({ sellerCode, tradingName }) => (
      <MenuLink href={`${CONSOLE_PATH}/${sellerCode}`} label={tradingName} icon="store" isCurrent={false} />
    ))}
    <MenuLink href={`${CONSOLE_PATH}/new`} label="Open another account" icon="plus" isCurrent={false} />
  </nav>
);

const SAID: Readonly<Record<string, string>> = {
  renamed: "Your name is changed.",
  password: "Your password is changed, and all other browsers are signed out.",
  "second-factor-off": "Your second factor is off.",
  ended: "That browser is signed out.",
};

export type SelfPageProps = {
  readonly person: PersonContext;
  readonly sessions: readonly SellerSession[];
  readonly said: string | undefined;
  readonly problems: Problems;
  readonly typed: FormFields;
};

export function SelfPage({ person, sessions, said, problems, typed }: SelfPageProps): JSX.Element {
  const sentence = said === undefined || !Object.hasOwn(SAID, said) ? undefined : SAID[said];
  return (
    <PersonFrame person={person} title="Your sign-in">
      <PageHead title="Your sign-in" lead={<bdi class="[overflow-wrap:anywhere]">{person.seller.email}</bdi>} />
      {sentence === undefined ? null : <Notice tone="good">{sentence}</Notice>}
      <Section title="Name" lead="What colleagues and operators see.">
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
  <Section title="Safety">
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
              ? "On: signing in takes a code of your authenticator app too."
              : "Off: your password is all that it takes."}
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
    <Section title="Signed in" lead="Each ends 14 days after its last use, and after 90 days in any case.">
      <ul class="mb-4 divide-y divide-base-300 text-sm">
        {sessions.map(({ id, userAgent, network, seenAt, isThis }) => (
          <li class="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0">
            <span class="flex min-w-0 flex-1 basis-56 gap-3">
              <Icon name="monitor" class="mt-0.5 size-4.5" />
              <span class="min-w-0">
                <span class="block font-medium">
                  {browserName(userAgent)}
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
      <Confirm label="Sign out everywhere" question="Every browser is signed out at once, this one too.">
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

export function PasswordPage({ person, problems }: { person: PersonContext; problems: Problems }): JSX.Element {
  return (
    <PersonFrame person={person} title="Change your password">
      <PageHead
        title="Change your password"
        up={{ href: ME_PATH, label: "Your sign-in" }}
        lead="All other browsers are signed out."
      />
      <section class="panel max-w-md p-4 sm:p-5">
        <Form action={PASSWORD_PATH} csrf={person.csrf}>
          <WhosePassword email={person.seller.email} />
          <Input
            name="password"
            label="Your password now"
            type="password"
            autocomplete="current-password"
            problem={sentenceAbout(problems, "password")}
          />
          <Input
            name="new_password"
            label="New password"
            type="password"
            autocomplete="new-password"
            maxLength={PASSWORD_MAX}
            hint={PASSWORD_HINT}
            problem={sentenceAbout(problems, "new_password")}
          />
          <button type="submit" class="btn btn-primary">
            Change the password
          </button>
        </Form>
      </section>
    </PersonFrame>
  );
}
