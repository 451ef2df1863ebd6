/** Signing in: with a password, and with a second factor where there is one. */
import type { JSX } from "preact";
import type { PasskeyOptions } from "../../../../identity/passkeys.js";
import { CONSOLE_PATH } from "../../../kit/links.js";
import { Say } from "../../../kit/say.js";
import { Notice } from "../../../kit/ui.js";
import { CodeInput, EmailInput, Form, Input, Submit, UsePasskey } from "../fields.js";
import { Ended, type EntryProps, Lead, PlainPage, QuietButton, QuietLink, withNext } from "../parts.js";
import { sentenceAbout, sharedWords, signInWords } from "../words.js";

export function SignInPage({ visit, next, problems, typed, isReset }: EntryProps & { isReset: boolean }): JSX.Element {
  const words = signInWords(visit.locale);
  const shared = sharedWords(visit.locale);
  const signUp = withNext(`${CONSOLE_PATH}/sign-up`, next);
  return (
    <PlainPage
      visit={visit}
      title={shared.signIn}
      below={<Say text={words.newHere} link={<QuietLink href={signUp}>{words.createAccount}</QuietLink>} />}
    >
      <Lead>{words.lead}</Lead>
      {isReset ? <Notice tone="good">{words.wasReset}</Notice> : null}
      <Ended problems={problems} />
      <Form action={`${CONSOLE_PATH}/sign-in`} csrf={visit.csrf} next={next}>
        <EmailInput typed={typed} problems={problems} autofocus={Object.keys(problems).length === 0} />
        <Input
          name="password"
          label={shared.password}
          type="password"
          autocomplete="current-password"
          problem={sentenceAbout(problems, "password", visit.locale)}
        />
        <Submit>{shared.signIn}</Submit>
      </Form>
      <p class="mt-2">
        <QuietLink href={`${CONSOLE_PATH}/forgotten`}>{words.forgot}</QuietLink>
      </p>
    </PlainPage>
  );
}

/** The password was right. */
export function SecondFactorPage({
  visit,
  next,
  problems,
  ask,
}: EntryProps & {
  /** Null for people without a passkey. */
  ask: PasskeyOptions | null;
}): JSX.Element {
  const words = signInWords(visit.locale);
  const shared = sharedWords(visit.locale);
  return (
    <PlainPage visit={visit} title={words.factorTitle} passkeys={ask !== null}>
      <Lead>{words.factorLead}</Lead>
      <Form action={`${CONSOLE_PATH}/sign-in/code`} csrf={visit.csrf} next={next}>
        <CodeInput
          label={shared.factorCode}
          problem={sentenceAbout(problems, "code", visit.locale)}
          hasLetters
          autofocus
        />
        <Submit>{shared.signIn}</Submit>
        {ask === null ? null : (
          <div class="mt-4">
            <UsePasskey ask={ask} into="passkey" />
          </div>
        )}
      </Form>
      <QuietButton action={`${CONSOLE_PATH}/sign-in/other`} csrf={visit.csrf} next={next} class="mt-2">
        {words.someoneElse}
      </QuietButton>
    </PlainPage>
  );
}
