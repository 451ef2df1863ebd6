/** The second factors of a person: an app, passkeys, and the codes for when they are lost. */

import type { JSX } from "preact";
import type { PasskeyOptions } from "../../../../identity/passkeys.js";
import type { SetUp, ShownPasskey } from "../../../../identity/seller-factor.js";
import type { Problems } from "../../../../identity/seller-outcome.js";
import type { Locale } from "../../../../words/locale.js";
import { Icon } from "../../../kit/icons.js";
import { useLocale, useWords } from "../../../kit/language.js";
import { ME_PATH, SECOND_FACTOR_PATH } from "../../../kit/links.js";
import { maxLengthFor } from "../../../kit/max-length.js";
import type { PersonContext } from "../../../kit/person-context.js";
import { QrCode } from "../../../kit/qr-code.js";
import { Say } from "../../../kit/say.js";
import { Time } from "../../../kit/times.js";
import { type Crumb, FieldProblem, Notice, PageHead, Section } from "../../../kit/ui.js";
import { CopyButton } from "../../once.js";
import { CodeInput, Form, Input, PasskeyProblem, UsePasskey, WhosePassword } from "../fields.js";
import { PersonFrame } from "../frame.js";
import { factorSaidWords, factorWords, meWords, saidIn, sentenceAbout, sharedWords } from "../words.js";
import type { AboutForm, Factors } from "./load.js";

/** How what led here, or came of an action, is told. */
const SAID_TONES: Readonly<Record<string, "note">> = { desk: "note" };

type Props = { readonly person: PersonContext; readonly problems: Problems };

const upIn = (locale: Locale): Crumb => ({ href: ME_PATH, label: meWords(locale).title });

type SettingsProps = Props & {
  readonly factors: Factors;
  readonly said: string | undefined;
  /** The form that the problems are about. */
  readonly about: AboutForm | null;
};

