/** Signing in: with a password, and with a second factor where there is one. */
import type { JSX } from "preact";
import type { PasskeyOptions } from "../../../../identity/passkeys.js";
import { CONSOLE_PATH } from "../../../kit/links.js";
import { Notice } from "../../../kit/ui.js";
import { EmailInput, FactorInput, Form, Input, Submit } from "../fields.js";
import { Ended, type EntryProps, Lead, PlainPage, QuietButton, QuietLink, withNext } from "../parts.js";
import { sentenceAbout } from "../words.js";

export function SignInPage({ visit, next, problems, typed, isReset }: EntryProps & { isReset: boolean }): JSX.Element {
  const signUp = withNext(`${CONSOLE_PATH}/sign-up`, next);
  return (
    <PlainPage
      visit={visit}
      title="Sign in"
      below={
        <>
          New here? <QuietLink href={signUp}>Create an account</QuietLink>
        </>
      }
    >
      <Lead>Sign in to your seller account</Lead>
      {isReset ? <Notice tone="good">Your password was changed. Sign in with the new one.</Notice> : null}
      <Ended problems={problems} />
      <Form action={`${CONSOLE_PATH}/sign-in`} csrf={visit.csrf} next={next}>
        <EmailInput typed={typed} problems={problems} autofocus />
        <Input
          name="password"
          label="Password"
          type="password"
          autocomplete="current-password"
          problem={sentenceAbout(problems, "password")}
        />
        <Submit>Sign in</Submit>
      </Form>
      <p class="mt-2">
        <QuietLink href={`${CONSOLE_PATH}/forgotten`}>Forgot your password?</QuietLink>
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
  return (
    <PlainPage visit={visit} title="Enter your second factor" passkeys={ask !== null}>
      <Lead>Enter the six digits from your authenticator app. Without your phone, enter a recovery code.</Lead>
      <Form action={`${CONSOLE_PATH}/sign-in/code`} csrf={visit.csrf} next={next}>
        <FactorInput ask={ask} problem={sentenceAbout(problems, "code")} />
        <Submit>Sign in</Submit>
      </Form>
      <QuietButton action={`${CONSOLE_PATH}/sign-in/other`} csrf={visit.csrf} next={next} class="mt-2">
        Sign in as someone else
      </QuietButton>
    </PlainPage>
  );
}
