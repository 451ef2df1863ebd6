/** The second factors of a person: an app, passkeys, and the codes for when they are lost. */

import type { JSX } from "preact";
import type { PasskeyOptions } from "../../../../identity/passkeys.js";
import type { SetUp, ShownPasskey } from "../../../../identity/seller-factor.js";
import type { Problems } from "../../../../identity/seller-outcome.js";
import type { Locale } from "../../../../words/locale.js";
import { Icon } from "../../../kit/icons.js";
import { useWords } from "../../../kit/language.js";
import { ME_PATH, SECOND_FACTOR_PATH } from "../../../kit/links.js";
import { maxLengthFor } from "../../../kit/max-length.js";
import type { PersonContext } from "../../../kit/person-context.js";
import { QrCode } from "../../../kit/qr-code.js";
import { Say } from "../../../kit/say.js";
import { Time } from "../../../kit/times.js";
import { ButtonForm, Confirm, type Crumb, FieldProblem, Notice, PageHead, Section } from "../../../kit/ui.js";
import { CopyButton } from "../../once.js";
import { CodeInput, Form, Input, PasskeyProblem } from "../fields.js";
import { PersonFrame } from "../frame.js";
import { factorSaidWords, factorWords, meWords, saidIn, sentenceAbout } from "../words.js";
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

/** Which second factors there are, and what to do about them. Who sees it has just proved who they are: no form asks again. */
export function SecondFactorSettings({ person, factors, said, about, problems }: SettingsProps): JSX.Element {
  const { hasApp, passkeys, codesLeft, create } = factors;
  const words = factorWords(person.locale);
  const sentence = saidIn(factorSaidWords(person.locale), said);
  const isFirst = codesLeft === null;
  const wrong = (form: AboutForm): JSX.Element | null =>
    about === form && problems.code !== undefined ? (
      <FieldProblem role="alert">{sentenceAbout(problems, "code", person.locale)}</FieldProblem>
    ) : null;
  return (
    <PersonFrame person={person} title={words.title} passkeys>
      <PageHead title={words.title} up={upIn(person.locale)} lead={words.lead} />
      {sentence === undefined ? null : <Notice tone={SAID_TONES[said ?? ""] ?? "good"}>{sentence}</Notice>}
      {isFirst ? null : <Notice tone={codesLeft < 3 ? "bad" : "good"}>{words.isOn({ left: codesLeft })}</Notice>}
      <Section title={words.app} lead={hasApp ? words.appOn : words.appOff}>
        {wrong("app")}
        <ButtonForm
          action={`${SECOND_FACTOR_PATH}/start`}
          csrf={person.csrf}
          label={hasApp ? words.setUpAgain : words.setUp}
          class={`btn ${isFirst ? "btn-primary" : ""}`}
        />
      </Section>
      <Section title={words.passkeys} lead={words.passkeysLead}>
        <Passkeys passkeys={passkeys} csrf={person.csrf} />
        <NewPasskey person={person} problems={about === "passkey" ? problems : {}} create={create} />
      </Section>
      {isFirst ? null : (
        <Section title={words.newCodes} lead={words.newCodesLead}>
          {wrong("codes")}
          <ButtonForm action={`${SECOND_FACTOR_PATH}/codes`} csrf={person.csrf} label={words.createCodes} class="btn" />
        </Section>
      )}
      {hasApp ? (
        <Section title={words.turnOff}>
          {wrong("off")}
          <Confirm label={words.turnItOff} question={passkeys.length === 0 ? words.turnOffLast : words.turnOffOther}>
            <ButtonForm
              action={`${SECOND_FACTOR_PATH}/off`}
              csrf={person.csrf}
              label={words.turnItOff}
              class="btn btn-sm btn-error"
            />
          </Confirm>
        </Section>
      ) : null}
    </PersonFrame>
  );
}

function Passkeys({ passkeys, csrf }: { passkeys: readonly ShownPasskey[]; csrf: string }): JSX.Element | null {
  const words = useWords(factorWords);
  if (passkeys.length === 0) return null;
  return (
    <ul class="mb-4 divide-y divide-base-300 text-sm">
      {passkeys.map(({ id, name, created, lastUsedAt }) => (
        <li class="py-3 first:pt-0">
          <span class="block font-medium [overflow-wrap:anywhere]">{name}</span>
          <span class="muted block">
            <Say
              text={lastUsedAt === null ? words.added : words.addedUsed}
              time={<Time at={created} />}
              used={lastUsedAt === null ? "" : <Time at={lastUsedAt} />}
            />
          </span>
          <details class="mt-1">
            <summary class="link link-primary inline-flex min-h-9 cursor-pointer items-center">{words.remove}</summary>
            <ButtonForm
              action={`${SECOND_FACTOR_PATH}/passkeys/${id}/remove`}
              csrf={csrf}
              label={words.removePasskey}
              about={name}
              class="btn mt-2 text-error"
            />
          </details>
        </li>
      ))}
    </ul>
  );
}

function NewPasskey({ person, problems, create }: Props & { create: PasskeyOptions }): JSX.Element {
  const words = useWords(factorWords);
  return (
    <Form action={`${SECOND_FACTOR_PATH}/passkeys`} csrf={person.csrf} class="max-w-md">
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
        problem={sentenceAbout(problems, "passkey_name", person.locale)}
      />
      {problems.code === undefined ? null : (
        <FieldProblem role="alert">{sentenceAbout(problems, "code", person.locale)}</FieldProblem>
      )}
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
          <p class="mt-2 w-fit max-w-full rounded-field bg-base-200 px-3 py-2 font-mono text-sm [overflow-wrap:anywhere]">
            {setUp.secret.match(/.{4}/g)?.join(" ")}
          </p>
          <div class="mt-2 mb-5">
            <Keep text={setUp.secret} label={words.theKey} file={KEY_FILE} />
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

/** The ways to keep a text that is shown once. The file is in the page: nothing that could be asked for it keeps the text. */
function Keep({ text, label, file }: { text: string; label: string; file: string }): JSX.Element {
  const words = useWords(factorWords);
  return (
    <p class="flex flex-wrap gap-2 print:hidden">
      <CopyButton text={text} label={label} />
      <a class="btn btn-sm" download={file} href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}>
        <Icon name="download" class="size-4" />
        {words.download}
        <span class="sr-only"> {label}</span>
      </a>
      <button type="button" hidden data-print class="btn btn-sm">
        <Icon name="printer" class="size-4" />
        {words.print}
        <span class="sr-only"> {label}</span>
      </button>
    </p>
  );
}

/**
 * Shown this once.
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
        <div class="mt-3">
          <Keep text={text} label={words.theCodes} file={CODES_FILE} />
        </div>
        <p class="mt-4 print:hidden">
          <a class="btn btn-primary" href={next}>
            {words.saved}
          </a>
        </p>
      </Section>
    </PersonFrame>
  );
}

const KEY_FILE = "authenticator-key.txt";
const CODES_FILE = "recovery-codes.txt";