/** Which second factors there are, and what to do about them. Each form takes the password, and a factor once there is one. */
export function SecondFactorSettings({ person, factors, said, about, problems }: SettingsProps): JSX.Element {
  const { hasApp, passkeys, codesLeft, asks } = factors;
  const words = factorWords(person.locale);
  const sentence = saidIn(factorSaidWords(person.locale), said);
  const guard = (form: AboutForm): GuardProps => ({
    person,
    form,
    ask: codesLeft === null ? undefined : asks.get,
    problems: about === form ? problems : {},
  });
  return (
    <PersonFrame person={person} title={words.title} passkeys>
      <PageHead title={words.title} up={upIn(person.locale)} lead={words.lead} />
      {sentence === undefined ? null : <Notice tone={SAID_TONES[said ?? ""] ?? "good"}>{sentence}</Notice>}
      {codesLeft === null ? null : (
        <Notice tone={codesLeft < 3 ? "bad" : "good"}>{words.isOn({ left: codesLeft })}</Notice>
      )}
      <Section title={words.app} lead={hasApp ? words.appOn : words.appOff}>
        <Form action={`${SECOND_FACTOR_PATH}/start`} csrf={person.csrf} class="max-w-md">
          <Guard {...guard("app")} />
          <button type="submit" class={`btn ${codesLeft === null ? "btn-primary" : ""}`}>
            {hasApp ? words.setUpAgain : words.setUp}
          </button>
        </Form>
      </Section>
      <Section title={words.passkeys} lead={words.passkeysLead}>
        <Passkeys passkeys={passkeys} guard={guard} />
        <NewPasskey {...guard("passkey")} create={asks.create} />
      </Section>
      {codesLeft === null ? null : (
        <Section title={words.newCodes} lead={words.newCodesLead}>
          <Form action={`${SECOND_FACTOR_PATH}/codes`} csrf={person.csrf} class="max-w-md">
            <Guard {...guard("codes")} />
            <button type="submit" class="btn">
              {words.createCodes}
            </button>
          </Form>
        </Section>
      )}
      {hasApp ? (
        <Section title={words.turnOff} lead={passkeys.length === 0 ? words.turnOffLast : words.turnOffOther}>
          <Form action={`${SECOND_FACTOR_PATH}/off`} csrf={person.csrf} class="max-w-md">
            <Guard {...guard("off")} />
            <button type="submit" class="btn text-error">
              {words.turnItOff}
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
      label={useWords(sharedWords).yourPassword}
      type="password"
      autocomplete="current-password"
      problem={sentenceAbout(problems, "password", useLocale())}
    />
    {ask === undefined ? null : (
      <>
        <CodeInput
          label={useWords(sharedWords).factorCode}
          problem={sentenceAbout(problems, "code", useLocale())}
          hasLetters
          id={`code-${form}`}
        />
        {ask === null ? null : <UsePasskey ask={ask} into="passkey" />}
      </>
    )}
  </>
);

function Passkeys({
  passkeys,
  guard,
}: {
  passkeys: readonly ShownPasskey[];
  guard: (form: AboutForm) => GuardProps;
}): JSX.Element | null {
  const words = useWords(factorWords);
  if (passkeys.length === 0) return null;
  return (
    <ul class="mb-4 divide-y divide-base-300 text-sm">
      {passkeys.map(({ id, name, created, lastUsedAt }) => {
        const props = guard(id);
        return (
          <li class="py-3 first:pt-0">
            <span class="block font-medium [overflow-wrap:anywhere]">{name}</span>
            <span class="muted block">
              <Say
                text={lastUsedAt === null ? words.added : words.addedUsed}
                time={<Time at={created} />}
                used={lastUsedAt === null ? "" : <Time at={lastUsedAt} />}
              />
            </span>
            <details class="mt-1" open={Object.keys(props.problems).length > 0}>
              <summary class="link link-primary inline-flex min-h-9 cursor-pointer items-center">
                {words.remove}
              </summary>
              <Form
                action={`${SECOND_FACTOR_PATH}/passkeys/${id}/remove`}
                csrf={props.person.csrf}
                class="mt-2 max-w-md"
              >
                <Guard {...props} />
                <button type="submit" class="btn text-error">
                  {words.removePasskey}
                </button>
              </Form>
            </details>
          </li>
        );
      })}
    </ul>
  );
}

function NewPasskey({ create, ...guard }: GuardProps & { create: PasskeyOptions }): JSX.Element {
  const words = useWords(factorWords);
  return (
    <Form action={`${SECOND_FACTOR_PATH}/passkeys`} csrf={guard.person.csrf} class="max-w-md">
      <noscript>
        <p class="muted mb-4 text-sm">{words.needsScript}</p>
      </noscript>
      <Input
        id="passkey-name"
        name="name"
        label={words.passkeyName}
        autocomplete="off"
        maxLength={maxLengthFor(80)}
        value={words.thisDevice}
        problem={sentenceAbout(guard.problems, "passkey_name", useLocale())}
      />
      <Guard {...guard} />
      {guard.ask === undefined && guard.problems.code !== undefined ? (
        <FieldProblem role="alert">{sentenceAbout(guard.problems, "code", useLocale())}</FieldProblem>
      ) : null}
      <input type="hidden" name="credential" value="" />
      <div>
        <button type="button" class="btn" data-create={create} hidden>
          {words.addPasskey}
        </button>
        <PasskeyProblem />
      </div>
    </Form>
  );
}

/** Shown in the answer that begins it, and again only while its first code is typed wrong. */
export function SetUpPage({ person, problems, setUp }: Props & { setUp: SetUp }): JSX.Element {
  const words = factorWords(person.locale);
  return (
    <PersonFrame person={person} title={words.setUpTitle}>
      <PageHead title={words.setUpTitle} up={upIn(person.locale)} />
      <section class="panel grid gap-6 p-4 sm:grid-cols-[auto_minmax(0,1fr)] sm:p-5">
        <QrCode text={setUp.uri} label={words.qrCode} class="size-52 max-sm:mx-auto" />
        <div class="min-w-0">
          <p class="text-sm leading-relaxed">{words.scan}</p>
          <div class="mt-2 mb-5 flex flex-wrap items-center gap-2">
            <p class="min-w-0 rounded-field bg-base-200 px-3 py-2 font-mono text-sm [overflow-wrap:anywhere]">
              {setUp.secret.match(/.{4}/g)?.join(" ")}
            </p>
            <CopyButton text={setUp.secret} label={words.theKey} />
          </div>
          <Form action={`${SECOND_FACTOR_PATH}/confirm`} csrf={person.csrf} class="max-w-xs">
            <input type="hidden" name="secret" value={setUp.secret} />
            <CodeInput label={words.thenCode} problem={sentenceAbout(problems, "code", person.locale)} />
            <button type="submit" class="btn btn-primary">
              {words.turnOn}
            </button>
          </Form>
        </div>
      </section>
    </PersonFrame>
  );
}

/**
 * Shown this once. The file is in the page: nothing keeps the codes, so nothing could be asked for them.
 * @param props.next where who has saved them goes on
 */
export function RecoveryCodesPage({
  person,
  codes,
  next,
}: {
  person: PersonContext;
  codes: readonly string[];
  next: string;
}): JSX.Element {
  const words = factorWords(person.locale);
  const text = `${codes.join("\n")}\n`;
  return (
    <PersonFrame person={person} title={words.codesTitle}>
      <PageHead title={words.codesTitle} />
      <Notice tone="good">{words.codesOn}</Notice>
      <Section title={words.keep} lead={words.keepLead}>
        <ol class="grid gap-x-6 gap-y-2 rounded-field bg-base-200 px-4 py-3 font-mono text-sm sm:grid-cols-2">
          {codes.map((code) => (
            <li>{code}</li>
          ))}
        </ol>
        <p class="mt-3 flex flex-wrap gap-2 print:hidden">
          <CopyButton text={text} label={words.theCodes} />
          <a
            class="btn btn-sm"
            download={CODES_FILE}
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          >
            <Icon name="download" class="size-4" />
            {words.download}
          </a>
          <button type="button" hidden data-print class="btn btn-sm">
            <Icon name="printer" class="size-4" />
            {words.print}
          </button>
        </p>
        <p class="mt-4 print:hidden">
          <a class="btn btn-primary" href={next}>
            {words.saved}
          </a>
        </p>
      </Section>
    </PersonFrame>
  );
}

const CODES_FILE = "recovery-codes.txt";
