/** The second factors of a person: an app, passkeys, and the codes for when they are lost. */
import type { JSX } from "preact";
import type { PasskeyOptions } from "../../../../identity/passkeys.js";
import type { SetUp, ShownPasskey } from "../../../../identity/seller-factor.js";
import type { Problems } from "../../../../identity/seller-outcome.js";
import { ME_PATH, SECOND_FACTOR_PATH } from "../../../kit/links.js";
import type { PersonContext } from "../../../kit/person-context.js";
import { QrCode } from "../../../kit/qr-code.js";
import { Notice, PageHead, Section, Time } from "../../../kit/ui.js";
import { CodeInput, FactorInput, Form, Input, PasskeyProblem, WhosePassword } from "../fields.js";
import { PersonFrame } from "../frame.js";
import { sentenceAbout } from "../words.js";
import type { AboutForm, Factors } from "./load.js";
import { SAID } from "./words.js";

type Props = { readonly person: PersonContext; readonly problems: Problems };

const UP = { href: ME_PATH, label: "Account security" };

type SettingsProps = Props & {
  readonly factors: Factors;
  readonly said: string | undefined;
  /** The form that the problems are about. */
  readonly about: AboutForm | null;
};

/** Which second factors there are, and what to do about them. Each form takes the password, and a factor once there is one. */
export function SecondFactorSettings({ person, factors, said, about, problems }: SettingsProps): JSX.Element {
  const { hasApp, passkeys, codesLeft, asks } = factors;
  const sentence = said === undefined || !Object.hasOwn(SAID, said) ? undefined : SAID[said];
  const guard = (form: AboutForm): GuardProps => ({
    person,
    form,
    ask: codesLeft === null ? undefined : asks.get,
    problems: about === form ? problems : {},
  });
  return (
    <PersonFrame person={person} title="Second factor" passkeys>
      <PageHead
        title="Second factor"
        up={UP}
        lead="Signing in then takes your password and something only you have: your phone or a passkey."
      />
      {sentence === undefined ? null : <Notice tone={sentence[0]}>{sentence[1]}</Notice>}
      {codesLeft === null ? null : (
        <Notice tone={codesLeft < 3 ? "bad" : "good"}>
          It is on. You have {codesLeft} {codesLeft === 1 ? "recovery code" : "recovery codes"} left.
        </Notice>
      )}
      <Section
        title="Authenticator app"
        lead={
          hasApp
            ? "On. Set it up again when you get a new phone."
            : "An app on your phone that generates codes, such as Aegis, 1Password or Google Authenticator."
        }
      >
        <Form action={`${SECOND_FACTOR_PATH}/start`} csrf={person.csrf} class="max-w-md">
          <Guard {...guard("app")} />
          <button type="submit" class={`btn ${codesLeft === null ? "btn-primary" : ""}`}>
            {hasApp ? "Set it up again" : "Set it up"}
          </button>
        </Form>
      </Section>
      <Section
        title="Passkeys"
        lead="A key on this device, in your password manager or on a security key. It doesn’t work on a fake page."
      >
        <Passkeys passkeys={passkeys} guard={guard} />
        <NewPasskey {...guard("passkey")} create={asks.create} />
      </Section>
      {codesLeft === null ? null : (
        <Section title="New recovery codes" lead="The ones you have now stop working.">
          <Form action={`${SECOND_FACTOR_PATH}/codes`} csrf={person.csrf} class="max-w-md">
            <Guard {...guard("codes")} />
            <button type="submit" class="btn">
              Create new codes
            </button>
          </Form>
        </Section>
      )}
      {hasApp ? (
        <Section
          title="Turn off the app"
          lead={passkeys.length === 0 ? "After that, only your password protects this account." : "Your passkeys stay."}
        >
          <Form action={`${SECOND_FACTOR_PATH}/off`} csrf={person.csrf} class="max-w-md">
            <Guard {...guard("off")} />
            <button type="submit" class="btn text-error">
              Turn it off
            </button>
          </Form>
        </Section>
      ) : null}
    </PersonFrame>
  );
}

type GuardProps = Props & {
  readonly form: AboutForm;
  /** What a browser is asked for a passkey; null for people without one, undefined without any second factor. */
  readonly ask: PasskeyOptions | null | undefined;
};

/** The password, and a second factor of people who have one. */
const Guard = ({ person, problems, form, ask }: GuardProps): JSX.Element => (
  <>
    <WhosePassword email={person.seller.email} />
    <Input
      id={`password-${form}`}
      name="password"
      label="Your password"
      type="password"
      autocomplete="current-password"
      problem={sentenceAbout(problems, "password")}
    />
    {ask === undefined ? null : <FactorInput ask={ask} problem={sentenceAbout(problems, "code")} id={`code-${form}`} />}
  </>
);

function Passkeys({
  passkeys,
  guard,
}: {
  passkeys: readonly ShownPasskey[];
  guard: (form: AboutForm) => GuardProps;
}): JSX.Element | null {
  if (passkeys.length === 0) return null;
  return (
    <ul class="mb-4 divide-y divide-base-300 text-sm">
      {passkeys.map(({ id, name, created, lastUsedAt }) => {
        const props = guard(id);
        return (
          <li class="py-3 first:pt-0">
            <span class="block font-medium [overflow-wrap:anywhere]">{name}</span>
            <span class="muted block">
              Added <Time at={created} />
              {lastUsedAt === null ? null : (
                <>
                  , last used <Time at={lastUsedAt} />
                </>
              )}
            </span>
            <details class="mt-1" open={Object.keys(props.problems).length > 0}>
              <summary class="link link-primary inline-flex min-h-9 cursor-pointer items-center">Remove</summary>
              <Form
                action={`${SECOND_FACTOR_PATH}/passkeys/${id}/remove`}
                csrf={props.person.csrf}
                class="mt-2 max-w-md"
              >
                <Guard {...props} />
                <button type="submit" class="btn text-error">
                  Remove this passkey
                </button>
              </Form>
            </details>
          </li>
        );
      })}
    </ul>
  );
}

const NewPasskey = ({ create, ...guard }: GuardProps & { create: PasskeyOptions }): JSX.Element => (
  <Form action={`${SECOND_FACTOR_PATH}/passkeys`} csrf={guard.person.csrf} class="max-w-md">
    <noscript>
      <p class="muted mb-4 text-sm">To add a passkey, allow scripts on this page.</p>
    </noscript>
    <Input
      id="passkey-name"
      name="name"
      label="Name of the passkey"
      autocomplete="off"
      maxLength={80}
      value="This device"
      problem={sentenceAbout(guard.problems, "passkey_name")}
    />
    <Guard {...guard} />
    {guard.ask === undefined && guard.problems.code !== undefined ? (
      <p class="mb-3 text-sm text-error" role="alert">
        {sentenceAbout(guard.problems, "code")}
      </p>
    ) : null}
    <input type="hidden" name="credential" value="" />
    <div>
      <button type="button" class="btn" data-create={create} hidden>
        Add a passkey
      </button>
      <PasskeyProblem />
    </div>
  </Form>
);

/** Shown in the answer that begins it, and again only while its first code is typed wrong. */
export function SetUpPage({ person, problems, setUp }: Props & { setUp: SetUp }): JSX.Element {
  return (
    <PersonFrame person={person} title="Set up your second factor">
      <PageHead title="Set up your second factor" up={UP} />
      <section class="panel grid gap-6 p-4 sm:grid-cols-[auto_minmax(0,1fr)] sm:p-5">
        <QrCode text={setUp.uri} label="QR code for your authenticator app" class="size-52 max-sm:mx-auto" />
        <div class="min-w-0">
          <p class="text-sm leading-relaxed">
            Scan this with your authenticator app. If you can’t, enter this key in it:
          </p>
          <p class="mt-2 mb-5 rounded-field bg-base-200 px-3 py-2 font-mono text-sm [overflow-wrap:anywhere]">
            {setUp.secret.match(/.{4}/g)?.join(" ")}
          </p>
          <Form action={`${SECOND_FACTOR_PATH}/confirm`} csrf={person.csrf} class="max-w-xs">
            <input type="hidden" name="secret" value={setUp.secret} />
            <CodeInput label="Then enter the code it shows" problem={sentenceAbout(problems, "code")} />
            <button type="submit" class="btn btn-primary">
              Turn it on
            </button>
          </Form>
        </div>
      </section>
    </PersonFrame>
  );
}

/** Shown this once. */
export function RecoveryCodesPage({ person, codes }: { person: PersonContext; codes: readonly string[] }): JSX.Element {
  return (
    <PersonFrame person={person} title="Your recovery codes">
      <PageHead title="Your recovery codes" />
      <Notice tone="good">Your second factor is on.</Notice>
      <Section
        title="Keep these, away from your phone"
        lead="Each works once, with your password, when you can’t use your app or passkey. Save them now: we won’t show them again, and older ones no longer work."
      >
        <ol class="grid gap-x-6 gap-y-2 rounded-field bg-base-200 px-4 py-3 font-mono text-sm sm:grid-cols-2">
          {codes.map((code) => (
            <li>{code}</li>
          ))}
        </ol>
        <p class="mt-4">
          <a class="btn btn-primary" href={ME_PATH}>
            I’ve saved them
          </a>
        </p>
      </Section>
    </PersonFrame>
  );
}
